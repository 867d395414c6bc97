//! A player's clock, as the referee keeps it.

use std::time::Duration;

use philidor::Color;
use philidor_engine::{Clock, SearchLimits};

use super::time_control::Kind;
use super::time_control::TimeControl;

/// How far a move may exceed a fixed time per move: no search ends to the millisecond.
const LEEWAY: Duration = Duration::from_millis(100);

/// The time of one player in one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timer {
    control: TimeControl,
    remaining: Duration,
    moves_left: Option<u32>,
}

impl Timer {
    pub(super) fn new(control: TimeControl) -> Timer {
        let (remaining, moves_left) = match control.0 {
            Kind::Clock { base, moves, .. } => (base, moves),
            _ => (Duration::ZERO, None),
        };
        Timer { control, remaining, moves_left }
    }

    /// What the clock shows; `None` if there is none.
    pub(super) fn shown(&self) -> Option<Duration> {
        matches!(self.control.0, Kind::Clock { .. }).then_some(self.remaining)
    }

    /// How long the next move may take; `None` if it may take as long as it likes.
    pub(super) fn allowed(&self) -> Option<Duration> {
        match self.control.0 {
            Kind::Clock { .. } => Some(self.remaining),
            Kind::Move(time) => Some(time.saturating_add(LEEWAY)),
            Kind::Nodes(_) | Kind::Depth(_) => None,
        }
    }

    /// The limits that the player of a color gets before a move.
    pub(super) fn limits(&self, color: Color, other: &Timer) -> SearchLimits {
        match self.control.0 {
            Kind::Clock { increment, .. } => {
                let theirs = other.shown().unwrap_or(self.remaining);
                let mut clock = Clock::for_both(self.remaining)
                    .with_remaining(!color, theirs)
                    .with_increment_of(color, increment)
                    .with_increment_of(!color, other.increment());
                if let Some(moves) = self.moves_left {
                    clock = clock.with_moves_to_go(moves);
                }
                SearchLimits::new().with_clock(clock)
            }
            Kind::Move(time) => SearchLimits::new().with_time(time),
            Kind::Nodes(nodes) => SearchLimits::new().with_nodes(nodes),
            Kind::Depth(depth) => SearchLimits::new().with_depth(depth),
        }
    }

    /// Takes the time of a move, played within the limit, off the clock.
    pub(super) fn spend(&mut self, elapsed: Duration) {
        let Kind::Clock { base, increment, moves } = self.control.0 else { return };
        self.remaining = self.remaining.saturating_sub(elapsed).saturating_add(increment);
        self.moves_left = match self.moves_left {
            Some(2..) => self.moves_left.map(|left| left - 1),
            Some(_) => {
                self.remaining = self.remaining.saturating_add(base);
                moves
            }
            None => None,
        };
    }

    fn increment(&self) -> Duration {
        match self.control.0 {
            Kind::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn increments_and_new_time_are_added_after_the_move() {
        let mut timer = Timer::new("2/10+1".parse().expect("a time control"));
        let left =
            |timer: &Timer| timer.limits(Color::White, timer).clock.and_then(|clock| clock.moves_to_go());
        assert_eq!((timer.allowed(), left(&timer)), (Some(10 * SECOND), Some(2)));
        timer.spend(4 * SECOND);
        assert_eq!((timer.allowed(), left(&timer)), (Some(7 * SECOND), Some(1)));
        timer.spend(7 * SECOND);
        assert_eq!((timer.allowed(), left(&timer)), (Some(11 * SECOND), Some(2)));
    }

    #[test]
    fn each_side_gets_both_clocks() {
        let mine = Timer::new("5+1".parse().expect("a time control"));
        let other = Timer::new("3+2".parse().expect("a time control"));
        let clock = mine.limits(Color::Black, &other).clock.expect("clocks");
        assert_eq!(clock.remaining(Color::Black), Some(5 * SECOND));
        assert_eq!(clock.remaining(Color::White), Some(3 * SECOND));
        assert_eq!([Color::White, Color::Black].map(|color| clock.increment(color)), [2 * SECOND, SECOND]);
    }
}
