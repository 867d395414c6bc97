//! Any bytes are read as games or refused with their places, the same however they arrive; trees are read back equal.
#![no_main]

#[path = "../../crates/philidor/tests/laws/pgn.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    laws::of_bytes(bytes);
    laws::next_games_are_found(bytes);
});
