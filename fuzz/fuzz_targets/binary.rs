//! Any bytes are a packed position or game, whose bytes they are, or are refused; and every line of moves reads back.
#![no_main]

#[path = "../../crates/philidor/tests/all/laws/binary.rs"]
mod laws;

use philidor_fuzz::{Game, chosen};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(bytes) = bytes.first_chunk() {
        laws::of_bytes(*bytes);
    }
    laws::of_game_bytes(bytes);

    let game = Game::read(bytes);
    let mut position = game.start;
    let mut moves = vec![];
    laws::of_position(&position);
    for &choice in game.choices {
        let Some(mv) = chosen(&position.legal_moves(), choice) else {
            break;
        };
        position.play_unchecked(mv);
        moves.push(mv);
        laws::of_position(&position);
    }
    laws::of_line(&game.start, &moves);
    // What is nearly a position: one bit away from it.
    for bit in 0..256 {
        let mut packed = position.pack().to_bytes();
        packed[bit / 8] ^= 1 << (bit % 8);
        laws::of_bytes(packed);
    }
});
