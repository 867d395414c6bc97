//! PGN that arrives piece by piece, read into games or checked.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use philidor::Position;
use philidor::pgn::{Arbiter, Checker, Chunks, Counts, Limits, Lines, PgnError, Reader};
use wasm_bindgen::prelude::wasm_bindgen;

use super::once::read_once;
use super::tree_json;
use super::trees::{Arrived, Trees, limits};
use crate::json::Json;
use crate::kept::Kept;
use crate::shared::Shared;
use crate::state::{REFUSED, State, with};

/// Bytes that arrive, and what is done with them.
pub(crate) struct Feed {
    chunks: Chunks<Arrived>,
    chunk: Vec<u8>,
    purpose: Purpose,
}

enum Purpose {
    /// Games are read.
    Trees(Box<Trees<Position>>),
    /// Games are checked.
    Check { judge: Judge, bad_games: u64, errors: Vec<PgnError>, most_errors: usize },
}

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

impl Feed {
    fn new(purpose: Purpose, limits: Limits) -> Feed {
        Feed { chunks: Arrived::chunks(limits), chunk: Vec::new(), purpose }
    }

    /// Checks what has arrived.
    fn check(&mut self) {
        let Purpose::Check { judge, bad_games, errors, most_errors } = &mut self.purpose else { return };
        while let Ok(Some(_)) = self.chunks.next_chunk(&mut self.chunk) {
            let places = self.chunks.take_places();
            let mut reader = Reader::new(&self.chunk);
            while let Some(game) = judge.read(&mut reader) {
                let Err(error) = game else { continue };
                *bad_games += 1;
                if errors.len() < *most_errors {
                    errors.push(places.error_in_file(error));
                }
            }
        }
    }

    /// The next game; `None` until more arrives, or at the end.
    fn next_game(&mut self) -> Option<Result<String, PgnError>> {
        match &mut self.purpose {
            Purpose::Trees(trees) => trees.next_game(&mut self.chunks, &mut self.chunk),
            Purpose::Check { .. } => None,
        }
    }
}

static FEEDS: Shared<Kept<Feed>> = Shared::new(Kept::new());

/// Calls `work` with the state and the feeds kept here.
fn with_all<T>(work: impl FnOnce(&mut State, &mut Kept<Feed>) -> T) -> T {
    with(|state| FEEDS.with(|kept| work(state, kept)))
}

/// A feed: games for a multiple of three (see `limits`), 1 a check of main lines, 2 of all lines, 4 and 5 the same
/// strictly, with at most this many errors kept.
#[wasm_bindgen]
pub fn feed_new(purpose: u32, most_errors: u32) -> i32 {
    let limits = limits(purpose);
    let purpose = match purpose {
        reading if reading % 3 == 0 => Purpose::Trees(Box::new(Trees::new(reading))),
        lines => Purpose::Check {
            judge: Judge::new(lines),
            bad_games: 0,
            errors: Vec::new(),
            most_errors: most_errors as usize,
        },
    };
    FEEDS.with(|feeds| feeds.keep(Feed::new(purpose, limits)))
}

/// Frees a feed.
#[wasm_bindgen]
pub fn feed_free(number: u32) {
    FEEDS.with(|feeds| feeds.free(number));
}

/// Feeds it the bytes that JavaScript has written, and says whether they are the last.
#[wasm_bindgen]
pub fn feed_push(number: u32, length: u32, is_last: bool) {
    with_all(|state, feeds| {
        let given = state.text_in.get(..length as usize).unwrap_or_default();
        let Some(feed) = feeds.get(number) else { return };
        feed.chunks.source_mut().push(given, is_last);
        feed.check();
    });
}

/// The next game as JSON; 0 before more arrives, or at the end; negative if it cannot be read.
#[wasm_bindgen]
pub fn feed_next(number: u32) -> i32 {
    with_all(|state, feeds| match feeds.get(number).and_then(Feed::next_game) {
        Some(Ok(game)) => {
            state.text_out = game.into_bytes();
            state.text_out.len() as i32
        }
        Some(Err(error)) => {
            state.refuse(tree_json::error(&error));
            REFUSED
        }
        None => 0,
    })
}

/// Checks a whole text, without the copies that a stream needs; answers like [`feed_counts`].
#[wasm_bindgen]
pub fn check_text(length: u32, purpose: u32, most_errors: u32) -> i32 {
    with(|state| {
        let text = core::mem::take(&mut state.text_in);
        let (mut judge, mut bad_games, mut errors) = (Judge::new(purpose), 0, Vec::new());
        let mut reader = Reader::new(text.get(..length as usize).unwrap_or_default());
        while let Some(game) = judge.read(&mut reader) {
            let Err(error) = game else { continue };
            bad_games += 1;
            if errors.len() < most_errors as usize {
                errors.push(error);
            }
        }
        state.text_in = text;
        state.answer(&found(&judge, bad_games, &errors))
    })
}

/// What a check has found, as JSON.
fn found(judge: &Judge, bad_games: u64, errors: &[PgnError]) -> String {
    let (mut json, counts) = (Json::new(), judge.counts());
    json.open('{').key("games").plain(counts.games).key("badGames").plain(bad_games);
    json.key("moves").plain(counts.moves).key("errors").open('[');
    errors.iter().for_each(|error| _ = json.plain(tree_json::error(error).0));
    json.close(']').close('}');
    json.0
}

/// What a check has found so far, as JSON.
#[wasm_bindgen]
pub fn feed_counts(number: u32) -> i32 {
    with_all(|state, feeds| match feeds.get(number) {
        Some(Feed { purpose: Purpose::Check { judge, bad_games, errors, .. }, .. }) => {
            state.answer(&found(judge, *bad_games, errors))
        }
        _ => 0,
    })
}
