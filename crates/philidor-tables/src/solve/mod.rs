//! Every position of a few pieces, solved from scratch by retrograde analysis: what it is worth, and how far it is from
//! its end.
//!
//! ```text
//!  KPvK     a material         needs KQvK, KRvK, KBvK, KNvK, to which promotions lead
//!   ├─ 24   slices             one for each placement of the pawns: quiet moves do not leave it
//!   │   └─ levels              won or lost in 0, 1, 2 … half-moves, from the mates backwards
//!   └─ 2    measures           half-moves to the next zeroing move, or to mate
//! ```
//!
//! [`Solver`] solves materials into [`SolvedTables`], which answer for positions. A [`Table`] can be kept in a file,
//! counted by a [`Census`], and cut down to a [`Bitbase`].

// * `solver.rs`: the order of materials and slices; `retrograde.rs`: one slice, level by level
// * `moves.rs`, `successors.rs`: the moves of a placement; the tables that captures and promotions lead to
// * `solved_tables.rs`, `table.rs`, `values.rs`: all tables, one, and its distances by one measure
// * `layout.rs`, `formation.rs`, `combination.rs`, `symmetry.rs`: from pieces on squares to an index and back
// * `placement.rs`, `distance.rs`: pieces on squares; how far a position is from its end, in two bytes
// * `storage.rs`, `census.rs`, `bitbase.rs`: a table as a file, in numbers, and as bits
// * `observer.rs`, `error.rs`: who watches, and what can go wrong
mod bitbase;
mod census;
mod combination;
mod distance;
mod error;
mod formation;
mod layout;
mod moves;
mod observer;
mod placement;
mod retrograde;
mod solved_tables;
mod solver;
mod storage;
mod successors;
mod symmetry;
mod table;
mod values;

pub use bitbase::Bitbase;
pub use census::Census;
pub use distance::Measure;
pub use error::{Limit, SolveError, SolvedProbeError};
pub use observer::Observer;
pub use solved_tables::{SolvedTables, Value};
pub use solver::Solver;
pub(crate) use solver::{NEVER_STOP, on_threads};
pub use storage::StorageError;
pub use table::Table;
