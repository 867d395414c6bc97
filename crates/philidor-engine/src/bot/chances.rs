//! How a game is expected to end: a score as chances of a win, a draw and a loss.
//!
//! ```text
//! win(s) = 1 / (1 + exp((HALF − s) / SPREAD))     loss(s) = win(−s)     draw = the rest
//! ```
//!
//! At a score of `HALF` a side wins half of its games. Both numbers depend on how many pieces are left, kings and pawns
//! among them: a straight line from none to 16, and one from there to 32.
//!
//! They were fitted by `philidor data stats --wdl` to 1,064,337 positions of 8,234 games of the engine against itself,
//! 500 nodes a move, with their scores (`bench/record/strength.md`). Scores of long searches are worth more than the
//! curve says, and against a stronger or weaker opponent it says nothing. Games of the next network gave nearly the
//! same curve with 16 and 32 pieces, and a steeper one with few; a network with another scale needs another curve.

use super::score::Score;

/// The score in centipawns at which half of the games are won: without pieces, with 16 and with 32.
const HALF: [f64; 3] = [587.0, 101.0, 90.0];

/// How many centipawns change the odds by a factor of e, for the same numbers of pieces.
const SPREAD: [f64; 3] = [160.0, 135.0, 212.0];

/// The chances of the side to move, in thousandths; their sum is 1,000.
///
/// ```
/// use philidor_engine::{Chances, Score};
///
/// assert_eq!(Chances::from_score(Score::DRAW, 32), Chances { win: 395, draw: 210, loss: 395 });
/// assert_eq!(Chances::from_score(Score::centipawns(101), 16), Chances { win: 500, draw: 317, loss: 183 });
/// assert_eq!(Chances::from_score(Score::mated_in(4), 5), Chances { win: 0, draw: 0, loss: 1_000 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// How likely it wins, in thousandths.
    pub win: u32,
    /// How likely it draws, in thousandths.
    pub draw: u32,
    /// How likely it loses, in thousandths.
    pub loss: u32,
}

impl Chances {
    /// What a score promises with this many pieces on the board, kings and pawns among them.
    #[must_use]
    pub fn from_score(score: Score, pieces: u32) -> Chances {
        let (half, spread) = (between(HALF, pieces), between(SPREAD, pieces));
        let chance = |value: f64| (1_000.0 / (1.0 + ((half - value) / spread).exp())).round() as u32;
        let value = f64::from(score.value());
        let (win, loss) = (chance(value), chance(-value));
        Chances { win, draw: 1_000_u32.saturating_sub(win + loss), loss }
    }
}

/// Interpolates linearly between the values without pieces, with 16 and with 32.
fn between([none, middle, all]: [f64; 3], pieces: u32) -> f64 {
    let share = f64::from(pieces.min(32)) / 16.0;
    if share < 1.0 { none + (middle - none) * share } else { middle + (all - middle) * (share - 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow() {
        for pieces in [0, 2, 5, 15, 16, 17, 32, 64] {
            let mut before = 0;
            for value in -32_000..=32_000 {
                let Chances { win, draw, loss } = Chances::from_score(Score::from_value(value), pieces);
                assert_eq!(win + draw + loss, 1_000, "{value}");
                assert!(win >= before, "{value}");
                before = win;
            }
            assert_eq!(before, 1_000);
        }
    }

    #[test]
    fn the_fewer_pieces_the_more_draws() {
        let draws = [4, 8, 12, 16].map(|pieces| Chances::from_score(Score::centipawns(150), pieces).draw);
        assert!(draws.windows(2).all(|two| two[0] > two[1]), "{draws:?}");
    }
}
