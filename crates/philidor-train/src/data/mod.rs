//! Training data: games with scores, and the positions in them, in the formats of the field.

// | file | what it is |
// |---|---|
// | `scored_game.rs` | `ScoredGame`: a game with the score of each move, and its result; `ScoredPosition` |
// | `format.rs`, `error.rs` | `Format` and how a file shows it; `DataError`: what is wrong at which byte |
// | `record.rs`, `source.rs` | `Reader` and `Writer` of all formats, and the `Record` that passes between them |
// | `viriformat.rs` | games, four bytes a move |
// | `binpack/` | games, some two bytes a move: Stockfish's |
// | `move_parts.rs` | the parts of a move in both |
// | `packed_board.rs` | marlinformat: a position in 32 bytes, with which a game of viriformat begins, too |
// | `bulletformat.rs` | `TrainingPosition`: one position of 32 bytes, seen by the side to move |
// | `text.rs` | a position a line |
// | `filter.rs` | `Filter`: which positions are worth learning from |
// | `shuffle.rs` | `Shuffle`: records in a random order, more of them than memory holds |
// | `seen_keys.rs` | `SeenKeys`: which keys came before, in bounded memory |
// | `scale.rs` | the score scale that fits the results best |
// | `statistics.rs` | `Statistics`: what there is in a file |
// | `win_rates.rs` | `WinRates`: results by score and pieces, and `WdlFit`, the curve that fits them |

mod binpack;
mod bulletformat;
mod error;
mod filter;
mod format;
mod move_parts;
mod packed_board;
mod record;
pub(crate) mod scale;
mod scored_game;
mod seen_keys;
mod shuffle;
mod source;
mod statistics;
mod text;
pub mod viriformat;
mod win_rates;

pub use bulletformat::TrainingPosition;
pub use error::{DataError, DataErrorKind};
pub use filter::Filter;
pub use format::{Format, UnknownFormat};
pub use record::{Reader, Record, Sample, Writer};
pub use scored_game::{GameOutcome, ScoredGame, ScoredMove, ScoredPosition};
pub use seen_keys::SeenKeys;
pub use shuffle::{Shuffle, is_in_share};
pub use statistics::Statistics;
pub use win_rates::{WdlFit, WinRates};

#[cfg(test)]
mod tests;
