//! The trainer: from positions with scores to a [`Network`](philidor_engine::evaluation::net::Network).
//!
//! ```text
//! positions ─ shuffled ─► batch ─► shards, on all threads ─► gradients, added in order ─► AdamW ─► weights
//!                                                                                                  │ rounded
//!                                                                             the network's integers
//! ```
//!
//! The output of a position becomes a winning probability by a logistic function; it learns from a mixture of the
//! score, made a probability by the same function, and the result of the game. Everything is deterministic: a batch is
//! cut into the same shards on any number of threads.

// | file | what it is |
// |---|---|
// | `model.rs` | `Model`: the weights as real numbers, and as integers |
// | `inputs.rs` | the inputs of a position |
// | `gradient.rs` | which way the loss falls |
// | `adamw.rs` | the optimizer |
// | `target.rs` | `Target`: what a position should be worth |
// | `checkpoint.rs` | a training that is resumed later |
// | `digest.rs` | which positions it learns from |
// | `training.rs` | `Training`: epochs, learning rate, loss |

mod adamw;
mod checkpoint;
mod digest;
mod gradient;
mod inputs;
mod model;
mod target;
mod training;

pub use crate::data::scale::fit_scale;
pub use checkpoint::CheckpointError;
pub use model::Model;
pub use target::Target;
pub use training::{Training, TrainingEpoch, TrainingPlan};
