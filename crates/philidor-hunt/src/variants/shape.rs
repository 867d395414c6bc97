//! A move as a suspect writes it; only its squares and the dropped piece are certain.

use philidor::{CastlingSide, GamePosition, PieceType, Square};
use philidor_variants::AnyPosition;

use crate::suspect::suspect_move::{plain, squares};

/// What a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Step(Step),
    Drop(PieceType, Square),
}

/// From one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) origin: Square,
    pub(super) destination: Square,
    pub(super) promotes: bool,
}

impl Shape {
    /// Reads a text; a position is needed to know where the king stands.
    pub(super) fn read(position: &AnyPosition, text: &str) -> Option<Shape> {
        if let Some((piece, square)) = text.split_once('@') {
            let letter = piece.chars().next().unwrap_or('P').to_ascii_lowercase();
            return Some(Shape::Drop(PieceType::from_letter(letter)?, square.parse().ok()?));
        }
        let us = position.side_to_move();
        let side = match text.replace(['-', '0', 'o', 'O'], "o").trim_end_matches(['+', '#']) {
            "ooo" => Some(CastlingSide::KingSide),
            "ooooo" => Some(CastlingSide::QueenSide),
            _ => None,
        };
        if let Some(side) = side {
            let origin = position.board().colored_pieces(us, PieceType::King).first()?;
            return Some(Shape::Step(Step {
                origin,
                destination: side.king_destination(us),
                promotes: false,
            }));
        }
        let plain = plain(text);
        let (origin, destination) = squares(&plain)?;
        Some(Shape::Step(Step { origin, destination, promotes: plain.len() > 4 }))
    }
}

#[cfg(test)]
mod tests {
    use philidor_variants::Variant;

    use super::*;

    #[test]
    fn steps_drops_and_castling_are_read() {
        let start = AnyPosition::start(Variant::Crazyhouse);
        let read = |text| Shape::read(&start, text);
        assert_eq!(read("N@f3"), Some(Shape::Drop(PieceType::Knight, Square::F3)));
        assert_eq!(read("@f3"), Some(Shape::Drop(PieceType::Pawn, Square::F3)));
        let step = |origin, destination, promotes| Some(Shape::Step(Step { origin, destination, promotes }));
        assert_eq!(read("e7e8=K"), step(Square::E7, Square::E8, true));
        assert_eq!(read("O-O-O"), step(Square::E1, Square::C1, false));
        assert_eq!([read(""), read("N@"), read("x@e4"), read("0000")], [None; 4]);
    }
}
