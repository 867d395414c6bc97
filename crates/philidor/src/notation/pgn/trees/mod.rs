//! Whole games with their variations: built from events, changed, and written.
//!
//! | file | what it is |
//! |---|---|
//! | `tree.rs` | the tree of a game's moves, with remarks at each |
//! | `tags.rs` | its tags, the roster of seven first |
//! | `comment.rs` | comments: text, and the commands in it, such as clock times |
//! | `build.rs` | a visitor that builds the tree |
//! | `edit.rs` | lines promoted, removed, cut |
//! | `write.rs` | the tree as text |

mod build;
mod comment;
mod edit;
mod tags;
mod tree;
mod write;

pub use build::{TreeBuilder, games};
pub use comment::{Comment, Eval, Score};
pub use tags::{InvalidTag, Tags};
pub use tree::{GameTree, NodeId, Remarks};
