//! Tuning by games: simultaneous perturbation stochastic approximation (James C. Spall, 1992).
//!
//! ```text
//!                 ┌─ + step of each number, up or down at random ─► settings A ─┐
//! values now ─────┤                                                             ├─ a pair of games ─► A's half points
//!     ▲           └─ - the same step ─────────────────────────────► settings B ─┘                        │
//!     └────────────── each number moves a little toward the side that won ◄─────────────────────────────┘
//! ```
//!
//! All numbers change at the same time, so a pair of games says a little about each of them, however many there are.
//! The steps and the moves become smaller with the number of pairs, as Spall advises and as Stockfish's fishtest does.
//!
//! Everything comes from the seed and the number of the pair: if nodes limit the moves, a run is the same on any number
//! of threads, and one that was interrupted and resumed ends as one that was not.
//!
//! ```
//! use philidor_engine::Control;
//! use philidor_train::spsa::{Spsa, SpsaParameter, SpsaPlan};
//! use std::convert::Infallible;
//!
//! // The one nearer to 30 wins both games.
//! let margin = SpsaParameter::new("Margin", 10.0, 0.0, 100.0, 4.0)?;
//! let mut spsa = Spsa::new(vec![margin], SpsaPlan::new(500, 1).with_rate(0.05))?;
//! let one = std::num::NonZero::<usize>::MIN;
//! spsa.run(one, &Control::new(), |pair| {
//!     let [one, other] = pair.settings.each_ref().map(|setting| (setting[0] - 30).abs());
//!     Ok::<_, Infallible>(Some(match one.cmp(&other) {
//!         std::cmp::Ordering::Less => 4,
//!         std::cmp::Ordering::Equal => 2,
//!         std::cmp::Ordering::Greater => 0,
//!     }))
//! }, |_| Ok(()))?;
//! assert!((spsa.values()[0] - 30.0).abs() < 3.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// | file | what it is |
// |---|---|
// | `parameter.rs` | `SpsaParameter`: a number that is tuned |
// | `plan.rs` | `SpsaPlan`: how many pairs, and how steps and moves become smaller |
// | `tuning.rs` | `Spsa`: the values now, and how a pair of games changes them |
// | `state.rs` | the same as a text, to be resumed |
// | `games.rs` | `SpsaGames`: pairs of games of an engine against itself |
// | `error.rs` | `SpsaError`: what cannot be tuned or resumed |

mod error;
mod games;
mod parameter;
mod plan;
mod state;
mod tuning;

pub use error::SpsaError;
pub use games::{SpsaGames, tunable_engine};
pub use parameter::SpsaParameter;
pub use plan::SpsaPlan;
pub use tuning::{Spsa, SpsaPair};
