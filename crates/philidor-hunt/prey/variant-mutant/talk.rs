//! UCI as far as counting needs it, and philidor's protocol of lines.

use std::fmt::Write as _;
use std::io::{BufRead, Write};

use crate::bugs::Bug;
use crate::position::Position;
use crate::variant::Variant;

/// No tree that deep is ever counted.
const MAX_DEPTH: u32 = 64;

pub(crate) struct Engine {
    bug: Option<Bug>,
    variant: Variant,
    chess960: bool,
    /// None after a position that was refused.
    position: Option<Position>,
}

impl Engine {
    pub(crate) fn new(bug: Option<Bug>, variant: Variant) -> Engine {
        Engine { bug, variant, chess960: false, position: None }
    }

    /// Answers until `quit`, or until there are no more lines.
    pub(crate) fn talk(
        &mut self,
        lines: bool,
        input: impl BufRead,
        mut output: impl Write,
    ) -> std::io::Result<()> {
        for line in input.lines() {
            let line = line?;
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            if words == ["quit"] {
                break;
            }
            let answer = if lines { self.answer_line(&words) } else { self.obey(&words) };
            let error = if lines { "error" } else { "info string" };
            let text = answer.unwrap_or_else(|complaint| format!("{error} {complaint}\n"));
            output.write_all(text.as_bytes())?;
            output.flush()?;
        }
        Ok(())
    }

    fn obey(&mut self, words: &[&str]) -> Result<String, String> {
        match words {
            ["uci"] => {
                let mut text = String::from(
                    "id name variant-mutant\noption name UCI_Chess960 type check default false\n",
                );
                text += "option name UCI_Variant type combo default chess";
                Variant::NAMES.iter().for_each(|(name, _)| text += &format!(" var {name}"));
                return Ok(text + "\nuciok\n");
            }
            ["isready"] => return Ok(String::from("readyok\n")),
            ["setoption", "name", "UCI_Variant", "value", name] => {
                self.variant = Variant::named(name).ok_or_else(|| format!("no such variant: {name}"))?;
            }
            ["setoption", "name", "UCI_Chess960", "value", value] => self.chess960 = *value == "true",
            ["position", "fen", rest @ ..] => self.set_up(rest)?,
            ["go", "perft", depth] => {
                let position = self.position.as_ref().ok_or("no position: the last one was refused")?;
                return divide(position, depth, self.chess960, ": ", "\nNodes searched: ");
            }
            [] | ["ucinewgame" | "stop"] => {}
            _ => return Err(format!("unknown command: {}", words.join(" "))),
        }
        Ok(String::new())
    }

    /// `divide 2 fen FEN moves e2e4 e7e5`
    fn answer_line(&mut self, words: &[&str]) -> Result<String, String> {
        match words {
            ["hello", ..] => Ok(String::from("hello variant-mutant chess960 moves\n")),
            [verb @ ("divide" | "divide960"), depth, "fen", rest @ ..] => {
                self.chess960 = *verb == "divide960";
                self.set_up(rest)?;
                let position = self.position.as_ref().ok_or("no position")?;
                divide(position, depth, self.chess960, " ", "total ")
            }
            _ => Err(format!("not understood: {}", words.join(" "))),
        }
    }

    /// One question on the command line.
    pub(crate) fn answer(&mut self, fen: &str, depth: &str, divides: bool) -> Result<String, String> {
        let position = Position::read(fen, self.variant, self.bug)?;
        if divides {
            return divide(&position, depth, self.chess960, ": ", "\nNodes searched: ");
        }
        Ok(format!("{}\n", count(&position, depth_of(depth)?)))
    }

    /// Sets a position up and plays the moves; there is none then if one of them is not legal.
    fn set_up(&mut self, words: &[&str]) -> Result<(), String> {
        self.position = None;
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let mut position = Position::read(&words[..end].join(" "), self.variant, self.bug)?;
        for text in words.iter().skip(end + 1) {
            let legal = position.legal();
            let mv = legal.iter().find(|mv| position.write(mv, self.chess960) == *text);
            position = position.after(mv.ok_or_else(|| format!("illegal move {text}"))?);
        }
        self.position = Some(position);
        Ok(())
    }
}

fn depth_of(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|depth| *depth <= MAX_DEPTH).ok_or_else(|| format!("no depth: {text}"))
}

/// The leaves below each move, and their total after a word.
fn divide(
    position: &Position,
    depth: &str,
    chess960: bool,
    sign: &str,
    total: &str,
) -> Result<String, String> {
    let depth = depth_of(depth)?.max(1);
    let (mut text, mut sum) = (String::new(), 0);
    for mv in position.legal() {
        let leaves = count(&position.after(&mv), depth - 1);
        sum += leaves;
        // Writing to a string never fails.
        let _ = writeln!(text, "{}{sign}{leaves}", position.write(&mv, chess960));
    }
    Ok(format!("{text}{total}{sum}\n"))
}

fn count(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal().len() as u64,
        _ => position.legal().iter().map(|mv| count(&position.after(mv), depth - 1)).sum(),
    }
}
