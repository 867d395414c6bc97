//! What endgame tables say. The values of a whole array of positions are asked for at once, in the order of the tables'
//! files. Distances are asked for one after the other: such an order would save a sixth of their time at most.

use std::sync::Arc;

use datafusion::arrow::array::{Int8Array, Int32Array, StringArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_err};
use philidor::Position;
use philidor_tables::Wdl;
use philidor_tables::syzygy::{Dtz, ProbeError, Tables};

use super::function::{Example, Function, POSITION};
use super::rows::Rows;

pub(super) static TB_WDL: Function = Function {
    name: "tb_wdl",
    parameters: &[POSITION],
    returns: || DataType::Int8,
    about: "From -2, lost, to 2, won, for the side to move with a halfmove clock of zero, as Syzygy tables (--tables) say; \
            -1 and 1 are draws by the fifty-move rule; null where no table has the position",
    examples: &[
        Example { call: "tb_wdl('8/8/8/8/8/2k5/7Q/K7 w - - 0 1')", value: "2" },
        Example { call: "tb_wdl('8/8/8/8/8/2k5/7N/K7 w - - 0 1')", value: "0" },
    ],
    evaluate: |rows| {
        let values = ask(rows, Tables::probe_wdl_batch)?;
        Ok(Arc::new(values.into_iter().map(|wdl| wdl.map(Wdl::number)).collect::<Int8Array>()))
    },
};

pub(super) static TB_DTZ: Function = Function {
    name: "tb_dtz",
    parameters: &[POSITION],
    returns: || DataType::Int32,
    about: "The half-moves to the next capture, pawn move or mate, with the sign of tb_wdl, and more than 100 if that is -1 or \
            1; most tables round, so that it may be one more",
    examples: &[
        Example { call: "tb_dtz('8/8/8/8/8/2k5/7Q/K7 w - - 0 1')", value: "11" },
        Example { call: "tb_dtz('8/8/8/8/8/2k5/2Q5/K7 b - - 0 1')", value: "0" },
    ],
    evaluate: |rows| {
        let distances = ask(rows, |tables, positions| {
            positions.iter().map(|position| tables.probe_dtz(position)).collect()
        })?;
        Ok(Arc::new(distances.into_iter().map(|dtz| dtz.map(Dtz::number)).collect::<Int32Array>()))
    },
};

pub(super) static TB_VALUE: Function = Function {
    name: "tb_value",
    parameters: &[POSITION],
    returns: || DataType::Utf8,
    about: "The value for the side to move with the position's own halfmove clock: win, cursed win, draw, blessed loss or \
            loss, or two of them where the tables round",
    examples: &[
        Example { call: "tb_value('8/8/8/8/8/2k5/7Q/K7 w - - 0 1')", value: "win" },
        Example { call: "tb_value('8/8/8/8/8/2k5/7Q/K7 w - - 90 70')", value: "cursed win" },
    ],
    evaluate: |rows| {
        let values = ask(rows, |tables, positions| {
            positions.iter().map(|position| tables.probe_clocked_wdl(position)).collect()
        })?;
        Ok(Arc::new(
            values.into_iter().map(|value| value.map(|value| value.to_string())).collect::<StringArray>(),
        ))
    },
};

/// Asks the tables of the session about a column of positions. A damaged file ends the statement in either form of the
/// function, since it says nothing about the row.
fn ask<T>(
    rows: &Rows<'_>,
    answers: impl FnOnce(&Tables, &[Position]) -> Vec<Result<T, ProbeError>>,
) -> Result<Vec<Option<T>>> {
    let (positions, open) = (rows.positions(0)?, rows.tables()?);
    let mut asked = Vec::with_capacity(rows.count);
    rows.each(
        |row| positions.get(row),
        |position| {
            // The start position, which no table has, stands for null.
            asked.push(position.unwrap_or_default());
            Ok(())
        },
    )?;
    let known = answers(&open.tables, &asked).into_iter().map(|answer| match answer {
        Ok(value) => Ok(Some(value)),
        Err(ProbeError::File(error)) => {
            open.set_damaged();
            exec_err!("{}: {error}", rows.name)
        }
        Err(_) => Ok(None),
    });
    known.collect()
}
