//! The terminal that a program was started from: how it interrupts the program, and what the program shows there.
//!
//! | file | what it is |
//! |---|---|
//! | `interruption.rs` | Ctrl-C: who listens, and what is removed before the program ends |
//! | `progress.rs` | bars on standard error |
//! | `note.rs` | lines on standard error |
//! | `ending.rs` | exit codes, closed pipes, numbers of threads |

pub mod ending;
pub mod interruption;
mod note;
pub mod progress;

pub use note::note;
