//! The door from setups to positions: the faults of chess, less those that a variant excuses, and its own.

use alloc::vec::Vec;

use philidor::{Color, Fault, PieceType, Setup, SetupError, Strictness};

use super::castling;
use super::{Rules, VariantPosition};

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
    ) -> Result<VariantPosition<R>, SetupError> {
        match faults::<R>(&setup, &extra, strictness) {
            faults if faults.is_empty() => Ok(VariantPosition::trusted(setup, extra)),
            faults => Err(SetupError::new(setup, faults)),
        }
    }
}

/// All faults that count at a strictness.
fn faults<R: Rules>(setup: &Setup, extra: &R::Extra, strictness: Strictness) -> Vec<Fault> {
    let of_chess = setup.faults().into_iter().filter(|fault| counts::<R>(setup, fault));
    // Which of several kings castles is not asked in chess.
    let of_kings = Color::ALL
        .into_iter()
        .filter(|&color| has_no_single_king(setup, color))
        .flat_map(|color| castling::faults(setup, color));
    let excused = |fault: &Fault| R::excuses(setup, fault);
    let mut faults: Vec<Fault> = of_chess.chain(of_kings).filter(|fault| !excused(fault)).collect();
    R::faults(setup, extra, &mut faults);
    let is_king = |&color: &Color| {
        let kings = setup.board.colored_pieces(color, PieceType::King);
        R::royal(&setup.board, color).is_none_or(|royal| kings.contains(royal))
    };
    if !Color::ALL.iter().all(is_king) {
        faults.push(Fault::Refused("the royal piece of these rules is not a king"));
    }
    faults.retain(|fault| strictness == Strictness::Reachable || fault.leaves_rules_undefined());
    faults
}

/// Whether a side has no king, or several.
fn has_no_single_king(setup: &Setup, color: Color) -> bool {
    setup.board.colored_pieces(color, PieceType::King).len() != 1
}

/// Whether a fault by the rules of chess is one in any variant: a side without a king cannot be in check, and rights of
/// a side with none or several are judged by themselves.
fn counts<R: Rules>(setup: &Setup, fault: &Fault) -> bool {
    match *fault {
        Fault::Castling { color, .. } => !has_no_single_king(setup, color),
        Fault::OpponentInCheck { .. } => R::royal(&setup.board, !setup.state.side_to_move).is_some(),
        _ => true,
    }
}
