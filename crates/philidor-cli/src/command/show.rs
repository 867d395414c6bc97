//! `philidor show`: a board to look at, and what follows from its FEN.

use std::fmt;
use std::process::ExitCode;

use anyhow::bail;
use philidor::{Bitboard, Color, Position};
use serde::Serialize;

use crate::args::{Attacker, ShowArgs};
use crate::positions::line_by_line;
use crate::quantity::Several;
use crate::terminal::drawing::{Drawing, Glyphs};
use crate::terminal::output::Output;

/// The facts, as JSON.
#[derive(Serialize)]
struct PositionReport {
    fen: String,
    side_to_move: String,
    castling_rights: String,
    chess960: bool,
    en_passant: Option<String>,
    halfmove_clock: u16,
    fullmove_number: u32,
    key: String,
    polyglot_key: String,
    checkers: Vec<String>,
    pinned: Pinned,
    legal_moves: u32,
    outcome: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attacked: Option<Vec<String>>,
}

/// The pinned pieces and pawns of each side.
#[derive(Serialize)]
struct Pinned {
    white: Vec<String>,
    black: Vec<String>,
}

impl line_by_line::Answer for PositionReport {}

impl fmt::Display for PositionReport {
    /// The facts on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PositionReport { fen, key, checkers, legal_moves, .. } = self;
        write!(f, "{fen}; key {key}; legal moves {legal_moves}")?;
        self.outcome.map_or(Ok(()), |outcome| write!(f, ", {outcome}"))?;
        if !checkers.is_empty() {
            write!(f, "; checkers {}", checkers.join(" "))?;
        }
        if !self.pinned.is_empty() {
            write!(f, "; pinned {}", self.pinned)?;
        }
        match &self.attacked {
            Some(attacked) => write!(f, "; attacked {}", or_none(attacked.join(" "))),
            None => Ok(()),
        }
    }
}

impl Pinned {
    fn is_empty(&self) -> bool {
        self.white.is_empty() && self.black.is_empty()
    }
}

impl fmt::Display for Pinned {
    /// `white e2 f3, black d7`, where a side without any is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = [("white", &self.white), ("black", &self.black)];
        let sides = sides.into_iter().filter(|(_, squares)| !squares.is_empty());
        let sides: Vec<String> =
            sides.map(|(side, squares)| format!("{side} {}", squares.join(" "))).collect();
        f.write_str(&sides.join(", "))
    }
}

pub(super) fn run(args: &ShowArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let attacked =
        |position: &Position| args.attacks.map(|attacker| attacked_by(position, attacker)).transpose();
    if let Some(file) = &args.positions.file {
        return line_by_line::answer_positions(
            file,
            args.positions.position.door.into(),
            output,
            |position| Ok(answer(position, attacked(position)?)),
        );
    }
    let position = args.positions.position.read()?;
    let attacked = attacked(&position)?;
    let answer = answer(&position, attacked);
    if output.json {
        output.write_json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let drawing = Drawing::of(&position, Glyphs::from(args.glyphs), output.paint);
    writeln!(output.writer, "{}", drawing.with_attacked(attacked.unwrap_or_default()))?;
    write_facts(&position, args.attacks, &answer, output)?;
    Ok(ExitCode::SUCCESS)
}

fn attacked_by(position: &Position, attacker: Attacker) -> anyhow::Result<Bitboard> {
    match attacker {
        Attacker::Side(color) => Ok(position.attacked_by(color)),
        Attacker::Piece(square) if position.piece_at(square).is_none() => {
            bail!("{square} is empty, so nothing attacks from there")
        }
        Attacker::Piece(square) => Ok(position.attacks_from(square, position.board().occupied())),
    }
}

fn answer(position: &Position, attacked: Option<Bitboard>) -> PositionReport {
    PositionReport {
        fen: position.to_string(),
        side_to_move: position.side_to_move().to_string(),
        castling_rights: position.castling_rights().to_string(),
        chess960: position.is_chess960(),
        en_passant: position.en_passant().map(|square| square.to_string()),
        halfmove_clock: position.halfmove_clock(),
        fullmove_number: position.fullmove_number(),
        key: format!("{:#018x}", position.key()),
        polyglot_key: format!("{:#018x}", position.polyglot_key()),
        checkers: names(position.checkers()),
        pinned: Pinned {
            white: names(position.pinned(Color::White)),
            black: names(position.pinned(Color::Black)),
        },
        legal_moves: position.legal_move_count(),
        outcome: outcome(position),
        attacked: attacked.map(names),
    }
}

/// How the game has ended, if there is no legal move.
pub(super) fn outcome(position: &Position) -> Option<&'static str> {
    match (position.has_legal_move(), position.is_check()) {
        (true, _) => None,
        (false, true) => Some("checkmate"),
        (false, false) => Some("stalemate"),
    }
}

/// The names of the squares of a set.
fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// The facts for people, one per line.
fn write_facts(
    position: &Position,
    attacker: Option<Attacker>,
    answer: &PositionReport,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let chess960 = if answer.chess960 { ", Chess960" } else { "" };
    let en_passant = match position.en_passant() {
        None => "-".to_owned(),
        Some(square) if position.has_legal_en_passant() => format!("{square}, a capture is legal"),
        Some(square) => format!("{square}, no capture is legal"),
    };
    let outcome = answer.outcome.map(|outcome| format!(", {outcome}")).unwrap_or_default();
    let mut facts = vec![
        ("FEN", answer.fen.clone()),
        ("side to move", answer.side_to_move.clone()),
        ("castling", format!("{}{chess960}", answer.castling_rights)),
        ("en passant", en_passant),
        ("key", answer.key.clone()),
        ("polyglot key", answer.polyglot_key.clone()),
        ("checkers", or_none(answer.checkers.join(" "))),
        ("pinned", or_none(answer.pinned.to_string())),
        ("legal moves", format!("{}{outcome}", answer.legal_moves)),
    ];
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
        Attacker::Piece(square) => format!("{} from {square}", or_none(attacked.join(" "))),
    }
}

fn or_none(list: String) -> String {
    if list.is_empty() { "-".to_owned() } else { list }
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
