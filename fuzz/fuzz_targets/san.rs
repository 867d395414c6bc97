//! Any bytes are a legal move or refused, with a place or a reason. A legal move, chosen by the bytes, is written so
//! that it alone is read back, leniently written, too.
#![no_main]

#[path = "../../crates/philidor/tests/all/laws/san.rs"]
mod laws;

use philidor_fuzz::Game;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let game = Game::read(bytes);
    laws::of_one_move(&game.start, philidor_fuzz::choice(bytes));
    laws::of_text(&game.start, game.choices);
});
