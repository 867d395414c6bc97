#![doc = include_str!("../README.md")]
//!
//! Nothing here prints, reads arguments, touches files, or handles signals. In a page, where WebAssembly has no clock,
//! `set_clock` sets a clock, as in `philidor-engine`; without a clock no time limit ends a hunt.

// Each module uses those below it, and none above:
//
// | module | what it is |
// |---|---|
// | `variants/` | positions of variants, their rules, and what is asked about them (feature `variants`) |
// | `hunt.rs` | a hunt: asks, finds, reports |
// | `report/` | what was found: as data, as text, as a page |
// | `finding/` | the whole agenda asked, and one small example kept of each class of bug |
// | `judging/` | which rule a wrong answer breaks |
// | `asking/` | what a suspect is asked, and where its answers differ from philidor's own counts |
// | `suspect/` | suspects, and the ways to ask them |
// | `processes.rs` | ending the processes of suspects |

#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(missing_docs, unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod asking;
mod finding;
mod hunt;
mod judging;
pub mod processes;
pub mod report;
pub use philidor_suites as suite;
mod suspect;
#[cfg(feature = "variants")]
pub mod variants;

pub use asking::agenda::Agenda;
pub use finding::hunted_position::HuntedPosition;
pub use finding::progress;
pub use hunt::{Hunt, HuntError, hunt};
pub use judging::class::Class;
pub use judging::judgment::{Judgment, WrongLeaves, judge, why_illegal};
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use philidor_host::clock::set_clock;
pub use suspect::program;
pub use suspect::{Answer, Failure, Generator, Question, Suspect, counting, dividing, listing};
