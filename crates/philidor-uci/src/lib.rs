#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
// | file | what it is |
// |---|---|
// | `serving/` | any bot as a program of the protocol: `run`, `Server` |
// | `client/` | programs of the protocol as engines |
// | `conformance/` | whether a program keeps to the protocol |
// | `tournament/` | matches between bots and programs |
// | `openbench.rs` | what the workers of OpenBench ask an engine for |
// | `harmless.rs` | text of other programs, fit to be shown |
// | `arguments/` | what programs take from their arguments, engines and openings: feature `arguments` |
#![deny(missing_docs, unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[cfg(feature = "arguments")]
#[doc(hidden)] // for the programs of philidor
pub mod arguments;
pub mod client;
pub mod conformance;
mod harmless;
pub mod openbench;
mod serving;
pub mod tournament;

pub use serving::{Extension, Question, Server, run};
