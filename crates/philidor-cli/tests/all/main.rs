//! The command as its users run it.

mod cli;
mod command;
mod perft_runs;
#[cfg(unix)]
mod siblings;
