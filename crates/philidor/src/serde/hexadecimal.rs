//! Bytes for people to read: two digits each.

use core::fmt;

/// The digits of bytes.
pub(super) fn text<const N: usize>(bytes: [u8; N]) -> impl fmt::Display {
    Digits(bytes)
}

struct Digits<const N: usize>([u8; N]);

impl<const N: usize> fmt::Display for Digits<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Exactly `N` bytes from digits in either case.
pub(super) fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != N || !rest.is_empty() {
        return None;
    }
    let mut bytes = [0; N];
    let digit = |byte: u8| char::from(byte).to_digit(16);
    for (byte, &[high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = (digit(high)? << 4 | digit(low)?) as u8;
    }
    Some(bytes)
}
