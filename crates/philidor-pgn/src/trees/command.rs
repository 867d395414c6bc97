//! The commands in comments that are understood: `[%clk 0:05:00]`, `[%emt 0:00:07]`, `[%eval 0.17,22]`.

use core::fmt::{self, Write};
use core::time::Duration;

/// The score of a position. See [`Eval`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvalScore {
    /// In hundredths of a pawn, from White's side.
    Centipawns(i32),
    /// Mate in this many moves; negative if Black mates.
    Mate(i32),
}

/// An evaluation, `[%eval …]`, in a [`Comment`](super::Comment).
///
/// ```
/// use philidor_pgn::{Comment, Eval, EvalScore};
/// let mut comment = Comment::from("as usual");
/// comment.eval = Some(Eval { score: EvalScore::Centipawns(-31), depth: Some(22) });
/// assert_eq!(comment.to_string(), "[%eval -0.31,22] as usual");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Eval {
    /// Who is better, and how much.
    pub score: EvalScore,
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
}

impl Eval {
    /// A score in pawns, or `#` and the moves to mate, then optionally a comma and the depth.
    pub(super) fn read(text: &str) -> Option<Eval> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score, Some(u32::try_from(read_digits(depth)?).ok()?)),
            None => (text, None),
        };
        let score = match score.strip_prefix('#') {
            Some(moves) => EvalScore::Mate(signed(moves, read_digits)?),
            None => EvalScore::Centipawns(signed(score, read_centipawns)?),
        };
        Some(Eval { score, depth })
    }
}

/// A command that is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Clock(Duration),
    Elapsed(Duration),
    Eval(Eval),
}

impl Command {
    /// The command that stands between `[%` and `]`, if it is known and has a valid value.
    pub(super) fn read(inside: &str) -> Option<Command> {
        let blank = inside.bytes().position(|byte| byte.is_ascii_whitespace())?;
        let (name, value) = inside.split_at_checked(blank)?;
        let value = value.trim_ascii();
        match name {
            "clk" => read_duration(value).map(Command::Clock),
            "emt" => read_duration(value).map(Command::Elapsed),
            "eval" => Eval::read(value).map(Command::Eval),
            _ => None,
        }
    }

    /// Whether both have the same name.
    pub(super) fn is_like(&self, other: &Command) -> bool {
        core::mem::discriminant(self) == core::mem::discriminant(other)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Clock(time) => write_time(f, "clk", *time),
            Command::Elapsed(time) => write_time(f, "emt", *time),
            Command::Eval(eval) => write!(f, "[%eval {eval}]"),
        }
    }
}

fn write_time(f: &mut fmt::Formatter<'_>, name: &str, time: Duration) -> fmt::Result {
    write!(f, "[%{name} ")?;
    write_duration(f, time)?;
    f.write_char(']')
}

/// Where the next command begins and ends, with its brackets.
pub(super) fn next_command(text: &str, from: usize) -> Option<(usize, usize)> {
    let start = command_start(text, from)?;
    let end = memchr::memchr(b']', text.as_bytes().get(start..)?)?;
    Some((start, start + end + 1))
}

/// Where the next command begins, whether it ends or not.
pub(super) fn command_start(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut brackets = memchr::memchr_iter(b'[', bytes.get(from..)?).map(|at| from + at);
    brackets.find(|at| bytes.get(at + 1) == Some(&b'%'))
}

/// A number made only of digits, without a sign.
fn read_digits(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// `h:mm:ss`, `m:ss` or `s`, with or without a fraction of the second.
fn read_duration(text: &str) -> Option<Duration> {
    let Some((whole, fraction)) = text.split_once('.') else {
        return read_seconds(text).map(Duration::from_secs);
    };
    if fraction.len() > 9 {
        return None;
    }
    let seconds = read_seconds(whole)?;
    let nanoseconds = read_digits(fraction)? as u32 * 10_u32.pow(9 - fraction.len() as u32);
    Some(Duration::new(seconds, nanoseconds))
}

/// `h:mm:ss`, `m:ss` or `s`, in one pass: games with clocks have one for each move.
fn read_seconds(text: &str) -> Option<u64> {
    let (mut before, mut colons) = (0_u64, 0);
    let mut field: Option<u64> = None;
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' => {
                let digit = u64::from(byte - b'0');
                field = Some(field.unwrap_or(0).checked_mul(10)?.checked_add(digit)?);
            }
            b':' if colons < 2 => {
                before = before.checked_add(field.take()?)?.checked_mul(60)?;
                colons += 1;
            }
            _ => return None,
        }
    }
    before.checked_add(field?)
}

/// A number with an optional sign, the rest read by `read`.
fn signed(text: &str, read: impl Fn(&str) -> Option<u64>) -> Option<i32> {
    let number = |text| i64::try_from(read(text)?).ok();
    let value = match text.strip_prefix('-') {
        Some(rest) => -number(rest)?,
        None => number(text.strip_prefix('+').unwrap_or(text))?,
    };
    i32::try_from(value).ok()
}

/// Pawns as hundredths, from the first two digits of the fraction. Before a fraction, no digit is a zero: `.99`.
fn read_centipawns(text: &str) -> Option<u64> {
    let (pawns, fraction) = match text.split_once('.') {
        Some(("", fraction)) => ("0", fraction),
        Some(parts) => parts,
        None => (text, "0"),
    };
    read_digits(fraction)?;
    let digit = |at| fraction.as_bytes().get(at).map_or(0, |digit| u64::from(digit - b'0'));
    read_digits(pawns)?.checked_mul(100)?.checked_add(digit(0) * 10 + digit(1))
}

impl fmt::Display for EvalScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            EvalScore::Mate(moves) => write!(f, "#{moves}"),
            EvalScore::Centipawns(value) => {
                let sign = if value < 0 { "-" } else { "" };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
        }
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.score.fmt(f)?;
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

/// `h:mm:ss`, with a fraction if there is one.
fn write_duration(f: &mut fmt::Formatter<'_>, duration: Duration) -> fmt::Result {
    let seconds = duration.as_secs();
    write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
    let (mut fraction, mut digits) = (duration.subsec_nanos(), 9);
    if fraction == 0 {
        return Ok(());
    }
    while fraction % 10 == 0 {
        fraction /= 10;
        digits -= 1;
    }
    write!(f, ".{fraction:0digits$}")
}
