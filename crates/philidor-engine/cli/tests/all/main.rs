//! The program as its users run it.

mod annotate;
#[cfg(unix)]
mod check_uci;
mod command;
mod matches;
mod play;
mod uci;
