//! Any text is read as a FEN or refused with its place; what is read is written back; every fault is named.
#![no_main]

#[path = "../../crates/philidor/tests/all/laws/fen.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| laws::of_text(text));
