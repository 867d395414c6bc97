//! One thread of a search: its position, the current line, what it has learned, and how moves are played.

use std::time::Duration;

use philidor::search_support::{Change, Exchange, Keys, Level, Repetitions, Work};
use philidor::{Move, Position, Undo};

use super::frame::{Frame, MAX_PLIES};
use super::pace::Pace;
use super::root_move::RootMove;
use super::shared::Shared;
use super::task::Task;
use super::value::WIN_BOUND;
use crate::bot::score::Score;
use crate::evaluation::evaluator::Evaluator;
use crate::mate::Visits;
use crate::parts::correction::CorrectionHistory;
use crate::parts::endgame_tables::EndgameTables;
use crate::parts::ordering::MoveOrdering as _;
use crate::parts::ordering::{Cutoff, NOT_PLACED, SearchPath, piece_to_index};
use crate::parts::pruning::Pruning;
use crate::parts::search_parts::Parts;
use crate::parts::situation::NO_EVALUATION;
use crate::parts::transposition_table::TranspositionTable;

/// How much longer the first depth may take: without it any move is as good as another.
const FIRST_DEPTH: Duration = Duration::from_millis(5);

/// The data that a thread keeps from search to search.
#[derive(Clone, Debug)]
pub(crate) struct ThreadData<E, O> {
    pub(crate) evaluator: E,
    pub(crate) ordering: O,
    pub(crate) correction_history: CorrectionHistory,
}

pub(crate) struct Worker<'a, K: Parts> {
    pub(crate) data: &'a mut ThreadData<K::Evaluator, K::Ordering>,
    pub(crate) pruning: &'a K::Pruning,
    pub(crate) tt: &'a K::TranspositionTable,
    pub(crate) endgame_tables: &'a EndgameTables,
    /// Positions of more pieces are in no endgame table.
    pub(crate) max_endgame_pieces: u32,
    pub(crate) shared: &'a Shared<'a>,
    /// 0 for the main thread, which decides.
    pub(crate) number: usize,
    pub(crate) position: Position,
    pub(crate) repetitions: Repetitions,
    pub(crate) keys: Keys,
    pub(crate) exchange: Exchange,
    pub(crate) nodes: u64,
    /// At this number of nodes the thread checks whether it has to stop.
    look_at: u64,
    pace: Pace,
    /// The nodes that it may visit, as far as it has asked for them.
    limit: u64,
    pub(crate) is_stopped: bool,
    /// Whether the first depth has a line: before that only the limits of nodes and time end the search.
    pub(crate) has_result: bool,
    pub(crate) selective_depth: usize,
    frames: Box<[Frame; MAX_PLIES + 2]>,
    /// The moves of the line as [`piece_to_index`] numbers, the last at `ply`.
    placed: Box<[u16; MAX_PLIES + 2]>,
    /// The principal variation from each ply on (a triangular table).
    pv_table: Vec<Vec<Move>>,
    pub(crate) root_moves: Vec<RootMove>,
    /// No null moves before this ply, while one is verified.
    pub(crate) null_move_from: usize,
}

pub(crate) struct Played {
    mv: Move,
    undo: Undo,
    change: Change,
    keys: Keys,
}

impl<'a, K: Parts> Worker<'a, K> {
    /// Thread `number` of a search.
    pub(crate) fn new(
        data: &'a mut ThreadData<K::Evaluator, K::Ordering>,
        task: &Task<'a, K>,
        number: usize,
    ) -> Worker<'a, K> {
        let &Task { position, ref repetitions, ref root_moves, pruning, tt, endgame_tables, shared } = task;
        data.ordering.age();
        data.evaluator.reset(&position);
        let mut frames = Box::new([Frame::NEW; MAX_PLIES + 2]);
        frames[0].is_check = position.is_check();
        Worker {
            data,
            pruning,
            tt,
            endgame_tables,
            max_endgame_pieces: endgame_tables.max_pieces(),
            shared,
            number,
            position,
            repetitions: repetitions.clone(),
            keys: Keys::of(&position),
            exchange: Exchange::default().without_pins(),
            nodes: 0,
            look_at: 0,
            pace: Pace::default(),
            limit: shared.own_nodes(number),
            is_stopped: false,
            has_result: false,
            selective_depth: 0,
            frames,
            placed: Box::new([NOT_PLACED; MAX_PLIES + 2]),
            pv_table: vec![Vec::new(); MAX_PLIES + 2],
            root_moves: root_moves.clone(),
            null_move_from: 0,
        }
    }

    /// Counts a node, unless the search has to stop. Returns whether the search continues.
    #[inline(always)]
    pub(crate) fn visit(&mut self, ply: usize) -> bool {
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
    #[inline(never)]
    fn check_limits(&mut self) {
        let shared = self.shared;
        shared.publish(self.number, self.nodes);
        let elapsed = shared.elapsed();
        let until_next_look = self.pace.nodes_until_next_look(elapsed);
        if self.nodes >= self.limit {
            self.limit = self.nodes + shared.take_nodes(until_next_look);
        }
        self.look_at = self.limit.min(self.nodes + until_next_look);
        let extra = if self.has_result { Duration::ZERO } else { FIRST_DEPTH };
        let decides = self.number == 0;
        // Every thread looks at the clock: where there are more threads than cores, the first waits for the others.
        let is_late =
            shared.hard.is_some_and(|most| elapsed >= most.saturating_add(extra)) && !shared.is_pondering();
        let has_no_nodes = self.nodes >= self.limit;
        let may_end = !decides || self.has_result;
        if has_no_nodes || is_late || (may_end && shared.is_over()) {
            self.is_stopped = true;
            // A helper that has no nodes any more leaves the main thread those of its own.
            if decides || !has_no_nodes {
                shared.end();
            }
        }
    }

    #[inline(always)]
    pub(crate) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply.min(MAX_PLIES + 1)]
    }

    /// The corrected evaluation of a ply.
    #[inline(always)]
    pub(crate) fn static_evaluation(&self, ply: usize) -> i32 {
        self.frames[ply.min(MAX_PLIES + 1)].evaluation
    }

    #[inline(always)]
    pub(crate) fn path(&self, ply: usize) -> SearchPath<'_> {
        path(&self.placed, &self.frames, ply)
    }

    /// Prefetches the table entry of the position after a move, if there is one.
    #[inline(always)]
    pub(crate) fn fetch(&self, mv: Option<Move>) {
        if let Some(mv) = mv {
            self.tt.prefetch(self.position.key_after(mv));
        }
    }

    #[inline(always)]
    pub(crate) fn play<L: Level>(&mut self, level: L, mv: Move, ply: usize) -> Played {
        let change = Change::new(&self.position, mv);
        let keys = self.keys;
        self.placed[ply + 1] = piece_to_index(&self.position, mv) as u16;
        let undo = self.position.play_unchecked(mv);
        self.tt.prefetch(self.position.key());
        self.keys.play(&change);
        self.data.evaluator.played(&change);
        self.repetitions.push(mv, &self.position);
        let double_extensions = self.frames[ply].double_extensions;
        self.frames[ply + 1].double_extensions = double_extensions;
        self.frames[ply + 1].is_after_quiet = !mv.is_tactical();
        self.frames[ply + 1].is_check = level.is_check(&self.position);
        Played { mv, undo, change, keys }
    }

    #[inline(always)]
    pub(crate) fn undo(&mut self, played: Played) {
        let Played { mv, undo, change, keys } = played;
        self.repetitions.pop();
        self.position.undo(mv, undo);
        self.data.evaluator.undone(&change);
        self.keys = keys;
    }

    #[inline(always)]
    pub(crate) fn play_null(&mut self, null: Move, ply: usize) -> Undo {
        self.placed[ply + 1] = NOT_PLACED;
        let undo = self.position.play_unchecked(null);
        self.tt.prefetch(self.position.key());
        self.repetitions.push(null, &self.position);
        self.frames[ply + 1].double_extensions = self.frames[ply].double_extensions;
        self.frames[ply + 1].is_check = false;
        self.frames[ply + 1].is_after_quiet = false;
        undo
    }

    #[inline(always)]
    pub(crate) fn undo_null(&mut self, null: Move, undo: Undo) {
        self.repetitions.pop();
        self.position.undo(null, undo);
    }

    #[inline(always)]
    pub(crate) fn evaluate<L: Level>(&mut self, level: L) -> i32 {
        level.call(Evaluation { evaluator: &mut self.data.evaluator, position: &self.position }).value()
    }

    /// The same with the correction history, and scaled down near the fifty-move rule.
    #[inline(always)]
    pub(crate) fn corrected(&self, evaluation: i32) -> i32 {
        if <K::Pruning as Pruning>::FULL_WIDTH {
            return evaluation;
        }
        let clock = i32::from(self.position.halfmove_clock());
        let evaluation = if clock > 20 { evaluation * (220 - clock.min(100)) / 200 } else { evaluation };
        let corrected =
            evaluation + self.data.correction_history.correction(&self.keys, self.position.side_to_move());
        corrected.clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    /// Whether the evaluation has risen since the side's last move.
    #[inline(always)]
    pub(crate) fn is_improving(&self, ply: usize) -> bool {
        let now = self.frames[ply].evaluation;
        let before = |back: usize| ply.checked_sub(back).map(|ply| self.frames[ply].evaluation);
        match (before(2), before(4)) {
            (Some(before), _) if before != NO_EVALUATION => now > before,
            (_, Some(before)) if before != NO_EVALUATION => now > before,
            _ => now != NO_EVALUATION,
        }
    }

    /// Lets the ordering learn from a beta cutoff.
    #[inline(always)]
    pub(crate) fn learn(&mut self, ply: usize, cutoff: Cutoff<'_>) {
        let path = path(&self.placed, &self.frames, ply);
        self.data.ordering.learn(&self.position, path, cutoff);
    }

    /// Lets the ordering learn that no move of this ply reached alpha.
    #[inline(always)]
    pub(crate) fn fail_low(&mut self, ply: usize, depth: i32) {
        let path = path(&self.placed, &self.frames, ply);
        self.data.ordering.fail_low(path, depth);
    }

    /// Lets the ordering learn that a quiet move was better or worse than expected.
    #[inline(always)]
    pub(crate) fn adjust(&mut self, ply: usize, mv: Move, depth: i32, percent: i32) {
        let path = path(&self.placed, &self.frames, ply);
        self.data.ordering.adjust(&self.position, path, mv, depth, percent);
    }

    /// Clears the principal variation from this ply on. A PV node does so for its next ply before it searches a move: a
    /// child with a null window is not a PV node, and would leave the line of an earlier move there.
    #[inline(always)]
    pub(crate) fn clear_pv(&mut self, ply: usize) {
        self.pv_table[ply].clear();
    }

    /// Sets the principal variation from this ply on: this move, and then that of the next ply.
    #[inline(always)]
    pub(crate) fn set_pv(&mut self, ply: usize, mv: Move) {
        let (lines, rest) = self.pv_table.split_at_mut(ply + 1);
        let (line, next) = (&mut lines[ply], &rest[0]);
        line.clear();
        line.push(mv);
        line.extend_from_slice(next);
    }

    pub(crate) fn pv(&self, ply: usize) -> &[Move] {
        &self.pv_table[ply]
    }
}

impl<K: Parts> Visits for Worker<'_, K> {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn visit(&mut self, ply: usize) -> bool {
        Worker::visit(self, ply)
    }
}

/// The moves that led to a ply, and what is attacked there.
#[inline(always)]
fn path<'a>(placed: &'a [u16; MAX_PLIES + 2], frames: &[Frame; MAX_PLIES + 2], ply: usize) -> SearchPath<'a> {
    let index = ply.min(MAX_PLIES + 1);
    let Frame { attacked, king_sight, .. } = frames[index];
    SearchPath { placed: &placed[..=index], ply, attacked, king_sight }
}

/// An evaluation, in a function of its own for each level.
struct Evaluation<'a, E> {
    evaluator: &'a mut E,
    position: &'a Position,
}

impl<E: Evaluator> Work for Evaluation<'_, E> {
    type Output = Score;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Score {
        self.evaluator.evaluate(self.position)
    }
}
