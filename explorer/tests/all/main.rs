//! All tests from outside, in one program.
//!
//! ```text
//! games.rs     random games, as PGN and as an import writes them
//! build.rs     indexes against games that are counted one by one
//! pgn.rs       indexes made from PGN
//! program.rs   the program: built also after a kill, and served until it is to end
//! answers.rs   answers against games that are filtered one by one
//! server.rs    the server, asked over a socket
//! site.rs      files that are read by ranges, as the page does
//! ```

#![allow(clippy::unwrap_used)] // a test may fail

mod answers;
mod build;
mod games;
mod pgn;
mod program;
mod server;
mod site;
