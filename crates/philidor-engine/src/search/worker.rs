//! One thread's search: its position, the line that led there, what it has learned, and how moves are played.

use std::time::Duration;

use philidor::engine::{Change, Exchange, History, Keys, Level, Work};
use philidor::{Color, Move, PieceType, Position, Undo};

use super::frame::{Frame, MOST_PLIES, NO_EVALUATION};
use super::pace::Pace;
use super::parts::Parts;
use super::prover::Visits;
use super::root_move::RootMove;
use super::shared::Shared;
use super::value::MATE_BOUND;
use crate::correction::Corrections;
use crate::ordering::{Cutoff, Line, NOT_PLACED, placed};
use crate::{Evaluator, Ordering as _, Pruning, Score, Store};

/// What the first depth may take beyond the time: without it any move is as good as another.
const FIRST_DEPTH: Duration = Duration::from_millis(5);

/// What a thread keeps from search to search.
#[derive(Clone, Debug)]
pub(crate) struct Mind<E, O> {
    pub(crate) evaluator: E,
    pub(crate) ordering: O,
    pub(crate) corrections: Corrections,
}

/// One thread of a search.
pub(crate) struct Worker<'a, K: Parts> {
    pub(crate) mind: &'a mut Mind<K::Evaluator, K::Ordering>,
    pub(crate) pruning: &'a K::Pruning,
    pub(crate) store: &'a K::Store,
    pub(crate) shared: &'a Shared<'a>,
    /// 0 for the thread that decides.
    pub(crate) number: usize,
    pub(crate) position: Position,
    pub(crate) history: History,
    pub(crate) keys: Keys,
    pub(crate) exchange: Exchange,
    pub(crate) nodes: u64,
    /// At this number of nodes the thread looks whether it has to stop.
    look_at: u64,
    pace: Pace,
    limit: u64,
    pub(crate) is_stopped: bool,
    /// Nothing but a number of nodes and the time ends the search before the first depth is complete.
    pub(crate) has_result: bool,
    pub(crate) selective_depth: usize,
    frames: Box<[Frame; MOST_PLIES + 2]>,
    /// The moves of the line as [`placed`] numbers, the last at `ply`.
    placed: Box<[u16; MOST_PLIES + 2]>,
    /// The best line from each ply on, as far as it is known.
    lines: Vec<Vec<Move>>,
    pub(crate) root_moves: Vec<RootMove>,
    /// No null moves before this ply, while one is verified.
    pub(crate) null_move_from: usize,
}

/// What is needed to take a move back.
pub(crate) struct Played {
    mv: Move,
    undo: Undo,
    change: Change,
    keys: Keys,
}

impl<'a, K: Parts> Worker<'a, K> {
    #[allow(clippy::too_many_arguments, reason = "what a thread has, spelled out")]
    pub(crate) fn new(
        mind: &'a mut Mind<K::Evaluator, K::Ordering>,
        pruning: &'a K::Pruning,
        store: &'a K::Store,
        shared: &'a Shared<'a>,
        number: usize,
        history: History,
        position: Position,
        root_moves: Vec<RootMove>,
    ) -> Worker<'a, K> {
        mind.evaluator.reset(&position);
        let mut frames = Box::new([Frame::NEW; MOST_PLIES + 2]);
        frames[0].is_check = position.is_check();
        Worker {
            mind,
            pruning,
            store,
            shared,
            number,
            position,
            history,
            keys: Keys::of(&position),
            exchange: Exchange::default().with_pins(false),
            nodes: 0,
            look_at: 0,
            pace: Pace::default(),
            limit: shared.limit(number),
            is_stopped: false,
            has_result: false,
            selective_depth: 0,
            frames,
            placed: Box::new([NOT_PLACED; MOST_PLIES + 2]),
            lines: vec![Vec::new(); MOST_PLIES + 2],
            root_moves,
            null_move_from: 0,
        }
    }

    /// Counts a node, unless the search has to stop; then no result counts any more.
    #[inline(always)]
    pub(crate) fn visit(&mut self, ply: usize) -> bool {
        if self.nodes >= self.look_at {
            self.look();
        }
        if self.is_stopped {
            return false;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        true
    }

    /// Looks whether the search has to stop.
    #[cold]
    #[inline(never)]
    fn look(&mut self) {
        let shared = self.shared;
        shared.publish(self.number, self.nodes);
        let elapsed = shared.elapsed();
        self.look_at = self.limit.min(self.nodes + self.pace.nodes_until_next_look(elapsed));
        let patience = if self.has_result { Duration::ZERO } else { FIRST_DEPTH };
        let decides = self.number == 0;
        let is_late =
            decides && shared.hard.is_some_and(|most| elapsed >= most + patience) && !shared.is_pondering();
        let too_many = || shared.most_nodes.is_some_and(|most| shared.nodes() >= most);
        let may_end = !decides || self.has_result;
        if self.nodes >= self.limit || is_late || (may_end && (shared.is_over() || (decides && too_many()))) {
            self.is_stopped = true;
            shared.end();
        }
    }

    #[inline(always)]
    pub(crate) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply.min(MOST_PLIES + 1)]
    }

    /// The moves that led to a ply.
    #[inline(always)]
    pub(crate) fn line(&self, ply: usize) -> Line<'_> {
        Line { placed: &self.placed[..=ply.min(MOST_PLIES + 1)], ply }
    }

    /// Fetches what is known of the position after a move, if there is one, because it will probably be asked for soon.
    #[inline(always)]
    pub(crate) fn fetch(&self, mv: Option<Move>) {
        if let Some(mv) = mv {
            self.store.fetch(self.position.key_after(mv));
        }
    }

    /// Plays a move at a ply.
    #[inline(always)]
    pub(crate) fn play<L: Level>(&mut self, level: L, mv: Move, ply: usize) -> Played {
        self.fetch(Some(mv));
        let change = Change::new(&self.position, mv);
        let keys = self.keys;
        self.keys.play(&change);
        self.placed[ply + 1] = placed(&self.position, mv) as u16;
        let undo = self.position.play(mv);
        self.mind.evaluator.changed(&change);
        self.history.push(mv, &self.position);
        let double_extensions = self.frames[ply].double_extensions;
        self.frames[ply + 1].double_extensions = double_extensions;
        self.frames[ply + 1].is_check = level.is_check(&self.position);
        Played { mv, undo, change, keys }
    }

    #[inline(always)]
    pub(crate) fn take_back(&mut self, played: Played) {
        let Played { mv, undo, change, keys } = played;
        self.history.pop();
        self.position.undo(mv, undo);
        self.mind.evaluator.reversed(&change);
        self.keys = keys;
    }

    /// Passes.
    #[inline(always)]
    pub(crate) fn pass(&mut self, null: Move, ply: usize) -> Undo {
        self.placed[ply + 1] = NOT_PLACED;
        let undo = self.position.play(null);
        self.store.fetch(self.position.key());
        self.history.push(null, &self.position);
        self.frames[ply + 1].double_extensions = self.frames[ply].double_extensions;
        self.frames[ply + 1].is_check = false;
        undo
    }

    #[inline(always)]
    pub(crate) fn take_back_pass(&mut self, null: Move, undo: Undo) {
        self.history.pop();
        self.position.undo(null, undo);
    }

    /// Whether the side to move has more than its king and pawns: it is then seldom glad to have to move.
    #[inline(always)]
    pub(crate) fn has_pieces(&self) -> bool {
        let board = self.position.board();
        let others = board.pieces(PieceType::Pawn) | board.pieces(PieceType::King);
        !(board.color(self.position.side_to_move()) - others).is_empty()
    }

    /// What the evaluation says.
    #[inline(always)]
    pub(crate) fn evaluate<L: Level>(&mut self, level: L) -> i32 {
        level.call(Judge { evaluator: &mut self.mind.evaluator, position: &self.position }).value()
    }

    /// The same, corrected by what was wrong in similar positions, and less where the fifty moves come near.
    #[inline(always)]
    pub(crate) fn corrected(&self, evaluation: i32) -> i32 {
        if <K::Pruning as Pruning>::FULL_WIDTH {
            return evaluation;
        }
        let clock = i32::from(self.position.halfmove_clock());
        let evaluation = if clock > 20 { evaluation * (220 - clock.min(100)) / 200 } else { evaluation };
        let corrected = evaluation + self.mind.corrections.of(&self.keys, self.position.side_to_move());
        corrected.clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }

    /// Whether the side to move has improved since its last move, by the evaluation.
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

    /// The ordering learns from a cutoff.
    #[inline(always)]
    pub(crate) fn learn(&mut self, ply: usize, cutoff: Cutoff<'_>) {
        let line = Line { placed: &self.placed[..=ply.min(MOST_PLIES + 1)], ply };
        self.mind.ordering.learn(&self.position, line, cutoff);
    }

    /// No line is known from here on. A node of the principal line says so for its next ply before it asks for a value:
    /// once its window is of one point, the next node is none of that line and leaves there what another move left.
    #[inline(always)]
    pub(crate) fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The best line from here on begins with this move and continues as the best of the next ply.
    #[inline(always)]
    pub(crate) fn set_line(&mut self, ply: usize, mv: Move) {
        let (lines, rest) = self.lines.split_at_mut(ply + 1);
        let (line, next) = (&mut lines[ply], &rest[0]);
        line.clear();
        line.push(mv);
        line.extend_from_slice(next);
    }

    /// The best line from a ply on.
    pub(crate) fn best_line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }

    /// The side to move.
    #[inline(always)]
    pub(crate) fn turn(&self) -> Color {
        self.position.side_to_move()
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

/// An evaluation, in a function of its own for each level.
struct Judge<'a, E> {
    evaluator: &'a mut E,
    position: &'a Position,
}

impl<E: Evaluator> Work for Judge<'_, E> {
    type Output = Score;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Score {
        self.evaluator.evaluate(self.position)
    }
}
