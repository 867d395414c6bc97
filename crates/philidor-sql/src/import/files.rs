//! The files of the tables: a part of each, which appears when it is whole.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};
use parquet::schema::types::ColumnPath;

use super::part::Part;
use super::{positions, table};

/// How hard zstd tries.
const ZSTD: i32 = 3;

/// How many positions a row group has: those of a key are looked for in each whose filter does not exclude it.
const GROUP: usize = 1 << 20;

/// How often the filter of a key that is not there says that it may be.
const FALSE_ALARMS: f64 = 0.01;

/// What a part has become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) rejects: u64,
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

    /// Writes a part of each table. What has no rows has no file, but for the first part: a table should have a file.
    pub(super) fn write(&self, part: &Part) -> Result<Written> {
        if part.is_empty() && part.number > 0 {
            return Ok(Written::default());
        }
        let games = part.table()?;
        let mut written =
            Written { games: games.num_rows() as u64, positions: 0, rejects: part.rejects.len() as u64 };
        let games_file = self.begin("games", part.number, table::games(), games_properties()?)?;
        let games_file = games_file.with(&games)?.close()?;
        let mut files = vec![games_file];
        if self.has_positions {
            let mut file =
                self.begin("positions", part.number, table::positions(), positions_properties()?)?;
            written.positions = positions::each(&games, |rows| Ok(file.writer.write(&rows)?))?;
            files.push(file.close()?);
        }
        if written.rejects > 0 || part.number == 0 {
            let file = self.begin("rejects", part.number, table::rejects(), base_properties()?.build())?;
            files.push(file.with(&table::rejects_table(&part.rejects)?)?.close()?);
        }
        files.iter().try_for_each(|path| appear(path))?;
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

/// The name of a file while it is written.
fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

/// Gives a file its name.
fn appear(path: &Path) -> Result<()> {
    fs::rename(partial(path), path).with_context(|| format!("cannot write {}", path.display()))
}

/// A file while it is written.
struct Partial {
    writer: ArrowWriter<File>,
    path: PathBuf,
}

impl Partial {
    fn with(mut self, rows: &RecordBatch) -> Result<Partial> {
        self.writer.write(rows)?;
        Ok(self)
    }

    /// All is written. The file has its name later, together with the others of its part.
    fn close(self) -> Result<PathBuf> {
        self.writer.into_inner()?.sync_all()?;
        Ok(self.path)
    }
}

fn base_properties() -> Result<WriterPropertiesBuilder> {
    Ok(WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD)?)))
}

/// A column that is no dictionary.
fn plain(builder: WriterPropertiesBuilder, name: &str, encoding: Encoding) -> WriterPropertiesBuilder {
    let column = ColumnPath::from(name);
    builder.set_column_dictionary_enabled(column.clone(), false).set_column_encoding(column, encoding)
}

fn games_properties() -> Result<WriterProperties> {
    let builder = plain(base_properties()?, "id", Encoding::DELTA_BINARY_PACKED);
    let builder = plain(builder, "offset", Encoding::DELTA_BINARY_PACKED);
    let builder = plain(builder, "moves", Encoding::PLAIN);
    Ok(plain(builder, "annotated_movetext", Encoding::PLAIN).build())
}

fn positions_properties() -> Result<WriterProperties> {
    let builder = plain(base_properties()?, "game", Encoding::DELTA_BINARY_PACKED);
    let builder = plain(builder, "ply", Encoding::DELTA_BINARY_PACKED);
    let builder = plain(builder, "key", Encoding::PLAIN);
    let builder = plain(builder, "position", Encoding::PLAIN);
    let key = ColumnPath::from("key");
    let builder = builder
        .set_max_row_group_row_count(Some(GROUP))
        .set_column_bloom_filter_enabled(key.clone(), true)
        .set_column_bloom_filter_fpp(key.clone(), FALSE_ALARMS)
        .set_column_bloom_filter_max_ndv(key, GROUP as u64);
    Ok(builder.build())
}
