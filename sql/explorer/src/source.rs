//! The games of an import: folders with `games/*.parquet`, as `philidor-sql import` writes them.
//!
//! Games are numbered from 1 through all folders, files and rows, also those that are not counted. A game counts if it
//! has a result, and begins where games of chess do.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int16Type};
use arrow_array::{Array, ArrayRef, BinaryArray, ListArray, PrimitiveArray, RecordBatch, StringArray};
use chrono::Datelike;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use philidor::{MoveDigest, Position};
use serde_json::{Value, json};

use crate::bucket::{Bucket, Month, Speed};
use crate::disk::read_at;
use crate::row::{MAX_RATING, Single, Winner};

/// The rows that are read at a time.
const BATCH: usize = 1024;
/// The bytes at either end of a file by which it is known again.
const SUMMED: u64 = 1 << 20;

/// A file of games.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    path: PathBuf,
    /// The number of its first game.
    pub(crate) first: u64,
    /// The number of its games.
    pub(crate) games: u64,
    /// The first row of each row group, and their end.
    groups: Vec<u64>,
    bytes: u64,
    /// The CRC-32 of its beginning and its end, where Parquet has sizes and statistics of all columns.
    sum: u32,
}

impl Source {
    /// What a plan says of it.
    pub(crate) fn to_json(&self) -> Value {
        let sum = format!("{:08x}", self.sum);
        json!({"name": self.path.to_string_lossy(), "games": self.games, "bytes": self.bytes, "sum": sum})
    }

    /// Whether a file that a plan or a manifest names has the same contents. Files without games all have.
    fn has_games_of(&self, known: &Value) -> bool {
        let own = self.to_json();
        self.games > 0 && ["games", "bytes", "sum"].iter().all(|part| own[part] == known[part])
    }

    /// Leaves out the files that are known, and numbers the games of the others from this number on. No file may have
    /// changed since it became known, or have the games of another under a name of its own.
    pub(crate) fn unknown(all: Vec<Source>, known: &[Value], first: u64) -> Result<Vec<Source>> {
        let mut named: HashMap<String, Value> = HashMap::new();
        let mut by_sum: HashMap<String, Vec<Value>> = HashMap::new();
        let name = |file: &Value| file["name"].as_str().unwrap_or_default().to_owned();
        let sum = |file: &Value| file["sum"].as_str().unwrap_or_default().to_owned();
        for file in known {
            by_sum.entry(sum(file)).or_default().push(file.clone());
            named.insert(name(file), file.clone());
        }
        let known_names: HashSet<String> = named.keys().cloned().collect();
        let (mut fresh, mut next) = (Vec::new(), first);
        for mut source in all {
            let own = source.to_json();
            let twin = by_sum.get(&sum(&own)).into_iter().flatten().find(|known| source.has_games_of(known));
            match (named.get(&name(&own)), twin) {
                (Some(before), _) if *before == own && known_names.contains(&name(&own)) => continue,
                (Some(before), _) if *before == own => bail!("{} is named twice", name(&own)),
                (Some(_), _) => bail!("{} has changed since its games were added", name(&own)),
                (None, Some(twin)) => bail!("{} has the games of {}", name(&own), name(twin)),
                (None, None) => {}
            }
            by_sum.entry(sum(&own)).or_default().push(own.clone());
            named.insert(name(&own), own);
            source.first = next;
            next = source.end();
            fresh.push(source);
        }
        Ok(fresh)
    }

    /// The games after its last one.
    pub(crate) fn end(&self) -> u64 {
        self.first + self.games
    }

    /// The files of folders, in their order; their games have no numbers yet.
    pub(crate) fn all(folders: &[PathBuf]) -> Result<Vec<Source>> {
        let mut sources = Vec::new();
        for folder in folders {
            for path in files(folder)? {
                sources.push(Source::open(&path)?);
            }
        }
        Ok(sources)
    }

    fn open(path: &Path) -> Result<Source> {
        let read = || {
            let file = File::open(path)?;
            let bytes = file.metadata()?.len();
            let sum = sum(&file, bytes)?;
            let reader = ParquetRecordBatchReaderBuilder::try_new(file)?;
            let mut groups = vec![0];
            for group in reader.metadata().row_groups() {
                groups.push(groups.last().copied().unwrap_or(0) + u64::try_from(group.num_rows())?);
            }
            let games = groups.last().copied().unwrap_or(0);
            let path = fs::canonicalize(path)?;
            anyhow::Ok(Source { path, first: 1, games, groups, bytes, sum })
        };
        read().with_context(|| format!("cannot read {}", path.display()))
    }

    /// The games from this number on, to another, which are in this file. Few of its columns are read if only plies are
    /// wanted.
    pub(crate) fn read(&self, numbers: std::ops::Range<u64>, columns: &[&str]) -> Result<Batches> {
        let open = || {
            let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(&self.path)?)?;
            let (from, to) = (numbers.start - self.first, numbers.end - self.first);
            // Row groups before and after are not read at all.
            let skipped = self.groups.partition_point(|&group| group <= from).saturating_sub(1);
            let wanted = self.groups.partition_point(|&group| group < to).saturating_sub(skipped);
            let begin = self.groups.get(skipped).copied().unwrap_or(0);
            let is_wanted = |name: &str| columns.contains(&name);
            let schema = builder.parquet_schema();
            let leaves =
                (0..schema.num_columns()).filter(|&leaf| is_wanted(schema.get_column_root(leaf).name()));
            let mask = ProjectionMask::leaves(schema, leaves.collect::<Vec<_>>());
            let last = (skipped + wanted).min(self.groups.len() - 1);
            let reader = builder
                .with_projection(mask)
                .with_row_groups((skipped..last).collect())
                .with_batch_size(BATCH)
                .with_offset(usize::try_from(from - begin)?)
                .with_limit(usize::try_from(to - from)?)
                .build()?;
            anyhow::Ok(Batches { reader, next: numbers.start })
        };
        open().with_context(|| format!("cannot read {}", self.path.display()))
    }
}

/// The CRC-32 of the beginning and the end of a file of this length.
fn sum(file: &File, length: u64) -> Result<u32> {
    let mut sum = crc32fast::Hasher::new();
    for from in [0, length.saturating_sub(SUMMED)] {
        let mut bytes = vec![0; usize::try_from(SUMMED.min(length - from))?];
        read_at(file, &mut bytes, from)?;
        sum.update(&bytes);
    }
    Ok(sum.finalize())
}

/// The files of games of a folder, in their order.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let games = folder.join("games");
    let listed = fs::read_dir(&games)
        .with_context(|| format!("{} is not a folder of an import: it has no games", folder.display()))?;
    let mut files = Vec::new();
    for entry in listed {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "parquet") {
            files.push(path);
        }
    }
    files.sort();
    ensure!(!files.is_empty(), "{} has no Parquet files", games.display());
    Ok(files)
}

/// What is needed to count the plies of a game.
pub(crate) const PLY_COLUMNS: [&str; 8] =
    ["Result", "WhiteElo", "BlackElo", "UTCDate", "TimeControl", "moves", "start_fen", "tags"];

/// What is kept of a game.
pub(crate) const GAME_COLUMNS: [&str; 12] = [
    "Event",
    "Site",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "UTCDate",
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

/// A day, of which the month and the day of the month may be unknown, and are 0 then. The year 0 is an unknown one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Date {
    /// The year.
    pub(crate) year: u16,
    /// The month, from 1.
    pub(crate) month: u8,
    /// The day, from 1.
    pub(crate) day: u8,
}

impl Date {
    /// Reads `2024.10.31`, `2024.??.??`.
    fn read(text: &str) -> Date {
        let mut parts = text.split('.').map(str::parse::<u16>);
        let year = parts.next().and_then(Result::ok).unwrap_or(0);
        let mut small =
            |most| parts.next().and_then(Result::ok).filter(|&number| number <= most).unwrap_or(0) as u8;
        Date { year, month: small(12), day: small(31) }
    }

    /// The month in which it is.
    pub(crate) fn to_month(self) -> Month {
        if self.year == 0 { Month::UNKNOWN } else { Month::new(self.year, self.month) }
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Date { year, month, day } = *self;
        let known =
            |number: u16, width| if number == 0 { "?".repeat(width) } else { format!("{number:0width$}") };
        write!(f, "{}.{}.{}", known(year, 4), known(month.into(), 2), known(day.into(), 2))
    }
}

/// A game as an import has it.
#[derive(Clone, Debug)]
pub(crate) struct Game<'a> {
    pub(crate) number: u64,
    pub(crate) event: &'a str,
    pub(crate) site: &'a str,
    pub(crate) round: &'a str,
    pub(crate) white: &'a str,
    pub(crate) black: &'a str,
    /// 0 if they are unknown.
    pub(crate) ratings: [u16; 2],
    pub(crate) date: Date,
    pub(crate) time_control: &'a str,
    /// `None` for a game without a result.
    pub(crate) winner: Option<Winner>,
    /// Empty for the usual start.
    pub(crate) start: &'a str,
    pub(crate) moves: &'a [u8],
}

impl Game<'_> {
    /// The mean rating: that of one player if the other has none, and 0 if neither has.
    pub(crate) fn rating(&self) -> u16 {
        let [white, black] = self.ratings;
        if white == 0 || black == 0 { white.max(black) } else { white.midpoint(black) }
    }

    /// Whether it begins where games of chess do. Others, as those of Chess960, do not count.
    fn is_usual(&self) -> bool {
        self.start.is_empty() || start(self.start).is_ok_and(|start| start.key() == Position::default().key())
    }

    /// What its entries say of it; `None` if it does not count.
    pub(crate) fn single(&self) -> Option<Single> {
        if !self.is_usual() {
            return None;
        }
        let rating = self.rating();
        let bucket = Bucket::new(rating, Speed::of_time_control(self.time_control));
        Some(Single {
            number: self.number,
            rating,
            month: self.date.to_month(),
            bucket,
            winner: self.winner?,
        })
    }

    /// Where it begins.
    pub(crate) fn start(&self) -> Result<Position> {
        start(self.start).with_context(|| format!("game {}", self.number))
    }

    /// Its moves.
    pub(crate) fn digests(&self) -> impl ExactSizeIterator<Item = MoveDigest> {
        digests(self.moves)
    }
}

/// A start position, or the usual one.
pub(crate) fn start(fen: &str) -> Result<Position> {
    if fen.is_empty() {
        return Ok(Position::default());
    }
    fen.parse().with_context(|| format!("`{fen}` is not a start position"))
}

/// The moves in these bytes.
pub(crate) fn digests(moves: &[u8]) -> impl ExactSizeIterator<Item = MoveDigest> {
    moves.as_chunks().0.iter().map(|&bytes| MoveDigest(u16::from_le_bytes(bytes)))
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
    date: Option<PrimitiveArray<Date32Type>>,
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
            date: typed(rows, "UTCDate", |column| column.as_primitive_opt::<Date32Type>())?,
            time_control: text("TimeControl")?,
            start: text("start_fen")?,
            moves: moves.context("the table of games has no column moves")?,
            tags: typed(rows, "tags", |column| column.as_list_opt::<i32>())?,
        })
    }

    /// The games.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Game<'_>> {
        (0..self.rows).map(|row| self.game(row))
    }

    fn game(&self, row: usize) -> Game<'_> {
        let winner = match value(&self.result, row) {
            "1-0" => Some(Winner::White),
            "1/2-1/2" => Some(Winner::Draw),
            "0-1" => Some(Winner::Black),
            _ => None,
        };
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
            winner,
            start: value(&self.start, row),
            moves: self.moves.value(row),
        }
    }

    /// The day of a game: that of its tag `UTCDate`, or of `Date`.
    fn date(&self, row: usize) -> Date {
        let day =
            self.date.as_ref().filter(|days| days.is_valid(row)).and_then(|days| days.value_as_date(row));
        if let Some(day) = day {
            let year = u16::try_from(day.year()).unwrap_or(0);
            return Date { year, month: day.month() as u8, day: day.day() as u8 };
        }
        self.tag(row, "UTCDate").or_else(|| self.tag(row, "Date")).map(Date::read).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_far_as_they_are_known() {
        for (text, written, month) in [
            ("2024.10.31", "2024.10.31", "2024-10"),
            ("2024.??.??", "2024.??.??", "2024-??"),
            ("1851.06", "1851.06.??", "1851-06"),
            ("2024.13.40", "2024.??.??", "2024-??"),
        ] {
            let date = Date::read(text);
            assert_eq!(
                (date.to_string(), date.to_month().to_string()),
                (written.to_owned(), month.to_owned())
            );
        }
        assert_eq!(Date::read("????.??.??").to_month(), Month::UNKNOWN);
        assert_eq!(Date::read(""), Date::default());
    }
}
