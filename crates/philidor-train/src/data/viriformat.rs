//! Viriformat: games with scores, four bytes a move (Cosmo Bobak, 2023;
//! [specification](https://docs.rs/viriformat)).
//!
//! ```text
//! game   32 bytes of marlinformat │ move score │ move score │ …  │ 0 0
//!                                     u16  i16
//!
//! move   15 ─ 14   13 ── 12   11 ─────── 6   5 ────── 0
//!         type     promotion   destination    origin         type: 0 normal, 1 en passant, 2 castling, 3 promotion;
//!                                                            promotion: 0 knight … 3 queen; castling takes the rook
//! ```
//!
//! Scores are White's. Games follow each other without a header, so files can be joined, and one that ends in the
//! middle of a game is whole up to there.

use std::io::{self, BufRead, Write};

use philidor::{MoveType, Square};

use super::error::DataErrorKind;
use super::move_parts::MoveParts;
use super::packed_board::{self, BYTES};
use super::scored_game::{ScoredGame, ScoredMove};
use super::source::{Fault, Source};

/// The kinds of moves in the order of their numbers.
const KINDS: [MoveType; 4] = [MoveType::Normal, MoveType::EnPassant, MoveType::Castling, MoveType::Promotion];

fn word(MoveParts { kind, origin, destination, promotion }: MoveParts) -> u16 {
    let kind = KINDS.iter().position(|&one| one == kind).unwrap_or(0) as u16;
    origin as u16 | (destination as u16) << 6 | u16::from(promotion) << 12 | kind << 14
}

fn parts(word: u16) -> MoveParts {
    let square = |bits: u16| Square::ALL[usize::from(bits & 63)];
    MoveParts {
        kind: KINDS[usize::from(word >> 14)],
        origin: square(word),
        destination: square(word >> 6),
        promotion: (word >> 12 & 3) as u8,
    }
}

/// Writes a game.
///
/// # Errors
///
/// If the output cannot be written to.
pub fn write(game: &ScoredGame, output: &mut impl Write) -> io::Result<()> {
    let mut position = game.start;
    output.write_all(&packed_board::write(&position, 0, game.outcome))?;
    for &ScoredMove { mv, score } in &game.moves {
        output.write_all(&word(MoveParts::of(&position, mv)).to_le_bytes())?;
        output.write_all(&score.to_le_bytes())?;
        position.play_unchecked(mv);
    }
    output.write_all(&[0; 4])
}

/// Reads a game, to its end even if it is wrong.
pub(super) fn read(source: &mut Source<impl BufRead>) -> Result<ScoredGame, Fault> {
    let begin = source.offset;
    let board = source.take::<BYTES>()?;
    let (start, _, outcome) = match packed_board::read(&board) {
        Ok(read) => read,
        Err(fault) => return Err(past_the_moves(source, fault.at(begin))),
    };
    let (mut position, mut moves) = (start, Vec::new());
    loop {
        let offset = source.offset;
        let [a, b, c, d] = source.take::<4>()?;
        if [a, b, c, d] == [0; 4] {
            return Ok(ScoredGame { start, outcome, moves });
        }
        let Some(mv) = parts(u16::from_le_bytes([a, b])).legal(&position) else {
            let kind = DataErrorKind::IllegalMove { number: moves.len() + 1 };
            return Err(past_the_moves(source, Fault { offset, kind }));
        };
        moves.push(ScoredMove { mv, score: i16::from_le_bytes([c, d]) });
        position.play_unchecked(mv);
    }
}

/// Skips the rest of the moves, so that the next game can be read. Returns the fault, or another one if the game has no
/// end.
fn past_the_moves(source: &mut Source<impl BufRead>, fault: Fault) -> Fault {
    loop {
        match source.take::<4>() {
            Ok([0, 0, 0, 0]) => return fault,
            Ok(_) => {}
            Err(end) => return end,
        }
    }
}

#[cfg(test)]
mod tests;
