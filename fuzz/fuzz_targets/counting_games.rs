//! Along any line of moves from any position, every way of counting counts what plain play counts.
#![no_main]

#[path = "../../crates/philidor/tests/all/laws/generators.rs"]
mod laws;

use std::sync::LazyLock;

use philidor::perft::counters::{Counter, agree};
use philidor_fuzz::{Game, chosen};

static COUNTERS: LazyLock<Vec<Counter>> = LazyLock::new(laws::counters);

/// Positions with at most this many moves are counted one half-move deeper.
const MAX_MOVES: usize = 12;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let game = Game::read(bytes);
    let mut position = game.start;
    for &choice in game.choices.iter().take(8) {
        let Some(mv) = chosen(&position.legal_moves(), choice) else {
            break;
        };
        position.play_unchecked(mv);
    }
    let depth = if position.legal_moves().len() <= MAX_MOVES { 3 } else { 2 };
    let deal: usize = bytes.iter().map(|&byte| usize::from(byte)).sum();
    let (batches, others): (Vec<&Counter>, Vec<&Counter>) =
        COUNTERS.iter().partition(|counter| counter.name.contains("batches of"));
    let some = others.iter().cycle().skip(deal % others.len()).take(3);
    agree(&position, depth, batches.iter().chain(some).copied());
});
