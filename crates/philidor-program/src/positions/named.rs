//! Positions with names, which save typing their FENs.
//!
//! The first seven are the usual test positions of move generators; `position3` to `position6` go by these numbers on
//! the Chess Programming Wiki.

use std::fmt;

use philidor::Position;
use philidor_host::{Visible, cut};

use super::refusal::{Door, Refusal, read_fen};

/// How many characters of an unknown name an error repeats.
const MAX_NAME: usize = 60;

/// A position with a name; the first is the start of each variant, too.
struct Named {
    name: &'static str,
    fen: &'static str,
}

const NAMED: [Named; 10] = [
    Named { name: "startpos", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" },
    Named { name: "kiwipete", fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" },
    Named { name: "position3", fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" },
    Named { name: "position4", fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1" },
    Named {
        name: "position4-mirrored",
        fen: "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    },
    Named { name: "position5", fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8" },
    Named {
        name: "position6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    },
    // From Brian Adkins's page on move generation.
    Named { name: "adkins", fen: "r3k2r/1p2b1p1/b1n1p3/2pp2qp/3PP1B1/1Q3pP1/PB1N4/R3K2R w KQkq - 0 1" },
    // Pawns of both sides one step from promotion.
    Named { name: "promotions", fen: "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1" },
    // 218 legal moves, more than in any other position known to arise from the start.
    Named { name: "most-moves", fen: "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1" },
];

/// The help text of an argument that takes a position.
pub fn position_help() -> String {
    format!("A FEN in quotes, or a name: {}", names())
}

fn names() -> String {
    NAMED.map(|named| named.name).join(", ")
}

/// The position that a name or a FEN describes.
///
/// # Errors
///
/// It is neither, or the FEN is refused.
///
/// ```
/// use philidor_program::positions::{Door, read_position};
///
/// assert_eq!(read_position("kiwipete", Door::Strict)?.legal_move_count(), 48);
/// # Ok::<(), philidor_program::positions::PositionArgumentError>(())
/// ```
pub fn read_position(text: &str, door: Door) -> Result<Position, PositionArgumentError> {
    let named = NAMED.iter().find(|named| named.name == text);
    // A FEN has slashes in its board: a single word without any was meant as a name.
    if named.is_none() && !text.contains(['/', ' ']) {
        return Err(PositionArgumentError::UnknownName(text.to_owned()));
    }
    read_fen(named.map_or(text, |named| named.fen), door).map_err(PositionArgumentError::Refused)
}

/// An argument that does not describe a position.
#[derive(Debug)]
pub enum PositionArgumentError {
    /// It is not a FEN, and no position has this name.
    UnknownName(String),
    /// It is a FEN with faults.
    Refused(Refusal),
}

impl fmt::Display for PositionArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionArgumentError::UnknownName(text) => {
                let text = cut(text, MAX_NAME);
                write!(f, "`{}` is neither a FEN nor the name of a position: {}", Visible(&text), names())
            }
            PositionArgumentError::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for PositionArgumentError {}

/// The position of a text by the rules of a variant: its start for `startpos`, or what `read` makes of a FEN.
///
/// # Errors
///
/// The FEN is refused, or the text is the name of a position of chess.
///
/// ```
/// use philidor_program::positions::{ByRulesError, read_by_rules};
///
/// let read = |text| read_by_rules(text, || "the start", |fen| Err::<&str, _>(format!("no FEN: {fen}")));
/// assert_eq!(read("startpos"), Ok("the start"));
/// assert_eq!(read("kiwipete"), Err(ByRulesError::OfChess));
/// assert_eq!(read("8/8").unwrap_err().to_string(), "no FEN: 8/8");
/// ```
pub fn read_by_rules<P, E>(
    text: &str,
    start: impl FnOnce() -> P,
    read: impl FnOnce(&str) -> Result<P, E>,
) -> Result<P, ByRulesError<E>> {
    match NAMED.iter().position(|named| named.name == text) {
        Some(0) => Ok(start()),
        Some(_) => Err(ByRulesError::OfChess),
        None => read(text).map_err(ByRulesError::Refused),
    }
}

/// A text that does not describe a position of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ByRulesError<E> {
    /// The text is the name of a position of chess.
    OfChess,
    /// The text is a FEN with faults.
    Refused(E),
}

impl<E: fmt::Display> fmt::Display for ByRulesError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ByRulesError::OfChess => f.write_str("a position of chess has this name"),
            ByRulesError::Refused(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for ByRulesError<E> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_position_with_its_known_number_of_moves() {
        let counts =
            NAMED.map(|named| read_position(named.name, Door::Strict).expect(named.name).legal_move_count());
        assert_eq!(counts, [20, 48, 14, 6, 6, 44, 46, 43, 24, 218]);
    }
}
