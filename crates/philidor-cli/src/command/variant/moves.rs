//! `philidor moves --variant`: the board and its legal moves: captures and promotions, all others, drops.

use std::process::ExitCode;

use philidor::MoveKind;
use philidor_variants::{AnyPosition, Playable, Variant, VariantMove};
use serde::Serialize;

use super::castling_mode;
use super::facts::drawing;
use crate::args::MovesArgs;
use crate::terminal::drawing::Glyphs;
use crate::terminal::output::Output;

/// Moves per line.
const MOVES_PER_LINE: usize = 12;

/// The answer for programs.
#[derive(Serialize)]
struct MovesReport {
    variant: &'static str,
    fen: String,
    moves: Vec<MoveEntry>,
    outcome: Option<String>,
}

#[derive(Serialize)]
struct MoveEntry {
    uci: String,
    san: String,
    kind: &'static str,
    raw: String,
}

pub(in super::super) fn run(
    variant: Variant,
    args: &MovesArgs,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let position = args.positions.position.read_variant(variant)?;
    let wanted = |mv: &VariantMove| match args.kind {
        MoveKind::Tactical => mv.is_tactical(),
        MoveKind::Quiet => !mv.is_tactical(),
        _ => true,
    };
    let moves: Vec<VariantMove> = position.legal_moves().into_iter().filter(wanted).collect();
    let outcome = position.outcome().map(|outcome| outcome.to_string());
    if output.json {
        let moves = moves.iter().map(|&mv| entry(&position, mv)).collect();
        let fen = position.to_string();
        output.write_json(&MovesReport { variant: variant.uci_name(), fen, moves, outcome })?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(output.writer, "{}", drawing(&position, Glyphs::from(args.glyphs), output.paint))?;
    for kind in ["tactical", "quiet", "drop"] {
        let of_kind: Vec<VariantMove> = moves.iter().copied().filter(|&mv| name(mv) == kind).collect();
        if !of_kind.is_empty() {
            write_kind(&position, kind, &of_kind, output)?;
        }
    }
    if let Some(outcome) = outcome {
        writeln!(output.writer, "{outcome}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn entry(position: &AnyPosition, mv: VariantMove) -> MoveEntry {
    MoveEntry {
        uci: position.uci(mv, castling_mode(position)),
        san: position.san(mv),
        kind: name(mv),
        raw: format!("{:#018x}", mv.word().raw()),
    }
}

/// The kind of a move; drops are a kind of their own.
fn name(mv: VariantMove) -> &'static str {
    match (mv.is_drop(), mv.is_tactical()) {
        (true, _) => "drop",
        (false, true) => "tactical",
        (false, false) => "quiet",
    }
}

fn write_kind(
    position: &AnyPosition,
    kind: &str,
    moves: &[VariantMove],
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let result = output.paint.result();
    writeln!(output.writer, "{result}{kind}{result:#} {}", moves.len())?;
    for row in moves.chunks(MOVES_PER_LINE) {
        let row: Vec<String> = row.iter().map(|&mv| position.uci(mv, castling_mode(position))).collect();
        writeln!(output.writer, "  {}", row.join(" "))?;
    }
    Ok(())
}
