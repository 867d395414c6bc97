//! Where a text occurs in bytes.
//!
//! The substring search of `memchr` is made for gigabytes. Its code would be too much to download on wasm; there only
//! the first byte is searched for, and the others are compared.

#[cfg(not(target_family = "wasm"))]
pub(super) use memchr::memmem::{find as first, rfind as last};
#[cfg(target_family = "wasm")]
pub(super) use short::{first, last};

#[cfg(any(target_family = "wasm", test))]
mod short {
    /// The first occurrence of a text.
    pub(in super::super) fn first(bytes: &[u8], text: &[u8]) -> Option<usize> {
        let &start = text.first()?;
        memchr::memchr_iter(start, bytes).find(|&at| is_at(bytes, at, text))
    }

    /// The last occurrence of a text.
    pub(in super::super) fn last(bytes: &[u8], text: &[u8]) -> Option<usize> {
        let &start = text.first()?;
        memchr::memrchr_iter(start, bytes).find(|&at| is_at(bytes, at, text))
    }

    fn is_at(bytes: &[u8], at: usize, text: &[u8]) -> bool {
        bytes.get(at..).is_some_and(|rest| rest.starts_with(text))
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::{first, last, short};

    #[test]
    fn both_ways_find_a_text_at_the_same_place() {
        let alphabet = b"1.x";
        for code in 0..alphabet.len().pow(7) {
            let bytes: [u8; 7] = core::array::from_fn(|place| {
                alphabet[code / alphabet.len().pow(place as u32) % alphabet.len()]
            });
            for text in [&b"1"[..], b"1.", b"1.1", b"11.1"] {
                assert_eq!(short::first(&bytes, text), first(&bytes, text), "{}", bytes.escape_ascii());
                assert_eq!(short::last(&bytes, text), last(&bytes, text), "{}", bytes.escape_ascii());
            }
        }
    }
}
