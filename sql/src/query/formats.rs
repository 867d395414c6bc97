//! A result as a table, CSV, JSON lines or Parquet.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{bail, ensure};
use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::arrow::csv;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json;
use datafusion::arrow::json::writer::LineDelimited;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::properties::{DEFAULT_MAX_ROW_GROUP_ROW_COUNT, WriterProperties};
use datafusion::sql::parser::Statement;
use datafusion::sql::sqlparser::ast::{SetExpr, Statement as SqlStatement};
use philidor::binary::PackedPosition;
use philidor_host::{Output, Visible};

use crate::args::{Format, QueryArgs};
use crate::row_groups::RowGroups;

/// How a null is written in formats that have text for it.
const NULL: FormatOptions<'_> = FormatOptions::new().with_null("");

/// The default number of rows of a table to show.
const ROWS_SHOWN: usize = 1000;

const POSITION: DataType = DataType::FixedSizeBinary(PackedPosition::BYTES as i32);

/// The number of positions in the first row groups of Parquet. A task on a cluster takes whole row groups, and each
/// position may be hours of work.
const POSITIONS_IN_GROUP: usize = 1024;

/// The results of all statements, on their way to one output.
pub(super) struct Results {
    output: Output,
    format: Format,
    /// The number of rows of a table to show.
    rows: usize,
    /// Whether the output can hold only one result.
    single: bool,
    begun: usize,
}

impl Results {
    /// Opens the output for the results of these statements.
    pub(super) fn new<'a>(
        args: &QueryArgs,
        statements: impl IntoIterator<Item = &'a Statement>,
    ) -> anyhow::Result<Results> {
        let path = args.output.as_deref();
        let format = match (args.format.or(args.json.then_some(Format::Json)), path) {
            (Some(format), _) => format,
            (None, Some(path)) => format_of(path)?,
            (None, None) => Format::Table,
        };
        let single = format == Format::Parquet || path.is_some();
        if single {
            one_alone(statements.into_iter().filter(|statement| has_result(statement)).count())?;
        }
        // Programs and pagers that read a file have their own ways to stop.
        let rows = args.rows.unwrap_or(if path.is_some() { usize::MAX } else { ROWS_SHOWN });
        Ok(Results { output: Output::create(path)?, format, rows, single, begun: 0 })
    }

    /// Begins a result with these columns. A statement without a result has no columns, and nothing is written.
    pub(super) fn begin(&mut self, schema: SchemaRef) -> anyhow::Result<ResultWriter<'_>> {
        if schema.fields().is_empty() {
            return Ok(ResultWriter::Nothing);
        }
        self.begun += 1;
        if self.single {
            one_alone(self.begun)?;
        }
        let output = &mut self.output;
        Ok(match self.format {
            Format::Table => {
                ResultWriter::Table(Table { output, schema, most: self.rows, kept: Vec::new(), rows: 0 })
            }
            Format::Csv => ResultWriter::Csv(Csv { output, schema, begun: false }),
            Format::Json => ResultWriter::Json(output),
            Format::Parquet => {
                let rows = rows_in_group(&schema);
                let writer = ArrowWriter::try_new(output, schema, Some(properties())).map_err(plain)?;
                ResultWriter::Parquet(Box::new(RowGroups::new(writer, rows)))
            }
        })
    }

    /// Refuses the output if a statement reads the file that it will replace.
    pub(super) fn refuse_input(&self) -> io::Result<()> {
        self.output.refuse_input()
    }

    /// Completes the output after the last result.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        Ok(self.output.finish()?)
    }
}

/// The format that the extension of a file names.
fn format_of(path: &Path) -> anyhow::Result<Format> {
    Ok(match path.extension().and_then(OsStr::to_str) {
        Some("parquet") => Format::Parquet,
        Some("csv") => Format::Csv,
        Some("json" | "jsonl" | "ndjson") => Format::Json,
        _ => bail!(
            "{} does not end in .parquet, .csv, .json, .jsonl or .ndjson; choose its format with --format",
            path.display()
        ),
    })
}

/// Refuses a second result.
fn one_alone(results: usize) -> anyhow::Result<()> {
    ensure!(results <= 1, "a file takes only one result, but there is a second one");
    Ok(())
}

/// Whether a statement is known to have a result before it is planned, since planning may need those before it to run.
fn has_result(statement: &Statement) -> bool {
    match statement {
        Statement::Statement(statement) => match statement.as_ref() {
            // SELECT … INTO makes a table.
            SqlStatement::Query(query) => {
                !matches!(query.body.as_ref(), SetExpr::Select(select) if select.into.is_some())
            }
            _ => false,
        },
        Statement::CopyTo(_) | Statement::Explain(_) => true,
        _ => false,
    }
}

/// The Parquet settings for a result, whose row groups are cut as it is written.
fn properties() -> WriterProperties {
    let builder = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default()));
    builder.set_max_row_group_row_count(Some(usize::MAX)).build()
}

/// The rows of the first row groups of a result with these columns.
fn rows_in_group(schema: &Schema) -> usize {
    let has_positions = schema.fields().iter().any(|field| *field.data_type() == POSITION);
    if has_positions { POSITIONS_IN_GROUP } else { DEFAULT_MAX_ROW_GROUP_ROW_COUNT }
}

/// A result being written.
pub(super) enum ResultWriter<'a> {
    Nothing,
    Table(Table<'a>),
    Csv(Csv<'a>),
    Json(&'a mut Output),
    Parquet(Box<RowGroups<&'a mut Output>>),
}

impl ResultWriter<'_> {
    /// Writes some rows.
    pub(super) fn write(&mut self, batch: &RecordBatch) -> anyhow::Result<()> {
        match self {
            ResultWriter::Nothing => {}
            ResultWriter::Table(table) => table.write(batch),
            ResultWriter::Csv(csv) => csv.write(batch)?,
            ResultWriter::Json(output) => output.write_all(&json_lines(batch)?)?,
            ResultWriter::Parquet(writer) => writer.write(batch).map_err(plain)?,
        }
        Ok(())
    }

    /// Completes the result after its last row.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self {
            ResultWriter::Nothing | ResultWriter::Json(_) => {}
            ResultWriter::Table(table) => table.finish()?,
            ResultWriter::Csv(csv) => csv.finish()?,
            ResultWriter::Parquet(writer) => {
                writer.finish().map_err(plain)?;
            }
        }
        Ok(())
    }
}

/// A table for people. Its columns are as wide as their widest values, so nothing is written before the end.
pub(super) struct Table<'a> {
    output: &'a mut Output,
    schema: SchemaRef,
    /// The number of rows to show, and those rows.
    most: usize,
    kept: Vec<RecordBatch>,
    /// The number of rows in all.
    rows: usize,
}

impl Table<'_> {
    fn write(&mut self, batch: &RecordBatch) {
        let room = self.most.saturating_sub(self.rows).min(batch.num_rows());
        if room > 0 {
            self.kept.push(batch.slice(0, room));
        }
        self.rows += batch.num_rows();
    }

    fn finish(mut self) -> anyhow::Result<()> {
        if self.kept.is_empty() {
            self.kept.push(RecordBatch::new_empty(self.schema));
        }
        // Names of players and comments come from anywhere, and a terminal would obey what is hidden in them.
        for line in pretty_format_batches(&self.kept)?.to_string().lines() {
            writeln!(self.output, "{}", Visible(line))?;
        }
        if self.rows > self.most {
            writeln!(self.output, "{} of {} rows; --rows shows more", self.most, self.rows)?;
        }
        Ok(())
    }
}

/// Comma-separated values below a header line.
pub(super) struct Csv<'a> {
    output: &'a mut Output,
    schema: SchemaRef,
    /// Whether the header line has been written.
    begun: bool,
}

impl Csv<'_> {
    fn write(&mut self, batch: &RecordBatch) -> anyhow::Result<()> {
        // In memory first: Arrow reports write errors as text only, and a pipe closed by its reader is not a failure.
        let mut bytes = Vec::new();
        csv::WriterBuilder::new().with_header(!self.begun).build(&mut bytes).write(&flat(batch)?)?;
        self.begun = true;
        Ok(self.output.write_all(&bytes)?)
    }

    /// The header line comes with the first rows; a result without rows has one, too.
    fn finish(mut self) -> anyhow::Result<()> {
        if self.begun { Ok(()) } else { self.write(&RecordBatch::new_empty(Arc::clone(&self.schema))) }
    }
}

/// An object per line, which names a column even where its value is null.
fn json_lines(batch: &RecordBatch) -> Result<Vec<u8>, ArrowError> {
    let mut bytes = Vec::new();
    let builder = json::WriterBuilder::new().with_explicit_nulls(true);
    builder.build::<_, LineDelimited>(&mut bytes).write(batch)?;
    Ok(bytes)
}

/// The original error of the file under Parquet, whose message is complete.
fn plain(error: ParquetError) -> anyhow::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(cause) => (*cause).into(),
            Err(cause) => ParquetError::External(cause).into(),
        },
        error => error.into(),
    }
}

/// The rows, with lists and records as text, since CSV has neither.
fn flat(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let mut fields: Vec<Arc<Field>> = batch.schema().fields().iter().cloned().collect();
    let mut columns = batch.columns().to_vec();
    for (field, column) in fields.iter_mut().zip(&mut columns) {
        if field.data_type().is_nested() {
            *column = texts(column)?;
            *field = Arc::new(Field::new(field.name(), DataType::Utf8, true));
        }
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

fn texts(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let formatter = ArrayFormatter::try_new(column, &NULL)?;
    let written = (0..column.len()).map(|row| column.is_valid(row).then(|| formatter.value(row).to_string()));
    Ok(Arc::new(written.collect::<StringArray>()))
}
