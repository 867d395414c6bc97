//! Rows found by their keys: a Parquet file whose row groups are so small that one read gets all that is asked for.
//!
//! ```text
//! NAME.parquet   key (UINT_64, ascending, delta-packed)  row (BYTE_ARRAY), both packed by zstd
//!                a row group is one page of either column, one after the other
//! NAME.pages     for each row group: its first key (8), where it begins (8), the bytes of its pages of keys (4) and of rows
//!                (4), the number of its rows (4), the CRC-32 of both pages (4)
//! ```
//!
//! The second file is the sparse index that is kept in memory: 32 bytes for two or three thousand positions. Other
//! programs do not need it: the footer of the first file says where the row groups are. Numbers have the lowest byte
//! first.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use crc32fast::Hasher;

use crate::disk::{OpenFiles, read_at};
use crate::page::{take_deltas, unpacked};
use crate::sorted::Sorted;
use crate::sparse::{MAX_PAGE, PAGE_RECORD, Page, pages_file};

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

    /// How many rows there are.
    pub(crate) fn count(&self) -> u64 {
        self.pages.iter().map(|page| u64::from(page.count)).sum()
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

    use crate::writer::StoreWriter;

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
