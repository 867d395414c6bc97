//! A game as it is read: its tags, its moves played, and what was seen on the way.

use philidor::pgn::{Checker, Flow, GameResult, Lines, PgnErrorKind, TagValue, Visitor};
use philidor::{Move, Position};

/// The visitor of all subcommands but `check`: it keeps what the others ask for.
pub(super) struct Replay {
    checker: Checker,
    pub(super) tags: Vec<(String, String)>,
    /// The position before the first move, then one after each.
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<Move>,
    pub(super) result: GameResult,
}

impl Replay {
    pub(super) fn new() -> Replay {
        Replay {
            checker: Checker::new(Lines::Main),
            tags: Vec::new(),
            positions: Vec::new(),
            moves: Vec::new(),
            result: GameResult::Unknown,
        }
    }

    /// A game that was not read from text.
    pub(super) fn of(start: Position, moves: Vec<Move>, result: GameResult) -> Replay {
        let mut positions = vec![start];
        let mut position = start;
        for &mv in &moves {
            position.play(mv);
            positions.push(position);
        }
        Replay { positions, moves, result, ..Replay::new() }
    }

    /// The value of a tag, if it has one.
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The ratings of both players, where they are numbers.
    pub(super) fn ratings(&self) -> [Option<u32>; 2] {
        ["WhiteElo", "BlackElo"].map(|name| self.tag(name)?.parse().ok())
    }
}

impl Visitor for Replay {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.tags.clear();
        self.positions.clear();
        self.moves.clear();
        self.result = GameResult::Unknown;
        self.checker.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        let name = String::from_utf8_lossy(name).into_owned();
        self.tags.push((name.clone(), value.to_text().into_owned()));
        self.checker.tag(name.as_bytes(), value)
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        let flow = self.checker.begin_moves()?;
        self.positions.push(*self.checker.position());
        Ok(flow)
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        let before = *self.checker.position();
        self.checker.san(san)?;
        // The checker has played it, so that it can be read.
        self.moves.extend(before.parse_san(san));
        self.positions.push(*self.checker.position());
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
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
