//! A text of one game as a list of its parts, for `philidor/chess`: what cannot be played stays text.
//!
//! ```text
//! { "tags": [["White","A"], …], "result": "1-0" or null, "parts": [ … ], "sans": "e4 e5 Nf3 …", "texts": [ … ],
//!   "cuts": ["…", …] }
//!
//! a part:  below 65,536     the digest of a move, whose name is the next of `sans`
//!          65,536           a variation begins, which replaces the last move
//!          65,537           it ends
//!          65,538           a comment, the next of `texts`
//!          65,539           a move, the next of `texts`, that the rules do not name so
//!          65,540 + digest  the same, and the move that is probably meant
//!          131,076 + glyph  an annotation of the last move
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use philidor::Position;
use philidor::characters::decode;
use philidor_pgn::{Flow, GameResult, Limits, PgnError, PgnErrorKind, Reader, TagValue, Visitor};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::pgn::once::read_once;
use crate::refusals;
use crate::state::with;

/// The parts that are not moves by their digests.
const OPEN: u32 = 1 << 16;
const CLOSE: u32 = OPEN + 1;
const COMMENT: u32 = OPEN + 2;
const UNKNOWN: u32 = OPEN + 3;
const LIKELY: u32 = OPEN + 4;
const GLYPH: u32 = LIKELY + (1 << 16);

/// How deep variations may be: a text of a few hundred kilobytes can be deeper, but no game is.
const NESTING: usize = 1 << 16;

/// The most bytes of a game, and so of a comment or a line.
const LENGTH: usize = 64 << 20;

/// A line while it is read: its position and that before its last move, unless they are unknown.
#[derive(Clone, Copy)]
struct Line {
    here: Option<Position>,
    before: Option<Position>,
}

/// Writes the parts of a game down.
struct Sheet<'a> {
    text: &'a [u8],
    line: Line,
    outside: Vec<Line>,
    /// Whether the tags name another start, which JavaScript has to look at first.
    is_elsewhere: bool,
    knows_start: bool,
    /// Whether a game has begun, so that another one would be too many.
    has_begun: bool,
    tags: Json,
    parts: Json,
    texts: Json,
    sans: String,
    result: Option<GameResult>,
}

impl<'a> Sheet<'a> {
    /// A sheet for a text whose game begins at `start`, or at the usual start.
    fn new(text: &'a [u8], start: Option<Position>) -> Sheet<'a> {
        let list = || {
            let mut json = Json::new();
            json.open('[');
            json
        };
        Sheet {
            text,
            line: Line { here: Some(start.unwrap_or_default()), before: None },
            outside: Vec::new(),
            is_elsewhere: false,
            knows_start: start.is_some(),
            has_begun: false,
            tags: list(),
            parts: list(),
            texts: list(),
            sans: String::new(),
            result: None,
        }
    }

    fn part(&mut self, part: u32) {
        self.parts.plain(part);
    }

    /// The byte before a part of the text.
    fn byte_before(&self, part: &[u8]) -> Option<u8> {
        let offset = part.as_ptr().addr().checked_sub(self.text.as_ptr().addr())?;
        self.text.get(offset.checked_sub(1)?).copied()
    }

    fn into_json(mut self, cuts: &[PgnError]) -> String {
        let mut json = Json::new();
        json.open('{').key("tags").plain(&self.tags.close(']').0).key("result");
        json.maybe(self.result.map(|result| result.as_str())).key("parts").plain(&self.parts.close(']').0);
        json.key("sans").text(&self.sans).key("texts").plain(&self.texts.close(']').0);
        json.key("cuts").open('[');
        cuts.iter().for_each(|cut| _ = json.text(cut));
        json.close(']').close('}');
        json.0
    }
}

/// SAN without what does not distinguish moves: the sign of a promotion, and that of check or mate.
fn bare(san: &[u8]) -> impl Iterator<Item = u8> {
    let san = match san {
        [rest @ .., b'+' | b'#'] => rest,
        _ => san,
    };
    san.iter().copied().filter(|&byte| byte != b'=')
}

/// A move without the number of the next one: of text that is not wide, chess.js writes `Kd79. Kf1`.
fn without_number(san: &[u8]) -> &[u8] {
    let Some(without_dots) = san.strip_suffix(b".") else { return san };
    let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let digits = without_dots.iter().rev().take_while(|byte| is_number(byte)).count();
    let rest = without_dots.len() - digits;
    let has_file = matches!(without_dots.get(..rest), Some([.., b'a'..=b'h']));
    without_dots.get(..rest + usize::from(has_file && digits > 0)).filter(|_| digits > 0).unwrap_or(san)
}

/// What line ends in the values of tags are while the reader reads them: blanks that no file has.
const LINE_FEED: char = '\u{b}';
const RETURN: char = '\u{c}';

/// How many values of tags may have line ends.
const TAGS: usize = 64;

/// Replaces the line ends in the value of a tag that begins at an offset, if it ends on a later line.
fn join_lines(text: &mut [u8], from: usize) -> bool {
    let Some(rest) = text.get_mut(from..) else { return false };
    let ends = |at: &usize| rest.get(at + 1..).is_some_and(|rest| rest.trim_ascii_start().starts_with(b"]"));
    let mut quotes = (0..rest.len()).filter(|&at| rest.get(at) == Some(&b'"')).skip(1);
    let Some(end) = quotes.find(ends) else { return false };
    let mut has_line_end = false;
    for byte in rest.iter_mut().take(end) {
        has_line_end |= matches!(byte, b'\n' | b'\r');
        match byte {
            b'\n' => *byte = LINE_FEED as u8,
            b'\r' => *byte = RETURN as u8,
            _ => {}
        }
    }
    has_line_end
}

impl Visitor for Sheet<'_> {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        match core::mem::replace(&mut self.has_begun, true) {
            false => Ok(()),
            true => Err(PgnErrorKind::SecondGame),
        }
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.is_elsewhere |= name == b"FEN";
        let text = value.to_text().replace(LINE_FEED, "\n").replace(RETURN, "\r");
        self.tags.open('[').text(decode(name)).text(text).close(']');
        Ok(())
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        if self.is_elsewhere && !self.knows_start {
            self.line.here = None;
        }
        Ok(Flow::Read)
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        let san = without_number(san);
        let here = self.line.here.take();
        self.line.before = here;
        let Some((mut position, mv)) = here.and_then(|here| Some((here, here.parse_san(san).ok()?))) else {
            self.part(UNKNOWN);
            self.texts.text(decode(san));
            return Ok(());
        };
        let name = position.to_san(mv);
        if bare(name.as_bytes()).eq(bare(san)) {
            self.part(mv.digest().0.into());
            self.sans.push_str(name.as_str());
            self.sans.push(' ');
        } else {
            self.part(LIKELY + u32::from(mv.digest().0));
            self.texts.text(decode(san));
        }
        position.play_unchecked(mv);
        self.line.here = Some(position);
        Ok(())
    }

    fn nag(&mut self, nag: u8) -> Result<(), PgnErrorKind> {
        self.part(GLYPH + u32::from(nag));
        Ok(())
    }

    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        self.part(COMMENT);
        let is_rest_of_line = self.byte_before(comment) == Some(b';');
        self.texts.text(decode(if is_rest_of_line { comment.trim_ascii() } else { comment }));
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        self.part(OPEN);
        self.outside.push(self.line);
        self.line = Line { here: self.line.before, before: None };
        Ok(Flow::Read)
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.part(CLOSE);
        if let Some(line) = self.outside.pop() {
            self.line = line;
        }
        Ok(())
    }

    /// What makes no sense in a variation ends that variation, not the game.
    fn fault_in_variation(&mut self, _: PgnErrorKind) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.result = Some(result);
        Ok(())
    }
}

/// The parts of the only game in a text, played from a place, or from the usual start with -1; negative if it cannot be
/// read. A text without a game has no parts.
#[wasm_bindgen]
pub fn pgn_sheet(length: u32, place: i32) -> i32 {
    with(|state| {
        let start = u32::try_from(place).ok().map(|place| *state.at(place));
        let text = core::mem::take(&mut state.text_in);
        let given = text.get(..length as usize).unwrap_or_default();
        let read = sheet(given, start);
        state.text_in = text;
        match read {
            Ok(sheet) => state.answer(&sheet),
            Err(reason) => state.refuse(reason),
        }
    })
}

/// Why a text cannot be read: only the message is shown.
fn refusal(fault: &PgnError) -> Json {
    refusals::plain("PgnError", "refused", fault)
}

/// The parts of a text, in which the values of tags may have line ends, as chess.js reads and writes them.
fn sheet(text: &[u8], start: Option<Position>) -> Result<String, Json> {
    let mut joined = None;
    for _ in 0..TAGS {
        let fault = match sheet_of_lines(joined.as_deref().unwrap_or(text), start) {
            Err(fault) if fault.kind == PgnErrorKind::UnclosedTag => fault,
            read => return read.map_err(|fault| refusal(&fault)),
        };
        if !join_lines(joined.get_or_insert_with(|| text.to_vec()), fault.offset as usize) {
            return Err(refusal(&fault));
        }
    }
    sheet_of_lines(joined.as_deref().unwrap_or(text), start).map_err(|fault| refusal(&fault))
}

#[allow(clippy::result_large_err)] // the error goes no further than its caller
fn sheet_of_lines(text: &[u8], start: Option<Position>) -> Result<String, PgnError> {
    let limits = Limits::new().with_nesting(NESTING).with_comment(LENGTH).with_line(LENGTH);
    let mut reader = Reader::with_limits(text, limits);
    let mut sheet = Sheet::new(text, start);
    match read_once(&mut reader, &mut sheet) {
        Some(read) => read?,
        None => return comments(text, limits),
    }
    let cuts = reader.take_cuts();
    match read_once(&mut reader, &mut sheet) {
        Some(read) => read.map(|()| String::new()),
        None => Ok(sheet.into_json(&cuts)),
    }
}

/// A text without a game may still have comments; appending a result makes the reader report them.
#[cold]
#[allow(clippy::result_large_err)]
fn comments(text: &[u8], limits: Limits) -> Result<String, PgnError> {
    let ended = [text, b"\n*"].concat();
    let mut sheet = Sheet::new(&ended, None);
    if let Some(read) = read_once(&mut Reader::with_limits(&ended, limits), &mut sheet) {
        read?;
    }
    sheet.result = None;
    Ok(sheet.into_json(&[]))
}
