//! A file that grows: lines or games are added to what it has.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::protection::refuse_protected;

/// Opens a file to add to it, or makes it. What exists and is not an ordinary file, such as a device or a pipe, is
/// written as it is.
///
/// # Errors
///
/// What the system reports, without the name of the file.
pub fn append_to(path: &Path) -> io::Result<File> {
    refuse_protected(path, &[])?;
    File::options().create(true).append(true).open(path)
}

/// The same for a file that is also read, and that only one process at a time may use. The lock ends with the file, or
/// with the process.
///
/// # Errors
///
/// As [`append_to`]; `ResourceBusy` if another process has the file. On a file system without locks, nothing keeps
/// other processes out.
pub fn append_alone(path: &Path) -> io::Result<File> {
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        return append_to(path);
    }
    refuse_protected(path, &[])?;
    let file = File::options().create(true).read(true).append(true).open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(in_use()),
        _ => Ok(file),
    }
}

/// The error about a file that another process has.
pub(super) fn in_use() -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, "another process is writing into it")
}
