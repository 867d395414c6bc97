//! `philidor show --variant`: the board, and what follows from its FEN.

use std::fmt;
use std::process::ExitCode;

use super::position::{answer_variant_positions, read_variant};
use philidor::{Color, GamePosition};
use philidor_program::positions::{Answer, or_dash};
use philidor_variants::AnyPosition;
use serde::Serialize;

use super::facts::{beside_board, counts_checks, drawing, has_pockets, pocket};
use crate::args::ShowArgs;
use philidor_program::terminal::drawing::Glyphs;
use philidor_program::terminal::output::{Output, code};

/// The facts for programs.
#[derive(Serialize)]
struct PositionReport {
    variant: &'static str,
    fen: String,
    side_to_move: String,
    castling_rights: String,
    chess960: bool,
    en_passant: Option<String>,
    halfmove_clock: u16,
    fullmove_number: u32,
    key: String,
    checkers: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pockets: Option<[String; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    promoted: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checks_given: Option<[u8; 2]>,
    legal_moves: usize,
    outcome: Option<String>,
}

impl Answer for PositionReport {}

impl fmt::Display for PositionReport {
    /// The facts on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PositionReport { fen, key, checkers, legal_moves, .. } = self;
        write!(f, "{fen}; key {key}; legal moves {legal_moves}")?;
        self.outcome.iter().try_for_each(|outcome| write!(f, ", {outcome}"))?;
        if checkers.is_empty() { Ok(()) } else { write!(f, "; checkers {}", checkers.join(" ")) }
    }
}

pub(super) fn run(args: &ShowArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let variant = args.rules.variant;
    if let Some(file) = &args.positions.file {
        let (strictness, answers) = (args.positions.position.door.into(), output.answers());
        let answer = |position| report(&position);
        let are_fine = answer_variant_positions(file, variant, strictness, &answers, output.writer, answer)?;
        return Ok(code(are_fine));
    }
    let position = read_variant(variant, &args.positions.position.fen, args.positions.position.door)?;
    let report = report(&position);
    if output.json {
        output.write_json(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(output.writer, "{}", drawing(&position, Glyphs::from(args.glyphs), output.paint))?;
    let label = output.paint.label();
    for (name, fact) in facts(&position, &report) {
        writeln!(output.writer, "  {label}{name:12}{label:#}  {fact}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn report(position: &AnyPosition) -> PositionReport {
    let state = position.state();
    let names =
        |set: philidor::Bitboard| set.into_iter().map(|square| square.to_string()).collect::<Vec<_>>();
    PositionReport {
        variant: position.variant().uci_name(),
        fen: position.to_string(),
        side_to_move: state.side_to_move.to_string(),
        castling_rights: state.castling_rights.to_string(),
        chess960: position.is_chess960(),
        en_passant: state.en_passant.map(|square| square.to_string()),
        halfmove_clock: state.halfmove_clock,
        fullmove_number: state.fullmove_number,
        key: format!("{:#018x}", position.key()),
        checkers: names(position.checkers()),
        pockets: has_pockets(position).then(|| Color::ALL.map(|color| pocket(position, color))),
        promoted: has_pockets(position).then(|| names(position.promoted())),
        checks_given: counts_checks(position).then(|| Color::ALL.map(|color| position.checks_given(color))),
        legal_moves: position.legal_moves().len(),
        outcome: position.outcome().map(|outcome| outcome.to_string()),
    }
}

/// The facts for people.
fn facts(position: &AnyPosition, report: &PositionReport) -> Vec<(&'static str, String)> {
    let chess960 = if report.chess960 { ", Chess960" } else { "" };
    let outcome = report.outcome.as_ref().map(|outcome| format!(", {outcome}")).unwrap_or_default();
    let mut facts = vec![
        ("variant", position.variant().to_string()),
        ("FEN", report.fen.clone()),
        ("side to move", report.side_to_move.clone()),
        ("castling", format!("{}{chess960}", report.castling_rights)),
        ("en passant", or_dash(report.en_passant.clone().unwrap_or_default())),
        ("key", report.key.clone()),
        ("checkers", or_dash(report.checkers.join(" "))),
    ];
    facts.extend(beside_board(position));
    facts.extend(report.promoted.iter().map(|squares| ("promoted", or_dash(squares.join(" ")))));
    facts.push(("legal moves", format!("{}{outcome}", report.legal_moves)));
    facts
}
