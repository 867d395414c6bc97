//! A chessboard of 64 switches that knows the rules.
//!
//! Under each square is a switch (a reed contact, a Hall sensor) that knows whether a piece stands there, not which
//! one. That is enough, because the game began from a known position:
//!
//! ```text
//!  64 switches ──► Switches ───────────► Referee ──────────────► light, display, radio
//!                  which squares are     which legal move that
//!                  occupied, at rest     was, or what is wrong
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `switches.rs` | [`Switches`]: which squares are occupied, at rest |
//! | `referee.rs` | [`Referee`]: which move that was |
//!
//! Both parts run anywhere; `src/bin/pico.rs` wires them to the pins of a Raspberry Pi Pico, `src/bin/emulated.rs` to a
//! game that QEMU plays.

#![no_std]

mod referee;
mod switches;

pub use self::referee::{Referee, Verdict};
pub use self::switches::Switches;
