//! In any position, and along any line of moves from it, philidor and cozy-chess see the same; and what is not a
//! position for one is none for the other.
#![no_main]

#[path = "../../crates/philidor/tests/all/laws/cozy_chess.rs"]
mod laws;

use philidor_fuzz::{Game, chosen};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let game = Game::read(bytes);
    if let Some(setup) = game.setup {
        laws::both_refuse(setup);
    }
    let Some(mut pair) = laws::Pair::new(game.start) else {
        return;
    };
    pair.agrees();
    for &choice in game.choices {
        let Some(mv) = chosen(&pair.position().legal_moves(), choice).filter(|_| pair.has_time()) else {
            break;
        };
        pair.play(mv);
        pair.agrees();
    }
});
