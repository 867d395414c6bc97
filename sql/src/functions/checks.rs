//! Check, and the two ways in which a game ends without a move.

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use philidor::Position;

use super::function::{Example, Function, POSITION};
use super::rows::Rows;

/// Asks a question about each position.
fn ask(rows: &Rows<'_>, question: fn(&Position) -> bool) -> Result<ArrayRef> {
    let positions = rows.positions(0)?;
    rows.truths(|row| positions.ask(row, question))
}

pub(super) static IS_CHECK: Function = Function {
    name: "is_check",
    parameters: &[POSITION],
    returns: || DataType::Boolean,
    about: "Whether the side to move is in check",
    examples: &[
        Example { call: "is_check('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1')", value: "true" },
        Example { call: "is_check('4k3/8/8/8/8/4r3/8/3K4 w - - 0 1')", value: "false" },
    ],
    evaluate: |rows| ask(rows, Position::is_check),
};

pub(super) static IS_CHECKMATE: Function = Function {
    name: "is_checkmate",
    parameters: &[POSITION],
    returns: || DataType::Boolean,
    about: "Whether the side to move is in check and has no legal move",
    examples: &[
        Example { call: "is_checkmate('4k3/8/8/8/8/8/4q3/4K3 w - - 0 1')", value: "false" },
        Example { call: "is_checkmate('8/8/8/8/8/4k3/4q3/4K3 w - - 0 1')", value: "true" },
    ],
    evaluate: |rows| ask(rows, Position::is_checkmate),
};

pub(super) static IS_STALEMATE: Function = Function {
    name: "is_stalemate",
    parameters: &[POSITION],
    returns: || DataType::Boolean,
    about: "Whether the side to move is not in check and has no legal move",
    examples: &[Example { call: "is_stalemate('8/8/8/8/8/5k2/5p2/5K2 w - - 0 1')", value: "true" }],
    evaluate: |rows| ask(rows, Position::is_stalemate),
};
