//! The door from setups to positions: the faults of chess, less those that a variant excuses, and its own.

use alloc::vec::Vec;

use philidor::{CastlingRights, CastlingSide, Color, Fault, PieceType, Setup, Strictness};

use crate::fault::VariantFault;
use crate::rules::Rules;

/// All faults that count at a strictness.
pub(super) fn faults<R: Rules>(setup: &Setup, extra: &R::Extra, strictness: Strictness) -> Vec<VariantFault> {
    let of_chess = setup.faults().into_iter().filter(|fault| !R::excuses(setup, fault));
    let mut faults: Vec<VariantFault> =
        of_chess.filter(|fault| counts::<R>(setup, fault)).map(VariantFault::Chess).collect();
    faults.extend(lonely_rights(setup));
    R::faults(setup, extra, &mut faults);
    faults.retain(|fault| strictness == Strictness::Reachable || fault.leaves_rules_undefined());
    faults
}

/// Castling rights without their king or rook, of a side that has no king or several: chess names another fault there.
fn lonely_rights(setup: &Setup) -> Option<VariantFault> {
    let board = &setup.board;
    let is_lonely = |&(_, color, side): &(CastlingRights, Color, CastlingSide)| {
        let rook = setup.castling_rooks.square(color, side);
        setup.state.castling_rights.has(color, side)
            && board.colored_pieces(color, PieceType::King).len() != 1
            && !(super::castling_king(setup, color).is_some()
                && board.colored_pieces(color, PieceType::Rook).contains(rook))
    };
    let lonely = CastlingRights::EACH.iter().find(|right| is_lonely(right));
    lonely.map(|_| VariantFault::Other("there is a right to castle without its king or rook"))
}

/// Whether a fault is one in any variant: a side without a king cannot be in check, and the king of a castling right may
/// be any that stands at home.
fn counts<R: Rules>(setup: &Setup, fault: &Fault) -> bool {
    match *fault {
        Fault::Castling { color, .. } => {
            let rights = CastlingRights::for_color(color);
            let kings = setup.board.colored_pieces(color, PieceType::King);
            !kings.has_several()
                || super::castling_king(setup, color).is_none()
                || (rights & setup.state.castling_rights).is_empty()
        }
        Fault::OpponentInCheck { .. } => R::royal(&setup.board, !setup.state.side_to_move).is_some(),
        _ => true,
    }
}
