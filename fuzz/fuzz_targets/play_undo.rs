//! Along any line of moves, null moves among them, play and undo keep boards, states and keys.
#![no_main]

#[path = "../../crates/philidor/tests/all/laws/play_undo.rs"]
mod laws;

use philidor_fuzz::{Game, chosen};

/// The choice that passes the turn, if that is possible.
const PASS: u8 = 0xff;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let game = Game::read(bytes);
    laws::is_sound(&game.start);
    let mut line = laws::Line::from(game.start);
    for &choice in game.choices {
        let passed = line.position().null_move().filter(|_| choice == PASS);
        let Some(mv) = passed.or_else(|| chosen(&line.position().legal_moves(), choice)) else {
            break;
        };
        line.play(mv);
    }
    line.take_back_all();
});
