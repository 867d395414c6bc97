//! Any bytes are read as games or refused with their places, the same however they arrive; trees are read back equal.
//! Each input is asked one of these laws, chosen by its bytes.
#![no_main]

#[path = "../../crates/philidor-pgn/tests/all/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    laws::one_of_bytes(bytes, philidor_fuzz::choice(bytes));
});
