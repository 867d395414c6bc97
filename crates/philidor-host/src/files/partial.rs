//! The partial file that a whole one is written as: beside it, under a name of its own, and locked.
//!
//! ```text
//! games.pgn                        what the user asked for; it does not change until the new one is whole
//! games.pgn.1.philidor-partial     what this run writes
//! games.pgn.2.philidor-partial     what another run writes: it holds the lock, which the system takes from a run
//!                                  that is killed
//! ```
//!
//! A partial file without a lock was left by a run that was killed. It is removed, and a warning says so.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::protection::is_protected;
use super::shown::shown;
use crate::terminal::interruption::unfinished;
use crate::terminal::note;

/// Begins a file beside the one that it will replace, under a name that no other run uses, and notes it as one to be
/// removed if the program is interrupted. What a killed run has left under such a name is removed on the way.
pub(crate) fn begin(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number: u32 = 1;
    loop {
        let partial = name(path, number);
        let mut unfinished = unfinished();
        match File::options().write(true).create_new(true).open(&partial) {
            Ok(file) if is_mine(&file) => {
                unfinished.push(partial.clone());
                drop(unfinished);
                clear_after(path, number);
                return Ok((partial, file));
            }
            // Another run took it for a leftover, and removes it.
            Ok(_) => number += 1,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // Ctrl-C must not wait for what the file system does to another run's file.
                drop(unfinished);
                number += u32::from(!clear(&partial));
            }
            Err(error) => return Err(error),
        }
    }
}

/// Gives a partial file the name of the whole one.
pub(crate) fn finish(partial: &Path, path: &Path) -> io::Result<()> {
    let mut unfinished = unfinished();
    fs::rename(partial, path)?;
    unfinished.retain(|known| known != partial);
    Ok(())
}

/// Removes a partial file that is not needed.
pub(crate) fn discard(partial: &Path) {
    let mut unfinished = unfinished();
    // A file that cannot be removed stays.
    let _ = fs::remove_file(partial);
    unfinished.retain(|known| known != partial);
}

/// How many bytes of a name are kept: with what is added, it has at most the 255 that file systems allow.
const KEPT: usize = 200;

/// A name that only philidor uses, so whatever is found under it later may be removed. Long names may share it, as two
/// runs do that write the same file.
pub(crate) fn name(path: &Path, number: u32) -> PathBuf {
    let added = format!(".{number}.philidor-partial");
    let long = path.file_name().map(OsStr::to_string_lossy).filter(|name| name.len() > KEPT);
    if let Some(long) = long {
        let end = (0..=KEPT).rfind(|&end| long.is_char_boundary(end)).unwrap_or_default();
        return path.with_file_name(format!("{}{added}", &long[..end]));
    }
    let mut name = path.as_os_str().to_owned();
    name.push(added);
    PathBuf::from(name)
}

/// Locks a new file for as long as it is written. False if another run took it for a leftover first.
fn is_mine(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && has_a_name(file)
}

#[cfg(unix)]
fn has_a_name(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;

    file.metadata().is_ok_and(|metadata| metadata.nlink() > 0)
}

/// Elsewhere a file that is open cannot be removed by others.
#[cfg(not(unix))]
fn has_a_name(_file: &File) -> bool {
    true
}

/// Removes what killed runs left under the numbers after this one.
fn clear_after(path: &Path, number: u32) {
    let partials = (number + 1..).map(|number| name(path, number));
    for partial in partials.take_while(|partial| partial.is_file()) {
        clear(&partial);
    }
}

/// Removes a partial file and reports it, unless a process still writes it and so holds its lock. Returns whether the
/// name is free now.
fn clear(partial: &Path) -> bool {
    // Opening a pipe would wait for its other end.
    if !fs::symlink_metadata(partial).is_ok_and(|known| known.is_file()) || is_protected(partial) {
        return false;
    }
    let Ok(file) = File::options().write(true).open(partial) else { return false };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return false,
        Err(TryLockError::Error(_)) => {
            // Without locks it is unknown whether it is still being written.
            note(&format!("warning: {} may be what a killed run has left behind", shown(partial)));
            return false;
        }
    }
    let removed = fs::remove_file(partial).is_ok();
    let done = if removed { "removed" } else { "cannot remove" };
    note(&format!("warning: {done} {}, which an earlier run did not finish", shown(partial)));
    removed
}
