//! How much time there is for a game, or what else limits a search.
//!
//! ```text
//! 60            sixty seconds for the game
//! 5+0.05        five seconds, and fifty milliseconds more for each move
//! 40/60         sixty seconds for each forty moves
//! 40/60+0.5     and half a second more for each move
//! move=0.1      a tenth of a second for each move
//! nodes=20000   this many nodes for each move
//! depth=8       this many half-moves ahead
//! ```

use core::fmt;
use core::str::FromStr;
use std::time::Duration;

/// What limits the searches of a game.
///
/// ```
/// use philidor_uci::tournament::TimeControl;
///
/// for text in ["60", "5+0.05", "40/60", "40/60+0.5", "move=0.1", "nodes=20000", "depth=8"] {
///     assert_eq!(text.parse::<TimeControl>()?.to_string(), text);
/// }
/// let error = "5+".parse::<TimeControl>().unwrap_err().to_string();
/// assert_eq!(error, "`5+` is not a time control, such as 5+0.05, 40/60, move=0.1, nodes=20000 or depth=8");
/// # Ok::<(), philidor_uci::tournament::TimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl(pub(super) Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Clock { base: Duration, increment: Duration, moves: Option<u32> },
    Move(Duration),
    Nodes(u64),
    Depth(u32),
}

/// The longest time of a control: a month.
const MAX_SECONDS: f64 = 30.0 * 24.0 * 3600.0;

impl TimeControl {
    /// A time for the whole game, and more for each move.
    #[must_use]
    pub const fn per_game(base: Duration, increment: Duration) -> TimeControl {
        TimeControl(Kind::Clock { base, increment, moves: None })
    }

    /// A time for each session of this many moves.
    #[must_use]
    pub const fn per_moves(moves: u32, base: Duration) -> TimeControl {
        let moves = Some(if moves == 0 { 1 } else { moves });
        TimeControl(Kind::Clock { base, increment: Duration::ZERO, moves })
    }

    /// A time for each move.
    #[must_use]
    pub const fn per_move(time: Duration) -> TimeControl {
        TimeControl(Kind::Move(time))
    }

    /// A fixed number of nodes for each move.
    #[must_use]
    pub const fn fixed_nodes(nodes: u64) -> TimeControl {
        TimeControl(Kind::Nodes(nodes))
    }

    /// A fixed depth in half-moves.
    #[must_use]
    pub const fn fixed_depth(depth: u32) -> TimeControl {
        TimeControl(Kind::Depth(depth))
    }

    /// Whether time limits the moves, so that they differ from run to run.
    pub(super) const fn is_by_time(&self) -> bool {
        matches!(self.0, Kind::Clock { .. } | Kind::Move(_))
    }

    /// As the tag TimeControl of PGN has it; `None` where the standard has no word.
    pub(super) fn tag(&self) -> Option<String> {
        match self.0 {
            Kind::Clock { .. } => Some(self.to_string()),
            _ => None,
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Clock { base, increment, moves } => {
                moves.map_or(Ok(()), |moves| write!(f, "{moves}/"))?;
                write!(f, "{}", base.as_secs_f64())?;
                if increment.is_zero() { Ok(()) } else { write!(f, "+{}", increment.as_secs_f64()) }
            }
            Kind::Move(time) => write!(f, "move={}", time.as_secs_f64()),
            Kind::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Kind::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        read(text).map(TimeControl).ok_or_else(|| TimeControlError { text: text.to_owned() })
    }
}

fn read(text: &str) -> Option<Kind> {
    if let Some((name, value)) = text.split_once('=') {
        return match name {
            "move" => seconds(value).filter(|time| !time.is_zero()).map(Kind::Move),
            "nodes" => value.parse().ok().filter(|&nodes| nodes > 0).map(Kind::Nodes),
            "depth" => value.parse().ok().filter(|&depth| depth > 0).map(Kind::Depth),
            _ => None,
        };
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves: &u32| moves > 0)?), rest),
        None => (None, text),
    };
    let (base, increment) = match rest.split_once('+') {
        Some((base, increment)) => (seconds(base)?, seconds(increment)?),
        None => (seconds(rest)?, Duration::ZERO),
    };
    (!base.is_zero()).then_some(Kind::Clock { base, increment, moves })
}

/// A number of seconds, with or without a fraction.
fn seconds(text: &str) -> Option<Duration> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| is_plain)?;
    (seconds <= MAX_SECONDS).then(|| Duration::from_secs_f64(seconds))
}

/// A text that is not a time control.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TimeControlError {
    /// The text.
    pub text: String,
}

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = crate::harmless::harmless(&self.text);
        write!(f, "`{text}` is not a time control, such as 5+0.05, 40/60, move=0.1, nodes=20000 or depth=8")
    }
}

philidor::debug_is_the_sentence!(TimeControlError);

impl core::error::Error for TimeControlError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "",
            "0",
            "-5",
            "5+",
            "+1",
            "0/60",
            "/60",
            "40/",
            "1e3",
            "NaN",
            "inf",
            "nodes=0",
            "depth=",
            "move=0",
            "time=3",
            "99999999999",
            "5+0.05+1",
            "40/40/60",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
