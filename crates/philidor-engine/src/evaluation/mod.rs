//! Evaluations, from the simplest to the one that the engine plays with.
//!
//! All numbers are chosen for this crate, in hundredths of a pawn; those of the net are learned from games of the
//! engine.

// | file | what it is |
// |---|---|
// | `evaluator.rs` | `Evaluator`: anything that evaluates positions |
// | `material_balance.rs` | `MaterialBalance`: material alone |
// | `phased_score.rs` | `PhasedScore`: tapered evaluation, with a value for the middle game and one for the endgame |
// | `square_tables.rs` | `SquareTables`: piece-square tables |
// | `trace.rs` | `Trace`: what an evaluation is made of, term by term |
// | `explanation.rs` | `Explanation`: what an evaluation makes of a position, by its name |
// | `classic/` | `Classic`: square tables, pawns, mobility, king safety, threats |
// | `chains.rs` | `Chains`: the questions of 1989 |
// | `net/` | `Net`: a neural network |
// | `built_in.rs` | any of these, chosen by its name |

mod built_in;
mod chains;
mod classic;
pub(crate) mod evaluator;
mod explanation;
mod material_balance;
pub mod net;
mod phased_score;
mod square_tables;
mod trace;

pub(crate) use built_in::BuiltIn;
pub use chains::Chains;
pub use classic::Classic;
pub use explanation::{Explanation, NetOutput, TermSum};
pub use material_balance::MaterialBalance;
pub use net::net_evaluation::Net;
pub use phased_score::PhasedScore;
pub use square_tables::SquareTables;
pub use trace::{Term, Trace};

/// What the engine plays with.
#[cfg(feature = "net")]
pub(crate) type Standard = Net;

/// What the engine plays with.
#[cfg(not(feature = "net"))]
pub(crate) type Standard = Classic;
