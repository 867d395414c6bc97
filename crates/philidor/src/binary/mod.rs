//! Bytes in, bytes out: positions and games as a database stores them.
//!
//! A position takes 32 bytes ([`PackedPosition`]), a move of a game nearly always one ([`pack_game`]). Both forms are
//! canonical: equal values have equal bytes, so bytes can be compared, hashed and sorted. Reading is total: any bytes
//! are a valid position or a game of legal moves, or are rejected with a reason.

// * `position.rs`, `parts.rs`: a position in 32 bytes, and what they mean
// * `fast_unpack.rs`: the fast path for reading them, which leaves anything doubtful to `position.rs`
// * `game.rs`: a game in one byte a move

pub(crate) mod fast_unpack;
mod game;
pub(crate) mod parts;
pub(crate) mod position;

pub use game::{
    PackablePosition, PackedGameError, PackedGameErrorKind, PackedMoves, pack_game, unpack_game,
    unpack_game_with,
};
pub use position::{PackedPosition, PackedPositionError};
