//! Which generator is asked: the rules' own, or that of rules with the same moves.
//!
//! Each generator is compiled for lists and for counts, and for each level of the CPU; rules that share it add nothing.

use alloc::vec::Vec;

use philidor::Move;

use crate::movegen::{self, NamedMoves};
use crate::position::{MovesOf, Rules, VariantPosition};
use crate::rules::{Antichess, Chess};

/// Calls a function for the rules whose generator is asked. The compiler leaves out the others.
macro_rules! ask {
    ($rules:ident, $($function:ident)::+ ($position:ident $(, $argument:ident)*)) => {
        if const { matches!($rules::MOVES, MovesOf::Chess) } {
            $($function)::+::<Chess>($position.input(), &() $(, $argument)*)
        } else if const { matches!($rules::MOVES, MovesOf::Antichess) } {
            $($function)::+::<Antichess>($position.input(), &() $(, $argument)*)
        } else {
            $($function)::+::<$rules>($position.input(), $position.extra() $(, $argument)*)
        }
    };
}

/// Adds all moves to a list, whether the game is over or not.
#[inline]
pub(super) fn append<R: Rules>(position: &VariantPosition<R>, list: &mut Vec<Move>) {
    ask!(R, movegen::append(position, list));
}

/// How many moves there are.
#[inline]
pub(super) fn count<R: Rules>(position: &VariantPosition<R>) -> u64 {
    ask!(R, movegen::count(position))
}

/// Those moves that a text names.
pub(super) fn named<R: Rules>(position: &VariantPosition<R>, named: NamedMoves) -> Vec<Move> {
    ask!(R, movegen::named(position, named))
}

/// Whether there is a move.
#[inline]
pub(super) fn has_move<R: Rules>(position: &VariantPosition<R>) -> bool {
    ask!(R, movegen::has_move(position))
}

/// Whether a capture en passant is legal.
#[inline]
pub(super) fn has_legal_en_passant<R: Rules>(position: &VariantPosition<R>) -> bool {
    ask!(R, movegen::has_legal_en_passant(position))
}
