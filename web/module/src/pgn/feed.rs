//! PGN that arrives piece by piece, read into games.

use alloc::string::String;
use alloc::vec::Vec;

use philidor_pgn::{Chunks, PgnError};
use wasm_bindgen::prelude::wasm_bindgen;

use super::tree_json;
use super::trees::{Arrived, Trees, limits};
use crate::kept::Kept;
use crate::rules::Position;
use crate::shared::Shared;
use crate::state::{State, with};

/// Bytes that arrive, and the games in them.
struct Feed {
    chunks: Chunks<Arrived>,
    chunk: Vec<u8>,
    trees: Trees<Position>,
}

impl Feed {
    /// The next game; `None` until more arrives, or at the end.
    fn next_game(&mut self) -> Option<Result<String, PgnError>> {
        self.trees.next_game(&mut self.chunks, &mut self.chunk)
    }
}

static FEEDS: Shared<Kept<Feed>> = Shared::new(Kept::new());

/// Calls `work` with the state and the feeds kept here.
fn with_all<T>(work: impl FnOnce(&mut State, &mut Kept<Feed>) -> T) -> T {
    with(|state| FEEDS.with(|kept| work(state, kept)))
}

/// A feed of games, for one of the purposes of those who read games: see `limits`.
#[wasm_bindgen]
pub fn feed_new(purpose: u32) -> i32 {
    let chunks = Arrived::chunks(limits(purpose));
    FEEDS.with(|feeds| feeds.keep(Feed { chunks, chunk: Vec::new(), trees: Trees::new(purpose) }))
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
        if let Some(feed) = feeds.get(number) {
            feed.chunks.source_mut().push(state.given(length), is_last);
        }
    });
}

/// The next game as JSON; 0 before more arrives, or at the end; negative if it cannot be read.
#[wasm_bindgen]
pub fn feed_next(number: u32) -> i32 {
    with_all(|state, feeds| match feeds.get(number).and_then(Feed::next_game) {
        Some(Ok(game)) => state.answer(&game),
        Some(Err(error)) => state.refuse(tree_json::error(&error)),
        None => 0,
    })
}
