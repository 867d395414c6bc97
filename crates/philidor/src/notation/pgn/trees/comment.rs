//! Comments, and the clocks and evaluations that programs write into them.
//!
//! ```text
//! { [%eval 0.17,22] [%clk 0:05:00] a usual reply }
//!   └ score, depth   └ time left   └ text
//! ```
//!
//! These commands came with the sites and boards that broadcast games. Three are understood; others, such as arrows and
//! colored squares, stay in the text. A comment that is written again is what was read, letter for letter, except for
//! blanks and for commands whose value has changed since.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::time::Duration;

use super::command::{Command, Eval, command_start, next_command};

/// A comment: a text, and the commands in it.
///
/// ```
/// use core::time::Duration;
/// use philidor::pgn::{Comment, Score};
/// let mut comment = Comment::from("[%clk 5:00.50] a usual\n   reply [%eval #-3]");
/// assert_eq!(comment.text(), "a usual reply");
/// assert_eq!(comment.clock, Some(Duration::from_millis(300_500)));
/// assert_eq!(comment.eval.map(|eval| eval.score), Some(Score::Mate(-3)));
/// assert_eq!(comment.to_string(), "[%clk 5:00.50] a usual reply [%eval #-3]");
/// comment.clock = Some(Duration::from_secs(299));
/// assert_eq!(comment.to_string(), "[%clk 0:04:59] a usual reply [%eval #-3]");
/// ```
///
/// Comments are equal if their texts and their values are, however their commands are spelled and wherever they are.
#[derive(Clone, Debug, Default)]
pub struct Comment {
    /// What was read, its words separated by single spaces.
    written: String,
    /// The same without the commands that were taken; `None` if none was.
    text: Option<String>,
    /// Where in what was read a command begins that has no end yet.
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

impl PartialEq for Comment {
    fn eq(&self, other: &Comment) -> bool {
        self.text() == other.text() && self.values() == other.values()
    }
}

impl Eq for Comment {}

impl Hash for Comment {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.text(), self.values()).hash(state);
    }
}

impl Comment {
    /// A comment without text.
    pub(super) const fn new() -> Comment {
        Comment { written: String::new(), text: None, unclosed: None, clock: None, elapsed: None, eval: None }
    }

    /// The text without the commands that are understood, its words separated by single spaces.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.as_deref().unwrap_or(&self.written)
    }

    /// Whether the comment is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text().is_empty() && self.values() == (None, None, None)
    }

    /// Appends to the comment. If a command is repeated, the first counts, and the second stays in the text. A command
    /// that has begun before may end here: after `[%clk 0:01:00`, a `]` sets the clock.
    ///
    /// ```
    /// use philidor::pgn::Comment;
    /// let mut comment = Comment::from("better");
    /// comment.push("[%emt 0:00:07] was  a7");
    /// assert_eq!(comment.to_string(), "better [%emt 0:00:07] was a7");
    /// assert_eq!(comment.text(), "better was a7");
    /// ```
    pub fn push(&mut self, text: &str) {
        let old = self.written.len();
        self.written.reserve(text.len() + usize::from(old > 0));
        push_words(&mut self.written, text, true);
        match self.unclosed {
            // The text may complete a command, so that they are read together, as they will be written.
            Some(start) if text.contains(']') => {
                if let Some(plain) = &mut self.text {
                    plain.truncate(plain.len() + start - old);
                }
                self.read(start);
            }
            None if self.text.is_some() || command_start(text, 0).is_some() => self.read(old),
            None => {}
            Some(_) => {
                if let Some(plain) = &mut self.text {
                    push_words(plain, text, true);
                }
            }
        }
    }

    /// Reads what was written from an offset on. A command that is not taken stays as it is; one that is leaves a space.
    fn read(&mut self, from: usize) {
        let written = core::mem::take(&mut self.written);
        let mut apart = trim_end(self.text.as_mut());
        let (mut rest, mut at) = (from, from);
        while let Some((start, end)) = next_command(&written, at) {
            at = end;
            if self.take_command(written.get(start + 2..end - 1).unwrap_or_default()) {
                let plain = self.text.get_or_insert_with(|| written.get(..from).unwrap_or_default().into());
                apart |= trim_end(Some(plain));
                push_words(plain, written.get(rest..start).unwrap_or_default(), apart);
                (rest, apart) = (end, true);
            }
        }
        if let Some(plain) = &mut self.text {
            push_words(plain, written.get(rest..).unwrap_or_default(), apart);
        }
        self.unclosed = command_start(&written, at);
        self.written = written;
    }

    /// Takes a command if it is known, has a valid value, and is the first of its kind; returns whether it did.
    fn take_command(&mut self, inside: &str) -> bool {
        match Command::read(inside) {
            Some(Command::Clock(time)) => fill(&mut self.clock, time),
            Some(Command::Elapsed(time)) => fill(&mut self.elapsed, time),
            Some(Command::Eval(eval)) => fill(&mut self.eval, eval),
            None => false,
        }
    }

    /// The values of the commands.
    fn values(&self) -> (Option<Duration>, Option<Duration>, Option<Eval>) {
        (self.clock, self.elapsed, self.eval)
    }

    /// The values as commands, in the order in which they are written if none was read.
    fn commands(&self) -> impl Iterator<Item = Command> {
        let Comment { eval, clock, elapsed, .. } = *self;
        let eval = eval.map(Command::Eval);
        eval.into_iter().chain(clock.map(Command::Clock)).chain(elapsed.map(Command::Elapsed))
    }

    /// The whole comment without its braces: as read, with each changed value where the old one was, and new ones in
    /// front.
    pub(super) fn to_text(&self) -> Cow<'_, str> {
        let mut read = Comment::default();
        if self.text.is_some() {
            let commands = Commands { text: &self.written, at: 0 };
            commands.for_each(|(_, inside, _)| _ = read.take_command(inside));
        }
        if read.values() == self.values() {
            Cow::Borrowed(&self.written)
        } else {
            Cow::Owned(self.changed(&read))
        }
    }

    /// The comment with other values than those read.
    fn changed(&self, read: &Comment) -> String {
        let mut text = String::new();
        for new in self.commands().filter(|command| !read.commands().any(|old| old.is_like(command))) {
            push_words(&mut text, &format!("{new}"), true);
        }
        let (mut again, mut rest) = (Comment::default(), 0);
        for (start, inside, end) in (Commands { text: &self.written, at: 0 }) {
            let Some(old) = Command::read(inside).filter(|_| again.take_command(inside)) else { continue };
            if self.commands().any(|command| command == old) {
                continue;
            }
            push_words(&mut text, self.written.get(rest..start).unwrap_or_default(), true);
            for new in self.commands().filter(|command| command.is_like(&old)) {
                push_words(&mut text, &format!("{new}"), true);
            }
            rest = end;
        }
        push_words(&mut text, self.written.get(rest..).unwrap_or_default(), true);
        text
    }
}

/// The commands of a text: where each begins, what is in its brackets, where it ends.
struct Commands<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Commands<'a> {
    type Item = (usize, &'a str, usize);

    fn next(&mut self) -> Option<(usize, &'a str, usize)> {
        let (start, end) = next_command(self.text, self.at)?;
        self.at = end;
        Some((start, self.text.get(start + 2..end - 1)?, end))
    }
}

/// Appends words, separated by single spaces, the first one after a space if it is to be apart or has one.
pub(super) fn push_words(words: &mut String, text: &str, mut apart: bool) {
    apart |= text.as_bytes().first().is_some_and(u8::is_ascii_whitespace);
    let text = text.trim_ascii();
    if is_separated_by_single_spaces(text.as_bytes()) {
        // As most texts are.
        if apart && !words.is_empty() && !text.is_empty() {
            words.push(' ');
        }
        return words.push_str(text);
    }
    for word in text.split_ascii_whitespace() {
        if apart && !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
        apart = true;
    }
}

/// Whether a text without blanks at its ends has no others than single spaces.
fn is_separated_by_single_spaces(text: &[u8]) -> bool {
    let mut before = 0;
    text.iter().all(|&byte| {
        let is_wrong = byte.is_ascii_whitespace() && (byte != b' ' || before == b' ');
        before = byte;
        !is_wrong
    })
}

/// Removes the space at the end of words; returns whether there was one.
fn trim_end(words: Option<&mut String>) -> bool {
    words.is_some_and(|words| words.ends_with(' ') && words.pop().is_some())
}

/// Fills an empty slot with a value; returns whether it did.
fn fill<T>(place: &mut Option<T>, value: T) -> bool {
    let fills = place.is_none();
    if fills {
        *place = Some(value);
    }
    fills
}

impl fmt::Display for Comment {
    /// Without braces: what was read, with each changed value where the old one was, and new values in front.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

#[cfg(test)]
mod tests {
    use super::super::command::Score;
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

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
        ] {
            let Comment { clock, elapsed, eval, .. } = Comment::from(text);
            let made = Comment { clock, elapsed, eval, ..Comment::default() };
            assert_eq!(made.to_string(), written, "{text}");
            assert_eq!(Comment::from(text).to_string(), text);
        }
    }

    #[test]
    fn what_is_not_changed_stays_letter_for_letter() {
        for text in [
            "[%eval 0.123]",
            "book [%emt 0.783] move [%clk 5:00]",
            "a[%eval 1]b",
            "[%clk 1] [%clk 2] [%depth 12]",
            "a [%eval 0.1, 2] b [%csl Ra1][%eval -.5]",
        ] {
            assert_eq!(Comment::from(text).to_string(), text);
            let words: Vec<&str> = text.split(' ').collect();
            let mut comment = Comment::default();
            words.iter().for_each(|word| comment.push(word));
            assert_eq!(comment.to_string(), text);
            assert_eq!(comment, Comment::from(text));
        }
    }

    #[test]
    fn a_changed_value_is_written_where_the_old_one_was() {
        let mut comment = Comment::from("x [%clk 1:00] y[%eval 0.123]z [%clk 2]");
        comment.clock = Some(Duration::from_secs(59));
        assert_eq!(comment.to_string(), "x [%clk 0:00:59] y[%eval 0.123]z [%clk 2]");
        comment.eval = None;
        assert_eq!(comment.to_string(), "x [%clk 0:00:59] y z [%clk 2]");
        comment.elapsed = Some(Duration::from_secs(1));
        assert_eq!(comment.to_string(), "[%emt 0:00:01] x [%clk 0:00:59] y z [%clk 2]");
        assert_eq!(Comment::from(comment.to_string().as_str()), comment);
        // Two halves of a command do not become one when what separates them goes away.
        let mut split = Comment::from("[[%clk 1]%eval 2]");
        split.clock = None;
        assert_eq!(split.to_string(), "[ %eval 2]");
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
        let cases: [(&[&str], &str); 8] = [
            (&["[%clk", "0:01:00]"], "[%clk 0:01:00]"),
            (&["a[%clk", "b", "c]d"], "a[%clk b c]d"),
            (&["a [%x", "y]#[%eval", "1] z"], "a [%x y]#[%eval 1] z"),
            (&["[%", "", "]", "b"], "[% ] b"),
            (&["[%e", "cal]#[%csl R }"], "[%e cal]#[%csl R }"),
            (&["[%clk 1]", "[%clk", "2]"], "[%clk 1] [%clk 2]"),
            (&["a[%clk 1][%x", "y] [%eval", "z] [%eval 3]", "b"], "a[%clk 1][%x y] [%eval z] [%eval 3] b"),
            (&["a [%clk", "1]"], "a [%clk 1]"),
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
