//! `philidor show`: a board to look at, and what follows from its FEN.

use std::process::ExitCode;

use philidor::Position;
#[cfg(feature = "tables")]
use philidor_games::EndgameAnswer;
use philidor_games::{Attacker, PositionReport, answer_facts, attacked_by, or_dash};
use serde::Serialize;

use crate::args::ShowArgs;
use crate::quantity::Several;
use crate::terminal::drawing::{Drawing, Glyphs};
use crate::terminal::output::{Output, code};

pub(super) fn run(args: &ShowArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    #[cfg(feature = "variants")]
    if let Some(variant) = args.variant {
        return super::variant::show(variant, args, output);
    }
    if let Some(file) = &args.positions.file {
        let door = args.positions.position.door.into();
        let are_fine = answer_facts(file, door, args.attacks, &output.answers(), output.writer)?;
        return Ok(code(are_fine));
    }
    let position = args.positions.position.read()?;
    let attacked = args.attacks.map(|attacker| attacked_by(&position, attacker)).transpose();
    let attacked = attacked.map_err(anyhow::Error::msg)?;
    let answer = PositionReport::new(&position, attacked);
    let (known, is_fine) = known(args, &position)?;
    if output.json {
        output.write_json(&Known { answer, tables: known })?;
        return Ok(code(is_fine));
    }
    let drawing = Drawing::of(&position, Glyphs::from(args.glyphs), output.paint);
    writeln!(output.writer, "{}", drawing.with_attacked(attacked.unwrap_or_default()))?;
    write_facts(&position, args.attacks, &answer, known.map(|known| known.to_string()), output)?;
    Ok(code(is_fine))
}

/// What Syzygy tables know of the position, if any are given, and whether they are sound.
#[cfg(feature = "tables")]
fn known(args: &ShowArgs, position: &Position) -> anyhow::Result<(Option<EndgameAnswer>, bool)> {
    if args.tables.is_empty() {
        return Ok((None, true));
    }
    let answer = EndgameAnswer::new(&super::tables::open(&args.tables)?, position);
    let is_fine = answer.is_fine();
    Ok((Some(answer), is_fine))
}

#[cfg(not(feature = "tables"))]
fn known(_: &ShowArgs, _: &Position) -> anyhow::Result<(Option<String>, bool)> {
    Ok((None, true))
}

/// The facts, and what tables know, as JSON.
#[derive(Serialize)]
struct Known<T> {
    #[serde(flatten)]
    answer: PositionReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<T>,
}

/// The facts for people, one per line.
fn write_facts(
    position: &Position,
    attacker: Option<Attacker>,
    answer: &PositionReport,
    known: Option<String>,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let chess960 = if answer.chess960 { ", Chess960" } else { "" };
    let en_passant = match position.en_passant() {
        None => "-".to_owned(),
        Some(square) if position.has_legal_en_passant() => format!("{square}, a capture is legal"),
        Some(square) => format!("{square}, no capture is legal"),
    };
    let outcome = answer.outcome.as_ref().map(|outcome| format!(", {outcome}")).unwrap_or_default();
    let mut facts = vec![
        ("FEN", answer.fen.clone()),
        ("side to move", answer.side_to_move.clone()),
        ("castling", format!("{}{chess960}", answer.castling_rights)),
        ("en passant", en_passant),
        ("key", answer.key.clone()),
        ("polyglot key", answer.polyglot_key.clone()),
        ("checkers", or_dash(answer.checkers.join(" "))),
        ("pinned", or_dash(answer.pinned.to_string())),
        ("legal moves", format!("{}{outcome}", answer.legal_moves)),
    ];
    facts.extend(known.map(|known| ("tables", known)));
    facts.extend(answer.unreachable.clone().map(|why| ("unreachable", why)));
    if let (Some(attacker), Some(attacked)) = (attacker, &answer.attacked) {
        facts.push(("attacked", attacks(attacker, attacked)));
    }
    let label = output.paint.label();
    for (name, fact) in facts {
        writeln!(output.writer, "  {label}{name:12}{label:#}  {fact}")?;
    }
    Ok(())
}

/// The squares that a piece or pawn attacks; for a side only their number, since the board shows them better than a
/// list.
fn attacks(attacker: Attacker, attacked: &[String]) -> String {
    match attacker {
        Attacker::Side(color) => format!("{} by {color}", Several(attacked.len() as u128, "square")),
        Attacker::Piece(square) => format!("{} from {square}", or_dash(attacked.join(" "))),
    }
}

#[cfg(test)]
mod tests {
    use philidor::Color;

    use super::*;

    #[test]
    fn one_square_has_no_plural() {
        let by_white = |squares: &[&str]| {
            let squares: Vec<String> = squares.iter().map(|&square| square.to_owned()).collect();
            attacks(Attacker::Side(Color::White), &squares)
        };
        assert_eq!([by_white(&["b1"]), by_white(&["a2", "b1"])], ["1 square by white", "2 squares by white"]);
    }
}
