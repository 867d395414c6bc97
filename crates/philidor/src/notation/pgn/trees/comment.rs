//! Comments, and the clocks and evaluations that programs write into them.
//!
//! ```text
//! { [%eval 0.17,22] [%clk 0:05:00] a usual reply }
//!   └ score, depth   └ time left   └ text
//! ```
//!
//! These commands came with the sites and boards that broadcast games. Three are understood; others, such as arrows and
//! colored squares, stay in the text.

use alloc::string::String;
use core::fmt::{self, Write};
use core::time::Duration;

/// The score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// In hundredths of a pawn, from White's side.
    Centipawns(i32),
    /// Mate in this many moves; negative if Black mates.
    Mate(i32),
}

/// An evaluation, `[%eval …]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Eval {
    /// Who is better, and how much.
    pub score: Score,
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
}

/// A comment: a text, and the commands in it.
///
/// ```
/// use core::time::Duration;
/// use philidor::pgn::{Comment, Score};
/// let comment = Comment::from("[%clk 0:05:00.5] a usual\n   reply [%eval #-3]");
/// assert_eq!(comment.text(), "a usual reply");
/// assert_eq!(comment.clock, Some(Duration::from_millis(300_500)));
/// assert_eq!(comment.eval.map(|eval| eval.score), Some(Score::Mate(-3)));
/// assert_eq!(comment.to_string(), "[%eval #-3] [%clk 0:05:00.5] a usual reply");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Comment {
    text: String,
    /// Where in the text a command begins that has no end yet.
    unclosed: Option<usize>,
    /// The time left on the clock of the player who moved, `[%clk …]`.
    pub clock: Option<Duration>,
    /// The time that the move took, `[%emt …]`.
    pub elapsed: Option<Duration>,
    /// The evaluation.
    pub eval: Option<Eval>,
}

impl From<&str> for Comment {
    fn from(text: &str) -> Comment {
        let mut comment = Comment::default();
        comment.push(text);
        comment
    }
}

impl Comment {
    /// The text, its words separated by single spaces.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the comment is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.clock.is_none() && self.elapsed.is_none() && self.eval.is_none()
    }

    /// Appends to the comment. If a command is repeated, the first counts, and the second stays in the text. A command
    /// that has begun before may end here: after `[%clk 0:01:00`, a `]` sets the clock.
    ///
    /// ```
    /// use philidor::pgn::Comment;
    /// let mut comment = Comment::from("better");
    /// comment.push("[%emt 0:00:07] was  a7");
    /// assert_eq!(comment.to_string(), "[%emt 0:00:07] better was a7");
    /// ```
    pub fn push(&mut self, text: &str) {
        match self.unclosed {
            // The text may complete a command, so that they are read together, as they will be written.
            Some(start) if text.contains(']') => {
                let begun = self.text.split_off(start);
                let apart = self.text.ends_with(' ');
                self.text.truncate(self.text.trim_ascii_end().len());
                self.unclosed = None;
                self.read(&alloc::format!("{begun} {text}"), apart);
            }
            Some(_) => {
                self.push_words(text, true);
            }
            None => self.read(text, true),
        }
    }

    /// Reads words and commands. A command that is not taken stays as it is; one that is leaves a space.
    fn read(&mut self, text: &str, mut apart: bool) {
        let (mut from, mut at) = (0, 0);
        while let Some((start, end)) = next_command(text, at) {
            at = end;
            if self.take_command(text.get(start + 2..end - 1).unwrap_or_default()) {
                self.push_words(text.get(from..start).unwrap_or_default(), apart);
                (from, apart) = (end, true);
            }
        }
        let rest = text.get(from..).unwrap_or_default();
        let start =
            text.get(at..).and_then(|tail| tail.find("[%")).map_or(rest.len(), |found| at - from + found);
        let (whole, begun) = rest.split_at_checked(start).unwrap_or((rest, ""));
        apart = self.push_words(whole, apart);
        if !begun.is_empty() {
            self.unclosed = Some(self.text.len() + usize::from(apart && !self.text.is_empty()));
            self.push_words(begun, apart);
        }
    }

    /// Appends words, the first one after a space if it is to be apart or has one. Whether the next one has to be.
    fn push_words(&mut self, text: &str, mut apart: bool) -> bool {
        let is_space = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_whitespace);
        apart |= is_space(text.as_bytes().first());
        for word in text.split_ascii_whitespace() {
            if apart && !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(word);
            apart = true;
        }
        if text.is_empty() { apart } else { is_space(text.as_bytes().last()) }
    }

    /// Takes a command if it is known, has a valid value, and is the first of its kind; returns whether it did.
    fn take_command(&mut self, command: &str) -> bool {
        let Some((name, value)) = command.split_once(|character: char| character.is_ascii_whitespace())
        else {
            return false;
        };
        let value = value.trim_matches(|character: char| character.is_ascii_whitespace());
        match name {
            "clk" => fill(&mut self.clock, read_duration(value)),
            "emt" => fill(&mut self.elapsed, read_duration(value)),
            "eval" => fill(&mut self.eval, read_eval(value)),
            _ => false,
        }
    }
}

/// Where the next command begins and ends, with its brackets.
fn next_command(text: &str, from: usize) -> Option<(usize, usize)> {
    let start = from + text.get(from..)?.find("[%")?;
    let end = start + text.get(start..)?.find(']')? + 1;
    Some((start, end))
}

/// Fills an empty slot with a value; returns whether it did.
fn fill<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let fills = place.is_none() && value.is_some();
    if fills {
        *place = value;
    }
    fills
}

/// A number made only of digits, without a sign.
fn read_digits(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// `h:mm:ss`, `m:ss` or `s`, with or without a fraction of the second.
fn read_duration(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
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

/// A score in pawns, or `#` and the moves to mate, then optionally a comma and the depth.
fn read_eval(text: &str) -> Option<Eval> {
    let (score, depth) = match text.split_once(',') {
        Some((score, depth)) => (score, Some(u32::try_from(read_digits(depth)?).ok()?)),
        None => (text, None),
    };
    let score = match score.strip_prefix('#') {
        Some(moves) => Score::Mate(signed(moves, read_digits)?),
        None => Score::Centipawns(signed(score, read_centipawns)?),
    };
    Some(Eval { score, depth })
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

/// Pawns as hundredths, from the first two digits of the fraction.
fn read_centipawns(text: &str) -> Option<u64> {
    let (pawns, fraction) = text.split_once('.').unwrap_or((text, "0"));
    read_digits(fraction)?;
    let digit = |at| fraction.as_bytes().get(at).map_or(0, |digit| u64::from(digit - b'0'));
    read_digits(pawns)?.checked_mul(100)?.checked_add(digit(0) * 10 + digit(1))
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Mate(moves) => write!(f, "#{moves}"),
            Score::Centipawns(value) => {
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

impl fmt::Display for Comment {
    /// Without braces: evaluation, clock, time of the move, text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut space = "";
        if let Some(eval) = self.eval {
            write!(f, "[%eval {eval}]")?;
            space = " ";
        }
        for (name, duration) in [("clk", self.clock), ("emt", self.elapsed)] {
            if let Some(duration) = duration {
                write!(f, "{space}[%{name} ")?;
                write_duration(f, duration)?;
                f.write_char(']')?;
                space = " ";
            }
        }
        if self.text.is_empty() { Ok(()) } else { write!(f, "{space}{}", self.text) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn commands_are_read_and_written() {
        for (text, written) in [
            ("[%clk 5:00]", "[%clk 0:05:00]"),
            ("[%clk 90]", "[%clk 0:01:30]"),
            ("[%emt 1:02:03.250]", "[%emt 1:02:03.25]"),
            ("[%eval 0.1234]", "[%eval 0.12]"),
            ("[%eval -0.05,30]", "[%eval -0.05,30]"),
            ("[%eval +3]", "[%eval 3.00]"),
            ("[%eval #12,5]", "[%eval #12,5]"),
            ("a[%eval 1]b", "[%eval 1.00] a b"),
        ] {
            assert_eq!(Comment::from(text).to_string(), written, "{text}");
        }
    }

    #[test]
    fn unreadable_commands_stay_in_the_text() {
        for text in [
            "[%clk 1:2:3:4]",
            "[%clk -1]",
            "[%clk]",
            "[%clk 0:00:00.1234567890]",
            "[%clk 99999999999999999999]",
            "[%eval ##3]",
            "[%eval 99999999999]",
            "[%eval 0.1,x]",
            "[%eval 1.]",
            "[%cal Ga1b2,Rc3c4]",
            "[% clk 0:01:00]",
            "[%eval [%clk 0:00:01] 3]",
            "[%clk 0:00:01",
        ] {
            let comment = Comment::from(text);
            assert_eq!((comment.text(), comment.is_empty(), comment.clock), (text, false, None));
        }
    }

    #[test]
    fn commands_that_are_not_taken_stay_as_they_are() {
        for text in ["x[%cal Ga1b2]y", "[%csl Re4]#[%csl", "[%clk 1] a[%clk 2]b", "]#[%", "a[%b[%c]d [%e"] {
            let comment = Comment::from(text);
            assert_eq!(Comment::from(comment.to_string().as_str()), comment, "{text}");
            assert_eq!(comment.text(), text.trim_start_matches("[%clk 1] "));
        }
        assert_eq!(Comment::from("x[%cal Ga1b2]y").text(), "x[%cal Ga1b2]y");
    }

    #[test]
    fn a_command_may_begin_in_one_text_and_end_in_the_next() {
        let cases: [(&[&str], &str); 6] = [
            (&["[%clk", "0:01:00]"], "[%clk 0:01:00]"),
            (&["a[%clk", "b", "c]d"], "a[%clk b c]d"),
            (&["a [%x", "y]#[%eval", "1] z"], "[%eval 1.00] a [%x y]# z"),
            (&["[%", "", "]", "b"], "[% ] b"),
            (&["[%e", "cal]#[%csl R }"], "[%e cal]#[%csl R }"),
            (&["[%clk 1]", "[%clk", "2]"], "[%clk 0:00:01] [%clk 2]"),
        ];
        for (texts, written) in cases {
            let mut comment = Comment::default();
            texts.iter().for_each(|text| comment.push(text));
            assert_eq!(comment.to_string(), written, "{texts:?}");
            assert_eq!(Comment::from(written), comment, "{texts:?}");
        }
    }

    #[test]
    fn the_largest_values_are_read_back() {
        let comment = Comment {
            clock: Some(Duration::new(u64::MAX, 999_999_999)),
            elapsed: Some(Duration::new(0, 1)),
            eval: Some(Eval { score: Score::Centipawns(i32::MIN), depth: Some(u32::MAX) }),
            ..Comment::from("x")
        };
        assert_eq!(Comment::from(comment.to_string().as_str()), comment);
        let mate = Comment { eval: Some(Eval { score: Score::Mate(i32::MIN), depth: None }), ..comment };
        assert_eq!(Comment::from(mate.to_string().as_str()), mate);
    }
}
