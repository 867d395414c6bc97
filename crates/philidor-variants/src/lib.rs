#![doc = include_str!("../README.md")]
#![deny(missing_docs, unsafe_code)]

extern crate alloc;

// The variants by name (`variant.rs`); their rules as differences from chess (`rules/`), and the moves that are legal
// by them (`legal_moves/`).
mod legal_moves;
mod rules;
mod variant;

// What positions have besides pieces and state (`extra.rs`), random words for keys (`key.rs`), who attacks what
// (`attackers.rs`), which pieces can mate (`material.rs`), and the words of moves (`moves.rs`).
mod attackers;
mod extra;
mod key;
mod material;
mod moves;

// Positions (`position/`), the generator of moves (`movegen/`), the tree of moves counted (`perft.rs`).
mod movegen;
mod perft;
mod position;

// Text in, text out (`notation/`).
mod notation;

// A position of any variant (`any.rs`), both as positions of games (`game_position.rs`), and the games in bytes
// (`packed.rs`).
mod any;
mod game_position;
mod packed;

pub use any::{AnyExtra, AnyPosition};
pub use extra::{Checks, Extra, Pocket, Pockets};
pub use notation::ExtendedFen;
pub use perft::{MAX_LINE, divide, perft};
pub use position::{MovesOf, Rules, VariantPosition};
pub use rules::{
    Antichess, Atomic, Chess, Crazyhouse, Giveaway, Horde, KingOfTheHill, ManyChecks, RacingKings, Suicide,
    ThreeCheck,
};
pub use variant::{UnknownVariant, Variant};
