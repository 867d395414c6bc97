//! Movetext as tokens: the token at an offset, and where the next one begins.
//!
//! ```text
//! 12  .  .  .  Nbd7  !?  {best}  (  12...Qc7  $14  )  1-0
//! └ number ──┘  word  nag comment open          nag close result
//! ```
//!
//! Tags are the exception: the cursor stops at a bracket, and a caller that expects a tag asks for it.

use philidor::GameResult;
use philidor::characters::{self, plain};

use super::scan::{self, CLASSES, Class, CommentEnd};
use super::symbols::{self, Start};
use super::window::{self, Found};
use crate::error::PgnErrorKind;
use crate::text::is_quote;
use crate::text::standard_tag;

/// The null move of UCI, which would be a number.
const NULL_MOVE: &[u8] = b"0000";

/// How far the end of a malformed tag is searched for.
const MALFORMED: usize = 1 << 10;

/// A token of movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Nothing is left.
    End,
    /// A move, or other text in place of one.
    Word(&'a [u8]),
    /// A comment without its braces or its semicolon.
    Comment(&'a [u8]),
    /// `$n`, or `!` and its like.
    Nag(u8),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `[`: a tag, or a stray bracket.
    Bracket,
    Result(GameResult),
    /// A comment without an end.
    UnclosedComment,
    /// `$` without a number.
    BadNag,
    /// A symbol that is not a move and has no number; `$` with one above 255.
    Symbol,
    /// A byte that does not begin a token.
    Stray,
}

/// Bytes, and how far they have been read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    /// Where the last token began.
    pub(super) token_start: usize,
    /// Whether later bytes may close a comment that counts as unclosed.
    pub(super) is_undecided: bool,
    /// How many comments may be inside each other.
    comment_nesting: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Cursor<'a> {
        Cursor { bytes, at, token_start: at, is_undecided: false, comment_nesting: 1 }
    }

    /// With comments inside each other.
    pub(super) fn with_comment_nesting(self, comment_nesting: usize) -> Cursor<'a> {
        Cursor { comment_nesting, ..self }
    }

    /// The next token. Move numbers, escape lines and the word `e.p.` are skipped.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Token<'a> {
        let Some(window) = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk()) else {
            return self.next_anywhere();
        };
        match window::look(window) {
            Some(Found::Word(start, end)) => {
                self.token_start = self.at + start;
                self.at += end;
                Token::Word(window.get(start..end).unwrap_or_default())
            }
            Some(Found::Comment(..)) if self.comment_nesting > 1 => self.next_anywhere(),
            Some(Found::Comment(start, end)) => {
                self.token_start = self.at + start;
                self.at += end + 1;
                Token::Comment(window.get(start + 1..end).unwrap_or_default())
            }
            None => self.next_anywhere(),
        }
    }

    /// The next token of any kind, byte by byte.
    #[inline(never)]
    pub(super) fn next_anywhere(&mut self) -> Token<'a> {
        loop {
            let mut byte = self.begin();
            if byte.is_ascii_digit() {
                // A number, usually followed by a move: both in one iteration.
                let end = scan::digits_end(self.bytes, self.token_start);
                self.at = match scan::byte_at(self.bytes, end) {
                    b'.' => scan::dots_end(self.bytes, end + 1),
                    b'-' | b'/' => return self.result_or_word(),
                    0x80.. if self.is_result(end) => return self.result_or_word(),
                    _ if end - self.token_start == NULL_MOVE.len() && self.is_null_move(end) => {
                        self.at = end;
                        return Token::Word(NULL_MOVE);
                    }
                    _ => end,
                };
                byte = self.begin();
            }
            if byte == b'{' {
                return self.comment();
            }
            if CLASSES[usize::from(byte)] == Class::Word {
                match self.word() {
                    Some([letter]) => return self.letter(*letter),
                    Some(word) => return Token::Word(word),
                    None => continue,
                }
            }
            if byte == b'[' {
                return Token::Bracket;
            }
            if let Some(token) = self.rare(byte) {
                return token;
            }
        }
    }

    /// Whether the dash or the slash of a result is at an offset.
    #[cold]
    fn is_result(&self, end: usize) -> bool {
        let first = characters::first(self.bytes.get(end..).unwrap_or_default());
        first.is_some_and(|(character, _)| matches!(plain(character), Some("-" | "/")))
    }

    /// Whether the four digits before an offset are the null move as UCI has it.
    #[cold]
    fn is_null_move(&self, end: usize) -> bool {
        self.bytes.get(self.token_start..end) == Some(NULL_MOVE)
    }

    /// The token that a byte begins, if any, other than a word, a comment in braces or a tag.
    #[inline(never)]
    fn rare(&mut self, byte: u8) -> Option<Token<'a>> {
        match CLASSES[usize::from(byte)] {
            Class::Stray if self.token_start >= self.bytes.len() => {
                self.at = self.token_start;
                Some(Token::End)
            }
            Class::Blank | Class::Dot => None,
            // Handled before, unless one number follows another.
            Class::Word | Class::Comment | Class::Bracket | Class::Digit => {
                self.at = self.token_start;
                None
            }
            Class::LineComment => Some(self.line_comment()),
            Class::Open => Some(self.bracketed_letter().unwrap_or(Token::Open)),
            Class::Close => Some(Token::Close),
            Class::Nag => Some(self.nag()),
            Class::Glyph => Some(self.glyph()),
            Class::Mark => self.mark(),
            Class::Star => Some(Token::Result(GameResult::Unknown)),
            Class::Percent if scan::is_line_start(self.bytes, self.token_start) => {
                self.at = scan::line_end(self.bytes, self.token_start);
                None
            }
            Class::Stray if byte == 0 => Some(self.zeros()),
            Class::Stray if matches!(byte, b'<' | b'>') && self.is_reserved() => Some(Token::Symbol),
            Class::Percent | Class::Stray => Some(Token::Stray),
        }
    }

    /// A run of zero bytes, as in files that were not written to their end.
    #[cold]
    fn zeros(&mut self) -> Token<'a> {
        self.at = scan::zeros_end(self.bytes, self.at);
        Token::Stray
    }

    /// Whether an arrow or a few words between angle brackets are here; if so, reads them.
    #[cold]
    fn is_reserved(&mut self) -> bool {
        let len = symbols::reserved(self.bytes.get(self.token_start..).unwrap_or_default());
        self.at = len.map_or(self.at, |len| self.token_start + len);
        len.is_some()
    }

    /// Reads the next byte after an optional space or line feed, since one precedes nearly everything; at the end
    /// returns 0, which is a stray byte.
    #[inline(always)]
    fn begin(&mut self) -> u8 {
        let mut at = self.at;
        let mut byte = scan::byte_at(self.bytes, at);
        if matches!(byte, b' ' | b'\n') {
            at += 1;
            byte = scan::byte_at(self.bytes, at);
        }
        self.token_start = at;
        self.at = at + 1;
        byte
    }

    /// The word that has begun, unless it is `e.p.`; without a glyph at its end.
    #[inline(always)]
    fn word(&mut self) -> Option<&'a [u8]> {
        let start = self.token_start;
        let mut end = scan::word_end(self.bytes, start);
        match scan::byte_at(self.bytes, end) {
            b'(' => end = self.bracketed_promotion_end(end),
            b';' => end = self.entity_start(start, end),
            0x80.. => end = symbols::word_end(self.bytes, end),
            _ => {}
        }
        let mut word = self.bytes.get(start..end).unwrap_or_default();
        if let [_, .., b'-' | b'=' | b'/' | 0x80.., b'+']
        | [_, .., b'-' | b'=' | b'/' | b'~' | b'&' | b',' | b':' | b'\'' | 0x80..] = word
        {
            end = symbols::move_end(self.bytes, start, end);
            word = self.bytes.get(start..end).unwrap_or_default();
        }
        self.at = end;
        (!matches!(word, b"e.p." | b"ep")).then_some(word)
    }

    /// The end of the `(Q)` of `e8(Q)`, which is not a variation, if there is one here.
    #[cold]
    fn bracketed_promotion_end(&self, at: usize) -> usize {
        match self.bytes.get(at - 1..) {
            Some([b'1' | b'8', b'(', b'A'..=b'Z', b')', ..]) => at + 3,
            _ => at,
        }
    }

    /// Where the word ends that has a character of a web page behind it, whose semicolon is here: `e4&nbsp;e5`.
    #[cold]
    fn entity_start(&self, start: usize, end: usize) -> usize {
        let word = self.bytes.get(start..end).unwrap_or_default();
        let begun = memchr::memrchr(b'&', word).filter(|&at| at > 0).map(|at| start + at);
        let is_entity = |at: &usize| symbols::entity(self.bytes.get(*at..).unwrap_or_default()).is_some();
        begun.filter(is_entity).unwrap_or(end)
    }

    /// A word of one letter: `N` for a novelty and `D` for a diagram, as Chess Informant and ChessBase print them.
    #[cold]
    fn letter(&mut self, letter: u8) -> Token<'a> {
        match letter {
            _ if self.is_before_square() => {
                self.at = scan::word_end(self.bytes, scan::any_blanks_end(self.bytes, self.at));
                Token::Word(self.bytes.get(self.token_start..self.at).unwrap_or_default())
            }
            b'N' => Token::Nag(146),
            b'D' => Token::Nag(220),
            _ => Token::Word(self.bytes.get(self.token_start..self.at).unwrap_or_default()),
        }
    }

    /// Whether a letter that was just read is a piece with a blank behind it, and then a square: the blank is one of
    /// word processors, or the number of the move is before the letter.
    #[cold]
    fn is_before_square(&self) -> bool {
        let square = scan::any_blanks_end(self.bytes, self.at);
        let before = self.bytes.get(..self.token_start).unwrap_or_default().trim_ascii_end();
        let is_glued = scan::byte_at(self.bytes, self.at) >= 0x80 || before.ends_with(b".");
        let is_square = matches!(self.bytes.get(square..), Some([b'a'..=b'h', b'1'..=b'8', ..]));
        square > self.at && is_glued && is_square
    }

    /// A bracketed `(N)` or `(D)`, which is not a variation.
    #[cold]
    fn bracketed_letter(&mut self) -> Option<Token<'a>> {
        let number = match self.bytes.get(self.at..)? {
            [b'N', b')', ..] => 146,
            [b'D', b')', ..] => 220,
            _ => return None,
        };
        self.at += 2;
        Some(Token::Nag(number))
    }

    /// What begins with a mark or above ASCII: a glyph, another symbol, a blank, or a move after all.
    #[inline(never)]
    fn mark(&mut self) -> Option<Token<'a>> {
        if let Some(token) = self.result_at_dash() {
            return Some(token);
        }
        let start = symbols::start(self.bytes.get(self.token_start..).unwrap_or_default());
        let (token, len) = match start {
            Start::Glyph(number, len) => (Some(Token::Nag(number)), len),
            Start::Symbol(len) => (Some(Token::Symbol), len),
            Start::Nothing(len) => (None, len),
            Start::Half => return Some(self.result_or_word()),
            Start::Word => return self.word().map(Token::Word),
        };
        self.at = self.token_start + len;
        token
    }

    /// `1-0`, or castling with zeros, or neither.
    #[inline(never)]
    fn result_or_word(&mut self) -> Token<'a> {
        let start = self.token_start;
        self.at = scan::word_end(self.bytes, start);
        if scan::byte_at(self.bytes, self.at) >= 0x80 {
            self.at = symbols::word_end(self.bytes, self.at);
        }
        let word = self.bytes.get(start..self.at).unwrap_or_default();
        let marks = word.iter().rev().take_while(|byte| matches!(byte, b'.' | b',' | b':' | b'\'')).count();
        match GameResult::from_bytes(word.get(..word.len() - marks).unwrap_or_default()) {
            Some(GameResult::Draw) if word.len() <= "1/2".len() => {
                self.spaced_result(start).unwrap_or(Token::Result(GameResult::Draw))
            }
            Some(result) => Token::Result(result),
            None => self.spaced_result(start).unwrap_or(Token::Word(word)),
        }
    }

    /// A result of whose first score a number was made, at its dash: `1 - 0`.
    #[cold]
    #[inline(never)]
    fn result_at_dash(&mut self) -> Option<Token<'a>> {
        let before = self.bytes.get(..self.token_start)?.trim_ascii_end();
        let start = before.len().checked_sub(1)?;
        let is_score = before.ends_with(b"0") || before.ends_with(b"1");
        let is_alone = start == 0 || scan::word_end(before, start - 1) == start - 1;
        if is_score && is_alone { self.spaced_result(start) } else { None }
    }

    /// A result with blanks around its dash that begins at an offset, or what looks like one: `1/2 - 1/2`, `0 - 0`. If
    /// there is one, it is read.
    #[cold]
    #[inline(never)]
    fn spaced_result(&mut self, start: usize) -> Option<Token<'a>> {
        let mut end = start;
        for part in [&["1/2", "½", "1", "0"][..], &["-"], &["1/2", "½", "1", "0"]] {
            let at = if end == start { start } else { scan::any_blanks_end(self.bytes, end) };
            let rest = self.bytes.get(at..)?;
            // Later bytes may show that it is one.
            self.is_undecided |= rest.len() <= "1/2".len();
            end = at + part.iter().find_map(|text| symbols::len_of(rest, text))?;
        }
        // Not the first two thirds of `0–0–0`.
        if symbols::word_end(self.bytes, scan::word_end(self.bytes, end)) > end {
            return None;
        }
        let text = self.bytes.get(start..end)?;
        (self.token_start, self.at) = (start, end);
        Some(GameResult::from_bytes(text).map_or(Token::Word(text), Token::Result))
    }

    #[inline(always)]
    fn comment(&mut self) -> Token<'a> {
        let start = self.at;
        match scan::comment_end(self.bytes, start, self.comment_nesting) {
            CommentEnd::Closed(end) => {
                self.at = end + 1;
                Token::Comment(self.bytes.get(start..end).unwrap_or_default())
            }
            CommentEnd::Unclosed(at) => {
                self.at = at;
                Token::UnclosedComment
            }
            CommentEnd::Undecided(at) => {
                (self.at, self.is_undecided) = (at, true);
                Token::UnclosedComment
            }
        }
    }

    fn line_comment(&mut self) -> Token<'a> {
        let start = self.at;
        self.at = scan::line_end(self.bytes, start);
        Token::Comment(self.bytes.get(start..self.at).unwrap_or_default())
    }

    fn nag(&mut self) -> Token<'a> {
        let start = self.at;
        self.at = scan::digits_end(self.bytes, start);
        let digits = self.bytes.get(start..self.at).unwrap_or_default();
        let add = |number: u8, digit: &u8| number.checked_mul(10)?.checked_add(digit - b'0');
        match digits.iter().try_fold(0, add) {
            _ if digits.is_empty() => Token::BadNag,
            Some(number) => Token::Nag(number),
            None => Token::Symbol,
        }
    }

    /// `!` and `?`, alone or two together, are the numbers 1 to 6.
    fn glyph(&mut self) -> Token<'a> {
        let first = scan::byte_at(self.bytes, self.token_start);
        let second = scan::byte_at(self.bytes, self.at);
        self.at += usize::from(matches!(second, b'!' | b'?'));
        Token::Nag(match (first, second) {
            (b'!', b'!') => 3,
            (b'!', b'?') => 5,
            (b'!', _) => 1,
            (_, b'?') => 4,
            (_, b'!') => 6,
            _ => 2,
        })
    }

    /// Whether a bracket is next; if so, reads it.
    #[inline(always)]
    pub(super) fn bracket(&mut self) -> bool {
        if self.begin() == b'[' {
            return true;
        }
        self.at = self.token_start;
        self.next_anywhere() == Token::Bracket
    }

    /// The name and the raw value of the tag whose bracket was just read. A malformed tag is skipped up to its bracket,
    /// if it is clear which that is, or else up to the end of its line.
    #[inline(always)]
    pub(super) fn tag(&mut self) -> Result<(&'a [u8], &'a [u8]), PgnErrorKind> {
        let (name, value) = self.tag_as_written()?;
        Ok((standard_tag(name).map_or(name, str::as_bytes), value))
    }

    /// The same, with the name as it is written.
    #[inline(always)]
    fn tag_as_written(&mut self) -> Result<(&'a [u8], &'a [u8]), PgnErrorKind> {
        if let Some(window) = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk())
            && let Some((name_end, value_end)) = window::tag(window)
        {
            self.at += value_end + 2;
            return Ok((
                window.get(..name_end).unwrap_or_default(),
                window.get(name_end + 2..value_end).unwrap_or_default(),
            ));
        }
        self.tag_anywhere()
    }

    /// The same for any tag, byte by byte.
    #[inline(never)]
    pub(super) fn tag_anywhere(&mut self) -> Result<(&'a [u8], &'a [u8]), PgnErrorKind> {
        let bytes = self.bytes;
        let name_start = scan::blanks_end(bytes, self.at);
        let name_end = scan::name_end(bytes, name_start);
        let quote = scan::any_blanks_end(bytes, name_end);
        let value = quote + scan::quote_len(bytes, quote);
        if name_end == name_start || value == quote {
            return Err(self.pass_over_tag(PgnErrorKind::TagSyntax));
        }
        let ends = if value == quote + 1 && bytes.get(quote) == Some(&b'"') {
            value_end(bytes, value)
        } else {
            curly_value_end(bytes, value)
        };
        let Some((value_end, tag_end)) = ends else {
            return Err(self.pass_over_tag(PgnErrorKind::UnclosedTag));
        };
        self.at = tag_end;
        Ok((
            bytes.get(name_start..name_end).unwrap_or_default(),
            bytes.get(value..value_end).unwrap_or_default(),
        ))
    }

    #[cold]
    fn pass_over_tag(&mut self, kind: PgnErrorKind) -> PgnErrorKind {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let near = rest.get(..MALFORMED).unwrap_or(rest);
        let line = near.get(..scan::line_end(near, 0)).unwrap_or_default();
        // After a tag there are other tags, or moves with a number, or nothing.
        let is_end = |&end: &usize| {
            let behind = line.get(end..).unwrap_or_default().trim_ascii_start();
            matches!(behind.first(), None | Some(b'[' | b'0'..=b'9' | b'{' | b';' | b'*'))
        };
        let end = memchr::memchr_iter(b']', line).map(|at| at + 1).find(is_end);
        // The whole line was searched for the end of a value: once is enough.
        let is_long = kind == PgnErrorKind::UnclosedTag && line.len() == MALFORMED;
        self.at += end.filter(|_| !is_long).unwrap_or_else(|| scan::line_end(rest, 0));
        kind
    }

    /// Whether the bracket that was just read, among moves, begins another game: a line, indented or not, that looks
    /// like a tag, or a boundary.
    #[inline(never)]
    pub(super) fn is_at_game(&self) -> bool {
        scan::is_indented_line_start(self.bytes, self.token_start)
            && scan::looks_like_tag(self.bytes, self.at)
            || self.is_at_boundary()
    }

    /// Whether the bracket that was just read is a boundary.
    pub(super) fn is_at_boundary(&self) -> bool {
        scan::is_boundary(self.bytes, self.token_start)
    }
}

/// The ends of a value and of its tag, if both are on the line. A quote without a closing bracket after it belongs to
/// the value: many programs forget to escape quotes. They forget backslashes, too, so a tag that is the last of its
/// line or has another one after it ends at a quote with a backslash before it: `"C:\"]`.
#[inline(always)]
fn value_end(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    loop {
        at = scan::value_stop(bytes, at);
        match scan::byte_at(bytes, at) {
            b'"' => {
                let bracket = scan::blanks_end(bytes, at + 1);
                if scan::byte_at(bytes, bracket) == b']' {
                    return Some((at, bracket + 1));
                }
                at += 1;
            }
            b'\\' if scan::byte_at(bytes, at + 1) == b'"' => {
                let bracket = scan::blanks_end(bytes, at + 2);
                if scan::byte_at(bytes, bracket) == b']' && ends_tag(bytes, bracket + 1) {
                    return Some((at + 1, bracket + 1));
                }
                at += 2;
            }
            b'\\' => at += 1 + usize::from(scan::byte_at(bytes, at + 1) == b'\\'),
            _ => return None,
        }
    }
}

/// The same between quotes of a word processor.
#[cold]
fn curly_value_end(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(from..)?;
    // A line may have a great many tags, so its end is not looked for first.
    let stops = memchr::memchr3_iter(b']', b'\n', b'\r', rest);
    stops.take_while(|&stop| scan::byte_at(rest, stop) == b']').find_map(|bracket| {
        let value = rest.get(..bracket)?.trim_ascii_end();
        let is_end = |&at: &usize| {
            let text = value.get(at..).unwrap_or_default();
            characters::first(text).is_some_and(|(character, len)| {
                len == text.len() && (character == '"' || is_quote(character))
            })
        };
        let end = (value.len().saturating_sub(4)..value.len()).find(is_end)?;
        Some((from + end, from + bracket + 1))
    })
}

/// Whether nothing or another tag follows on the line.
#[cold]
fn ends_tag(bytes: &[u8], from: usize) -> bool {
    let at = scan::blanks_end(bytes, from);
    match bytes.get(at) {
        None | Some(b'\n' | b'\r') => true,
        Some(b'[') => scan::looks_like_tag(bytes, at + 1),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use GameResult::{Draw, WhiteWins};
    use alloc::vec::Vec;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut cursor = Cursor::new(text.as_bytes(), 0);
        core::iter::from_fn(|| Some(cursor.next()).filter(|&token| token != Token::End)).collect()
    }

    #[test]
    fn each_kind_of_token_is_recognized() {
        use Token::{Close, Comment, Nag, Open, Word};
        let text =
            "1.e4 e5!? 2... {a (b) ; c}Nf3$14 ( ; rest }\n exd6 e.p. ) 0-0?? e8(Q)\n%escape 1-0\n1/2-1/2";
        let expected = [
            Word(b"e4"),
            Word(b"e5"),
            Nag(5),
            Comment(b"a (b) ; c"),
            Word(b"Nf3"),
            Nag(14),
            Open,
            Comment(b" rest }"),
            Word(b"exd6"),
            Close,
            Word(b"0-0"),
            Nag(4),
            Word(b"e8(Q)"),
            Token::Result(GameResult::Draw),
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn evaluations_and_single_letters_are_glyphs() {
        let nags = [10, 13, 14, 14, 14, 15, 15, 15, 16, 16, 17, 17, 18, 19, 146, 220].map(Token::Nag);
        assert_eq!(tokens("= ∞ += +/= ⩲ =+ =/+ ⩱ +/- ± -/+ ∓ +- -+ N D"), nags);
        let latin1 = Cursor::new(b"\xb1", 0).next();
        assert_eq!(latin1, Token::Nag(16));
        for word in
            ["--", "K", "♘f3", "=Q", "N1", "Dd4", "0–0", "O−O−O", "e2–e4", "N×f3", "N\u{200b}f3", "Nf3++"]
        {
            assert_eq!(tokens(word), [Token::Word(word.as_bytes())], "{word}");
        }
        assert_eq!(tokens("\u{feff}e4\u{feff}\u{a0}1…\u{200b}1.\u{a0}"), [Token::Word(b"e4")]);
        for text in ["+", "-", "☂", "/\\", "---", "$256", "<a b>", "‹x›", "—"] {
            assert_eq!(tokens(text), [Token::Symbol], "{text}");
        }
    }

    /// A glyph may follow a move, or another one, without a blank.
    #[test]
    fn glyphs_end_words() {
        use Token::{Nag, Word};
        for (text, word, nag) in [
            ("e4+-", "e4", 18),
            ("e4=", "e4", 10),
            ("e4±", "e4", 16),
            ("e4--+", "e4", 21),
            ("e4=/∞", "e4", 44),
            ("e4+–", "e4", 18),
            ("Qh5+~", "Qh5+", 13),
            ("e8=Q+=", "e8=Q", 14),
            ("O-O-O−+", "O-O-O", 19),
            ("a6‼", "a6", 3),
        ] {
            assert_eq!(tokens(text), [Word(word.as_bytes()), Nag(nag)], "{text}");
            let padded = [text, &" ".repeat(64)].concat();
            assert_eq!(tokens(&padded), [Word(word.as_bytes()), Nag(nag)], "{text}");
        }
        assert_eq!(tokens("±→!"), [16, 40, 1].map(Nag));
        assert_eq!(tokens("1/2–1/2 ½-½ ½ 1–0"), [Draw, Draw, Draw, WhiteWins].map(Token::Result));
    }

    #[test]
    fn bytes_without_a_meaning_are_stray() {
        for (text, token) in [
            ("$", Token::BadNag),
            ("$x", Token::BadNag),
            ("<", Token::Stray),
            ("}", Token::Stray),
            ("\0", Token::Stray),
            (" %", Token::Stray),
            ("{ e4", Token::UnclosedComment),
        ] {
            assert_eq!(tokens(text).first(), Some(&token), "{text}");
        }
        assert_eq!(tokens("$255 $0"), [Token::Nag(255), Token::Nag(0)]);
        assert_eq!(tokens("\0\0\0\0 e4\0\0"), [Token::Stray, Token::Word(b"e4"), Token::Stray]);
    }

    #[test]
    fn tags_are_a_name_and_a_value() {
        let tag = |text: &'static str| Cursor::new(text.as_bytes(), 1).tag();
        assert_eq!(tag(r#"[Event "x"]"#), Ok((&b"Event"[..], &b"x"[..])));
        assert_eq!(tag(r#"[ Event  "a \"b\" \\"  ] e4"#), Ok((&b"Event"[..], &br#"a \"b\" \\"#[..])));
        assert_eq!(tag(r#"[Event "the "big" one"]"#), Ok((&b"Event"[..], &br#"the "big" one"#[..])));
        assert_eq!(tag("[Event\u{a0}“a \"b\"” ]"), Ok((&b"Event"[..], &b"a \"b\""[..])));
        assert_eq!(Cursor::new(b"[Event \x93a\x94]", 1).tag(), Ok((&b"Event"[..], &b"a"[..])));
        assert_eq!(tag(r#"["x"]"#), Err(PgnErrorKind::TagSyntax));
        assert_eq!(tag("[Event]"), Err(PgnErrorKind::TagSyntax));
        assert_eq!(tag("[Event \"x\n\"]"), Err(PgnErrorKind::UnclosedTag));
        assert_eq!(tag(r#"[Event "x\"]"#), Ok((&b"Event"[..], &br"x\"[..])));
        assert_eq!(tag(r#"[event "x\"] [White "y"]"#), Ok((&b"Event"[..], &br"x\"[..])));
        assert_eq!(tag(r#"[Event "a [\"b\"] c"]"#), Ok((&b"Event"[..], &br#"a [\"b\"] c"#[..])));
    }
}
