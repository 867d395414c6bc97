//! Reads at an offset of a file that several threads share, and a cache of open files, of which systems allow few.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};

/// How many files of an index are open at once. Many systems allow a program 1024, some 256.
const MAX_OPEN: usize = 96;

/// The files of an index that are open: when too many are, the least recently read one is closed.
#[derive(Debug, Default)]
pub(crate) struct OpenFiles {
    state: Mutex<Opened>,
}

#[derive(Debug, Default)]
struct Opened {
    /// Each with the number of its latest read.
    files: HashMap<PathBuf, (Arc<File>, u64)>,
    reads: u64,
}

impl OpenFiles {
    /// A file, which is opened if it is not, and another one closed if too many are.
    pub(crate) fn get(&self, path: &Path) -> Result<Arc<File>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.reads += 1;
        let read = state.reads;
        if let Some((file, last)) = state.files.get_mut(path) {
            *last = read;
            return Ok(Arc::clone(file));
        }
        if state.files.len() >= MAX_OPEN {
            let oldest = state.files.iter().min_by_key(|(_, (_, last))| *last).map(|(path, _)| path.clone());
            oldest.and_then(|oldest| state.files.remove(&oldest));
        }
        let file = File::open(path).with_context(|| {
            format!("{MAX_OPEN} files of an index are open at once; the system may allow fewer (ulimit -n)")
        })?;
        let file = Arc::new(file);
        state.files.insert(path.to_owned(), (Arc::clone(&file), read));
        Ok(file)
    }

    /// How many are open.
    #[cfg(test)]
    fn count(&self) -> usize {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).files.len()
    }
}

/// Fills a buffer from this place on.
pub(crate) fn read_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match some_at(file, buffer, offset) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                buffer = buffer.get_mut(read..).unwrap_or_default();
                offset += read as u64;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(unix)]
fn some_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn some_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn any_number_of_files_is_read_through_a_few_open_ones() {
        let folder = TempDir::new().unwrap();
        let paths: Vec<PathBuf> = (0..3 * MAX_OPEN).map(|at| folder.path().join(at.to_string())).collect();
        paths.iter().for_each(|path| std::fs::write(path, path.to_str().unwrap()).unwrap());
        let files = OpenFiles::default();
        for path in paths.iter().chain(&paths).chain(paths.iter().rev()) {
            let text = path.to_str().unwrap();
            let mut bytes = vec![0; text.len()];
            read_at(&files.get(path).unwrap(), &mut bytes, 0).unwrap();
            assert_eq!(bytes, text.as_bytes());
            assert!(files.count() <= MAX_OPEN);
        }
        let again = files.get(&paths[0]).unwrap();
        assert!(Arc::ptr_eq(&again, &files.get(&paths[0]).unwrap()), "it stays open");
        assert!(files.get(&folder.path().join("none")).is_err());
    }
}
