//! Where the Syzygy tables are: a setting of a session, which a cluster passes on to its workers.
//!
//! ```text
//! --tables DIR, or SET philidor.tables = 'DIR'
//!        │
//!        ▼             philidor.tables         the folders, which each of them opens by itself
//!      client ──────► philidor.tables_seen ──────► scheduler ──────► workers
//!                      what the client sees in them, which a worker compares with what it sees
//! ```
//!
//! Without the comparison, a worker that has fewer tables would answer null where another has a value.

use std::any::Any;
use std::env;
use std::fmt;
use std::fs;
use std::io;
use std::path::{self, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::common::{Result, config_err};
use datafusion::config::{ConfigEntry, ConfigExtension, ExtensionOptions};
use philidor_host::Several;
use philidor_tables::syzygy::Tables;
use thiserror::Error;

/// The settings of a session that begin with `philidor.`: the folders of the Syzygy tables that `tb_wdl`, `tb_dtz` and
/// `tb_value` ask.
///
/// ```no_run
/// use datafusion::prelude::SessionConfig;
/// use philidor_sql::session::{TableOptions, embedded};
///
/// let config = SessionConfig::new().with_option_extension(TableOptions::new(&["syzygy/3-4-5".into()])?);
/// let session = embedded(config, &philidor_sql::functions::all())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct TableOptions {
    /// The folders with their whole paths, as the system joins paths.
    folders: String,
    /// What the client sees in the folders, in a part of a cluster.
    expected: Option<String>,
    /// What was opened last. All clones share it, so that a worker does not open its tables anew for each task.
    last: Arc<Mutex<Option<Arc<OpenTables>>>>,
}

/// The tables of some folders.
pub(crate) struct OpenTables {
    folders: String,
    /// The number of files and their length.
    seen: String,
    /// Whether a file turned out to be damaged: it is opened anew for the next statement, and may be whole again.
    is_damaged: AtomicBool,
    /// The tables themselves.
    pub(crate) tables: Tables,
}

/// Why no table can be asked.
#[derive(Debug, Error)]
pub enum TablesError {
    /// The session has no folder of tables.
    #[error(
        "no Syzygy tables are given: name their folder with --tables DIR, or SET philidor.tables = 'DIR'"
    )]
    NotGiven,
    /// The path of a folder cannot be part of a list of paths.
    #[error("{0} cannot be named in a list of folders")]
    Name(PathBuf),
    /// A folder cannot be read.
    #[error("{folder}: {error}")]
    Read {
        /// Its path.
        folder: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A folder has no tables.
    #[error("{0} has no Syzygy tables, which have names such as KQvKR.rtbw")]
    Empty(PathBuf),
    /// A part of a cluster sees other tables than the client.
    #[error(
        "{folders} has {here} of Syzygy tables here, but {there} where the client is: \
         all machines of a cluster must see the same files under the same names"
    )]
    Different {
        /// The folders.
        folders: String,
        /// The files here.
        here: String,
        /// The files where the client is.
        there: String,
    },
}

impl TableOptions {
    /// The tables of these folders, each of which must have some.
    ///
    /// # Errors
    ///
    /// If a folder cannot be read or has no tables.
    pub fn new(folders: &[PathBuf]) -> Result<TableOptions, TablesError> {
        let options = TableOptions { folders: joined(folders)?, ..TableOptions::default() };
        if !folders.is_empty() {
            options.open()?;
        }
        Ok(options)
    }

    /// The tables, opened if they are not yet.
    pub(crate) fn open(&self) -> Result<Arc<OpenTables>, TablesError> {
        if self.folders.is_empty() {
            return Err(TablesError::NotGiven);
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) =
            last.as_ref().filter(|open| self.is_expected(open) && !open.is_damaged.load(Ordering::Relaxed))
        {
            return Ok(Arc::clone(open));
        }
        let open = OpenTables::new(&self.folders)?;
        if !self.is_expected(&open) {
            let there = self.expected.clone().unwrap_or_default();
            return Err(TablesError::Different { folders: open.folders, here: open.seen, there });
        }
        Ok(Arc::clone(last.insert(Arc::new(open))))
    }

    /// Whether these are the folders, with what the client sees there.
    fn is_expected(&self, open: &OpenTables) -> bool {
        open.folders == self.folders && self.expected.as_ref().is_none_or(|expected| *expected == open.seen)
    }
}

impl OpenTables {
    /// Notes that a file is damaged.
    pub(crate) fn set_damaged(&self) {
        self.is_damaged.store(true, Ordering::Relaxed);
    }

    fn new(folders: &str) -> Result<OpenTables, TablesError> {
        let mut tables = Tables::new();
        let (mut files, mut bytes) = (0, 0);
        for folder in env::split_paths(folders) {
            let cannot_read = |error| TablesError::Read { folder: folder.clone(), error };
            tables.add_folder(&folder).map_err(cannot_read)?;
            let lengths = lengths(&folder).map_err(cannot_read)?;
            if lengths.is_empty() {
                return Err(TablesError::Empty(folder));
            }
            files += lengths.len() as u128;
            bytes += lengths.into_iter().map(u128::from).sum::<u128>();
        }
        let seen = format!("{} of {}", Several(files, "file"), Several(bytes, "byte"));
        Ok(OpenTables { folders: folders.to_owned(), seen, is_damaged: AtomicBool::new(false), tables })
    }
}

/// The lengths of the files of a folder that are named as tables, which no output replaces from now on.
fn lengths(folder: &Path) -> io::Result<Vec<u64>> {
    let (mut named, mut lengths) = (Tables::new(), Vec::new());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if named.add_file(&path) {
            philidor_host::protect(&path);
            lengths.push(fs::metadata(&path)?.len());
        }
    }
    Ok(lengths)
}

/// The whole paths of some folders as one text.
fn joined<P: AsRef<Path>>(folders: impl IntoIterator<Item = P>) -> Result<String, TablesError> {
    let mut whole = Vec::new();
    for folder in folders {
        let folder = folder.as_ref();
        let cannot_read = |error| TablesError::Read { folder: folder.to_owned(), error };
        let path = path::absolute(folder).map_err(cannot_read)?;
        // Alone, to name the one that has a separator in its name.
        if env::join_paths([&path]).is_err() || path.to_str().is_none() {
            return Err(TablesError::Name(path));
        }
        whole.push(path);
    }
    Ok(env::join_paths(whole).map(|text| text.to_string_lossy().into_owned()).unwrap_or_default())
}

impl fmt::Debug for TableOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TableOptions").field(&self.folders).finish()
    }
}

impl ConfigExtension for TableOptions {
    const PREFIX: &'static str = "philidor";
}

impl ExtensionOptions for TableOptions {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn cloned(&self) -> Box<dyn ExtensionOptions> {
        Box::new(self.clone())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match key {
            "tables" => {
                let folders = env::split_paths(value).filter(|folder| !folder.as_os_str().is_empty());
                match joined(folders) {
                    Ok(folders) => self.folders = folders,
                    Err(error) => return config_err!("{error}"),
                }
                self.expected = None;
            }
            "tables_seen" => self.expected = Some(value.to_owned()),
            _ => return config_err!("there is no setting philidor.{key}"),
        }
        Ok(())
    }

    /// In this order, in which a part of a cluster sets them: setting the folders clears what is expected in them.
    fn entries(&self) -> Vec<ConfigEntry> {
        let folders = Some(self.folders.clone()).filter(|folders| !folders.is_empty());
        let seen = self.expected.clone().or_else(|| self.open().ok().map(|open| open.seen.clone()));
        let entry = |key: &str, value, description| ConfigEntry { key: key.to_owned(), value, description };
        vec![
            entry(
                "philidor.tables",
                folders,
                "Folders of the Syzygy tables that tb_wdl, tb_dtz and tb_value ask, separated as in PATH",
            ),
            entry("philidor.tables_seen", seen, "The Syzygy tables that must be in these folders"),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_set_as_one_text_with_whole_paths() {
        let here = env::current_dir().expect("a folder");
        let mut options = TableOptions::default();
        let two = env::join_paths(["a", "b/c"]).expect("two names");
        options.set("tables", two.to_str().expect("a text")).expect("two names");
        let whole: Vec<PathBuf> = env::split_paths(&options.folders).collect();
        assert_eq!(whole, [here.join("a"), here.join("b/c")]);
        let entries = options.entries();
        assert_eq!(entries[0].value.as_ref(), Some(&options.folders));
        assert_eq!(entries[1].value, None, "nothing is there");
        options.set("tables_seen", "1 file of 16 bytes").expect("a setting");
        assert_eq!(options.entries()[1].value.as_deref(), Some("1 file of 16 bytes"));
        options.set("tables", "").expect("no name");
        assert_eq!(options.entries()[1].value, None, "those were other folders");
        assert!(matches!(options.open(), Err(TablesError::NotGiven)));
        assert!(options.set("table", "").is_err());
    }

    #[test]
    fn a_file_with_another_name_is_no_table() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("foo.rtbw"), [0; 80]).expect("a file");
        assert!(matches!(TableOptions::new(&[folder.path().into()]), Err(TablesError::Empty(_))));
        fs::write(folder.path().join("KQvK.rtbw"), [0; 80]).expect("a file");
        let options = TableOptions::new(&[folder.path().into()]).expect("a table");
        assert_eq!(options.open().expect("a table").seen, "1 file of 80 bytes");
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_no_list_can_have_is_named() {
        let error = TableOptions::new(&["a:b".into()]).expect_err("it has a separator");
        assert!(error.to_string().contains("/a:b cannot be named"), "{error}");
    }
}
