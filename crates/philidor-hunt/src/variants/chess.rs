//! Judges a wrong move by the rules of chess that variants share.
//!
//! If the pieces and state of a variant's position make a position of chess, the judge of chess is asked. If they do
//! not (no king, several kings, kings that touch), the form of the move decides.

use philidor::{
    Bitboard, Board, Color, GamePosition, Move, MoveType, PieceType, Position, Rank, Setup, Square,
    Strictness, attacks,
};
use philidor_variants::AnyPosition;

use super::shape::Step;
use crate::judging::class::Class;
use crate::judging::reason;

/// A class and the words for it.
pub(super) type Verdict = (Class, String);

/// The same pieces and state as a position of chess, if they are one.
fn counterpart(position: &AnyPosition) -> Option<Position> {
    let (board, state, castling_rooks) = (*position.board(), *position.state(), position.castling_rooks());
    Position::from_setup(Setup { board, state, castling_rooks }, Strictness::WellDefined).ok()
}

/// Whether a text is a legal move of chess.
pub(super) fn permits(position: &AnyPosition, text: &str) -> bool {
    counterpart(position).is_some_and(|chess| chess.parse_uci(text).is_ok())
}

/// Why a text is not a legal move.
pub(super) fn invented(position: &AnyPosition, text: &str, step: Step) -> Verdict {
    match counterpart(position) {
        Some(chess) if chess.parse_uci(text).is_err() => reason::invented(&chess, text),
        _ => (invented_by_form(position, step), words_by_form(position, step)),
    }
}

fn words_by_form(position: &AnyPosition, step: Step) -> String {
    let Step { origin, destination, .. } = step;
    let us = position.side_to_move();
    match position.board().piece_at(origin) {
        None => format!("nothing stands on {origin}"),
        Some(piece) if piece.color != us => format!("it is {us}'s turn"),
        Some(piece) => format!("the {} on {origin} may not go to {destination}", piece.piece_type),
    }
}

fn invented_by_form(position: &AnyPosition, step: Step) -> Class {
    let (board, us) = (position.board(), position.side_to_move());
    let Step { origin, destination, promotes } = step;
    let Some(piece) = board.piece_at(origin) else { return Class::PieceMoves };
    let (files, ranks) = distance(origin, destination);
    let is_king = piece.piece_type == PieceType::King;
    match piece.piece_type {
        _ if piece.color != us => Class::WrongSide,
        PieceType::King if ranks == 0 && files > 1 => Class::CastlingRight,
        _ if board.colors(us).contains(destination) => Class::PieceMoves,
        PieceType::Pawn if Bitboard::LAST_RANKS.contains(destination) != promotes => Class::Promotion,
        PieceType::Pawn if promotes => Class::Promotion,
        PieceType::Pawn if (files, ranks) == (0, 2) => Class::DoublePush,
        PieceType::Pawn if files == 1 && !board.colors(!us).contains(destination) => Class::EnPassant,
        _ if is_king => Class::KingStep,
        _ if !reaches(board, piece.piece_type, origin, destination) => Class::PieceMoves,
        _ if position.is_check() => Class::CheckEvasion,
        _ => Class::Pin,
    }
}

/// What is special about a legal move that is not listed.
pub(super) fn missing(position: &AnyPosition, mv: Move, has_other_promotion: bool) -> Verdict {
    let text = position.to_uci_in(mv, philidor::CastlingMode::Chess960).to_string();
    let legal =
        counterpart(position).and_then(|chess| chess.parse_uci(&text).ok().map(|legal| (chess, legal)));
    match legal {
        Some((chess, legal)) => reason::missing(&chess, legal, has_other_promotion),
        None => missing_by_form(position, mv),
    }
}

fn missing_by_form(position: &AnyPosition, mv: Move) -> Verdict {
    let destination = mv.destination();
    let piece = mv.played_piece();
    let is_double = || distance(mv.origin(), destination) == (0, 2);
    match (mv.move_type(), piece) {
        (MoveType::Castling, _) => (Class::CastlingRight, "castling is possible".to_owned()),
        (MoveType::EnPassant, _) => {
            (Class::EnPassant, format!("a pawn has just passed {destination}, and may be captured"))
        }
        _ if position.is_check() => (Class::CheckEvasion, format!("it answers the check on {destination}")),
        (_, PieceType::Pawn) if mv.promotion().is_some() => {
            let to = mv.promotion().unwrap_or(piece);
            (Class::Promotion, format!("the pawn may become a {to} on {destination}"))
        }
        (_, PieceType::Pawn) if is_double() => {
            (Class::DoublePush, format!("the pawn may move two squares, to {destination}"))
        }
        _ if mv.is_capture() => (Class::Capture, format!("the {piece} may capture on {destination}")),
        (_, PieceType::King) => (Class::KingStep, format!("the king may step to {destination}")),
        _ => (Class::PieceMoves, format!("the {piece} may go to {destination}")),
    }
}

/// How many files and ranks apart two squares are.
pub(super) fn distance(one: Square, other: Square) -> (usize, usize) {
    let apart = |one: usize, other: usize| one.abs_diff(other);
    (apart(one.file().index(), other.file().index()), apart(one.rank().index(), other.rank().index()))
}

fn reaches(board: &Board, piece_type: PieceType, origin: Square, destination: Square) -> bool {
    let occupied = board.occupied();
    let reached = match piece_type {
        PieceType::Queen => attacks::queen(origin, occupied),
        PieceType::Rook => attacks::rook(origin, occupied),
        PieceType::Bishop => attacks::bishop(origin, occupied),
        PieceType::Knight => attacks::knight(origin),
        PieceType::King | PieceType::Pawn => return true,
    };
    reached.contains(destination)
}

/// The pieces of a side that attack a square.
pub(super) fn attackers(board: &Board, square: Square, by: Color) -> Bitboard {
    let occupied = board.occupied();
    let of = |piece_type| board.colored_pieces(by, piece_type);
    (attacks::pawn(!by, square) & of(PieceType::Pawn))
        | (attacks::knight(square) & of(PieceType::Knight))
        | (attacks::king(square) & of(PieceType::King))
        | (attacks::bishop(square, occupied) & (of(PieceType::Bishop) | of(PieceType::Queen)))
        | (attacks::rook(square, occupied) & (of(PieceType::Rook) | of(PieceType::Queen)))
}

/// Whether a white pawn advances two squares from its first rank.
pub(super) fn is_first_rank_double(position: &AnyPosition, origin: Square, destination: Square) -> bool {
    let is_pawn = position.board().colored_pieces(Color::White, PieceType::Pawn).contains(origin);
    is_pawn && origin.rank() == Rank::First && distance(origin, destination) == (0, 2)
}
