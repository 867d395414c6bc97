//! All positions of games, replayed from their moves.

use std::sync::Arc;

use anyhow::{Context, Result};
use arrow::array::{
    Array, ArrayRef, AsArray, FixedSizeBinaryArray, Int32Array, Int64Array, RecordBatch, UInt16Builder,
    UInt64Array,
};
use arrow::buffer::Buffer;
use arrow::datatypes::Int64Type;
use philidor::Position;
use philidor::binary::PackedPosition;
use philidor_explorer::moves::{self, decoded, digests};

use super::table;

/// The number of rows to collect before they are written.
const ROWS: usize = 1 << 16;

/// The rows collected so far.
#[derive(Default)]
struct Rows {
    games: Vec<i64>,
    plies: Vec<i32>,
    keys: Vec<u64>,
    positions: Vec<u8>,
    moves: UInt16Builder,
}

impl Rows {
    /// Adds the positions of a game.
    fn push(&mut self, game: i64, start: Position, moves: &[u8]) -> Result<()> {
        let mut position = start;
        for digest in digests(moves) {
            self.push_position(&position);
            self.moves.append_value(digest.0);
            let mv = decoded(&position, digest)?;
            position.play_unchecked(mv);
        }
        self.push_position(&position);
        self.moves.append_null();
        let count = moves.len() / 2 + 1;
        self.games.extend(std::iter::repeat_n(game, count));
        self.plies.extend((0..).take(count));
        Ok(())
    }

    fn push_position(&mut self, position: &Position) {
        self.keys.push(position.key());
        self.positions.extend_from_slice(&position.pack().to_bytes());
    }

    fn table(mut self) -> Result<RecordBatch> {
        let size = PackedPosition::BYTES as i32;
        let columns: Vec<ArrayRef> = vec![
            Arc::new(Int64Array::from(self.games)),
            Arc::new(Int32Array::from(self.plies)),
            Arc::new(UInt64Array::from(self.keys)),
            Arc::new(FixedSizeBinaryArray::try_new(size, Buffer::from_vec(self.positions), None)?),
            Arc::new(self.moves.finish()),
        ];
        Ok(RecordBatch::try_new(table::positions(), columns)?)
    }
}

/// The start in a row of the table of games.
pub(crate) fn start(fens: &dyn Array, row: usize) -> Result<Position> {
    let fens = fens.as_string_opt::<i32>().context("column start_fen is not text")?;
    if fens.is_null(row) { Ok(Position::default()) } else { moves::start(fens.value(row)) }
}

/// Plays all games of a table and passes on the positions, some at a time: each before a move, with that move, and the
/// last one.
pub(super) fn each(games: &RecordBatch, mut take: impl FnMut(RecordBatch) -> Result<()>) -> Result<u64> {
    let column = |name| games.column_by_name(name).with_context(|| format!("there is no column {name}"));
    let ids = column("id")?.as_primitive_opt::<Int64Type>().context("column id is not a number")?;
    let moves = column("moves")?.as_binary_opt::<i32>().context("column moves is not bytes")?;
    let starts = column("start_fen")?;
    let mut rows = Rows::default();
    let mut count = 0;
    for row in 0..games.num_rows() {
        rows.push(ids.value(row), start(starts, row)?, moves.value(row))?;
        if rows.games.len() >= ROWS {
            count += rows.games.len() as u64;
            take(std::mem::take(&mut rows).table()?)?;
        }
    }
    count += rows.games.len() as u64;
    take(rows.table()?)?;
    Ok(count)
}
