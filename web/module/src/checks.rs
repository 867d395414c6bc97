//! PGN that is checked: at once, or piece by piece.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use philidor_pgn::{Arbiter, Checker, Chunks, Counts, Limits, Lines, PgnError, Reader};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::kept::Kept;
use crate::pgn::once::read_once;
use crate::pgn::tree_json;
use crate::pgn::trees::Arrived;
use crate::shared::Shared;
use crate::state::{State, with};

/// Plays the moves: those of the main lines alone, as fast as possible, or those of all lines.
enum Judge {
    Main(Box<Arbiter>),
    All(Box<Checker>),
}

impl Judge {
    /// 1 for main lines, 2 for all, 4 and 5 for the same with moves read strictly.
    fn new(purpose: u32) -> Judge {
        match purpose {
            1 => Judge::Main(Box::new(Arbiter::new())),
            4 => Judge::All(Box::new(Checker::new(Lines::Main).with_strict_moves())),
            5 => Judge::All(Box::new(Checker::new(Lines::All).with_strict_moves())),
            _ => Judge::All(Box::new(Checker::new(Lines::All))),
        }
    }

    fn read(&mut self, reader: &mut Reader<'_>) -> Option<Result<(), PgnError>> {
        match self {
            Judge::Main(arbiter) => reader.read_game(&mut **arbiter),
            Judge::All(checker) => read_once(reader, &mut **checker),
        }
    }

    fn counts(&self) -> Counts {
        match self {
            Judge::Main(arbiter) => arbiter.counts(),
            Judge::All(checker) => checker.counts(),
        }
    }
}

/// What a check has found so far.
struct Found {
    judge: Judge,
    bad_games: u64,
    errors: Vec<PgnError>,
    most_errors: usize,
}

impl Found {
    fn new(purpose: u32, most_errors: u32) -> Found {
        let (judge, most_errors) = (Judge::new(purpose), most_errors as usize);
        Found { judge, bad_games: 0, errors: Vec::new(), most_errors }
    }

    /// Checks games; `in_file` says where an error is.
    fn read(&mut self, text: &[u8], in_file: impl Fn(PgnError) -> PgnError) {
        let mut reader = Reader::new(text);
        while let Some(game) = self.judge.read(&mut reader) {
            let Err(error) = game else { continue };
            self.bad_games += 1;
            if self.errors.len() < self.most_errors {
                self.errors.push(in_file(error));
            }
        }
    }

    fn json(&self) -> String {
        let (mut json, counts) = (Json::new(), self.judge.counts());
        json.open('{').key("games").plain(counts.games).key("badGames").plain(self.bad_games);
        json.key("moves").plain(counts.moves).key("errors").open('[');
        self.errors.iter().for_each(|error| _ = json.plain(tree_json::error(error).0));
        json.close(']').close('}');
        json.0
    }
}

/// A check of bytes that arrive.
struct Check {
    chunks: Chunks<Arrived>,
    chunk: Vec<u8>,
    found: Found,
}

static CHECKS: Shared<Kept<Check>> = Shared::new(Kept::new());

/// Calls `work` with the state and the checks kept here.
fn with_all<T>(work: impl FnOnce(&mut State, &mut Kept<Check>) -> T) -> T {
    with(|state| CHECKS.with(|kept| work(state, kept)))
}

/// A check, for one of the purposes of `Judge`, that keeps at most this many errors.
#[wasm_bindgen]
pub fn check_new(purpose: u32, most_errors: u32) -> i32 {
    let (chunks, found) = (Arrived::chunks(Limits::new()), Found::new(purpose, most_errors));
    CHECKS.with(|checks| checks.keep(Check { chunks, chunk: Vec::new(), found }))
}

/// Frees a check.
#[wasm_bindgen]
pub fn check_free(number: u32) {
    CHECKS.with(|checks| checks.free(number));
}

/// Checks the bytes that JavaScript has written, and says whether they are the last.
#[wasm_bindgen]
pub fn check_push(number: u32, length: u32, is_last: bool) {
    with_all(|state, checks| {
        let Some(Check { chunks, chunk, found }) = checks.get(number) else { return };
        chunks.source_mut().push(state.given(length), is_last);
        while let Ok(Some(_)) = chunks.next_chunk(chunk) {
            let places = chunks.take_places();
            found.read(chunk, |error| places.error_in_file(error));
        }
    });
}

/// What a check has found so far, as JSON.
#[wasm_bindgen]
pub fn check_counts(number: u32) -> i32 {
    with_all(|state, checks| checks.get(number).map_or(0, |check| state.answer(&check.found.json())))
}

/// Checks a whole text, without the copies that a stream needs; answers like [`check_counts`].
#[wasm_bindgen]
pub fn check_text(length: u32, purpose: u32, most_errors: u32) -> i32 {
    with(|state| {
        let mut found = Found::new(purpose, most_errors);
        found.read(state.given(length), |error| error);
        state.answer(&found.json())
    })
}
