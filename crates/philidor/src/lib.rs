#![doc = include_str!("../README.md")]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(missing_docs, unsafe_code)]
// Without this feature, what only it needs in other modules is unused.
#![cfg_attr(not(feature = "perft"), allow(dead_code, unused_imports))]
#![cfg_attr(unoptimized, allow(dead_code, unused_imports, unused_macros))] // it has one level: see `cpu/mod.rs`

extern crate alloc;

// Instructions on many words at once (`simd/`); the vocabulary of chess (`types/`), and which squares a piece attacks
// (`attacks/`).
pub mod attacks;
mod simd;
mod types;

// The levels of the CPU for which hot code is compiled (`cpu/`); the memory of large tables (`memory.rs`); threads, as
// far as the system has them (`threads.rs`).
pub mod cpu;
#[cfg(target_has_atomic = "64")]
mod memory;
#[cfg(feature = "std")]
pub mod threads;

// A valid game state (`position/`), and its moves (`movegen/`).
mod movegen;
mod position;

// The parts that search and evaluation need (`search_support/`).
pub mod search_support;

// The tree of moves, counted (`perft/`).
#[cfg(feature = "perft")]
pub mod perft;

// Text in, text out (`notation/`); a start and its moves (`game/`).
mod game;
mod notation;

// What is printed of an error (`sentence.rs`).
mod sentence;

// Names of openings (`openings/`).
#[cfg(feature = "openings")]
pub mod openings;

// Other forms of the same values: bytes (`binary/`), a board as SVG (`diagram.rs`), `serde/`.
pub mod binary;
mod diagram;
#[cfg(feature = "serde")]
pub mod serde;

// For tests: random values (`strategies.rs`, `arbitrary.rs`).
#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "proptest")]
pub mod strategies;

// For the laws in `tests/` (`proof.rs`).
#[cfg(feature = "proof")]
#[doc(hidden)]
pub mod proof;

pub use diagram::Diagram;
pub use game::{Game, GameMoveError};
pub use movegen::{MoveCounter, MoveGenerator, MoveKind, MoveSet, MoveSink, PawnStep, Unrepresentable};
pub use notation::characters;
pub use notation::{
    Candidates, CastlingMode, CastlingNotation, EnPassantPolicy, Fen, FenError, FenErrorKind, FenField,
    GamePosition, Lan, LenientFen, MoveFault, MoveTextError, MoveTextFault, NamedMove, PositionError, Replay,
    San, SanError, SanErrorKind, Spelling, StartError, Uci, UciError, UciErrorKind,
};
pub use position::{
    Board, CastlingFault, CastlingPath, EnPassantFault, Fault, IllegalMove, ParseBoardError, Position, Setup,
    SetupError, State, Strictness, Undo,
};
pub use types::{
    Bitboard, CastlingRights, CastlingRooks, CastlingSide, Claim, Color, Draw, File, GameResult,
    InvalidIndex, Move, MoveDigest, MoveList, MoveType, Outcome, ParseNameError, Piece, PieceType, Rank,
    Square, Win,
};

/// The iterators of collections, by name, so that a struct can hold them.
///
/// ```
/// use philidor::{Bitboard, Square, iterators::Squares};
///
/// struct Walk(Squares);
/// let mut walk = Walk(Bitboard::from(Square::E4).into_iter());
/// assert_eq!(walk.0.next(), Some(Square::E4));
/// ```
pub mod iterators {
    pub use crate::types::{MoveListIntoIter, Squares};
}
