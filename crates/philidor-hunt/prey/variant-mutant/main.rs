//! A generator of variants with bugs that can be switched on, one at a time, to see whether a hunter finds them.
//!
//! ```sh
//! cargo run -p philidor-prey --bin variant-mutant -- --list
//! philidor hunt --variant atomic -- target/debug/variant-mutant --bug king-captures
//! ```
//!
//! Without a bug it is right. It shares nothing with philidor: a board of 64 letters, moves tried on a copy, and
//! then the question whether a king can be taken.
//!
//! ```text
//! board ──► position ──► danger ──► moves ──► rules ──► talk
//! pieces    FEN, play    explosions           ends      UCI and lines
//! ```
//!
//! `bugs.rs` lists what can go wrong, and `variant.rs` the variants.

mod board;
mod bugs;
mod danger;
mod moves;
mod position;
mod rules;
mod talk;
mod variant;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use bugs::Bug;
use talk::Engine;
use variant::Variant;

const USAGE: &str =
    "variant-mutant [--bug NAME] [--variant NAME] [lines | divide FEN DEPTH | count FEN DEPTH]
variant-mutant --list        names, classes, variants and descriptions of the bugs
Without a verb it talks UCI on its standard input and output; `lines` is philidor's own protocol.";

fn main() -> ExitCode {
    match run(env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(complaint) => {
            eprintln!("variant-mutant: {complaint}");
            ExitCode::from(2)
        }
    }
}

/// Reads the options, then does what is asked.
fn run(arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let (mut bug, mut variant) = (None, Variant::Chess);
    let mut arguments = arguments.peekable();
    while let Some(option) = arguments.next_if(|argument| argument.starts_with("--")) {
        match option.as_str() {
            "--list" => return say(&list()),
            "--help" => return say(USAGE),
            "--bug" => {
                let name = arguments.next().unwrap_or_default();
                bug = Some(Bug::named(&name).ok_or(format!("no such bug: {name}; --list has them all"))?);
            }
            "--variant" => {
                let name = arguments.next().unwrap_or_default();
                variant = Variant::named(&name).ok_or(format!("no such variant: {name}"))?;
            }
            _ => return Err(format!("no such option: {option}\n{USAGE}")),
        }
    }
    let mut engine = Engine::new(bug, variant);
    let words: Vec<String> = arguments.collect();
    match words.as_slice() {
        [] => engine.talk(false, io::stdin().lock(), io::stdout()).map_err(|error| error.to_string()),
        [verb] if verb == "lines" => {
            engine.talk(true, io::stdin().lock(), io::stdout()).map_err(|error| error.to_string())
        }
        [verb, fen @ .., depth] if verb == "count" || verb == "divide" => {
            say(&engine.answer(&fen.join(" "), depth, verb == "divide")?)
        }
        _ => Err(String::from(USAGE)),
    }
}

/// Name, class, variant and sentence of each bug, with tabs between.
fn list() -> String {
    let line = |bug: &Bug| format!("{bug}\t{}\t{}\t{}\n", bug.class(), bug.variant(), bug.sentence());
    Bug::ALL.iter().map(line).collect()
}

fn say(text: &str) -> Result<(), String> {
    io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())
}
