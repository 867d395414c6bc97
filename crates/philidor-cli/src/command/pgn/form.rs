//! The form of a file of games, recognized by its beginning, and a game written in any form.
//!
//! ```text
//! philidor games 2⏎                        binary
//! {"tags":{"Event":…                       JSON lines
//! position startpos moves e2e4             UCI lines
//! 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1         FENs or EPDs, which are read the same way
//! anything else                            PGN
//! ```
//!
//! A PGN comment may begin with a brace, too, but hardly continues like such an object.

use std::io::{self, Write};

use philidor::pgn::{GameTree, NodeId, Tags};

use super::replay::Replay;
use super::{binary, epd, json, uci};
use crate::args::Form;

/// The keys that a JSON object may begin with.
const KEYS: [&str; 5] = ["tags", "start", "result", "moves", "uci"];

/// The form of a file with this beginning.
pub(super) fn recognized(head: &[u8]) -> Form {
    if head.starts_with(binary::NAME) {
        return Form::Binary;
    }
    let head = head.strip_prefix(super::lines::MARK).unwrap_or(head);
    let line = head.split(|byte| *byte == b'\n').find(|line| super::lines::says_something(line));
    let line = line.unwrap_or_default().trim_ascii();
    if is_json(line) {
        Form::Json
    } else if line.starts_with(b"position startpos") || line.starts_with(b"position fen ") {
        Form::Uci
    } else if is_board(line) {
        Form::Epd
    } else {
        Form::Pgn
    }
}

/// The beginnings of other files, and what these are.
const FOREIGN: [(&[u8], &str); 2] = [
    (b"\xff\xfe", "text in UTF-16, which is not supported: `iconv -f UTF-16 -t UTF-8` converts it"),
    (b"\xfe\xff", "text in UTF-16, which is not supported: `iconv -f UTF-16 -t UTF-8` converts it"),
];

/// An error if this beginning certainly belongs to a file that cannot be read; it says what the file is.
pub(super) fn refuse_foreign(head: &[u8]) -> io::Result<()> {
    let foreign = FOREIGN.iter().find(|(mark, _)| head.starts_with(mark));
    foreign.map_or(Ok(()), |(_, what)| {
        Err(io::Error::new(io::ErrorKind::InvalidData, format!("this is {what}")))
    })
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

/// Whether a line begins with eight ranks, right or wrong.
fn is_board(line: &[u8]) -> bool {
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let may_stand = |byte: &u8| b"/12345678kqrbnpKQRBNP".contains(byte);
    word.iter().all(may_stand) && word.iter().filter(|byte| **byte == b'/').count() == 7
}

/// Appends a game in a form.
pub(super) fn write(form: Form, game: &Replay, text: &mut Vec<u8>) -> io::Result<()> {
    match form {
        Form::Pgn => write_pgn(game, text),
        Form::Json => json::write(game, text),
        Form::Uci => uci::write(game, text),
        Form::Epd => epd::write(game, text),
        Form::Fen => game.positions.last().map_or(Ok(()), |last| writeln!(text, "{last}")),
        Form::Binary => binary::write(game, text),
    }
}

/// Export format, for a game known only by its tags and moves.
fn write_pgn(game: &Replay, text: &mut Vec<u8>) -> io::Result<()> {
    let start = game.positions.first().copied().unwrap_or_default();
    let mut tree = GameTree::new(start);
    (tree.tags, tree.result) = (Tags::roster(), game.result);
    for (name, value) in &game.tags {
        // What both refuse are names that no tag can have.
        let _ = tree.tags.set(name, value).or_else(|_| tree.keep_tag(name, value));
    }
    tree.add_line(NodeId::ROOT, game.moves.iter().copied()).map_err(io::Error::other)?;
    let mut written = String::new();
    tree.write_pgn(&mut written);
    text.extend_from_slice(written.as_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_recognized_where_it_is_certain() {
        for (head, form) in [
            (b"philidor games 1\n".as_slice(), Form::Binary),
            (b"philidor games 9\n", Form::Binary),
            (b"\xef\xbb\xbf{\"tags\":{}", Form::Json),
            (b"\n { \"uci\" : []}", Form::Json),
            (b"{\"tags\" are a comment} 1. e4 *", Form::Pgn),
            (b"{a comment}", Form::Pgn),
            (b"# tests\n\n4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;", Form::Epd),
            (b"4k3/8/8/8/8/8/8/4K4 w - -", Form::Epd),
            (b"4k3/8/8 w - -", Form::Pgn),
            (b"position startpos moves e2e4\n", Form::Uci),
            (b"[Event \"?\"]", Form::Pgn),
            (b"1/2-1/2", Form::Pgn),
            (b"", Form::Pgn),
        ] {
            assert_eq!(recognized(head), form, "{}", String::from_utf8_lossy(head));
        }
    }
}
