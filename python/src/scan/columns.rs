//! The columns that there are, and those that were asked for.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Fields};
use philidor::binary::PackedPosition;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowsOf {
    Games,
    Positions,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Game,
    Offset,
    PlyCount,
    Moves,
    StartFen,
    Clocks,
    CentipawnLists,
    MateLists,
    Ply,
    Position,
    Key,
    Fen,
    Move,
    Clock,
    Centipawns,
    Mate,
    Result,
    /// A tag as text: its number among the tags that were asked for.
    Text(usize),
    /// A tag as a rating.
    Rating(usize),
    /// A tag as a difference of ratings.
    Difference(usize),
}

const OF_GAMES: [(&str, Column); 8] = [
    ("game", Column::Game),
    ("offset", Column::Offset),
    ("ply_count", Column::PlyCount),
    ("moves", Column::Moves),
    ("start_fen", Column::StartFen),
    ("clocks", Column::Clocks),
    ("centipawns", Column::CentipawnLists),
    ("mates", Column::MateLists),
];

const OF_POSITIONS: [(&str, Column); 9] = [
    ("game", Column::Game),
    ("ply", Column::Ply),
    ("position", Column::Position),
    ("key", Column::Key),
    ("fen", Column::Fen),
    ("move", Column::Move),
    ("clock", Column::Clock),
    ("centipawns", Column::Centipawns),
    ("mate", Column::Mate),
];

/// The default columns.
const USUAL_OF_GAMES: [&str; 7] = ["White", "Black", "WhiteElo", "BlackElo", "Result", "ply_count", "moves"];
const USUAL_OF_POSITIONS: [&str; 5] = ["game", "ply", "position", "move", "Result"];

impl Column {
    /// Its type, and whether it may be null.
    fn data_type(self) -> (DataType, bool) {
        let list = |of| DataType::List(Arc::new(Field::new_list_field(of, true)));
        match self {
            Column::Game | Column::Offset => (DataType::Int64, false),
            Column::PlyCount | Column::Ply => (DataType::Int32, false),
            Column::Moves => (list(DataType::UInt16), false),
            Column::StartFen | Column::Text(_) => (DataType::Utf8, true),
            Column::Result | Column::Fen => (DataType::Utf8, false),
            Column::Clocks => (list(DataType::Float32), true),
            Column::CentipawnLists | Column::MateLists => (list(DataType::Int32), true),
            Column::Position => (DataType::FixedSizeBinary(PackedPosition::BYTES as i32), false),
            Column::Key => (DataType::UInt64, false),
            Column::Move => (DataType::UInt16, true),
            Column::Clock => (DataType::Float32, true),
            Column::Centipawns | Column::Mate => (DataType::Int32, true),
            Column::Rating(_) | Column::Difference(_) => (DataType::Int16, true),
        }
    }
}

/// The columns that were asked for.
pub(super) struct Columns {
    pub(super) rows: RowsOf,
    pub(super) all: Vec<Column>,
    /// The names of the tags among them.
    pub(super) tags: Vec<String>,
    pub(super) fields: Fields,
}

impl Columns {
    /// Those with these names; `ValueError` for a name that is not one.
    pub(super) fn named(rows: RowsOf, names: Option<Vec<String>>) -> PyResult<Columns> {
        let (own, usual): (&[_], &[_]) = match rows {
            RowsOf::Games => (&OF_GAMES, &USUAL_OF_GAMES),
            RowsOf::Positions => (&OF_POSITIONS, &USUAL_OF_POSITIONS),
        };
        let names = names.unwrap_or_else(|| usual.iter().copied().map(str::to_owned).collect());
        let (mut all, mut tags, mut fields) = (Vec::new(), Vec::new(), Vec::<Field>::new());
        for name in names {
            let known = own.iter().find(|known| known.0 == name);
            let column = match known {
                Some(&(_, column)) => column,
                None if name == "Result" => Column::Result,
                None if is_tag(&name) => {
                    tags.push(name.clone());
                    let tag = tags.len() - 1;
                    match name.as_str() {
                        name if name.ends_with("Elo") => Column::Rating(tag),
                        name if name.ends_with("RatingDiff") => Column::Difference(tag),
                        _ => Column::Text(tag),
                    }
                }
                None => {
                    let own: Vec<&str> = own.iter().map(|known| known.0).collect();
                    let message = format!("{name:?} is not a column: there are {} and tags", own.join(", "));
                    return Err(PyValueError::new_err(message));
                }
            };
            if fields.iter().any(|field| *field.name() == name) {
                return Err(PyValueError::new_err(format!("the column {name:?} is named twice")));
            }
            let (data_type, is_nullable) = column.data_type();
            fields.push(Field::new(name, data_type, is_nullable));
            all.push(column);
        }
        if all.is_empty() {
            return Err(PyValueError::new_err("no column is named"));
        }
        Ok(Columns { rows, all, tags, fields: fields.into() })
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| field.name().as_str())
    }

    /// The table as a field: a structure of its columns.
    pub(super) fn field(&self) -> FieldRef {
        Arc::new(Field::new_struct("", self.fields.clone(), false))
    }

    /// Whether a column is wanted.
    pub(super) fn has(&self, columns: &[Column]) -> bool {
        columns.iter().any(|column| self.all.contains(column))
    }
}

/// Whether a name can be that of a tag: tags begin with a capital letter, unlike our own columns.
fn is_tag(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
