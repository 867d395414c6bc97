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
use philidor::pgn::{Flow, GameResult, Limits, PgnError, PgnErrorKind, Reader, TagValue, Visitor, decode};
use wasm_bindgen::prelude::wasm_bindgen;

use super::tree_json;
use super::trees::read_once;
use crate::json::Json;
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

impl Visitor for Sheet<'_> {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        match core::mem::replace(&mut self.has_begun, true) {
            false => Ok(()),
            true => Err(PgnErrorKind::SecondGame),
        }
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.is_elsewhere |= name == b"FEN";
        self.tags.open('[').text(decode(name)).text(value.to_text()).close(']');
        Ok(())
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        if self.is_elsewhere && !self.knows_start {
            self.line.here = None;
        }
        Ok(Flow::Read)
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        let here = self.line.here.take();
        self.line.before = here;
        let Some((mut position, mv)) = here.and_then(|here| Some((here, here.parse_san(san).ok()?))) else {
            self.part(UNKNOWN);
            self.texts.text(decode(san));
            return Ok(());
        };
        let name = position.san(mv);
        if bare(name.as_bytes()).eq(bare(san)) {
            self.part(mv.digest().0.into());
            self.sans.push_str(name.as_str());
            self.sans.push(' ');
        } else {
            self.part(LIKELY + u32::from(mv.digest().0));
            self.texts.text(decode(san));
        }
        position.play(mv);
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

fn sheet(text: &[u8], start: Option<Position>) -> Result<String, Json> {
    let limits = Limits::new().with_nesting(NESTING).with_comment(LENGTH).with_line(LENGTH);
    let mut reader = Reader::with_limits(text, limits);
    let mut sheet = Sheet::new(text, start);
    match read_once(&mut reader, &mut sheet) {
        Some(read) => read.map_err(|error| tree_json::error(&error))?,
        None => return comments(text, limits),
    }
    let cuts = reader.take_cuts();
    match read_once(&mut reader, &mut sheet) {
        Some(read) => read.map(|()| String::new()).map_err(|error| tree_json::error(&error)),
        None => Ok(sheet.into_json(&cuts)),
    }
}

/// A text without a game may still have comments; appending a result makes the reader report them.
#[cold]
fn comments(text: &[u8], limits: Limits) -> Result<String, Json> {
    let ended = [text, b"\n*"].concat();
    let mut sheet = Sheet::new(&ended, None);
    if let Some(read) = read_once(&mut Reader::with_limits(&ended, limits), &mut sheet) {
        read.map_err(|error| tree_json::error(&error))?;
    }
    sheet.result = None;
    Ok(sheet.into_json(&[]))
}
