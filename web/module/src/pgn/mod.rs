//! Games of PGN. In JavaScript a game is a tree of objects; it travels as text.
//!
//! | file | what it is |
//! |---|---|
//! | `tree_json.rs` | a tree as JSON, for JavaScript |
//! | `written.rs` | a tree out of the lines that JavaScript sends, as PGN |
//! | `sheet.rs` | one game as a list of its parts, for `philidor/chess` |
//! | `feed.rs` | bytes that come piece by piece: games out of them, or a check |

mod feed;
mod sheet;
mod tree_json;
mod written;
