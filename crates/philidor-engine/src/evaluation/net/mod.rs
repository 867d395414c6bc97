//! A neural network as an evaluation (NNUE): what each piece on its square adds to the 256 sums of the hidden layer
//! (the *feature transformer*, once from each side's *perspective*), and the score that follows from them.
//!
//! ```text
//! 768 inputs: a piece on a square          hidden layer: 256 sums a side      outputs, one by the number of pieces
//!
//!   pieces as White sees them  ──weights──► clamp to 0 … 1, square ─┐
//!                                                                   ├─weights─► score for the side to move
//!   pieces as Black sees them  ──weights──► clamp to 0 … 1, square ─┘
//!                               (the same)  (SCReLU)
//! ```
//!
//! A move changes two to four inputs of 768, so the sums are kept from move to move (Yu Nasu, *Efficiently updatable
//! neural networks*, 2018): a few rows of weights are added and subtracted. All numbers are integers, so every CPU gets
//! the same score.

// | file | what it is |
// |---|---|
// | `layout.rs` | `Layout`, `Scale`: how large it is, and what its numbers mean |
// | `inputs.rs` | which input a piece on a square is |
// | `network.rs` | `Network`: the weights |
// | `network_file.rs` | the weights as a file |
// | `accumulator.rs` | the sums, kept along a line of moves |
// | `output.rs` | from the sums to a score |
// | `net_evaluation.rs` | `Net`: the evaluation by all of these |

mod accumulator;
mod inputs;
mod layout;
pub(crate) mod net_evaluation;
mod network;
mod network_file;
mod output;

pub use self::layout::{HIDDEN, Layout, MAX_BUCKETS, Scale};
pub use self::network::Network;
pub use self::network_file::NetworkError;

#[cfg(test)]
mod tests;
