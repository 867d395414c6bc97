//! Comments, and the clocks and evaluations that programs write into them.
//!
//! ```text
//! { [%eval 0.17,22] [%clk 0:05:00] a usual reply }
//!   └ score, depth   └ time left   └ text
//! ```
//!
//! These commands came with the sites and boards that broadcast games. Three are understood; others stay in the text,
//! from which arrows and colored squares can be read (`shape.rs`). A comment is written back letter for letter, except
//! for blanks and for commands whose value has changed since.
//!
//! Files of online games have a clock after each move and nothing else, so a comment is kept in one of three ways: as
//! values alone (`usual.rs`), which needs no memory of its own, as text alone, or as both.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::time::Duration;

use philidor::characters::decode;

use super::command::{Command, Eval, command_start, next_command};
use super::shape::{Shape, shape_commands, split_shapes};
use super::usual::{Values, usual_values};
use super::words::{push_words, trim_end};

/// A comment: a text, and the commands in it.
///
/// ```
/// use core::time::Duration;
/// use philidor_pgn::{Comment, EvalScore};
/// let mut comment = Comment::from("[%clk 5:00.50] a usual\n   reply [%eval #-3]");
/// assert_eq!(comment.text(), "a usual reply");
/// assert_eq!(comment.clock, Some(Duration::from_millis(300_500)));
/// assert_eq!(comment.eval.map(|eval| eval.score), Some(EvalScore::Mate(-3)));
/// assert_eq!(comment.to_string(), "[%clk 5:00.50] a usual reply [%eval #-3]");
/// comment.clock = Some(Duration::from_secs(299));
/// assert_eq!(comment.to_string(), "[%clk 0:04:59] a usual reply [%eval #-3]");
/// ```
///
/// Comments are equal if their texts and their values are, however their commands are spelled and wherever they are.
#[derive(Clone, Debug, Default)]
pub struct Comment {
    kept: Kept,
    /// The time left on the clock of the player who moved, `[%clk …]`.
    pub clock: Option<Duration>,
    /// The time that the move took, `[%emt …]`.
    pub elapsed: Option<Duration>,
    /// The evaluation.
    pub eval: Option<Eval>,
}

/// What is kept of a comment besides its values.
#[derive(Clone, Debug)]
enum Kept {
    /// Which values were read; there was nothing else, and they are written as they were.
    Values(Which),
    /// A text in which no command was taken and none is unclosed, its words separated by single spaces.
    Text(String),
    /// A text with commands.
    Both(Box<Both>),
}

const _: () = assert!(size_of::<Kept>() == size_of::<String>());

/// Some of the values, in the order in which they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Which {
    eval: bool,
    clock: bool,
    elapsed: bool,
}

/// A text with commands.
#[derive(Clone, Debug, Default)]
struct Both {
    /// What was read, its words separated by single spaces.
    written: String,
    /// The same without the commands that were taken; `None` if none was.
    text: Option<String>,
    /// Where in `written` a command begins that has no end yet.
    unclosed: Option<usize>,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept::NOTHING
    }
}

impl Kept {
    const NOTHING: Kept = Kept::Values(Which { eval: false, clock: false, elapsed: false });
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
        Comment { kept: Kept::NOTHING, clock: None, elapsed: None, eval: None }
    }

    /// The text without the commands that are understood, its words separated by single spaces.
    #[must_use]
    pub fn text(&self) -> &str {
        match &self.kept {
            Kept::Values(_) => "",
            Kept::Text(text) => text,
            Kept::Both(both) => both.text.as_deref().unwrap_or(&both.written),
        }
    }

    /// The colored squares and arrows, `[%csl …]` and `[%cal …]`, as they follow each other. Their commands are part of
    /// [`text`](Comment::text).
    #[must_use]
    pub fn shapes(&self) -> Vec<Shape> {
        split_shapes(self.text()).0
    }

    /// The [`text`](Comment::text) without the commands of squares and arrows.
    #[must_use]
    pub fn text_without_shapes(&self) -> String {
        split_shapes(self.text()).1
    }

    /// Replaces the squares and arrows. New ones are written in front, the squares first.
    ///
    /// ```
    /// use philidor_pgn::Comment;
    /// let mut comment = Comment::from("a plan [%cal Ga1b2] [%clk 0:05:00]");
    /// comment.set_shapes(&Comment::from("[%cal Rc1g5,Yd4]").shapes());
    /// assert_eq!(comment.to_string(), "[%csl Yd4][%cal Rc1g5] a plan [%clk 0:05:00]");
    /// ```
    pub fn set_shapes(&mut self, shapes: &[Shape]) {
        let mut text = shape_commands(shapes);
        push_words(&mut text, &split_shapes(&self.to_text()).1, true);
        *self = Comment::from(text.as_str());
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
    /// use philidor_pgn::Comment;
    /// let mut comment = Comment::from("better");
    /// comment.push("[%emt 0:00:07] was  a7");
    /// assert_eq!(comment.to_string(), "better [%emt 0:00:07] was a7");
    /// assert_eq!(comment.text(), "better was a7");
    /// ```
    pub fn push(&mut self, text: &str) {
        if !self.push_values(text.as_bytes()) {
            self.push_any(text);
        }
    }

    /// Appends bytes of a file to the comment.
    pub(super) fn push_bytes(&mut self, text: &[u8]) {
        if !self.push_values(text) {
            self.push_any(&decode(text));
        }
    }

    /// Appends any text.
    fn push_any(&mut self, text: &str) {
        if self.push_text(text) {
            return;
        }
        let mut both = self.take_both();
        self.push_to(&mut both, text);
        self.kept = match both {
            Both { written, text: None, unclosed: None } => Kept::Text(written),
            both => Kept::Both(Box::new(both)),
        };
    }

    /// Appends values, if neither the comment so far nor the text has anything else; returns whether it did.
    fn push_values(&mut self, text: &[u8]) -> bool {
        let Kept::Values(which) = &mut self.kept else { return false };
        let Some(Values { eval, clock, elapsed }) = usual_values(text.trim_ascii()) else { return false };
        let follows_in_order = (eval.is_none() || *which == Which::default())
            && (clock.is_none() || !(which.clock || which.elapsed))
            && (elapsed.is_none() || !which.elapsed);
        let is_first_of_its_kind = (eval.is_none() || self.eval.is_none())
            && (clock.is_none() || self.clock.is_none())
            && (elapsed.is_none() || self.elapsed.is_none());
        if !follows_in_order || !is_first_of_its_kind {
            return false;
        }
        which.eval |= eval.is_some();
        which.clock |= clock.is_some();
        which.elapsed |= elapsed.is_some();
        (self.eval, self.clock, self.elapsed) =
            (self.eval.or(eval), self.clock.or(clock), self.elapsed.or(elapsed));
        true
    }

    /// Appends a text without commands, if there is nothing else so far; returns whether it did.
    fn push_text(&mut self, text: &str) -> bool {
        if command_start(text, 0).is_some() {
            return false;
        }
        match &mut self.kept {
            Kept::Values(which) if *which == Which::default() => {
                let mut words = String::with_capacity(text.len());
                push_words(&mut words, text, true);
                if !words.is_empty() {
                    self.kept = Kept::Text(words);
                }
                true
            }
            Kept::Text(words) => {
                words.reserve(text.len() + 1);
                push_words(words, text, true);
                true
            }
            _ => false,
        }
    }

    /// Takes out what is kept besides the values, as a text with commands.
    fn take_both(&mut self) -> Both {
        match core::mem::take(&mut self.kept) {
            Kept::Values(which) if which == Which::default() => Both::default(),
            Kept::Values(which) => {
                let mut written = String::new();
                self.commands_of(which)
                    .for_each(|command| push_words(&mut written, &format!("{command}"), true));
                Both { written, text: Some(String::new()), unclosed: None }
            }
            Kept::Text(written) => Both { written, ..Both::default() },
            Kept::Both(both) => *both,
        }
    }

    /// Appends to a text with commands.
    fn push_to(&mut self, both: &mut Both, text: &str) {
        let old = both.written.len();
        both.written.reserve(text.len() + usize::from(old > 0));
        push_words(&mut both.written, text, true);
        match both.unclosed {
            // The text may complete the command, so both are read together, as they will be written.
            Some(start) if text.contains(']') => {
                if let Some(plain) = &mut both.text {
                    plain.truncate(plain.len() + start - old);
                }
                self.read(both, start);
            }
            None if both.text.is_some() || command_start(text, 0).is_some() => self.read(both, old),
            None => {}
            Some(_) => {
                if let Some(plain) = &mut both.text {
                    push_words(plain, text, true);
                }
            }
        }
    }

    /// Reads what was written from an offset on. A command that is not taken stays as it is; one that is taken leaves a
    /// space.
    fn read(&mut self, both: &mut Both, from: usize) {
        let Both { written, text, unclosed } = both;
        let mut apart = trim_end(text.as_mut());
        let (mut rest, mut at) = (from, from);
        while let Some((start, end)) = next_command(written, at) {
            at = end;
            if self.take_command(written.get(start + 2..end - 1).unwrap_or_default()) {
                let plain = text.get_or_insert_with(|| written.get(..from).unwrap_or_default().into());
                apart |= trim_end(Some(plain));
                push_words(plain, written.get(rest..start).unwrap_or_default(), apart);
                (rest, apart) = (end, true);
            }
        }
        if let Some(plain) = text {
            push_words(plain, written.get(rest..).unwrap_or_default(), apart);
        }
        *unclosed = command_start(written, at);
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
    fn commands(&self) -> impl Iterator<Item = Command> + use<> {
        self.commands_of(Which { eval: true, clock: true, elapsed: true })
    }

    /// The same for some of the values.
    fn commands_of(&self, which: Which) -> impl Iterator<Item = Command> + use<> {
        let eval = self.eval.filter(|_| which.eval).map(Command::Eval);
        let clock = self.clock.filter(|_| which.clock).map(Command::Clock);
        let elapsed = self.elapsed.filter(|_| which.elapsed).map(Command::Elapsed);
        eval.into_iter().chain(clock).chain(elapsed)
    }

    /// The whole comment without its braces: as read, with each changed value where the old one was, and new ones in
    /// front.
    pub(super) fn to_text(&self) -> Cow<'_, str> {
        let written = match &self.kept {
            Kept::Values(which) => {
                let new = Which { eval: !which.eval, clock: !which.clock, elapsed: !which.elapsed };
                let mut text = String::new();
                let commands = self.commands_of(new).chain(self.commands_of(*which));
                commands.for_each(|command| push_words(&mut text, &format!("{command}"), true));
                return Cow::Owned(text);
            }
            Kept::Text(text) => text,
            Kept::Both(both) => &both.written,
        };
        let mut read = Comment::default();
        if matches!(&self.kept, Kept::Both(both) if both.text.is_some()) {
            let commands = Commands { text: written, at: 0 };
            commands.for_each(|(_, inside, _)| _ = read.take_command(inside));
        }
        if read.values() == self.values() {
            Cow::Borrowed(written)
        } else {
            Cow::Owned(self.changed(written, &read))
        }
    }

    /// The comment with values that differ from those read.
    fn changed(&self, written: &str, read: &Comment) -> String {
        let mut text = String::new();
        for new in self.commands().filter(|command| !read.commands().any(|old| old.is_like(command))) {
            push_words(&mut text, &format!("{new}"), true);
        }
        let (mut again, mut rest) = (Comment::default(), 0);
        for (start, inside, end) in (Commands { text: written, at: 0 }) {
            let Some(old) = Command::read(inside).filter(|_| again.take_command(inside)) else { continue };
            if self.commands().any(|command| command == old) {
                continue;
            }
            push_words(&mut text, written.get(rest..start).unwrap_or_default(), true);
            for new in self.commands().filter(|command| command.is_like(&old)) {
                push_words(&mut text, &format!("{new}"), true);
            }
            rest = end;
        }
        push_words(&mut text, written.get(rest..).unwrap_or_default(), true);
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
    use super::super::command::EvalScore;
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;
    use philidor_proof::Random;

    #[test]
    fn commands_are_read_and_written() {
        for (text, written) in [
            ("[%clk 5:00]", "[%clk 0:05:00]"),
            ("[%clk 90]", "[%clk 0:01:30]"),
            ("[%emt 1:02:03.250]", "[%emt 1:02:03.25]"),
            ("[%eval 0.1234]", "[%eval 0.12]"),
            ("[%eval -0.05,30]", "[%eval -0.05,30]"),
            ("[%eval +3]", "[%eval 3.00]"),
            ("[%eval .99,23]", "[%eval 0.99,23]"),
            ("[%eval -.5]", "[%eval -0.50]"),
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
            "[%eval .]",
            "[%eval -.]",
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
    fn shapes_are_read_out_of_the_text() {
        for (text, shapes, rest) in [
            ("[%csl Ya1][%cal Be1e2] hi", "[%csl Ya1][%cal Be1e2]", "hi"),
            ("a[%csl Ra1]b", "[%csl Ra1]", "a b"),
            ("[%cal Ga1b2, Rc3c4] x [%clk 0:01:00] y", "[%cal Ga1b2,Rc3c4]", "x y"),
            ("[%csl Ya1] a [%csl Gb2]", "[%csl Ya1,Gb2]", "a"),
            (
                "[%csl Za1][%cal Ga1b9][%csl][%csl ][%cal Ga1b2b3]",
                "",
                "[%csl Za1][%cal Ga1b9][%csl][%csl ][%cal Ga1b2b3]",
            ),
            ("[%csl Ra1", "", "[%csl Ra1"),
        ] {
            let comment = Comment::from(text);
            assert_eq!(
                (shape_commands(&comment.shapes()).as_str(), &*comment.text_without_shapes()),
                (shapes, rest)
            );
            let mut without = comment.clone();
            without.set_shapes(&[]);
            assert_eq!((without.shapes().len(), without.clock), (0, comment.clock));
            without.set_shapes(&comment.shapes());
            assert_eq!(without.shapes(), comment.shapes());
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
            eval: Some(Eval { score: EvalScore::Centipawns(i32::MIN), depth: Some(u32::MAX) }),
            ..Comment::from("x")
        };
        assert_eq!(Comment::from(comment.to_string().as_str()), comment);
        let mate = Comment { eval: Some(Eval { score: EvalScore::Mate(i32::MIN), depth: None }), ..comment };
        assert_eq!(Comment::from(mate.to_string().as_str()), mate);
    }

    /// What most fragments are made of, and what the forms differ in.
    const PIECES: [&str; 28] = [
        "[%clk 0:05:00]",
        "[%clk 1:59:59.5]",
        "[%clk 5:00]",
        "[%clk",
        "[%eval 0.17,22]",
        "[%eval -0.05]",
        "[%eval #-3]",
        "[%eval .5]",
        "[%eval -0.00]",
        "[%emt 0:00:07]",
        "[%emt 7]",
        "[%csl Ra1]",
        "[%",
        "]",
        "[",
        " ",
        " ",
        " ",
        " ",
        " ",
        "  ",
        "\n",
        "0:01:00",
        "a",
        "good move",
        "é",
        "",
        "[%clk 0:00:01]",
    ];

    /// The fast paths, for values alone and for text alone, give the comment that the general reader gives.
    #[test]
    #[cfg_attr(miri, ignore)]
    fn comments_are_the_same_however_they_are_kept() {
        let mut random = Random(1834);
        let mut below = |count: usize| random.next() as usize % count;
        let (mut values, mut texts, mut boths) = (0, 0, 0);
        for _ in 0..20_000 {
            let (mut comment, mut with_care) = (Comment::default(), Comment::default());
            let mut pushed = Vec::new();
            for _ in 0..1 + below(3) {
                let fragment: String = (0..below(5)).map(|_| PIECES[below(PIECES.len())]).collect();
                comment.push(&fragment);
                let mut both = with_care.take_both();
                with_care.push_to(&mut both, &fragment);
                with_care.kept = Kept::Both(Box::new(both));
                pushed.push(fragment);
            }
            match &comment.kept {
                Kept::Values(which) => values += usize::from(*which != Which::default()),
                Kept::Text(_) => texts += 1,
                Kept::Both(_) => boths += 1,
            }
            let read = comment.clone();
            for change in 0..5 {
                for comment in [&mut comment, &mut with_care] {
                    match change {
                        0 => {}
                        1 => comment.elapsed = Some(Duration::from_millis(1500)),
                        2 => comment.clock = comment.clock.map(|time| time + Duration::from_secs(1)),
                        3 => comment.eval = None,
                        _ => (comment.clock, comment.elapsed) = (None, None),
                    }
                }
                assert_eq!(comment, with_care, "{pushed:?}, {change}");
                assert_eq!(comment.to_string(), with_care.to_string(), "{pushed:?}, {change}");
                assert_eq!(comment.text(), with_care.text(), "{pushed:?}, {change}");
            }
            assert_eq!(Comment::from(read.to_string().as_str()), read, "{pushed:?}");
        }
        assert!(values > 500 && texts > 2_000 && boths > 5_000, "{values} {texts} {boths}");
    }

    #[test]
    fn a_value_that_was_set_stays() {
        let clock = Some(Duration::from_secs(1));
        let mut comment = Comment { clock, ..Comment::default() };
        comment.push("[%clk 0:05:00]");
        assert_eq!((comment.clock, comment.text()), (clock, "[%clk 0:05:00]"));
    }

    #[test]
    fn values_alone_need_no_memory() {
        for text in ["", "[%clk 0:05:00]", " [%eval 0.17]  ", "[%eval #12] [%clk 0:00:03.2] [%emt 0:00:07]"] {
            assert!(matches!(Comment::from(text).kept, Kept::Values(_)), "{text}");
        }
        let mut comment = Comment::from("[%eval -1.00,7]");
        comment.push("\n[%clk 0:05:00] ");
        assert!(matches!(comment.kept, Kept::Values(_)));
        assert_eq!(comment.to_string(), "[%eval -1.00,7] [%clk 0:05:00]");
        assert!(matches!(Comment::from("a usual reply").kept, Kept::Text(_)));
        assert!(matches!(Comment::from("[%csl Ra1]").kept, Kept::Text(_)));
    }
}
