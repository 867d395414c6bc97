//! All tests from outside, in one program.
//!
//! ```text
//! games.rs     random games, as an import writes them
//! build.rs     indexes against games that are counted one by one
//! answers.rs   answers against games that are filtered one by one
//! server.rs    the server, asked over a socket
//! site.rs      files that are read by ranges, as the page does
//! ```

#![allow(clippy::unwrap_used)] // a test may fail

mod answers;
mod build;
mod games;
mod server;
mod site;
