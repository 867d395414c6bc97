//! `philidor san --variant`: moves converted between SAN and UCI.

use std::process::ExitCode;

use super::position::{answer_variant_positions, read_variant};
use philidor::{Color, GamePosition, Move};
use philidor_program::positions::{MoveReport, SansReport, read_move, without_number, words};
use philidor_variants::AnyPosition;

use crate::args::SanArgs;
use philidor_program::terminal::output::{Output, code};

pub(super) fn run(args: &SanArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let variant = args.rules.variant;
    if let Some(file) = &args.positions.file {
        let (strictness, answers) = (args.positions.position.door.into(), output.answers());
        let answer = |position| line(args, position);
        let are_fine = answer_variant_positions(file, variant, strictness, &answers, output.writer, answer)?;
        return Ok(code(are_fine));
    }
    let mut code = ExitCode::SUCCESS;
    for (before, text, mv) in
        played(args, read_variant(variant, &args.positions.position.fen, args.positions.position.door)?)
    {
        match mv {
            Ok(mv) => write_move(&before, mv, text, output)?,
            Err(error) => {
                code = ExitCode::FAILURE;
                output.refuse_move(text, error)?;
            }
        }
    }
    Ok(code)
}

/// The moves, each with the position before it, up to the first that cannot be played.
fn played(args: &SanArgs, start: AnyPosition) -> Vec<(AnyPosition, &str, Result<Move, String>)> {
    let (mut position, mut played) = (start, Vec::new());
    for text in args.moves.iter().flat_map(|text| words(text)) {
        let Some(word) = without_number(text) else { continue };
        let (before, mv) = (position, read(&position, word, args.strict));
        let is_last = mv.is_err() && !args.each;
        if let (Ok(mv), false) = (&mv, args.each) {
            position.play_unchecked(*mv);
        }
        played.push((before, text, mv));
        if is_last {
            break;
        }
    }
    played
}

/// All moves in a position.
fn line(args: &SanArgs, position: AnyPosition) -> SansReport<'_> {
    let moves = played(args, position).into_iter().map(|(before, text, mv)| match mv {
        Ok(mv) => report(&before, mv, text),
        Err(error) => MoveReport::refusal(text, error),
    });
    let (variant, fen) = (Some(position.variant().uci_name()), position.to_string());
    SansReport { variant, fen, moves: moves.collect() }
}

fn report<'a>(position: &AnyPosition, mv: Move, text: &'a str) -> MoveReport<'a> {
    MoveReport::of_variant(text, position.to_san(mv).to_string(), position.to_uci(mv).to_string())
}

/// A move as SAN, strictly or not, or as UCI.
fn read(position: &AnyPosition, text: &str, is_strict: bool) -> Result<Move, String> {
    if is_strict {
        return position.parse_san_strictly(text.as_bytes()).map_err(|error| error.to_string());
    }
    read_move(position, text)
}

fn write_move(position: &AnyPosition, mv: Move, text: &str, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        return output.write_json(&report(position, mv, text));
    }
    let (san, uci) = (position.to_san(mv), position.to_uci(mv));
    let result = output.paint.result();
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    let number = format!("{}{dots}", position.state().fullmove_number);
    writeln!(output.writer, "{number:<6}{result}{san:<9}{result:#}{uci}")?;
    Ok(())
}
