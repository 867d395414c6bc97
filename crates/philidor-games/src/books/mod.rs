//! Polyglot opening books: `book_file.rs` reads them position by position, `merge.rs` makes one of several, `walk.rs`
//! finds the positions of their keys by playing from a start.

pub(crate) mod book_file;
pub(crate) mod merge;
pub(crate) mod walk;
