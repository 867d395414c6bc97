//! Folders of Syzygy tables, as arguments name them.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use philidor_tables::syzygy::Tables;

/// The Syzygy tables of some folders, each of which must have some.
pub(crate) fn open(folders: &[PathBuf]) -> anyhow::Result<Tables> {
    open_as(Tables::new(), folders)
}

/// The same, opened as these tables say.
pub(super) fn open_as(mut tables: Tables, folders: &[PathBuf]) -> anyhow::Result<Tables> {
    for folder in folders {
        let files = tables.add_folder(folder).with_context(|| folder.display().to_string())?;
        if files == 0 {
            return Err(no_tables(folder));
        }
    }
    Ok(tables)
}

/// What is said of a folder without tables.
pub(super) fn no_tables(folder: &Path) -> anyhow::Error {
    anyhow!("{}: no Syzygy tables, which have names such as KQvKR.rtbw", folder.display())
}
