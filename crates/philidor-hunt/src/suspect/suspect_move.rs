//! A move as a suspect writes it; only its squares are certain.
//!
//! ```text
//! e7e8q   e7-e8=Q   e7xd8q   Ng1-f3   Ng1xf3+        squares, and what a pawn becomes
//! O-O   0-0-0                                        castling: the king's square, and where it goes
//! ```

use philidor::{CastlingSide, Position, Square};

/// The null move, which some programs list when there is no legal move.
pub(crate) const NULL_MOVE: &str = "0000";

/// The squares that a text names, and whether a letter follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SuspectMove {
    pub(crate) origin: Square,
    pub(crate) destination: Square,
    pub(crate) promotion: bool,
}

impl SuspectMove {
    /// Reads a text; a position is needed to know where the king stands.
    pub(crate) fn read(position: &Position, text: &str) -> Option<SuspectMove> {
        let us = position.side_to_move();
        let side = match text.replace(['-', '0', 'o', 'O'], "o").trim_end_matches(['+', '#']) {
            "ooo" => Some(CastlingSide::KingSide),
            "ooooo" => Some(CastlingSide::QueenSide),
            _ => None,
        };
        if let Some(side) = side {
            return Some(SuspectMove {
                origin: position.king(us),
                destination: side.king_destination(us),
                promotion: false,
            });
        }
        let plain = plain(text);
        let (origin, destination) = squares(&plain)?;
        Some(SuspectMove { origin, destination, promotion: plain.len() > 4 })
    }
}

/// A move without what long algebraic notation puts around its squares: `Ng1xf3+` is `g1f3`.
pub(crate) fn plain(text: &str) -> String {
    let small = text.to_ascii_lowercase().replace(['-', '=', 'x', ':', '+', '#', '(', ')', '/'], "");
    match small.get(1..) {
        Some(rest) if small.starts_with(['p', 'n', 'b', 'r', 'q', 'k']) && squares(rest).is_some() => {
            rest.to_owned()
        }
        _ => small,
    }
}

/// The squares with which a text begins.
pub(crate) fn squares(text: &str) -> Option<(Square, Square)> {
    Some((text.get(0..2)?.parse().ok()?, text.get(2..4)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_around_the_squares_are_ignored() {
        let long = ["g1f3", "g1-f3", "Ng1f3", "Ng1-f3", "ng1xf3", "Ng1:f3+"];
        for text in long {
            assert_eq!(plain(text), "g1f3", "{text}");
        }
        for (text, expected) in
            [("e7e8=Q", "e7e8q"), ("e7xd8(Q)", "e7d8q"), ("b7b8b", "b7b8b"), ("bb1c3", "b1c3")]
        {
            assert_eq!(plain(text), expected);
        }
    }

    #[test]
    fn castling_in_letters_is_a_step_of_the_king() {
        let position = Position::default();
        let squares_of = |text| SuspectMove::read(&position, text).map(|mv| (mv.origin, mv.destination));
        for text in ["O-O", "0-0", "o-o", "0-0+", "e1g1", "Ke1-g1"] {
            assert_eq!(squares_of(text), Some((Square::E1, Square::G1)), "{text}");
        }
        assert_eq!(squares_of("O-O-O"), Some((Square::E1, Square::C1)));
        for text in ["", "Nf3", "e1", "e1i1", "é1e2", "0000"] {
            assert_eq!(squares_of(text), None, "{text}");
        }
    }
}
