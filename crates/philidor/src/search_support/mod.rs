//! Building blocks for engines: what every search and evaluation needs beyond the rules of chess.
//!
//! Nothing here searches or evaluates a position, and only [`Memory`] allocates; each part answers one question and can
//! be used alone.

// | file | what it is |
// |---|---|
// | `change.rs` | `Change`: the pieces that a move takes and puts, for piece-square tables, keys and networks |
// | `keys.rs` | `Keys`: the keys of pawns, pieces and material, kept from change to change |
// | `exchange.rs` | `Exchange`: static exchange evaluation, what captures on one square win or lose |
// | `attacked_squares.rs` | `AttackedSquares`: the squares that each side attacks, by piece type |
// | `pawns.rs` | `Pawns`: passed, isolated, doubled and backward pawns as sets |
// | `picker.rs` | `Picker`: staged move generation, each move found when it is asked for; `Scoring` orders them |
// | `work.rs` | `Work`: a search compiled for every level of the CPU, entered once |
// | `repetitions.rs` | `Repetitions`: repetitions in a game and in the line under search |
// | `../memory.rs` | `Memory`: zeroed buckets for a transposition table, prefetched |

mod attacked_squares;
mod change;
mod exchange;
mod keys;
mod pawns;
mod picker;
mod repetitions;
mod work;

pub use attacked_squares::AttackedSquares;
pub use change::Change;
pub use exchange::Exchange;
pub use keys::Keys;
pub use pawns::Pawns;
pub use picker::{Picker, Scoring};
pub use repetitions::Repetitions;
pub use work::{Level, Work};

#[cfg(target_has_atomic = "64")]
pub use crate::memory::Memory;
