//! Any text is read as an EPD or refused with its place; what is read is written and read back.
#![no_main]

#[path = "../../crates/philidor-suites/tests/all/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| {
    laws::of_text(text);
    // After a position, so that most inputs reach the operations.
    laws::of_text(&format!("r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - {text}"));
});
