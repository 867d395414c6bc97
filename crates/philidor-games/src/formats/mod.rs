//! The formats of games: each is read and written by a file of its own.
//!
//! ```text
//! recognition.rs       which format a file has
//! pgn.rs  json.rs  uci.rs  epd.rs  binary.rs
//! game_per_line.rs     what JSON, UCI and EPD have in common
//! movetext.rs          what JSON has of comments, glyphs and variations
//! annotated.rs         games with them, as trees
//! remark_writer.rs     the same without variations, written while a game is read
//! pgn_to_json.rs       PGN to JSON, written while it is read
//! any.rs               a game of any of these
//! scoresheets.rs       the same without its moves
//! hint.rs              letters of other languages, and faults that cost a part
//! ```

pub(crate) mod annotated;
pub(crate) mod any;
pub(crate) mod binary;
pub(crate) mod epd;
pub(crate) mod game_per_line;
pub(crate) mod hint;
pub(crate) mod json;
mod movetext;
pub(crate) mod pgn;
pub(crate) mod pgn_to_json;
pub(crate) mod recognition;
mod remark_writer;
pub(crate) mod scoresheets;
pub(crate) mod uci;
