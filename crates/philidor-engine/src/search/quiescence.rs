//! Quiescence search: a position without depth left is searched until it is quiet, and then evaluated.
//!
//! The side to move may stand pat: the evaluation is a lower bound, unless it is in check. It tries captures and
//! promotions that lose nothing by static exchange (SEE) and could reach alpha (delta pruning), and at the first ply
//! quiet checks, too. In check it tries evasions, and skips late quiet ones once one of them is not lost.

use std::ops::ControlFlow;

use philidor::search_support::{Level, Picker, Work};
use philidor::{Bitboard, Move, MoveDigest};

use super::best::Best;
use super::frame::MAX_PLIES;
use super::scoring::Scored;
use super::value::{INFINITE, WIN_BOUND, is_closer, is_cutoff, to_tt};
use super::worker::Worker;
use crate::bot::report::Bound;
use crate::bot::score::Score;
use crate::parts::pruning::Pruning as _;
use crate::parts::search_parts::Parts;
use crate::parts::situation::{NO_EVALUATION, Situation};
use crate::parts::transposition_table::{Entry, TranspositionTable as _};

pub(crate) struct Quiescence<'w, 'a, K: Parts> {
    pub(crate) worker: &'w mut Worker<'a, K>,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) ply: usize,
    /// 0 at the first ply, then negative.
    pub(crate) depth: i32,
}

impl<K: Parts> Work for Quiescence<'_, '_, K> {
    type Output = i32;

    #[inline(always)]
    fn run<L: Level>(mut self, level: L) -> i32 {
        let (alpha, beta, ply) = (self.alpha, self.beta, self.ply);
        if self.is_pv() {
            self.worker.clear_pv(ply);
        }
        if !self.worker.visit(ply) {
            return 0;
        }
        if self.worker.repetitions.is_draw(&self.worker.position) {
            return Score::DRAW.value();
        }
        let is_check = self.worker.frame(ply).is_check;
        if ply >= MAX_PLIES {
            return if is_check { Score::DRAW.value() } else { self.worker.evaluate(level) };
        }

        let key = self.worker.position.key();
        let entry = self.worker.tt.get(key);
        if let Some(value) = self.tt_cutoff(entry) {
            return value;
        }

        let (raw, stand_pat) = self.stand_pat(level, is_check, entry);
        if stand_pat >= beta {
            if entry.is_none() {
                self.put_stand_pat(key, raw, stand_pat);
            }
            return stand_pat;
        }

        let mut best = Best::new(stand_pat, alpha.max(stand_pat), beta);
        let count = self.search_moves(level, is_check, entry, stand_pat, &mut best);
        if is_check && count == 0 {
            return Score::mated_in(ply as u32).value();
        }
        if !is_check && best.value < beta {
            let node = self.situation(is_check, entry, stand_pat, best.alpha);
            if self.worker.pruning.quiet_checks(&node) {
                self.search_quiet_checks(level, &mut best);
            }
        }
        if self.worker.is_stopped {
            return 0;
        }
        self.put_best(key, raw, &best);
        best.value
    }
}

impl<K: Parts> Quiescence<'_, '_, K> {
    #[inline(always)]
    const fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The value of the table, if it causes a cutoff.
    #[inline(always)]
    fn tt_cutoff(&self, entry: Option<Entry>) -> Option<i32> {
        let entry = entry.filter(|entry| !self.is_pv() && entry.depth >= self.depth.max(-1))?;
        let (value, bound) = entry.value_at(self.ply)?;
        is_cutoff(bound, value, self.alpha, self.beta).then_some(value)
    }

    /// Stores in the table that the node stands pat.
    #[inline(always)]
    fn put_stand_pat(&self, key: u64, raw: Option<i32>, stand_pat: i32) {
        let entry = Entry {
            mv: None,
            value: stand_pat,
            evaluation: raw,
            depth: -2,
            bound: Some(Bound::Lower),
            is_pv: false,
        };
        self.worker.tt.put(key, entry);
    }

    /// Stores the result in the table.
    #[inline(always)]
    fn put_best(&self, key: u64, raw: Option<i32>, best: &Best) {
        let is_pv = self.is_pv();
        let entry = Entry {
            mv: best.mv.map(Move::digest),
            value: to_tt(best.value, self.ply),
            evaluation: raw,
            depth: self.depth.max(-1),
            bound: Some(best.bound(self.alpha, is_pv)),
            is_pv,
        };
        self.worker.tt.put(key, entry);
    }

    /// The node, as a pruning sees it.
    #[inline(always)]
    fn situation(&self, is_check: bool, entry: Option<Entry>, stand_pat: i32, alpha: i32) -> Situation<'_> {
        Situation {
            position: &self.worker.position,
            depth: self.depth,
            ply: self.ply,
            alpha,
            beta: self.beta,
            evaluation: stand_pat,
            static_evaluation: self.worker.static_evaluation(self.ply),
            is_check,
            is_improving: false,
            is_pv: self.is_pv(),
            was_pv: entry.is_some_and(|entry| entry.is_pv),
            is_cut_node: false,
        }
    }

    /// The raw evaluation, and the stand-pat value: none in check.
    #[inline(always)]
    fn stand_pat<L: Level>(&mut self, level: L, is_check: bool, entry: Option<Entry>) -> (Option<i32>, i32) {
        let Quiescence { ref mut worker, ply, .. } = *self;
        if is_check {
            let frame = worker.frame(ply);
            (frame.evaluation, frame.attacked, frame.king_sight) = (NO_EVALUATION, Bitboard::EMPTY, None);
            return (None, -INFINITE);
        }
        let evaluation = match entry.and_then(|entry| entry.evaluation) {
            Some(evaluation) => evaluation,
            None => worker.evaluate(level),
        };
        let mut stand_pat = worker.corrected(evaluation);
        worker.frame(ply).evaluation = stand_pat;
        if let Some(entry) = entry
            && let Some((value, bound)) = entry.value_at(ply)
            && is_closer(bound, value, stand_pat)
            && value.abs() < WIN_BOUND
        {
            stand_pat = value;
        }
        (Some(evaluation), stand_pat)
    }

    /// Searches captures and promotions that lose nothing, or evasions. Returns the number of moves.
    #[inline(always)]
    fn search_moves<L: Level>(
        &mut self,
        level: L,
        is_check: bool,
        entry: Option<Entry>,
        stand_pat: i32,
        best: &mut Best,
    ) -> u32 {
        let hash_move: Option<MoveDigest> = entry.and_then(|entry| entry.mv);
        let mut picker =
            if is_check { Picker::new(hash_move, [None; 2]) } else { Picker::tactical(hash_move) };
        let mut count = 0;
        loop {
            let node = self.situation(is_check, entry, stand_pat, best.alpha);
            let worker = &*self.worker;
            let (ordering, path) = (&worker.data.ordering, worker.path(self.ply));
            let mut scored = Scored { level, ordering, path, exchange: &worker.exchange };
            let Some(mv) = picker.next_at(level, &worker.position, &mut scored) else { break };
            count += 1;
            if is_check {
                // Once an evasion is not lost, late quiet ones are skipped.
                if count > worker.pruning.max_quiet_evasions(&node)
                    && best.value > -WIN_BOUND
                    && !mv.is_tactical()
                {
                    continue;
                }
            } else {
                if picker.is_among_bad() {
                    break;
                }
                if let Some(gain) = worker.pruning.delta_pruning(&node, mv)
                    && stand_pat + gain <= best.alpha
                    && !worker.position.gives_check(mv)
                {
                    best.value = best.value.max(stand_pat + gain);
                    continue;
                }
            }
            worker.fetch(picker.peek());
            if self.search(level, mv, best).is_break() {
                break;
            }
        }
        count
    }

    /// Searches quiet moves that give check and lose nothing.
    #[inline(always)]
    fn search_quiet_checks<L: Level>(&mut self, level: L, best: &mut Best) {
        for mv in self.worker.position.quiet_checks() {
            let wins = level.exchange_at_least(&self.worker.exchange, &self.worker.position, mv, 0);
            if wins && self.search(level, mv, best).is_break() {
                break;
            }
        }
    }

    /// Searches a move. Breaks on a beta cutoff, and if the search is stopped.
    #[inline(always)]
    fn search<L: Level>(&mut self, level: L, mv: Move, best: &mut Best) -> ControlFlow<()> {
        let (is_pv, ply) = (self.is_pv(), self.ply);
        let worker = &mut *self.worker;
        if is_pv {
            worker.clear_pv(ply + 1);
        }
        let played = worker.play(level, mv, ply);
        let value = -level.call(Quiescence {
            worker: &mut *worker,
            alpha: -self.beta,
            beta: -best.alpha,
            ply: ply + 1,
            depth: self.depth - 1,
        });
        worker.undo(played);
        let ends = worker.is_stopped || best.update(worker, ply, mv, value, is_pv);
        if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
