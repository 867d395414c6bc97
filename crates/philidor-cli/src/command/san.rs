//! `philidor san`: moves converted from one notation to others.

use std::fmt;
use std::process::ExitCode;

use philidor::{CastlingMode, Move, Position};
use serde::Serialize;

use crate::args::SanArgs;
use crate::positions::line_by_line;
use crate::terminal::output::Output;
use crate::typed;
use philidor_host::Visible;

/// A move, as JSON.
#[derive(Serialize)]
struct MoveReport<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uci: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    long: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The moves in one of many positions, as JSON.
#[derive(Serialize)]
struct MovesReport<'a> {
    fen: String,
    moves: Vec<MoveReport<'a>>,
}

impl line_by_line::Answer for MovesReport<'_> {
    fn is_fine(&self) -> bool {
        self.moves.iter().all(|mv| mv.error.is_none())
    }
}

impl fmt::Display for MovesReport<'_> {
    /// The moves in SAN. One that cannot be read or played is in parentheses, with the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (mv, space) in self.moves.iter().zip([""].into_iter().chain(std::iter::repeat(" "))) {
            match (&mv.san, &mv.error) {
                (Some(san), _) => write!(f, "{space}{san}")?,
                (None, error) => {
                    let error = error.as_deref().unwrap_or_default();
                    write!(f, "{space}({}: {})", typed::shown(mv.text), Visible(error))?;
                }
            }
        }
        Ok(())
    }
}

pub(super) fn run(args: &SanArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.positions.file {
        return line_by_line::answer_positions(
            file,
            args.positions.position.door.into(),
            output,
            |position| Ok(line(args, position)),
        );
    }
    let mut code = ExitCode::SUCCESS;
    for (before, text, mv) in Replay::new(args, args.positions.position.read()?) {
        match mv {
            Ok(mv) => write_move(&before, mv, text, output)?,
            Err(error) => {
                code = ExitCode::FAILURE;
                refuse(text, error, output)?;
            }
        }
    }
    Ok(code)
}

/// All moves of the command line in a position.
fn line<'a>(args: &'a SanArgs, position: &Position) -> MovesReport<'a> {
    let moves = Replay::new(args, *position).map(|(before, text, mv)| match mv {
        Ok(mv) => MoveReport::new(&before, mv, text),
        Err(error) => MoveReport::refusal(text, error),
    });
    MovesReport { fen: position.to_string(), moves: moves.collect() }
}

/// The moves of the command line, each with the position before it, up to the first that cannot be played.
struct Replay<'a> {
    texts: std::slice::Iter<'a, String>,
    position: Position,
    each: bool,
}

impl<'a> Replay<'a> {
    fn new(args: &'a SanArgs, position: Position) -> Replay<'a> {
        Replay { texts: args.moves.iter(), position, each: args.each }
    }
}

impl<'a> Iterator for Replay<'a> {
    type Item = (Position, &'a str, Result<Move, String>);

    fn next(&mut self) -> Option<Self::Item> {
        let (text, word) = self.texts.by_ref().find_map(|text| Some((text, word(text)?)))?;
        let before = self.position;
        let mv = typed::read(&before, word);
        match mv {
            _ if self.each => {}
            Ok(mv) => self.position = before.after(mv),
            Err(_) => self.texts = [].iter(),
        }
        Some((before, text, mv))
    }
}

/// A text without its move number; `None` if it is only a number.
fn word(text: &str) -> Option<&str> {
    // `12.` and `12...` add nothing to the position; `0-0` has no dots.
    let after_digits = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches('.');
    let word = if after_dots.len() < after_digits.len() { after_dots.trim() } else { text };
    (!word.is_empty() || text.is_empty()).then_some(word)
}

impl<'a> MoveReport<'a> {
    fn new(position: &Position, mv: Move, text: &'a str) -> MoveReport<'a> {
        MoveReport {
            text,
            san: Some(position.san(mv).to_string()),
            uci: Some(position.uci(mv, CastlingMode::detect(position)).to_string()),
            long: Some(position.long(mv).to_string()),
            fen: Some(position.after(mv).to_string()),
            error: None,
        }
    }

    fn refusal(text: &'a str, error: String) -> MoveReport<'a> {
        MoveReport { text, san: None, uci: None, long: None, fen: None, error: Some(error) }
    }
}

fn write_move(position: &Position, mv: Move, text: &str, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        return output.write_json(&MoveReport::new(position, mv, text));
    }
    let san = position.san(mv).to_string();
    let uci = position.uci(mv, CastlingMode::detect(position)).to_string();
    let result = output.paint.result();
    let dots = if position.side_to_move() == philidor::Color::White { "." } else { "..." };
    let number = format!("{}{dots}", position.fullmove_number());
    writeln!(output.writer, "{number:<6}{result}{san:<9}{result:#}{uci:<7}{}", position.long(mv))?;
    Ok(())
}

fn refuse(text: &str, error: String, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        return output.write_json(&MoveReport::refusal(text, error));
    }
    let bad = output.paint.bad();
    writeln!(output.writer, "{bad}{}{bad:#}: {}", typed::shown(text), Visible(&error))?;
    Ok(())
}
