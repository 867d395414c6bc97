//! An opening explorer of one's own: an index of the positions of games, and a server that answers as Lichess's does.
//!
//! | file | what it is |
//! |---|---|
//! | `bucket.rs` | what games are grouped by: ratings, speed, month |
//! | `row.rs` | all that is known of a position, in bytes; how rows are merged |
//!
//! Nothing here needs SQL: the crate builds in minutes, and `philidor-sql explorer` is its command.


pub mod bucket;
pub mod row;

pub use bucket::Speed;
