//! What a node promises before its moves are looked at.

use philidor::engine::Level;

use super::frame::{Frame, NO_EVALUATION};
use super::node::Node;
use super::parts::Parts;
use super::tt_probe::Recollection;
use super::value::is_closer;
use crate::{Entry, TranspositionTable as _};

/// What the evaluation says.
#[derive(Clone, Copy)]
pub(crate) struct Outlook {
    /// The evaluation as it is, if it was asked for or remembered.
    pub(crate) plain: Option<i32>,
    /// The same, corrected by what was wrong in similar positions, and by what the table knows.
    pub(crate) judged: i32,
    /// Whether it has risen since the side's last move.
    pub(crate) is_improving: bool,
}

impl Outlook {
    /// Nothing in check: what is attacked there says little about what it is worth.
    #[inline(always)]
    pub(crate) fn of<K: Parts, L: Level>(
        node: &mut Node<'_, '_, K>,
        level: L,
        frame: &Frame,
        recalled: &Recollection,
    ) -> Outlook {
        let Node { worker, ply, depth, .. } = node;
        if frame.is_check || !Node::<K>::BETS {
            worker.frame(*ply).evaluation = NO_EVALUATION;
            return Outlook { plain: None, judged: NO_EVALUATION, is_improving: false };
        }
        if frame.excluded.is_some() {
            let is_improving = worker.is_improving(*ply);
            return Outlook { plain: None, judged: frame.evaluation, is_improving };
        }
        let evaluation = match recalled.entry.and_then(|entry| entry.evaluation) {
            Some(evaluation) => evaluation,
            None => worker.evaluate(level),
        };
        let plain = Some(evaluation);
        let mut judged = worker.corrected(evaluation);
        worker.frame(*ply).evaluation = judged;
        let is_improving = worker.is_improving(*ply);
        if let Some((value, bound)) = recalled.value {
            if is_closer(bound, value, judged) {
                judged = value;
            }
        } else if recalled.entry.is_none() && *depth <= 1 {
            // Remembered even if nothing else will be.
            let entry = Entry { mv: None, value: 0, evaluation: plain, depth: -4, bound: None, is_pv: false };
            worker.table.put(recalled.key, entry);
        }
        Outlook { plain, judged, is_improving }
    }
}
