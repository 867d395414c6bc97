//! Rows of the table of games, as games.

use anyhow::{Context, Result};
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int16Type};
use arrow_array::{Array, ArrayRef, BinaryArray, ListArray, PrimitiveArray, RecordBatch, StringArray};
use chrono::Datelike;
use parquet::arrow::arrow_reader::ParquetRecordBatchReader;

use crate::date::Date;
use crate::game::Game;
use crate::row::MAX_RATING;

/// What is needed to count the plies of a game.
pub(crate) const PLY_COLUMNS: [&str; 8] =
    ["Result", "WhiteElo", "BlackElo", "UTCDate", "Date", "TimeControl", "moves", "start_fen"];

/// What is kept of a game.
pub(crate) const GAME_COLUMNS: [&str; 13] = [
    "Event",
    "Site",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "UTCDate",
    "Date",
    "TimeControl",
    "moves",
    "start_fen",
    "tags",
];

/// Games of a file, some at a time.
pub(crate) struct Batches {
    reader: ParquetRecordBatchReader,
    next: u64,
}

impl Batches {
    /// The games that a reader has, numbered from this one on.
    pub(crate) fn new(reader: ParquetRecordBatchReader, first: u64) -> Batches {
        Batches { reader, next: first }
    }
}

impl Iterator for Batches {
    type Item = Result<Games>;

    fn next(&mut self) -> Option<Result<Games>> {
        let rows = match self.reader.next()? {
            Ok(rows) => rows,
            Err(error) => return Some(Err(error.into())),
        };
        let first = self.next;
        self.next += rows.num_rows() as u64;
        Some(Games::new(&rows, first))
    }
}

/// Some games of a file. A column that was not asked for has no values.
pub(crate) struct Games {
    first: u64,
    rows: usize,
    event: Option<StringArray>,
    site: Option<StringArray>,
    white: Option<StringArray>,
    black: Option<StringArray>,
    result: Option<StringArray>,
    white_rating: Option<PrimitiveArray<Int16Type>>,
    black_rating: Option<PrimitiveArray<Int16Type>>,
    day: Option<PrimitiveArray<Date32Type>>,
    date: Option<StringArray>,
    time_control: Option<StringArray>,
    start: Option<StringArray>,
    moves: BinaryArray,
    tags: Option<ListArray>,
}

impl Games {
    fn new(rows: &RecordBatch, first: u64) -> Result<Games> {
        let text = |name: &str| typed(rows, name, |column| column.as_string_opt::<i32>());
        let rating = |name: &str| typed(rows, name, |column| column.as_primitive_opt::<Int16Type>());
        let moves = typed(rows, "moves", |column| column.as_binary_opt::<i32>())?;
        Ok(Games {
            first,
            rows: rows.num_rows(),
            event: text("Event")?,
            site: text("Site")?,
            white: text("White")?,
            black: text("Black")?,
            result: text("Result")?,
            white_rating: rating("WhiteElo")?,
            black_rating: rating("BlackElo")?,
            day: typed(rows, "UTCDate", |column| column.as_primitive_opt::<Date32Type>())?,
            date: text("Date")?,
            time_control: text("TimeControl")?,
            start: text("start_fen")?,
            moves: moves.context("the table of games has no column moves")?,
            tags: typed(rows, "tags", |column| column.as_list_opt::<i32>())?,
        })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Game<'_>> {
        (0..self.rows).map(|row| self.game(row))
    }

    fn game(&self, row: usize) -> Game<'_> {
        Game {
            number: self.first + row as u64,
            event: value(&self.event, row),
            site: value(&self.site, row),
            round: self.tag(row, "Round").unwrap_or_default(),
            white: value(&self.white, row),
            black: value(&self.black, row),
            ratings: [rating(&self.white_rating, row), rating(&self.black_rating, row)],
            date: self.date(row),
            time_control: value(&self.time_control, row),
            winner: Game::winner_of(value(&self.result, row)),
            start: value(&self.start, row),
            moves: self.moves.value(row),
        }
    }

    /// The day of a game: the tag `UTCDate` if it is complete, otherwise `Date` as far as it is known.
    fn date(&self, row: usize) -> Date {
        let day =
            self.day.as_ref().filter(|days| days.is_valid(row)).and_then(|days| days.value_as_date(row));
        if let Some(day) = day {
            let year = u16::try_from(day.year()).unwrap_or(0);
            return Date { year, month: day.month() as u8, day: day.day() as u8 };
        }
        Date::read(value(&self.date, row))
    }

    /// The text of a tag that has no column.
    fn tag(&self, row: usize, name: &str) -> Option<&str> {
        let tags = self.tags.as_ref().filter(|tags| tags.is_valid(row))?;
        let range = tags.value_offsets().get(row..row + 2)?;
        let [from, to] = range else { return None };
        let all = tags.values().as_struct_opt()?;
        let names = all.column_by_name("name")?.as_string_opt::<i32>()?;
        let values = all.column_by_name("value")?.as_string_opt::<i32>()?;
        let mut range = usize::try_from(*from).ok()?..usize::try_from(*to).ok()?;
        range.find(|&tag| names.value(tag) == name).map(|tag| values.value(tag))
    }
}

/// A column in the type in which `philidor-sql import` writes it; `None` if there is none.
fn typed<A: Clone>(
    rows: &RecordBatch,
    name: &str,
    as_type: impl Fn(&ArrayRef) -> Option<&A>,
) -> Result<Option<A>> {
    let Some(column) = rows.column_by_name(name) else { return Ok(None) };
    let typed = as_type(column).with_context(|| {
        format!("column {name} is of type {}, in which an import does not have it", column.data_type())
    })?;
    Ok(Some(typed.clone()))
}

fn value(column: &Option<StringArray>, row: usize) -> &str {
    column.as_ref().filter(|column| column.is_valid(row)).map_or("", |column| column.value(row))
}

fn rating(column: &Option<PrimitiveArray<Int16Type>>, row: usize) -> u16 {
    let rating = column.as_ref().filter(|column| column.is_valid(row)).map_or(0, |column| column.value(row));
    u16::try_from(rating).map_or(0, |rating| rating.min(MAX_RATING))
}
