//! Nodes: principal variation search, and quiescence at its leaves.
//!
//! ```text
//! node         settled? table, null move, moves in order: the first with the whole window, others with none,
//!              late quiet ones less deep
//!   quiescence    settled? captures and promotions, until none is worth it
//! ```
//!
//! A position is *settled* if the variant's goal is reached, it repeats, the halfmove clock has run down where it
//! counts, or neither side can win. Where all legal moves are captures, as wherever captures are compulsory, no side
//! can stand pat: quiescence then searches all moves.

use std::time::Duration;

use philidor::PieceType;
use philidor_variants::{Playable, VariantMove, VariantOutcome};

use super::evaluation::evaluate;
use super::ordering::{Ordering, bring_best};
use super::weights::Weights;
use crate::bot::report::Bound;
use crate::bot::score::Score;
use crate::parts::transposition_table::{Entry, HashTable, TranspositionTable as _};
use crate::search::Shared;
use crate::search::pace::Pace;
use crate::search::value::{INFINITE, WIN_BOUND, from_tt, is_cutoff, to_tt};

/// No line is searched further than this from the root.
pub(super) const MAX_PLIES: usize = 120;

/// How far quiescence goes while it has no choice: checks, and captures that are compulsory.
const MAX_FORCED: usize = 16;

/// Half-moves without capture or pawn move after which a side can claim a draw.
const FIFTY_MOVES: u16 = 100;

/// How much longer the first depth may take: without it any move is as good as another.
const FIRST_DEPTH: Duration = Duration::from_millis(5);

/// The state of one search.
pub(super) struct Search<'a> {
    pub(super) weights: &'a Weights,
    pub(super) tt: &'a HashTable,
    pub(super) ordering: &'a mut Ordering,
    pub(super) shared: &'a Shared<'a>,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    pub(super) is_stopped: bool,
    /// Whether the first depth has a line: before that only the limits of nodes and time end the search.
    pub(super) has_result: bool,
    /// The keys of the game and of the current line; the last is that of the position.
    keys: Vec<u64>,
    /// How many of them belong to the game, the root included.
    game_keys: usize,
    pace: Pace,
    look_at: u64,
    /// The moves of each ply, whose memory is used again.
    lists: Vec<Vec<VariantMove>>,
    /// The principal variation from each ply on.
    lines: Vec<Vec<VariantMove>>,
}

/// What is asked of a node.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    pub(super) ply: usize,
}

impl Window {
    /// The window of the next ply, seen by the other side.
    fn child(self, alpha: i32, beta: i32, depth: i32) -> Window {
        Window { alpha: -beta, beta: -alpha, depth, ply: self.ply + 1 }
    }

    fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

impl<'a> Search<'a> {
    /// A search of a position whose game had these keys, its own last.
    pub(super) fn new(
        weights: &'a Weights,
        tt: &'a HashTable,
        ordering: &'a mut Ordering,
        shared: &'a Shared<'a>,
        keys: Vec<u64>,
    ) -> Search<'a> {
        ordering.age(MAX_PLIES);
        let game_keys = keys.len();
        Search {
            weights,
            tt,
            ordering,
            shared,
            nodes: 0,
            selective_depth: 0,
            is_stopped: false,
            has_result: false,
            keys,
            game_keys,
            pace: Pace::default(),
            look_at: 0,
            lists: vec![Vec::new(); MAX_PLIES + 1],
            lines: vec![Vec::new(); MAX_PLIES + 2],
        }
    }

    /// The principal variation after a root move.
    pub(super) fn line(&self) -> &[VariantMove] {
        &self.lines[1]
    }

    /// Counts a node, unless the search has to stop. Returns whether the search continues.
    pub(super) fn visit(&mut self, ply: usize) -> bool {
        if self.nodes >= self.look_at {
            self.check_limits();
        }
        if self.is_stopped {
            return false;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        true
    }

    #[cold]
    fn check_limits(&mut self) {
        let shared = self.shared;
        shared.publish(0, self.nodes);
        let elapsed = shared.elapsed();
        let limit = shared.limit(0);
        self.look_at = limit.min(self.nodes + self.pace.nodes_until_next_look(elapsed));
        let extra = if self.has_result { Duration::ZERO } else { FIRST_DEPTH };
        let is_late =
            shared.hard.is_some_and(|most| elapsed >= most.saturating_add(extra)) && !shared.is_pondering();
        self.is_stopped = self.nodes >= limit || is_late || (self.has_result && shared.is_over());
    }

    /// Plays a move of a root or a node, and returns the value of what follows for the side that plays it.
    pub(super) fn follow<P: Playable>(&mut self, child: &P, window: Window, may_pass: bool) -> i32 {
        self.keys.push(child.key());
        let value = -self.node(child, window, may_pass);
        self.keys.pop();
        value
    }

    /// The value of an end for the side to move: the sooner a win, the better.
    fn value_of<P: Playable>(position: &P, outcome: VariantOutcome, ply: usize) -> i32 {
        match outcome.winner() {
            None => Score::DRAW.value(),
            Some(winner) if winner == position.side_to_move() => Score::MATE.value() - ply as i32,
            Some(_) => ply as i32 - Score::MATE.value(),
        }
    }

    /// The value of a position that is settled.
    fn settled<P: Playable>(&self, position: &P, ply: usize) -> Option<i32> {
        if let Some(end) = position.variant_end() {
            return Some(Search::value_of(position, end, ply));
        }
        let draws = self.repeats(position)
            || (position.has_insufficient_material(position.side_to_move())
                && position.has_insufficient_material(!position.side_to_move()));
        // A position without moves may be a win all the same: its outcome decides.
        draws.then(|| {
            position.outcome().map_or(Score::DRAW.value(), |end| Search::value_of(position, end, ply))
        })
    }

    /// Whether the position occurred in this line before, or twice in the game.
    fn repeats<P: Playable>(&self, position: &P) -> bool {
        let Some((key, before)) = self.keys.split_last() else { return false };
        let back = match position.counts_moves() {
            true => usize::from(position.state().halfmove_clock),
            false => before.len(),
        };
        let mut found = 0;
        let places = (0..before.len()).rev().take(back).skip(1).step_by(2);
        for at in places.filter(|&at| before[at] == *key) {
            found += 1;
            if at >= self.game_keys || found == 2 {
                return true;
            }
        }
        false
    }

    fn set_line(&mut self, ply: usize, mv: VariantMove) {
        let (lines, rest) = self.lines.split_at_mut(ply + 1);
        if let (Some(line), Some(next)) = (lines.last_mut(), rest.first()) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(next);
        }
    }

    /// The value of a position other than the root, for the side to move.
    fn node<P: Playable>(&mut self, position: &P, window: Window, may_pass: bool) -> i32 {
        let Window { mut alpha, mut beta, mut depth, ply } = window;
        self.lines[ply].clear();
        if !self.visit(ply) {
            return 0;
        }
        if let Some(value) = self.settled(position, ply) {
            return value;
        }
        if ply + 1 >= MAX_PLIES {
            return evaluate(position, self.weights);
        }
        // Mate distance pruning: no line is better than a win with the next move, or worse than a loss now.
        alpha = alpha.max(ply as i32 - Score::MATE.value());
        beta = beta.min(Score::MATE.value() - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let is_check = position.is_check();
        if is_check && ply < MAX_PLIES / 2 {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiescence(position, alpha, beta, ply, 0);
        }
        // The clock ends the game only if there is a move, which the list below shows.
        let is_old = position.counts_moves() && position.state().halfmove_clock >= FIFTY_MOVES;

        let key = position.key();
        let is_null = window.is_null();
        let entry = self.tt.get(key);
        if let Some(Entry { value, depth: known, bound: Some(bound), .. }) = entry {
            let value = from_tt(value, ply);
            if is_null && !is_old && known >= depth && is_cutoff(bound, value, alpha, beta) {
                return value;
            }
        }
        let evaluation = if is_check { -INFINITE } else { evaluate(position, self.weights) };
        if is_null
            && !is_check
            && !is_old
            && beta.abs() < WIN_BOUND
            && let Some(value) =
                self.pruned(position, Window { alpha, beta, depth, ply }, evaluation, may_pass)
        {
            return value;
        }

        let mut moves = core::mem::take(&mut self.lists[ply]);
        position.legal_moves_into(&mut moves);
        let value = if moves.is_empty() {
            let end = position.outcome();
            end.map_or(Score::DRAW.value(), |end| Search::value_of(position, end, ply))
        } else if is_old {
            Score::DRAW.value()
        } else {
            let best = entry.and_then(|entry| entry.mv);
            self.ordering.score(position, ply, best, &mut moves);
            self.moves(position, Window { alpha, beta, depth, ply }, &mut moves, evaluation)
        };
        self.lists[ply] = moves;
        value
    }

    /// Reverse futility and null move pruning: the value of a node whose evaluation is so high that a move, or even
    /// none, keeps it above the window.
    fn pruned<P: Playable>(
        &mut self,
        position: &P,
        window: Window,
        evaluation: i32,
        may_pass: bool,
    ) -> Option<i32> {
        let Window { beta, depth, .. } = window;
        if !self.weights.passing_is_bad || evaluation < beta {
            return None;
        }
        if depth <= 4 && evaluation - self.weights.margin * depth >= beta {
            return Some(evaluation);
        }
        if !may_pass || depth < 3 || !has_pieces(position) {
            return None;
        }
        let child = position.after(position.null_move()?);
        let value = self.follow(&child, window.child(beta - 1, beta, depth - 3 - depth / 4), false);
        (value >= beta && !self.is_stopped).then_some(if value >= WIN_BOUND { beta } else { value })
    }

    /// Searches the moves of a node.
    fn moves<P: Playable>(
        &mut self,
        position: &P,
        window: Window,
        moves: &mut [VariantMove],
        evaluation: i32,
    ) -> i32 {
        let Window { mut alpha, beta, depth, ply } = window;
        let us = position.side_to_move();
        let is_check = evaluation == -INFINITE;
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut quiet: Vec<VariantMove> = Vec::new();
        for at in 0..moves.len() {
            bring_best(moves, at);
            let mv = moves[at];
            let is_quiet = !mv.is_tactical();
            let child = position.after(mv);
            let gives_check = child.is_check();
            let is_late = is_quiet && !is_check && !gives_check && at > 0 && best > -WIN_BOUND;
            if is_late && window.is_null() && self.is_hopeless(window, evaluation, at) {
                continue;
            }
            let reduction = if is_late { reduction(depth, at) } else { 0 };
            let mut value = -INFINITE;
            if at > 0 {
                value = self.follow(&child, window.child(alpha, alpha + 1, depth - 1 - reduction), true);
                if value > alpha && reduction > 0 {
                    value = self.follow(&child, window.child(alpha, alpha + 1, depth - 1), true);
                }
            }
            if at == 0 || (value > alpha && value < beta) {
                value = self.follow(&child, window.child(alpha, beta, depth - 1), true);
            }
            if self.is_stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    (alpha, best_move) = (value, Some(mv));
                    self.set_line(ply, mv);
                }
            }
            if value >= beta {
                if is_quiet {
                    self.ordering.learn(us, ply, depth, mv, &quiet);
                }
                break;
            }
            if is_quiet {
                quiet.push(mv);
            }
        }
        let bound = match best_move {
            _ if best >= beta => Bound::Lower,
            Some(_) => Bound::Exact,
            None => Bound::Upper,
        };
        self.tt.put(
            position.key(),
            Entry {
                mv: best_move.map(VariantMove::digest),
                value: to_tt(best, ply),
                evaluation: None,
                depth,
                bound: Some(bound),
                is_pv: !window.is_null(),
            },
        );
        best
    }

    /// Late move and futility pruning: whether a late quiet move near the leaves is left out, because too many came
    /// before, or the position is too far below the window.
    fn is_hopeless(&self, window: Window, evaluation: i32, at: usize) -> bool {
        let Window { alpha, depth, .. } = window;
        let most = 8 + 4 * (depth * depth) as usize;
        let is_low = evaluation + self.weights.margin * (depth + 1) <= alpha;
        (depth <= 3 && at > most) || (depth <= 2 && at > 3 && is_low && self.weights.passing_is_bad)
    }

    /// The value once it is quiet.
    fn quiescence<P: Playable>(
        &mut self,
        position: &P,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        forced: usize,
    ) -> i32 {
        let mut moves = core::mem::take(&mut self.lists[ply]);
        position.legal_moves_into(&mut moves);
        let value = self.quiet_value(position, &mut moves, &mut alpha, beta, ply, forced);
        self.lists[ply] = moves;
        value
    }

    fn quiet_value<P: Playable>(
        &mut self,
        position: &P,
        moves: &mut Vec<VariantMove>,
        alpha: &mut i32,
        beta: i32,
        ply: usize,
        forced: usize,
    ) -> i32 {
        if moves.is_empty() {
            let end = position.outcome();
            return end.map_or(Score::DRAW.value(), |end| Search::value_of(position, end, ply));
        }
        let is_forced =
            forced < MAX_FORCED && (position.is_check() || moves.iter().all(|mv| mv.captured().is_some()));
        let mut best = -INFINITE;
        let mut standing = -INFINITE;
        if !is_forced {
            standing = evaluate(position, self.weights);
            best = standing;
            *alpha = (*alpha).max(best);
            if best >= beta {
                return best;
            }
            moves.retain(|mv| mv.is_tactical());
        }
        self.ordering.score(position, ply, None, moves);
        for at in 0..moves.len() {
            bring_best(moves, at);
            let mv = moves[at];
            if !is_forced && self.gains_too_little(mv, standing, *alpha) {
                continue;
            }
            let child = position.after(mv);
            let value = -self.quiet_node(&child, -beta, -*alpha, ply + 1, forced + usize::from(is_forced));
            if self.is_stopped {
                return 0;
            }
            best = best.max(value);
            *alpha = (*alpha).max(value);
            if value >= beta {
                break;
            }
        }
        best
    }

    /// A position within quiescence.
    fn quiet_node<P: Playable>(
        &mut self,
        position: &P,
        alpha: i32,
        beta: i32,
        ply: usize,
        forced: usize,
    ) -> i32 {
        self.lines[ply].clear();
        if !self.visit(ply) {
            return 0;
        }
        if let Some(end) = position.variant_end() {
            return Search::value_of(position, end, ply);
        }
        if ply + 1 >= MAX_PLIES {
            return evaluate(position, self.weights);
        }
        self.quiescence(position, alpha, beta, ply, forced)
    }

    /// Delta pruning: whether a capture cannot bring the value into the window, whatever else it does.
    fn gains_too_little(&self, mv: VariantMove, standing: i32, alpha: i32) -> bool {
        if mv.promotion().is_some() || !self.weights.passing_is_bad {
            return false;
        }
        let prey = mv.captured().map_or(0, |piece_type| self.weights.prey(piece_type));
        standing + prey + 2 * self.weights.margin <= alpha
    }
}

/// Late move reduction: how much less deep a late quiet move is searched; more the later it comes and the deeper the
/// node.
fn reduction(depth: i32, at: usize) -> i32 {
    if depth < 3 || at < 3 {
        return 0;
    }
    let logarithms = depth.ilog2() * (at as u32).ilog2();
    (logarithms as i32 / 3).clamp(1, depth - 2)
}

/// Whether the side to move has more than a king and pawns: zugzwang is then rare.
fn has_pieces<P: Playable>(position: &P) -> bool {
    let (board, us) = (position.board(), position.side_to_move());
    let others = board.pieces(PieceType::Pawn) | board.pieces(PieceType::King);
    !(board.colors(us) - others).is_empty() || !position.pocket(us).is_empty()
}
