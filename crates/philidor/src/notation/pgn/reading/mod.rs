//! From bytes to events: the contents of a file, reported to a visitor. No rules of chess.
//!
//! | file | what it is |
//! |---|---|
//! | `scan.rs` | classes of bytes, and the ends of words, comments and games, many bytes at a time |
//! | `window.rs` | the next word or comment, found in 64 bytes at once |
//! | `token.rs` | movetext as tokens: a cursor over bytes |
//! | `game.rs` | one game: tags, then tokens, each reported to a [`Visitor`](super::Visitor) |
//! | `reader.rs` | game after game of bytes in memory, and where an error stands |
//! | `split.rs` | bytes cut before games, for many threads |
//! | `stream.rs` | the same for anything that can be read |
//! | `blanks.rs`, `chunk_places.rs` | long blanks, which are left out there; the places of the other bytes |

#[cfg(feature = "std")]
mod blanks;
#[cfg(feature = "std")]
mod chunk_places;
mod game;
mod reader;
mod scan;
mod split;
#[cfg(feature = "std")]
mod stream;
mod token;
mod window;

#[cfg(feature = "std")]
pub use chunk_places::ChunkPlaces;
pub use reader::Reader;
pub use split::chunks;
#[cfg(feature = "std")]
pub use stream::{Chunks, Stream};
