//! Whether a game can lead to a position: no, or unknown.
//!
//! That some game does cannot be decided in general. That none does can be shown where the tree of unmoves dies: all
//! ways back end at positions that have no last move and are not where games start.

use alloc::vec;

use philidor::{CastlingMode, Color, Position, Setup};

use super::retractor::Retractor;
use super::unmove::Unmove;

/// Whether a game can lead to a position: no, or unknown. See [`Retractor::reachability`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reachability {
    /// No game leads to the position, if its state is what the retractor believes it to be: no line of unmoves is
    /// longer than this, and none ends where games start. With 0 it has no last move.
    No {
        /// The length of the longest line of unmoves.
        longest: u32,
    },
    /// Some line of unmoves is as long as was asked for, or ends where games start.
    Unknown,
}

impl Retractor {
    /// Whether a game can lead to a position, as far as its last `plies` moves show.
    ///
    /// Games start where standard chess does; for Chess960, by [`Retractor::castling`], from any back rank of either
    /// side. Nearly always the first line is long enough, and the answer takes as long as `plies` lists of unmoves.
    ///
    /// *No* is about positions as they are played: [`Retractor::new`] takes a missing en-passant square as proof that
    /// no pawn has just made a double push. For a FEN that anyone may have written, use
    /// [`Retractor::cautious`].
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_retro::{Reachability, Retractor};
    /// let retractor = Retractor::new();
    /// assert_eq!(retractor.reachability(&Position::default(), 9), Reachability::Unknown);
    ///
    /// // Two knights give check, and neither can have uncovered the other.
    /// let position: Position = "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1".parse()?;
    /// assert_eq!(retractor.reachability(&position, 1), Reachability::No { longest: 0 });
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn reachability(self, position: &Position, plies: u32) -> Reachability {
        match self.longest_line(position, plies) {
            None => Reachability::Unknown,
            Some(longest) => Reachability::No { longest },
        }
    }

    /// The longest line of unmoves, if all are shorter than `plies` and none ends where games start.
    ///
    /// The line that is walked is kept in a list, not on the stack, because the caller decides how long it may be.
    fn longest_line(self, position: &Position, plies: u32) -> Option<u32> {
        if plies == 0 || self.is_start(position) {
            return None;
        }
        let mut longest = 0;
        let mut line = vec![Step::new(self, *position)];
        while let Some(step) = line.last_mut() {
            let Some(unmove) = step.unmoves.next() else {
                line.pop();
                continue;
            };
            let before = step.retractor.before(&step.position, unmove);
            let retractor = step.retractor.further_back(unmove);
            let length = line.len() as u32;
            if length >= plies || retractor.is_start(&before) {
                return None;
            }
            longest = longest.max(length);
            line.push(Step::new(retractor, before));
        }
        Some(longest)
    }

    /// Whether the pieces are those of a start, and White is to move; a predecessor in reduced form has no rights.
    fn is_start(self, position: &Position) -> bool {
        let mut setup = position.to_setup();
        if position.side_to_move() != Color::White {
            return false;
        }
        let start = if self.castling == CastlingMode::Chess960 {
            setup.state = Setup::default().state;
            setup.double_chess960_number().and_then(Setup::double_chess960)
        } else {
            Some(Setup::default())
        };
        start.is_some_and(|start| start.board == setup.board)
    }
}

/// A position of the line that is walked, and the unmoves there that are still to be taken.
struct Step {
    retractor: Retractor,
    position: Position,
    unmoves: vec::IntoIter<Unmove>,
}

impl Step {
    fn new(retractor: Retractor, position: Position) -> Step {
        let unmoves = retractor.unmoves(&position).to_vec().into_iter();
        Step { retractor, position, unmoves }
    }
}
