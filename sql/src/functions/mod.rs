//! The chess functions: one list for the embedded engine, the scheduler and the workers.
//!
//! ```text
//! function.rs   what a function is to the engine     kind.rs    the accepted types
//! rows.rs       from columns to rows and back        fault.rs   why a row has no value
//!
//! text.rs       from_fen to_fen                      moves.rs   legal_moves legal_move_count play to_uci to_san
//! checks.rs     is_check is_checkmate is_stalemate   board.rs   attackers material imbalance key without_clocks
//! games.rs      position_at to_pgn                   count.rs   perft expand
//! endgames.rs   tb_wdl tb_dtz tb_value               openings.rs  opening eco game_opening game_eco
//! patterns.rs   matches first_match reaches
//! explorer.rs   explorer_plies explorer_row explorer_join explorer_moves
//! list.rs       the list, for people and for programs
//! ```

mod board;
mod checks;
mod count;
mod endgames;
mod explorer;
mod fault;
mod function;
mod games;
mod kind;
pub(crate) mod list;
mod moves;
mod openings;
mod patterns;
mod rows;
mod text;

use std::sync::Arc;

use datafusion::logical_expr::{ScalarUDF, Volatility};

pub(crate) use board::{material, same as without_clocks};
pub use function::{Example, Function, Parameter};

/// The functions, in the order in which `philidor-sql functions` lists them.
pub static FUNCTIONS: &[&Function] = &[
    &text::FROM_FEN,
    &text::TO_FEN,
    &moves::LEGAL_MOVES,
    &moves::LEGAL_MOVE_COUNT,
    &checks::IS_CHECK,
    &checks::IS_CHECKMATE,
    &checks::IS_STALEMATE,
    &checks::OUTCOME,
    &board::ATTACKERS,
    &board::MATERIAL,
    &board::IMBALANCE,
    &moves::PLAY,
    &moves::TO_SAN,
    &moves::TO_UCI,
    &games::POSITION_AT,
    &games::TO_PGN,
    &openings::OPENING,
    &openings::ECO,
    &openings::GAME_OPENING,
    &openings::GAME_ECO,
    &patterns::MATCHES,
    &patterns::FIRST_MATCH,
    &patterns::REACHES,
    &board::KEY,
    &board::WITHOUT_CLOCKS,
    &count::PERFT,
    &count::EXPAND,
    &explorer::EXPLORER_PLIES,
    &explorer::EXPLORER_ROW,
    &explorer::EXPLORER_JOIN,
    &explorer::EXPLORER_MOVES,
    &endgames::TB_WDL,
    &endgames::TB_DTZ,
    &endgames::TB_VALUE,
];

/// All functions for an engine, each in both forms: the one that stops at a fault, and `try_…`, which returns null
/// there.
///
/// ```
/// let functions = philidor_sql::functions::all();
/// assert!(functions.iter().any(|function| function.name() == "try_legal_moves"));
/// ```
pub fn all() -> Vec<Arc<ScalarUDF>> {
    FUNCTIONS.iter().flat_map(|function| function.forms(volatility(function))).collect()
}

/// How much the value of a function depends on. What tables say depends on the settings of the session, without which
/// the engine may call an immutable function.
fn volatility(function: &Function) -> Volatility {
    let of_tables = [&endgames::TB_WDL, &endgames::TB_DTZ, &endgames::TB_VALUE];
    let asks_tables = of_tables.iter().any(|asks| asks.name() == function.name());
    if asks_tables { Volatility::Stable } else { Volatility::Immutable }
}

/// Whether a function called with this number of arguments may take seconds for a single row: `perft`, and `expand` if
/// the number of plies is given.
pub(crate) fn is_slow(name: &str, arguments: usize) -> bool {
    let name = name.strip_prefix("try_").unwrap_or(name);
    name == count::PERFT.name() || name == count::EXPAND.name() && arguments > 1
}
