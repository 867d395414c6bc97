//! Numbers written into bytes, and taken from their beginning.

/// Writes a varint.
pub(crate) fn push_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a varint from the beginning of some bytes; `None` if it is not whole, or too large.
pub(crate) fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = take_byte(bytes)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

pub(crate) fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(first)
}

/// Takes the first bytes; `None` if there are fewer.
pub(crate) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (&first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_read_as_they_are_written(number: u64) {
            let mut bytes = Vec::new();
            push_varint(&mut bytes, number);
            prop_assert_eq!(take_varint(&mut &bytes[..]), Some(number));
            bytes.pop();
            prop_assert_eq!(take_varint(&mut &bytes[..]), None);
        }
    }
}
