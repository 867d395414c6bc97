//! Games that an engine plays against itself, with the score of each move.
//!
//! ```text
//! seed, number of the game ──► a random opening that is not lost ──► moves by a soft limit of nodes
//!                                                                      │ a score each
//!                                     ScoredGame ◄── the rules, or adjudication
//! ```
//!
//! A game depends on its seed and number alone, not on who plays it: each begins with a cleared table. So a run can be
//! cut off and resumed, and comes out the same on any number of threads.

// | file | what it is |
// |---|---|
// | `game.rs` | `SelfplayRules`: how a game is played and when it is over |
// | `run.rs` | `run`: many games on many threads, in order |

mod game;
mod run;

pub use game::{NoGame, SelfplayRules, play};
pub use run::{Run, run};
