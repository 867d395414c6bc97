//! Level 2: an engine with its own move ordering, pruning and time manager, and the defaults for the rest.

use std::time::Duration;

use philidor::{Color, Move, Position};
use philidor_engine::evaluation::SquareTables;
use philidor_engine::{
    Bot, Candidate, Clock, Cutoff, Engine, MoveOrdering, Pruning, SearchPath, Situation, TimeBudget,
    TimeManager,
};

/// Scores quiet moves by their beta cutoffs, in any position.
#[derive(Clone)]
struct Counts(Box<[i32; 4096]>);

fn index(mv: Move) -> usize {
    mv.orig_square().index() * 64 + mv.dest_square().index()
}

impl MoveOrdering for Counts {
    fn clear(&mut self) {
        self.0.fill(0);
    }

    fn score_quiet(&self, _: &Position, _: SearchPath<'_>, mv: Move) -> i32 {
        self.0[index(mv)].min(16_000)
    }

    fn learn(&mut self, _: &Position, _: SearchPath<'_>, cutoff: Cutoff<'_>) {
        self.0[index(cutoff.best)] += cutoff.depth;
    }
}

/// Makes no null moves, and reduces late moves by one half-move only.
#[derive(Clone)]
struct Careful;

impl Pruning for Careful {
    fn null_move(&self, _: &Situation<'_>) -> Option<i32> {
        None
    }

    fn late_move_reduction(&self, _: &Situation<'_>, candidate: &Candidate) -> i32 {
        if candidate.count > 4 { 1024 } else { 0 }
    }

    fn reduction(&self, _: &Situation<'_>, candidate: &Candidate) -> i32 {
        candidate.reduction
    }
}

/// A fortieth of the remaining time for each move.
#[derive(Clone)]
struct Steady;

impl TimeManager for Steady {
    fn begin(&mut self, clock: &Clock, color: Color, overhead: Duration) -> Option<TimeBudget> {
        let time = clock.remaining(color)?.saturating_sub(overhead) / 40;
        Some(TimeBudget { soft: time, hard: time })
    }
}

/// The bot of this example.
pub fn bot() -> impl Bot + 'static {
    Engine::new(SquareTables::default())
        .with_ordering(Counts(Box::new([0; 4096])))
        .with_pruning(Careful)
        .with_time_manager(Steady)
}

fn main() -> std::io::Result<()> {
    philidor_uci::run(bot())
}
