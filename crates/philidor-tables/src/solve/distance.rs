//! How far a position is from its end, in half-moves, by one of two measures; and the two bytes that keep it.

use core::cmp::Ordering;

use crate::value::Wdl;

/// What distances are measured to. See [`Solver`](super::Solver).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// To the next capture, pawn move or mate (DTZ), with the fifty-move rule: what keeps a win a win.
    Zeroing,
    /// To mate (DTM), without the fifty-move rule.
    Mate,
}

/// The last half-move that the fifty-move rule allows.
pub(super) const FIFTY_MOVES: u16 = 100;

impl Measure {
    /// The distance before a zeroing move, from the one after it.
    #[inline]
    pub(super) const fn before_zeroing(self, after: u16) -> u16 {
        match self {
            Measure::Zeroing if after <= FIFTY_MOVES => 1,
            Measure::Zeroing => FIFTY_MOVES + 1,
            Measure::Mate => after + 1,
        }
    }
}

/// What the side to move reaches with perfect play, and in how many half-moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distance {
    Loss(u16),
    Draw,
    Win(u16),
}

impl Distance {
    /// With the fifty-move rule, if it is the distance to a zeroing move.
    pub(super) const fn wdl(self) -> Wdl {
        match self {
            Distance::Loss(plies) if plies <= FIFTY_MOVES => Wdl::Loss,
            Distance::Loss(_) => Wdl::BlessedLoss,
            Distance::Draw => Wdl::Draw,
            Distance::Win(plies) if plies <= FIFTY_MOVES => Wdl::Win,
            Distance::Win(_) => Wdl::CursedWin,
        }
    }

    /// The distance before a zeroing move of the other side, if this is the one after it.
    pub(super) const fn before_zeroing(self, measure: Measure) -> Distance {
        match self {
            Distance::Loss(plies) => Distance::Win(measure.before_zeroing(plies)),
            Distance::Draw => Distance::Draw,
            Distance::Win(plies) => Distance::Loss(measure.before_zeroing(plies)),
        }
    }

    /// The greater, the better: a late loss before an early one, an early win before a late one.
    const fn rank(self) -> i32 {
        match self {
            Distance::Loss(plies) => plies as i32 - i32::MAX,
            Distance::Draw => 0,
            Distance::Win(plies) => i32::MAX - plies as i32,
        }
    }
}

impl PartialOrd for Distance {
    fn partial_cmp(&self, other: &Distance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Distance {
    fn cmp(&self, other: &Distance) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// A distance in two bytes, or what is known of it while it is looked for.
///
/// ```text
///   i16::MIN            not a position: a king could be taken, two pieces on a square, or a mirror image stands for it
///   -1 - n              lost in n half-moves
///   0                   drawn; while solving also: cannot be lost any more
///   n                   won in n half-moves; while solving: or in fewer
///   0x4000 | z<<9 | c   while solving: c quiet moves are not known to lose; z: the zeroing moves, if any, all lose
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Packed(pub(super) i16);

impl Packed {
    pub(super) const ILLEGAL: Packed = Packed(i16::MIN);
    pub(super) const DRAW: Packed = Packed(0);
    const OPEN: i16 = 0x4000;
    const ZEROING: i16 = 0x200;

    #[inline]
    pub(super) const fn win(plies: u16) -> Packed {
        Packed(plies as i16)
    }

    #[inline]
    pub(super) const fn loss(plies: u16) -> Packed {
        Packed(-1 - plies as i16)
    }

    #[inline]
    pub(super) const fn open(quiet_moves: u16, has_zeroing: bool) -> Packed {
        Packed(Packed::OPEN | if has_zeroing { Packed::ZEROING } else { 0 } | quiet_moves as i16)
    }

    #[inline]
    pub(super) const fn is_open(self) -> bool {
        self.0 >= Packed::OPEN
    }

    /// The quiet moves that are not known to lose.
    #[inline]
    pub(super) const fn quiet_moves(self) -> u16 {
        (self.0 & (Packed::ZEROING - 1)) as u16
    }

    #[inline]
    pub(super) const fn has_zeroing(self) -> bool {
        self.0 & Packed::ZEROING != 0
    }

    /// The half-moves of a win or a loss.
    #[inline]
    pub(super) const fn level(self) -> Option<u16> {
        match self.settled().distance() {
            Some(Distance::Loss(plies) | Distance::Win(plies)) => Some(plies),
            _ => None,
        }
    }

    /// Whether a position is not known to be won in as few half-moves.
    #[inline]
    pub(super) const fn is_improved_by_win(self, plies: u16) -> bool {
        self.0 == 0 || self.0 > plies as i16
    }

    /// The final value of a position: one that stayed open is drawn.
    #[inline]
    pub(super) const fn settled(self) -> Packed {
        if self.is_open() { Packed::DRAW } else { self }
    }

    /// `None` for what is not a position.
    #[inline]
    pub(super) const fn distance(self) -> Option<Distance> {
        match self.0 {
            i16::MIN => None,
            0 => Some(Distance::Draw),
            plies @ 1.. => Some(Distance::Win(plies as u16)),
            negative => Some(Distance::Loss((-1 - negative) as u16)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_bytes_keep_a_distance() {
        for plies in [0, 1, 100, 101, 1000] {
            assert_eq!(Packed::loss(plies).distance(), Some(Distance::Loss(plies)));
            assert_eq!(Packed::win(plies + 1).distance(), Some(Distance::Win(plies + 1)));
        }
        let open = Packed::open(218, true);
        assert!(open.is_open() && open.has_zeroing() && open.quiet_moves() == 218);
        assert_eq!(open.settled().distance(), Some(Distance::Draw));
        assert!(!Packed::ILLEGAL.is_open() && !Packed::win(500).is_open());
        assert_eq!(Packed::ILLEGAL.distance(), None);
    }

    #[test]
    fn the_later_loss_and_the_earlier_win_are_better() {
        let ascending =
            [Distance::Loss(0), Distance::Loss(101), Distance::Draw, Distance::Win(101), Distance::Win(1)];
        assert!(ascending.is_sorted());
    }

    #[test]
    fn the_fifty_move_rule_divides_wins_and_losses() {
        assert_eq!(Distance::Win(100).wdl(), Wdl::Win);
        assert_eq!(Distance::Win(101).wdl(), Wdl::CursedWin);
        assert_eq!(Distance::Loss(101).before_zeroing(Measure::Zeroing), Distance::Win(101));
        assert_eq!(Distance::Loss(100).before_zeroing(Measure::Zeroing), Distance::Win(1));
        assert_eq!(Distance::Win(7).before_zeroing(Measure::Mate), Distance::Loss(8));
    }
}
