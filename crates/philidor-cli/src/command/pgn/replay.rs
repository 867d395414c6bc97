//! A game as it is read: its tags, its moves, and the positions on the way.

use std::fmt;

use philidor::pgn::{Checker, Doubt, Flow, GameResult, Lines, PgnErrorKind, TagValue, Tags, Visitor};
use philidor::{CastlingMode, Move, Position};

use super::left_out::LeftOut;

/// What is wrong with a line.
pub(super) struct Fault {
    /// Its offset, in bytes from the start of the line.
    pub(super) at: usize,
    pub(super) reason: String,
}

impl Fault {
    /// A fault in part of a line, or at its start if `part` is not in the line.
    pub(super) fn at(line: &str, part: &str, reason: impl fmt::Display) -> Fault {
        let at = (part.as_ptr() as usize).wrapping_sub(line.as_ptr() as usize);
        Fault { at: if at <= line.len() { at } else { 0 }, reason: reason.to_string() }
    }
}

/// The visitor of all subcommands except `check`, which keeps what they need.
pub(super) struct Replay {
    checker: Checker,
    pub(super) tags: Vec<(String, String)>,
    /// The position before the first move, then the one after each move.
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<Move>,
    pub(super) result: GameResult,
    /// How castling is written in UCI.
    pub(super) castling: CastlingMode,
    /// What the text of the game has besides.
    pub(super) left_out: LeftOut,
}

impl Replay {
    pub(super) fn new() -> Replay {
        Replay {
            checker: Checker::new(Lines::Main),
            tags: Vec::new(),
            positions: Vec::new(),
            moves: Vec::new(),
            result: GameResult::Unknown,
            castling: CastlingMode::Standard,
            left_out: LeftOut::default(),
        }
    }

    /// A game that does not come from text.
    pub(super) fn of(start: Position, moves: Vec<Move>, result: GameResult) -> Replay {
        let mut positions = vec![start];
        let mut position = start;
        for &mv in &moves {
            position.play(mv);
            positions.push(position);
        }
        let castling = CastlingMode::detect(&start);
        Replay { positions, moves, result, castling, ..Replay::new() }
    }

    /// The same game with these tags, and castling as they say; an error if they name a variant with other rules.
    pub(super) fn tagged(self, mut tags: Vec<(String, String)>) -> Result<Replay, PgnErrorKind> {
        keep_last(&mut tags);
        let mut castling = self.castling;
        for (name, value) in tags.iter().filter(|(name, _)| name == "Variant") {
            let mut variant = Tags::default();
            // A tag may have this name.
            let _ = variant.set(name, value);
            if variant.castling_mode()? == CastlingMode::Chess960 {
                castling = CastlingMode::Chess960;
            }
        }
        Ok(Replay { tags, castling, ..self })
    }

    /// A game whose moves are written in UCI, for example in a line; null moves among them only if it is read leniently.
    pub(super) fn of_uci<'a>(
        line: &str,
        start: Position,
        moves: impl Iterator<Item = &'a str>,
        result: GameResult,
        lenient: bool,
    ) -> Result<Replay, Fault> {
        let mut replay = Replay::of(start, Vec::new(), result);
        let mut position = start;
        for text in moves {
            let null = position.null_move().filter(|_| lenient && text == "0000");
            let mv = null.map_or_else(|| position.parse_uci(text), Ok);
            let mv = mv.map_err(|error| Fault::at(line, text, format_args!("`{text}`: {error}")))?;
            position.play(mv);
            replay.moves.push(mv);
            replay.positions.push(position);
        }
        Ok(replay)
    }

    /// Keeps the move that the checker has played.
    #[inline]
    fn push(&mut self) {
        self.moves.extend(self.checker.last_move());
        self.positions.push(*self.checker.position());
    }

    /// Each move with the position before it.
    pub(super) fn steps(&self) -> impl Iterator<Item = (&Position, Move)> {
        self.positions.iter().zip(self.moves.iter().copied())
    }

    /// The value of a tag, if the game has it.
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// What the tag Result and the last position have against the result.
    pub(super) fn doubts(&self) -> impl Iterator<Item = Doubt> + use<> {
        let tag = self.tag("Result").and_then(|tag| GameResult::from_bytes(tag.as_bytes()));
        let last = self.positions.last().copied().unwrap_or_default();
        Doubt::about_game(tag, Some(self.result), &last)
    }

    /// The ratings of both players, where they are numbers.
    pub(super) fn ratings(&self) -> [Option<u32>; 2] {
        ["WhiteElo", "BlackElo"].map(|name| self.tag(name)?.parse().ok())
    }
}

/// Of several tags with the same name, the last one counts, in the place of the first.
pub(super) fn keep_last(tags: &mut Vec<(String, String)>) {
    let mut order: Vec<usize> = (0..tags.len()).collect();
    order.sort_by(|&one, &other| tags[one].0.cmp(&tags[other].0)); // stable: each name in its order
    let mut is_first = vec![true; tags.len()];
    let mut first = order.first().copied().unwrap_or_default();
    for &place in order.iter().skip(1) {
        if tags[place].0 == tags[first].0 {
            tags[first].1 = std::mem::take(&mut tags[place].1);
            is_first[place] = false;
        } else {
            first = place;
        }
    }
    let mut is_first = is_first.into_iter();
    tags.retain(|_| is_first.next().unwrap_or_default());
}

impl Visitor for Replay {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.tags.clear();
        self.positions.clear();
        self.moves.clear();
        self.result = GameResult::Unknown;
        self.left_out = LeftOut::default();
        self.checker.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.checker.tag(name, value)?;
        self.tags.push((String::from_utf8_lossy(name).into_owned(), value.to_text().into_owned()));
        Ok(())
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        keep_last(&mut self.tags);
        let flow = self.checker.begin_moves()?;
        self.positions.push(*self.checker.position());
        self.castling = self.checker.castling_mode();
        Ok(flow)
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.checker.san(san)?;
        self.push();
        Ok(())
    }

    fn null_move(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        self.checker.null_move(fault)?;
        self.push();
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
