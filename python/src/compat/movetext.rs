//! Usual movetext as moves, comments, glyphs and variations, all in one call.
//!
//! ```text
//! 1. e4 { best by test } e5 (1... c5 $14) 2. Nf3 *
//!    0                   1        2           3       moves in the order of the text
//!   -1                   0        0           1       the move that each follows
//! ```
//!
//! "Usual" is what nearly all files have: numbers, SAN as it is written by programs, comments in braces, glyphs after
//! moves, variations with moves, the result at the end. Python reads the rest, and rereads from the start whatever has
//! an error.

use std::borrow::Cow;

use memchr::{memchr, memchr3};
use philidor::{CastlingMode, Position as Inner, Undo};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::shown::Shown;
use crate::moves;
use crate::position::Position;

/// The place before the first move.
const START: i32 = -1;

/// Movetext that was read.
#[derive(Default)]
struct Sheet<'a> {
    /// The number of each move (`moves.rs`).
    moves: Vec<u16>,
    /// The move that each follows.
    parents: Vec<i32>,
    /// The comment after each move; empty if no move has one.
    comments: Vec<Cow<'a, str>>,
    /// The comments before first moves of variations.
    before: Vec<(i32, Cow<'a, str>)>,
    /// Glyphs and their moves.
    glyphs: Vec<(i32, u32)>,
    /// The comment before the first move.
    start: Cow<'a, str>,
    result: Option<&'static str>,
    has_variations: bool,
}

/// A line while it is played: its last move, the position after it, and how to take it back.
#[derive(Clone, Copy)]
struct Line {
    last: i32,
    position: Inner,
    undo: Option<(philidor::Move, Undo)>,
}

/// What is read, and how far.
struct Reading<'a> {
    text: &'a str,
    at: usize,
    mode: CastlingMode,
    line: Line,
    /// The lines outside of the open variations.
    outside: Vec<Line>,
    /// Whether a variation has begun and has no move yet; and the comments in it so far.
    is_fresh: bool,
    before: Cow<'a, str>,
    /// Whether only the main line is wanted.
    moves_alone: bool,
    sheet: Sheet<'a>,
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'.')
}

impl<'a> Reading<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Reads everything; `None` if there is anything unusual or wrong.
    fn read(mut self) -> Option<Sheet<'a>> {
        while let Some(byte) = self.peek() {
            match byte {
                _ if is_blank(byte) => self.at += 1,
                _ if self.sheet.result.is_some() => return None,
                b'0'..=b'9' | b'*' => self.number()?,
                b'{' => self.comment()?,
                b'(' => self.open()?,
                b')' => self.close()?,
                b'!' | b'?' => self.mark()?,
                b'$' => self.glyph()?,
                _ => self.mv()?,
            }
        }
        self.outside.is_empty().then_some(self.sheet)
    }

    /// The number of a move, or a result.
    fn number(&mut self) -> Option<()> {
        for result in ["*", "1-0", "0-1", "1/2-1/2"] {
            if let Some(after) = self.rest().strip_prefix(result.as_bytes()) {
                let is_apart = after.first().is_none_or(|&byte| is_blank(byte));
                self.at += result.len();
                self.sheet.result = Some(result);
                return (is_apart && self.outside.is_empty()).then_some(());
            }
        }
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = &self.rest()[..digits];
        self.at += digits;
        // Four zeros are a null move.
        (digits < 4 && number != b"0" && self.peek().is_none_or(is_blank)).then_some(())
    }

    fn comment(&mut self) -> Option<()> {
        let end = memchr(b'}', self.rest())?;
        let inside = self.text.get(self.at + 1..self.at + end)?;
        self.at += end + 1;
        if self.moves_alone {
            return Some(());
        }
        let comment = unpadded(inside);
        if comment.is_empty() {
            return Some(());
        }
        let place = match usize::try_from(self.line.last) {
            _ if self.is_fresh => &mut self.before,
            Err(_) => &mut self.sheet.start,
            Ok(last) => {
                self.sheet.comments.resize(self.sheet.moves.len(), Cow::Borrowed(""));
                &mut self.sheet.comments[last]
            }
        };
        *place = if place.is_empty() { Cow::Borrowed(comment) } else { format!("{place} {comment}").into() };
        Some(())
    }

    /// Begins a variation, an alternative to the last move.
    fn open(&mut self) -> Option<()> {
        // Before the first move there is nothing to replace, and the slow reader knows what that means.
        let (mv, undo) = self.line.undo.filter(|_| !self.is_fresh)?;
        if self.moves_alone {
            return self.skip_variation();
        }
        self.at += 1;
        self.outside.push(self.line);
        self.line.position.undo(mv, undo);
        self.line.last = self.sheet.parents[usize::try_from(self.line.last).ok()?];
        self.line.undo = None;
        (self.is_fresh, self.sheet.has_variations) = (true, true);
        Some(())
    }

    fn close(&mut self) -> Option<()> {
        self.at += 1;
        self.line = self.outside.pop().filter(|_| !self.is_fresh)?;
        Some(())
    }

    /// Skips to the end of a variation without reading its moves.
    fn skip_variation(&mut self) -> Option<()> {
        let mut depth = 0;
        loop {
            let next = memchr3(b'(', b')', b'{', self.rest())?;
            // Parentheses and braces in a rest-of-line comment mean nothing.
            if memchr(b';', &self.rest()[..next]).is_some() {
                return None;
            }
            self.at += match self.rest()[next] {
                b'{' => next + memchr(b'}', &self.rest()[next..])? + 1,
                sign => {
                    depth += if sign == b'(' { 1 } else { -1 };
                    next + 1
                }
            };
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// `!`, `??` and the like.
    fn mark(&mut self) -> Option<()> {
        let marks = self.rest().iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        let glyph = match &self.rest()[..marks] {
            b"!" => 1,
            b"?" => 2,
            b"!!" => 3,
            b"??" => 4,
            b"!?" => 5,
            b"?!" => 6,
            _ => return None,
        };
        self.at += marks;
        self.keep_glyph(glyph)
    }

    fn glyph(&mut self) -> Option<()> {
        let digits = self.rest()[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = self.text.get(self.at + 1..self.at + 1 + digits).filter(|_| digits < 6)?;
        self.at += 1 + digits;
        self.keep_glyph(number.parse().ok()?)
    }

    fn keep_glyph(&mut self, glyph: u32) -> Option<()> {
        if self.line.last == START || self.is_fresh {
            return None;
        }
        self.sheet.glyphs.push((self.line.last, glyph));
        Some(())
    }

    fn mv(&mut self) -> Option<()> {
        let ends = |byte: u8| {
            is_blank(byte) || matches!(byte, b'{' | b'}' | b'(' | b')' | b';' | b'$' | b'!' | b'?')
        };
        let length = self.rest().iter().position(|&byte| ends(byte)).unwrap_or(self.rest().len());
        let word = &self.rest()[..length];
        if !is_usual(word) {
            return None;
        }
        let mv = self.line.position.parse_san(word).ok()?;
        // `Kg1` is not castling for python-chess.
        if word[0] == b'K' && mv.castling_side().is_some() {
            return None;
        }
        self.at += length;
        let number = i32::try_from(self.sheet.moves.len()).ok()?;
        self.sheet.moves.push(moves::number_of(&self.line.position, self.mode, mv) as u16);
        self.sheet.parents.push(self.line.last);
        if std::mem::take(&mut self.is_fresh) && !self.before.is_empty() {
            self.sheet.before.push((number, std::mem::take(&mut self.before)));
        }
        let undo = self.line.position.play_unchecked(mv);
        (self.line.last, self.line.undo) = (number, Some((mv, undo)));
        Some(())
    }
}

/// A comment without the braces' own blanks: one at each end.
fn unpadded(inside: &str) -> &str {
    let inside = inside.strip_prefix(' ').unwrap_or(inside);
    inside.strip_suffix(' ').unwrap_or(inside)
}

/// Whether a word looks like SAN as programs write it.
fn is_usual(word: &[u8]) -> bool {
    let word = word.strip_suffix(b"+").or_else(|| word.strip_suffix(b"#")).unwrap_or(word);
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    match word {
        b"O-O" | b"O-O-O" => true,
        [b'N' | b'B' | b'R' | b'Q' | b'K', rest @ ..] if rest.len() >= 2 => {
            let (origin, square) = rest.split_at(rest.len() - 2);
            let origin = origin.strip_suffix(b"x").unwrap_or(origin);
            is_square(square)
                && matches!(origin, [] | [b'a'..=b'h' | b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8'])
        }
        _ => {
            let word = match word {
                [rest @ .., b'=', b'N' | b'B' | b'R' | b'Q'] => rest,
                [rest @ .., b'N' | b'B' | b'R' | b'Q'] => rest,
                _ => word,
            };
            match word {
                [b'a'..=b'h', b'x', square @ ..] => is_square(square),
                square => is_square(square),
            }
        }
    }
}

/// The moves of movetext as objects of the caller, with all that belongs to them; ``None`` if anything is unusual.
///
/// ``shown`` is a list with the caller's object for each native move, or ``None`` where it has not been made yet;
/// ``show`` makes it from a native ``Move``. Returns a list of the main line's moves; if ``whole``, ``(moves, parents,
/// comments, before, glyphs, start, result)``: all moves in the order of the text, for each the number of the move
/// before (-1 at the start; ``None`` if there are no variations), the comments after moves (a list, or ``None``) and
/// before the first moves of variations (a dictionary by moves), the glyphs (pairs of a move and a glyph), the comment
/// before the first move, and the result.
///
/// >>> read_movetext("1. e4 {a} e5! (1... c5) *", None, [None] * 4608, str, False)
/// ['e2e4', 'e7e5']
/// >>> read_movetext("1. e4 {a} e5! (1... c5) *", None, [None] * 4608, str, True)
/// (['e2e4', 'e7e5', 'c7c5'], [-1, 0, 0], ['a', '', ''], {}, [(1, 1)], '', '*')
/// >>> read_movetext("1. Ke4 *", None, [None] * 4608, str, True)
#[pyfunction]
pub(crate) fn read_movetext<'py>(
    text: &Bound<'py, PyString>,
    start: Option<Position>,
    shown: &Bound<'py, PyList>,
    show: &Bound<'py, PyAny>,
    whole: bool,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = text.py();
    let Ok(text) = text.to_str() else { return Ok(None) };
    let start = start.unwrap_or_else(|| Position::with_mode(Inner::default(), None));
    let reading = Reading {
        text,
        at: 0,
        mode: start.mode,
        line: Line { last: START, position: start.inner, undo: None },
        outside: Vec::new(),
        is_fresh: false,
        before: Cow::Borrowed(""),
        moves_alone: !whole,
        sheet: Sheet { moves: Vec::with_capacity(128), parents: Vec::with_capacity(128), ..Sheet::default() },
    };
    let Some(mut sheet) = reading.read() else { return Ok(None) };
    let shown = Shown::new(shown, show)?;
    let object = |&number: &u16| shown.object(usize::from(number));
    let objects = sheet.moves.iter().map(object).collect::<PyResult<Vec<_>>>()?;
    let moves = PyList::new(py, objects)?;
    if !whole {
        return Ok(Some(moves.into_any()));
    }
    let parents = if sheet.has_variations { Some(PyList::new(py, &sheet.parents)?) } else { None };
    let comments = if sheet.comments.is_empty() {
        None
    } else {
        sheet.comments.resize(sheet.moves.len(), Cow::Borrowed(""));
        let nothing = PyString::new(py, "");
        let text =
            |text: &Cow<'_, str>| if text.is_empty() { nothing.clone() } else { PyString::new(py, text) };
        Some(PyList::new(py, sheet.comments.iter().map(text))?)
    };
    let before = PyDict::new(py);
    for (number, comment) in &sheet.before {
        before.set_item(number, comment)?;
    }
    let start: &str = &sheet.start;
    let parts: Bound<'py, PyTuple> =
        (moves, parents, comments, before, &sheet.glyphs, start, sheet.result).into_pyobject(py)?;
    Ok(Some(parts.into_any()))
}
