//! Files that cannot be read, recognized by their beginning: text in UTF-16, and tar archives.

use std::io;
use std::ops::Range;

/// The size of a header of a tar archive, and where the sum of its bytes stands in it, in octal digits.
const TAR_HEADER: (usize, Range<usize>) = (512, 148..156);

/// Refuses a beginning that certainly belongs to a file that cannot be read.
///
/// # Errors
///
/// What the file is: text in UTF-16, or a tar archive.
pub fn refuse_foreign(head: &[u8]) -> io::Result<()> {
    let what = if let Some(name) = utf16_name(head) {
        format!("this is text in UTF-16, which is not supported: `iconv -f {name} -t UTF-8` converts it")
    } else if is_tar(head) {
        "this is a tar archive, which may hold many files: `tar -xOf` unpacks it".to_owned()
    } else {
        return Ok(());
    };
    Err(io::Error::new(io::ErrorKind::InvalidData, what))
}

/// Whether some bytes begin with the header of a tar archive, old or new: its sum counts its own digits as blanks.
fn is_tar(head: &[u8]) -> bool {
    let (len, place) = TAR_HEADER;
    let Some(header) = head.get(..len) else { return false };
    let mut digits = header.get(place.clone()).unwrap_or_default().split(|byte| matches!(byte, 0 | b' '));
    let digits = digits.find(|digits| !digits.is_empty()).unwrap_or_default();
    let sum = str::from_utf8(digits).ok().and_then(|digits| u32::from_str_radix(digits, 8).ok());
    let of = |(at, &byte): (usize, &u8)| if place.contains(&at) { u32::from(b' ') } else { u32::from(byte) };
    sum == Some(header.iter().enumerate().map(of).sum())
}

/// What `iconv` calls the encoding of text in UTF-16: it begins with a mark, or with four characters of ASCII with a
/// zero byte each.
fn utf16_name(head: &[u8]) -> Option<&'static str> {
    if matches!(head, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
        return Some("UTF-16");
    }
    let is_ascii = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    match *head.first_chunk::<8>()? {
        [a, 0, b, 0, c, 0, d, 0] if [a, b, c, d].into_iter().all(is_ascii) => Some("UTF-16LE"),
        [0, a, 0, b, 0, c, 0, d] if [a, b, c, d].into_iter().all(is_ascii) => Some("UTF-16BE"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16_is_recognized_with_and_without_its_mark() {
        for (text, to_bytes, name) in [
            ("\u{feff}1.", u16::to_le_bytes as fn(u16) -> [u8; 2], "UTF-16"),
            ("\u{feff}1.", u16::to_be_bytes, "UTF-16"),
            ("[Event \"München\"]", u16::to_le_bytes, "UTF-16LE"),
            ("1. e4\r\n", u16::to_be_bytes, "UTF-16BE"),
        ] {
            let bytes: Vec<u8> = text.encode_utf16().flat_map(to_bytes).collect();
            assert_eq!(utf16_name(&bytes), Some(name), "{text}");
            let message = refuse_foreign(&bytes).expect_err("UTF-16").to_string();
            assert!(message.contains(&format!("`iconv -f {name} -t UTF-8`")), "{message}");
        }
        for other in [b"1. e4 e5 2. Nf3".as_slice(), b"", b"1\0.\0", b"\0\0\0\0\0\0\0\0", b"[\0E\0v\0e\0\0"] {
            assert_eq!(utf16_name(other).is_some(), other.len() == 9, "{}", other.escape_ascii());
        }
    }

    #[test]
    fn a_tar_archive_is_refused() {
        let mut head = [0; 512];
        head[..11].copy_from_slice(b"./games.pgn");
        assert!(refuse_foreign(&head).is_ok());
        let sum: u32 = head.iter().map(|&byte| u32::from(byte)).sum::<u32>() + 8 * u32::from(b' ');
        head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        let message = refuse_foreign(&head).expect_err("tar").to_string();
        assert_eq!(message, "this is a tar archive, which may hold many files: `tar -xOf` unpacks it");
    }
}
