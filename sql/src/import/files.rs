//! The files of the tables: each holds a part of a table and appears when it is complete.
//!
//! The encodings of the columns were chosen by measuring 438 games, 999,561 bytes, with their 28,976 positions.
//!
//! ```text
//! repeating values         a dictionary: clocks take 38 KB, plain 46
//! Site, moves, texts       plain: a dictionary is useless for values that do not repeat
//! id, offset, game, ply    differences, nearly all of them equal
//! position                 first bytes, then second bytes, …: 242 KB, plain 306, since neighbors differ in few places
//! key                      plain: 221 KB, hardly compressed at all
//! ```

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use parquet::schema::types::ColumnPath;

use super::part::Part;
use super::{positions, table};

/// The zstd level, and that of positions, which are most of the output and already a fifth smaller by their encoding.
/// Level 3 would make them an eighth smaller and take a third more time.
const ZSTD: i32 = 3;
const ZSTD_POSITIONS: i32 = 1;

/// The number of positions in a row group. A key is looked up in every row group whose filter does not exclude it.
const GROUP: usize = 1 << 20;

/// The rate of false positives of that filter.
const FALSE_ALARMS: f64 = 0.01;

/// The outcome of writing a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) rejects: u64,
    /// The rejects with which a game is lost, not a part of one.
    pub(super) bad: u64,
}

/// The folders of the tables.
pub(super) struct Files {
    folder: PathBuf,
    has_positions: bool,
}

impl Files {
    /// Makes the folders.
    pub(super) fn new(folder: &Path, has_positions: bool) -> Result<Files> {
        let files = Files { folder: folder.to_owned(), has_positions };
        let names = ["games", "rejects"].into_iter().chain(has_positions.then_some("positions"));
        for name in names {
            let folder = folder.join(name);
            fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        Ok(files)
    }

    /// Writes a part of each table. A part without rows has no file, except the first one: a table should have a file.
    pub(super) fn write(&self, part: &Part) -> Result<Written> {
        if part.is_empty() && part.number > 0 {
            return Ok(Written::default());
        }
        let games = part.table()?;
        let mut written = Written {
            games: games.num_rows() as u64,
            positions: 0,
            rejects: part.rejects.len() as u64,
            bad: part.rejects.iter().filter(|reject| reject.is_bad).count() as u64,
        };
        let games_file = self.begin("games", part.number, table::games(), games_properties()?)?;
        let games_file = games_file.with(&games)?.close()?;
        let mut files = vec![games_file];
        if self.has_positions {
            let mut file =
                self.begin("positions", part.number, table::positions(), positions_properties()?)?;
            written.positions = positions::each(&games, |rows| file.push(&rows))?;
            files.push(file.close()?);
        }
        if written.rejects > 0 || part.number == 0 {
            let file =
                self.begin("rejects", part.number, table::rejects(), base_properties(ZSTD)?.build())?;
            files.push(file.with(&table::rejects_table(&part.rejects)?)?.close()?);
        }
        files.iter().try_for_each(|path| appear(path))?;
        // Files that the ledger notes must survive a power failure.
        files.iter().filter_map(|path| path.parent()).try_for_each(settle)?;
        Ok(written)
    }

    fn begin(
        &self,
        name: &str,
        part: u32,
        schema: SchemaRef,
        properties: WriterProperties,
    ) -> Result<Partial> {
        let path = self.folder.join(name).join(format!("part-{part:05}.parquet"));
        let file =
            File::create(partial(&path)).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Partial { writer: ArrowWriter::try_new(file, schema, Some(properties))?, path })
    }
}

/// The name of a file while it is being written.
fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

/// Gives a file its final name.
fn appear(path: &Path) -> Result<()> {
    fs::rename(partial(path), path).with_context(|| format!("cannot write {}", path.display()))
}

/// Waits until the file names of a folder are on the disk.
fn settle(folder: &Path) -> Result<()> {
    // Other systems cannot open a folder.
    if cfg!(unix) {
        let settled = File::open(folder).and_then(|folder| folder.sync_all());
        settled.with_context(|| format!("cannot write {}", folder.display()))?;
    }
    Ok(())
}

/// A file being written.
struct Partial {
    writer: ArrowWriter<File>,
    path: PathBuf,
}

impl Partial {
    fn push(&mut self, rows: &RecordBatch) -> Result<()> {
        let written = self.writer.write(rows).map_err(bare);
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn with(mut self, rows: &RecordBatch) -> Result<Partial> {
        self.push(rows)?;
        Ok(self)
    }

    /// Completes the file. It gets its name later, together with the others of its part.
    fn close(self) -> Result<PathBuf> {
        let Partial { writer, path } = self;
        let closed = writer.into_inner().map_err(bare);
        let closed = closed.and_then(|file| Ok(file.sync_all()?));
        closed.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }
}

/// An error without the wrapper that only says it is external and repeats it.
fn bare(error: ParquetError) -> anyhow::Error {
    match error {
        ParquetError::External(error) => anyhow::Error::from_boxed(error),
        error => error.into(),
    }
}

fn base_properties(level: i32) -> Result<WriterPropertiesBuilder> {
    Ok(WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::try_new(level)?)))
}

/// A column without a dictionary.
fn encoded(builder: WriterPropertiesBuilder, name: &str, encoding: Encoding) -> WriterPropertiesBuilder {
    let column = ColumnPath::from(name);
    builder.set_column_dictionary_enabled(column.clone(), false).set_column_encoding(column, encoding)
}

/// The same for a column whose minimum and maximum are of no use, so that they need not be found.
fn opaque(builder: WriterPropertiesBuilder, name: &str, encoding: Encoding) -> WriterPropertiesBuilder {
    let builder = encoded(builder, name, encoding);
    builder.set_column_statistics_enabled(ColumnPath::from(name), EnabledStatistics::None)
}

fn games_properties() -> Result<WriterProperties> {
    let builder = encoded(base_properties(ZSTD)?, "id", Encoding::DELTA_BINARY_PACKED);
    let builder = encoded(builder, "offset", Encoding::DELTA_BINARY_PACKED);
    let builder = encoded(builder, "Site", Encoding::PLAIN);
    let builder = opaque(builder, "line", Encoding::PLAIN);
    let builder = opaque(builder, "moves", Encoding::PLAIN);
    Ok(opaque(builder, "annotated_movetext", Encoding::PLAIN).build())
}

fn positions_properties() -> Result<WriterProperties> {
    let builder = encoded(base_properties(ZSTD_POSITIONS)?, "game", Encoding::DELTA_BINARY_PACKED);
    let builder = encoded(builder, "ply", Encoding::DELTA_BINARY_PACKED);
    let builder = opaque(builder, "key", Encoding::PLAIN);
    let builder = opaque(builder, "position", Encoding::BYTE_STREAM_SPLIT);
    let key = ColumnPath::from("key");
    let builder = builder
        .set_max_row_group_row_count(Some(GROUP))
        .set_column_bloom_filter_enabled(key.clone(), true)
        .set_column_bloom_filter_fpp(key.clone(), FALSE_ALARMS)
        .set_column_bloom_filter_max_ndv(key, GROUP as u64);
    Ok(builder.build())
}

/// The properties of a table of evaluations, puzzles or their rejects. Keys in no order need a Bloom filter, made for
/// this many rows; with 0 rows there is none.
pub(crate) fn study_properties(rows: u64) -> Result<WriterProperties> {
    let builder = opaque(base_properties(ZSTD)?, "key", Encoding::PLAIN);
    let builder = opaque(builder, "position", Encoding::BYTE_STREAM_SPLIT);
    let builder = opaque(builder, "line", Encoding::PLAIN);
    let builder = opaque(builder, "solution", Encoding::PLAIN);
    let key = ColumnPath::from("key");
    let builder = builder
        .set_column_bloom_filter_enabled(key.clone(), rows > 0)
        .set_column_bloom_filter_fpp(key.clone(), FALSE_ALARMS)
        .set_column_bloom_filter_max_ndv(key, rows.max(1));
    Ok(builder.build())
}
