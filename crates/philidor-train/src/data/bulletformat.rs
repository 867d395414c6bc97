//! Bulletformat: one position in 32 bytes, seen by the side to move, as the trainer *bullet* reads it
//! ([the crate's documentation](https://docs.rs/bulletformat)).
//!
//! ```text
//! bytes  0 …  7   the occupied squares, for Black to move with the ranks reversed
//!        8 … 23   the pieces on them, four bits each, the low half of a byte first: 0 pawn … 5 king; + 8 for those of
//!                 the side that does not move
//!       24 … 25   the score in centipawns, for the side to move
//!       26        its half points: 0 lost, 1 drawn, 2 won
//!       27        its king's square
//!       28        the other king's square, as that side sees it
//!       29 … 31   unused
//! ```
//!
//! Rights, clocks and the en-passant square are not there: an evaluation does not look at them. The trainer keeps its
//! positions in this form, 32 MB for a million.

use philidor::{Bitboard, Color, Piece, Position, Setup};

use super::packed_board::{self, BoardFault, MAX_PIECES, code};
use super::scored_game::{GameOutcome, ScoredPosition};

/// A position to learn from, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingPosition([u8; TrainingPosition::BYTES]);

impl TrainingPosition {
    /// The number of bytes.
    pub const BYTES: usize = 32;

    /// A position with its score, White's, and the outcome of its game. There is room for 32 pieces; of more, those on
    /// the last squares are left out.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_train::data::{GameOutcome, TrainingPosition};
    ///
    /// let black_to_move: Position = "4k3/8/8/8/8/8/P7/4K3 b - - 0 1".parse()?;
    /// let seen = TrainingPosition::new(&black_to_move, 150, GameOutcome::WhiteWins);
    /// assert_eq!((seen.score(), seen.half_points(), seen.pieces().count()), (-150, 0, 3));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn new(position: &Position, white_score: i16, outcome: GameOutcome) -> TrainingPosition {
        let us = position.side_to_move();
        let seen = |square: u8| if us == Color::White { square } else { square ^ 56 };
        let mut bytes = [0; TrainingPosition::BYTES];
        let occupied = position.board().occupied().0;
        let occupied = if us == Color::White { occupied } else { occupied.swap_bytes() };
        bytes[..8].copy_from_slice(&occupied.to_le_bytes());
        for (place, square) in Bitboard(occupied).into_iter().enumerate().take(MAX_PIECES as usize) {
            let real = if us == Color::White { square } else { square.flip_rank() };
            let Some(piece) = position.piece_at(real) else { continue };
            let code = code(piece.piece_type) | if piece.color == us { 0 } else { 8 };
            bytes[8 + place / 2] |= code << (4 * (place % 2));
        }
        let score = if us == Color::White { white_score } else { white_score.saturating_neg() };
        bytes[24..26].copy_from_slice(&score.to_le_bytes());
        bytes[26] = outcome.half_points(us);
        bytes[27] = seen(position.king(us) as u8);
        bytes[28] = seen(position.king(!us) as u8) ^ 56;
        TrainingPosition(bytes)
    }

    /// The bytes.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; TrainingPosition::BYTES] {
        self.0
    }

    /// These bytes, valid or not.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; TrainingPosition::BYTES]) -> TrainingPosition {
        TrainingPosition(bytes)
    }

    /// The score in centipawns, for the side to move.
    #[must_use]
    #[inline]
    pub const fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[24], self.0[25]])
    }

    /// The half points of the side to move: 0, 1 or 2.
    #[must_use]
    #[inline]
    pub const fn half_points(&self) -> u8 {
        self.0[26]
    }

    /// The square of the king of the side to move, from 0 (a1) to 63, as it sees the board.
    #[must_use]
    #[inline]
    pub const fn king(&self) -> u8 {
        self.0[27] & 63
    }

    /// The square of the other king, as its side sees the board.
    #[must_use]
    #[inline]
    pub const fn other_king(&self) -> u8 {
        self.0[28] & 63
    }

    /// How many pieces there are.
    #[must_use]
    #[inline]
    pub const fn piece_count(&self) -> u32 {
        self.occupied().count_ones()
    }

    /// The pieces: a code (0 pawn … 5 king, + 8 for those of the other side) and a square each.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (u8, u8)> {
        let mut left = self.occupied();
        let mut place = 0;
        std::iter::from_fn(move || {
            if left == 0 || place == 32 {
                return None;
            }
            let square = left.trailing_zeros() as u8;
            left &= left - 1;
            let code = self.0[8 + place / 2] >> (4 * (place % 2)) & 15;
            place += 1;
            Some((code, square))
        })
    }

    #[inline]
    const fn occupied(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }
}

/// Reads a position from 32 bytes; White is to move, since the format does not say who is.
pub(super) fn read(bytes: &[u8; TrainingPosition::BYTES]) -> Result<ScoredPosition, BoardFault> {
    let seen = TrainingPosition(*bytes);
    let mut setup = Setup::empty();
    for (place, square) in packed_board::occupied(seen.occupied())?.into_iter().enumerate() {
        let byte = 8 + place / 2;
        let code = bytes[byte] >> (4 * (place % 2)) & 15;
        let piece_type = packed_board::piece_type(code & 7)
            .ok_or_else(|| BoardFault::new(byte, format!("piece {} on {square}", code & 7)))?;
        let color = if code & 8 == 0 { Color::White } else { Color::Black };
        setup.board.put(square, Piece::new(color, piece_type));
    }
    let outcome = packed_board::outcome(bytes, 26)?;
    let position = packed_board::position(setup)?;
    let kings = [(27, Color::White, 0), (28, Color::Black, 56)];
    match kings.into_iter().find(|&(byte, color, flip)| bytes[byte] ^ flip != position.king(color) as u8) {
        Some((byte, _, _)) => Err(BoardFault::new(byte, "a king is on another square")),
        None => Ok(ScoredPosition { position, score: seen.score(), outcome }),
    }
}
