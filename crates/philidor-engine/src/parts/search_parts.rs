//! The replaceable parts of a search as one type, so that code names one type parameter instead of four.

use core::marker::PhantomData;

use super::ordering::MoveOrdering;
use super::pruning::Pruning;
use super::transposition_table::TranspositionTable;
use crate::evaluation::evaluator::Evaluator;

/// The types of a search's parts.
pub(crate) trait Parts {
    type Evaluator: Evaluator;
    type Ordering: MoveOrdering;
    type Pruning: Pruning;
    type TranspositionTable: TranspositionTable;
}

/// An engine's choice of parts.
pub(crate) struct SearchParts<E, O, P, H>(PhantomData<(E, O, P, H)>);

impl<E: Evaluator, O: MoveOrdering, P: Pruning, H: TranspositionTable> Parts for SearchParts<E, O, P, H> {
    type Evaluator = E;
    type Ordering = O;
    type Pruning = P;
    type TranspositionTable = H;
}
