//! How a game is expected to end: a score as chances of a win, a draw and a loss.
//!
//! ```text
//! win(s) = 1 / (1 + exp((HALF − s) / SPREAD))     loss(s) = win(−s)     draw = the rest
//! ```
//!
//! At a score of `HALF` a side wins half of its games. **Unmeasured:** both numbers are what is usual among engines of
//! this strength; they have not been fitted to games of this one yet, and do not depend on how many pieces are left.

use super::score::Score;

/// The score in centipawns at which half of the games are won.
const HALF: f64 = 120.0;

/// How many centipawns change the odds by a factor of e.
const SPREAD: f64 = 80.0;

/// The chances of the side to move, in thousandths; their sum is 1,000.
///
/// ```
/// use philidor_engine::{Score, Wdl};
///
/// assert_eq!(Wdl::from_score(Score::DRAW), Wdl { win: 182, draw: 636, loss: 182 });
/// assert_eq!(Wdl::from_score(Score::centipawns(120)), Wdl { win: 500, draw: 453, loss: 47 });
/// assert_eq!(Wdl::from_score(Score::mated_in(4)), Wdl { win: 0, draw: 0, loss: 1_000 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// It wins.
    pub win: u32,
    /// It draws.
    pub draw: u32,
    /// It loses.
    pub loss: u32,
}

impl Wdl {
    /// What a score promises.
    #[must_use]
    pub fn from_score(score: Score) -> Wdl {
        let chance = |value: f64| (1_000.0 / (1.0 + ((HALF - value) / SPREAD).exp())).round() as u32;
        let value = f64::from(score.value());
        let (win, loss) = (chance(value), chance(-value));
        Wdl { win, draw: 1_000_u32.saturating_sub(win + loss), loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow() {
        let mut before = 0;
        for value in -32_000..=32_000 {
            let Wdl { win, draw, loss } = Wdl::from_score(Score::from_value(value));
            assert_eq!(win + draw + loss, 1_000, "{value}");
            assert!(win >= before, "{value}");
            before = win;
        }
        assert_eq!(before, 1_000);
    }
}
