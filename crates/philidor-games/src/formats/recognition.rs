//! The format of a file of games, recognized by its beginning.
//!
//! ```text
//! philidor games 2⏎                        binary
//! {"tags":{"Event":…                       JSON lines
//! position startpos moves e2e4             UCI lines
//! variant atomic position startpos         the same of a variant
//! 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1         FENs or EPDs, which are read the same way
//! anything else                            PGN
//! ```
//!
//! A PGN comment may begin with a brace, too, but hardly continues like such an object.

use std::io;
use std::ops::Range;

use philidor_host::without_byte_order_mark;

use super::binary;
use super::game_per_line::says_something;
use super::uci::VARIANT;
use crate::parts::format::Format;

/// The keys that a JSON object may begin with.
const KEYS: [&str; 5] = ["tags", "start", "result", "moves", "uci"];

/// The size of a header of a tar archive, and where the sum of its bytes stands in it, in octal digits.
const TAR_HEADER: (usize, Range<usize>) = (512, 148..156);

/// The format of a file with this beginning.
pub(crate) fn recognized(head: &[u8]) -> Format {
    if head.starts_with(binary::NAME) {
        return Format::Binary;
    }
    let head = without_byte_order_mark(head);
    let line = head.split(|byte| *byte == b'\n').find(|line| says_something(line));
    let line = line.unwrap_or_default().trim_ascii();
    if is_json(line) {
        Format::Json
    } else if is_command(line) {
        Format::Uci
    } else if is_board(line) {
        Format::Epd
    } else {
        Format::Pgn
    }
}

/// An error if this beginning certainly belongs to a file that cannot be read; it says what the file is.
pub(crate) fn refuse_foreign(head: &[u8]) -> io::Result<()> {
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

/// Whether a line begins like one of our objects.
fn is_json(line: &[u8]) -> bool {
    let inside = line.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    let key = inside.and_then(|rest| rest.strip_prefix(b"\""));
    key.is_some_and(|key| {
        KEYS.iter().any(|name| {
            let rest = key.strip_prefix(name.as_bytes()).and_then(|rest| rest.strip_prefix(b"\""));
            rest.is_some_and(|rest| rest.trim_ascii_start().starts_with(b":"))
        })
    })
}

/// Whether a line is a position for an engine, with or without the name of its variant.
fn is_command(line: &[u8]) -> bool {
    let named = line.strip_prefix(VARIANT.as_bytes());
    let command = named.and_then(|rest| rest.splitn(2, |byte| *byte == b' ').nth(1)).unwrap_or(line);
    command.starts_with(b"position startpos") || command.starts_with(b"position fen ")
}

/// Whether a line begins with eight ranks, right or wrong.
fn is_board(line: &[u8]) -> bool {
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let may_stand = |byte: &u8| b"/12345678kqrbnpKQRBNP".contains(byte);
    word.iter().all(may_stand) && word.iter().filter(|byte| **byte == b'/').count() == 7
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

    #[test]
    fn a_format_is_recognized_where_it_is_certain() {
        for (head, format) in [
            (b"philidor games 1\n".as_slice(), Format::Binary),
            (b"philidor games 9\n", Format::Binary),
            (b"\xef\xbb\xbf{\"tags\":{}", Format::Json),
            (b"\n { \"uci\" : []}", Format::Json),
            (b"{\"tags\" are a comment} 1. e4 *", Format::Pgn),
            (b"{a comment}", Format::Pgn),
            (b"# tests\n\n4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;", Format::Epd),
            (b"4k3/8/8/8/8/8/8/4K4 w - -", Format::Epd),
            (b"4k3/8/8 w - -", Format::Pgn),
            (b"position startpos moves e2e4\n", Format::Uci),
            (b"variant atomic position startpos moves e2e4\n", Format::Uci),
            (b"variant of the position startpos\n", Format::Pgn),
            (b"[Event \"?\"]", Format::Pgn),
            (b"1/2-1/2", Format::Pgn),
            (b"", Format::Pgn),
        ] {
            assert_eq!(recognized(head), format, "{}", String::from_utf8_lossy(head));
        }
    }
}
