//! Positions between text and 32 bytes.

use datafusion::arrow::datatypes::DataType;
use philidor::Position;

use super::function::{Example, Function, POSITION};
use super::kind::COMPACT;

pub(super) static FROM_FEN: Function = Function {
    name: "from_fen",
    parameters: &[POSITION],
    returns: || COMPACT,
    about: "The position in 32 bytes, which are smaller than a FEN and faster to read for all functions",
    examples: &[Example {
        call: "to_fen(from_fen('4k3/8/8/8/8/8/8/4K3 w - -'))",
        value: "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    }],
    evaluate: |rows| {
        let positions = rows.positions(0)?;
        rows.positions_out(|row| positions.ask(row, Position::pack))
    },
};

pub(super) static TO_FEN: Function = Function {
    name: "to_fen",
    parameters: &[POSITION],
    returns: || DataType::Utf8,
    about: "The position as a FEN",
    examples: &[Example {
        call: "to_fen('4k3/8/8/8/8/8/8/4K3 w - -')",
        value: "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    }],
    evaluate: |rows| {
        let positions = rows.positions(0)?;
        rows.texts(|row| positions.ask(row, Position::to_string))
    },
};
