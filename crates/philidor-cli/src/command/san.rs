//! `philidor san`: moves from one text into others.

use std::process::ExitCode;

use philidor::{CastlingMode, Move, MoveKind, Position};
use serde::Serialize;

use super::Output;
use crate::args::SanArgs;
use crate::named;
use crate::refusal::Visible;

/// How many characters are shown of a word that is no move.
const SHOWN: usize = 40;

/// A move, as it is told to a program.
#[derive(Serialize)]
struct Answer<'a> {
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

pub(super) fn run(args: &SanArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let mut position = named::position(&args.position.fen)?;
    let mut code = ExitCode::SUCCESS;
    for text in &args.moves {
        // `12.` and `12...` say nothing that the position does not; `0-0` has no dots.
        let behind_digits = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let behind_dots = behind_digits.trim_start_matches('.');
        let word = if behind_dots.len() < behind_digits.len() { behind_dots.trim() } else { text };
        if word.is_empty() && !text.is_empty() {
            continue;
        }
        match read(&position, word) {
            Ok(mv) => {
                let after = position.after(mv);
                tell(&position, mv, text, &after, output)?;
                if !args.each {
                    position = after;
                }
            }
            Err(error) => {
                code = ExitCode::FAILURE;
                refuse(text, &error, output)?;
                if !args.each {
                    break;
                }
            }
        }
    }
    Ok(code)
}

/// A move in any of the notations.
fn read(position: &Position, text: &str) -> Result<Move, String> {
    let long = || {
        let legal = position.moves(MoveKind::All);
        legal.iter().copied().find(|&mv| position.long(mv).to_string() == text)
    };
    position
        .parse_san(text)
        .or_else(|error| position.parse_uci(text).ok().or_else(long).ok_or_else(|| error.to_string()))
}

fn tell(
    position: &Position,
    mv: Move,
    text: &str,
    after: &Position,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let san = position.san(mv).to_string();
    let uci = position.uci(mv, CastlingMode::of_start(position)).to_string();
    let long = position.long(mv).to_string();
    if output.json {
        let fen = Some(after.to_string());
        return output.write_json(&Answer {
            text,
            san: Some(san),
            uci: Some(uci),
            long: Some(long),
            fen,
            error: None,
        });
    }
    let result = output.paint.result();
    let dots = if position.side_to_move() == philidor::Color::White { "." } else { "..." };
    let number = format!("{}{dots}", position.fullmove_number());
    writeln!(output.writer, "{number:<6}{result}{san:<9}{result:#}{uci:<7}{long}")?;
    Ok(())
}

fn refuse(text: &str, error: &str, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        let error = Some(error.to_owned());
        return output.write_json(&Answer { text, san: None, uci: None, long: None, fen: None, error });
    }
    let bad = output.paint.bad();
    let shown = match text.char_indices().nth(SHOWN) {
        _ if text.is_empty() => "(nothing)".to_owned(),
        Some((end, _)) => format!("{}…", Visible(&text[..end])),
        None => Visible(text).to_string(),
    };
    writeln!(output.writer, "{bad}{shown}{bad:#}: {}", Visible(error))?;
    Ok(())
}
