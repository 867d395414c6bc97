#![doc = include_str!("../README.md")]
#![deny(missing_docs, unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

// | room or file | what it is |
// |---|---|
// | `data/` | games with scores and positions to learn from, in the formats of the field |
// | `selfplay/` | games that an engine plays against itself |
// | `network/` | the trainer: from positions to a net |
// | `spsa/` | numbers of a search, tuned by games |
// | `tuning/` | numbers of an evaluation, tuned by positions |
// | `logistic.rs` | scores as expected results, and the scale that fits them |

pub mod data;
mod logistic;
pub mod network;
pub mod selfplay;
pub mod spsa;
pub mod tuning;
