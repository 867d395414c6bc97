//! What the explorer page (`web/explorer`) shows beyond the npm package, as questions and answers in JSON.
//!
//! ```text
//! panel ──► worker ──► ask("mutant", {"fen": …, "depth": 4, "bug": "…"}) ──► one file here ──► {"moves": [ … ], …}
//! ```
//!
//! There is one function, so that the page needs no glue for each panel. No rule of chess is here: each answer comes
//! from the library, the hunter or the mutant.
//!
//! | file | questions |
//! |---|---|
//! | `batch.rs` | `batch`: eight lanes, step by step |
//! | `thinking.rs` | `think`: the engine's move |
//! | `endings.rs` | `ending`: what a position of three pieces is worth, and others like it |
//! | `hunting.rs` | `bugs`, `mutant`, `hunt` |
//! | `arguments.rs` | the arguments of a question |
#![forbid(unsafe_code)]

mod arguments;
mod batch;
mod endings;
mod hunting;
mod thinking;

use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;

use arguments::Arguments;

/// Gives the engine and the hunter a clock: WebAssembly has none of its own.
#[cfg(target_family = "wasm")]
fn set_clock() {
    static BEGIN: std::sync::OnceLock<web_time::Instant> = std::sync::OnceLock::new();
    philidor_engine::set_clock(|| BEGIN.get_or_init(web_time::Instant::now).elapsed());
}

#[cfg(not(target_family = "wasm"))]
const fn set_clock() {}

/// Answers a question: its name, and its arguments as a JSON object. The answer is JSON, too.
///
/// # Errors
///
/// A sentence for the user, if the question cannot be answered.
///
/// ```
/// let arguments = r#"{"fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "depth": 2}"#;
/// assert!(philidor_wasm_insides::answer("mutant", arguments).is_ok_and(|json| json.contains(r#""total":"25""#)));
/// ```
pub fn answer(name: &str, arguments: &str) -> Result<String, String> {
    set_clock();
    let arguments = Arguments::read(arguments)?;
    let answer: Value = match name {
        "batch" => batch::batch(&arguments),
        "think" => thinking::think(&arguments),
        "ending" => endings::ending(&arguments),
        "bugs" => hunting::bugs(),
        "mutant" => hunting::mutant(&arguments),
        "hunt" => hunting::hunt(&arguments),
        _ => Err(format!("no such question: {name}")),
    }?;
    Ok(answer.to_string())
}

/// The same for the page: `{"answer": …}` or `{"error": "…"}`, so that nothing has to be caught.
#[wasm_bindgen]
#[must_use]
pub fn ask(name: &str, arguments: &str) -> String {
    match answer(name, arguments) {
        Ok(answer) => format!(r#"{{"answer":{answer}}}"#),
        Err(error) => serde_json::json!({ "error": error }).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_answered_is_said_in_words() {
        assert_eq!(ask("nothing", "{}"), r#"{"error":"no such question: nothing"}"#);
        assert!(ask("mutant", "[").starts_with(r#"{"error":"the arguments are not JSON"#));
        assert_eq!(ask("mutant", "{}"), r#"{"error":"the argument fen is missing"}"#);
        assert!(ask("mutant", r#"{"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","depth":99}"#).contains("too deep"));
    }
}
