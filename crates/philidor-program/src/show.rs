//! `philidor show`: a board to look at, and what follows from its FEN.

use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;

use philidor::Position;
use serde::Serialize;

use crate::arguments::position::PositionsArgs;
use crate::arguments::values::GlyphArgs;
use crate::positions::{Attacker, FILE, PositionReport, answer_facts, attacked_by, or_dash};
use crate::quantity::Several;
use crate::terminal::drawing::{Drawing, Glyphs};
use crate::terminal::output::{Output, code};

/// Draw a position and say what follows from it
#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
Examples:
  philidor show
  philidor show --fen kiwipete --attacks black        the squares that Black attacks
  philidor show --fen kiwipete --attacks e5           the squares that the piece on e5 attacks
  philidor show --fen position4 --ascii
  philidor show --fen position6 --json
  philidor show --fen '8/8/8/8/8/2k5/7Q/K7 w - - 12 60' --tables DIR   won, in how many half-moves
  philidor show --variant 3check                      by the rules of a variant
  philidor show --file positions.txt                  FEN, key, legal moves …, a line for each
  philidor show --file - --json < positions.txt

Pieces and pawns that give check or are pinned are marked; a legend explains the marks.

{FILE}

Exit code: 0 fine, also if no table knows the position, 1 a FEN with faults, nothing on the square
of --attacks, or a damaged table, 2 wrong usage."))]
pub struct ShowArgs {
    /// Which positions.
    #[command(flatten)]
    pub positions: PositionsArgs,

    /// Mark the squares attacked by `white`, by `black`, or from a square
    #[arg(long, value_name = "WHO")]
    pub attacks: Option<Attacker>,

    /// Rules of a variant: atomic, antichess, crazyhouse, 3check, kingofthehill, horde, racingkings …
    #[arg(long, value_name = "NAME", conflicts_with = "attacks")]
    pub variant: Option<String>,

    /// Say what the Syzygy tables of a folder know; may be given several times
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "variant"])]
    pub tables: Vec<PathBuf>,

    /// How pieces are drawn.
    #[command(flatten)]
    pub glyphs: GlyphArgs,
}

/// Carries the arguments out; `known` is what tables know of the position, and whether they are sound.
///
/// # Errors
///
/// The position is refused, a file cannot be read, or the answer cannot be written.
pub fn run<K: Serialize + fmt::Display>(
    args: &ShowArgs,
    known: impl FnOnce(&Position) -> anyhow::Result<(Option<K>, bool)>,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.positions.file {
        let door = args.positions.position.door.into();
        let are_fine = answer_facts(file, door, args.attacks, &output.answers(), output.writer)?;
        return Ok(code(are_fine));
    }
    let position = args.positions.position.read()?;
    let attacked = args.attacks.map(|attacker| attacked_by(&position, attacker)).transpose();
    let attacked = attacked.map_err(anyhow::Error::msg)?;
    let answer = PositionReport::new(&position, attacked);
    let (known, is_fine) = known(&position)?;
    if output.json {
        output.write_json(&Known { answer, tables: known })?;
        return Ok(code(is_fine));
    }
    let drawing = Drawing::of(&position, Glyphs::from(args.glyphs), output.paint);
    writeln!(output.writer, "{}", drawing.with_attacked(attacked.unwrap_or_default()))?;
    write_facts(&position, args.attacks, &answer, known.map(|known| known.to_string()), output)?;
    Ok(code(is_fine))
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
