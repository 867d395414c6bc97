//! Checks that each move is legal, and nothing else.
//!
//! A [`Checker`](super::Checker) has the position after every move, with its key and its clocks, and can take the last
//! move back. Deciding whether a file is good needs none of this, so an arbiter has a [`Replay`] instead.

use philidor::{Color, GameResult, Position, Replay};

use super::doubt::Doubt;
use super::scoresheet::Counts;
use super::scoresheet::Scoresheet;
use crate::error::PgnErrorKind;
use crate::start::{self, StartTag};
use crate::text::TagValue;
use crate::visitor::{Flow, Visitor};

/// The visitor that checks the moves of main lines without giving access to positions: it finds the same errors as
/// [`check`](super::check).
///
/// ```
/// use philidor_pgn::{Arbiter, Reader};
/// let mut arbiter = Arbiter::new();
/// let mut reader = Reader::new(b"1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Ke3 *");
/// assert_eq!(reader.read_game(&mut arbiter), Some(Ok(())));
/// assert!(reader.read_game(&mut arbiter).is_some_and(|game| game.is_err()));
/// assert_eq!((arbiter.counts().games, arbiter.counts().moves), (2, 6));
/// ```
#[derive(Clone, Debug)]
pub struct Arbiter {
    /// The start of games that do not give one.
    start: Position,
    replay: Replay,
    /// The number of the next move.
    number: u32,
    sheet: Scoresheet,
}

impl Default for Arbiter {
    fn default() -> Arbiter {
        Arbiter::new()
    }
}

impl Arbiter {
    /// A visitor before its first game.
    #[must_use]
    pub fn new() -> Arbiter {
        let start = Position::default();
        Arbiter { start, replay: Replay::new(start), number: 1, sheet: Scoresheet::default() }
    }

    /// The doubts about the last game read, if it was good, as in [`Checker::doubts`](super::Checker::doubts).
    ///
    /// ```
    /// use philidor_pgn::{Arbiter, Reader};
    /// let mut arbiter = Arbiter::new();
    /// Reader::new(b"1. f3 e5 2. g4 Qh4# 1-0").read_game(&mut arbiter).expect("a game")?;
    /// let doubts: Vec<String> = arbiter.doubts().map(|doubt| doubt.to_string()).collect();
    /// assert_eq!(doubts, ["Black wins by checkmate, but the game ends with 1-0"]);
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    pub fn doubts(&self) -> impl Iterator<Item = Doubt> + use<> {
        self.sheet.doubts(self.replay.end_on_board())
    }

    /// After Black's moves the number grows.
    #[inline(always)]
    fn count_number(&mut self) {
        self.number = self.number.saturating_add(u32::from(self.replay.side_to_move() == Color::White));
    }

    /// The games and moves seen. Bad games are left for the reader to count.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.sheet.counts()
    }
}

impl Visitor for Arbiter {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.replay = Replay::new(self.start);
        self.number = self.start.fullmove_number();
        self.sheet.begin_game();
        Ok(())
    }

    #[inline(always)]
    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        match start::from_tag(name, value)? {
            StartTag::Fen(Some(position)) => {
                self.replay = Replay::new(position);
                self.number = position.fullmove_number();
            }
            StartTag::Other => self.sheet.tag(name, value),
            StartTag::Fen(None) | StartTag::Variant(..) => {}
        }
        Ok(())
    }

    #[inline(always)]
    fn before_move(&mut self, text: &[u8]) {
        self.sheet.moves.compare_number(text, self.number, self.replay.side_to_move());
    }

    #[inline(always)]
    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        if let Err(error) = self.replay.play_san(san) {
            self.sheet.moves.refuse();
            return Err(error.into());
        }
        self.sheet.moves.accept();
        let replay = &self.replay;
        let mover = (self.number, !replay.side_to_move());
        self.sheet.moves.compare_mark(san, mover, || replay.is_check(), || replay.end_on_board());
        self.count_number();
        self.sheet.count_move();
        Ok(())
    }

    #[inline(always)]
    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(Flow::Skip)
    }

    fn null_move(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        if !self.replay.pass() {
            return Err(fault);
        }
        self.count_number();
        Ok(())
    }

    #[inline(always)]
    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.sheet.result(result);
        Ok(())
    }

    #[inline(always)]
    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.sheet.end_game()
    }
}
