//! A neural network as an evaluation: what each piece on its square adds to 128 sums, and what the sums say.
//!
//! ```text
//! 768 inputs: a piece on a square          128 sums for each side             outputs, one by the number of pieces
//!
//!   pieces as White sees them  ──weights──► clamp to 0 … 1, square ─┐
//!                                                                   ├─weights─► score for the side to move
//!   pieces as Black sees them  ──weights──► clamp to 0 … 1, square ─┘
//!                               (the same)
//! ```
//!
//! A move changes two to four inputs of 768, so the sums are kept from move to move (Yu Nasu, *Efficiently updatable
//! neural networks*, 2018): a few rows of weights are added and taken away. All numbers are integers, so every CPU gets the
//! same score.
//!
//! | file | what it is |
//! |---|---|
//! | `inputs.rs` | which input a piece on a square is |
//! | `network.rs` | [`Network`]: the weights |
//! | `network_file.rs` | the weights as a file |
//! | `accumulator.rs` | the sums, kept along a line of moves |
//! | `output.rs` | what the sums say |

mod accumulator;
mod inputs;
mod network;
mod network_file;
mod output;

use std::sync::Arc;

use philidor::{Position, search_support::Change};

use self::accumulator::AccumulatorStack;
pub use self::network::{HIDDEN, Layout, MAX_BUCKETS, Network, Scale};
pub use self::network_file::NetworkError;
use super::evaluator::Evaluator;
use crate::bot::score::Score;

/// Evaluates by a [`Network`].
#[derive(Clone, Debug)]
pub struct Net {
    network: Arc<Network>,
    stack: AccumulatorStack,
}

impl Net {
    /// An evaluation by this network.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Net {
        let stack = AccumulatorStack::new(&network, &Position::default());
        Net { network, stack }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }
}

impl Evaluator for Net {
    #[inline(always)]
    fn evaluate(&mut self, position: &Position) -> Score {
        let sums = self.stack.sums(&self.network, position);
        Score::centipawns(output::score(&self.network, sums, position))
    }

    fn reset(&mut self, position: &Position) {
        self.stack.reset(&self.network, position);
    }

    #[inline(always)]
    fn changed(&mut self, change: &Change) {
        self.stack.push(change);
    }

    #[inline(always)]
    fn reversed(&mut self, _: &Change) {
        self.stack.pop();
    }
}

#[cfg(test)]
mod tests;
