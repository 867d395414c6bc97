//! SQL over billions of chess positions: on one machine with Apache DataFusion, and with the very same statements on a
//! cluster with Apache Ballista. We have no engine of our own, only the functions and the commands around them.
//!
//! | folder | ours | the engines' |
//! |---|---|---|
//! | `functions/` | the chess functions, one list for the embedded engine, the scheduler and the workers; each also as `try_…` | types, arrays, batches (Arrow); planning and calling (DataFusion) |
//! | `session.rs` | an engine with these functions, here or through a scheduler; settings for long tasks | the session, SQL, the optimizer, scans of Parquet, CSV and JSON (DataFusion) |
//! | `tables.rs` | where Syzygy tables are, and whether all machines see the same ones | settings of a session (DataFusion), passed on (Ballista) |
//! | `import/`, `export/` | PGN to tables and back, rejects, the ledger by which an import resumes after a kill | writing Parquet |
//! | `study/` | Lichess's evaluations and puzzles to tables | writing Parquet |
//! | `query/` | results as tables, CSV, JSON lines, Parquet; plots; progress; Ctrl-C | the answers |
//! | `row_groups.rs` | row groups that are small at first and grow with the file | the format of results |
//! | `search.rs` | the statement that finds games with a pattern | skipping columns and row groups (DataFusion) |
//! | `perft/` | a frontier, its units, the file of counts, the share that is recounted | one statement per unit |
//! | `explorer.rs` | an opening explorer, which is the crate `philidor-explorer`; on a cluster the statement that counts for it | none on one machine; the same as for other statements on a cluster |
//! | `file_names.rs` | which files a name means: literally, as far as it leads | tables of files, patterns (DataFusion) |
//! | `protection.rs` | which files a command reads, so that no output replaces them | the tables of a plan (DataFusion) |
//! | `files.rs` | whether all machines of a cluster see the same files | scans of files (DataFusion), plans sent (Ballista) |
//! | `cluster/` | stopping abandoned tasks, errors in plain words, defaults, `localhost` | stages, tasks, retries, the exchange of intermediate results (Ballista) |
//! | `args/`, `command.rs`, `ending.rs` | arguments; which code answers, Ctrl-C that ends a statement whatever the engine is doing, exit codes | threads and signals (Tokio) |
//! | `sentence.rs` | errors of the engine as sentences | errors |
//! | `log_lines.rs` | the log as it is shown: its level, repeated lines counted | what is logged |
//!
//! DataFusion and Ballista are held at one major version, since plans of different versions are incompatible. Perft is
//! scan, project and sum, without joins, so that little of the engines has to be trusted.
//!
//! As a library it is for Rust programs that run DataFusion themselves: they register [`functions::all`], or take a
//! [`session`] that has them.

mod args;
mod cluster;
mod command;
mod ending;
mod explorer;
mod export;
mod file_names;
mod files;
pub mod functions;
mod import;
mod log_lines;
mod perft;
mod protection;
mod query;
mod row_groups;
mod search;
mod sentence;
pub mod session;
mod study;
mod tables;

pub use command::main;
