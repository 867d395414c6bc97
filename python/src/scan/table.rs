//! Rows put into columns.

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, FixedSizeBinaryBuilder, Float32Builder, Int16Builder, Int32Builder, Int64Builder,
    ListBuilder, StringBuilder, UInt16Builder, UInt64Builder,
};
use arrow_array::{ArrayRef, StructArray};
use arrow_schema::ArrowError;
use philidor::binary::PackedPosition;
use philidor_pgn::rating;

use super::columns::{Column, Columns, RowsOf};
use super::game::{GameRead, Said};

/// A growing column.
enum Growing {
    Wide(Int64Builder),
    Whole(Int32Builder),
    Small(Int16Builder),
    Key(UInt64Builder),
    Move(UInt16Builder),
    Seconds(Float32Builder),
    Text(StringBuilder),
    Bytes(FixedSizeBinaryBuilder),
    Moves(ListBuilder<UInt16Builder>),
    SecondLists(ListBuilder<Float32Builder>),
    WholeLists(ListBuilder<Int32Builder>),
}

impl Growing {
    fn new(column: Column) -> Growing {
        match column {
            Column::Game | Column::Offset => Growing::Wide(Int64Builder::new()),
            Column::PlyCount | Column::Ply | Column::Centipawns | Column::Mate => {
                Growing::Whole(Int32Builder::new())
            }
            Column::Rating(_) | Column::Difference(_) => Growing::Small(Int16Builder::new()),
            Column::Key => Growing::Key(UInt64Builder::new()),
            Column::Move => Growing::Move(UInt16Builder::new()),
            Column::Clock => Growing::Seconds(Float32Builder::new()),
            Column::StartFen | Column::Text(_) | Column::Result | Column::Fen => {
                Growing::Text(StringBuilder::new())
            }
            Column::Position => Growing::Bytes(FixedSizeBinaryBuilder::new(PackedPosition::BYTES as i32)),
            Column::Moves => Growing::Moves(ListBuilder::new(UInt16Builder::new())),
            Column::Clocks => Growing::SecondLists(ListBuilder::new(Float32Builder::new())),
            Column::CentipawnLists | Column::MateLists => {
                Growing::WholeLists(ListBuilder::new(Int32Builder::new()))
            }
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Growing::Wide(mut builder) => ArrayBuilder::finish(&mut builder),
            Growing::Whole(mut builder) => ArrayBuilder::finish(&mut builder),
            Growing::Small(mut builder) => ArrayBuilder::finish(&mut builder),
            Growing::Key(mut builder) => ArrayBuilder::finish(&mut builder),
            Growing::Move(mut builder) => ArrayBuilder::finish(&mut builder),
            Growing::Seconds(mut builder) => ArrayBuilder::finish(&mut builder),
            Growing::Text(mut builder) => ArrayBuilder::finish(&mut builder),
            Growing::Bytes(mut builder) => ArrayBuilder::finish(&mut builder),
            Growing::Moves(mut builder) => ArrayBuilder::finish(&mut builder),
            Growing::SecondLists(mut builder) => ArrayBuilder::finish(&mut builder),
            Growing::WholeLists(mut builder) => ArrayBuilder::finish(&mut builder),
        }
    }
}

/// A growing table.
pub(super) struct Table<'a> {
    columns: &'a Columns,
    growing: Vec<Growing>,
    /// How many games there are, of those that begin in the part.
    pub(super) games: u64,
}

/// A row: its game, with number and offset, and the ply of its position.
struct Row<'a> {
    game: &'a GameRead,
    number: u64,
    offset: u64,
    ply: usize,
}

impl<'a> Table<'a> {
    pub(super) fn new(columns: &'a Columns) -> Table<'a> {
        let growing = columns.all.iter().map(|&column| Growing::new(column)).collect();
        Table { columns, growing, games: 0 }
    }

    /// Adds the rows of a game. The numbers of games are those in the part.
    pub(super) fn add(&mut self, game: &GameRead, offset: u64) -> Result<(), ArrowError> {
        let rows = match self.columns.rows {
            RowsOf::Games => 1,
            RowsOf::Positions => game.positions.len(),
        };
        for (growing, &column) in self.growing.iter_mut().zip(&self.columns.all) {
            for ply in 0..rows {
                append(growing, column, &Row { game, number: self.games, offset, ply })?;
            }
        }
        self.games += 1;
        Ok(())
    }

    /// The columns.
    pub(super) fn finish(self) -> Vec<ArrayRef> {
        self.growing.into_iter().map(Growing::finish).collect()
    }
}

/// The columns of a part as a table, with games numbered after the `before` ones of earlier parts.
pub(super) fn table(
    columns: &Columns,
    mut arrays: Vec<ArrayRef>,
    before: u64,
) -> Result<ArrayRef, ArrowError> {
    for (array, &column) in arrays.iter_mut().zip(&columns.all) {
        if column == Column::Game
            && let Some(numbers) = array.as_any().downcast_ref::<arrow_array::Int64Array>()
        {
            let shifted = numbers.values().iter().map(|number| number + before as i64);
            *array = Arc::new(arrow_array::Int64Array::from_iter_values(shifted));
        }
    }
    Ok(Arc::new(StructArray::try_new(columns.fields.clone(), arrays, None)?))
}

/// Adds what a row has to a column.
fn append(growing: &mut Growing, column: Column, row: &Row<'_>) -> Result<(), ArrowError> {
    let Row { game, ply, .. } = *row;
    let position = game.positions.get(ply);
    let said = || game.said_after(ply.checked_sub(1));
    match growing {
        Growing::Wide(builder) if column == Column::Offset => builder.append_value(row.offset as i64),
        Growing::Wide(builder) => builder.append_value(row.number as i64),
        Growing::Whole(builder) => match column {
            Column::Ply => builder.append_value(ply as i32),
            Column::Centipawns => builder.append_option(said().centipawns),
            Column::Mate => builder.append_option(said().mate),
            _ => builder.append_value(game.moves.len() as i32),
        },
        Growing::Small(builder) => {
            builder.append_option(tag(game, column).and_then(|text| number(column, text)))
        }
        Growing::Key(builder) => builder.append_option(position.map(philidor::Position::key)),
        Growing::Move(builder) => builder.append_option(game.moves.get(ply).map(|digest| digest.0)),
        Growing::Seconds(builder) => builder.append_option(said().seconds),
        Growing::Text(builder) => match column {
            Column::StartFen => builder.append_option(game.start_fen()),
            Column::Result => builder.append_value(game.result()),
            Column::Fen => builder.append_option(position.map(ToString::to_string)),
            _ => builder.append_option(tag(game, column)),
        },
        Growing::Bytes(builder) => {
            if let Some(position) = position {
                let packed =
                    position.try_pack().map_err(|error| ArrowError::ExternalError(Box::new(error)))?;
                builder.append_value(packed.to_bytes())?;
            }
        }
        Growing::Moves(builder) => {
            let moves: Vec<u16> = game.moves.iter().map(|digest| digest.0).collect();
            builder.values().append_slice(&moves);
            builder.append(true);
        }
        Growing::SecondLists(builder) => append_list(builder, game, |said| said.seconds),
        Growing::WholeLists(builder) if column == Column::MateLists => {
            append_list(builder, game, |said| said.mate)
        }
        Growing::WholeLists(builder) => append_list(builder, game, |said| said.centipawns),
    }
    Ok(())
}

/// Adds what the comments after all moves say; null if none of them says anything.
fn append_list<T: arrow_array::ArrowPrimitiveType>(
    builder: &mut ListBuilder<arrow_array::builder::PrimitiveBuilder<T>>,
    game: &GameRead,
    part: impl Fn(Said) -> Option<T::Native>,
) {
    let all = (0..game.moves.len()).map(|number| part(game.said_after(Some(number))));
    if all.clone().all(|one| one.is_none()) {
        return builder.append(false);
    }
    all.for_each(|one| builder.values().append_option(one));
    builder.append(true);
}

/// The value of the tag of a column.
fn tag(game: &GameRead, column: Column) -> Option<&str> {
    let (Column::Text(tag) | Column::Rating(tag) | Column::Difference(tag)) = column else { return None };
    game.tags.get(tag)?.as_deref()
}

/// A rating, or a difference of ratings with its sign.
fn number(column: Column, text: &str) -> Option<i16> {
    if matches!(column, Column::Rating(_)) {
        return rating(text)?.try_into().ok();
    }
    text.strip_prefix('+').unwrap_or(text).parse().ok()
}
