//! Syzygy tables for JavaScript, which brings their bytes.
//!
//! Reading a table is synchronous, and a request to a server is not. So files are held here in pieces, as they arrive;
//! a probe that needs a missing piece names it, and JavaScript fetches it and asks again:
//!
//! ```text
//! JavaScript                                       this module
//! ask(dtz, fen)                             ───►   {"needs": [{"file": "KQvK.rtbz", "piece": null}]}
//! ranged("KQvK.rtbz", 5904), piece(…)       ───►
//! ask(dtz, fen)                             ───►   {"answer": {"wdl": 2, "dtz": 13, …}}
//! ```
//!
//! All functions take and answer numbers; text and bytes go through two buffers. JavaScript gives each set of tables an
//! instance of its own, so nothing here has to be freed. `files.rs` has the files and their pieces, `probe.rs` the
//! questions, `refusals.rs` the errors.

mod files;
mod probe;
mod refusals;

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

use files::Files;
use probe::Question;
use refusals::{error, refusal};

struct State {
    input: Vec<u8>,
    output: String,
    files: Files,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State { input: Vec::new(), output: String::new(), files: Files::default() });
}

fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(work)
}

/// What JavaScript has written: a text, and the bytes after it.
fn given(input: &[u8], text: u32, bytes: u32) -> Result<(&str, &[u8]), String> {
    let (text, rest) = input.split_at_checked(text as usize).ok_or("the input is too short")?;
    let bytes = rest.get(..bytes as usize).ok_or("the input is too short")?;
    Ok((std::str::from_utf8(text).map_err(|error| error.to_string())?, bytes))
}

/// Calls `work` with a text and the bytes after it, and puts its JSON where JavaScript reads it.
fn answer(
    text: u32,
    bytes: u32,
    work: impl FnOnce(&mut Files, &str, &[u8]) -> Result<String, String>,
) -> u32 {
    with(|State { input, output, files }| {
        let answer = given(input, text, bytes).and_then(|(text, bytes)| work(files, text, bytes));
        *output = answer.unwrap_or_else(|message| error("argument", &message, ""));
        output.len() as u32
    })
}

/// The answer when there is nothing to say.
const DONE: &str = "{}";

/// Begins without files; a file that comes in pieces has pieces of this many bytes.
#[wasm_bindgen]
pub fn begin(piece_bytes: u32) {
    with(|state| state.files = Files::new(piece_bytes));
}

/// Where JavaScript writes this many bytes.
#[wasm_bindgen]
pub fn input(size: u32) -> u32 {
    with(|state| {
        // A long buffer is freed.
        if size < 1 << 20 && state.input.len() > 1 << 20 {
            state.input = Vec::new();
        }
        state.input.resize(state.input.len().max(size as usize), 0);
        state.input.as_ptr() as u32
    })
}

/// Where the last answer is.
#[wasm_bindgen]
pub fn output() -> u32 {
    with(|state| state.output.as_ptr() as u32)
}

/// A whole file: its name, then its bytes. It is opened at once.
#[wasm_bindgen]
pub fn whole(name: u32, bytes: u32) -> u32 {
    answer(name, bytes, |files, name, bytes| {
        let opened = files.whole(name, bytes.to_vec())?;
        Ok(opened.map_or_else(|refused| refusal(&refused), |()| DONE.to_owned()))
    })
}

/// A file of this length, whose pieces will come.
#[wasm_bindgen]
pub fn ranged(name: u32, len: f64) -> u32 {
    answer(name, 0, |files, name, _| {
        files.ranged(name, len as u64);
        Ok(DONE.to_owned())
    })
}

/// A piece of such a file: the name, then the bytes.
#[wasm_bindgen]
pub fn piece(name: u32, index: u32, bytes: u32) -> u32 {
    answer(name, bytes, |files, name, bytes| files.piece(name, index, bytes).map(|()| DONE.to_owned()))
}

/// Notes that there is no file of this name.
#[wasm_bindgen]
pub fn absent(name: u32) -> u32 {
    answer(name, 0, |files, name, _| {
        files.absent(name);
        Ok(DONE.to_owned())
    })
}

/// Forgets all pieces, if together they have more bytes than this; what is read again has to come again.
#[wasm_bindgen]
pub fn trim(bytes: f64) {
    with(|state| state.files.trim(bytes as u64));
}

/// Asks about a position, a FEN: 0 its value, 1 its distance, 2 its moves. JSON with `answer`, `needs` or `error`.
#[wasm_bindgen]
pub fn ask(question: u32, fen: u32) -> u32 {
    answer(fen, 0, |files, fen, _| {
        let question = [Question::Value, Question::Distance, Question::Moves].get(question as usize);
        let question = question.ok_or("no such question")?;
        Ok(probe::ask(files, *question, &probe::position(fen)?))
    })
}
