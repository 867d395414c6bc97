//! Check, recapture and passed pawn extensions: moves after which the position is not quiet yet are searched deeper.

use philidor::search_support::Level;
use philidor::{PieceType, Rank};

use super::node::Node;
use super::node_info::NodeInfo;
use crate::parts::pruning::Pruning as _;
use crate::parts::search_parts::Parts;
use crate::parts::situation::Candidate;

impl<K: Parts> Node<'_, '_, K> {
    /// Adds what extensions have to know of a move before it is played.
    #[inline(always)]
    pub(crate) fn with_extension_facts<L: Level>(&self, level: L, candidate: Candidate) -> Candidate {
        let (mv, worker) = (candidate.mv, &*self.worker);
        let destination = mv.dest_square();
        let last = worker.path(self.ply).placed(1);
        let is_recapture = mv.is_capture() && last.is_some_and(|placed| placed % 64 == destination.index());
        // No pawn goes to the second rank of its own side.
        let reaches_seventh = mv.played_piece() == PieceType::Pawn
            && matches!(destination.rank(), Rank::Second | Rank::Seventh);
        let is_safe_on_seventh =
            reaches_seventh && level.exchange_at_least(&worker.exchange, &worker.position, mv, 0);
        Candidate { is_recapture, is_safe_on_seventh, ..candidate }
    }

    /// The extension of a move that has been played, if singular extensions leave it as it is.
    #[inline(always)]
    pub(crate) fn move_extension(&mut self, candidate: &Candidate, info: NodeInfo<'_>, alpha: i32) -> i32 {
        if !Self::PRUNES {
            return 0;
        }
        let gives_check = self.worker.frame(self.ply + 1).is_check;
        let candidate = Candidate { gives_check, ..*candidate };
        self.worker.pruning.move_extension(&self.situation(info, alpha), &candidate)
    }
}
