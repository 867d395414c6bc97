//! Whole games with their variations: built from events, changed, and written.
//!
//! | file | what it is |
//! |---|---|
//! | `tree.rs` | the tree of a game's moves, with remarks at each |
//! | `tags.rs` | its tags, the roster of seven first |
//! | `own.rs` | the tags that belong to the game: `Result`, `SetUp`, `FEN` |
//! | `comment.rs` | comments: text with commands, kept as it was read |
//! | `usual.rs` | comments that are values alone, of which nothing else is kept |
//! | `words.rs` | the words of comments, separated by single spaces |
//! | `command.rs` | the commands that are understood: clock times, evaluations |
//! | `shape.rs` | colored squares and arrows, which stay in the text |
//! | `build.rs` | a visitor that builds the tree |
//! | `edit.rs` | lines promoted, removed, cut |
//! | `layout.rs` | words in lines of fewer than 80 columns |
//! | `write.rs` | the tree as text |
//! | `memory.rs` | tests of what is kept while a tree grows |
//! | `export.rs` | a visitor that writes games as it reads them, and builds trees only for variations |

mod build;
mod command;
mod comment;
mod edit;
mod export;
mod layout;
#[cfg(test)]
mod memory;
mod own;
mod shape;
mod tags;
mod tree;
mod usual;
mod words;
mod write;

pub use build::{TreeBuilder, games, games_with};
pub use command::{Eval, EvalScore};
pub use comment::Comment;
pub use export::Exporter;
pub use shape::{Shape, ShapeColor};
pub use tags::{InvalidTag, Tags};
pub use tree::{GameTree, NodeId, Remarks};
