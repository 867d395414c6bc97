//! What both tables share: positions with their keys, rejects, and the files.

use std::fs::{self, File};
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use arrow::array::{ArrayRef, FixedSizeBinaryArray, Int64Builder, RecordBatch, StringBuilder, UInt64Array};
use arrow::buffer::Buffer;
use arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::properties::WriterProperties;
use philidor::Position;
use philidor::binary::PackedPosition;
use philidor_host::WholeFile;

use super::line_parts::LinePart;
use crate::functions::without_clocks;
use crate::import::study_properties;

/// A table that grows line by line.
pub(super) trait Table {
    /// Its folder.
    const NAME: &'static str;
    /// What a row is called.
    const ROW: &'static str;
    /// How the first line of a file begins, if that line is a header.
    const HEADER: Option<&'static str>;

    /// An empty table for files with this header; an error says what the header lacks.
    fn new(header: &str) -> Result<Self, String>
    where
        Self: Sized;
    /// Its columns.
    fn schema() -> SchemaRef;
    /// Adds the rows of a line, or none and says why.
    fn take(&mut self, line: &str) -> Result<(), String>;
    /// The columns with their values.
    fn finish(self) -> Result<Vec<ArrayRef>>;
}

/// The number of rows written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) rows: u64,
    pub(super) rejects: u64,
}

impl AddAssign for Written {
    fn add_assign(&mut self, more: Written) {
        self.rows += more.rows;
        self.rejects += more.rejects;
    }
}

/// The columns `key` and `position`.
#[derive(Default)]
pub(super) struct Positions {
    keys: Vec<u64>,
    bytes: Vec<u8>,
}

impl Positions {
    /// The fields of the columns.
    pub(super) fn fields() -> [Field; 2] {
        let bytes = DataType::FixedSizeBinary(PackedPosition::BYTES as i32);
        [Field::new("key", DataType::UInt64, false), Field::new("position", bytes, false)]
    }

    pub(super) fn push(&mut self, position: &Position) {
        self.keys.push(position.key());
        self.bytes.extend_from_slice(&without_clocks(position).to_bytes());
    }

    pub(super) fn finish(self) -> Result<[ArrayRef; 2]> {
        let size = PackedPosition::BYTES as i32;
        let positions = FixedSizeBinaryArray::try_new(size, Buffer::from_vec(self.bytes), None)?;
        Ok([Arc::new(UInt64Array::from(self.keys)), Arc::new(positions)])
    }
}

/// A position from four fields of a FEN or all six.
pub(super) fn position(fen: &str) -> Result<Position, String> {
    let fields = fen.split_ascii_whitespace().count();
    let whole = if fields == 4 { format!("{fen} 0 1") } else { fen.to_owned() };
    whole.parse().map_err(|error| format!("`{fen}` is not a position: {error}"))
}

/// Plays moves in UCI, castling in either form, and returns their digests, two bytes each, the lower first.
pub(super) fn played(start: &Position, moves: &str) -> Result<Vec<u8>, String> {
    let mut position = *start;
    let mut digests = Vec::new();
    for word in moves.split_ascii_whitespace() {
        let mv = position.parse_uci(word).map_err(|error| format!("in {position}: {error}"))?;
        digests.extend_from_slice(&mv.digest().0.to_le_bytes());
        position.play_unchecked(mv);
    }
    Ok(digests)
}

/// Lines that could not be read.
#[derive(Default)]
struct Rejects {
    lines: Int64Builder,
    files: StringBuilder,
    texts: StringBuilder,
    reasons: StringBuilder,
    count: u64,
}

/// The most characters of a rejected line to keep.
const MAX_TEXT: usize = 400;

impl Rejects {
    fn push(&mut self, part: &LinePart, line: u64, text: &str, reason: &str) {
        self.files.append_value(&part.file);
        self.lines.append_value(i64::try_from(line).unwrap_or(i64::MAX));
        self.texts.append_value(text.chars().take(MAX_TEXT).collect::<String>());
        self.reasons.append_value(reason);
        self.count += 1;
    }

    fn schema() -> SchemaRef {
        let field = |name, data_type| Field::new(name, data_type, false);
        Arc::new(Schema::new(vec![
            field("file", DataType::Utf8),
            field("line", DataType::Int64),
            field("text", DataType::Utf8),
            field("reason", DataType::Utf8),
        ]))
    }

    fn table(mut self) -> Result<RecordBatch> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.files.finish()),
            Arc::new(self.lines.finish()),
            Arc::new(self.texts.finish()),
            Arc::new(self.reasons.finish()),
        ];
        Ok(RecordBatch::try_new(Rejects::schema(), columns)?)
    }
}

/// The folders of a table and of its rejects.
pub(super) struct Folder {
    table: PathBuf,
    rejects: PathBuf,
}

impl Folder {
    /// Makes the folders.
    pub(super) fn new(folder: &Path, name: &str) -> Result<Folder> {
        let made = Folder { table: folder.join(name), rejects: folder.join("rejects") };
        for folder in [&made.table, &made.rejects] {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        Ok(made)
    }

    /// Writes the files of a part, unless an earlier run did.
    pub(super) fn finish<T: Table>(&self, part: &LinePart, bytes: &[u8]) -> Result<Written> {
        let name = format!("part-{:05}.parquet", part.number);
        let (path, rejects_path) = (self.table.join(&name), self.rejects.join(&name));
        if path.exists() {
            // The rejects are written before the rows.
            let rejects = if rejects_path.exists() { row_count(&rejects_path)? } else { 0 };
            return Ok(Written { rows: row_count(&path)?, rejects });
        }
        let (mut table, mut rejects) = match T::new(&part.header) {
            Ok(table) => (Some(table), Rejects::default()),
            Err(reason) => {
                let mut rejects = Rejects::default();
                rejects.push(part, 1, &part.header, &reason);
                (None, rejects)
            }
        };
        for (line, number) in bytes.split(|&byte| byte == b'\n').zip(part.first_line..) {
            let Some(table) = &mut table else { break };
            let taken = match str::from_utf8(line) {
                Ok(text) if text.trim_ascii().is_empty() => continue,
                Ok(text) => table.take(text.trim_ascii_end()),
                Err(error) => Err(error.to_string()),
            };
            if let Err(reason) = taken {
                rejects.push(part, number, &String::from_utf8_lossy(line), &reason);
            }
        }
        let rows = match table {
            Some(table) => RecordBatch::try_new(T::schema(), table.finish()?)?,
            None => RecordBatch::new_empty(T::schema()),
        };
        let written = Written { rows: rows.num_rows() as u64, rejects: rejects.count };
        if written.rejects > 0 {
            write(&rejects_path, &rejects.table()?, study_properties(0)?)?;
        }
        write(&path, &rows, study_properties(written.rows)?)?;
        Ok(written)
    }
}

fn write(path: &Path, rows: &RecordBatch, properties: WriterProperties) -> Result<()> {
    let write = || {
        let mut file = ArrowWriter::try_new(WholeFile::create(path)?, rows.schema(), Some(properties))?;
        file.write(rows)?;
        file.into_inner()?.finish()?;
        anyhow::Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

fn row_count(path: &Path) -> Result<u64> {
    let count = || {
        let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?;
        let rows = builder.metadata().file_metadata().num_rows();
        anyhow::Ok(u64::try_from(rows)?)
    };
    count().with_context(|| format!("cannot read {}", path.display()))
}
