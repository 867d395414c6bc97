//! The clocks of a game: how much time is left.

use std::time::Duration;

use philidor::Color;

/// The clocks of both sides when one of them begins to think.
///
/// The default has no time limit.
///
/// ```
/// use philidor::Color;
/// use philidor_engine::Clock;
/// use std::time::Duration;
///
/// let minute = Duration::from_secs(60);
/// let clock = Clock::for_both(minute).with_increment(Duration::from_secs(1));
/// assert_eq!(clock.remaining(Color::Black), Some(minute));
/// assert_eq!(Clock::default().remaining(Color::White), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clock {
    remaining: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
}

impl Clock {
    /// Both sides have this much left.
    #[must_use]
    pub const fn for_both(remaining: Duration) -> Clock {
        Clock { remaining: [Some(remaining); 2], increment: [Duration::ZERO; 2], moves_to_go: None }
    }

    /// This much for the next move, whichever side plays it.
    #[must_use]
    pub const fn for_one_move(time: Duration) -> Clock {
        Clock { remaining: [Some(time); 2], increment: [Duration::ZERO; 2], moves_to_go: Some(1) }
    }

    /// The same with this much left for one side.
    #[must_use]
    pub const fn with_remaining(mut self, color: Color, remaining: Duration) -> Clock {
        self.remaining[color.index()] = Some(remaining);
        self
    }

    /// The same with an increment for both sides: the time that each move adds.
    #[must_use]
    pub const fn with_increment(self, increment: Duration) -> Clock {
        Clock { increment: [increment; 2], ..self }
    }

    /// The same with an increment for one side.
    #[must_use]
    pub const fn with_increment_of(mut self, color: Color, increment: Duration) -> Clock {
        self.increment[color.index()] = increment;
        self
    }

    /// The same with this many moves to play before more time is added, but at least one.
    #[must_use]
    pub const fn with_moves_to_go(self, moves: u32) -> Clock {
        Clock { moves_to_go: Some(if moves == 0 { 1 } else { moves }), ..self }
    }

    /// The time that a side has left; `None` if it has no limit.
    #[must_use]
    pub const fn remaining(&self, color: Color) -> Option<Duration> {
        self.remaining[color.index()]
    }

    /// The time that each of a side's moves adds.
    #[must_use]
    pub const fn increment(&self, color: Color) -> Duration {
        self.increment[color.index()]
    }

    /// How many moves have to be played in the remaining time; `None` for the rest of the game.
    #[must_use]
    pub const fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }
}
