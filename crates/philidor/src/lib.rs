#![doc = include_str!("../README.md")]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(missing_docs, unsafe_code)]

extern crate alloc;

pub mod attacks;
mod cpu;
mod game;
mod movegen;
mod notation;
pub mod perft;
mod position;
mod types;

pub use cpu::{Cpu, ParseCpuError};
pub use game::{Claim, Draw, Game, GameMoveError, Outcome, Win};
pub use movegen::{MoveCounter, MoveGenerator, MoveKind, MoveSet, MoveSink, PawnStep, Unrepresentable};
pub use movegen::{chain, mailbox};
pub use notation::{
    Candidates, CastlingMode, CastlingNotation, EnPassantPolicy, Fen, FenError, FenErrorKind, FenField, Long,
    MoveFault, PositionError, San, SanError, SanErrorKind, Uci, UciError, UciErrorKind,
};
pub use position::{
    Board, CastlingFault, EnPassantFault, Fault, IllegalMove, Position, Setup, SetupError, State, Undo,
};
pub use types::{
    Bitboard, CastlingRights, CastlingRooks, CastlingSide, Color, File, Move, MoveDigest, MoveList,
    MoveListIter, MoveType, ParseSquareError, Piece, PieceType, Rank, Square, Squares,
};
