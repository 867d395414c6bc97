//! Check, and how a game ends on the board.

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

pub(super) static OUTCOME: Function = Function {
    name: "outcome",
    parameters: &[POSITION],
    returns: || DataType::Utf8,
    about: "How the game has ended in this position; null while it goes on",
    examples: &[
        Example { call: "outcome('8/8/8/8/8/4k3/4q3/4K3 w - - 0 1')", value: "Black wins by checkmate" },
        Example { call: "outcome('8/8/8/8/8/5k2/5p2/5K2 w - - 0 1')", value: "draw by stalemate" },
        Example { call: "outcome('4k3/8/8/8/8/8/8/4K2R w K - 0 1') IS NULL", value: "true" },
    ],
    evaluate: |rows| {
        let positions = rows.positions(0)?;
        rows.texts(|row| {
            Ok(positions.ask(row, Position::outcome)?.flatten().map(|outcome| outcome.to_string()))
        })
    },
};
