//! Syzygy tables, read: who wins, and how far the next capture or move of a pawn is.
//!
//! Each set of pieces has two files. `KQvKR.rtbw` has the value of every position, a [`Wdl`](crate::Wdl) for either
//! side to move; `KQvKR.rtbz` has the distance to zero, a [`Dtz`], for one side to move. Both have values in the order
//! of an index that counts positions which are the same by symmetry once, and compressed in small blocks, of which a
//! probe unpacks one:
//!
//! ```text
//! position ── pieces ──► file ── leading pawn, side to move ──► subtable
//!    │                                                           │
//!    └────── squares ──► arrangement, normalized ──► index ──► block ──► symbol ──► value ──► captures ──► answer
//! ```
//!
//! [`Tables`] finds files in folders, or takes them from memory or from any [`ByteSource`]. A probe allocates nothing,
//! and no thread waits for another, except while a file is opened. A damaged file is a [`FileError`] that names the
//! byte.

// * `tables.rs`, `folder.rs`, `open.rs`, `source.rs`: which tables there are, the files of a folder, folders that must
//   have some, and where bytes come from
// * `probe.rs`, `root.rs`, `batch.rs`: the answers: of one position, of all moves of a position, of many positions
// * `dtz.rs`, `error.rs`: distances, and why there is no answer
// * `table.rs`, `header.rs`: a file opened, and what its head says
// * `arrangement.rs`, `index.rs`: from squares to numbers; `pairs.rs`, `marks.rs`, `unpacked.rs`: from numbers to
//   values
// * `checksum.rs`: whether a file is whole
// * `writing/`: files of what has been solved
mod arrangement;
mod batch;
mod checksum;
mod dtz;
mod error;
mod folder;
mod header;
mod index;
mod marks;
mod open;
mod pairs;
mod probe;
mod root;
mod source;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod unpacked;
#[cfg(feature = "solve")]
mod writing;

pub use crate::metric::Metric;
pub use dtz::{ClockedWdl, Dtz};
pub use error::{FileError, ProbeError, TableFault};
pub use open::FolderError;
pub use probe::ProbeAnswer;
pub use root::RootMove;
pub use source::ByteSource;
pub use tables::Tables;
#[cfg(feature = "solve")]
pub use writing::{Writer, write};
