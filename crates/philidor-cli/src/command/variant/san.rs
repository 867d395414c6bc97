//! `philidor san --variant`: moves converted between SAN and UCI.

use std::process::ExitCode;

use philidor::Color;
use philidor_host::Visible;
use philidor_variants::{AnyPosition, Playable, Variant, VariantMove};
use serde::Serialize;

use super::castling_mode;
use crate::args::SanArgs;
use crate::terminal::output::Output;

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

pub(in super::super) fn run(
    variant: Variant,
    args: &SanArgs,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let mut position = args.positions.position.read_variant(variant)?;
    let mut code = ExitCode::SUCCESS;
    for text in args.moves.iter().flat_map(|text| text.split_whitespace()) {
        match read(&position, text) {
            Ok(mv) => {
                write_move(&position, mv, text, output)?;
                if !args.each {
                    position.advance(mv);
                }
            }
            Err(error) => {
                if output.json {
                    output.write_json(&MoveReport { text, san: None, uci: None, error: Some(error) })?;
                } else {
                    let bad = output.paint.bad();
                    writeln!(output.writer, "{bad}{}{bad:#}: {}", Visible(text), Visible(&error))?;
                }
                code = ExitCode::FAILURE;
                if !args.each {
                    break;
                }
            }
        }
    }
    Ok(code)
}

/// A move as SAN or UCI, with or without its number.
fn read(position: &AnyPosition, text: &str) -> Result<VariantMove, String> {
    let bare = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let bare = if bare.starts_with('.') { bare.trim_start_matches('.') } else { text };
    position
        .parse_san(bare.as_bytes())
        .or_else(|error| position.parse_uci(bare.as_bytes()).map_err(|_| error.to_string()))
}

fn write_move(
    position: &AnyPosition,
    mv: VariantMove,
    text: &str,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let (san, uci) = (position.san(mv), position.uci(mv, castling_mode(position)));
    if output.json {
        return output.write_json(&MoveReport { text, san: Some(san), uci: Some(uci), error: None });
    }
    let result = output.paint.result();
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    let number = format!("{}{dots}", position.state().fullmove_number);
    writeln!(output.writer, "{number:<6}{result}{san:<9}{result:#}{uci}")?;
    Ok(())
}
