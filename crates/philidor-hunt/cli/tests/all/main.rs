//! The program as its users run it.

mod command;
mod hunt;
