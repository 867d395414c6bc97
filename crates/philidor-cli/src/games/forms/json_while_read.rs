//! A game as a line of JSON, written while it is read.
//!
//! A [`Replay`](crate::games::parts::replay::Replay) keeps the position after every move, for those who ask for one later. Here each
//! move is written as soon as it is played, into one text for SAN and one for UCI, so that only one position is needed.

use std::io;

use philidor::pgn::{Checker, Flow, GameResult, Lines, PgnErrorKind, TagValue, Visitor};
use philidor::{CastlingMode, Move, Position};

use super::json;
use super::uci;
use crate::games::parts::left_out::LeftOut;
use crate::games::parts::replay::keep_last;

/// How many tags of games before are kept for their memory: as many as games have.
const SPARE: usize = 32;

/// The longest value that is kept for its memory.
const SPARE_VALUE: usize = 256;

/// The visitor that writes a game of PGN as `json::write` writes a replay.
pub(crate) struct GameLine {
    checker: Checker,
    pub(crate) tags: Vec<(String, String)>,
    /// Names and values of games before, whose memory is used again.
    spare: Vec<(String, String)>,
    start: Position,
    position: Position,
    castling: CastlingMode,
    /// The moves in SAN and in UCI, each in quotes and followed by a comma.
    moves: Vec<u8>,
    uci: Vec<u8>,
    pub(crate) result: GameResult,
    pub(crate) left_out: LeftOut,
}

impl GameLine {
    pub(crate) fn new() -> GameLine {
        let start = Position::default();
        GameLine {
            checker: Checker::new(Lines::Main),
            tags: Vec::new(),
            spare: Vec::new(),
            start,
            position: start,
            castling: CastlingMode::Standard,
            moves: Vec::new(),
            uci: Vec::new(),
            result: GameResult::Unknown,
            left_out: LeftOut::default(),
        }
    }

    /// The value of a tag, if the game has it.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Writes a move and plays it.
    #[inline]
    fn push(&mut self, mv: Move) {
        push_quoted(&mut self.moves, self.position.san(mv).as_bytes());
        match uci::squares(mv) {
            Some(squares) => push_quoted(&mut self.uci, &squares),
            None => push_quoted(&mut self.uci, self.position.uci(mv, self.castling).to_string().as_bytes()),
        }
        self.position.play(mv);
    }

    /// Appends the line.
    pub(crate) fn write(&self, text: &mut Vec<u8>) -> io::Result<()> {
        let moves = self.moves.strip_suffix(b",").unwrap_or_default();
        let uci = self.uci.strip_suffix(b",").unwrap_or_default();
        json::write_parts(&self.tags, Some(&self.start), self.result, text, |text| {
            text.extend_from_slice(moves);
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

impl Visitor for GameLine {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        let usual = self.tags.drain(..).filter(|(_, value)| value.capacity() <= SPARE_VALUE);
        self.spare.extend(usual.take(SPARE));
        self.spare.truncate(SPARE);
        self.moves.clear();
        self.uci.clear();
        self.result = GameResult::Unknown;
        self.left_out = LeftOut::default();
        self.checker.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.checker.tag(name, value)?;
        let (mut known, mut text) = self.spare.pop().unwrap_or_default();
        known.clear();
        known.push_str(&String::from_utf8_lossy(name));
        text.clear();
        text.push_str(&value.to_text());
        self.tags.push((known, text));
        Ok(())
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        keep_last(&mut self.tags);
        let flow = self.checker.begin_moves()?;
        (self.start, self.position) = (*self.checker.position(), *self.checker.position());
        self.castling = self.checker.castling_mode();
        Ok(flow)
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        let mv = self.position.parse_san(san)?;
        self.push(mv);
        Ok(())
    }

    fn null_move(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        let null = self.position.null_move().ok_or(fault)?;
        self.push(null);
        Ok(())
    }

    fn nag(&mut self, _nag: u8) -> Result<(), PgnErrorKind> {
        self.left_out.glyphs += 1;
        Ok(())
    }

    fn comment(&mut self, _comment: &[u8]) -> Result<(), PgnErrorKind> {
        self.left_out.comments += 1;
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        self.left_out.variations += 1;
        Ok(Flow::Skip)
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.result = result;
        self.checker.result(result)
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.checker.end_game()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::parts::replay::Replay;
    use philidor::pgn::Reader;

    #[test]
    fn a_line_is_that_of_the_replay() {
        let games = [
            "[A \"1\"]\n[B \"2\"]\n[A \"\\\"3\"]\n\n1. e4 e5 (1... c5) 2. Nf3 {x} Nc6 $1 3. Bb5 a6 4. O-O 1-0",
            "[Variant \"Chess960\"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *",
            "[FEN \"8/P6k/8/8/8/8/7K/8 b - - 12 70\"]\n\n1... Kg7 2. a8=N Kf7 1/2-1/2",
            "*",
        ];
        let (mut line, mut replay) = (GameLine::new(), Replay::new());
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
