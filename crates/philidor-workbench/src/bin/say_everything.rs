//! Says everything about positions, for comparison with other programs: `variant`, a tab, a FEN on each line of
//! standard input.
//!
//! ```text
//! FEN <tab> check <tab> end <tab> outcome <tab> insufficient material <tab> e2e4=e4 d2d4=d4 …
//! ```
//!
//! `check` is 0 or 1, the ends are a result or `*`, and the outcome is `dead` where pieces block each other for good;
//! insufficient material is two digits, White's first, and moves are written as UCI (castling takes the rook) and SAN,
//! in the order of the former.

use std::io::{self, BufRead, Write};

use philidor::{
    CastlingMode, CastlingNotation, Color, Draw, EnPassantPolicy, GamePosition, Outcome, Strictness,
};
use philidor_variants::{AnyPosition, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let Some((variant, fen)) = line.split_once('\t') else { continue };
        match AnyPosition::from_fen_with(variant.parse::<Variant>()?, fen, Strictness::WellDefined) {
            Ok(position) => writeln!(out, "{}", everything(&position))?,
            Err(error) => writeln!(out, "error: {error}")?,
        }
    }
    Ok(())
}

fn everything(position: &AnyPosition) -> String {
    let fen = position.fen(EnPassantPolicy::Legal, CastlingNotation::Shredder);
    let check = u8::from(position.is_check());
    let result = |outcome: Option<Outcome>| outcome.map(Outcome::result).unwrap_or_default().as_str();
    let [white, black] = Color::ALL.map(|color| u8::from(position.has_insufficient_material(color)));
    let written = |mv| (position.to_uci_in(mv, CastlingMode::Chess960).to_string(), position.to_san(mv));
    let mut moves: Vec<_> = position.legal_moves().into_iter().map(written).collect();
    moves.sort();
    let moves: Vec<String> = moves.into_iter().map(|(uci, san)| format!("{uci}={san}")).collect();
    let outcome = match position.outcome() {
        Some(Outcome::Draw(Draw::DeadPosition)) => "dead",
        other => result(other),
    };
    let end = result(position.variant_end());
    format!("{fen}\t{check}\t{end}\t{outcome}\t{white}{black}\t{}", moves.join(" "))
}
