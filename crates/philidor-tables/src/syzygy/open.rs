//! Folders of tables, each of which has to have some.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::tables::Tables;

/// Why a folder of tables cannot be used.
#[non_exhaustive]
pub enum FolderError {
    /// The folder cannot be read.
    Io {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The folder has no tables.
    NoTables {
        /// The folder.
        folder: PathBuf,
    },
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FolderError::Io { folder, .. } => write!(f, "{}", folder.display()),
            FolderError::NoTables { folder } => {
                write!(f, "{}: no Syzygy tables, which have names such as KQvKR.rtbw", folder.display())
            }
        }
    }
}

philidor::debug_is_the_sentence!(FolderError);

impl Error for FolderError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            FolderError::Io { error, .. } => Some(error),
            FolderError::NoTables { .. } => None,
        }
    }
}

impl Tables {
    /// These tables and those of some folders.
    ///
    /// # Errors
    ///
    /// A folder cannot be read, or has no tables.
    ///
    /// ```
    /// use philidor_tables::syzygy::Tables;
    ///
    /// let error = Tables::new().with_folders(["no such folder"]).unwrap_err();
    /// assert_eq!(error.to_string(), "no such folder");
    /// ```
    pub fn with_folders(
        mut self,
        folders: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> Result<Tables, FolderError> {
        for folder in folders {
            let folder = folder.as_ref();
            match self.add_folder(folder) {
                Ok(0) => return Err(FolderError::NoTables { folder: folder.to_owned() }),
                Ok(_) => {}
                Err(error) => return Err(FolderError::Io { folder: folder.to_owned(), error }),
            }
        }
        Ok(self)
    }
}
