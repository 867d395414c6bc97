//! The program as its users run it.

mod command;
mod pgn_files;
