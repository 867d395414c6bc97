#![doc = include_str!("../README.md")]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(missing_docs, unsafe_code)]

extern crate alloc;
// What tests share with those outside calls the crate by its name.
#[cfg(test)]
extern crate self as philidor;

pub mod attacks;
pub mod binary;
mod cpu;
mod game;
mod movegen;
mod notation;
pub mod perft;
mod position;
#[cfg(feature = "serde")]
pub mod serde;
mod types;

pub use cpu::{Cpu, ParseCpuError};
pub use game::{Claim, Draw, Game, GameMoveError, Outcome, Win};
pub use movegen::{MoveCounter, MoveGenerator, MoveKind, MoveSet, MoveSink, PawnStep, Unrepresentable};
pub use movegen::{chain, mailbox};
pub use notation::{
    Candidates, CastlingMode, CastlingNotation, EnPassantPolicy, Fen, FenError, FenErrorKind, FenField, Long,
    MoveFault, PositionError, San, SanError, SanErrorKind, Uci, UciError, UciErrorKind,
};
pub use notation::{epd, pgn, polyglot};
pub use position::{
    Board, CastlingFault, EnPassantFault, Fault, IllegalMove, Position, Setup, SetupError, State, Strictness,
    Undo,
};
pub use types::{
    Bitboard, CastlingRights, CastlingRooks, CastlingSide, Color, File, Move, MoveDigest, MoveList,
    MoveListIter, MoveType, ParseSquareError, Piece, PieceType, Rank, Square, Squares,
};

/// The chapters of the book, so that `cargo test` compiles and runs their examples. The package does without them.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../../../book/src/words.md")]
    mod words {}
    #[doc = include_str!("../../../book/src/moves.md")]
    mod moves {}
    #[doc = include_str!("../../../book/src/positions.md")]
    mod positions {}
    #[doc = include_str!("../../../book/src/attacks.md")]
    mod attacks {}
    #[doc = include_str!("../../../book/src/generation.md")]
    mod generation {}
    #[doc = include_str!("../../../book/src/chain.md")]
    mod chain {}
    #[doc = include_str!("../../../book/src/mailbox.md")]
    mod mailbox {}
    #[doc = include_str!("../../../book/src/order.md")]
    mod order {}
    #[doc = include_str!("../../../book/src/games.md")]
    mod games {}
    #[doc = include_str!("../../../book/src/perft.md")]
    mod perft {}
    #[doc = include_str!("../../../book/src/compare.md")]
    mod compare {}
}
