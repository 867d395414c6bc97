//! Whatever a table and killers say, a picker gives every legal move once, in stages.
#![no_main]

#[path = "../../crates/philidor/tests/all/laws/picker.rs"]
mod laws;

use philidor::MoveDigest;
use philidor_fuzz::Game;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let game = Game::read(bytes);
    let word = |at: usize| {
        game.choices.get(2 * at..2 * at + 2).map(|two| MoveDigest(u16::from_le_bytes([two[0], two[1]])))
    };
    laws::of_pickers(&game.start, word(0), [word(1), word(2)], philidor_fuzz::choice(bytes) as u64);
});
