//! Training data: games with scores, and the positions in them, in the formats of the field.
//!
//! | file | what it is |
//! |---|---|
//! | `scored_game.rs` | [`ScoredGame`]: a game with the score of each move, and its result |
//! | `packed_board.rs` | a position in the 32 bytes of marlinformat, with which a game of viriformat begins |
//! | `viriformat.rs` | games, four bytes a move |
//! | `bulletformat.rs` | [`TrainingPosition`]: one position of 32 bytes, seen by the side to move |
//! | `filter.rs` | [`Filter`]: which positions of a game are worth learning from |

pub mod bulletformat;
mod filter;
mod packed_board;
mod scored_game;
pub mod viriformat;

pub use bulletformat::TrainingPosition;
pub use filter::Filter;
pub use scored_game::{GameOutcome, ScoredGame, ScoredMove};
