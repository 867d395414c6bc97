//! What is known of each move of the root.

use philidor::Move;

use super::value::INFINITE;

#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Its value, if it was exact or the best so far; otherwise lower than any.
    pub(crate) value: i32,
    /// Its value one depth earlier.
    pub(crate) before: i32,
    /// The last value that was known, of whatever depth.
    pub(crate) last: i32,
    /// The nodes spent on it in the whole search.
    pub(crate) nodes: u64,
    /// The principal variation that begins with it.
    pub(crate) pv: Vec<Move>,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove { mv, value: -INFINITE, before: -INFINITE, last: 0, nodes: 0, pv: vec![mv] }
    }
}
