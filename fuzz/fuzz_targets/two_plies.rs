//! In any position, and along any line of moves from it, two plies counted at once give the same count as playing them.
#![no_main]

#[path = "../../crates/philidor/tests/all/laws/two_plies.rs"]
mod two_plies;

use philidor_fuzz::{Game, chosen};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let game = Game::read(bytes);
    let mut position = game.start;
    two_plies::are_counted_as_played(&position);
    for &choice in game.choices {
        let Some(mv) = chosen(&position.legal_moves(), choice) else { break };
        position.play_unchecked(mv);
        two_plies::are_counted_as_played(&position);
    }
});
