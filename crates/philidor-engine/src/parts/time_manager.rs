//! Time management: how long to think about a move.
//!
//! ```text
//! 0 ────────── soft ─────────────────────────────── hard ─────── what is left − overhead
//!   search on  │ after each depth: is it enough?    │ stop at once
//! ```
//!
//! The soft time is stretched while the best move changes or its value falls, and shortened while one move gets nearly
//! all nodes, depth after depth. The hard time is what no move may exceed.

use std::time::Duration;

use philidor::Color;

use crate::bot::clock::Clock;
use crate::bot::options::{OptionError, UciOption};

/// The time for one move. See [`TimeManager`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// The time after which no new depth is begun, unless the search is in doubt.
    pub soft: Duration,
    /// The time at which the search stops at once.
    pub hard: Duration,
}

/// The state of a search once a depth is complete.
///
/// ```
/// use philidor::Color;
/// use philidor_engine::{Clock, DefaultTimeManager, DepthReport, TimeManager};
/// use std::time::Duration;
///
/// let clock = Clock::for_both(Duration::from_secs(60));
/// let budget = DefaultTimeManager.begin(&clock, Color::White, Duration::ZERO).expect("a clock");
/// let report = DepthReport::new(12, budget.soft);
/// assert!(DefaultTimeManager.is_enough(&budget, &report.with_best_move_stability(8)));
/// assert!(!DefaultTimeManager.is_enough(&budget, &report.with_best_move_nodes(300).with_score_drop(50)));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct DepthReport {
    /// The depth.
    pub depth: u32,
    /// The time since the search began.
    pub elapsed: Duration,
    /// For how many depths the best move has been the same; 0 if it is new.
    pub best_move_stability: u32,
    /// By how much the value has fallen since the depth before, in centipawns; negative if it has risen.
    pub score_drop: i32,
    /// The share of the nodes of this search that were spent on the best move, in thousandths.
    pub best_move_nodes: u32,
}

impl DepthReport {
    /// A depth that is complete after this time: its best move is new, its value as before, and all nodes were spent on
    /// the move. The search makes its own; this one is for tests of a time manager.
    #[must_use]
    pub const fn new(depth: u32, elapsed: Duration) -> DepthReport {
        DepthReport { depth, elapsed, best_move_stability: 0, score_drop: 0, best_move_nodes: 1_000 }
    }

    /// The same with a best move that has been the same for this many depths.
    #[must_use]
    pub const fn with_best_move_stability(self, best_move_stability: u32) -> DepthReport {
        DepthReport { best_move_stability, ..self }
    }

    /// The same with a value that has fallen by this many centipawns.
    #[must_use]
    pub const fn with_score_drop(self, score_drop: i32) -> DepthReport {
        DepthReport { score_drop, ..self }
    }

    /// The same with this share of the nodes spent on the best move, in thousandths.
    #[must_use]
    pub const fn with_best_move_nodes(self, best_move_nodes: u32) -> DepthReport {
        DepthReport { best_move_nodes, ..self }
    }
}

/// A time manager: decides how much time a move gets. Only the main thread of a search asks.
/// [`Engine::with_time_manager`](crate::Engine::with_time_manager) takes a time manager of your own:
///
/// ```
/// use philidor::Color;
/// use philidor_engine::{Clock, TimeBudget, TimeManager};
/// use std::time::Duration;
///
/// /// A fortieth of what is left, whatever the search finds.
/// #[derive(Clone)]
/// struct Even;
///
/// impl TimeManager for Even {
///     fn begin(&mut self, clock: &Clock, color: Color, overhead: Duration) -> Option<TimeBudget> {
///         let share = clock.remaining(color)?.saturating_sub(overhead) / 40;
///         Some(TimeBudget { soft: share, hard: share * 2 })
///     }
/// }
///
/// let budget = Even.begin(&Clock::for_both(Duration::from_secs(60)), Color::White, Duration::ZERO);
/// assert_eq!(budget.map(|budget| budget.soft), Some(Duration::from_millis(1_500)));
/// ```
pub trait TimeManager: Clone + Send {
    /// The time for the move that begins now. `color` is the side to move, `overhead` what each move loses on its way
    /// to the clock. `None` if no time runs; then other limits end the search, or a stop.
    ///
    /// Called once per search, before the first node. [`TimeBudget::hard`] has to be less than what is left, or the
    /// game is lost on time; the search ends within milliseconds of it.
    fn begin(&mut self, clock: &Clock, color: Color, overhead: Duration) -> Option<TimeBudget>;

    /// Whether to play now. Called after each complete depth, but not while pondering, with the budget that
    /// [`begin`](TimeManager::begin) returned. The hard time ends a search in any case.
    fn is_enough(&mut self, budget: &TimeBudget, report: &DepthReport) -> bool {
        report.elapsed >= budget.soft
    }

    /// The UCI options of this time manager; see [options of parts](crate::Engine#options-of-parts).
    fn options(&self) -> Vec<UciOption> {
        Vec::new()
    }

    /// Sets one of them; see [options of parts](crate::Engine#options-of-parts).
    ///
    /// # Errors
    ///
    /// If the value is refused. Nothing changes then.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let _ = value;
        Err(OptionError::Unknown { name: name.to_owned() })
    }
}

/// The default: an even share of what is left, stretched where the search is in doubt.
///
/// ```
/// use philidor::Color;
/// use philidor_engine::{Clock, DefaultTimeManager, TimeManager};
/// use std::time::Duration;
///
/// let clock = Clock::for_both(Duration::from_secs(60));
/// let share = DefaultTimeManager.begin(&clock, Color::White, Duration::from_millis(20)).expect("a clock");
/// assert!(share.soft > Duration::from_secs(1) && share.hard < Duration::from_secs(30));
/// assert_eq!(DefaultTimeManager.begin(&Clock::default(), Color::White, Duration::ZERO), None);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct DefaultTimeManager;

/// How many more moves a game is expected to have.
const MOVES_LEFT: u32 = 20;

/// Longer times count as this one, a year, which can be multiplied without overflow.
const MAX_TIME: Duration = Duration::from_secs(365 * 24 * 3600);

/// A move gets this much even if less is left.
const MIN_TIME: Duration = Duration::from_millis(1);

impl TimeManager for DefaultTimeManager {
    fn begin(&mut self, clock: &Clock, color: Color, overhead: Duration) -> Option<TimeBudget> {
        let left = clock.remaining(color)?.saturating_sub(overhead).min(MAX_TIME);
        let moves = clock.moves_to_go().unwrap_or(u32::MAX);
        if moves == 1 {
            // All of it but a reserve.
            let soft = left.max(MIN_TIME);
            return Some(TimeBudget { soft: soft.mul_f64(0.7), hard: soft.mul_f64(0.95).max(MIN_TIME) });
        }
        let increment = clock.increment(color).saturating_sub(overhead / 2).min(MAX_TIME);
        let share = left / moves.min(MOVES_LEFT) + increment.mul_f64(0.8);
        let hard = (share * 4).min(left.mul_f64(0.5)).max(MIN_TIME);
        Some(TimeBudget { soft: share.mul_f64(0.95).min(hard), hard })
    }

    fn is_enough(&mut self, budget: &TimeBudget, report: &DepthReport) -> bool {
        let stability = 1.3 - 0.08 * f64::from(report.best_move_stability.min(8));
        let share = 1.6 - f64::from(report.best_move_nodes) / 1_000.0;
        let score_drop = 1.0 + f64::from(report.score_drop.clamp(-20, 80)) / 100.0;
        let wanted = budget.soft.mul_f64((stability * share * score_drop).clamp(0.25, 3.0));
        report.elapsed >= wanted.min(budget.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn report(elapsed: u64, best_move_stability: u32, score_drop: i32, best_move_nodes: u32) -> DepthReport {
        DepthReport {
            depth: 10,
            elapsed: Duration::from_millis(elapsed),
            best_move_stability,
            score_drop,
            best_move_nodes,
        }
    }

    #[test]
    fn no_move_takes_what_is_not_there() {
        for milliseconds in [0, 1, 10, 11, 50, 1_000, 60_000, 7_200_000] {
            for moves in [None, Some(1), Some(2), Some(40)] {
                for increment in [0, 50, 10_000] {
                    let left = Duration::from_millis(milliseconds);
                    let mut clock = Clock::for_both(left).with_increment(Duration::from_millis(increment));
                    if let Some(moves) = moves {
                        clock = clock.with_moves_to_go(moves);
                    }
                    let budget = DefaultTimeManager.begin(&clock, Color::Black, OVERHEAD).expect("a clock");
                    let most = left.saturating_sub(OVERHEAD).max(MIN_TIME);
                    assert!(budget.hard <= most && budget.soft <= budget.hard, "{clock:?} {budget:?}");
                }
            }
        }
    }

    #[test]
    fn no_time_is_too_long() {
        for moves in [None, Some(1), Some(u32::MAX)] {
            let mut clock = Clock::for_both(Duration::MAX).with_increment(Duration::MAX);
            if let Some(moves) = moves {
                clock = clock.with_moves_to_go(moves);
            }
            let budget = DefaultTimeManager.begin(&clock, Color::White, OVERHEAD).expect("a clock");
            assert!(!DefaultTimeManager.is_enough(&budget, &report(1_000, 0, 90, 100)), "{budget:?}");
        }
    }

    #[test]
    fn doubt_takes_longer_than_certainty() {
        let clock = Clock::for_both(Duration::from_secs(60));
        let budget = DefaultTimeManager.begin(&clock, Color::White, OVERHEAD).expect("a clock");
        let soft = budget.soft.as_millis() as u64;
        assert!(DefaultTimeManager.is_enough(&budget, &report(soft / 2, 9, 0, 990)));
        assert!(!DefaultTimeManager.is_enough(&budget, &report(soft, 0, 60, 400)));
        assert!(DefaultTimeManager.is_enough(&budget, &report(budget.hard.as_millis() as u64, 0, 90, 100)));
    }
}
