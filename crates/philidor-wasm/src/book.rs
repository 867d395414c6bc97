//! Opening books in Polyglot's format.

use philidor::polyglot::{Book, BookBuilder};
use philidor::{Color, MoveDigest};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::refusals;
use crate::state::{State, with};

/// A book out of bytes.
#[wasm_bindgen]
pub fn book_new(length: u32) -> i32 {
    with(|state| match Book::new(state.given(length).to_vec()) {
        Ok(book) => state.books.keep(book),
        Err(error) => {
            let reason = refusals::plain("PackedError", "book", error);
            state.refuse(reason)
        }
    })
}

/// Frees a book.
#[wasm_bindgen]
pub fn book_free(number: u32) {
    with(|state| state.books.free(number));
}

/// How many entries it has.
#[wasm_bindgen]
pub fn book_len(number: u32) -> u32 {
    with(|state| state.books.get(number).map_or(0, |book| book.len() as u32))
}

/// Its bytes.
#[wasm_bindgen]
pub fn book_bytes(number: u32) -> i32 {
    with(|state| {
        let State { books, text_out, .. } = state;
        text_out.clear();
        if let Some(book) = books.get(number) {
            text_out.extend_from_slice(book.as_bytes());
        }
        text_out.len() as i32
    })
}

/// The moves of a position with their weights, as JSON.
#[wasm_bindgen]
pub fn book_moves(number: u32, place: u32) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let mut json = Json::new();
        json.open('[');
        if let Some(book) = state.books.get(number) {
            let mut entries: Vec<_> = book.entries_of(&position).collect();
            entries.sort_by_key(|(_, entry)| core::cmp::Reverse(entry.weight));
            for (mv, entry) in entries {
                json.open('{').key("move").plain(mv.digest().0).key("weight").plain(entry.weight).close('}');
            }
        }
        json.close(']');
        state.answer(&json.0)
    })
}

/// A move by weight; -1 without one.
#[wasm_bindgen]
pub fn book_choose(number: u32, place: u32, random: u64) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let chosen = state.books.get(number).and_then(|book| book.choose(&position, random));
        chosen.map_or(-1, |mv| i32::from(mv.digest().0))
    })
}

/// Begins a book of games.
#[wasm_bindgen]
pub fn book_begin(max_plies: u32, min_games: u32) -> i32 {
    with(|state| {
        let builder = BookBuilder::new().max_plies(max_plies as usize).min_games(min_games);
        state.builders.keep(builder)
    })
}

/// Adds a game: its digests of 16 bits, from a position on; `result` 0 White won, 1 Black, 2 drawn.
#[wasm_bindgen]
pub fn book_add(number: u32, place: u32, length: u32, result: u32) {
    with(|state| {
        let start = *state.at(place);
        let (mut position, mut moves) = (start, Vec::new());
        for pair in state.given(length).chunks_exact(2) {
            let digest = MoveDigest(u16::from_le_bytes([pair[0], pair[1]]));
            let Some(mv) = position.decode(digest) else { break };
            moves.push(mv);
            position.play(mv);
        }
        let winner = [Some(Color::White), Some(Color::Black), None][result.min(2) as usize];
        if let Some(builder) = state.builders.get(number) {
            // All of them are legal.
            let _ = builder.add_game(&start, moves, winner);
        }
    });
}

/// Ends a book of games, which becomes a book.
#[wasm_bindgen]
pub fn book_end(number: u32) -> i32 {
    with(|state| {
        let bytes = state.builders.get(number).map(|builder| builder.build()).unwrap_or_default();
        state.builders.free(number);
        match Book::new(bytes) {
            Ok(book) => state.books.keep(book),
            Err(error) => {
                let reason = refusals::plain("PackedError", "book", error);
                state.refuse(reason)
            }
        }
    })
}
