//! Level 3 with a search of your own: alpha-beta in 180 lines, on the library's positions, picker and exchanges.
//!
//! It shows what a bot that replaces the whole search has to do: obey limits and the stop, report each depth, answer
//! with a legal move. What makes it strong is left out: no transposition table, no pruning, no reductions.

use std::time::{Duration, Instant};

use philidor::search_support::{Exchange, Picker, Repetitions};
use philidor::{Game, Move, MoveDigest, Position};
use philidor_engine::evaluation::SquareTables;
use philidor_engine::{
    Bot, Clock, Control, DefaultTimeManager, Evaluator as _, Listener, Report, Score, SearchLimits,
    SearchResult, TimeManager as _,
};

/// No line is searched further than this from the root.
const MAX_PLIES: usize = 64;

#[derive(Default)]
struct Searching {
    evaluator: SquareTables,
    exchange: Exchange,
}

struct Search<'a> {
    bot: &'a mut Searching,
    limits: &'a SearchLimits,
    control: &'a Control,
    begin: Instant,
    hard: Option<Duration>,
    most: u64,
    nodes: u64,
    is_stopped: bool,
    repetitions: Repetitions,
    /// The last quiet move that caused a cutoff, for each ply.
    killers: [[Option<MoveDigest>; 2]; MAX_PLIES + 1],
}

impl Search<'_> {
    /// Counts a node. Returns whether the search has to end.
    fn ends(&mut self) -> bool {
        self.nodes += 1;
        let looks = self.nodes.is_multiple_of(256);
        let is_late = || self.hard.is_some_and(|hard| self.begin.elapsed() >= hard);
        self.is_stopped |= self.nodes >= self.most || looks && (self.control.is_stopped() || is_late());
        self.is_stopped
    }

    /// The value of a position for the side to move, and the line that leads to it. With no depth left and no check,
    /// the side stands pat or plays captures and promotions that lose nothing.
    fn value(
        &mut self,
        position: &mut Position,
        (mut alpha, beta): (i32, i32),
        depth: u32,
        ply: usize,
        line: &mut Vec<Move>,
    ) -> i32 {
        line.clear();
        if self.ends() {
            return 0;
        }
        if self.repetitions.is_draw(position) {
            return Score::DRAW.value();
        }
        let is_check = position.is_check();
        let is_quiescence = depth == 0 && !is_check;
        let mut best = Score::mated_in(ply as u32).value();
        if is_quiescence || ply >= MAX_PLIES {
            // Added up from scratch: incremental updates would be faster.
            self.bot.evaluator.reset(position);
            best = self.bot.evaluator.evaluate(position).value();
            alpha = alpha.max(best);
            if alpha >= beta || ply >= MAX_PLIES {
                return best;
            }
        }
        let mut picker =
            if is_quiescence { Picker::tactical(None) } else { Picker::new(None, self.killers[ply]) };
        let (mut is_any, mut below) = (false, Vec::new());
        while let Some(mv) = picker.next(position, &mut ()) {
            is_any = true;
            let is_asked = ply > 0 || self.limits.allows(mv);
            if !is_asked || is_quiescence && !self.bot.exchange.at_least(position, mv, 0) {
                continue;
            }
            let undo = position.play_unchecked(mv);
            self.repetitions.push(mv, position);
            let value = -self.value(position, (-beta, -alpha), depth.saturating_sub(1), ply + 1, &mut below);
            self.repetitions.pop();
            position.undo(mv, undo);
            if self.is_stopped {
                return best;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                line.clear();
                line.push(mv);
                line.append(&mut below);
            }
            if alpha >= beta {
                if !mv.is_tactical() {
                    self.killers[ply] = [Some(mv.digest()), self.killers[ply][0]];
                }
                break;
            }
        }
        let is_stalemate = !is_any && !is_quiescence && !is_check;
        if is_stalemate { Score::DRAW.value() } else { best }
    }
}

impl Bot for Searching {
    fn think(&mut self, game: &Game, clock: &Clock) -> Move {
        let limits = SearchLimits::new().with_clock(*clock);
        let found = self.search(game, &limits, &Control::new(), &mut |_: &Report| {});
        found.best.unwrap_or(Move::invalid())
    }

    fn name(&self) -> String {
        "a small alpha-beta".to_owned()
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        let begin = Instant::now();
        let mut position = *game.position();
        let clock = limits.clock();
        let budget = DefaultTimeManager.begin(&clock, position.side_to_move(), Duration::from_millis(10));
        let first = position.legal_moves().into_iter().find(|&mv| limits.allows(mv));
        let mut result = first.map_or_else(SearchResult::default, SearchResult::new);
        let mut search = Search {
            bot: self,
            limits,
            control,
            begin,
            hard: budget.map(|budget| budget.hard).filter(|_| !limits.ponder),
            most: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            is_stopped: false,
            repetitions: Repetitions::from_game(game),
            killers: [[None; 2]; MAX_PLIES + 1],
        };
        for depth in 1..=limits.depth.unwrap_or(MAX_PLIES as u32).clamp(1, MAX_PLIES as u32) {
            let mut line = Vec::new();
            let window = (-Score::MATE.value(), Score::MATE.value());
            let value = search.value(&mut position, window, depth, 0, &mut line);
            if search.is_stopped || line.is_empty() {
                break;
            }
            let mut report = Report::new(Score::from_value(value), line);
            (report.depth, report.nodes, report.time) = (depth, search.nodes, begin.elapsed());
            listener.report(&report);
            (result.best, result.ponder) = (report.moves.first().copied(), report.moves.get(1).copied());
            result.report = Some(report);
            if budget.is_some_and(|budget| !limits.ponder && begin.elapsed() >= budget.soft / 2) {
                break;
            }
        }
        if limits.infinite || limits.ponder && !control.is_ponder_hit() {
            control.wait();
        }
        result
    }
}

/// The bot of this example.
pub fn bot() -> impl Bot + 'static {
    Searching::default()
}

fn main() -> std::io::Result<()> {
    philidor_uci::run(bot())
}
