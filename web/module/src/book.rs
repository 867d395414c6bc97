//! Opening books in Polyglot's format.

use alloc::vec::Vec;

use philidor::MoveDigest;
use philidor_books::{Book, BookMove};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::kept::Kept;
use crate::refusals;
use crate::shared::Shared;
use crate::state::{State, with};

static BOOKS: Shared<Kept<Book<Vec<u8>>>> = Shared::new(Kept::new());

/// Calls `work` with the state and the books kept here.
fn with_all<T>(work: impl FnOnce(&mut State, &mut Kept<Book<Vec<u8>>>) -> T) -> T {
    with(|state| BOOKS.with(|kept| work(state, kept)))
}

/// A book from bytes.
#[wasm_bindgen]
pub fn book_new(length: u32) -> i32 {
    with_all(|state, books| match Book::new(state.given(length).to_vec()) {
        Ok(book) => books.keep(book),
        Err(error) => {
            let reason = refusals::plain("PackedError", "book", error);
            state.refuse(reason)
        }
    })
}

/// Frees a book.
#[wasm_bindgen]
pub fn book_free(number: u32) {
    BOOKS.with(|books| books.free(number));
}

/// How many entries it has.
#[wasm_bindgen]
pub fn book_len(number: u32) -> u32 {
    BOOKS.with(|books| books.get(number).map_or(0, |book| book.len() as u32))
}

/// Its bytes.
#[wasm_bindgen]
pub fn book_bytes(number: u32) -> i32 {
    with_all(|state, books| {
        state.text_out.clear();
        if let Some(book) = books.get(number) {
            state.text_out.extend_from_slice(book.as_bytes());
        }
        state.text_out.len() as i32
    })
}

/// The moves of a position with their weights, as JSON, in the order of the file.
#[wasm_bindgen]
pub fn book_moves(number: u32, place: u32) -> i32 {
    with_all(|state, books| {
        let position = *state.at(place);
        let mut json = Json::new();
        json.open('[');
        if let Some(book) = books.get(number) {
            for (mv, entry) in book.entries_of(&position) {
                json.open('{').key("move").plain(mv.digest().0).key("weight").plain(entry.weight).close('}');
            }
        }
        json.close(']');
        state.answer(&json.0)
    })
}

/// Picks a move, the heavier the likelier; -1 if the book has none.
#[wasm_bindgen]
pub fn book_choose(number: u32, place: u32, random: u64) -> i32 {
    with_all(|state, books| {
        let position = *state.at(place);
        let chosen = books.get(number).and_then(|book| book.choose(&position, random));
        chosen.map_or(-1, |mv| i32::from(mv.digest().0))
    })
}

/// A legal move as books encode it; -1 if it is not legal.
#[wasm_bindgen]
pub fn book_move(place: u32, digest: u16) -> i32 {
    with(|state| {
        let position = state.at(place);
        position.decode(MoveDigest(digest)).map_or(-1, |mv| i32::from(BookMove::new(position, mv).0))
    })
}
