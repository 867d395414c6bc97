//! Philidor's protocol of lines, which the book describes: one line asks, some lines answer.
//!
//! ```text
//! divide 2 fen FEN moves e2e4 e7e5         divide960: castling as the king taking its rook
//! ```

use std::io::{BufRead, Write};

use crate::engine::Engine;
use crate::notation::Mode;
use crate::uci::{MAX_DEPTH, set_position};

/// Answers until there are no more lines.
pub(crate) fn talk(engine: &mut Engine, input: impl BufRead, mut output: impl Write) -> std::io::Result<()> {
    for line in input.lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let (text, ends) = match words.as_slice() {
            ["hello", ..] => (String::from("hello mutant chess960 moves\n"), false),
            ["divide", rest @ ..] => answer(engine, Mode::Standard, rest),
            ["divide960", rest @ ..] => answer(engine, Mode::Chess960, rest),
            _ => (format!("error not understood: {line}\n"), false),
        };
        output.write_all(text.as_bytes())?;
        output.flush()?;
        if ends {
            break;
        }
    }
    Ok(())
}

/// The answer to a question, and whether it was the last.
fn answer(engine: &mut Engine, mode: Mode, words: &[&str]) -> (String, bool) {
    let [depth, "fen", rest @ ..] = words else { return (String::from("error no FEN\n"), false) };
    let Some(depth) = depth.parse().ok().filter(|depth| *depth <= MAX_DEPTH) else {
        return (format!("error no depth: {depth}\n"), false);
    };
    engine.mode = mode;
    match set_position(engine, rest) {
        Ok(()) => {
            let answer = engine.lines(depth);
            (answer.text, answer.ends)
        }
        Err(complaint) => (format!("error {complaint}\n"), false),
    }
}
