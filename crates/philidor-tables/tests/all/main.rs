//! All tests of the crate from outside: `chapter.rs` of the reader in the book, `folders.rs` of folders of files,
//! `solve/` of tables solved from nothing, `written.rs` of files written and read again.

#[cfg(feature = "solve")]
mod chapter;
#[cfg(feature = "solve")]
mod folders;
#[cfg(feature = "solve")]
mod solve;
#[cfg(feature = "solve")]
mod written;
