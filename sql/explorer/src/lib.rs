//! An opening explorer of one's own: an index of the positions of games, and a server that answers as Lichess's does.
//!
//! | file | what it is |
//! |---|---|
//! | `bucket.rs` | what games are grouped by: ratings, speed, month |
//! | `row.rs` | all that is known of a position, in bytes; how rows are merged |
//! | `source.rs` | games as `philidor-sql import` has them |
//! | `plies.rs`, `run.rs`, `sorted.rs` | plies in memory, sorted; sorted files; many merged into one |
//! | `store.rs`, `disk.rs` | rows found by their keys: Parquet whose row groups are one read |
//! | `record.rs`, `manifest.rs` | what is kept of a game; what an index is made of |
//!
//! Nothing here needs SQL: the crate builds in minutes, and `philidor-sql explorer` is its command.


pub mod bucket;
mod disk;
mod plies;
mod record;
pub mod row;
mod run;
mod sorted;
mod source;
mod store;

pub use bucket::Speed;
