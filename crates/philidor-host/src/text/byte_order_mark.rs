//! The invisible mark that Windows editors may put at the beginning of a file.

/// The byte order mark, U+FEFF, in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The bytes at the beginning of a file without a byte order mark.
///
/// ```
/// use philidor_host::without_byte_order_mark;
///
/// assert_eq!(without_byte_order_mark("\u{feff}1. e4".as_bytes()), b"1. e4");
/// assert_eq!(without_byte_order_mark(b"1. e4"), b"1. e4");
/// ```
pub fn without_byte_order_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}
