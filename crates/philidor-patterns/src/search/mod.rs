//! A pattern made ready to be looked for, and games played against it.
//!
//! ```text
//! digests ──► decode ──► position, next move ──► the pattern at this ply ──► the first ply, or all
//!                │                                        │
//!                └─ play ◄── is what it needs still there? ┘        only after a capture or a pawn's move
//! ```

// A ply of a game with what is known of the game (`moment.rs`), what is asked of one position (`test.rs`), of several plies
// (`node.rs`), and of a game that is played (this file).
mod moment;
mod node;
mod test;

use std::fmt;

use philidor::{CastlingSide, Move, MoveDigest, Position};

pub use self::moment::Facts;
use self::moment::Moment;
use self::node::Node;
use crate::bounds::{Ceiling, Floor};
use crate::pattern::{Ending, Pattern};

/// A pattern that has been made ready: the cheap questions come first, and what the whole game must have is known.
#[derive(Clone, Debug)]
pub struct Search {
    node: Node,
    /// How many numbers it remembers from ply to ply.
    slots: usize,
    /// What is needed before each step of a sequence; of other patterns there is one.
    floors: Vec<Floor>,
    ceiling: Ceiling,
    asks_ending: bool,
    asks_result: bool,
}

impl Pattern {
    /// Makes it ready to be looked for in many games.
    ///
    /// ```
    /// use philidor::{Game, Position};
    /// use philidor_patterns::{Facts, Pattern};
    ///
    /// let pattern: Pattern = "N on f3 and black to move".parse()?;
    /// let game = Game::from_uci(Position::default(), ["e2e4", "e7e5", "g1f3"])?;
    /// let digests: Vec<_> = game.moves().map(|mv| mv.digest()).collect();
    /// assert_eq!(pattern.search().first(game.start(), digests, Facts::default()), Ok(Some(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn search(&self) -> Search {
        let mut slots = 0;
        let node = Node::of(self, &mut slots);
        let floors = match self {
            Pattern::Sequence(steps) => Floor::of_steps(steps),
            pattern => vec![Floor::of(pattern)],
        };
        Search {
            node,
            slots,
            floors,
            ceiling: Ceiling::of(self),
            asks_ending: asks(self, &|pattern| matches!(pattern, Pattern::Ends(_))),
            asks_result: asks(self, &|pattern| matches!(pattern, Pattern::Result(_))),
        }
    }
}

/// Whether some part of a pattern is such a one.
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
    /// What a game in which it is found has at its end.
    #[must_use]
    pub const fn ceiling(&self) -> Ceiling {
        self.ceiling
    }

    /// Whether it asks for the result of the game, so that one without it never matches.
    #[must_use]
    pub const fn asks_result(&self) -> bool {
        self.asks_result
    }

    /// Whether it asks how the game ends on the board, so that one that the caller plays must say it.
    #[must_use]
    pub const fn asks_ending(&self) -> bool {
        self.asks_ending
    }

    /// Begins a game that the caller plays.
    #[must_use]
    pub fn begin(&self, facts: Facts) -> Matcher<'_> {
        Matcher { search: self, slots: vec![0; self.slots], ply: 0, castled: [None; 2], facts }
    }

    /// The first ply of a game at which the pattern holds; `None` if there is none. Moves after it are not looked at.
    ///
    /// # Errors
    ///
    /// The first move that is not legal where it is played, unless the game need not be played up to it.
    pub fn first(
        &self,
        start: &Position,
        moves: impl IntoIterator<Item = MoveDigest, IntoIter: Clone>,
        facts: Facts,
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
    /// As those of [`first`](Search::first).
    pub fn each(
        &self,
        start: &Position,
        moves: impl IntoIterator<Item = MoveDigest, IntoIter: Clone>,
        facts: Facts,
        mut found: impl FnMut(u32, &Position),
    ) -> Result<(), IllegalDigest> {
        self.play(start, moves.into_iter(), facts, |ply, position| {
            found(ply, position);
            true
        })
    }

    /// Plays a game, and calls `found` where the pattern holds, until it returns false or the pattern cannot hold any
    /// more.
    #[inline(always)]
    fn play(
        &self,
        start: &Position,
        mut moves: impl Iterator<Item = MoveDigest> + Clone,
        mut facts: Facts,
        mut found: impl FnMut(u32, &Position) -> bool,
    ) -> Result<(), IllegalDigest> {
        if self.asks_ending && facts.ending.is_none() {
            facts.ending = ending(start, moves.clone())?;
        }
        let mut matcher = self.begin(facts);
        let mut position = *start;
        if !matcher.may_hold(&position) || !matcher.floor().allows(facts.result) {
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
            if ply >= matcher.floor().last_ply {
                return Ok(());
            }
            position.play(mv);
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
        position.play(position.decode(digest).ok_or(IllegalDigest { ply, digest })?);
    }
    Ok(Ending::of(&position))
}

impl Ending {
    /// How a game ends with this position; `None` if there is a legal move.
    #[must_use]
    pub fn of(last: &Position) -> Option<Ending> {
        let ends = last.legal_move_count() == 0;
        ends.then(|| if last.is_check() { Ending::Checkmate } else { Ending::Stalemate })
    }
}

/// A pattern in a game that the caller plays, position by position.
#[derive(Clone, Debug)]
pub struct Matcher<'a> {
    search: &'a Search,
    /// What each part of the pattern remembers of the plies before.
    slots: Vec<u32>,
    ply: u32,
    /// Where White and Black have castled.
    castled: [Option<CastlingSide>; 2],
    facts: Facts,
}

impl Matcher<'_> {
    /// Whether the pattern holds in the next position of the game, from which this move is played, which may be a null
    /// move; `None` in the last. To be called for each position in turn.
    #[inline]
    pub fn holds(&mut self, position: &Position, next: Option<Move>) -> bool {
        let moment = Moment { position, next, ply: self.ply, castled: self.castled, facts: &self.facts };
        let holds = self.search.node.holds(&moment, &mut self.slots);
        self.ply = self.ply.saturating_add(1);
        if let Some(side) = next.and_then(Move::castling_side) {
            self.castled[position.side_to_move().index()] = Some(side);
        }
        holds
    }

    /// Whether it can hold in a position or after it, as far as pieces and pawns say.
    #[must_use]
    #[inline]
    pub fn may_hold(&self, position: &Position) -> bool {
        let floor = self.floor();
        floor.is_free() || floor.is_met(position.board())
    }

    /// What is needed from now on.
    #[inline]
    fn floor(&self) -> &Floor {
        let floors = &self.search.floors;
        // The first slots are those of the outermost sequence.
        let done = if floors.len() == 1 {
            0
        } else {
            self.slots.iter().take(floors.len() - 1).take_while(|&&ply| ply > 0).count()
        };
        floors.get(done).unwrap_or(&Floor::NONE)
    }
}

/// A digest that is not a legal move in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalDigest {
    /// How many half-moves were played before it.
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

impl std::error::Error for IllegalDigest {}
