//! A result as a table, CSV, JSON lines or Parquet.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::arrow::csv;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::LineDelimitedWriter;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::file::properties::WriterProperties;

use crate::args::{Form, QueryArgs};
use crate::output::Output;

/// How nulls look where there are words for them.
const NULL: FormatOptions<'_> = FormatOptions::new().with_null("");

/// The results of all statements, on their way to one output.
pub(super) struct Results {
    output: Output,
    form: Form,
    rows: usize,
    /// Whether the output holds one result alone.
    single: bool,
    begun: usize,
}

impl Results {
    /// Opens the output.
    pub(super) fn new(args: &QueryArgs) -> anyhow::Result<Results> {
        let path = args.output.as_deref();
        let form = args.format.unwrap_or_else(|| path.map_or(Form::Table, form_of));
        let single = form == Form::Parquet || path.is_some();
        Ok(Results { output: Output::create(path)?, form, rows: args.rows, single, begun: 0 })
    }

    /// A result with these columns. A statement that only does something has none, and writes nothing.
    pub(super) fn begin(&mut self, schema: SchemaRef) -> anyhow::Result<ResultWriter<'_>> {
        if schema.fields().is_empty() {
            return Ok(ResultWriter::Nothing);
        }
        self.begun += 1;
        if self.single && self.begun > 1 {
            bail!("a file takes one result, and there is a second one");
        }
        let output = &mut self.output;
        Ok(match self.form {
            Form::Table => {
                ResultWriter::Table(Table { output, schema, most: self.rows, kept: Vec::new(), rows: 0 })
            }
            Form::Csv => {
                ResultWriter::Csv(Box::new(csv::WriterBuilder::new().with_header(true).build(output)), schema)
            }
            Form::Json => ResultWriter::Json(Box::new(LineDelimitedWriter::new(output))),
            Form::Parquet => {
                let compression = Compression::ZSTD(ZstdLevel::default());
                let properties = WriterProperties::builder().set_compression(compression).build();
                ResultWriter::Parquet(Box::new(ArrowWriter::try_new(output, schema, Some(properties))?))
            }
        })
    }

    /// All results are written.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.output.finish()
    }
}

/// The form that the end of a file's name stands for.
fn form_of(path: &Path) -> Form {
    match path.extension().and_then(OsStr::to_str) {
        Some("parquet") => Form::Parquet,
        Some("csv") => Form::Csv,
        Some("json" | "jsonl" | "ndjson") => Form::Json,
        _ => Form::Table,
    }
}

/// One result that is being written.
pub(super) enum ResultWriter<'a> {
    Nothing,
    Table(Table<'a>),
    Csv(Box<csv::Writer<&'a mut Output>>, SchemaRef),
    Json(Box<LineDelimitedWriter<&'a mut Output>>),
    Parquet(Box<ArrowWriter<&'a mut Output>>),
}

impl ResultWriter<'_> {
    /// Writes some rows.
    pub(super) fn write(&mut self, batch: &RecordBatch) -> anyhow::Result<()> {
        match self {
            ResultWriter::Nothing => {}
            ResultWriter::Table(table) => table.write(batch),
            ResultWriter::Csv(writer, _) => writer.write(&flat(batch)?)?,
            ResultWriter::Json(writer) => writer.write(batch)?,
            ResultWriter::Parquet(writer) => writer.write(batch)?,
        }
        Ok(())
    }

    /// There are no more rows.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self {
            ResultWriter::Nothing => {}
            ResultWriter::Table(table) => table.finish()?,
            ResultWriter::Csv(mut writer, schema) => {
                // The head line comes with the first rows; a result without rows has one, too.
                writer.write(&flat(&RecordBatch::new_empty(schema))?)?;
            }
            ResultWriter::Json(mut writer) => writer.finish()?,
            ResultWriter::Parquet(writer) => drop(writer.close()?),
        }
        Ok(())
    }
}

/// A table for people: its columns are as wide as their widest value, so nothing is written before the end.
pub(super) struct Table<'a> {
    output: &'a mut Output,
    schema: SchemaRef,
    /// How many rows are shown, and those rows.
    most: usize,
    kept: Vec<RecordBatch>,
    /// How many rows there are.
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
        writeln!(self.output, "{}", pretty_format_batches(&self.kept)?)?;
        if self.rows > self.most {
            writeln!(self.output, "{} of {} rows; --rows shows more", self.most, self.rows)?;
        }
        Ok(())
    }
}

/// The rows with lists and records as texts, since CSV has none.
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

/// A column as texts.
fn texts(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let formatter = ArrayFormatter::try_new(column, &NULL)?;
    let written = (0..column.len()).map(|row| column.is_valid(row).then(|| formatter.value(row).to_string()));
    Ok(Arc::new(written.collect::<StringArray>()))
}
