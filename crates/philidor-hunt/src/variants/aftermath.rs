//! Which rule is broken if a position is right by itself and wrong after a move: what that move leaves behind.

use philidor::{CastlingRights, Color, GamePosition, Move, MoveType, PieceType, Square, attacks};
use philidor_variants::{AnyPosition, Variant};

use super::chess::is_first_rank_double;
use super::rule::explodes_elsewhere;
use super::shape::{Shape, Step};
use crate::judging::class::Class;
use crate::judging::reason::{Mistake, Reason};
use crate::suspect::Question;

/// What the last moves of a line have to do with a wrong move after them.
pub(super) fn judge(question: &Question<AnyPosition>, reason: Reason) -> Reason {
    let Some((&last, given)) = question.line.split_last() else { return reason };
    let position = question.position();
    let before = question.after(given.len());
    if position.variant_end().is_some() || reason.class == Class::Output {
        let class = if ends_elsewhere(&before, last) { Class::ExplosionEnPassant } else { reason.class };
        return Reason { class, ..reason };
    }
    let drops = (0..question.line.len()).rev().find_map(|at| pockets(question, at));
    let class = match position.variant() {
        Variant::Crazyhouse if reason.text.contains('@') => drops.unwrap_or(Class::Pocket),
        Variant::Atomic if last.is_capture() => explosion(&before, last, &reason),
        Variant::ThreeCheck if position.is_check() && reason.mistake == Mistake::Missing => Class::CheckCount,
        Variant::Horde if is_after_first_rank(&before, last) && is_en_passant(&position, &reason.text) => {
            Class::HordeEnPassant
        }
        _ if last.promotion() == Some(PieceType::King) => Class::PromotionToKing,
        _ => of_chess(&before, &position, last, &reason),
    };
    let words = format!("after {} the position is wrong: {}", question.moves().join(" "), reason.words);
    Reason { class, words, ..reason }
}

/// The rule that a move of a tree may break, if every position of the tree is right by itself and the suspect is given
/// no moves; none if there is no such rule.
pub(super) fn suspected(before: &AnyPosition, mv: Move) -> Option<Class> {
    match before.variant() {
        Variant::Atomic if mv.move_type() == MoveType::EnPassant => Some(Class::ExplosionEnPassant),
        Variant::Atomic if mv.is_capture() => Some(Class::Explosion),
        Variant::Crazyhouse => pocket(before, mv),
        Variant::ThreeCheck if before.after(mv).is_check() => Some(Class::CheckCount),
        Variant::Horde if is_after_first_rank(before, mv) => Some(Class::HordeEnPassant),
        _ => None,
    }
}

/// Whether an en-passant capture explodes the enemy king where it arrives, and not where the captured pawn stood.
fn ends_elsewhere(before: &AnyPosition, last: Move) -> bool {
    let enemy = before.board().colored_pieces(!before.side_to_move(), PieceType::King).first();
    let passed = Square::new(last.destination().file(), last.origin().rank());
    let is_passing = before.variant() == Variant::Atomic && last.move_type() == MoveType::EnPassant;
    enemy.is_some_and(|king| is_passing && explodes_elsewhere(king, last.destination(), passed))
}

/// What a move of the line did to the pockets.
fn pockets(question: &Question<AnyPosition>, at: usize) -> Option<Class> {
    pocket(&question.after(at), question.line[at])
}

fn pocket(before: &AnyPosition, mv: Move) -> Option<Class> {
    if mv.is_capture() && before.promoted().contains(mv.destination()) {
        Some(Class::PocketPromoted)
    } else {
        (mv.is_drop() || mv.is_capture()).then_some(Class::Pocket)
    }
}

/// What is wrong after an explosion: castling rights of rooks that are gone, or pieces.
fn explosion(before: &AnyPosition, last: Move, reason: &Reason) -> Class {
    let lost: Vec<Square> = CastlingRights::EACH
        .into_iter()
        .filter(|&(_, color, side)| before.state().castling_rights.has(color, side))
        .map(|(_, color, side)| before.castling_rooks().square(color, side))
        .filter(|&rook| attacks::king(last.destination()).contains(rook))
        .collect();
    if is_castling(reason.class) && reason.mistake == Mistake::Invented {
        let exploded = !lost.is_empty();
        return if exploded { Class::ExplosionCastlingRight } else { Class::CastlingRookCaptured };
    }
    if last.move_type() == MoveType::EnPassant { Class::ExplosionEnPassant } else { Class::Explosion }
}

fn is_castling(class: Class) -> bool {
    use Class::{CastlingAttack, CastlingPath, CastlingRight, Chess960Castling};
    matches!(class, CastlingAttack | CastlingPath | CastlingRight | Chess960Castling)
}

/// Whether a white pawn has just advanced two squares from its first rank.
fn is_after_first_rank(before: &AnyPosition, last: Move) -> bool {
    before.side_to_move() == Color::White && is_first_rank_double(before, last.origin(), last.destination())
}

/// Whether a text moves a pawn diagonally to an empty square.
fn is_en_passant(position: &AnyPosition, text: &str) -> bool {
    let Some(Shape::Step(Step { origin, destination, .. })) = Shape::read(position, text) else {
        return false;
    };
    let board = position.board();
    board.pieces(PieceType::Pawn).contains(origin)
        && origin.file() != destination.file()
        && !board.occupied().contains(destination)
}

fn of_chess(before: &AnyPosition, position: &AnyPosition, last: Move, reason: &Reason) -> Class {
    let is_rook = last.captured() == Some(PieceType::Rook);
    match (reason.class, reason.mistake, last.move_type()) {
        (class, Mistake::Invented, _) if is_castling(class) && is_rook => Class::CastlingRookCaptured,
        (class, ..) if is_castling(class) => Class::CastlingRight,
        (Class::EnPassant, ..) => Class::EnPassant,
        _ if is_en_passant(position, &reason.text) => Class::EnPassant,
        (.., MoveType::EnPassant) => Class::EnPassant,
        _ if last.promotion().is_some() => Class::Promotion,
        _ => suspected(before, last).unwrap_or(Class::BadPlay),
    }
}
