//! The door from setups to positions: the faults of chess, less those that a variant excuses, and its own.

use alloc::vec::Vec;

use philidor::{CastlingRights, Fault, Setup, Strictness};

use super::castling;
use super::{Rules, VariantPosition};
use crate::fault::VariantError;
use crate::fault::VariantFault;

impl<R: Rules> VariantPosition<R> {
    /// A position from a setup and what the variant adds to it.
    ///
    /// # Errors
    ///
    /// All faults that count at this strictness.
    ///
    /// ```
    /// use philidor::{Setup, Strictness};
    /// use philidor_variants::{Horde, VariantPosition};
    /// let setup: Setup = "4k3/8/8/8/8/8/8/PPPPPPPP w - - 0 1".parse()?;
    /// let position = VariantPosition::<Horde>::from_setup(setup, (), Strictness::Reachable)?;
    /// assert_eq!(position.legal_moves().len(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_setup(
        setup: Setup,
        extra: R::Extra,
        strictness: Strictness,
    ) -> Result<VariantPosition<R>, VariantError> {
        match faults::<R>(&setup, &extra, strictness) {
            faults if faults.is_empty() => Ok(VariantPosition::trusted(setup, extra)),
            faults => Err(VariantError::Setup(faults)),
        }
    }
}

/// All faults that count at a strictness.
fn faults<R: Rules>(setup: &Setup, extra: &R::Extra, strictness: Strictness) -> Vec<VariantFault> {
    let of_chess = setup.faults().into_iter().filter(|fault| !R::excuses(setup, fault));
    let mut faults: Vec<VariantFault> =
        of_chess.filter(|fault| counts::<R>(setup, fault)).map(VariantFault::Chess).collect();
    R::faults(setup, extra, &mut faults);
    faults.retain(|fault| strictness == Strictness::Reachable || fault.leaves_rules_undefined());
    faults
}

/// Whether a fault is one in any variant: a side without a king cannot be in check, and the king of a castling right may
/// be any that stands at home.
fn counts<R: Rules>(setup: &Setup, fault: &Fault) -> bool {
    match *fault {
        Fault::Castling { color, .. } => {
            let rights = CastlingRights::for_color(color);
            let kings = setup.board.colored_pieces(color, philidor::PieceType::King);
            !kings.has_several()
                || castling::king(setup, color).is_none()
                || (rights & setup.state.castling_rights).is_empty()
        }
        Fault::OpponentInCheck { .. } => R::royal(&setup.board, !setup.state.side_to_move).is_some(),
        _ => true,
    }
}
