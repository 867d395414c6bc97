#![doc = include_str!("../README.md")]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(missing_docs, unsafe_code)]
// Counting trees and files of games have doors of their own in the modules below them.
#![cfg_attr(not(all(feature = "perft", feature = "pgn")), allow(dead_code, unused_imports, unused_macros))]

extern crate alloc;
// Code that unit tests share with integration tests uses the crate's name.
#[cfg(test)]
extern crate self as philidor;

#[cfg(feature = "arbitrary")]
mod arbitrary;
pub mod attacks;
pub mod binary;
mod cpu;
mod diagram;
mod game;
mod movegen;
mod notation;
#[cfg(feature = "perft")]
pub mod perft;
mod position;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "proptest")]
pub mod strategies;
#[cfg(feature = "suites")]
pub mod suites;
mod types;

pub use cpu::{Cpu, ParseCpuError};
pub use diagram::Diagram;
pub use game::{Claim, Draw, Game, GameMoveError, Outcome, Win};
pub use movegen::{
    MoveCounter, MoveGenerator, MoveKind, MoveSet, MoveSink, Moves, PawnStep, Unrepresentable,
};
pub use movegen::{chain, mailbox};
#[cfg(feature = "pgn")]
pub use notation::pgn;
pub use notation::{
    Candidates, CastlingMode, CastlingNotation, EnPassantPolicy, Fen, FenError, FenErrorKind, FenField, Long,
    MoveFault, PositionError, San, SanError, SanErrorKind, Uci, UciError, UciErrorKind,
};
pub use notation::{epd, polyglot};
pub use position::{
    Board, CastlingFault, EnPassantFault, Fault, IllegalMove, ParseBoardError, Position, Setup, SetupError,
    State, Strictness, Undo,
};
pub use types::{
    Bitboard, CastlingRights, CastlingRooks, CastlingSide, Color, File, InvalidIndex, Move, MoveDigest,
    MoveList, MoveListIntoIter, MoveType, ParseWordError, Piece, PieceType, Rank, Square, Squares,
};
