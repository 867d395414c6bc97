//! The vocabulary of chess: colors, pieces, squares, sets of squares, castling rights, moves. Without any rules.

// * `square.rs`, `bitboard.rs`, `symmetry.rs`: squares, sets of squares, and both flipped and rotated
// * `color.rs`, `piece.rs`, `castling.rs`: colors, pieces, castling rights
// * `moves.rs`, `move_list.rs`, `max_moves.rs`: a move in one word, a list of moves, a bound on their number
// * `side.rs`: the side to move as a type
// * `outcome.rs`: how games end
// * `parse_error.rs`: the errors of texts and indices that name nothing
mod bitboard;
mod castling;
mod color;
mod max_moves;
mod move_list;
mod moves;
mod outcome;
mod parse_error;
mod piece;
mod side;
mod square;
mod symmetry;

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, CastlingRooks, CastlingSide};
pub use color::Color;
pub use move_list::{MoveList, MoveListIntoIter};
pub use moves::{Move, MoveDigest, MoveType};
pub use outcome::{Claim, Draw, GameResult, Outcome, Win};
pub use parse_error::{InvalidIndex, ParseNameError};
pub(crate) use parse_error::{only_letter, words_and_indices};
pub use piece::{Piece, PieceType};
pub(crate) use side::{Black, Side, White};
pub use square::{File, Rank, Square};
