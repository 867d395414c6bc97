//! `philidor moves --variant`: the board and its legal moves: captures and promotions, all others, drops.

use std::fmt;
use std::process::ExitCode;

use super::position::{answer_variant_positions, read_variant};
use philidor::{GamePosition, Move, MoveKind};
use philidor_program::positions::Answer;
use philidor_variants::AnyPosition;
use serde::Serialize;

use super::facts::drawing;
use crate::args::MovesArgs;
use philidor_program::terminal::drawing::Glyphs;
use philidor_program::terminal::output::{Output, code};

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

impl Answer for MovesReport {}

impl fmt::Display for MovesReport {
    /// Their number, and the moves; how the game has ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.moves.len())?;
        self.moves.iter().try_for_each(|mv| write!(f, " {}", mv.uci))?;
        self.outcome.iter().try_for_each(|outcome| write!(f, " {outcome}"))
    }
}

pub(super) fn run(args: &MovesArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let variant = args.rules.variant;
    if let Some(file) = &args.positions.file {
        let strictness = args.positions.position.door.into();
        let answer = |position| report(&position, args.kind);
        let answers = output.answers();
        let are_fine = answer_variant_positions(file, variant, strictness, &answers, output.writer, answer)?;
        return Ok(code(are_fine));
    }
    let position = read_variant(variant, &args.positions.position.fen, args.positions.position.door)?;
    if output.json {
        output.write_json(&report(&position, args.kind))?;
        return Ok(ExitCode::SUCCESS);
    }
    let moves = moves_of(&position, args.kind);
    writeln!(output.writer, "{}", drawing(&position, Glyphs::from(args.glyphs), output.paint))?;
    for kind in ["tactical", "quiet", "drop"] {
        let of_kind: Vec<Move> = moves.iter().copied().filter(|&mv| name(mv) == kind).collect();
        if !of_kind.is_empty() {
            write_kind(&position, kind, &of_kind, output)?;
        }
    }
    if let Some(outcome) = position.outcome() {
        writeln!(output.writer, "{outcome}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn moves_of(position: &AnyPosition, kind: MoveKind) -> Vec<Move> {
    let mut moves = position.legal_moves();
    match kind {
        MoveKind::Tactical => moves.retain(|mv| mv.is_tactical()),
        MoveKind::Quiet => moves.retain(|mv| !mv.is_tactical()),
        MoveKind::Captures => moves.retain(|mv| mv.is_capture()),
        _ => {}
    }
    moves
}

fn report(position: &AnyPosition, kind: MoveKind) -> MovesReport {
    MovesReport {
        variant: position.variant().uci_name(),
        fen: position.to_string(),
        moves: moves_of(position, kind).into_iter().map(|mv| entry(position, mv)).collect(),
        outcome: position.outcome().map(|outcome| outcome.to_string()),
    }
}

fn entry(position: &AnyPosition, mv: Move) -> MoveEntry {
    MoveEntry {
        uci: position.to_uci(mv).to_string(),
        san: position.to_san(mv).to_string(),
        kind: name(mv),
        raw: format!("{:#018x}", mv.raw()),
    }
}

/// The kind of a move; drops are a kind of their own.
fn name(mv: Move) -> &'static str {
    match (mv.is_drop(), mv.is_tactical()) {
        (true, _) => "drop",
        (false, true) => "tactical",
        (false, false) => "quiet",
    }
}

fn write_kind(
    position: &AnyPosition,
    kind: &str,
    moves: &[Move],
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let result = output.paint.result();
    writeln!(output.writer, "{result}{kind}{result:#} {}", moves.len())?;
    for row in moves.chunks(MOVES_PER_LINE) {
        let row: Vec<String> = row.iter().map(|&mv| position.to_uci(mv).to_string()).collect();
        writeln!(output.writer, "  {}", row.join(" "))?;
    }
    Ok(())
}
