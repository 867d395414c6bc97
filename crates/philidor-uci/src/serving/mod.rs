//! Any bot as a program of the UCI protocol (Stefan Meyer-Kahlen, 2000).
//!
//! ```text
//! reader thread ──line──┐                       ┌── jobs ──► worker thread: the bot
//!                       ├──► the conversation ──┤                │
//!              events ──┘                       └── answers      │
//!                 ▲                                              │
//!                 └────────── reports, the best move ────────────┘
//! ```
//!
//! The conversation never waits for the bot: `isready`, `stop` and `ponderhit` are obeyed at once, even in a search,
//! and `quit` ends a search. All other commands wait until a search has ended, so a file of commands can be piped in.
//! Up to 16 MiB of commands can wait; beyond that they are dropped, which is reported, and the position is dropped with
//! them.
//!
//! No input crashes the program or leaves it with a position that was not sent: a `position` that is refused leaves
//! none, and `go` then answers `bestmove 0000`. What cannot be understood is reported as an `info string`.

// | file | what it is |
// |---|---|
// | `command.rs` | lines in: the commands |
// | `reader.rs` | the games that are sent |
// | `info.rs` | lines out: reports, and the best move |
// | `worker.rs` | the thread of the bot |
// | `waiting.rs` | commands that wait |
// | `server.rs` | the conversation |

mod command;
mod info;
mod reader;
mod server;
mod waiting;
mod worker;

pub use server::Server;
pub use worker::{Extension, Question};

use std::io::{self, BufReader};

use philidor_engine::Bot;

/// Runs a bot as a UCI engine on standard input and output until `quit`, or until the input ends.
///
/// # Errors
///
/// If standard output cannot be written.
pub fn run<B: Bot + 'static>(bot: B) -> io::Result<()> {
    Server::new(bot).serve(BufReader::new(io::stdin()), io::stdout())
}
