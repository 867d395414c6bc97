//! Endgame tables in the search: a node whose value they know ends here.
//!
//! Only nodes right after a capture or a pawn move are looked up: their halfmove clock stands at zero, as tables have
//! it. At the root the tables have chosen moves already; the search below them still finds mates, but none that begins
//! with a capture or a pawn move after which the tables know the position.

use super::node::Node;
use super::value::value_at;
use crate::parts::search_parts::Parts;

impl<K: Parts> Node<'_, '_, K> {
    /// What the endgame tables say of the node, if they know it.
    #[inline(always)]
    pub(crate) fn endgame_value(&mut self) -> Option<i32> {
        let is_small = self.worker.position.board().occupied().len() <= self.worker.max_endgame_pieces;
        if cfg!(feature = "tables") && is_small { self.probe_endgame_tables() } else { None }
    }

    #[cold]
    #[inline(never)]
    fn probe_endgame_tables(&mut self) -> Option<i32> {
        let position = &self.worker.position;
        if position.halfmove_clock() > 0 || !position.castling_rights().is_empty() {
            return None;
        }
        let value = self.worker.endgame_tables.value(position)?;
        self.worker.shared.count_endgame_hits(1);
        Some(value_at(value, self.ply))
    }
}
