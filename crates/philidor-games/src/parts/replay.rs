//! A game with all its positions: what most subcommands ask for.

use std::fmt;

use philidor::{CastlingMode, Move, Position};
use philidor_pgn::{Checker, Doubt, GameResult, PgnErrorKind, Visitor};

use super::file_position::FilePosition;
use super::main_line::{Kept, MainLine};

/// What is wrong with a line.
pub(crate) struct Fault {
    /// Its offset, in bytes from the start of the line.
    pub(crate) at: usize,
    pub(crate) reason: String,
}

impl Fault {
    /// A fault in part of a line, or at its start if `part` is not in the line.
    pub(crate) fn at(line: &str, part: &str, reason: impl fmt::Display) -> Fault {
        let at = (part.as_ptr() as usize).wrapping_sub(line.as_ptr() as usize);
        Fault { at: if at <= line.len() { at } else { 0 }, reason: reason.to_string() }
    }
}

/// The positions and the moves of a game.
pub(crate) struct Played<P: FilePosition> {
    /// The position before the first move, then the one after each move.
    positions: Vec<P>,
    moves: Vec<Move>,
}

impl<P: FilePosition> Default for Played<P> {
    fn default() -> Played<P> {
        Played { positions: Vec::new(), moves: Vec::new() }
    }
}

impl<P: FilePosition> Played<P> {
    /// Keeps the move that the checker has played.
    #[inline]
    fn push(&mut self, checker: &Checker<P>) {
        self.moves.extend(checker.last_move());
        self.positions.push(*checker.position());
    }
}

impl<P: FilePosition> Kept for Played<P> {
    type Position = P;

    fn clear(&mut self) {
        self.positions.clear();
        self.moves.clear();
    }

    fn start(&mut self, start: &P, _: CastlingMode) {
        self.positions.push(*start);
    }

    #[inline]
    fn san(&mut self, checker: &mut Checker<P>, san: &[u8]) -> Result<(), PgnErrorKind> {
        checker.san(san)?;
        self.push(checker);
        Ok(())
    }

    fn null_move(&mut self, checker: &mut Checker<P>, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        checker.null_move(fault)?;
        self.push(checker);
        Ok(())
    }
}

/// A game with its positions: of chess, unless others are named.
pub(crate) type Replay<P = Position> = MainLine<Played<P>>;

impl<P: FilePosition> Replay<P> {
    /// A game that does not come from text.
    pub(crate) fn from_moves(start: P, moves: Vec<Move>, result: GameResult) -> Replay<P> {
        let mut positions = vec![start];
        let mut position = start;
        for &mv in &moves {
            position.play_unchecked(mv);
            positions.push(position);
        }
        let mut replay = Replay::new();
        replay.kept = Played { positions, moves };
        (replay.result, replay.castling) = (result, start.castling_mode());
        replay
    }

    /// A game whose moves are written in UCI, for example in a line; null moves among them only if it is read
    /// leniently.
    pub(crate) fn from_uci<'a>(
        line: &str,
        start: P,
        moves: impl Iterator<Item = &'a str>,
        result: GameResult,
        lenient: bool,
    ) -> Result<Replay<P>, Fault> {
        let mut replay = Replay::from_moves(start, Vec::new(), result);
        let mut position = start;
        for text in moves {
            let null = position.null_move().filter(|_| lenient && text == "0000");
            let mv = null.map_or_else(|| position.parse_uci(text.as_bytes()), Ok);
            let mv = mv.map_err(|error| Fault::at(line, text, format_args!("`{text}`: {error}")))?;
            position.play_unchecked(mv);
            replay.kept.moves.push(mv);
            replay.kept.positions.push(position);
        }
        Ok(replay)
    }

    /// The position before the first move.
    pub(crate) fn start(&self) -> P {
        self.positions().first().copied().unwrap_or_default()
    }

    /// The position before the first move, then the one after each move.
    pub(crate) fn positions(&self) -> &[P] {
        &self.kept.positions
    }

    /// The moves, null moves among them.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.kept.moves
    }

    /// Each move with the position before it.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (&P, Move)> {
        self.positions().iter().zip(self.moves().iter().copied())
    }

    /// Doubts about the result, from the tag `Result` and from the last position.
    pub(crate) fn doubts(&self) -> impl Iterator<Item = Doubt> + use<P> {
        let tag = self.tag("Result").and_then(|tag| GameResult::from_bytes(tag.as_bytes()));
        let last = self.positions().last().copied().unwrap_or_default();
        Doubt::about_game(tag, Some(self.result), &last)
    }
}
