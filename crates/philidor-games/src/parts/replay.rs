//! A game with all its positions: what most subcommands ask for.

use std::fmt;

use philidor::pgn::{Checker, Doubt, GameResult, PgnErrorKind, Visitor};
use philidor::{CastlingMode, Move, Position};

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
#[derive(Default)]
pub struct Played {
    /// The position before the first move, then the one after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Played {
    /// Keeps the move that the checker has played.
    #[inline]
    fn push(&mut self, checker: &Checker) {
        self.moves.extend(checker.last_move());
        self.positions.push(*checker.position());
    }
}

impl Kept for Played {
    fn clear(&mut self) {
        self.positions.clear();
        self.moves.clear();
    }

    fn start(&mut self, start: &Position, _: CastlingMode) {
        self.positions.push(*start);
    }

    #[inline]
    fn san(&mut self, checker: &mut Checker, san: &[u8]) -> Result<(), PgnErrorKind> {
        checker.san(san)?;
        self.push(checker);
        Ok(())
    }

    fn null_move(&mut self, checker: &mut Checker, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        checker.null_move(fault)?;
        self.push(checker);
        Ok(())
    }
}

/// A game with its positions.
pub type Replay = MainLine<Played>;

impl Replay {
    /// A game that does not come from text.
    pub(crate) fn from_moves(start: Position, moves: Vec<Move>, result: GameResult) -> Replay {
        let mut positions = vec![start];
        let mut position = start;
        for &mv in &moves {
            position.play(mv);
            positions.push(position);
        }
        let mut replay = Replay::new();
        replay.kept = Played { positions, moves };
        (replay.result, replay.castling) = (result, CastlingMode::detect(&start));
        replay
    }

    /// A game whose moves are written in UCI, for example in a line; null moves among them only if it is read leniently.
    pub(crate) fn from_uci<'a>(
        line: &str,
        start: Position,
        moves: impl Iterator<Item = &'a str>,
        result: GameResult,
        lenient: bool,
    ) -> Result<Replay, Fault> {
        let mut replay = Replay::from_moves(start, Vec::new(), result);
        let mut position = start;
        for text in moves {
            let null = position.null_move().filter(|_| lenient && text == "0000");
            let mv = null.map_or_else(|| position.parse_uci(text), Ok);
            let mv = mv.map_err(|error| Fault::at(line, text, format_args!("`{text}`: {error}")))?;
            position.play(mv);
            replay.kept.moves.push(mv);
            replay.kept.positions.push(position);
        }
        Ok(replay)
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> Position {
        self.positions().first().copied().unwrap_or_default()
    }

    /// The position before the first move, then the one after each move.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.kept.positions
    }

    /// The moves, null moves among them.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.kept.moves
    }

    /// Each move with the position before it.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (&Position, Move)> {
        self.positions().iter().zip(self.moves().iter().copied())
    }

    /// What the tag Result and the last position have against the result.
    pub(crate) fn doubts(&self) -> impl Iterator<Item = Doubt> + use<> {
        let tag = self.tag("Result").and_then(|tag| GameResult::from_bytes(tag.as_bytes()));
        let last = self.positions().last().copied().unwrap_or_default();
        Doubt::about_game(tag, Some(self.result), &last)
    }

    /// The ratings of both players, where they are numbers.
    pub(crate) fn ratings(&self) -> [Option<u32>; 2] {
        ["WhiteElo", "BlackElo"].map(|name| self.tag(name)?.parse().ok())
    }
}
