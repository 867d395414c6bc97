//! The command as its users run it.

mod annotate;
mod cli;
mod hunt;
mod leaderboard;
mod matches;
mod perft_runs;
mod pgn_files;
mod play;
mod uci;
