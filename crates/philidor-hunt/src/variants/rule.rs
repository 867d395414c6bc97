//! Which rule a wrong move breaks in one position: first what the variant changes, then what it shares with chess.

use philidor::{Bitboard, Color, GamePosition, Move, MoveType, PieceType, Rank, Square, attacks};
use philidor_host::Visible;
use philidor_variants::{AnyPosition, Variant};

use super::chess::{self, Verdict};
use super::shape::{Shape, Step};
use crate::judging::class::Class;

/// Why a text is not a legal move.
pub(super) fn invented(position: &AnyPosition, text: &str) -> Verdict {
    let Some(shape) = Shape::read(position, text) else {
        return (Class::Output, format!("`{}` is not a move", Visible(text)));
    };
    if let Some(end) = position.variant_end() {
        return (class_of_end(position.variant()), format!("the game is over: {end}"));
    }
    let step = match shape {
        Shape::Drop(piece_type, square) => return invented_drop(position, piece_type, square),
        Shape::Step(step) => step,
    };
    let own = match position.variant() {
        Variant::Atomic => invented_explosion(position, text, step),
        Variant::Antichess | Variant::Giveaway | Variant::Suicide => invented_quiet(position, step),
        Variant::Horde => invented_advance(position, step),
        Variant::RacingKings => chess::permits(position, text).then(|| check(position)),
        _ => None,
    };
    own.unwrap_or_else(|| chess::invented(position, text, step))
}

/// The class of moves that are listed although the game is over.
fn class_of_end(variant: Variant) -> Class {
    match variant {
        Variant::Atomic => Class::ExplosionEnds,
        Variant::ThreeCheck => Class::ThirdCheck,
        Variant::KingOfTheHill => Class::Hill,
        Variant::RacingKings => Class::Goal,
        Variant::Horde => Class::HordeKing,
        Variant::Antichess | Variant::Giveaway | Variant::Suicide => Class::OrdinaryKing,
        _ => Class::PieceMoves,
    }
}

/// Whether a move of these squares captures, by en passant as well.
fn captures(position: &AnyPosition, step: Step) -> bool {
    let Step { origin, destination, .. } = step;
    let is_pawn = position.board().pieces(PieceType::Pawn).contains(origin);
    let passes =
        is_pawn && position.state().en_passant == Some(destination) && origin.file() != destination.file();
    passes || position.board().colors(!position.side_to_move()).contains(destination)
}

/// The pawn that an en-passant capture of these squares takes.
fn passed_pawn(position: &AnyPosition, step: Step) -> Option<Square> {
    let Step { origin, destination, .. } = step;
    let is_passing = captures(position, step) && !position.board().occupied().contains(destination);
    is_passing.then(|| Square::new(destination.file(), origin.rank()))
}

/// Whether a king stands beside exactly one of the two squares around which an en-passant capture may be thought to
/// explode.
pub(super) fn explodes_elsewhere(king: Square, destination: Square, pawn: Square) -> bool {
    attacks::king(destination).contains(king) != attacks::king(pawn).contains(king)
}

fn king(position: &AnyPosition, color: Color) -> Option<Square> {
    position.board().colored_pieces(color, PieceType::King).first()
}

fn the(position: &AnyPosition, square: Square) -> String {
    let piece = position.board().piece_at(square);
    piece.map_or_else(|| square.to_string(), |piece| format!("the {} on {square}", piece.piece_type))
}

fn invented_explosion(position: &AnyPosition, text: &str, step: Step) -> Option<Verdict> {
    let Step { origin, destination, .. } = step;
    let us = position.side_to_move();
    let piece = position.board().piece_at(origin).filter(|piece| piece.color == us)?;
    if !captures(position, step) {
        return None;
    }
    if piece.piece_type == PieceType::King {
        return Some((Class::KingCaptures, format!("the king would explode on {destination}")));
    }
    let own = king(position, us)?;
    if let Some(pawn) = passed_pawn(position, step).filter(|&pawn| explodes_elsewhere(own, destination, pawn))
    {
        let words =
            format!("it explodes around {destination}, beside the king on {own}, and not around {pawn}");
        return Some((Class::ExplosionEnPassant, words));
    }
    if attacks::king(destination).contains(own) {
        return Some((Class::OwnKingExplodes, format!("the king on {own} stands beside {destination}")));
    }
    chess::permits(position, text).then(|| {
        let words = format!("what explodes around {destination} leaves the king on {own} in check");
        (Class::ExplosionCheck, words)
    })
}

/// A quiet move where a capture is possible.
fn invented_quiet(position: &AnyPosition, step: Step) -> Option<Verdict> {
    let capture = position.legal_moves().into_iter().find(|mv| mv.is_capture())?;
    let origin = capture.origin();
    if captures(position, step) {
        return None;
    }
    let by = if capture.move_type() == MoveType::EnPassant { " en passant" } else { "" };
    let words = format!("{} can capture{by} on {}", the(position, origin), capture.destination());
    Some((Class::CompulsoryCapture, words))
}

fn invented_advance(position: &AnyPosition, step: Step) -> Option<Verdict> {
    let Step { origin, destination, .. } = step;
    let advances =
        chess::is_first_rank_double(position, origin, destination) && position.side_to_move() == Color::White;
    let between = attacks::between(origin, destination) | destination.into();
    let square = (between & position.board().occupied()).first().filter(|_| advances)?;
    Some((Class::HordeFirstRank, format!("{} stands in the way", the(position, square))))
}

/// A move that chess permits in racing kings.
fn check(position: &AnyPosition) -> Verdict {
    let words = match king(position, !position.side_to_move()) {
        Some(king) => format!("it gives check to the king on {king}"),
        None => "it gives check".to_owned(),
    };
    (Class::GivesCheck, words)
}

fn invented_drop(position: &AnyPosition, piece_type: PieceType, square: Square) -> Verdict {
    let us = position.side_to_move();
    if position.variant() != Variant::Crazyhouse {
        return (Class::Drop, format!("nothing is dropped in {}", position.variant()));
    }
    if position.pocket(us).count(piece_type) == 0 {
        return (Class::Drop, format!("{us} has no {piece_type} in the pocket"));
    }
    if position.board().occupied().contains(square) {
        return (Class::Drop, format!("{} stands there", the(position, square)));
    }
    if piece_type == PieceType::Pawn && Bitboard::LAST_RANKS.contains(square) {
        return (Class::DropRank, format!("a pawn cannot stand on {square}"));
    }
    match position.checkers().first() {
        Some(checker) => {
            let words =
                format!("{us} is in check by {}, and {square} is not between", the(position, checker));
            (Class::DropEvasion, words)
        }
        None => (Class::Drop, format!("no {piece_type} can be dropped on {square}")),
    }
}

/// What is special about a legal move that is not listed.
pub(super) fn missing(position: &AnyPosition, mv: Move, has_other_promotion: bool) -> Verdict {
    let own = match position.variant() {
        Variant::Atomic => missing_explosion(position, mv),
        Variant::Antichess | Variant::Giveaway | Variant::Suicide => missing_king(position, mv),
        Variant::Crazyhouse => missing_drop(position, mv),
        Variant::Horde => missing_advance(position, mv),
        Variant::RacingKings => missing_equalizer(position),
        _ => None,
    };
    own.unwrap_or_else(|| chess::missing(position, mv, has_other_promotion))
}

/// The class of a position whose moves are all missing, if the variant has a reason of its own to think that the game
/// is over.
pub(super) fn missing_all(position: &AnyPosition) -> Option<Verdict> {
    let us = position.side_to_move();
    let class = match position.variant() {
        Variant::KingOfTheHill => Class::Hill,
        Variant::ThreeCheck if Color::ALL.into_iter().any(|color| position.checks_given(color) > 0) => {
            Class::CheckCount
        }
        Variant::Horde if us == Color::White => Class::HordeKing,
        Variant::Antichess | Variant::Giveaway | Variant::Suicide
            if Color::ALL.into_iter().any(|color| king(position, color).is_none()) =>
        {
            Class::OrdinaryKing
        }
        _ => return None,
    };
    Some((class, "no move is listed, and the game is not over".to_owned()))
}

fn missing_explosion(position: &AnyPosition, mv: Move) -> Option<Verdict> {
    let us = position.side_to_move();
    let (own, enemy) = (king(position, us)?, king(position, !us)?);
    let destination = mv.destination();
    let step = Step { origin: mv.origin(), destination, promotes: false };
    if let Some(pawn) = passed_pawn(position, step)
        && [own, enemy].into_iter().any(|king| explodes_elsewhere(king, destination, pawn))
    {
        let words = format!("it explodes around {destination}, and not around {pawn}");
        return Some((Class::ExplosionEnPassant, words));
    }
    if mv.is_capture() && attacks::king(destination).contains(enemy) {
        return Some((Class::EnemyKingExplodes, format!("the king on {enemy} explodes")));
    }
    let beside = |square: Square| attacks::king(enemy).contains(square);
    let goes = match mv.castling_side() {
        Some(_) => attacks::between(own, destination) | destination.into(),
        None if mv.played_piece() == PieceType::King => destination.into(),
        None => Bitboard::EMPTY,
    };
    if beside(own) || goes.into_iter().any(beside) {
        let words = format!("beside the king on {enemy} no attack matters");
        return Some((Class::KingsTouch, words));
    }
    let text = position.to_uci_in(mv, philidor::CastlingMode::Chess960).to_string();
    let explodes = mv.is_capture() && !chess::permits(position, &text);
    explodes.then(|| {
        let words = format!("what explodes around {destination} leaves the king on {own} safe");
        (Class::ExplosionCheck, words)
    })
}

/// A move that a side with a king to protect would not have.
fn missing_king(position: &AnyPosition, mv: Move) -> Option<Verdict> {
    let (board, us) = (position.board(), position.side_to_move());
    if mv.promotion() == Some(PieceType::King) {
        return Some((Class::PromotionToKing, format!("the pawn may become a king on {}", mv.destination())));
    }
    if mv.captured() == Some(PieceType::King) {
        return Some((Class::OrdinaryKing, format!("{} may be captured", the(position, mv.destination()))));
    }
    let after = position.after(mv);
    let attacked = |board: &philidor::Board| {
        let kings = board.colored_pieces(us, PieceType::King);
        kings.into_iter().find(|&king| !chess::attackers(board, king, !us).is_empty())
    };
    let king = attacked(board).or_else(|| attacked(after.board()))?;
    Some((Class::OrdinaryKing, format!("the king on {king} may be left to be captured")))
}

fn missing_drop(position: &AnyPosition, mv: Move) -> Option<Verdict> {
    let (piece_type, square) = (mv.played_piece(), mv.destination());
    if !mv.is_drop() {
        return None;
    }
    if let Some(checker) = position.checkers().first() {
        let words = format!("a {piece_type} on {square} blocks the check by {}", the(position, checker));
        return Some((Class::DropEvasion, words));
    }
    let words = format!("the {piece_type} in the pocket may be dropped on {square}");
    let is_home = matches!(square.rank(), Rank::Second | Rank::Seventh);
    let class = if piece_type == PieceType::Pawn && is_home { Class::DropRank } else { Class::Drop };
    Some((class, words))
}

fn missing_advance(position: &AnyPosition, mv: Move) -> Option<Verdict> {
    let (origin, destination) = (mv.origin(), mv.destination());
    chess::is_first_rank_double(position, origin, destination)
        .then(|| (Class::HordeFirstRank, format!("the pawn on {origin} may move two squares")))
}

fn missing_equalizer(position: &AnyPosition) -> Option<Verdict> {
    let white = king(position, Color::White).filter(|king| king.rank() == Rank::Eighth)?;
    let words = format!("the white king is on {white}, and the black one can reach the rank as well");
    Some((Class::Equalize, words))
}
