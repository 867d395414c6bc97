//! Text in, text out.

// * `fen/`: positions
// * `uci.rs`, `san/`, `lan.rs`: moves; `any_move.rs`: in any of these notations; `fault.rs`: why a move given by its
//   squares is not legal
// * `game_position.rs`: what all of this asks of a position, of chess or of a variant
// * `result.rs`: results of games
// * `characters.rs`: what web pages write in place of ASCII
mod any_move;
pub mod characters;
mod fault;
pub(crate) mod fen;
mod game_position;
mod lan;
mod result;
pub(crate) mod san;
mod uci;

pub use any_move::{MoveTextError, MoveTextFault};
pub use fault::MoveFault;
pub use fen::{
    CastlingNotation, EnPassantPolicy, Fen, FenError, FenErrorKind, FenField, LenientFen, PositionError,
};
pub use game_position::{GamePosition, StartError};
pub use lan::Lan;
pub use san::{Candidates, NamedMove, Replay, San, SanError, SanErrorKind, Spelling};
pub use uci::{CastlingMode, Uci, UciError, UciErrorKind};
