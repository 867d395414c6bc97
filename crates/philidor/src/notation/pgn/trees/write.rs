//! Writing games in the export format: tags on lines of their own, then moves in lines of fewer than 80 columns.
//!
//! Parentheses and braces stand apart like words, so a line can be broken at any of them:
//!
//! ```text
//! [Event "?"]
//!
//! { before the game } 1. e4 e5 $1 { [%clk 0:05:00] } ( 1... c5 { Sicilian } 2. Nf3
//! ) 2. Bc4 *
//! ```
//!
//! A comment with a closing brace in its text cannot stand in braces; it is written from a semicolon to the end of the
//! line, however long.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::comment::Comment;
use super::tags::{is_in_roster, write_tag};
use super::tree::{GameTree, NodeId};
use crate::position::Position;
use crate::types::Color;

/// The most columns of a line: fewer than 80.
const COLUMNS: usize = 79;

impl fmt::Display for GameTree {
    /// The game in the export format, followed by an empty line so that another can follow.
    ///
    /// Only the tags that the game has are written, and `Result`, `SetUp` and `FEN` in their places;
    /// [`GameTree::default`] has the whole roster.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_pgn(&mut text);
        f.write_str(&text)
    }
}

impl GameTree {
    /// Appends the game as `Display` writes it: many games go into one text without the formatting machinery.
    ///
    /// ```
    /// use philidor::pgn::games;
    /// let mut text = String::new();
    /// for game in games(b"1. e4 * 1. d4 *") {
    ///     game?.write_pgn(&mut text);
    /// }
    /// assert_eq!(text, "[Result \"*\"]\n\n1. e4 *\n\n[Result \"*\"]\n\n1. d4 *\n\n");
    /// # Ok::<(), philidor::pgn::PgnError>(())
    /// ```
    pub fn write_pgn(&self, text: &mut String) {
        self.tags
            .iter()
            .filter(|tag| is_in_roster(tag.0))
            .for_each(|(name, value)| write_tag(text, name, value));
        write_tag(text, "Result", self.result_tag());
        self.setup_tag().into_iter().for_each(|setup| write_tag(text, "SetUp", setup));
        self.fen_tag().into_iter().for_each(|fen| write_tag(text, "FEN", &fen));
        self.tags
            .iter()
            .filter(|tag| !is_in_roster(tag.0))
            .for_each(|(name, value)| write_tag(text, name, value));
        text.push('\n');

        let mut lines = Lines { out: text, column: 0 };
        Movetext { tree: self, lines: &mut lines }.write();
        lines.ascii(self.result.as_str());
        text.push_str("\n\n");
    }
}

/// The bytes of a comment after which another one is begun: reading takes both for one again, but refuses a single one
/// that is longer than its limit. A game may have more in many comments of one move.
const MOST_IN_A_COMMENT: usize = if cfg!(test) { 300 } else { 1 << 18 };

/// Breaks words into lines.
struct Lines<'a> {
    out: &'a mut String,
    /// How many characters the line has.
    column: usize,
}

impl Lines<'_> {
    /// A word, after a space or on a new line.
    fn word(&mut self, word: &str) {
        let len = if word.is_ascii() { word.len() } else { word.chars().count() };
        // A `%` in the first column would make an escape line.
        self.begin_word(len, word.starts_with('%'));
        self.out.push_str(word);
    }

    /// A word of ASCII that does not begin with `%`.
    fn ascii(&mut self, word: &str) {
        self.begin_word(word.len(), false);
        self.out.push_str(word);
    }

    /// The space or the line end before a word with a number of characters.
    #[inline]
    fn begin_word(&mut self, len: usize, is_apart: bool) {
        if self.column > 0 && self.column + 1 + len > COLUMNS {
            self.end_line();
        }
        if self.column > 0 || is_apart {
            self.out.push(' ');
            self.column += 1;
        }
        self.column += len;
    }

    fn end_line(&mut self) {
        self.column = 0;
        self.out.push('\n');
    }

    fn nags(&mut self, nags: &[u8]) {
        nags.iter().for_each(|&nag| self.ascii(Number::new(b"$", nag.into(), b"").as_str()));
    }

    fn comment(&mut self, comment: &Comment) {
        if !comment.is_empty() {
            self.comment_text(&comment.to_text());
        }
    }

    fn comment_text(&mut self, text: &str) {
        if memchr::memchr(b'}', text.as_bytes()).is_some() {
            return self.comment_to_the_end_of_the_line(text);
        }
        self.ascii("{");
        let mut len = 0;
        for word in Words::of(text) {
            len += word.len() + 1;
            if len > MOST_IN_A_COMMENT && len > word.len() + 1 {
                self.ascii("}");
                self.ascii("{");
                len = word.len() + 1;
            }
            self.word(word);
        }
        self.ascii("}");
    }

    /// The form that may contain a brace.
    fn comment_to_the_end_of_the_line(&mut self, text: &str) {
        let mut len = MOST_IN_A_COMMENT;
        for word in text.split(' ') {
            len += word.len() + 1;
            if len > MOST_IN_A_COMMENT {
                if self.column > 0 {
                    self.end_line();
                }
                self.out.push(';');
                (self.column, len) = (1, word.len() + 1);
            }
            self.out.push(' ');
            self.out.push_str(word);
        }
        self.end_line();
    }
}

/// A number with what is written before and after it: `12...` or `$14`.
struct Number {
    bytes: [u8; 16],
    start: usize,
}

impl Number {
    #[inline]
    fn new(before: &[u8], number: u32, after: &[u8]) -> Number {
        let mut text = Number { bytes: [0; 16], start: 16 };
        after.iter().rev().for_each(|&byte| text.push_front(byte));
        let mut rest = number;
        loop {
            text.push_front(b'0' + (rest % 10) as u8);
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        before.iter().rev().for_each(|&byte| text.push_front(byte));
        text
    }

    #[inline]
    fn push_front(&mut self, byte: u8) {
        let start = self.start.saturating_sub(1);
        if let Some(place) = self.bytes.get_mut(start) {
            (*place, self.start) = (byte, start);
        }
    }

    fn as_str(&self) -> &str {
        str::from_utf8(self.bytes.get(self.start..).unwrap_or_default()).unwrap_or_default()
    }
}

/// The words of a comment. A short command, `[%clk 0:05:00]`, is one word with what is written onto it: many programs
/// do not find it if it is split over two lines.
///
/// The next `]` is searched for only after the last one found has been passed. Otherwise a comment that opens commands
/// and never closes them would be read to its end for each of them.
struct Words<'a> {
    text: &'a str,
    /// Where the next word begins.
    at: usize,
    /// The last `]` found, or the end of the text if none was left.
    bracket: usize,
    /// How many bytes were examined.
    #[cfg(test)]
    steps: usize,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Words<'a> {
        Words {
            text,
            at: 0,
            bracket: 0,
            #[cfg(test)]
            steps: 0,
        }
    }

    /// The next occurrence of an ASCII byte, or the end of the text.
    fn find(&mut self, byte: u8, from: usize) -> usize {
        let rest = self.text.as_bytes().get(from..).unwrap_or_default();
        let found = memchr::memchr(byte, rest).map_or(self.text.len(), |at| from + at);
        #[cfg(test)]
        (self.steps += found - from);
        found
    }

    /// The end of the word whose command begins here, if both fit into a line.
    fn command_end(&mut self) -> Option<usize> {
        if !self.text.get(self.at..)?.starts_with("[%") {
            return None;
        }
        if self.bracket <= self.at {
            self.bracket = self.find(b']', self.at);
        }
        let line = self.text.as_bytes().get(..self.at + COLUMNS).unwrap_or(self.text.as_bytes());
        let after = line.get(self.bracket..).filter(|after| !after.is_empty())?;
        let len = memchr::memchr(b' ', after).unwrap_or(after.len());
        #[cfg(test)]
        (self.steps += len);
        let end = self.bracket + len;
        (end < self.at + COLUMNS).then_some(end)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.at >= self.text.len() {
            return None;
        }
        let end = self.command_end().unwrap_or_else(|| self.find(b' ', self.at));
        let word = self.text.get(self.at..end);
        self.at = end + 1;
        word
    }
}

/// What remains to be written.
enum Step {
    /// The moves after one, with the position before them. The next one gets a number even if Black moves.
    After { node: NodeId, position: Position, number_is_due: bool },
    /// A variation and its siblings, each from the position.
    Variations { node: NodeId, position: Position },
    /// The end of a variation.
    Close,
}

struct Movetext<'t, 'a, 'l> {
    tree: &'t GameTree,
    lines: &'l mut Lines<'a>,
}

impl Movetext<'_, '_, '_> {
    fn write(&mut self) {
        if let Some(remarks) = self.tree.remarks(NodeId::ROOT) {
            self.lines.nags(&remarks.nags);
            self.lines.comment(&remarks.comment);
        }
        let position = *self.tree.start();
        let mut steps = vec![Step::After { node: NodeId::ROOT, position, number_is_due: true }];
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => self.lines.ascii(")"),
                Step::After { node, position, number_is_due } => {
                    self.write_line(node, position, number_is_due, &mut steps);
                }
                Step::Variations { node, position } => {
                    self.lines.ascii("(");
                    let number_is_due = self.write_move(node, &position, true);
                    let after = self.tree.mv(node).map_or(position, |mv| position.after(mv));
                    let next = self.tree.next_sibling(node);
                    steps.extend(next.map(|node| Step::Variations { node, position }));
                    steps.push(Step::Close);
                    steps.push(Step::After { node, position: after, number_is_due });
                }
            }
        }
    }

    /// The moves after one, up to the first that has variations.
    fn write_line(
        &mut self,
        mut node: NodeId,
        mut position: Position,
        mut number_is_due: bool,
        steps: &mut Vec<Step>,
    ) {
        loop {
            let mut children = self.tree.children(node);
            let Some(child) = children.next() else { return };
            let variation = children.next();
            let is_remarked = self.write_move(child, &position, number_is_due);
            let before = variation.map(|node| Step::Variations { node, position });
            if let Some(mv) = self.tree.mv(child) {
                position.play(mv);
            }
            if let Some(variations) = before {
                steps.push(Step::After { node: child, position, number_is_due: true });
                steps.push(variations);
                return;
            }
            (node, number_is_due) = (child, is_remarked);
        }
    }

    /// A move with its remarks. Returns whether a comment was written last.
    fn write_move(&mut self, node: NodeId, position: &Position, number_is_due: bool) -> bool {
        let (Some(mv), Some(remarks)) = (self.tree.mv(node), self.tree.remarks(node)) else { return false };
        self.lines.nags(&remarks.nags_before);
        self.lines.comment(&remarks.before);
        let number_is_due = number_is_due || !remarks.before.is_empty();
        let number = |dots: &[u8]| Number::new(b"", position.fullmove_number(), dots);
        match position.side_to_move() {
            Color::White => self.lines.ascii(number(b".").as_str()),
            Color::Black if number_is_due => self.lines.ascii(number(b"...").as_str()),
            Color::Black => {}
        }
        self.lines.ascii(position.san(mv).as_str());
        self.lines.nags(&remarks.nags);
        self.lines.comment(&remarks.comment);
        !remarks.comment.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::games;

    #[test]
    fn a_short_command_is_one_word() {
        let long = format!("[%cal {}]", "Ga1b2,".repeat(20));
        let text = format!("good [%clk 0:05:00]x ] [%a b [%eval 1] {long} [%clk 1 ö");
        let (first, last) = long.split_once(' ').expect("two words");
        let expected = ["good", "[%clk 0:05:00]x", "]", "[%a b [%eval 1]", first, last, "[%clk", "1", "ö"];
        assert_eq!(Words::of(&text).collect::<Vec<_>>(), expected);
        assert_eq!(Words::of("").next(), None);
    }

    #[test]
    fn a_long_comment_is_written_as_several_and_read_as_one() {
        let texts = ["word ".repeat(500), "[%a [%b] ".repeat(200), "a } b ".repeat(300), "x".repeat(1_000)];
        for text in texts {
            let mut tree = GameTree::default();
            let remarks = tree.remarks_mut(NodeId::ROOT).expect("a root");
            remarks.comment = Comment::from(text.as_str());
            let written = tree.to_string();
            let opening = if text.contains('}') { ";" } else { "{ " };
            let parts = written.matches(opening).count();
            assert_eq!(parts > 1, text.contains(' '), "{written}");
            assert_eq!(games(written.as_bytes()).next(), Some(Ok(tree)), "{written}");
        }
    }

    #[test]
    fn a_command_is_no_longer_one_word_if_what_follows_it_does_not_fit() {
        let onto = "á".repeat(40);
        let text = format!("[%clk 1-00]{onto} x [%clk 0:05:00]");
        let second = format!("1-00]{onto}");
        assert_eq!(Words::of(&text).collect::<Vec<_>>(), ["[%clk", &second, "x", "[%clk 0:05:00]"]);
    }

    /// Commands that are never closed, that are closed at the end, and that are too long for a line.
    #[test]
    fn the_bytes_examined_grow_linearly_with_the_comment() {
        let long = format!("[%a {}] ", "b ".repeat(60));
        for part in ["[%a ", "[% ", "[%clk 0:05:00] ", "word ", "[%a] ", "] ", &long] {
            // Miri takes minutes for each of the larger ones.
            let sizes = [(1_000, ""), (10_000, ""), (100_000, ""), (100_000, "]")];
            for (size, end) in sizes.into_iter().take(if cfg!(miri) { 1 } else { 4 }) {
                let text = part.repeat(size / part.len()) + end;
                let mut words = Words::of(&text);
                assert!(words.by_ref().count() > 0);
                let steps = words.steps;
                assert!(steps <= 2 * text.len(), "{part:?}: {steps} steps for {} bytes", text.len());
            }
        }
    }
}
