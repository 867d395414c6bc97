//! Words broken into lines of fewer than 80 columns, as the export format has them: moves, numbers, glyphs and
//! comments.
//!
//! Parentheses and braces stand apart like words, so a line can be broken at any of them:
//!
//! ```text
//! { before the game } 1. e4 e5 $1 { [%clk 0:05:00] } ( 1... c5 { Sicilian } 2. Nf3
//! ) 2. Bc4 *
//! ```
//!
//! A comment with a closing brace in its text cannot stand in braces; it is written from a semicolon to the end of the
//! line, however long.

use alloc::string::String;

use philidor::{Color, GamePosition, Move, San};

/// The most columns of a line: fewer than 80.
const COLUMNS: usize = 79;

/// The bytes of a comment after which another one is begun: readers join the two again, but refuse a single one that is
/// longer than their limit. A game may have more in many comments on one move.
const MAX_COMMENT_BYTES: usize = if cfg!(test) { 300 } else { 1 << 18 };

/// Breaks words into lines.
#[derive(Clone, Debug, Default)]
pub(super) struct LineBreaker {
    /// What has been written.
    pub(super) out: String,
    /// How many characters the line has.
    column: usize,
}

impl LineBreaker {
    /// Lines that begin after a text.
    pub(super) fn after(out: String) -> LineBreaker {
        LineBreaker { out, column: 0 }
    }

    /// Begins anew, in the same memory.
    pub(super) fn clear(&mut self) {
        self.out.clear();
        self.column = 0;
    }

    /// A move of a position with its number, if that is due or White moves.
    pub(super) fn mv<P: GamePosition>(&mut self, position: &P, mv: Move, number_is_due: bool) {
        let (color, number) = (position.side_to_move(), position.fullmove_number());
        self.san(color, number, &position.to_san(mv), number_is_due);
    }

    /// A move of a side, with its number if that is due or White moves.
    #[inline]
    pub(super) fn san(&mut self, color: Color, number: u32, san: &San, number_is_due: bool) {
        let number = |dots: &[u8]| Number::new(b"", number, dots);
        match color {
            Color::White => self.ascii(number(b".").as_str()),
            Color::Black if number_is_due => self.ascii(number(b"...").as_str()),
            Color::Black => {}
        }
        self.ascii(san.as_str());
    }

    /// A word, after a space or on a new line.
    fn word(&mut self, word: &str) {
        let len = if word.is_ascii() { word.len() } else { word.chars().count() };
        // A `%` in the first column would make an escape line.
        self.begin_word(len, word.starts_with('%'));
        self.out.push_str(word);
    }

    /// A word of ASCII that does not begin with `%`.
    pub(super) fn ascii(&mut self, word: &str) {
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

    pub(super) fn nags(&mut self, nags: &[u8]) {
        nags.iter().for_each(|&nag| self.ascii(Number::new(b"$", nag.into(), b"").as_str()));
    }

    /// A comment with this text, whose words are separated by single spaces; nothing if it is empty.
    pub(super) fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if memchr::memchr(b'}', text.as_bytes()).is_some() {
            return self.comment_to_the_end_of_the_line(text);
        }
        if self.column > 0 && self.column + text.len() + 5 <= COLUMNS && text.is_ascii() {
            // As most do, it fits into the line.
            self.out.push_str(" { ");
            self.out.push_str(text);
            self.out.push_str(" }");
            self.column += text.len() + 5;
            return;
        }
        self.ascii("{");
        let mut len = 0;
        for word in Words::of(text) {
            len += word.len() + 1;
            if len > MAX_COMMENT_BYTES && len > word.len() + 1 {
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
        let mut len = MAX_COMMENT_BYTES;
        for word in text.split(' ') {
            len += word.len() + 1;
            if len > MAX_COMMENT_BYTES {
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

/// The words of a comment. A short command, `[%clk 0:05:00]`, and whatever follows it without a space are one word:
/// many programs do not find it if it is split over two lines.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether it fits into the line or not: at every column, up to two columns too long, and beyond ASCII.
    #[test]
    fn a_comment_is_written_word_by_word() {
        for column in 0..COLUMNS {
            let room = COLUMNS.saturating_sub(column + 5);
            for len in room.saturating_sub(2).max(1)..room + 3 {
                for text in [
                    "x".repeat(len),
                    "% ".repeat(len / 2) + "%",
                    "é".repeat(len),
                    format!("{} x", "x".repeat(len)),
                ] {
                    let mut lines = LineBreaker::default();
                    lines.ascii(&"1".repeat(column));
                    let mut slow = lines.clone();
                    lines.comment(&text);
                    slow.ascii("{");
                    Words::of(&text).for_each(|word| slow.word(word));
                    slow.ascii("}");
                    assert_eq!((&lines.out, lines.column), (&slow.out, slow.column), "column {column}");
                }
            }
        }
    }

    /// Whether it fits into the line or not, and wherever the line is broken.
    #[test]
    fn no_line_of_a_comment_in_braces_begins_with_a_percent_sign() {
        for column in 0..COLUMNS {
            let mut lines = LineBreaker::default();
            lines.ascii(&"1".repeat(column));
            lines.comment("% ".repeat(100).trim_end());
            assert!(lines.out.lines().count() > 2);
            for line in lines.out.lines() {
                assert!(!line.starts_with('%') && line.len() <= COLUMNS, "{}", lines.out);
            }
        }
    }

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
            // Miri takes minutes for the larger ones.
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
