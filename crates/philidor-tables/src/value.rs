//! What a position is worth with perfect play, when a draw can be claimed after fifty moves of each side without a
//! capture and without a move of a pawn.
//!
//! ```text
//!  -2 Loss   -1 BlessedLoss   0 Draw   +1 CursedWin   +2 Win          for the side to move
//!                └────── drawn by the fifty-move rule ──────┘
//! ```

use core::fmt;
use core::ops::Neg;

/// The value of a position for the side to move, if its halfmove clock stands at zero.
///
/// A cursed win would be won without the fifty-move rule, and a blessed loss lost: with it, both are draws.
///
/// ```
/// use philidor_tables::Wdl;
/// assert!(Wdl::Loss < Wdl::BlessedLoss && Wdl::CursedWin < Wdl::Win);
/// assert_eq!(Wdl::Win.number(), 2);
/// assert_eq!(-Wdl::Loss, Wdl::Win);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum Wdl {
    /// Lost.
    Loss = -2,
    /// Lost, but for the fifty-move rule.
    BlessedLoss = -1,
    /// Drawn.
    Draw = 0,
    /// Won, but for the fifty-move rule.
    CursedWin = 1,
    /// Won.
    Win = 2,
}

impl Wdl {
    /// All five, from the worst to the best.
    pub const ALL: [Wdl; 5] = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];

    /// From -2, lost, to 2, won: the number that other programs print.
    #[must_use]
    pub const fn number(self) -> i8 {
        self as i8
    }

    /// The value that a number from -2 to 2 stands for.
    #[must_use]
    pub const fn from_number(number: i8) -> Option<Wdl> {
        match number {
            -2 => Some(Wdl::Loss),
            -1 => Some(Wdl::BlessedLoss),
            0 => Some(Wdl::Draw),
            1 => Some(Wdl::CursedWin),
            2 => Some(Wdl::Win),
            _ => None,
        }
    }
}

/// The same position from the other side's point of view.
impl Neg for Wdl {
    type Output = Wdl;

    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// `loss`, `blessed loss`, `draw`, `cursed win` or `win`.
impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Wdl::Loss => "loss",
            Wdl::BlessedLoss => "blessed loss",
            Wdl::Draw => "draw",
            Wdl::CursedWin => "cursed win",
            Wdl::Win => "win",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_signs_agree() {
        for wdl in Wdl::ALL {
            assert_eq!(Wdl::from_number(wdl.number()), Some(wdl));
            assert_eq!((-wdl).number(), -wdl.number());
        }
        assert_eq!([-3, 3].map(Wdl::from_number), [None, None]);
    }
}
