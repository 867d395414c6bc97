//! Which generator is asked: the rules' own, or that of rules with the same moves.
//!
//! Each generator is compiled for lists and for counts, and for each level of the CPU; rules that share it add nothing.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use philidor::attacks::Magic;

use crate::movegen::{self, NamedMoves, VariantMoveSink};
use crate::moves::VariantMove;
use crate::position::{GeneratorInput, MovesOf, Rules, VariantPosition};
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
pub(super) fn append<R: Rules>(position: &VariantPosition<R>, list: &mut Vec<VariantMove>) {
    ask!(R, movegen::append(position, list));
}

/// Reports all moves to a sink, whether the game is over or not.
#[inline]
pub(super) fn report<R: Rules, S: VariantMoveSink>(
    position: &VariantPosition<R>,
    sink: &mut S,
) -> ControlFlow<()> {
    ask!(R, report_for(position, sink))
}

/// Reports the moves that the generator of these rules finds, in code for any CPU.
#[inline]
fn report_for<R: Rules>(
    input: &GeneratorInput,
    extra: &R::Extra,
    sink: &mut impl VariantMoveSink,
) -> ControlFlow<()> {
    movegen::report::<R, _, _>(Magic, input, extra, sink)
}

/// How many moves there are.
#[inline]
pub(super) fn count<R: Rules>(position: &VariantPosition<R>) -> u64 {
    ask!(R, movegen::count(position))
}

/// Those moves that a text names.
pub(super) fn named<R: Rules>(position: &VariantPosition<R>, named: NamedMoves) -> Vec<VariantMove> {
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
