//! The rules of each variant, as differences from those of chess ([`Rules`](crate::Rules)).
//!
//! The defaults are the rules of chess. A variant names its differences and nothing else:
//!
//! ```text
//!                   captures          king                     pawns            more pieces   ends
//! atomic            explode around    takes nothing, may       .                .             an exploded king
//!                                     touch the other king
//! antichess         compulsory        an ordinary piece        promote to kings .             nothing left, no move
//! crazyhouse        go to a pocket    .                        .                drops         .
//! three-check       .                 .                        .                .             the third check
//! king of the hill  .                 .                        .                .             a king in the center
//! horde             .                 White has none           White's advance  .             no white piece left
//!                                                              two from rank 1
//! racing kings      .                 no move gives check      .                .             a king on rank 8
//! ```
//!
//! A table in the crate's README shows where they differ from those of Lichess and python-chess.
//!
//! Everything is known at compile time, so a rule that a variant does not have costs nothing.

// One file for each variant: `antichess.rs` (with giveaway and suicide), `atomic.rs`, `crazyhouse.rs`, `horde.rs`,
// `king_of_the_hill.rs`, `racing_kings.rs`, `three_check.rs`; `chess.rs` has no differences.
mod antichess;
mod atomic;
mod chess;
mod crazyhouse;
mod horde;
mod king_of_the_hill;
mod racing_kings;
mod three_check;

pub use antichess::{Antichess, Giveaway, Suicide};
pub use atomic::Atomic;
pub use chess::Chess;
pub use crazyhouse::Crazyhouse;
pub use horde::Horde;
pub use king_of_the_hill::KingOfTheHill;
pub use racing_kings::RacingKings;
pub use three_check::{ManyChecks, ThreeCheck};

use philidor::{Bitboard, Board, Color, PieceType};

use crate::extra::{Extra, Pocket};

/// The pieces of a side besides its king.
pub(crate) fn others(board: &Board, color: Color) -> Bitboard {
    board.colors(color) - board.pieces(PieceType::King)
}

/// The pieces in both pockets.
pub(crate) fn in_pockets<E: Extra>(extra: &E) -> [Pocket; 2] {
    Color::ALL.map(|color| extra.pocket(color))
}
