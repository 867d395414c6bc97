//! A client of the UCI protocol: engines as programs, with options, limits, reports and moves that have types.
//!
//! ```text
//! Program ──start──► Client ◄── lines ──► the engine
//!                      │
//!                      └──► options · go → reports → result · stop, ponder hit · quit
//! ```
//!
//! Each wait takes a [`Deadline`], for which a [`Duration`](std::time::Duration) will do, so no engine holds up its
//! user. What an engine answers is checked: a move that it plays is legal, or an error.
//!
//! This program is both sides of the conversation. Started with an argument, the program is an engine; without an
//! argument, the program starts a copy of itself and asks the copy:
//!
//! ```standalone_crate
//! use std::time::Duration;
//!
//! use philidor::{CastlingMode, Game, Position};
//! use philidor_uci::client::{Client, Program};
//! use philidor_engine::{OptionKind, SearchLimits, standard};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     if std::env::args().nth(1).as_deref() == Some("engine") {
//!         return Ok(philidor_uci::run(standard())?);
//!     }
//!     let this = std::env::current_exe()?.display().to_string();
//!     let timeout = Duration::from_secs(30);
//!     let mut engine = Client::start(&Program::new([this.as_str(), "engine"]), timeout)?;
//!     assert_eq!(engine.name(), Some(format!("philidor {}", env!("CARGO_PKG_VERSION")).as_str()));
//!     let hash = engine.options().iter().find(|option| option.is_named("Hash")).expect("a table");
//!     assert!(matches!(hash.kind, OptionKind::Spin { min: 0.., .. }));
//!     engine.set_option("Hash", "1")?;
//!
//!     let game = Game::from_uci(Position::default(), ["f2f3", "e7e5", "g2g4"])?;
//!     engine.new_game(CastlingMode::Standard, timeout)?;
//!     engine.go(&game, &SearchLimits::new().with_depth(3))?;
//!     while let Some(report) = engine.next_report(timeout)? {
//!         println!("depth {}: {}", report.depth, report.score);
//!     }
//!     let result = engine.result(timeout)?;
//!     assert_eq!(result.score().and_then(|score| score.mate()), Some(1));
//!
//!     engine.go(&game, &SearchLimits::new())?; // without limits, until it is stopped
//!     engine.stop();
//!     assert_eq!(engine.result(timeout)?.best, result.best);
//!     assert!(engine.quit(timeout).is_some_and(|status| status.success()));
//!     Ok(())
//! }
//! ```

// | file | what it is |
// |---|---|
// | `program.rs` | what is started |
// | `conversation.rs` | the client |
// | `deadline.rs`, `error.rs` | how long a wait lasts, and what comes instead of an answer |
// | `go.rs` | lines out: the position and the limits |
// | `info_line.rs`, `option_line.rs` | lines in: what the engine says of its search, and of its options |

mod conversation;
mod deadline;
mod error;
mod go;
mod info_line;
mod option_line;
mod program;

pub use philidor_host::processes::Speaker;

pub use conversation::Client;
pub(super) use conversation::NO_MOVE;
pub use deadline::Deadline;
pub(crate) use deadline::SLICE;
pub use error::ClientError;
pub(super) use go::position;
pub(super) use info_line::{Info, legal as legal_line};
pub(super) use option_line::{fault as option_fault, read as read_option};
pub use program::Program;
