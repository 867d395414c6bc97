//! A file that is there whole or not at all: it is written under another name and renamed at the end.
//!
//! An interrupted command that handles Ctrl-C leaves no partial file: those that have no other use for Ctrl-C call
//! [`remove_when_interrupted`], others end by [`end_interrupted`].

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use philidor_files::ending::INTERRUPTED;

use crate::streams;

/// As many links as systems follow; more are a circle.
const MOST_LINKS: usize = 40;

/// The files that are begun and have not got their names.
static BEGUN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn begun() -> MutexGuard<'static, Vec<PathBuf>> {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on Ctrl-C, or another wish that the program ends, removes the files that are begun, and ends it.
pub(crate) fn remove_when_interrupted() -> anyhow::Result<()> {
    ctrlc::set_handler(|| end_interrupted()).context("cannot listen to Ctrl-C")
}

/// Removes the files that are begun, and ends the program, as one that was interrupted.
pub(crate) fn end_interrupted() -> ! {
    // As long as this is held, nobody begins a file and nobody gives one its name.
    let begun = begun();
    begun.iter().for_each(|partial| drop(fs::remove_file(partial)));
    exit(INTERRUPTED.into())
}

/// Where results go, byte for byte: a file that does not exist yet, or standard output.
pub(crate) enum OutFile {
    /// Given out as it comes. What people read goes by way of `Output`, which takes colors out; here every byte counts.
    Standard(BufWriter<Stdout>),
    /// Kept back until it is whole.
    File(WholeFile),
}

impl OutFile {
    /// The file of this name if there is one, otherwise standard output, which `-` is, too.
    pub(crate) fn create(path: Option<&Path>) -> anyhow::Result<OutFile> {
        Ok(match path.filter(|path| *path != Path::new("-")) {
            None if streams::output_is_closed() => return Err(streams::closed().into()),
            None => OutFile::Standard(BufWriter::with_capacity(1 << 20, stdout())),
            Some(path) => OutFile::File(WholeFile::create(path)?),
        })
    }

    /// Everything that could be had is written; a file that lacks something does not appear.
    pub(crate) fn finish(self, is_whole: bool) -> anyhow::Result<()> {
        match self {
            OutFile::Standard(mut writer) => Ok(writer.flush()?),
            OutFile::File(file) if is_whole => file.finish(),
            OutFile::File(_) => Ok(()),
        }
    }
}

impl Write for OutFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            OutFile::Standard(writer) => writer.write(buffer),
            OutFile::File(file) => file.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutFile::Standard(writer) => writer.flush(),
            OutFile::File(file) => file.flush(),
        }
    }
}

/// A file under another name; dropped before it is finished, it is removed.
///
/// What exists and is no ordinary file, such as a device or a pipe, is written as it is: there is nothing to replace.
pub(crate) struct WholeFile {
    writer: BufWriter<File>,
    /// The name while it is written, and the name afterwards.
    names: Option<(PathBuf, PathBuf)>,
}

impl WholeFile {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> anyhow::Result<WholeFile> {
        WholeFile::begin(path).with_context(|| format!("cannot write {}", path.display()))
    }

    fn begin(path: &Path) -> io::Result<WholeFile> {
        let writer = |file| BufWriter::with_capacity(1 << 20, file);
        let path = destination(path)?;
        if fs::metadata(&path).is_ok_and(|known| !known.is_file()) {
            let file = File::options().write(true).open(&path)?;
            return Ok(WholeFile { writer: writer(file), names: None });
        }
        let (partial, file) = create_beside(&path)?;
        let whole = WholeFile { writer: writer(file), names: Some((partial, path)) };
        if let Some((_, path)) = &whole.names
            && let Ok(replaced) = fs::metadata(path)
        {
            // The new file gets the permissions of the old one.
            whole.writer.get_ref().set_permissions(replaced.permissions())?;
        }
        Ok(whole)
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        let flushed = self.writer.flush();
        let Some((partial, path)) = &self.names else { return Ok(flushed?) };
        let written = flushed.and_then(|()| self.writer.get_ref().sync_all());
        let mut begun = begun();
        let named = written.and_then(|()| fs::rename(partial, path));
        if named.is_ok() {
            begun.retain(|known| known != partial);
        }
        drop(begun);
        let named = named.with_context(|| format!("cannot write {}", path.display()));
        if named.is_ok() {
            self.names = None;
        }
        named
    }
}

/// Where a path leads: the target of a link is written, not the link, even if there is no such file yet.
fn destination(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(there) = fs::canonicalize(&path) {
            return Ok(there);
        }
        // What is not a link does not exist yet, or has no folder, and then it cannot be made.
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        // A relative target begins where the link is; an absolute one replaces all.
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other(format!("more than {MOST_LINKS} links lead on from one to the next")))
}

/// A file of a name that no other has, beside the one that it will replace: two runs that write the same file do not
/// write into each other's. What a killed run has left under such a name is removed on the way.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number: u32 = 1;
    loop {
        let partial = partial_name(path, number);
        let mut begun = begun();
        match File::options().write(true).create_new(true).open(&partial) {
            Ok(file) if is_mine(&file) => {
                begun.push(partial.clone());
                drop(begun);
                clear_after(path, number);
                return Ok((partial, file));
            }
            // Another run took it for one that was left behind, and removes it.
            Ok(_) => number += 1,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // Ctrl-C must not wait for what the file system does to somebody else's file.
                drop(begun);
                number += u32::from(!clear(&partial));
            }
            Err(error) => return Err(error),
        }
    }
}

fn partial_name(path: &Path, number: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    // A name that only philidor gives: what is found under it later may be removed.
    name.push(format!(".{number}.philidor-partial"));
    PathBuf::from(name)
}

/// Locks a file that was just made, for as long as it is written; whether it still has its name.
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

/// Removes what was left behind under the numbers that follow one.
fn clear_after(path: &Path, number: u32) {
    for partial in
        (number + 1..).map(|number| partial_name(path, number)).take_while(|partial| partial.is_file())
    {
        clear(&partial);
    }
}

/// Removes a partial file, and reports it, unless a process is still writing it, and so holds its lock, which the system
/// takes from a process that is killed. Whether the name is free now.
fn clear(partial: &Path) -> bool {
    // Opening a pipe would wait for its other end.
    if !fs::symlink_metadata(partial).is_ok_and(|known| known.is_file()) {
        return false;
    }
    let Ok(file) = File::options().write(true).open(partial) else { return false };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return false,
        Err(TryLockError::Error(_)) => {
            // Without locks nobody knows.
            eprintln!("warning: {} may be what a killed run has left behind", partial.display());
            return false;
        }
    }
    let removed = fs::remove_file(partial).is_ok();
    let done = if removed { "removed" } else { "cannot remove" };
    eprintln!("warning: {done} {}, which an earlier run did not finish", partial.display());
    removed
}

impl Write for WholeFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.writer.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some((partial, _)) = &self.names {
            let mut begun = begun();
            // A file that cannot be removed stays.
            let _ = fs::remove_file(partial);
            begun.retain(|known| known != partial);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder for one test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("philidor-outfile-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn what_nobody_writes_any_more_is_removed_and_what_somebody_writes_is_not() {
        let folder = folder("partial");
        let path = folder.join("out");
        let stale = [1, 2, 4, 5].map(|number| partial_name(&path, number));
        stale.iter().for_each(|partial| fs::write(partial, "half").expect("written"));
        // The third is being written, as if by another process: locks belong to open files.
        let third = partial_name(&path, 3);
        let written = File::create(&third).expect("made");
        written.lock().expect("locked");

        let mut whole = WholeFile::create(&path).expect("begun");
        assert_eq!(whole.names.as_ref().map(|(partial, _)| partial), Some(&partial_name(&path, 1)));
        assert!(third.exists(), "somebody writes it");
        assert!(stale[1..].iter().all(|partial| !partial.exists()), "nobody writes them");
        whole.write_all(b"whole").expect("written");
        whole.finish().expect("named");
        assert_eq!(fs::read(&path).expect("read"), b"whole");
        fs::remove_dir_all(&folder).expect("removed");
    }

    /// Links are followed as far as they lead, and stay what they are.
    #[cfg(unix)]
    #[test]
    fn the_target_of_a_link_is_written_also_if_there_is_none_yet() {
        use std::os::unix::fs::symlink;

        let folder = folder("links");
        let name = |name: &str| folder.join(name);
        fs::create_dir(name("below")).expect("a folder");
        for (target, link) in [("new", "one"), ("one", "two"), ("below/new", "three"), ("circle", "circle")] {
            symlink(target, name(link)).expect("a link");
        }
        symlink(name("absolute"), name("four")).expect("a link");
        symlink("nowhere/new", name("five")).expect("a link");
        for (link, target) in [("two", "new"), ("three", "below/new"), ("four", "absolute"), ("one", "new")] {
            let mut whole = WholeFile::create(&name(link)).expect(link);
            whole.write_all(link.as_bytes()).expect("written");
            whole.finish().expect("named");
            assert!(fs::symlink_metadata(name(link)).expect("there").is_symlink(), "{link}");
            assert!(fs::symlink_metadata(name(target)).expect("there").is_file(), "{link}");
            assert_eq!(fs::read_to_string(name(target)).expect("read"), link);
        }
        for link in ["circle", "five"] {
            assert!(WholeFile::create(&name(link)).is_err(), "{link}");
        }
        fs::remove_dir_all(&folder).expect("removed");
    }

    /// Two runs at once that write the same file leave each other's alone.
    #[test]
    fn two_that_are_written_at_once_have_two_names() {
        let folder = folder("two");
        let path = folder.join("out");
        let names = |file: &WholeFile| file.names.clone().map(|(partial, _)| partial);
        let [one, other] = [(); 2].map(|()| WholeFile::create(&path).expect("begun"));
        assert_eq!(names(&one), Some(partial_name(&path, 1)));
        assert_eq!(names(&other), Some(partial_name(&path, 2)));
        drop((one, other));
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
