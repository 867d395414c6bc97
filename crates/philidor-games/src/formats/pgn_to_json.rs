//! A game of PGN as a line of JSON, written while it is read.
//!
//! A [`Replay`](crate::parts::replay::Replay) keeps the position after every move, for those who ask for one later.
//! Here each move is written as soon as it is played, into one text for SAN and one for UCI, so that only one position
//! is needed.

use std::io;

use philidor::{CastlingMode, Move, Position};
use philidor_pgn::{Checker, GameTree, PgnErrorKind};

use super::json;
use super::remark_writer::RemarkWriter;
use crate::parts::file_position::{FilePosition, squares};
use crate::parts::main_line::{Kept, MainLine};
use crate::parts::reading::Verdict;

/// The moves of a game in SAN and in UCI, each in quotes and followed by a comma.
#[derive(Default)]
pub(crate) struct Written<P> {
    start: P,
    position: P,
    castling: CastlingMode,
    san: Vec<u8>,
    uci: Vec<u8>,
    plies: usize,
    remarks: RemarkWriter,
}

impl<P: FilePosition> Written<P> {
    /// Writes a move and plays it.
    #[inline]
    fn push(&mut self, mv: Move) {
        let before = self.san.len();
        push_quoted(&mut self.san, self.position.to_san(mv).as_bytes());
        let quoted = self.san.get(before..).and_then(|quoted| quoted.split_last());
        self.remarks.mv(quoted.map_or(&[], |(_, quoted)| quoted));
        match squares(mv) {
            Some(squares) => push_quoted(&mut self.uci, &squares),
            None => {
                push_quoted(&mut self.uci, self.position.to_uci_in(mv, self.castling).to_string().as_bytes())
            }
        }
        self.position.play_unchecked(mv);
        self.plies += 1;
    }
}

impl<P: FilePosition> Kept for Written<P> {
    type Position = P;

    fn clear(&mut self) {
        self.san.clear();
        self.uci.clear();
        self.plies = 0;
        self.remarks.clear();
    }

    fn start(&mut self, start: &P, castling: CastlingMode) {
        (self.start, self.position, self.castling) = (*start, *start, castling);
    }

    #[inline]
    fn san(&mut self, _: &mut Checker<P>, san: &[u8]) -> Result<(), PgnErrorKind> {
        let mv = self.position.parse_san(san)?;
        self.push(mv);
        Ok(())
    }

    fn null_move(&mut self, _: &mut Checker<P>, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        let null = self.position.null_move().ok_or(fault)?;
        self.push(null);
        Ok(())
    }

    fn nag(&mut self, nag: u8) {
        self.remarks.nag(nag, &self.san);
    }

    fn comment(&mut self, comment: &[u8]) {
        self.remarks.comment(comment, &self.san);
    }
}

/// The visitor that writes a game of PGN as `json::write` writes a replay.
pub(crate) type JsonLine<P = Position> = MainLine<Written<P>>;

impl<P: FilePosition> JsonLine<P> {
    /// Appends the line of a game without variations.
    pub(crate) fn write(&mut self, text: &mut Vec<u8>) -> io::Result<()> {
        self.write_moves(text)?;
        self.kept.remarks.write(text);
        text.extend_from_slice(b"}\n");
        Ok(())
    }

    /// Appends the line with the annotations of its moves, which the tree has.
    pub(crate) fn write_annotated(&self, tree: &GameTree<P>, text: &mut Vec<u8>) -> Verdict {
        self.write_moves(text)?;
        json::write_movetext(tree, text)
    }

    /// The number of half-moves.
    pub(crate) fn plies(&self) -> usize {
        self.kept.plies
    }

    fn write_moves(&self, text: &mut Vec<u8>) -> io::Result<()> {
        let Written { start, san, uci, .. } = &self.kept;
        let [san, uci] = [san, uci].map(|moves| moves.strip_suffix(b",").unwrap_or_default());
        json::write_parts(&self.tags, Some(start), self.result, text, |text| {
            text.extend_from_slice(san);
            text.extend_from_slice(b"],\"uci\":[");
            text.extend_from_slice(uci);
        })
    }
}

/// Appends a move in quotes and a comma. Nearly all moves have two to four bytes; where the length is a constant, as it
/// is for these, the compiler copies them without a call.
#[inline]
fn push_quoted(text: &mut Vec<u8>, mv: &[u8]) {
    match *mv {
        [a, b] => text.extend_from_slice(&[b'"', a, b, b'"', b',']),
        [a, b, c] => text.extend_from_slice(&[b'"', a, b, c, b'"', b',']),
        [a, b, c, d] => text.extend_from_slice(&[b'"', a, b, c, d, b'"', b',']),
        _ => {
            text.push(b'"');
            text.extend_from_slice(mv);
            text.extend_from_slice(b"\",");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::left_out::LeftOut;
    use crate::parts::replay::Replay;
    use philidor_pgn::{Reader, TreeBuilder};

    #[test]
    fn a_line_is_that_of_the_replay() {
        let games = [
            "[A \"1\"]\n[B \"2\"]\n[A \"\\\"3\"]\n\n1. e4 e5 (1... c5) 2. Nf3 {x} Nc6 $1 3. Bb5 a6 4. O-O 1-0",
            "[Variant \"Chess960\"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *",
            "[FEN \"8/P6k/8/8/8/8/7K/8 b - - 12 70\"]\n\n1... Kg7 2. a8=N Kf7 1/2-1/2",
            "*",
            "{ of the\tfile } [A \"1\"] $14 { start  } 1. e4 e5 $1 $2 2. Nf3 {a} {  b\n c} Nc6 {} 3. Bb5 ; the end\n* {after}",
            "1. e4 {[%clk 0:05:00]} e5 {[%clk 5:00]} 2. Nf3 {[%clk 0:01} {:00] x} *",
            "{ no moves } $1 *",
        ];
        let (mut line, mut replay) = (JsonLine::<Position>::new(), Replay::<Position>::new());
        for game in games {
            let read = Reader::new(game.as_bytes()).read_game(&mut line);
            assert_eq!(read, Some(Ok(())), "{game}");
            assert_eq!(Reader::new(game.as_bytes()).read_game(&mut replay), read);
            assert_eq!(line.left_out, replay.left_out);
            let (mut written, mut expected) = (Vec::new(), Vec::new());
            let mut builder = TreeBuilder::new();
            assert_eq!(Reader::new(game.as_bytes()).read_game(&mut builder), read);
            let tree = builder.take();
            if line.left_out == LeftOut::default() {
                assert!(line.write(&mut written).is_ok() && json::write(&replay, &mut expected).is_ok());
            } else if line.left_out.variations == 0 {
                assert!(line.write(&mut written).is_ok());
                assert!(json::write_annotated(&replay, &tree, &mut expected).is_ok());
            } else {
                assert!(line.write_annotated(&tree, &mut written).is_ok());
                assert!(json::write_annotated(&replay, &tree, &mut expected).is_ok());
            }
            assert_eq!(String::from_utf8(written), String::from_utf8(expected), "{game}");
        }
    }
}
