//! Tapered evaluation: values for two phases of the game in one word.
//!
//! ```text
//!   31 ────── 16   15 ─────── 0
//!    endgame        middle game          one addition adds both
//! ```
//!
//! A king in the center is in danger while there are queens, and strong without them. So each term has two values, and
//! the phase says where between them the evaluation lies. It counts the pieces that are left: 24 with all of them, 0
//! with kings and pawns alone.

use core::fmt;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use philidor::PieceType;

/// A value for the middle game and one for the endgame.
///
/// ```
/// use philidor_engine::evaluation::PhasedScore;
/// let value = PhasedScore::new(30, -10) + PhasedScore::new(-50, 15) * 2;
/// assert_eq!((value.middle(), value.end()), (-70, 20));
/// assert_eq!((value.at(PhasedScore::FULL), value.at(0), value.at(12)), (-70, 20, -25));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct PhasedScore(i32);

impl PhasedScore {
    /// Nothing in either phase.
    pub const ZERO: PhasedScore = PhasedScore(0);

    /// The phase with all pieces on the board.
    pub const FULL: i32 = 24;

    /// A value for each phase, each between -16,000 and 16,000.
    #[must_use]
    #[inline(always)]
    pub const fn new(middle: i32, end: i32) -> PhasedScore {
        PhasedScore((end << 16) + middle)
    }

    /// The value in the middle game.
    #[must_use]
    #[inline(always)]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value in the endgame, from which a negative value of the middle game has borrowed one.
    #[must_use]
    #[inline(always)]
    pub const fn end(self) -> i32 {
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }

    /// The value in a phase, from 0 (endgame) to [`PhasedScore::FULL`].
    #[must_use]
    #[inline(always)]
    pub const fn at(self, phase: i32) -> i32 {
        let phase = if phase > PhasedScore::FULL { PhasedScore::FULL } else { phase };
        (self.middle() * phase + self.end() * (PhasedScore::FULL - phase)) / PhasedScore::FULL
    }

    /// How much a piece adds to the phase.
    #[must_use]
    #[inline(always)]
    pub const fn phase_of(piece_type: PieceType) -> i32 {
        match piece_type {
            PieceType::Queen => 4,
            PieceType::Rook => 2,
            PieceType::Bishop | PieceType::Knight => 1,
            PieceType::King | PieceType::Pawn => 0,
        }
    }
}

impl Add for PhasedScore {
    type Output = PhasedScore;

    #[inline(always)]
    fn add(self, other: PhasedScore) -> PhasedScore {
        PhasedScore(self.0 + other.0)
    }
}

impl AddAssign for PhasedScore {
    #[inline(always)]
    fn add_assign(&mut self, other: PhasedScore) {
        self.0 += other.0;
    }
}

impl Sub for PhasedScore {
    type Output = PhasedScore;

    #[inline(always)]
    fn sub(self, other: PhasedScore) -> PhasedScore {
        PhasedScore(self.0 - other.0)
    }
}

impl SubAssign for PhasedScore {
    #[inline(always)]
    fn sub_assign(&mut self, other: PhasedScore) {
        self.0 -= other.0;
    }
}

impl Neg for PhasedScore {
    type Output = PhasedScore;

    #[inline(always)]
    fn neg(self) -> PhasedScore {
        PhasedScore(-self.0)
    }
}

impl Mul<i32> for PhasedScore {
    type Output = PhasedScore;

    #[inline(always)]
    fn mul(self, factor: i32) -> PhasedScore {
        PhasedScore(self.0 * factor)
    }
}

impl fmt::Debug for PhasedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PhasedScore({}, {})", self.middle(), self.end())
    }
}
