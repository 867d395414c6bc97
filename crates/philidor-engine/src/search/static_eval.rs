//! The static evaluation of a node: corrected by the correction history, refined by the transposition table.

use philidor::search_support::Level;

use super::frame::Frame;
use super::node::Node;
use super::tt_probe::TtProbe;
use super::value::is_closer;
use crate::parts::search_parts::Parts;
use crate::parts::situation::NO_EVALUATION;
use crate::parts::transposition_table::{Entry, TranspositionTable as _};

/// What the evaluation says of a node before its moves are searched.
#[derive(Clone, Copy)]
pub(crate) struct StaticEval {
    /// The evaluation as it is, if it was computed or in the table.
    pub(crate) raw: Option<i32>,
    /// The same, corrected by what was wrong in similar positions, or the table's value where its bound is tighter.
    pub(crate) value: i32,
    /// Whether it has risen since the side's last move (*improving*).
    pub(crate) is_improving: bool,
}

impl StaticEval {
    /// None in check: an evaluation says little while the king is attacked.
    #[inline(always)]
    pub(crate) fn new<K: Parts, L: Level>(
        node: &mut Node<'_, '_, K>,
        level: L,
        frame: &Frame,
        probe: &TtProbe,
    ) -> StaticEval {
        let Node { worker, ply, depth, .. } = node;
        if frame.is_check || !Node::<K>::PRUNES {
            worker.frame(*ply).evaluation = NO_EVALUATION;
            return StaticEval { raw: None, value: NO_EVALUATION, is_improving: false };
        }
        if frame.excluded.is_some() {
            let is_improving = worker.is_improving(*ply);
            return StaticEval { raw: None, value: frame.evaluation, is_improving };
        }
        let evaluation = match probe.entry.and_then(|entry| entry.evaluation) {
            Some(evaluation) => evaluation,
            None => worker.evaluate(level),
        };
        let raw = Some(evaluation);
        let mut static_eval = worker.corrected(evaluation);
        worker.frame(*ply).evaluation = static_eval;
        let is_improving = worker.is_improving(*ply);
        if let Some((value, bound)) = probe.value {
            if is_closer(bound, value, static_eval) {
                static_eval = value;
            }
        } else if probe.entry.is_none() && *depth <= 1 {
            // Kept even if this node is pruned and stores nothing else.
            let entry = Entry { mv: None, value: 0, evaluation: raw, depth: -4, bound: None, is_pv: false };
            worker.tt.put(probe.key, entry);
        }
        StaticEval { raw, value: static_eval, is_improving }
    }
}
