//! Which engine of this program plays variants, in `uci` and in `match`: all would play them by the same search and the
//! same weights, so that only one offers to.

use philidor_engine::EVALUATIONS;
use philidor_host::Visible;

/// The engine that plays them, the first.
pub(in crate::command) const PLAYER: &str = EVALUATIONS[0];

/// Why another one does not.
pub(in crate::command) fn refusal(engine: &str) -> String {
    format!("`{}` plays chess alone; {PLAYER} plays variants, and random in matches", Visible(engine))
}
