//! `philidor moves`: the board, and the legal moves of the side to move.

use philidor::{Move, MoveKind, Piece, PieceType, Position};
use serde::Serialize;

use super::show::outcome;
use super::{Output, castling_mode};
use crate::args::{Men, MovesArgs};
use crate::drawing::Drawing;
use crate::named;

/// How many moves stand in a line.
const MOVES_PER_LINE: usize = 12;

/// The moves, as they are told to a program.
#[derive(Serialize)]
struct Answer {
    fen: String,
    moves: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    uci: String,
    kind: &'static str,
    raw: String,
}

pub(super) fn run(args: &MovesArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let position = named::position(&args.position.fen)?;
    let kind = args.kind;
    if output.json {
        let moves = position.moves(kind).iter().map(|&mv| entry(&position, mv)).collect();
        return output.write_json(&Answer { fen: position.to_string(), moves });
    }
    let men = Men::from(args.men);
    writeln!(output.writer, "{}", Drawing::of(&position, men, output.paint))?;
    for part in [MoveKind::Tactical, MoveKind::Quiet] {
        if kind == MoveKind::All || kind == part {
            list(&position, part, men, output)?;
        }
    }
    if let Some(outcome) = outcome(&position) {
        writeln!(output.writer, "{outcome}")?;
    }
    Ok(())
}

fn entry(position: &Position, mv: Move) -> Entry {
    let kind = if mv.is_tactical() { name(MoveKind::Tactical) } else { name(MoveKind::Quiet) };
    Entry {
        uci: position.uci(mv, castling_mode(position)).to_string(),
        kind,
        raw: format!("{:#018x}", mv.raw()),
    }
}

const fn name(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::All => "all",
        MoveKind::Tactical => "tactical",
        MoveKind::Quiet => "quiet",
    }
}

/// The moves of one kind, those of each kind of man on lines of their own.
fn list(position: &Position, kind: MoveKind, men: Men, output: &mut Output<'_>) -> anyhow::Result<()> {
    let moves = position.moves(kind);
    let result = output.paint.result();
    writeln!(output.writer, "{result}{}{result:#} {}", name(kind), moves.len())?;
    for piece_type in PieceType::ALL {
        let of_type = moves.iter().filter(|mv| mv.played_piece() == piece_type);
        let ucis: Vec<String> =
            of_type.map(|&mv| position.uci(mv, castling_mode(position)).to_string()).collect();
        let mut label = label(Piece::new(position.side_to_move(), piece_type), men);
        for line in ucis.chunks(MOVES_PER_LINE) {
            let style = output.paint.label();
            writeln!(output.writer, "  {style}{label:8}{style:#}  {}", line.join(" "))?;
            label.clear();
        }
    }
    Ok(())
}

fn label(man: Piece, men: Men) -> String {
    match men {
        Men::Figurines => format!("{} {}", man.figurine(), man.piece_type),
        Men::Letters => format!("{} {}", man.letter(), man.piece_type),
    }
}
