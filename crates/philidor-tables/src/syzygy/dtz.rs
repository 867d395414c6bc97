//! Distances to zero: how far a capture or a move of a pawn is, and what that makes of a position whose halfmove clock
//! has advanced.
//!
//! ```text
//!           win                        cursed win             number, for the side to move; a loss has the sign -
//!  1 … 100 ────────────┤ 101 … ────────────────────────
//!  the plies to the move that zeroes the clock, or mates      the same plus 100
//! ```

use core::fmt;
use core::ops::Neg;

use crate::value::Wdl;

/// The distance to zero: after how many plies a capture, a move of a pawn or checkmate comes, if the winner hurries and
/// the loser delays, each without giving up the value [`Wdl`].
///
/// Its [`number`](Dtz::number) has the convention of other programs: it is positive for the side that wins; a cursed
/// win, or a blessed loss, has 100 more than the plies if the plies alone do not say so; 0 is a draw; and checkmate has
/// -1, as does a position in which only captures or moves of pawns are left, all of which lose.
///
/// Most tables count in moves, not in plies, so that the distance is [`number`](Dtz::number) or one ply more: then
/// [`is_exact`](Dtz::is_exact) is false. Wins that would be draws one ply later are in tables that count in plies.
///
/// ```
/// use philidor_tables::Wdl;
/// use philidor_tables::syzygy::Dtz;
///
/// let loss = Dtz::exact(-4);
/// assert_eq!((loss.number(), loss.plies(), loss.wdl()), (-4, 4..=4, Wdl::Loss));
/// let win = Dtz::rounded(33);
/// assert_eq!((win.to_string(), win.plies(), win.wdl()), ("33 or 34".to_owned(), 33..=34, Wdl::Win));
/// assert_eq!(Dtz::DRAW.wdl(), Wdl::Draw);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dtz {
    number: i32,
    is_exact: bool,
}

impl Dtz {
    /// A draw, which has no distance.
    pub const DRAW: Dtz = Dtz::exact(0);

    /// Checkmate: lost, at any clock.
    pub(crate) const CHECKMATE: Dtz = Dtz::exact(-1);

    /// This number, exactly.
    #[must_use]
    pub const fn exact(number: i32) -> Dtz {
        Dtz { number, is_exact: true }
    }

    /// This number, or one ply more.
    #[must_use]
    pub const fn rounded(number: i32) -> Dtz {
        Dtz { number, is_exact: number == 0 }
    }

    /// The distance if the next move zeroes the clock and keeps this value.
    #[must_use]
    pub const fn before_zeroing(wdl: Wdl) -> Dtz {
        Dtz::exact(match wdl {
            Wdl::Loss => -1,
            Wdl::BlessedLoss => -101,
            Wdl::Draw => 0,
            Wdl::CursedWin => 101,
            Wdl::Win => 1,
        })
    }

    /// The number that other programs print: the smallest that the distance can be, with the sign of the value.
    #[must_use]
    pub const fn number(self) -> i32 {
        self.number
    }

    /// Whether the number is the distance itself.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.is_exact
    }

    /// The distances that it may be, without a sign; cursed wins and blessed losses have 100 more.
    #[must_use]
    pub const fn plies(self) -> core::ops::RangeInclusive<u32> {
        let least = self.number.unsigned_abs();
        least..=least + !self.is_exact as u32
    }

    /// The value of the position, if its halfmove clock stands at zero.
    #[must_use]
    pub const fn wdl(self) -> Wdl {
        match self.number {
            ..-100 => Wdl::BlessedLoss,
            -100..0 => Wdl::Loss,
            0 => Wdl::Draw,
            1..=100 => Wdl::Win,
            _ => Wdl::CursedWin,
        }
    }

    /// The value if the halfmove clock stands at `clock`.
    ///
    /// The move that zeroes the clock may be the hundredth: a win is left if distance and clock are at most 100
    /// together. If they are exactly that, and the distance is not exact, two values are possible. A distance does not
    /// know of checkmate, which counts whatever the clock says: [`Tables::probe`](super::Tables::probe) does.
    ///
    /// ```
    /// use philidor_tables::syzygy::{ClockedWdl, Dtz};
    /// assert_eq!(Dtz::exact(40).at_clock(60), ClockedWdl::Win);
    /// assert_eq!(Dtz::rounded(40).at_clock(60), ClockedWdl::WinOrCursedWin);
    /// assert_eq!(Dtz::rounded(40).at_clock(61), ClockedWdl::CursedWin);
    /// assert_eq!(Dtz::exact(-100).at_clock(0), ClockedWdl::Loss);
    /// ```
    #[must_use]
    pub fn at_clock(self, clock: u16) -> ClockedWdl {
        let clock = u32::from(clock);
        let (least, most) = (*self.plies().start(), *self.plies().end());
        let is_certain = most + clock <= 100;
        match self.wdl() {
            Wdl::Draw => ClockedWdl::Draw,
            Wdl::CursedWin => ClockedWdl::CursedWin,
            Wdl::BlessedLoss => ClockedWdl::BlessedLoss,
            Wdl::Win if is_certain => ClockedWdl::Win,
            Wdl::Loss if is_certain => ClockedWdl::Loss,
            Wdl::Win if least + clock > 100 => ClockedWdl::CursedWin,
            Wdl::Loss if least + clock > 100 => ClockedWdl::BlessedLoss,
            Wdl::Win => ClockedWdl::WinOrCursedWin,
            Wdl::Loss => ClockedWdl::LossOrBlessedLoss,
        }
    }

    /// The distance of a position that is known to have this value: of 100 or 101 plies it says which.
    #[must_use]
    pub(crate) fn of_value(self, wdl: Wdl) -> Dtz {
        match (self.number, wdl) {
            (-100 | 100, Wdl::Loss | Wdl::Win) => Dtz::exact(self.number),
            (-100 | 100, Wdl::BlessedLoss | Wdl::CursedWin) if !self.is_exact => Dtz::before_zeroing(wdl),
            _ => self,
        }
    }

    /// Of two distances with the same sign the one with the lesser number: the faster win, or the slower loss. It is
    /// exact if that follows from both.
    #[must_use]
    pub(crate) fn lesser(self, other: Dtz) -> Dtz {
        let last = |dtz: Dtz| dtz.number + if dtz.is_exact { 0 } else { dtz.number.signum() };
        let (number, end) = (self.number.min(other.number), last(self).min(last(other)));
        Dtz { number, is_exact: number == end }
    }

    /// The same, a move earlier that does not zero the clock, for the side that makes it.
    #[must_use]
    pub(crate) fn before_move(self) -> Dtz {
        Dtz { number: -(self.number + self.number.signum()), is_exact: self.is_exact }
    }
}

/// The same position from the other side's point of view.
impl Neg for Dtz {
    type Output = Dtz;

    fn neg(self) -> Dtz {
        Dtz { number: self.number.saturating_neg(), is_exact: self.is_exact }
    }
}

/// `-12`, or `33 or 34` if it is not exact.
impl fmt::Display for Dtz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact {
            return self.number.fmt(f);
        }
        write!(f, "{} or {}", self.number, self.number.saturating_add(self.number.signum()))
    }
}

/// The value of a position for the side to move, with its halfmove clock; two of them if the tables do not say which.
///
/// The order is from the worst to the best.
///
/// ```
/// use philidor_tables::{Wdl, syzygy::ClockedWdl};
///
/// assert!(ClockedWdl::BlessedLoss > ClockedWdl::Loss && ClockedWdl::CursedWin > ClockedWdl::Draw);
/// assert_eq!(ClockedWdl::CursedWin.certain(), Some(Wdl::CursedWin));
/// assert_eq!(ClockedWdl::WinOrCursedWin.certain(), None); // a rounded distance does not say which
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClockedWdl {
    /// Lost.
    Loss,
    /// Lost, or saved by the fifty-move rule by one ply.
    LossOrBlessedLoss,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// Won, or a draw by the fifty-move rule by one ply.
    WinOrCursedWin,
    /// Won.
    Win,
}

impl ClockedWdl {
    /// The value of a position that has this one with a clock at zero, if its distance is not known: from 1 to 100
    /// plies for a win or a loss.
    pub(crate) fn without_distance(wdl: Wdl, clock: u16) -> ClockedWdl {
        match (wdl, clock) {
            (Wdl::Win, 1..100) => ClockedWdl::WinOrCursedWin,
            (Wdl::Loss, 1..100) => ClockedWdl::LossOrBlessedLoss,
            _ => Dtz::before_zeroing(wdl).at_clock(clock),
        }
    }

    /// The value, if there is only one.
    #[must_use]
    pub const fn certain(self) -> Option<Wdl> {
        Some(match self {
            ClockedWdl::Loss => Wdl::Loss,
            ClockedWdl::BlessedLoss => Wdl::BlessedLoss,
            ClockedWdl::Draw => Wdl::Draw,
            ClockedWdl::CursedWin => Wdl::CursedWin,
            ClockedWdl::Win => Wdl::Win,
            ClockedWdl::LossOrBlessedLoss | ClockedWdl::WinOrCursedWin => return None,
        })
    }
}

/// The value if the halfmove clock stands at zero.
impl From<Wdl> for ClockedWdl {
    fn from(wdl: Wdl) -> ClockedWdl {
        ClockedWdl::without_distance(wdl, 0)
    }
}

/// `win`, or `win or cursed win`.
impl fmt::Display for ClockedWdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.certain() {
            Some(wdl) => wdl.fmt(f),
            None if *self == ClockedWdl::WinOrCursedWin => f.pad("win or cursed win"),
            None => f.pad("loss or blessed loss"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_name_their_value() {
        for wdl in Wdl::ALL {
            let dtz = Dtz::before_zeroing(wdl);
            assert_eq!(dtz.wdl(), wdl);
            assert_eq!((-dtz).wdl(), -wdl);
            assert_eq!(dtz.at_clock(0).certain(), Some(wdl));
        }
        assert_eq!(Dtz::rounded(100).of_value(Wdl::Win), Dtz::exact(100));
        assert_eq!(Dtz::rounded(-100).of_value(Wdl::BlessedLoss), Dtz::exact(-101));
        assert_eq!(Dtz::rounded(99).of_value(Wdl::Win), Dtz::rounded(99));
        assert_eq!((-Dtz::exact(i32::MIN)).to_string(), i32::MAX.to_string());
        assert_eq!(Dtz::rounded(5).before_move(), Dtz::rounded(-6));
        assert_eq!(Dtz::exact(-5).before_move(), Dtz::exact(6));
        assert_eq!(Dtz::DRAW.before_move(), Dtz::DRAW);
        assert_eq!(Dtz::rounded(5).lesser(Dtz::exact(6)), Dtz::rounded(5));
        assert_eq!(Dtz::rounded(5).lesser(Dtz::exact(5)), Dtz::exact(5));
        assert_eq!(Dtz::rounded(-7).lesser(Dtz::exact(-8)), Dtz::exact(-8));
        assert_eq!(Dtz::rounded(-7).lesser(Dtz::exact(-7)), Dtz::rounded(-7));
    }

    #[test]
    fn clocks_take_wins_away() {
        let values = |dtz: Dtz| [0, 99, 100].map(|clock| dtz.at_clock(clock));
        assert_eq!(values(Dtz::exact(1)), [ClockedWdl::Win, ClockedWdl::Win, ClockedWdl::CursedWin]);
        assert_eq!(
            values(Dtz::rounded(-1)),
            [ClockedWdl::Loss, ClockedWdl::LossOrBlessedLoss, ClockedWdl::BlessedLoss]
        );
        assert_eq!(values(Dtz::exact(-101)), [ClockedWdl::BlessedLoss; 3]);
        // Without a distance, from the shortest to the longest: only the ends are certain.
        let values = |wdl| [0, 1, 99, 100].map(|clock| ClockedWdl::without_distance(wdl, clock));
        let unsure = ClockedWdl::WinOrCursedWin;
        assert_eq!(values(Wdl::Win), [ClockedWdl::Win, unsure, unsure, ClockedWdl::CursedWin]);
        assert_eq!(values(Wdl::Draw), [ClockedWdl::Draw; 4]);
    }
}
