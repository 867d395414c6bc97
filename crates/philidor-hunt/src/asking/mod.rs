//! Asking: what a suspect is asked, and where its answers differ from philidor's own counts.
//!
//! ```text
//! agenda ──► interview ──► suspect ──► answer ──┐
//!                └──────► reference ────────────┴──► difference
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `agenda.rs` | the questions: counts of a suite, small ones first |
//! | `limits.rs` | how long to ask, how strictly, and what ends it early |
//! | `interview.rs` | a suspect and everything it was asked |
//! | `reference.rs` | what philidor counts itself, and what else has to agree before a suspect is accused |
//! | `difference.rs` | an answer compared with the reference |

pub(crate) mod agenda;
pub(crate) mod difference;
pub(crate) mod interview;
pub(crate) mod limits;
pub(crate) mod reference;
