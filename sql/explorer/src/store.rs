//! Rows found by their keys: a Parquet file whose row groups are so small that one read gets all that is asked for.
//!
//! ```text
//! NAME.parquet   key (UINT_64, ascending, delta-packed)  row (BYTE_ARRAY), both packed by zstd
//!                a row group is one page of either column, one after the other
//! NAME.pages     for each row group: its first key (8), where it begins (8), the bytes of its pages of keys (4) and of rows
//!                (4), the number of its rows (4), the CRC-32 of both pages (4)
//! ```
//!
//! The second file is the sparse index that is kept in memory: 32 bytes for two or three thousand positions. Other programs
//! do not need it: the footer of the first file says where the row groups are. Numbers have the lowest byte first.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use crc32fast::Hasher;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use philidor_host::WholeFile;

use crate::disk::{OpenFiles, read_at};
use crate::page::{take_deltas, unpacked};
use crate::sorted::Sorted;

/// The level of zstd.
const ZSTD: i32 = 3;
/// The bytes of a record of a sparse index.
const PAGE_RECORD: usize = 32;
/// No page is longer than its column can say.
const MAX_PAGE: u32 = 1 << 30;

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
        .set_created_by(concat!("philidor-opening-explorer ", env!("CARGO_PKG_VERSION")).to_owned())
        .build())
}

/// A row group, as the sparse index knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Page {
    first: u64,
    offset: u64,
    keys: u32,
    rows: u32,
    count: u32,
    crc: u32,
}

impl Page {
    fn to_bytes(self) -> Vec<u8> {
        let Page { first, offset, keys, rows, count, crc } = self;
        let counts = [keys, rows, count, crc].into_iter().flat_map(u32::to_le_bytes);
        [first, offset].into_iter().flat_map(u64::to_le_bytes).chain(counts).collect()
    }

    fn from_bytes(bytes: &[u8; PAGE_RECORD]) -> Page {
        let mut bytes = &bytes[..];
        let mut long = || take(&mut bytes).map_or(0, u64::from_le_bytes);
        let (first, offset) = (long(), long());
        let mut short = || take(&mut bytes).map_or(0, u32::from_le_bytes);
        Page { first, offset, keys: short(), rows: short(), count: short(), crc: short() }
    }

    /// The bytes of both pages.
    fn bytes(self) -> usize {
        self.keys as usize + self.rows as usize
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (&first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(first)
}

/// The sparse index of a file.
pub(crate) fn pages_file(path: &Path) -> PathBuf {
    path.with_extension("pages")
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

    /// Moves what was written to the file, and returns its sum.
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

/// A store in a file.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    files: Arc<OpenFiles>,
    pages: Vec<Page>,
}

impl Store {
    /// Reads the sparse index of a file, which is added to a sum. The file itself is opened when it is asked for.
    pub(crate) fn open(path: &Path, files: &Arc<OpenFiles>, sum: &mut Hasher) -> Result<Store> {
        Store::read(path, files, sum).with_context(|| format!("cannot read {}", path.display()))
    }

    fn read(path: &Path, files: &Arc<OpenFiles>, sum: &mut Hasher) -> Result<Store> {
        let length = fs::metadata(path)?.len();
        let sparse = fs::read(pages_file(path)).context("its sparse index (.pages)")?;
        sum.update(&sparse);
        let (records, rest) = sparse.as_chunks::<PAGE_RECORD>();
        let pages: Vec<Page> = records.iter().map(Page::from_bytes).collect();
        let is_inside =
            |page: &Page| page.offset.checked_add(page.bytes() as u64).is_some_and(|end| end <= length);
        let is_sane = |page: &Page| page.keys < MAX_PAGE && page.rows < MAX_PAGE && is_inside(page);
        ensure!(rest.is_empty() && pages.iter().all(is_sane), "its sparse index does not belong to it");
        ensure!(pages.is_sorted_by_key(|page| page.first), "its sparse index is not sorted");
        Ok(Store { path: path.to_owned(), files: Arc::clone(files), pages })
    }

    /// The first key; `None` if there are no rows.
    pub(crate) fn first_key(&self) -> Option<u64> {
        self.pages.first().map(|page| page.first)
    }

    /// The row of a key: one read.
    pub(crate) fn find(&self, key: u64) -> Result<Option<Bytes>> {
        let after = self.pages.partition_point(|page| page.first <= key);
        let Some(page) = after.checked_sub(1).and_then(|at| self.pages.get(at)) else { return Ok(None) };
        self.in_words(self.find_in(page, key))
    }

    fn find_in(&self, page: &Page, key: u64) -> Result<Option<Bytes>> {
        let bytes = self.pages_at(page)?;
        let keys = self.keys(page, &bytes)?;
        let Ok(at) = keys.binary_search_by_key(&key, |key| key.cast_unsigned()) else { return Ok(None) };
        let rows = self.rows_of(page, &bytes)?;
        Ok(rows.get(at))
    }

    fn in_words<T>(&self, found: Result<T>) -> Result<T> {
        found.with_context(|| format!("cannot read {}", self.path.display()))
    }

    fn pages_at(&self, page: &Page) -> Result<Bytes> {
        let mut bytes = vec![0; page.bytes()];
        let file = self.files.get(&self.path)?;
        read_at(&file, &mut bytes, page.offset)?;
        ensure!(crc32fast::hash(&bytes) == page.crc, "the pages at byte {} are damaged", page.offset);
        Ok(bytes.into())
    }

    fn keys(&self, page: &Page, bytes: &Bytes) -> Result<Vec<i64>> {
        let page_of_keys = bytes.get(..page.keys as usize).context("a page is cut")?;
        take_deltas(&mut &unpacked(page_of_keys)?[..], page.count as usize).context("keys are damaged")
    }

    /// The rows of a row group, one after the other, and where each ends.
    fn rows_of(&self, page: &Page, bytes: &Bytes) -> Result<Rows> {
        let unpacked = unpacked(bytes.get(page.keys as usize..).context("a page is cut")?)?;
        let mut rest = &unpacked[..];
        let lengths =
            take_deltas(&mut rest, page.count as usize).context("the lengths of rows are damaged")?;
        let mut end = unpacked.len() - rest.len();
        let mut ends = vec![end];
        for length in lengths {
            end = usize::try_from(length)
                .ok()
                .and_then(|length| end.checked_add(length))
                .context("a row has no length")?;
            ends.push(end);
        }
        ensure!(end == unpacked.len(), "the rows of a page are damaged");
        Ok(Rows { bytes: unpacked.into(), ends })
    }

    /// The rows with keys from the first one on, to the last one.
    pub(crate) fn rows(&self, from: u64, to: u64) -> Result<StoreRows<'_>> {
        let page = self.pages.partition_point(|page| page.first <= from).saturating_sub(1);
        let mut rows =
            StoreRows { store: self, page, to, keys: Vec::new(), rows: Rows::default(), at: 0, key: None };
        rows.load()?;
        while rows.key.is_some_and(|key| key < from) {
            rows.advance()?;
        }
        Ok(rows)
    }
}

/// The rows of a row group.
#[derive(Debug, Default)]
struct Rows {
    bytes: Bytes,
    /// Where each begins, and where the last one ends.
    ends: Vec<usize>,
}

impl Rows {
    fn range(&self, at: usize) -> Option<std::ops::Range<usize>> {
        Some(*self.ends.get(at)?..*self.ends.get(at + 1)?)
    }

    fn slice(&self, at: usize) -> Option<&[u8]> {
        self.bytes.get(self.range(at)?)
    }

    fn get(&self, at: usize) -> Option<Bytes> {
        Some(self.bytes.slice(self.range(at)?))
    }
}

/// Rows of a store, one after the other.
pub(crate) struct StoreRows<'a> {
    store: &'a Store,
    /// The next page.
    page: usize,
    to: u64,
    keys: Vec<i64>,
    rows: Rows,
    at: usize,
    key: Option<u64>,
}

impl StoreRows<'_> {
    /// Reads the next page.
    fn load(&mut self) -> Result<()> {
        (self.at, self.key) = (0, None);
        let Some(page) = self.store.pages.get(self.page).filter(|page| page.first <= self.to) else {
            return Ok(());
        };
        self.page += 1;
        let read = self.store.pages_at(page).and_then(|bytes| {
            self.keys = self.store.keys(page, &bytes)?;
            self.rows = self.store.rows_of(page, &bytes)?;
            Ok(())
        });
        self.store.in_words(read)?;
        self.key = self.here();
        Ok(())
    }

    /// The key of this place.
    fn here(&self) -> Option<u64> {
        self.keys.get(self.at).map(|key| key.cast_unsigned()).filter(|&key| key <= self.to)
    }
}

impl Sorted for StoreRows<'_> {
    fn key(&self) -> Option<u64> {
        self.key
    }

    fn row(&self) -> &[u8] {
        self.rows.slice(self.at).unwrap_or_default()
    }

    fn advance(&mut self) -> Result<()> {
        self.at += 1;
        if self.at >= self.keys.len() {
            return self.load();
        }
        self.key = self.here();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    use tempfile::TempDir;

    fn row(key: u64) -> Vec<u8> {
        vec![key as u8; (key % 50) as usize]
    }

    fn open(path: &Path) -> Result<Store> {
        Store::open(path, &Arc::default(), &mut Hasher::new())
    }

    /// A store of every third number of a row of numbers beyond 2⁶³.
    fn store(page: usize) -> (TempDir, Store, Vec<u64>) {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a.parquet");
        let keys: Vec<u64> = (0..500).map(|at| (1 << 63) - 600 + 3 * at).collect();
        let mut writer = StoreWriter::create(&path, page).unwrap();
        keys.iter().for_each(|&key| writer.push(key, &row(key)).unwrap());
        writer.finish().unwrap();
        let store = open(&path).unwrap();
        (folder, store, keys)
    }

    #[test]
    fn rows_are_found_and_what_is_not_there_is_not() {
        for page in [1, 100, 1 << 20] {
            let (_folder, store, keys) = store(page);
            for key in keys[0] - 2..keys[499] + 3 {
                let found = store.find(key).unwrap();
                assert_eq!(found.as_deref(), keys.contains(&key).then(|| row(key)).as_deref(), "{key}");
            }
            for (from, to) in [
                (0, u64::MAX),
                (keys[7], keys[9]),
                (keys[7] + 1, keys[400] - 1),
                (0, 5),
                (u64::MAX, u64::MAX),
            ] {
                let mut rows = store.rows(from, to).unwrap();
                let mut found = Vec::new();
                while let Some(key) = rows.key() {
                    assert_eq!(rows.row(), row(key));
                    found.push(key);
                    rows.advance().unwrap();
                }
                let known = keys.iter().copied().filter(|key| (from..=to).contains(key));
                assert_eq!(found, known.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn the_sparse_index_is_what_the_footer_says() {
        let (folder, store, keys) = store(200);
        let file = File::open(folder.path().join("a.parquet")).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let groups = reader.metadata().row_groups();
        assert!(groups.len() > 10);
        assert_eq!(groups.iter().map(|group| group.num_rows()).sum::<i64>(), keys.len() as i64);
        for (page, group) in store.pages.iter().zip(groups) {
            assert_eq!(u64::from(page.count), group.num_rows() as u64);
            assert_eq!(page.offset, group.column(0).data_page_offset() as u64);
            assert_eq!(page.bytes() as i64, group.compressed_size());
            let least = group.column(0).statistics().and_then(|all| all.min_bytes_opt()).unwrap();
            assert_eq!(page.first.to_le_bytes(), least);
        }
    }

    #[test]
    fn other_readers_find_the_same_rows() {
        for page in [1, 100, 5000, 1 << 20] {
            let (folder, store, keys) = store(page);
            let reader =
                SerializedFileReader::new(File::open(folder.path().join("a.parquet")).unwrap()).unwrap();
            let mut ours = store.rows(0, u64::MAX).unwrap();
            let mut count = 0;
            for theirs in reader.get_row_iter(None).unwrap() {
                let theirs = theirs.unwrap();
                assert_eq!(Some(theirs.get_ulong(0).unwrap()), ours.key());
                assert_eq!(theirs.get_bytes(1).unwrap().data(), ours.row());
                ours.advance().unwrap();
                count += 1;
            }
            assert_eq!((ours.key(), count), (None, keys.len()));
        }
    }

    #[test]
    fn damage_is_an_error_and_never_a_panic_or_another_row() {
        let (folder, known, keys) = store(300);
        let path = folder.path().join("a.parquet");
        let last = known.pages.last().unwrap();
        let data = last.offset as usize + last.bytes();
        let mut errors = 0;
        for (path, length) in [(path.clone(), data), (pages_file(&path), known.pages.len() * PAGE_RECORD)] {
            let whole = fs::read(&path).unwrap();
            for at in (4..length).step_by(31) {
                let mut damaged = whole.clone();
                damaged[at] ^= 0x5a;
                fs::write(&path, &damaged).unwrap();
                let Ok(store) = open(&folder.path().join("a.parquet")) else { continue };
                let some = keys.iter().step_by(11);
                let found: Vec<_> = some.clone().map(|&key| store.find(key)).collect();
                errors += found.iter().filter(|found| found.is_err()).count();
                for (&key, found) in some.zip(found) {
                    // A damaged sparse index may lead past a row.
                    assert!(found.ok().flatten().is_none_or(|found| found == row(key)), "{at} {key}");
                }
            }
            fs::write(&path, &whole).unwrap();
        }
        assert!(errors > 100);
    }
}
