//! A pattern prepared for a search, and games played to find it.
//!
//! ```text
//! digests ──► do pawns leave home in an order that allows it? does a ply have its pawns?
//!    │
//!    └──────► decode ──► position, next move ──► the pattern at this ply ──► the first ply, or all
//!                │                                         │
//!                └─ play ◄── is what it needs still there? ┘        only after a capture or a pawn's move
//! ```

// `home_pawns.rs` and `skeleton.rs` rule out games before they are played. `moment.rs` has a ply of a game,
// `predicate.rs` questions about one ply, `tracker.rs` questions about several; this file plays the game.
mod home_pawns;
mod moment;
mod predicate;
mod skeleton;
mod tracker;

use std::fmt;

use philidor::{CastlingSide, Move, MoveDigest, Position};

use self::home_pawns::HomePawns;
pub use self::moment::GameFacts;
use self::moment::Moment;
use self::skeleton::Skeletons;
use self::tracker::Tracker;
use crate::bounds::{EndLimits, Requirements};
use crate::pattern::{Ending, Pattern};

/// A prepared pattern: it asks cheap questions first, and knows what a whole game must have.
#[derive(Clone, Debug)]
pub struct Search {
    tracker: Tracker,
    /// How many numbers the trackers remember from ply to ply.
    slots: usize,
    /// The requirements before each step of a sequence; a single one for other patterns.
    requirements: Vec<Requirements>,
    home_pawns: HomePawns,
    skeletons: Skeletons,
    end: EndLimits,
    asks_ending: bool,
    asks_result: bool,
}

impl Pattern {
    /// Prepares the pattern, once for many games.
    ///
    /// ```
    /// use philidor::{Game, Position};
    /// use philidor_patterns::{GameFacts, Pattern};
    ///
    /// let pattern: Pattern = "N on f3 and black to move".parse()?;
    /// let game = Game::from_uci(Position::default(), ["e2e4", "e7e5", "g1f3"])?;
    /// let digests: Vec<_> = game.moves().map(|mv| mv.digest()).collect();
    /// assert_eq!(pattern.search().first(game.start(), digests, GameFacts::default()), Ok(Some(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn search(&self) -> Search {
        let mut slots = 0;
        let tracker = Tracker::new(self, &mut slots);
        let requirements = match self {
            Pattern::Sequence(steps) => Requirements::of_steps(steps),
            pattern => vec![Requirements::of(pattern)],
        };
        Search {
            tracker,
            slots,
            requirements,
            home_pawns: HomePawns::of(self),
            skeletons: Skeletons::of(self),
            end: EndLimits::of(self),
            asks_ending: asks(self, &|pattern| matches!(pattern, Pattern::Ends(_))),
            asks_result: asks(self, &|pattern| matches!(pattern, Pattern::Result(_))),
        }
    }
}

/// Whether a pattern or some part of it passes a test.
fn asks(pattern: &Pattern, is: &dyn Fn(&Pattern) -> bool) -> bool {
    is(pattern)
        || match pattern {
            Pattern::All(patterns) | Pattern::Any(patterns) => patterns.iter().any(|part| asks(part, is)),
            Pattern::Not(part) | Pattern::Once(part) | Pattern::For(part, _) => asks(part, is),
            Pattern::Sequence(steps) => steps.iter().any(|step| asks(&step.pattern, is)),
            _ => false,
        }
}

impl Search {
    /// How a game with the pattern can end.
    #[must_use]
    pub const fn end_limits(&self) -> EndLimits {
        self.end
    }

    /// Whether the pattern asks for the result; then a game whose result is unknown never matches.
    #[must_use]
    pub const fn asks_result(&self) -> bool {
        self.asks_result
    }

    /// Whether the pattern asks how the game ends on the board; a caller of [`begin`](Search::begin) must then set
    /// [`GameFacts::ending`].
    #[must_use]
    pub const fn asks_ending(&self) -> bool {
        self.asks_ending
    }

    /// Begins a game that the caller plays.
    #[must_use]
    pub fn begin(&self, facts: GameFacts) -> Matcher<'_> {
        Matcher { search: self, slots: vec![0; self.slots], ply: 0, castled: [None; 2], facts }
    }

    /// The first ply of a game at which the pattern holds, if any. Later moves are not read.
    ///
    /// # Errors
    ///
    /// The first illegal move, if the search gets that far.
    pub fn first(
        &self,
        start: &Position,
        moves: impl IntoIterator<Item = MoveDigest, IntoIter: Clone>,
        facts: GameFacts,
    ) -> Result<Option<u32>, IllegalDigest> {
        let mut found = None;
        self.play(start, moves.into_iter(), facts, |ply, _| {
            found = Some(ply);
            false
        })?;
        Ok(found)
    }

    /// Calls `found` with each ply at which the pattern holds, and its position.
    ///
    /// # Errors
    ///
    /// As [`first`](Search::first).
    pub fn each(
        &self,
        start: &Position,
        moves: impl IntoIterator<Item = MoveDigest, IntoIter: Clone>,
        facts: GameFacts,
        mut found: impl FnMut(u32, &Position),
    ) -> Result<(), IllegalDigest> {
        self.play(start, moves.into_iter(), facts, |ply, position| {
            found(ply, position);
            true
        })
    }

    /// Plays a game and calls `found` where the pattern holds, until `found` returns false or the pattern can no longer
    /// hold.
    #[inline(always)]
    fn play(
        &self,
        start: &Position,
        mut moves: impl Iterator<Item = MoveDigest> + Clone,
        mut facts: GameFacts,
        mut found: impl FnMut(u32, &Position) -> bool,
    ) -> Result<(), IllegalDigest> {
        if !self.home_pawns.allow(start, moves.clone()) || !self.skeletons.allow(start, moves.clone()) {
            return Ok(());
        }
        if self.asks_ending && facts.ending.is_none() {
            facts.ending = ending(start, moves.clone())?;
        }
        let mut matcher = self.begin(facts);
        let mut position = *start;
        if !matcher.may_hold(&position) || !matcher.requirements().allows(facts.result) {
            return Ok(());
        }
        loop {
            let ply = matcher.ply;
            let next = match moves.next() {
                Some(digest) => Some(position.decode(digest).ok_or(IllegalDigest { ply, digest })?),
                None => None,
            };
            if matcher.holds(&position, next) && !found(ply, &position) {
                return Ok(());
            }
            let Some(mv) = next else { return Ok(()) };
            if ply >= matcher.requirements().last_ply {
                return Ok(());
            }
            position.play_unchecked(mv);
            if mv.is_pawn_advance_or_capture() && !matcher.may_hold(&position) {
                return Ok(());
            }
        }
    }
}

/// How a game ends on the board.
fn ending(
    start: &Position,
    moves: impl Iterator<Item = MoveDigest>,
) -> Result<Option<Ending>, IllegalDigest> {
    let mut position = *start;
    for (ply, digest) in (0..).zip(moves) {
        position.play_unchecked(position.decode(digest).ok_or(IllegalDigest { ply, digest })?);
    }
    Ok(Ending::of(&position))
}

impl Ending {
    /// How a game ends in this position; `None` if it has a legal move.
    #[must_use]
    pub fn of(last: &Position) -> Option<Ending> {
        let ends = !last.has_legal_move();
        ends.then(|| if last.is_check() { Ending::Checkmate } else { Ending::Stalemate })
    }
}

/// A search in one game, which the caller plays position by position.
#[derive(Clone, Debug)]
pub struct Matcher<'a> {
    search: &'a Search,
    /// What each part of the pattern remembers of earlier plies.
    slots: Vec<u32>,
    ply: u32,
    /// The sides to which White and Black have castled.
    castled: [Option<CastlingSide>; 2],
    facts: GameFacts,
}

impl Matcher<'_> {
    /// Whether the pattern holds in the next position of the game. Call it for each position in turn, with the move
    /// that is played there, which may be a null move; with `None` in the last.
    #[inline]
    pub fn holds(&mut self, position: &Position, next: Option<Move>) -> bool {
        let moment = Moment { position, next, ply: self.ply, castled: self.castled, facts: &self.facts };
        let holds = self.search.tracker.holds(&moment, &mut self.slots);
        self.ply = self.ply.saturating_add(1);
        if let Some(side) = next.and_then(Move::castling_side) {
            self.castled[position.side_to_move().index()] = Some(side);
        }
        holds
    }

    /// Whether pieces and pawns still allow the pattern in this position or later.
    #[must_use]
    #[inline]
    pub fn may_hold(&self, position: &Position) -> bool {
        let requirements = self.requirements();
        requirements.is_met_by_any_board() || requirements.is_met(position.board())
    }

    /// The requirements from now on.
    #[inline]
    fn requirements(&self) -> &Requirements {
        let requirements = &self.search.requirements;
        // The first slots are those of the outermost sequence.
        let done = self.slots.iter().take(requirements.len() - 1).take_while(|&&ply| ply > 0).count();
        requirements.get(done).unwrap_or(&Requirements::NONE)
    }
}

/// A digest that stands for no legal move in its game.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalDigest {
    /// The number of half-moves before it.
    pub ply: u32,
    /// The digest.
    pub digest: MoveDigest,
}

impl fmt::Display for IllegalDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalDigest { ply, digest } = self;
        write!(f, "{} is not a legal move after {ply} half-moves", digest.0)
    }
}

philidor::debug_is_the_sentence!(IllegalDigest);

impl std::error::Error for IllegalDigest {}
