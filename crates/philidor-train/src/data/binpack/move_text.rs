//! A move in as few bits as its position leaves open: which of the pieces, then which of its destinations, both in the
//! order of the squares from a1 to h8.
//!
//! Pieces go wherever they attack, pinned or not. A promotion is four moves; the rights to castle, used or not, come
//! after the king's destinations, the long one first. The en-passant square counts only if the capture is legal.

use philidor::{Bitboard, CastlingSide, Color, Move, MoveType, PieceType, Position, Rank, Square};

use super::super::move_parts::MoveParts;
use super::bits::{BitReader, BitWriter, End};

/// The bits for a number below this one.
const fn width(count: u32) -> u32 {
    if count <= 1 { 0 } else { (count - 1).ilog2() + 1 }
}

/// What the move of a piece is chosen from.
struct Choice {
    piece_type: PieceType,
    destinations: Bitboard,
    /// How many moves each destination stands for.
    promotions: u32,
    /// The sides on which the king has the right to castle.
    castling: Vec<CastlingSide>,
}

impl Choice {
    fn new(position: &Position, origin: Square) -> Choice {
        let us = position.side_to_move();
        let board = position.board();
        let piece_type = board.piece_type_at(origin).unwrap_or(PieceType::King);
        let attacked = position.attacks_from(origin, board.occupied()) - board.colors(us);
        let mut choice = Choice { piece_type, destinations: attacked, promotions: 1, castling: Vec::new() };
        if piece_type == PieceType::Pawn {
            let passed = position.en_passant().filter(|_| position.has_legal_en_passant());
            let taken = board.colors(!us) | passed.map_or(Bitboard::EMPTY, Bitboard::from_square);
            let ahead = |set: Bitboard| {
                (if us == Color::White { set.north() } else { set.south() }) - board.occupied()
            };
            let once = ahead(Bitboard::from_square(origin));
            let twice = ahead(once & Bitboard::from_rank(Rank::Third.relative_to(us)));
            choice.destinations = attacked & taken | once | twice;
            choice.promotions = if origin.rank() == Rank::Seventh.relative_to(us) { 4 } else { 1 };
        } else if piece_type == PieceType::King {
            let has = |side: &CastlingSide| position.castling_rights().has(us, *side);
            choice.castling =
                [CastlingSide::QueenSide, CastlingSide::KingSide].into_iter().filter(has).collect();
        }
        choice
    }

    /// How many moves there are.
    fn count(&self) -> u32 {
        self.destinations.len() * self.promotions + self.castling.len() as u32
    }
}

/// How many squares of a set come before this one.
fn before(set: Bitboard, square: Square) -> u32 {
    (set & Bitboard(Bitboard::from_square(square).0 - 1)).len()
}

/// Reads a move; `None` if it is not legal.
pub(super) fn read(position: &Position, text: &mut BitReader<'_>) -> Result<Option<Move>, End> {
    let ours = position.board().colors(position.side_to_move());
    let piece = text.bits(width(ours.len()))?;
    let Some(origin) = ours.into_iter().nth(piece.into()) else { return Ok(None) };
    let choice = Choice::new(position, origin);
    let number = u32::from(text.bits(width(choice.count()))?);
    Ok(parts(position, origin, &choice, number).and_then(|parts| parts.legal(position)))
}

fn parts(position: &Position, origin: Square, choice: &Choice, number: u32) -> Option<MoveParts> {
    let squares = choice.destinations.len() * choice.promotions;
    let mut parts = MoveParts { kind: MoveType::Normal, origin, destination: origin, promotion: 0 };
    if number >= squares {
        let side = *choice.castling.get((number - squares) as usize)?;
        parts.kind = MoveType::Castling;
        parts.destination = position.castling_rooks().square(position.side_to_move(), side);
        return Some(parts);
    }
    parts.destination = choice.destinations.into_iter().nth((number / choice.promotions) as usize)?;
    if choice.promotions > 1 {
        parts.kind = MoveType::Promotion;
        parts.promotion = (number % choice.promotions) as u8;
    } else if choice.piece_type == PieceType::Pawn && position.en_passant() == Some(parts.destination) {
        parts.kind = MoveType::EnPassant;
    }
    Some(parts)
}

/// Writes a legal move.
pub(super) fn write(position: &Position, mv: Move, text: &mut BitWriter<'_>) {
    let ours = position.board().colors(position.side_to_move());
    let parts = MoveParts::of(position, mv);
    let choice = Choice::new(position, parts.origin);
    let number = match mv.castling_side() {
        Some(side) => {
            let place = choice.castling.iter().position(|&one| one == side).unwrap_or(0);
            choice.destinations.len() + place as u32
        }
        None => {
            before(choice.destinations, parts.destination) * choice.promotions + u32::from(parts.promotion)
        }
    };
    text.bits(before(ours, parts.origin) as u16, width(ours.len()));
    text.bits(number as u16, width(choice.count()));
}
