//! Programs that this process starts, talks to by lines, and ends with all that they have started.
//!
//! ```text
//! Wait ──asks── Process ◄── lines ──► the child, at the head of a group of its own
//!                  ▲
//!               UciClient            what every conversation with an engine begins with
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `process.rs` | a child and its pipes, read until an instant that the caller names |
//! | `wait.rs` | how long a caller waits for a line, and what it means if none comes |
//! | `uci_client.rs` | a conversation with an engine, as far as it needs no chess |
//! | `group.rs`, `orphan.rs` | ending a program with all that it has started |
//! | `exit.rs` | how a program ended, in words |

mod exit;
mod group;
#[cfg(target_os = "linux")]
mod orphan;
mod process;
mod uci_client;
mod wait;

pub use group::{adopt_orphans, end_orphans, end_programs};
pub use process::{Heard, Listener, Process, Speaker, TIME_TO_GO};
pub use uci_client::{Introduction, UciClient, set_option};
pub use wait::Wait;
