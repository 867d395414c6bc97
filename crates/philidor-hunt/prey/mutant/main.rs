//! A move generator with bugs that can be switched on, one at a time, to see whether a hunter finds them.
//!
//! ```sh
//! cargo run -p philidor-prey --bin mutant -- --list
//! philidor hunt -- target/debug/mutant --bug en-passant-rank-pin
//! ```
//!
//! Without a bug it is right. It is what one writes on the first weekend with chess: a board of 64 squares, moves that
//! are made and taken back, a table of counts. It shares nothing with philidor, so that either can prove the other.
//!
//! ```text
//! board ──► position ──► moves ──► count ──► engine ──► uci
//! pieces       make, undo     │       table                and the command line
//!                   safety, castling            lines
//! ```
//!
//! A variant (`variant.rs`) is chess with an `explosion.rs`, a `pocket.rs` or other goals (`goals.rs`).
//!
//! `bugs.rs` lists what can go wrong. `misbehavior.rs` knows other ways to fail: to crash, to hang, to talk nonsense.

mod board;
mod bugs;
mod castling;
mod count;
mod engine;
mod explosion;
mod fen;
mod goals;
mod keys;
mod letters;
mod lines;
mod misbehavior;
mod moves;
mod notation;
mod pocket;
mod position;
mod safety;
mod uci;
mod variant;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use bugs::Bug;
use engine::Engine;
use misbehavior::Misbehavior;
use notation::Mode;
use variant::Variant;

const USAGE: &str = "mutant [--bug NAME] [--misbehave WHAT [N]] [--variant NAME] [--chess960]
    [lines | count FEN DEPTH | divide FEN DEPTH]
mutant --list        names, classes, variants and descriptions of the bugs
Without a verb it talks UCI on its standard input and output; `lines` is philidor's own protocol.";

fn main() -> ExitCode {
    match run(env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(complaint) => {
            eprintln!("mutant: {complaint}");
            ExitCode::from(2)
        }
    }
}

/// Reads the options, then does what is asked.
fn run(arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let (mut bug, mut misbehavior, mut mode, mut variant) = (None, None, Mode::Standard, Variant::Chess);
    let mut arguments = arguments.peekable();
    while let Some(option) = arguments.next_if(|argument| argument.starts_with("--")) {
        match option.as_str() {
            "--list" => return say(&list()),
            "--help" => return say(&format!("{USAGE}\nMisbehavior: {}\n", Misbehavior::NAMES)),
            "--chess960" => mode = Mode::Chess960,
            "--variant" => variant = Variant::named(&arguments.next().unwrap_or_default())?,
            "--bug" => {
                let name = arguments.next().unwrap_or_default();
                bug = Some(Bug::named(&name).ok_or(format!("no such bug: {name}; --list has them all"))?);
            }
            "--misbehave" => {
                let name = arguments.next().unwrap_or_default();
                let number = || arguments.next()?.parse().ok();
                misbehavior = Some(Misbehavior::named(&name, number).ok_or(Misbehavior::NAMES)?);
            }
            _ => return Err(format!("no such option: {option}\n{USAGE}")),
        }
    }
    let mut engine = Engine::new(bug, misbehavior, mode);
    engine.position.variant = variant;
    let words: Vec<String> = arguments.collect();
    match words.as_slice() {
        [] => uci::talk(&mut engine, io::stdin().lock(), io::stdout()).map_err(|error| error.to_string()),
        [verb] if verb == "lines" => {
            lines::talk(&mut engine, io::stdin().lock(), io::stdout()).map_err(|error| error.to_string())
        }
        [verb, fen @ .., depth] => answer(&mut engine, verb, &fen.join(" "), depth),
        _ => Err(String::from(USAGE)),
    }
}

/// One question on the command line.
fn answer(engine: &mut Engine, verb: &str, fen: &str, depth: &str) -> Result<(), String> {
    let depth =
        depth.parse().ok().filter(|depth| *depth <= uci::MAX_DEPTH).ok_or(format!("no depth: {depth}"))?;
    engine.position.set_up(fen)?;
    let answer = match verb {
        "count" => engine.count(depth),
        "divide" => engine.divide(depth),
        _ => return Err(String::from(USAGE)),
    };
    say(&answer.text)
}

/// Name, class, variants and sentence of each bug, with tabs between.
fn list() -> String {
    let line = |(bug, class, variants, sentence)| format!("{bug}\t{class}\t{variants}\t{sentence}\n");
    Bug::ALL.iter().copied().map(line).collect()
}

fn say(text: &str) -> Result<(), String> {
    io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())
}
