//! A store that is being written: rows in, row groups and their sparse index out (`store.rs` draws both).

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use philidor_host::WholeFile;

use crate::sparse::{MAX_PAGE, Page, pages_file};

/// The level of zstd.
const ZSTD: i32 = 3;

/// The columns.
static SCHEMA: LazyLock<Option<TypePtr>> = LazyLock::new(|| {
    let column = |name, kind| Type::primitive_type_builder(name, kind).with_repetition(Repetition::REQUIRED);
    let unsigned = LogicalType::integer(64, false);
    let key = column("key", PhysicalType::INT64).with_logical_type(Some(unsigned)).build().ok()?;
    let row = column("row", PhysicalType::BYTE_ARRAY).build().ok()?;
    let fields = vec![Arc::new(key), Arc::new(row)];
    Some(Arc::new(Type::group_type_builder("store").with_fields(fields).build().ok()?))
});

fn schema() -> Result<TypePtr> {
    SCHEMA.clone().context("Parquet refuses the columns of a store")
}

fn compression() -> Result<Compression> {
    Ok(Compression::ZSTD(ZstdLevel::try_new(ZSTD)?))
}

fn properties() -> Result<WriterProperties> {
    let (key, row) = (ColumnPath::from("key"), ColumnPath::from("row"));
    // A column of a row group is one page, whatever its size.
    Ok(WriterProperties::builder()
        .set_compression(compression()?)
        .set_dictionary_enabled(false)
        .set_offset_index_disabled(true)
        .set_data_page_size_limit(MAX_PAGE as usize)
        .set_data_page_row_count_limit(MAX_PAGE as usize)
        .set_write_batch_size(MAX_PAGE as usize)
        .set_column_encoding(key.clone(), Encoding::DELTA_BINARY_PACKED)
        .set_column_encoding(row.clone(), Encoding::DELTA_LENGTH_BYTE_ARRAY)
        .set_column_statistics_enabled(key, EnabledStatistics::Chunk)
        .set_column_statistics_enabled(row, EnabledStatistics::None)
        .set_created_by(concat!("philidor-explorer ", env!("CARGO_PKG_VERSION")).to_owned())
        .build())
}

/// A store that is being written.
pub(crate) struct StoreWriter {
    path: PathBuf,
    file: WholeFile,
    /// Its bytes are moved to the file after each row group, so that they can be summed.
    writer: SerializedFileWriter<Vec<u8>>,
    /// About how many bytes of rows are a page.
    page: usize,
    keys: Vec<i64>,
    rows: Vec<u8>,
    ends: Vec<usize>,
    pages: Vec<u8>,
}

impl StoreWriter {
    /// Begins a file, with about this many bytes of rows in a row group. It appears when it is finished.
    pub(crate) fn create(path: &Path, page: usize) -> Result<StoreWriter> {
        let file = WholeFile::create(path)?;
        let writer = SerializedFileWriter::new(Vec::new(), schema()?, Arc::new(properties()?))?;
        let (keys, rows, ends, pages) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(StoreWriter { path: path.to_owned(), file, writer, page, keys, rows, ends, pages })
    }

    /// Adds the row of the next key.
    pub(crate) fn push(&mut self, key: u64, row: &[u8]) -> Result<()> {
        if !self.keys.is_empty() && self.rows.len() + row.len() > self.page {
            self.cut()?;
        }
        self.keys.push(key.cast_signed());
        self.rows.extend_from_slice(row);
        self.ends.push(self.rows.len());
        Ok(())
    }

    /// Writes a row group.
    fn cut(&mut self) -> Result<()> {
        let Some(&first) = self.keys.first() else { return Ok(()) };
        let bytes = Bytes::from(std::mem::take(&mut self.rows));
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let rows: Vec<ByteArray> =
            starts.zip(&self.ends).map(|(start, &end)| ByteArray::from(bytes.slice(start..end))).collect();
        // What is there so far begins the file, and does not belong to a page.
        self.passed()?;
        let mut group = self.writer.next_row_group()?;
        let mut column = group.next_column()?.context("a store has a column of keys")?;
        column.typed::<Int64Type>().write_batch(&self.keys, None, None)?;
        column.close()?;
        let mut column = group.next_column()?.context("a store has a column of rows")?;
        column.typed::<ByteArrayType>().write_batch(&rows, None, None)?;
        column.close()?;
        let written = group.close()?;
        let [keys, values] = written.columns() else { anyhow::bail!("a store has two columns") };
        let length = |column: &ColumnChunkMetaData| u32::try_from(column.compressed_size());
        ensure!(values.data_page_offset() == keys.data_page_offset() + keys.compressed_size(), "pages apart");
        let mut page = Page {
            first: first.cast_unsigned(),
            offset: u64::try_from(keys.data_page_offset())?,
            keys: length(keys)?,
            rows: length(values)?,
            count: u32::try_from(self.keys.len())?,
            crc: 0,
        };
        page.crc = self.passed()?;
        self.pages.extend(page.to_bytes());
        self.keys.clear();
        self.ends.clear();
        Ok(())
    }

    /// Moves what the writer has written to the file, and returns its CRC-32.
    fn passed(&mut self) -> Result<u32> {
        self.writer.flush()?;
        let bytes = self.writer.inner_mut();
        let crc = crc32fast::hash(bytes);
        self.file.write_all(bytes)?;
        bytes.clear();
        Ok(crc)
    }

    /// Completes both files; the Parquet file appears last.
    pub(crate) fn finish(mut self) -> Result<()> {
        self.cut()?;
        self.file.write_all(&self.writer.into_inner()?)?;
        let mut pages = WholeFile::create(&pages_file(&self.path))?;
        pages.write_all(&self.pages)?;
        pages.finish()?;
        Ok(self.file.finish()?)
    }
}
