//! `philidor san --variant`: moves converted between SAN and UCI.

use std::fmt;
use std::process::ExitCode;

use philidor::Color;
use philidor_games::{Answer, answer_variant_positions, shown_move, without_number};
use philidor_host::Visible;
use philidor_variants::{AnyPosition, Playable, Variant, VariantMove};
use serde::Serialize;

use super::castling_mode;
use crate::args::SanArgs;
use crate::terminal::output::{Output, code};

#[derive(Serialize)]
struct MoveReport<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uci: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The moves in one of many positions, as JSON.
#[derive(Serialize)]
struct LineReport<'a> {
    variant: &'static str,
    fen: String,
    moves: Vec<MoveReport<'a>>,
}

impl Answer for LineReport<'_> {
    fn is_fine(&self) -> bool {
        self.moves.iter().all(|mv| mv.error.is_none())
    }
}

impl fmt::Display for LineReport<'_> {
    /// The moves in SAN. One that cannot be read or played is in parentheses, with the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = self.moves.iter().map(|mv| match (&mv.san, &mv.error) {
            (Some(san), _) => san.clone(),
            (None, error) => {
                format!("({}: {})", shown_move(mv.text), Visible(error.as_deref().unwrap_or_default()))
            }
        });
        f.write_str(&written.collect::<Vec<_>>().join(" "))
    }
}

pub(in super::super) fn run(
    variant: Variant,
    args: &SanArgs,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.positions.file {
        let (strictness, answers) = (args.positions.position.door.into(), output.answers());
        let answer = |position| line(args, position);
        let are_fine = answer_variant_positions(file, variant, strictness, &answers, output.writer, answer)?;
        return Ok(code(are_fine));
    }
    let mut code = ExitCode::SUCCESS;
    for (before, text, mv) in played(args, args.positions.position.read_variant(variant)?) {
        match mv {
            Ok(mv) => write_move(&before, mv, text, output)?,
            Err(error) => {
                code = ExitCode::FAILURE;
                if output.json {
                    output.write_json(&refusal(text, error))?;
                } else {
                    let bad = output.paint.bad();
                    writeln!(output.writer, "{bad}{}{bad:#}: {}", shown_move(text), Visible(&error))?;
                }
            }
        }
    }
    Ok(code)
}

/// The moves, each with the position before it, up to the first that cannot be played.
fn played(args: &SanArgs, start: AnyPosition) -> Vec<(AnyPosition, &str, Result<VariantMove, String>)> {
    let (mut position, mut played) = (start, Vec::new());
    for text in args.moves.iter().flat_map(|text| text.split_whitespace()) {
        let Some(word) = without_number(text) else { continue };
        let (before, mv) = (position, read(&position, word));
        let is_last = mv.is_err() && !args.each;
        if let (Ok(mv), false) = (&mv, args.each) {
            position.advance(*mv);
        }
        played.push((before, text, mv));
        if is_last {
            break;
        }
    }
    played
}

/// All moves in a position.
fn line(args: &SanArgs, position: AnyPosition) -> LineReport<'_> {
    let moves = played(args, position).into_iter().map(|(before, text, mv)| match mv {
        Ok(mv) => report(&before, mv, text),
        Err(error) => refusal(text, error),
    });
    let (variant, fen) = (position.variant().uci_name(), position.to_string());
    LineReport { variant, fen, moves: moves.collect() }
}

fn report<'a>(position: &AnyPosition, mv: VariantMove, text: &'a str) -> MoveReport<'a> {
    let (san, uci) = (position.san(mv), position.uci(mv, castling_mode(position)));
    MoveReport { text, san: Some(san), uci: Some(uci), error: None }
}

fn refusal(text: &str, error: String) -> MoveReport<'_> {
    MoveReport { text, san: None, uci: None, error: Some(error) }
}

/// A move as SAN or UCI.
fn read(position: &AnyPosition, text: &str) -> Result<VariantMove, String> {
    position
        .parse_san(text.as_bytes())
        .or_else(|error| position.parse_uci(text.as_bytes()).map_err(|_| error.to_string()))
}

fn write_move(
    position: &AnyPosition,
    mv: VariantMove,
    text: &str,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    if output.json {
        return output.write_json(&report(position, mv, text));
    }
    let (san, uci) = (position.san(mv), position.uci(mv, castling_mode(position)));
    let result = output.paint.result();
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    let number = format!("{}{dots}", position.state().fullmove_number);
    writeln!(output.writer, "{number:<6}{result}{san:<9}{result:#}{uci}")?;
    Ok(())
}
