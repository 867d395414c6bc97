//! In any position, and along any line of moves from it, all generators see the same.
#![no_main]

#[path = "../../crates/philidor/tests/all/laws/generators.rs"]
mod laws;

use philidor_fuzz::{Game, chosen};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let game = Game::read(bytes);
    let mut position = game.start;
    laws::all_agree(&position);
    for &choice in game.choices {
        let Some(mv) = chosen(&position.legal_moves(), choice) else {
            break;
        };
        position.play_unchecked(mv);
        laws::all_agree(&position);
    }
});
