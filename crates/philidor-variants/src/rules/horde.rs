//! Horde: thirty-six white pawns against the black pieces.
//!
//! ```text
//! 8 | r n b q k b n r
//! 7 | p p p p p p p p
//! 6 | . . . . . . . .
//! 5 | . P P . . P P .      White has no king: Black wins by taking everything, White by mate.
//! 4 | P P P P P P P P
//! 3 | P P P P P P P P      A white pawn on the first rank may advance two squares as well; nobody takes it
//! 2 | P P P P P P P P      en passant.
//! 1 | P P P P P P P P
//! ```

use philidor::{Bitboard, Color, Fault, Rank, Setup};

use super::Rules;
use crate::outcome::{VariantOutcome, Victory};
use crate::position::VariantPosition;

/// Horde, as on Lichess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Horde;

impl Rules for Horde {
    type Extra = ();
    const NAME: &'static str = "Horde";

    #[inline(always)]
    fn double_step_origins(color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Second),
            Color::Black => Bitboard::from_rank(Rank::Seventh),
        }
    }

    #[inline(always)]
    fn end(position: &VariantPosition<Horde>) -> Option<VariantOutcome> {
        let is_gone = position.board().color(Color::White).is_empty();
        is_gone.then_some(VariantOutcome::Win { winner: Color::Black, by: Victory::NothingLeft })
    }

    fn has_insufficient_material(position: &VariantPosition<Horde>, color: Color) -> bool {
        color == Color::White && position.board().color(Color::White).is_empty()
    }

    fn start() -> (Setup, ()) {
        let start = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1".parse();
        (start.unwrap_or_default(), ())
    }

    /// Black's pieces stand as in Chess960.
    fn chess960(number: u16) -> Option<(Setup, ())> {
        let (start, extra) = Horde::start();
        let mut setup = Setup::chess960(number)?;
        for square in Bitboard(0xffff) {
            setup.board.remove(square);
        }
        for square in start.board.color(Color::White) {
            setup.board.put(square, philidor::Piece::new(Color::White, philidor::PieceType::Pawn));
        }
        setup.state.castling_rights &= philidor::CastlingRights::BLACK;
        Some((setup.without_unused_castling_rooks(), extra))
    }

    fn excuses(_: &Setup, fault: &Fault) -> bool {
        match *fault {
            Fault::MissingKing { color } => color == Color::White,
            Fault::TooManyPieces { color, .. } | Fault::TooManyPawns { color, .. } => color == Color::White,
            Fault::PawnsOnLastRanks { squares } => squares.is_subset_of(Bitboard::from_rank(Rank::First)),
            _ => false,
        }
    }
}
