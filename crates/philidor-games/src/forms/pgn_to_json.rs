//! A game of PGN as a line of JSON, written while it is read.
//!
//! A [`Replay`](crate::parts::replay::Replay) keeps the position after every move, for those who ask for one later.
//! Here each move is written as soon as it is played, into one text for SAN and one for UCI, so that only one position is
//! needed.

use std::io;

use philidor::pgn::{Checker, PgnErrorKind};
use philidor::{CastlingMode, Position};

use super::json;
use crate::parts::form_position::FormPosition;
use crate::parts::main_line::{Kept, MainLine};

/// The moves of a game in SAN and in UCI, each in quotes and followed by a comma.
#[derive(Default)]
pub(crate) struct Written<P> {
    start: P,
    position: P,
    castling: CastlingMode,
    san: Vec<u8>,
    uci: Vec<u8>,
}

impl<P: FormPosition> Written<P> {
    /// Writes a move and plays it.
    #[inline]
    fn push(&mut self, mv: P::Move) {
        push_quoted(&mut self.san, self.position.san(mv).as_bytes());
        match P::squares(mv) {
            Some(squares) => push_quoted(&mut self.uci, &squares),
            None => push_quoted(&mut self.uci, self.position.uci(mv, self.castling).as_bytes()),
        }
        self.position.play(mv);
    }
}

impl<P: FormPosition> Kept for Written<P> {
    type Position = P;

    fn clear(&mut self) {
        self.san.clear();
        self.uci.clear();
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
}

/// The visitor that writes a game of PGN as `json::write` writes a replay.
pub(crate) type JsonLine<P = Position> = MainLine<Written<P>>;

impl<P: FormPosition> JsonLine<P> {
    /// Appends the line.
    pub(crate) fn write(&self, text: &mut Vec<u8>) -> io::Result<()> {
        let Written { start, san, uci, .. } = &self.kept;
        let [san, uci] = [san, uci].map(|moves| moves.strip_suffix(b",").unwrap_or_default());
        json::write_parts(&self.tags, Some(start), self.result, text, |text| {
            text.extend_from_slice(san);
            text.extend_from_slice(b"],\"uci\":[");
            text.extend_from_slice(uci);
        })
    }
}

/// Appends a move in quotes and a comma. Nearly all have two to four bytes; of these the compiler knows how many they are,
/// and copies them without a call.
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
    use crate::parts::replay::Replay;
    use philidor::pgn::Reader;

    #[test]
    fn a_line_is_that_of_the_replay() {
        let games = [
            "[A \"1\"]\n[B \"2\"]\n[A \"\\\"3\"]\n\n1. e4 e5 (1... c5) 2. Nf3 {x} Nc6 $1 3. Bb5 a6 4. O-O 1-0",
            "[Variant \"Chess960\"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *",
            "[FEN \"8/P6k/8/8/8/8/7K/8 b - - 12 70\"]\n\n1... Kg7 2. a8=N Kf7 1/2-1/2",
            "*",
        ];
        let (mut line, mut replay) = (JsonLine::<Position>::new(), Replay::<Position>::new());
        for game in games {
            let read = Reader::new(game.as_bytes()).read_game(&mut line);
            assert_eq!(read, Some(Ok(())), "{game}");
            assert_eq!(Reader::new(game.as_bytes()).read_game(&mut replay), read);
            let (mut written, mut expected) = (Vec::new(), Vec::new());
            assert!(line.write(&mut written).is_ok() && json::write(&replay, &mut expected).is_ok());
            assert_eq!(String::from_utf8(written), String::from_utf8(expected), "{game}");
            assert_eq!(line.left_out, replay.left_out);
        }
    }
}
