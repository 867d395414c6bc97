//! What the explorer page (`web/explorer`) shows of move generators from the inside, as questions and answers in JSON.
//!
//! ```text
//! panel ──► worker ──► ask("chain", {"fen": …, "square": "b2"}) ──► one file here ──► {"walk": […]}
//! ```
//!
//! There is one function, so that the page needs no glue for each panel. No rule of chess is in the page, and none is
//! here: each answer is asked of the library, of the hunter or of the mutant.
//!
//! | file | questions |
//! |---|---|
//! | `setups.rs` | `setup`: what is wrong with a board, square by square, and its repairs |
//! | `positions.rs` | `position`, `attacks`, `divide`, `pack`, `unpack` |
//! | `games.rs` | `game`: a line of moves, and how it ends |
//! | `digests.rs` | `decode`: sixteen bits as a move, or why they are none |
//! | `look_ups.rs` | `look-up`, `search-magic` |
//! | `historic.rs` | `chain`, `mailbox`, `race` |
//! | `batch.rs` | `batch`: eight lanes, step by step |
//! | `picking.rs` | `pick`: the stages of the picker |
//! | `thinking.rs` | `think`: the engine's move |
//! | `hunting.rs` | `bugs`, `mutant`, `hunt` |
//! | `arguments.rs` | the arguments of a question |
#![forbid(unsafe_code)]

mod arguments;
mod batch;
mod digests;
mod games;
mod historic;
mod hunting;
mod look_ups;
mod picking;
mod positions;
mod setups;
mod thinking;

use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;

use arguments::Arguments;

/// Answers a question: its name, and its arguments as a JSON object. The answer is JSON, too.
///
/// # Errors
///
/// A sentence for the user, if the question cannot be answered.
///
/// ```
/// let answer = philidor_explorer::answer("divide", r#"{"fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "depth": 2}"#);
/// assert!(answer.is_ok_and(|json| json.contains(r#""total":"25""#)));
/// ```
pub fn answer(name: &str, arguments: &str) -> Result<String, String> {
    let arguments = Arguments::read(arguments)?;
    let answer: Value = match name {
        "setup" => setups::setup(&arguments),
        "position" => positions::position(&arguments),
        "attacks" => positions::attacks(&arguments),
        "game" => games::game(&arguments),
        "divide" => positions::divide(&arguments),
        "pack" => positions::pack(&arguments),
        "unpack" => positions::unpack(&arguments),
        "decode" => digests::decode(&arguments),
        "look-up" => look_ups::look_up(&arguments),
        "search-magic" => look_ups::search(&arguments),
        "chain" => historic::chain(&arguments),
        "mailbox" => historic::mailbox(&arguments),
        "race" => historic::race(&arguments),
        "batch" => batch::batch(&arguments),
        "pick" => picking::pick(&arguments),
        "think" => thinking::think(&arguments),
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
        assert!(ask("setup", "[").starts_with(r#"{"error":"the arguments are not JSON"#));
        assert_eq!(ask("setup", "{}"), r#"{"error":"the argument fen is missing"}"#);
        assert!(ask("attacks", r#"{"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","square":"e9"}"#).contains("error"));
    }
}
