#![doc = include_str!("../README.md")]
#![deny(missing_docs, unsafe_code)]

extern crate alloc;

// The variants by name (`variant.rs`); their rules as differences from chess (`rules/`), and the moves that are legal
// by them (`legal_moves/`).
mod legal_moves;
mod rules;
mod variant;

// What positions have besides pieces and state (`extra.rs`), random words for keys (`key.rs`), who attacks what
// (`attackers.rs`), which pieces can mate (`material.rs`), moves (`moves.rs`), what can be wrong with a setup
// (`fault.rs`), and how games end (`outcome.rs`).
mod attackers;
mod extra;
mod fault;
mod key;
mod material;
mod moves;
mod outcome;

// Positions (`position/`), the generator of moves (`movegen/`), the tree of moves counted (`perft.rs`).
mod movegen;
mod perft;
mod position;

// Text in, text out (`notation/`).
mod notation;

// What games and tools use without knowing the rules (`playable.rs`): a position of any variant (`any.rs`), games
// (`game.rs`), both in bytes (`packed.rs`).
mod any;
mod game;
mod packed;
mod playable;

// Games in PGN (`pgn.rs`).
#[cfg(feature = "pgn")]
mod pgn;

pub use any::{AnyExtra, AnyPosition};
pub use extra::{Checks, Extra, Pocket, Pockets};
pub use fault::{VariantError, VariantFault};
pub use game::VariantGame;
pub use movegen::{VariantMoveSet, VariantMoveSink};
pub use moves::{VariantMove, VariantMoveKind};
pub use notation::{VariantFen, VariantMoveError, VariantMoveFault};
pub use outcome::{VariantDraw, VariantOutcome, Victory};
pub use packed::PackedVariantError;
pub use perft::{MAX_LINE, divide, perft};
pub use playable::Playable;
pub use position::{MovesOf, Rules, VariantPosition, VariantUndo};
pub use rules::{
    Antichess, Atomic, Chess, Crazyhouse, Giveaway, Horde, KingOfTheHill, ManyChecks, RacingKings, Suicide,
    ThreeCheck,
};
pub use variant::{UnknownVariant, Variant};
