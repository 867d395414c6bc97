//! A position with depth left.

use philidor::Move;
use philidor::engine::{Level, Picker, Work};

use super::best::Best;
use super::frame::{MOST_PLIES, NO_EVALUATION};
use super::parts::Parts;
use super::quiescence::Quiescence;
use super::scoring::{Scored, ZERO};
use super::value::{INFINITE, MATE_BOUND, from_table, to_table};
use super::worker::Worker;
use crate::ordering::Cutoff;
use crate::{Bound, Known, Ordering as _, Pruning, Score, Store as _};

/// A node between the root and quiescence.
pub(crate) struct Node<'w, 'a, K: Parts> {
    pub(crate) worker: &'w mut Worker<'a, K>,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    /// Whether the first moves are expected to be too good.
    pub(crate) expects_cut: bool,
}

/// The most moves of each kind that are remembered for having done less.
const MOST_TRIED: usize = 32;

/// Moves that were tried.
struct Tried {
    moves: [Move; MOST_TRIED],
    len: usize,
}

impl Tried {
    const NONE: Tried = Tried { moves: [Move::invalid(); MOST_TRIED], len: 0 };

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        if let Some(place) = self.moves.get_mut(self.len) {
            *place = mv;
            self.len += 1;
        }
    }

    #[inline(always)]
    fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len.min(MOST_TRIED)]
    }
}

/// The value of the position after a move: by a node, or by quiescence where no depth is left.
#[inline(always)]
pub(crate) fn value_of<K: Parts, L: Level>(level: L, node: Node<'_, '_, K>) -> i32 {
    let Node { worker, alpha, beta, depth, ply, .. } = node;
    if depth <= 0 && !<K::Pruning as Pruning>::FULL_WIDTH {
        return level.call(Quiescence { worker, alpha, beta, ply, depth: 0 });
    }
    level.call(Node { worker, depth: depth.max(0), ..node })
}

impl<K: Parts> Work for Node<'_, '_, K> {
    type Output = i32;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> i32 {
        let Node { worker, mut alpha, mut beta, mut depth, ply, expects_cut } = self;
        let bets = !<K::Pruning as Pruning>::FULL_WIDTH;
        let is_principal = beta - alpha > 1;
        if is_principal {
            worker.clear_line(ply);
        }
        if !worker.visit(ply) {
            return 0;
        }
        let frame = *worker.frame(ply);
        let (is_check, excluded) = (frame.is_check, frame.excluded);

        // Draws, and mates that are too far away to matter.
        if worker.history.is_draw(&worker.position) {
            return Score::DRAW.value();
        }
        if ply >= MOST_PLIES {
            return if is_check { Score::DRAW.value() } else { worker.evaluate(level) };
        }
        alpha = alpha.max(Score::mated_in(ply as u32).value());
        beta = beta.min(Score::mates_in(ply as u32 + 1).value());
        if alpha >= beta {
            return alpha;
        }
        if bets
            && alpha < 0
            && worker.history.reversible_plies() >= 3
            && worker.history.can_repeat(&worker.position)
        {
            alpha = Score::DRAW.value();
            if alpha >= beta {
                return alpha;
            }
        }

        // A leaf of a search without bets.
        if depth == 0 && !is_check {
            return worker.evaluate(level);
        }

        // What the table knows.
        let key = worker.position.key();
        let known = if excluded.is_none() { worker.store.get(key) } else { None };
        let known_value =
            known.and_then(|known| known.bound.map(|bound| (from_table(known.value, ply), bound)));
        if let (Some(known), Some((value, bound))) = (known, known_value)
            && !is_principal
            && worker.position.halfmove_clock() < 90
        {
            let is_deep = if bets { known.depth >= depth } else { known.depth == depth };
            let decides = match bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if is_deep && decides {
                return value;
            }
        }
        let table_move = known.and_then(|known| known.mv);

        // What the evaluation says.
        let mut plain = None;
        let (mut judged, mut is_improving) = (NO_EVALUATION, false);
        if is_check || !bets {
            worker.frame(ply).evaluation = NO_EVALUATION;
        } else if excluded.is_some() {
            judged = frame.evaluation;
            is_improving = worker.is_improving(ply);
        } else {
            let evaluation = match known.and_then(|known| known.evaluation) {
                Some(evaluation) => evaluation,
                None => worker.evaluate(level),
            };
            plain = Some(evaluation);
            judged = worker.corrected(evaluation);
            worker.frame(ply).evaluation = judged;
            is_improving = worker.is_improving(ply);
            if let Some((value, bound)) = known_value {
                let is_closer = match bound {
                    Bound::Exact => true,
                    Bound::AtLeast => value > judged,
                    Bound::AtMost => value < judged,
                };
                if is_closer {
                    judged = value;
                }
            } else if known.is_none() && depth <= 1 {
                // Remembered even if nothing else will be.
                let known = Known {
                    mv: None,
                    value: 0,
                    evaluation: plain,
                    depth: -4,
                    bound: None,
                    is_in_line: false,
                };
                worker.store.put(key, known);
            }
        }

        // Bets on the whole node.
        if bets && !is_principal && !is_check && excluded.is_none() {
            if let Some(margin) = worker.pruning.reverse_futility(depth, is_improving)
                && judged - margin >= beta
                && judged < MATE_BOUND
                && beta > -MATE_BOUND
            {
                return (judged + beta) / 2;
            }
            if let Some(margin) = worker.pruning.razoring(depth)
                && judged + margin < alpha
                && alpha.abs() < MATE_BOUND
            {
                let value =
                    level.call(Quiescence { worker: &mut *worker, alpha, beta: alpha + 1, ply, depth: 0 });
                if worker.is_stopped {
                    return 0;
                }
                if value <= alpha {
                    return value;
                }
            }
            if judged >= beta
                && ply >= worker.null_move_from
                && worker.line(ply).placed(1).is_some()
                && beta > -MATE_BOUND
                && worker.has_pieces()
                && let Some(reduction) = worker.pruning.null_move(depth, judged - beta)
                && let Some(null) = worker.position.null_move()
            {
                let reduced = depth - reduction;
                let undo = worker.pass(null, ply);
                let value = -value_of(
                    level,
                    Node {
                        worker: &mut *worker,
                        alpha: -beta,
                        beta: 1 - beta,
                        depth: reduced,
                        ply: ply + 1,
                        expects_cut: !expects_cut,
                    },
                );
                worker.take_back_pass(null, undo);
                if worker.is_stopped {
                    return 0;
                }
                if value >= beta {
                    let value = if value >= MATE_BOUND { beta } else { value };
                    if depth < worker.pruning.verification_depth() || worker.null_move_from > 0 {
                        return value;
                    }
                    // Zugzwang? The same without passing, for most of the way.
                    worker.null_move_from = ply + (reduced.max(0) as usize) * 3 / 4 + 1;
                    let verified = value_of(
                        level,
                        Node {
                            worker: &mut *worker,
                            alpha: beta - 1,
                            beta,
                            depth: reduced,
                            ply,
                            expects_cut: false,
                        },
                    );
                    worker.null_move_from = 0;
                    if worker.is_stopped {
                        return 0;
                    }
                    if verified >= beta {
                        return value;
                    }
                }
            }
        }
        // Without a move from the table the order is poor: look less deep, and deeper the next time.
        if bets && depth >= 4 && table_move.is_none() && excluded.is_none() && (is_principal || expects_cut) {
            depth -= 1;
        }

        let first_alpha = alpha;
        let killers = worker.mind.ordering.killers(worker.line(ply));
        let mut picker = Picker::new(table_move, killers);
        let (mut quiet, mut tactical) = (Tried::NONE, Tried::NONE);
        let (mut best, mut count) = (Best::new(-INFINITE, alpha, beta), 0_u32);
        loop {
            let line = worker.line(ply);
            let mut scored =
                Scored { level, ordering: &worker.mind.ordering, line, exchange: &worker.exchange };
            let Some(mv) = picker.next_at(level, &worker.position, &mut scored) else { break };
            if excluded == Some(mv.digest()) {
                continue;
            }
            count += 1;
            let is_quiet = !mv.is_tactical();
            let is_first_choice = mv.score() >= u32::MAX - 1;
            let score = if !is_quiet {
                0
            } else if is_first_choice {
                worker.mind.ordering.quiet(&worker.position, worker.line(ply), mv)
            } else {
                (mv.score() as i64 - i64::from(ZERO)) as i32
            };

            // Bets on this move.
            let mut reduction = if bets { worker.pruning.reduction(depth, count, is_quiet) } else { 0 };
            if bets && best.value > -MATE_BOUND && worker.has_pieces() {
                let reduced = (depth - reduction / 1024).max(1);
                if is_quiet {
                    if count > worker.pruning.late_moves(depth, is_improving) {
                        picker.skip_quiet();
                        continue;
                    }
                    if let Some(margin) = worker.pruning.futility(reduced)
                        && !is_check
                        && !is_first_choice
                        && worker.frame(ply).evaluation + margin + score / 128 <= best.alpha
                        && !worker.position.gives_check(mv)
                    {
                        picker.skip_quiet();
                        continue;
                    }
                    if worker.pruning.history(depth).is_some_and(|least| score < least) {
                        continue;
                    }
                    if let Some(most) = worker.pruning.quiet_exchange(reduced)
                        && !level.wins(&worker.exchange, &worker.position, mv, most)
                    {
                        continue;
                    }
                } else if !is_first_choice
                    && picker.is_among_bad()
                    && let Some(most) = worker.pruning.tactical_exchange(depth)
                    && !level.wins(&worker.exchange, &worker.position, mv, most)
                {
                    continue;
                }
            }

            // Is the table's move the only good one?
            let mut extension = 0;
            if bets
                && table_move == Some(mv.digest())
                && excluded.is_none()
                && let (Some(known), Some((value, bound))) = (known, known_value)
                && let Some(least) = worker.pruning.singular_depth()
                && depth >= least
                && known.depth >= depth - 3
                && bound != Bound::AtMost
                && value.abs() < MATE_BOUND
            {
                let below = value - 2 * depth;
                worker.frame(ply).excluded = table_move;
                let others = value_of(
                    level,
                    Node {
                        worker: &mut *worker,
                        alpha: below - 1,
                        beta: below,
                        depth: (depth - 1) / 2,
                        ply,
                        expects_cut,
                    },
                );
                worker.frame(ply).excluded = None;
                if worker.is_stopped {
                    return 0;
                }
                if others < below {
                    extension = 1;
                    if !is_principal && others < below - 20 && frame.double_extensions < 6 {
                        extension = 2;
                        worker.frame(ply).double_extensions = frame.double_extensions + 1;
                    }
                } else if below >= beta {
                    // Without its best move, the position is still too good.
                    return below;
                } else if value >= beta {
                    extension = -1;
                }
            }

            worker.fetch(picker.ahead());
            let played = worker.play(level, mv, ply);
            worker.frame(ply).double_extensions = frame.double_extensions;
            let gives_check = worker.frame(ply + 1).is_check;
            let full = depth - 1 + extension;
            let mut value = best.alpha + 1;
            let mut searched = false;
            if bets
                && depth >= 2
                && count > 1 + u32::from(is_principal)
                && (is_quiet || picker.is_among_bad())
            {
                // Late moves are searched less deep first.
                if is_principal {
                    reduction -= 1024;
                }
                if expects_cut {
                    reduction += 1024;
                }
                if !is_improving {
                    reduction += 400;
                }
                if gives_check {
                    reduction -= 800;
                }
                if is_first_choice {
                    reduction -= 900;
                }
                if known.is_some_and(|known| known.is_in_line) {
                    reduction -= 700;
                }
                if is_quiet {
                    reduction -= score / 8;
                }
                let reduced = (full - reduction / 1024).clamp(1, full.max(1));
                value = child(worker, level, ply, best.alpha, best.alpha + 1, reduced, true);
                searched = reduced >= full;
            }
            if !searched && value > best.alpha && (!is_principal || count > 1) {
                value = child(worker, level, ply, best.alpha, best.alpha + 1, full, !expects_cut);
            }
            if is_principal && (count == 1 || value > best.alpha) {
                worker.clear_line(ply + 1);
                value = child(worker, level, ply, best.alpha, beta, full, false);
            }
            worker.take_back(played);
            if worker.is_stopped {
                return 0;
            }

            if best.learn(worker, ply, mv, value, is_principal) {
                break;
            }
            if best.mv.is_none_or(|best| !best.same_move(mv)) {
                if is_quiet { quiet.push(mv) } else { tactical.push(mv) }
            }
        }
        if count == 0 {
            return if excluded.is_some() {
                alpha
            } else if is_check {
                Score::mated_in(ply as u32).value()
            } else {
                Score::DRAW.value()
            };
        }

        if let Some(mv) = best.mv
            && best.value >= beta
        {
            let cutoff = Cutoff { best: mv, quiet: quiet.as_slice(), tactical: tactical.as_slice(), depth };
            worker.learn(ply, cutoff);
        }
        if excluded.is_none() && !worker.is_stopped {
            let bound = if best.value >= beta {
                Bound::AtLeast
            } else if best.mv.is_some() && best.value > first_alpha && is_principal {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            let judged = worker.frame(ply).evaluation;
            let agrees = match bound {
                Bound::Exact => true,
                Bound::AtLeast => best.value > judged,
                Bound::AtMost => best.value < judged,
            };
            if bets
                && !is_check
                && agrees
                && best.value.abs() < MATE_BOUND
                && best.mv.is_none_or(|mv| !mv.is_tactical())
            {
                let turn = worker.turn();
                worker.mind.corrections.learn(&worker.keys, turn, best.value - judged, depth);
            }
            let known = Known {
                mv: best.mv.map(Move::digest),
                value: to_table(best.value, ply),
                evaluation: plain,
                depth,
                bound: Some(bound),
                is_in_line: is_principal || known.is_some_and(|known| known.is_in_line),
            };
            worker.store.put(key, known);
        }
        best.value
    }
}

/// The value of the position after a move, for the side that has moved.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "what a node is, spelled out")]
fn child<K: Parts, L: Level>(
    worker: &mut Worker<'_, K>,
    level: L,
    ply: usize,
    alpha: i32,
    beta: i32,
    depth: i32,
    expects_cut: bool,
) -> i32 {
    -value_of(level, Node { worker, alpha: -beta, beta: -alpha, depth, ply: ply + 1, expects_cut })
}
