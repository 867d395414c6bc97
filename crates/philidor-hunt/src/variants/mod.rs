//! Generators of variants, hunted (feature `variants`).
//!
//! The modules for chess ask programs, read and compare answers, judge what variants share with chess, and report. What
//! differs is here:
//!
//! | file | what it is |
//! |---|---|
//! | `hunt.rs` | a hunt: asks, finds, reports |
//! | `search.rs`, `changed.rs` | a wrong answer followed to its position, and that made small |
//! | `case.rs` | a wrong answer, and the rules that it breaks |
//! | `rule.rs`, `aftermath.rs` | the rule that a wrong move breaks, in one position and after a move |
//! | `chess.rs`, `shape.rs` | the rules of chess, asked about a position of a variant; moves as suspects write them |
//! | `agenda.rs`, `random.rs` | what is asked: edges of the rules (`edges.txt`), positions of random games |
//! | `question.rs`, `suspect.rs` | a question, and what answers it |

mod aftermath;
mod agenda;
mod case;
mod changed;
mod chess;
mod hunt;
mod question;
mod random;
mod rule;
mod search;
mod shape;
mod suspect;

pub use hunt::VariantHunt;
pub use question::VariantQuestion;
pub use suspect::{OPTION, VariantSuspect};
