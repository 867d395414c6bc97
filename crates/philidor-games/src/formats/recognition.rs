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

use philidor_host::without_byte_order_mark;

use super::binary;
use super::game_per_line::says_something;
use super::uci::VARIANT;
use crate::parts::format::Format;

/// The keys that a JSON object may begin with.
const KEYS: [&str; 5] = ["tags", "start", "result", "moves", "uci"];

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
