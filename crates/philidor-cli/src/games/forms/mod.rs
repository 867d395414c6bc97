//! The forms of games: each is read and written by a file of its own.
//!
//! ```text
//! recognition.rs       which form a file has
//! json.rs  uci.rs  epd.rs  binary.rs      each form; PGN is the library's
//! game_per_line.rs     what JSON, UCI and EPD have in common
//! json_while_read.rs   PGN to JSON, written while it is read
//! any.rs               a game of any of them
//! hint.rs              letters of other languages
//! ```

pub(crate) mod any;
pub(crate) mod binary;
pub(crate) mod epd;
pub(crate) mod game_per_line;
pub(crate) mod hint;
pub(crate) mod json;
pub(crate) mod json_while_read;
pub(crate) mod recognition;
pub(crate) mod uci;
