//! Three-check: the side that gives the third check wins.
//!
//! ```text
//! rnbqk1nr/pppp1Bpp/8/2b1p3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 2+3 0 3     White needs two more checks, Black three
//! ```
//!
//! A double check counts once.

use alloc::vec::Vec;

use philidor::{Color, Fault, Outcome, Setup, Win};

use super::others;
use crate::extra::{Checks, Extra};
use crate::position::{MovesOf, Rules, VariantPosition};

/// Three-check, as on Lichess.
pub type ThreeCheck = ManyChecks<3>;

/// By the number of checks; the first one stands for more than nine.
const NAMES: [&str; 10] = [
    "Many-check",
    "1-check",
    "2-check",
    "Three-check",
    "4-check",
    "5-check",
    "6-check",
    "7-check",
    "8-check",
    "9-check",
];

/// The side that has given `N` checks wins.
///
/// ```
/// use philidor_variants::{ManyChecks, Rules, VariantPosition, perft};
/// let five_check = VariantPosition::<ManyChecks<5>>::default();
/// assert_eq!(perft(&five_check, 4), 197_281);
/// assert_eq!(<ManyChecks<5> as Rules>::NAME, "5-check");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ManyChecks<const N: u8>;

impl<const N: u8> Rules for ManyChecks<N> {
    type Extra = Checks;
    const NAME: &'static str = NAMES[if N < 10 { N as usize } else { 0 }];
    const MOVES: MovesOf = MovesOf::Chess;
    const CHECKS_TO_WIN: u8 = N;

    #[inline(always)]
    fn end(position: &VariantPosition<Self>) -> Option<Outcome> {
        let has_given_all = |color: &Color| position.extra().checks(*color) >= N;
        let winner = Color::ALL.into_iter().find(has_given_all)?;
        Some(Outcome::Win { winner, by: Win::Checks })
    }

    fn has_insufficient_material(position: &VariantPosition<Self>, color: Color) -> bool {
        others(position.board(), color).is_empty()
    }

    fn faults(_: &Setup, checks: &Checks, faults: &mut Vec<Fault>) {
        if Color::ALL.into_iter().all(|color| checks.checks(color) >= N) {
            faults.push(Fault::Refused("both sides have given all checks"));
        }
        for color in Color::ALL {
            if checks.checks(color) > N {
                faults.push(Fault::TooManyChecks { color, checks: checks.checks(color), needed: N });
            }
        }
    }
}
