//! The result of a match: games and pairs, seen by the first contender, and who failed how often.

use std::collections::BTreeMap;

use super::ending::Cause;
use super::failure::PlayerFailure;
use super::likelihood::Estimate;

/// Games and pairs of one match of two.
///
/// ```
/// use philidor_uci::tournament::Tally;
///
/// let mut tally = Tally::default();
/// tally.pairs = [1, 4, 10, 7, 3]; // of another match runner, for example
/// let estimate = tally.estimate().expect("there are pairs");
/// let [low, high] = estimate.elo_bounds();
/// assert!(low < 0.0 && estimate.elo() > 0.0 && high > 90.0); // nothing is known yet
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// Games that were won.
    pub wins: u64,
    /// Games that were drawn.
    pub draws: u64,
    /// Games that were lost.
    pub losses: u64,
    /// Pairs of games by their points, 0, ½, 1, 1½ and 2: the *pentanomial* counts.
    pub pairs: [u64; 5],
    /// Pairs of which one game is played: its half-points.
    open: BTreeMap<usize, usize>,
}

impl Tally {
    /// Counts a game of a pair: 0 for a loss, 1 for a draw, 2 for a win.
    pub(super) fn add(&mut self, pair: usize, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
        match self.open.remove(&pair) {
            Some(other) => self.pairs[(other + half_points).min(4)] += 1,
            None => drop(self.open.insert(pair, half_points)),
        }
    }

    /// How many games were played.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points of all games; a half before the first.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// What the complete pairs say about strength; `None` before the first.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::from_pairs(&self.pairs)
    }
}

/// How often a contender lost a game by a fault rather than on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Faults {
    /// Ended, panicked, or could not be reached.
    pub crashes: u64,
    /// Did not answer.
    pub hangs: u64,
    /// Out of time.
    pub time_losses: u64,
    /// Played a move that is not legal.
    pub illegal_moves: u64,
}

impl Faults {
    /// All of them.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.crashes + self.hangs + self.time_losses + self.illegal_moves
    }

    /// Counts a game if this contender lost it that way.
    pub(super) fn add(&mut self, name: &str, cause: &Cause) {
        let count = match cause {
            Cause::Time(whose) if whose == name => &mut self.time_losses,
            Cause::Failure(whose, failure) if whose == name => match failure {
                PlayerFailure::Late(_) => &mut self.time_losses,
                PlayerFailure::Silent(_) => &mut self.hangs,
                PlayerFailure::Illegal(_) => &mut self.illegal_moves,
                _ => &mut self.crashes,
            },
            _ => return,
        };
        *count += 1;
    }
}
