//! Names of openings for JavaScript: a key goes in, JSON comes out.
//!
//! All functions take and answer numbers; the text lies in a buffer until the next question.

use std::cell::RefCell;

use philidor::openings::Opening;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Puts the opening of the position with a key where JavaScript reads it, as JSON. Answers its length in bytes; 0 if no
/// position with a name has this key.
#[wasm_bindgen]
pub fn opening(key: u64) -> u32 {
    let text = Opening::from_key(key).map(json).unwrap_or_default();
    OUTPUT.with_borrow_mut(|output| {
        *output = text;
        output.len() as u32
    })
}

/// Where the text begins.
#[wasm_bindgen]
pub fn output() -> u32 {
    OUTPUT.with_borrow(|output| output.as_ptr() as u32)
}

/// No name has a character that JSON must escape; the tests of the package read all of them.
fn json(opening: Opening) -> String {
    let mut variations = String::new();
    for part in opening.variations() {
        let comma = if variations.is_empty() { "" } else { "," };
        variations += &format!("{comma}\"{part}\"");
    }
    let (eco, family) = (opening.eco(), opening.family());
    format!(r#"{{"eco":"{eco}","name":"{opening}","family":"{family}","variations":[{variations}]}}"#)
}
