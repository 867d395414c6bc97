//! The replaceable parts of a search as one type, so that its code names one parameter instead of four.

use core::marker::PhantomData;

use crate::{Evaluator, Ordering, Pruning, Store};

/// The types of the parts.
pub(crate) trait Parts {
    type Evaluator: Evaluator;
    type Ordering: Ordering;
    type Pruning: Pruning;
    type Store: Store;
}

/// The parts of an engine with these types.
pub(crate) struct Kit<E, O, P, S>(PhantomData<(E, O, P, S)>);

impl<E: Evaluator, O: Ordering, P: Pruning, S: Store> Parts for Kit<E, O, P, S> {
    type Evaluator = E;
    type Ordering = O;
    type Pruning = P;
    type Store = S;
}
