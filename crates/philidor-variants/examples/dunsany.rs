//! A variant of your own in a page: Lord Dunsany's chess (1942). Black has the pieces of chess and moves first; White
//! has thirty-two pawns, which never advance two squares. White wins by checkmate, Black by taking every pawn.
//!
//! ```text
//! 8 | r n b q k b n r        cargo run -p philidor-variants --example dunsany
//! 7 | p p p p p p p p
//! 6 | . . . . . . . .
//! 5 | . . . . . . . .
//! 4 | P P P P P P P P
//! …
//! ```

use philidor::{Bitboard, Color, Fault, Outcome, Rank, Setup, Win};
use philidor_variants::{Rules, VariantPosition, perft};

/// Dunsany's chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Dunsany;

impl Rules for Dunsany {
    type Extra = ();
    const NAME: &'static str = "Dunsany";

    fn double_step_origins(color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard::EMPTY,
            Color::Black => Bitboard::from_rank(Rank::Seventh),
        }
    }

    fn end(position: &VariantPosition<Dunsany>) -> Option<Outcome> {
        let is_gone = position.board().colors(Color::White).is_empty();
        is_gone.then_some(Outcome::Win { winner: Color::Black, by: Win::NothingLeft })
    }

    fn start() -> (Setup, ()) {
        let start = "rnbqkbnr/pppppppp/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP b kq - 0 1";
        (start.parse().unwrap_or_default(), ())
    }

    fn excuses(setup: &Setup, fault: &Fault) -> bool {
        match *fault {
            Fault::MissingKing { color } => color == Color::White,
            Fault::TooManyPieces { color, .. } | Fault::TooManyPawns { color, .. } => color == Color::White,
            Fault::PawnsOnLastRanks { squares } => {
                squares.is_subset_of(Bitboard::from_rank(Rank::First) & setup.board.colors(Color::White))
            }
            _ => false,
        }
    }
}

fn main() -> Result<(), philidor::SanError> {
    let mut position = VariantPosition::<Dunsany>::default();
    for depth in 1..=5 {
        println!("perft {depth}: {}", perft(&position, depth));
    }
    for text in ["Nf6", "g5", "Ne4", "g6", "fxg6"] {
        let mv = position.parse_san(text)?;
        print!("{} ", position.to_san(mv));
        position.play_unchecked(mv);
    }
    println!("\n{position}");
    Ok(())
}
