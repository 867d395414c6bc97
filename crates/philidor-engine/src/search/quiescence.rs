//! A position without depth left: looked at until it is quiet, and then evaluated.
//!
//! The side to move may stand pat: the evaluation is the least that it has, unless it is in check. It tries captures and
//! promotions that lose nothing; in check all evasions; and at the first ply quiet moves that give check.

use philidor::engine::{Level, Picker, Work};
use philidor::{Move, PieceType};

use super::best::Best;
use super::frame::{MOST_PLIES, NO_EVALUATION};
use super::parts::Parts;
use super::scoring::Scored;
use super::value::{INFINITE, MATE_BOUND, from_table, to_table};
use super::worker::Worker;
use crate::{Bound, Known, Pruning as _, Score, Store as _};

/// A node of quiescence.
pub(crate) struct Quiescence<'w, 'a, K: Parts> {
    pub(crate) worker: &'w mut Worker<'a, K>,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) ply: usize,
    /// 0 at the first ply, then less.
    pub(crate) depth: i32,
}

impl<K: Parts> Work for Quiescence<'_, '_, K> {
    type Output = i32;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> i32 {
        let Quiescence { worker, mut alpha, beta, ply, depth } = self;
        let is_principal = beta - alpha > 1;
        if is_principal {
            worker.clear_line(ply);
        }
        if !worker.visit(ply) {
            return 0;
        }
        if worker.history.is_draw(&worker.position) {
            return Score::DRAW.value();
        }
        let is_check = worker.frame(ply).is_check;
        if ply >= MOST_PLIES {
            return if is_check { Score::DRAW.value() } else { worker.evaluate(level) };
        }

        let key = worker.position.key();
        let known = worker.store.get(key);
        if let Some(known) = known
            && !is_principal
            && let Some(bound) = known.bound
        {
            let value = from_table(known.value, ply);
            let decides = match bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if decides && known.depth >= depth.max(-1) {
                return value;
            }
        }

        let first_alpha = alpha;
        let mut plain = None;
        let mut best = -INFINITE;
        if is_check {
            worker.frame(ply).evaluation = NO_EVALUATION;
        } else {
            let evaluation = match known.and_then(|known| known.evaluation) {
                Some(evaluation) => evaluation,
                None => worker.evaluate(level),
            };
            plain = Some(evaluation);
            best = worker.corrected(evaluation);
            worker.frame(ply).evaluation = best;
            if let Some(known) = known
                && let Some(bound) = known.bound
            {
                let value = from_table(known.value, ply);
                let better = match bound {
                    Bound::Exact => true,
                    Bound::AtLeast => value > best,
                    Bound::AtMost => value < best,
                };
                if better && value.abs() < MATE_BOUND {
                    best = value;
                }
            }
            if best >= beta {
                if known.is_none() {
                    let known = Known {
                        mv: None,
                        value: best,
                        evaluation: plain,
                        depth: -2,
                        bound: Some(Bound::AtLeast),
                        is_in_line: false,
                    };
                    worker.store.put(key, known);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let stands = best;

        let table_move = known.and_then(|known| known.mv);
        let mut picker =
            if is_check { Picker::new(table_move, [None; 2]) } else { Picker::tactical(table_move) };
        let mut best = Best::new(best, alpha, beta);
        let mut count = 0;
        loop {
            let line = worker.line(ply);
            let mut scored =
                Scored { level, ordering: &worker.mind.ordering, line, exchange: &worker.exchange };
            let Some(mv) = picker.next_at(level, &worker.position, &mut scored) else { break };
            count += 1;
            if is_check {
                // One evasion that does not lose to mate is enough reason not to try the last quiet ones.
                if count > 3 && best.value > -MATE_BOUND && !mv.is_tactical() {
                    continue;
                }
            } else {
                if picker.is_among_bad() {
                    break;
                }
                if let Some(delta) = worker.pruning.delta()
                    && stands + delta + worth(mv) <= best.alpha
                    && !worker.position.gives_check(mv)
                {
                    best.value = best.value.max(stands + delta + worth(mv));
                    continue;
                }
            }
            if is_principal {
                worker.clear_line(ply + 1);
            }
            worker.fetch(picker.ahead());
            let value = child(worker, level, mv, best.alpha, beta, ply, depth);
            if worker.is_stopped {
                return 0;
            }
            if best.learn(worker, ply, mv, value, is_principal) {
                break;
            }
        }
        if is_check && count == 0 {
            return Score::mated_in(ply as u32).value();
        }
        if !is_check && depth == 0 && best.value < beta && stands + 150 > best.alpha {
            for mv in worker.position.quiet_checks() {
                if !level.wins(&worker.exchange, &worker.position, mv, 0) {
                    continue;
                }
                if is_principal {
                    worker.clear_line(ply + 1);
                }
                let value = child(worker, level, mv, best.alpha, beta, ply, depth);
                if worker.is_stopped {
                    return 0;
                }
                if best.learn(worker, ply, mv, value, is_principal) {
                    break;
                }
            }
        }
        let bound = if best.value >= beta {
            Bound::AtLeast
        } else if best.value > first_alpha && is_principal && best.mv.is_some() {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let known = Known {
            mv: best.mv.map(Move::digest),
            value: to_table(best.value, ply),
            evaluation: plain,
            depth: depth.max(-1),
            bound: Some(bound),
            is_in_line: is_principal,
        };
        worker.store.put(key, known);
        best.value
    }
}

/// The value of a move, by more quiescence.
#[inline(always)]
fn child<K: Parts, L: Level>(
    worker: &mut Worker<'_, K>,
    level: L,
    mv: Move,
    alpha: i32,
    beta: i32,
    ply: usize,
    depth: i32,
) -> i32 {
    let played = worker.play(level, mv, ply);
    let value = -level.call(Quiescence {
        worker: &mut *worker,
        alpha: -beta,
        beta: -alpha,
        ply: ply + 1,
        depth: depth - 1,
    });
    worker.take_back(played);
    value
}

/// What a tactical move wins at most.
#[inline(always)]
fn worth(mv: Move) -> i32 {
    let worth = |piece_type| match piece_type {
        PieceType::Queen => 1_000,
        PieceType::Rook => 550,
        PieceType::Bishop | PieceType::Knight => 350,
        PieceType::Pawn | PieceType::King => 110,
    };
    mv.captured_piece().map_or(0, worth) + mv.promotion().map_or(0, worth)
}
