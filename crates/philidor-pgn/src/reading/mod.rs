//! From bytes to events: the contents of a file, reported to a visitor. No rules of chess.
//!
//! | file | what it is |
//! |---|---|
//! | `scan.rs` | classes of bytes, and the ends of words, comments and games, many bytes at a time |
//! | `search.rs` | where a text is in bytes |
//! | `window.rs` | the next word or comment, found in 64 bytes at once |
//! | `token.rs` | movetext as tokens: a cursor over bytes |
//! | `symbols.rs` | glyphs and other symbols among the moves |
//! | `game.rs` | one game: tags, then tokens, each reported to a [`Visitor`](super::Visitor) |
//! | `reader.rs` | game after game of bytes in memory, and where an error stands |
//! | `split.rs` | bytes cut before games, for many threads |
//! | `source.rs` | where bytes come from piece by piece |
//! | `stream.rs` | the same for any source |
//! | `blanks.rs`, `chunk_places.rs` | long blanks, which are left out there; the places of the other bytes |

mod blanks;
mod chunk_places;
mod game;
mod reader;
mod scan;
mod search;
mod source;
mod split;
mod stream;
pub(super) mod symbols;
mod token;
mod window;

pub use chunk_places::ChunkPlaces;
pub use reader::Reader;
pub use source::Source;
pub use split::chunks;
pub use stream::{Chunks, Stream};
