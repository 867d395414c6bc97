//! The command as its users run it, with the features that each file needs.

#[cfg(all(feature = "engine", feature = "pgn"))]
mod annotate;
#[cfg(all(feature = "engine", unix))]
mod check_uci;
#[cfg(all(feature = "engine", feature = "hunt", feature = "pgn", feature = "variants"))]
mod cli;
mod command;
#[cfg(feature = "hunt")]
mod hunt;
#[cfg(feature = "hunt")]
mod leaderboard;
#[cfg(feature = "engine")]
mod matches;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(feature = "hunt")]
mod perft_runs;
#[cfg(feature = "pgn")]
mod pgn_files;
#[cfg(feature = "engine")]
mod play;
#[cfg(feature = "train")]
mod train;
#[cfg(feature = "engine")]
mod uci;
