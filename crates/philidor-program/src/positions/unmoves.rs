//! Moves taken back: what can have been played last, and whether no game leads to a position.
//!
//! A position that is given as text shows less than one that was played. Many programs write the en-passant square only
//! where a capture is legal, so a double push may have been the last move without it; and clocks are often made up. A
//! position is reported as unreachable only if it is, whatever the square and the clock say.

use std::fmt;
use std::io::Write;
use std::path::Path;

use philidor::{CastlingMode, Position};
use philidor_host::FileError;
use philidor_retro::{EnPassantReading, Reachability, Retractor};
use serde::Serialize;

use super::answers::Answers;
use super::line_by_line::{Answer, answer_positions};
use super::refusal::Door;

/// How many half-moves are taken back. Positions that no game leads to nearly always show that at the first one.
const PLIES: u32 = 3;

/// The unmoves of a position, as JSON.
#[derive(Serialize)]
pub struct UnmovesReport {
    fen: String,
    /// The unmoves.
    pub unmoves: Vec<UnmoveEntry>,
}

/// An unmove, and the position before it.
#[derive(Serialize)]
pub struct UnmoveEntry {
    /// The unmove, as `Ra1xNa8`.
    pub unmove: String,
    /// The FEN before it, with the castling rights and the en-passant square that it must have had.
    pub before: String,
    /// How many positions can have been before it: with other rights, with other en-passant squares.
    states: usize,
}

impl Answer for UnmovesReport {}

impl fmt::Display for UnmovesReport {
    /// Their number, and the unmoves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.unmoves.len())?;
        self.unmoves.iter().try_for_each(|entry| write!(f, " {}", entry.unmove))
    }
}

impl UnmovesReport {
    /// What can have been played last before a position; without a mode of castling, in the one that its rights show.
    pub fn new(position: &Position, castling: Option<CastlingMode>) -> UnmovesReport {
        let castling = castling.unwrap_or_else(|| CastlingMode::detect(position));
        let retractor = Retractor::new().castling(castling).en_passant(EnPassantReading::Legal);
        let unmoves = retractor.unmoves(position);
        let entries = unmoves.iter().map(|&unmove| {
            let predecessors = retractor.predecessors(position, unmove);
            UnmoveEntry {
                unmove: unmove.to_string(),
                before: predecessors.reduced().to_string(),
                states: predecessors.len(),
            }
        });
        UnmovesReport { fen: position.to_string(), unmoves: entries.collect() }
    }
}

/// Answers each line of a file, a FEN or a name, with the unmoves of its position, as [`UnmovesReport::new`] finds
/// them. Returns whether all lines were fine.
///
/// # Errors
///
/// The file cannot be read, or an answer cannot be written.
pub fn answer_unmoves(
    path: &Path,
    door: Door,
    castling: Option<CastlingMode>,
    answers: &Answers,
    writer: &mut dyn Write,
) -> Result<bool, FileError> {
    let answer = |position: &Position| Ok::<_, &str>(UnmovesReport::new(position, castling));
    answer_positions(path, door, answers, writer, answer)
}

/// Why no game leads to a position, from the standard start or any other, if its last moves show that.
pub fn why_unreachable(position: &Position) -> Option<String> {
    match Retractor::cautious().reachability(position, PLIES) {
        Reachability::No { longest: 0 } => {
            Some(format!("no game leads here: {} has no last move", !position.side_to_move()))
        }
        Reachability::No { longest } => {
            let plural = if longest == 1 { "" } else { "s" };
            Some(format!("no game leads here: before {longest} move{plural} there is none"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_without_a_last_move_is_named() {
        let why = |fen: &str| why_unreachable(&fen.parse().expect("a position"));
        let two_knights = "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1";
        assert_eq!(why(two_knights).as_deref(), Some("no game leads here: white has no last move"));
        assert_eq!(why("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), None);
        // Only e2-e4 uncovers this check, and no pawn can capture: the square may be missing.
        assert_eq!(why("8/8/8/8/2k1P3/8/6P1/K4B2 b - - 0 1"), None);
    }
}
