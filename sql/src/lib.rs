//! SQL over billions of chess positions: on one machine with Apache DataFusion, and with the very same statements on a
//! cluster with Apache Ballista. We have no engine of our own, only the functions and the commands around them.
//!
//! ```text
//! args/        the arguments of the command line
//! command.rs   which code runs which subcommand; log_lines.rs what the engines log meanwhile; ending.rs how it ends
//!
//! functions/   the chess functions, in one list
//! session.rs   an engine that knows them: here, or on a cluster
//! cluster/     the scheduler and the workers
//! import/      PGN games into Parquet tables; export/ the way back
//! query/       statements in, tables, CSV, JSON, Parquet and plots out
//! perft/       a frontier, its units, their counts, and the sum
//! ```
//!
//! As a library it is for Rust programs that run DataFusion themselves: they register [`functions::all`], or take a
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
