//! The examples of the book and of the workspace's README, so that `cargo test` compiles and runs them.

#[doc = include_str!("../README.md")]
mod readme {}
#[doc = include_str!("src/words.md")]
mod words {}
#[doc = include_str!("src/moves.md")]
mod moves {}
#[doc = include_str!("src/positions.md")]
mod positions {}
#[doc = include_str!("src/attacks.md")]
mod attacks {}
#[doc = include_str!("src/generation.md")]
mod generation {}
#[doc = include_str!("src/chain.md")]
mod chain {}
#[doc = include_str!("src/mailbox.md")]
mod mailbox {}
#[doc = include_str!("src/order.md")]
mod order {}
#[doc = include_str!("src/games.md")]
mod games {}
#[doc = include_str!("src/hunt.md")]
mod hunt {}
#[doc = include_str!("src/perft.md")]
mod perft {}
#[doc = include_str!("src/compare.md")]
mod compare {}
