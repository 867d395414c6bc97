//! `decode` gives a generated move for its digest and nothing for any other; and however one asks for moves, they are
//! the same.
#![no_main]

#[path = "../../crates/philidor/tests/all/laws/moves.rs"]
mod laws;

use philidor::{MoveDigest, Position};
use philidor_fuzz::Game;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let game = Game::read(bytes);
    laws::of_moves(&game.start);
    let (given, _) = game.choices.as_chunks();
    for &bytes in given {
        decodes_if_legal(&game.start, MoveDigest(u16::from_be_bytes(bytes)));
    }
    // What is nearly a legal move: one bit away from it.
    for mv in game.start.legal_moves() {
        for bit in 0..16 {
            decodes_if_legal(&game.start, MoveDigest(mv.digest().0 ^ 1 << bit));
        }
    }
});

fn decodes_if_legal(position: &Position, digest: MoveDigest) {
    let legal = position.legal_moves();
    let generated = legal.iter().copied().find(|mv| mv.digest() == digest);
    assert_eq!(position.decode(digest), generated, "{digest:?} in {position}");
}
