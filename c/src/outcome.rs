//! How a game ends on the board.

use std::ffi::{CStr, c_char};

use chess::{Claim, Color, Draw, Outcome, Win};

use crate::error::philidor_error;
use crate::guard::guarded;
use crate::memory::Output;
use crate::numbers::color;
use crate::position::{philidor_position, position};

/// How a game ended by the rules. Numbers keep their meaning in every version; new ones may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum philidor_outcome {
    /// The game continues.
    PHILIDOR_ONGOING = 0,
    /// Black is mated.
    PHILIDOR_WHITE_MATES = 1,
    /// White is mated.
    PHILIDOR_BLACK_MATES = 2,
    /// No legal move, and no check.
    PHILIDOR_STALEMATE = 3,
    /// Neither side has the pieces to mate.
    PHILIDOR_INSUFFICIENT_MATERIAL = 4,
    /// No moves lead to a mate, though there are pieces for it.
    PHILIDOR_DEAD_POSITION = 5,
    /// The position has occurred five times. Only a game can know.
    PHILIDOR_FIVEFOLD_REPETITION = 6,
    /// 75 moves of each side without a capture or a pawn move.
    PHILIDOR_SEVENTY_FIVE_MOVES = 7,
    /// An outcome for which this library has no number.
    PHILIDOR_OTHER_OUTCOME = 254,
    /// What a batch writes where there is no valid position.
    PHILIDOR_NO_OUTCOME = 255,
}

impl From<Option<Outcome>> for philidor_outcome {
    fn from(outcome: Option<Outcome>) -> philidor_outcome {
        match outcome {
            None => philidor_outcome::PHILIDOR_ONGOING,
            Some(Outcome::Win { winner: Color::White, by: Win::Checkmate }) => {
                philidor_outcome::PHILIDOR_WHITE_MATES
            }
            Some(Outcome::Win { winner: Color::Black, by: Win::Checkmate }) => {
                philidor_outcome::PHILIDOR_BLACK_MATES
            }
            Some(Outcome::Draw(Draw::Stalemate)) => philidor_outcome::PHILIDOR_STALEMATE,
            Some(Outcome::Draw(Draw::InsufficientMaterial)) => {
                philidor_outcome::PHILIDOR_INSUFFICIENT_MATERIAL
            }
            Some(Outcome::Draw(Draw::DeadPosition)) => philidor_outcome::PHILIDOR_DEAD_POSITION,
            Some(Outcome::Draw(Draw::FivefoldRepetition)) => philidor_outcome::PHILIDOR_FIVEFOLD_REPETITION,
            Some(Outcome::Draw(Draw::SeventyFiveMoves)) => philidor_outcome::PHILIDOR_SEVENTY_FIVE_MOVES,
            Some(_) => philidor_outcome::PHILIDOR_OTHER_OUTCOME,
        }
    }
}

/// The draw that a player may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum philidor_claim {
    /// None.
    PHILIDOR_NO_CLAIM = 0,
    /// The position has occurred three times.
    PHILIDOR_CLAIM_THREEFOLD_REPETITION = 1,
    /// 50 moves of each side without a capture or a pawn move.
    PHILIDOR_CLAIM_FIFTY_MOVES = 2,
    /// A claim for which this library has no number.
    PHILIDOR_OTHER_CLAIM = 254,
}

impl From<Option<Claim>> for philidor_claim {
    fn from(claim: Option<Claim>) -> philidor_claim {
        match claim {
            None => philidor_claim::PHILIDOR_NO_CLAIM,
            Some(Claim::ThreefoldRepetition) => philidor_claim::PHILIDOR_CLAIM_THREEFOLD_REPETITION,
            Some(Claim::FiftyMoves) => philidor_claim::PHILIDOR_CLAIM_FIFTY_MOVES,
            Some(_) => philidor_claim::PHILIDOR_OTHER_CLAIM,
        }
    }
}

/// The text with this number, or `unknown` if there is none.
pub(crate) fn numbered(texts: &[&'static CStr], number: u8, unknown: &'static CStr) -> *const c_char {
    texts.get(usize::from(number)).unwrap_or(&unknown).as_ptr()
}

/// A `philidor_outcome` in words, in English: `White wins by checkmate`, `draw by stalemate`; `unknown outcome` for any
/// other number. The text is there for the whole run of the program.
#[unsafe(no_mangle)]
pub extern "C" fn philidor_outcome_text(outcome: u8) -> *const c_char {
    const TEXTS: [&CStr; 8] = [
        c"the game is not over",
        c"White wins by checkmate",
        c"Black wins by checkmate",
        c"draw by stalemate",
        c"draw by insufficient material",
        c"draw by dead position",
        c"draw by fivefold repetition",
        c"draw by 75 moves",
    ];
    numbered(&TEXTS, outcome, c"unknown outcome")
}

/// A `philidor_claim` in words, likewise: `threefold repetition`.
#[unsafe(no_mangle)]
pub extern "C" fn philidor_claim_text(claim: u8) -> *const c_char {
    numbered(&[c"no claim", c"threefold repetition", c"50 moves"], claim, c"unknown claim")
}

/// Whether a color (a `philidor_color`) can never mate, with the pieces that are left, whatever the other side does. If
/// the other side then runs out of time, the game is drawn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_has_insufficient_material(
    position: *const philidor_position,
    color: u8,
    insufficient: *mut bool,
) -> philidor_error {
    guarded(|| {
        let color = self::color(color)?;
        // SAFETY: the caller promises what the header says of pointers.
        let (position, insufficient) = unsafe { (self::position(position)?, Output::one(insufficient)?) };
        insufficient.write(0, position.has_insufficient_material(color));
        Ok(())
    })
}

/// How a position ends the game, as far as one position shows: `philidor_game_outcome` knows repetitions, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_position_outcome(
    position: *const philidor_position,
    outcome: *mut philidor_outcome,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, outcome) = unsafe { (self::position(position)?, Output::one(outcome)?) };
        outcome.write(0, position.outcome().into());
        Ok(())
    })
}
