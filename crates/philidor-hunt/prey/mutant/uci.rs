//! The protocol by which chess programs are driven (Stefan Meyer-Kahlen, 2004), as far as counting needs it.
//!
//! Lines that mean nothing are answered with an `info string`, and the position stays what it was. A `position` that is
//! refused leaves none: an answer about the one before would look like one about the other.

use std::io::{BufRead, Write};

use crate::count::Table;
use crate::engine::Engine;
use crate::notation::{Mode, read, spell};
use crate::variant::Variant;

/// The largest table, in MiB.
const MAX_HASH: usize = 256;

/// What is said instead of an answer after a position was refused.
const NO_POSITION: &str = "no position: the last one was refused";

/// No tree that deep is ever counted.
pub(crate) const MAX_DEPTH: u32 = 64;

/// Answers until `quit`, or until there are no more lines.
pub(crate) fn talk(engine: &mut Engine, input: impl BufRead, mut output: impl Write) -> std::io::Result<()> {
    for line in input.split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        let words: Vec<&str> = line.split_whitespace().collect();
        let (text, ends) = obey(engine, &words);
        output.write_all(text.as_bytes())?;
        output.flush()?;
        if ends {
            break;
        }
    }
    Ok(())
}

/// The answer to one line, and whether it was the last.
fn obey(engine: &mut Engine, words: &[&str]) -> (String, bool) {
    let text = match words {
        ["uci"] => greeting(),
        ["isready"] => String::from("readyok\n"),
        ["ucinewgame"] => {
            engine.table.clear();
            String::new()
        }
        ["setoption", "name", name, "value", value] => complaint_of(set_option(engine, name, value)),
        ["position", "startpos", rest @ ..] => {
            let start = [engine.position.variant.start()];
            complaint_of(set_position(engine, &[&start, rest].concat()))
        }
        ["position", "fen", rest @ ..] => complaint_of(set_position(engine, rest)),
        ["go", ..] if engine.is_refused => complaint_of(Err(String::from(NO_POSITION))),
        ["go", ..] if !engine.position.is_set_up() => return begin(engine, words),
        ["go", "perft", depth] => match depth.parse() {
            Ok(depth @ 0..=MAX_DEPTH) => {
                let answer = engine.divide(depth);
                return (answer.text, answer.ends);
            }
            _ => complaint_of(Err(format!("no depth: {depth}"))),
        },
        ["go", ..] => best_move(engine),
        ["quit"] => return (String::new(), true),
        [] | ["stop"] => String::new(),
        _ => complaint_of(Err(format!("unknown command: {}", words.join(" ")))),
    };
    (text, false)
}

/// No position was given, so it is the start position. To set it up only now, and not when the program starts,
/// means that the first position given finds nothing left of another.
fn begin(engine: &mut Engine, words: &[&str]) -> (String, bool) {
    match set_position(engine, &[engine.position.variant.start()]) {
        Ok(()) => obey(engine, words),
        complaint => (complaint_of(complaint), false),
    }
}

fn greeting() -> String {
    let variants = Variant::NAMES.map(|(name, _)| format!(" var {name}")).concat();
    format!(
        "id name mutant\nid author the authors of philidor\n\
         option name Hash type spin default {} min 1 max {MAX_HASH}\n\
         option name UCI_Chess960 type check default false\n\
         option name UCI_Variant type combo default chess{variants}\nuciok\n",
        crate::engine::HASH
    )
}

/// Nothing if all went well, else the complaint.
fn complaint_of(result: Result<(), String>) -> String {
    result.err().map_or(String::new(), |complaint| format!("info string {complaint}\n"))
}

fn set_option(engine: &mut Engine, name: &str, value: &str) -> Result<(), String> {
    match (name.to_ascii_lowercase().as_str(), value.parse()) {
        ("uci_chess960", _) => engine.mode = if value == "true" { Mode::Chess960 } else { Mode::Standard },
        ("uci_variant", _) => {
            let variant = Variant::named(value)?;
            engine.position = engine.position.emptied(variant);
            engine.table.clear();
        }
        ("hash", Ok(mebibytes @ 1..=MAX_HASH)) => engine.table = Table::new(mebibytes),
        _ => return Err(format!("no such option or value: {name} {value}")),
    }
    Ok(())
}

/// Sets a position up, from the words of a FEN and perhaps `moves` and some moves; there is none then if one of them is
/// not legal.
pub(crate) fn set_position(engine: &mut Engine, words: &[&str]) -> Result<(), String> {
    engine.is_refused = true;
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let mut position = engine.position.without_past();
    position.set_up(&words[..end].join(" "))?;
    for text in words.iter().skip(end + 1) {
        let mv = read(&position, text, engine.mode).ok_or_else(|| format!("not a move: {text}"))?;
        position.make(mv);
    }
    engine.position = position;
    engine.is_refused = false;
    Ok(())
}

/// The program does not play: the first move that it finds.
fn best_move(engine: &Engine) -> String {
    let mv = engine.position.moves().first().map_or(String::from("0000"), |&mv| spell(mv, engine.mode));
    format!("bestmove {mv}\n")
}
