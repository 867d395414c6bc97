//! Finding: the whole agenda asked, and one small example kept of each class of bug.
//!
//! | file | what it is |
//! |---|---|
//! | `search.rs` | from question to question, each wrong answer followed |
//! | `found.rs` | a class of bug that was found, with an example |
//! | `shrink.rs` | a case made small |
//! | `progress.rs` | how far a hunt is |

pub(crate) mod found;
pub mod progress;
pub(crate) mod search;
pub(crate) mod shrink;
