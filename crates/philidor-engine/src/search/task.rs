//! What every thread of a search begins with.

use philidor::Position;
use philidor::search_support::Repetitions;

use super::root_move::RootMove;
use super::shared::Shared;
use crate::parts::endgame_tables::EndgameTables;
use crate::parts::search_parts::Parts;

/// A position to search, and the parts to search it with.
pub(crate) struct Task<'a, K: Parts> {
    pub(crate) position: Position,
    pub(crate) repetitions: Repetitions,
    pub(crate) root_moves: Vec<RootMove>,
    pub(crate) pruning: &'a K::Pruning,
    pub(crate) tt: &'a K::TranspositionTable,
    pub(crate) endgame_tables: &'a EndgameTables,
    pub(crate) shared: &'a Shared<'a>,
}
