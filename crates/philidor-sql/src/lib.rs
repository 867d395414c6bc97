//! SQL over billions of chess positions: on one machine with Apache DataFusion, and the very same statement on a cluster
//! with Apache Ballista. No engine of our own: what is ours are the functions, and the commands around them.
//!
//! ```text
//! args/        what can be said on the command line
//! command.rs   which code answers; log_lines.rs what the engines tell meanwhile
//!
//! functions/   the chess functions, one list for everybody
//! session.rs   an engine that knows them: here, or on a cluster
//! cluster/     the scheduler and the workers
//! import/      games in PGN made into Parquet tables; export/ the way back
//! query/       statements in, tables, CSV, JSON, Parquet and plots out
//! perft/       a frontier, its units, their counts, and the sum
//! ```
//!
//! As a library it is what Rust programs need that run DataFusion themselves: [`functions::all`] to register, or a
//! [`session`] that has them.

mod args;
mod cluster;
mod command;
mod ending;
mod export;
pub mod functions;
mod import;
mod log_lines;
mod perft;
mod query;
pub mod session;

pub use command::main;
