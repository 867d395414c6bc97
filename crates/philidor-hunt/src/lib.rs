#![doc = include_str!("../README.md")]
//!
//! # Files
//!
//! | file | what it is |
//! |---|---|
//! | `suite/` | positions with known counts, read |
//! | `agenda.rs` | the questions: counts of a suite, small ones first |
//! | `suspect/` | what answers, and the ways to ask |
//! | `program.rs`, `processes.rs` | of these, programs as suspects, and ending their processes |
//! | `hunt.rs`, `limits.rs`, `progress.rs` | a hunt, how long it takes, how far it is |
//! | `interview.rs` | a suspect and everything it was asked |
//! | `reference.rs` | what philidor counts itself, and what else has to agree before a suspect is accused |
//! | `difference.rs` | an answer compared with the reference |
//! | `case.rs` | a wrong count followed down to where it comes from, and what it takes to see it |
//! | `memory.rs` | a tree that is wrong because of a count that is remembered |
//! | `reason.rs`, `suspect_move.rs` | why a move is illegal, or what is special about one that is missing; moves as suspects write them |
//! | `verdict.rs`, `class.rs` | the rules that a case breaks, and their names |
//! | `ignored.rs`, `unnamed.rs`, `blank.rs` | moves that were given and not played; promotions without their piece; lists without any move |
//! | `refusal.rs` | moves that are refused; errors that only some positions give |
//! | `unreachable.rs` | why no game reaches a position, which a suspect may refuse then |
//! | `shrink.rs` | a case made small |
//! | `search.rs`, `found.rs` | all of this for the whole agenda; what was found |
//! | `misread.rs` | a suspect that is wrong about everything |
//! | `report/` | what was found: as data, as text, as a page |
//! | `instant.rs` | the clock, in a browser, too |
//! | `mutant.rs` | an engine with bugs, for tests |
//!
//! Nothing here prints, reads arguments or files, or handles signals. Only `mutant.rs` writes files.
#![deny(missing_docs, unsafe_code)]

mod agenda;
mod blank;
mod case;
mod class;
mod difference;
mod found;
mod hunt;
mod ignored;
mod instant;
mod interview;
mod limits;
mod memory;
mod misread;
#[doc(hidden)] // for tests of ours alone; it may change with any version
pub mod mutant;
pub mod processes;
pub mod program;
pub mod progress;
mod reason;
mod reference;
mod refusal;
pub mod report;
mod search;
mod shrink;
pub mod suite;
mod suspect;
mod suspect_move;
mod unnamed;
mod unreachable;
mod verdict;

pub use agenda::Agenda;
pub use class::Class;
pub use hunt::{Hunt, HuntError, hunt};
pub use suspect::{Answer, Failure, Generator, Question, Suspect, counting, dividing, listing};
