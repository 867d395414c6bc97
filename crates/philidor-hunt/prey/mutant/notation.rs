//! Moves as text, in the notation of UCI.
//!
//! Castling is written as the king's move (`e1g1`) in the standard game and as the king's capture of its own rook
//! (`e1h1`) in Chess960, or wherever king and rook do not stand as they do in the standard game.

use crate::board::{Kind, Square};
use crate::bugs::Bug;
use crate::letters::LETTERS;
use crate::position::{Move, MoveKind, Position, Wing};

/// How castling is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Standard,
    Chess960,
}

pub(crate) fn name(square: Square) -> String {
    let file = char::from(b'a' + (square % 8) as u8);
    format!("{file}{}", square / 8 + 1)
}

/// A move as it should be written.
pub(crate) fn spell(mv: Move, mode: Mode) -> String {
    match mv.kind {
        MoveKind::Castling(wing) if mode == Mode::Standard && is_at_home(mv) => {
            name(mv.from) + &name(wing.king_destination(mv.from))
        }
        MoveKind::Promotion(kind) => name(mv.from) + &name(mv.to) + letter(kind),
        MoveKind::Drop(kind) => letter(kind).to_uppercase() + "@" + &name(mv.to),
        _ => name(mv.from) + &name(mv.to),
    }
}

/// A move as it is written, with the bug that is switched on.
pub(crate) fn write(position: &Position, mv: Move, mode: Mode) -> String {
    let text = spell(mv, mode);
    match mv.kind {
        MoveKind::Castling(Wing::King) if position.has(Bug::OutputCastling) => String::from("O-O"),
        MoveKind::Castling(Wing::Queen) if position.has(Bug::OutputCastling) => String::from("O-O-O"),
        MoveKind::Promotion(kind) if position.has(Bug::OutputCapital) => {
            spell(Move { kind: MoveKind::Plain, ..mv }, mode) + &letter(kind).to_uppercase()
        }
        MoveKind::Promotion(_) if position.has(Bug::PromotionNoLetter) => {
            spell(Move { kind: MoveKind::Plain, ..mv }, mode)
        }
        _ => text,
    }
}

/// The legal move that a text means, in either notation of castling.
pub(crate) fn read(position: &Position, text: &str, mode: Mode) -> Option<Move> {
    let moves = position.moves();
    let written = |mode| moves.iter().find(|&&mv| spell(mv, mode).eq_ignore_ascii_case(text)).copied();
    written(mode).or_else(|| written(Mode::Chess960))
}

/// Whether king and rook stand where they do in the standard game.
fn is_at_home(mv: Move) -> bool {
    mv.from % 8 == 4 && matches!(mv.to % 8, 0 | 7)
}

fn letter(kind: Kind) -> &'static str {
    LETTERS.iter().find(|&&(_, other)| other == kind).map_or("", |&(letter, _)| letter)
}
