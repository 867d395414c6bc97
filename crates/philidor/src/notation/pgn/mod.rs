//! Portable game notation (Steven J. Edwards, 1994): games in text, with whatever was said of them.
//!
//! ```text
//! [Event "Casual game"]              tags: who, when, where, and the start if it is another
//! [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
//!
//! 1. e4 {a comment} (1. Kd2!? Ke7)   moves, comments, variations, annotation glyphs
//! 1... Ke7 $14 1/2-1/2               a result
//! ```
//!
//! * To know whether a file is sound: [`check`].
//! * To take from games what you want, at the speed at which they can be read: a [`Visitor`] of your own and a
//!   [`Reader`] over bytes, or a `Stream` over anything that can be read.
//! * To have whole games with their variations, to change them, and to write them: [`games`] and [`GameTree`].
//!
//! Many threads may share a file: [`chunks`] cuts it before games (and `Chunks` cuts what is read from anywhere), and
//! whoever reads the parts finds the same games and errors as one reader of the whole.

mod arbiter;
mod build;
mod check;
mod comment;
mod doubt;
mod error;
mod game;
mod limits;
mod line;
mod place;
mod reader;
mod scan;
mod scoresheet;
mod split;
mod start;
#[cfg(feature = "std")]
mod stream;
mod tags;
mod text;
mod token;
mod tree;
mod visitor;
mod window;
mod write;

pub use arbiter::Arbiter;
pub use build::{TreeBuilder, games};
pub use check::{CheckOptions, Checker, Counts, Lines, check, check_with};
pub use comment::{Comment, Eval, Score};
pub use doubt::Doubt;
pub use error::{Excerpt, PgnError, PgnErrorKind, Reason};
pub use limits::Limits;
pub use place::Place;
pub use reader::Reader;
pub use split::chunks;
#[cfg(feature = "std")]
pub use stream::{Chunks, Stream};
pub use tags::{InvalidTag, Tags};
pub use text::{TagValue, decode};
pub use token::GameResult;
pub use tree::{GameTree, NodeId, Remarks};
pub use visitor::{Flow, Visitor};
