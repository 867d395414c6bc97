//! Games of PGN, each with the rules that its tag `Variant` names. In JavaScript a game is a tree of objects; it
//! travels as text, in the forms that the files of `web/module/src/pgn/` describe.

use std::cell::RefCell;

use philidor::pgn::{Chunks, PgnError};
use philidor::Strictness;
use philidor_variants::AnyPosition;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::kept::Kept;
use crate::{position, with};

#[path = "../../module/src/pgn/once.rs"]
mod once;

#[path = "../../module/src/pgn/tree_json.rs"]
mod tree_json;

#[path = "../../module/src/pgn/trees.rs"]
mod trees;

#[path = "../../module/src/pgn/written.rs"]
mod written;

use trees::{Arrived, Trees, limits};

/// Bytes that arrive piece by piece, and the games in them.
struct Feed {
    chunks: Chunks<Arrived>,
    chunk: Vec<u8>,
    trees: Trees<AnyPosition>,
}

impl Feed {
    fn next_game(&mut self) -> Option<Result<String, PgnError>> {
        self.trees.next_game(&mut self.chunks, &mut self.chunk)
    }
}

thread_local! {
    static FEEDS: RefCell<Kept<Feed>> = RefCell::new(Kept::new());
}

/// A feed of games, for one of the purposes of those who read games.
#[wasm_bindgen]
pub fn feed_new(purpose: u32) -> i32 {
    let limits = limits(purpose);
    let feed = Feed { chunks: Arrived::chunks(limits), chunk: Vec::new(), trees: Trees::new(purpose) };
    FEEDS.with_borrow_mut(|feeds| feeds.keep(feed))
}

/// Frees a feed.
#[wasm_bindgen]
pub fn feed_free(number: u32) {
    FEEDS.with_borrow_mut(|feeds| feeds.free(number));
}

/// Feeds it the bytes that JavaScript has written, and says whether they are the last.
#[wasm_bindgen]
pub fn feed_push(number: u32, length: u32, is_last: bool) {
    with(|state| {
        let given = state.input.get(..length as usize).unwrap_or_default();
        FEEDS.with_borrow_mut(|feeds| {
            if let Some(feed) = feeds.get(number) {
                feed.chunks.source_mut().push(given, is_last);
            }
        });
    });
}

/// The next game as JSON; 0 before more arrives, or at the end; negative if it cannot be read.
#[wasm_bindgen]
pub fn feed_next(number: u32) -> i32 {
    let next = FEEDS.with_borrow_mut(|feeds| feeds.get(number).and_then(Feed::next_game));
    with(|state| match next {
        Some(Ok(game)) => state.answer(game),
        Some(Err(error)) => state.refuse(tree_json::error(&error)),
        None => 0,
    })
}

/// The game of the lines that `written.rs` reads, as PGN.
#[wasm_bindgen]
pub fn pgn_write(length: u32) -> i32 {
    with(|state| match written::pgn(state.text(0, length), start) {
        Ok(pgn) => state.answer(pgn),
        Err(reason) => state.refuse(reason),
    })
}

/// Where a game begins: the name of its variant, and a FEN.
fn start(text: &str) -> Result<AnyPosition, Json> {
    let (name, fen) = text.split_once(' ').unwrap_or((text, ""));
    position::read(name, fen, Strictness::WellDefined)
}
