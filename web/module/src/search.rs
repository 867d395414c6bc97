//! The search for a magic number of one square, a few attempts at a time.

use philidor::attacks::MagicSearch;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::kept::Kept;
use crate::refusals::square;
use crate::shared::Shared;
use crate::state::{State, with};

static SEARCHES: Shared<Kept<MagicSearch>> = Shared::new(Kept::new());

/// Calls `work` with the state and the searches kept here.
fn with_all<T>(work: impl FnOnce(&mut State, &mut Kept<MagicSearch>) -> T) -> T {
    with(|state| SEARCHES.with(|kept| work(state, kept)))
}

/// Begins a search.
#[wasm_bindgen]
pub fn search_new(rook: bool, from: u32, seed: u64) -> i32 {
    let (search, from) = (if rook { MagicSearch::rook } else { MagicSearch::bishop }, square(from));
    SEARCHES.with(|searches| searches.keep(search(from, seed)))
}

/// Frees it.
#[wasm_bindgen]
pub fn search_free(number: u32) {
    SEARCHES.with(|searches| searches.free(number));
}

/// Tries up to `attempts` numbers and stops at one that keeps all subsets apart; returns what the best one did, as
/// JSON.
#[wasm_bindgen]
pub fn search_step(number: u32, attempts: u32) -> i32 {
    with_all(|state, searches| {
        let mut json = Json::new();
        if let Some(search) = searches.get(number) {
            let size = search.subsets();
            let (mut tried, mut best, mut filled) = (0, 0, 0);
            while tried < attempts.max(1) && filled < size {
                let (magic, kept) = search.attempt();
                if kept > filled {
                    (best, filled) = (magic, kept);
                }
                tried += 1;
            }
            json.open('{').key("magic").bits(best).key("filled").plain(filled).key("size").plain(size);
            json.key("tried").plain(tried).close('}');
        }
        state.answer(&json.0)
    })
}
