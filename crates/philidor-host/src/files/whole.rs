//! A file that is there whole or not at all: it is written under another name and renamed at the end.
//!
//! [`interruption`](crate::interruption) removes what is not finished when the program is interrupted.

use std::error::Error;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::appended::in_use;
use super::partial;
use super::place::{Place, destination};
use super::protection::{refuse_input, refuse_protected};
use super::shown::shown;

/// How many bytes are written at a time.
const BUFFER: usize = 1 << 20;

/// A file that appears under its name when it is finished; dropped before that, it is removed.
///
/// What exists and is not an ordinary file, such as a device or a pipe, or is an open file such as `/dev/stdout`, is
/// written as it is: there is nothing to replace.
///
/// ```
/// use std::io::Write;
/// use philidor_host::WholeFile;
///
/// let path = std::env::temp_dir().join(format!("philidor-whole-file-{}", std::process::id()));
/// let mut file = WholeFile::create(&path)?;
/// writeln!(file, "8/8/8/8/8/8/8/8")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert!(path.exists());
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct WholeFile {
    writer: BufWriter<File>,
    /// The name that the user knows.
    asked: PathBuf,
    /// The name while it is written, and the name afterwards.
    names: Option<(PathBuf, PathBuf)>,
    /// Whether the command reads the file that this one will replace.
    replaces_input: bool,
}

impl WholeFile {
    /// Begins a file. A link is followed, and the new file gets the permissions of the one that it replaces.
    ///
    /// # Errors
    ///
    /// What the system reports, with the name of the file; if it is an input of the command, or write-protected.
    pub fn create(path: &Path) -> io::Result<WholeFile> {
        WholeFile::create_in_place(path, &[])
    }

    /// The same for a file that only one process at a time may write: as long as this one is not finished or dropped,
    /// no other is begun so.
    ///
    /// # Errors
    ///
    /// As [`WholeFile::create`]; `ResourceBusy` if another one is being written.
    pub fn create_alone(path: &Path) -> io::Result<WholeFile> {
        let whole = WholeFile::create(path)?;
        match &whole.names {
            Some((partial, path)) if *partial != partial::name(path, 1) => Err(cannot_write(path, in_use())),
            _ => Ok(whole),
        }
    }

    /// The same, where these inputs may be replaced.
    pub(super) fn create_in_place(path: &Path, replaceable: &[PathBuf]) -> io::Result<WholeFile> {
        WholeFile::begin(path, replaceable).map_err(|error| cannot_write(path, error))
    }

    /// The name that the user knows, unless what has it is written as it is.
    pub(super) fn name(&self) -> Option<&Path> {
        self.names.as_ref().map(|_| &*self.asked)
    }

    /// Whether the command reads the file that this one will replace.
    pub(super) fn replaces_input(&self) -> bool {
        self.replaces_input
    }

    /// Refuses a file that it would replace, but that the command is known to read since this one was begun.
    pub(super) fn refuse_input(&self) -> io::Result<()> {
        if self.replaces_input {
            return Ok(());
        }
        let refused = refuse_input(&self.asked, Place::of(&self.asked).as_ref(), &[]);
        refused.map(|_| ()).map_err(|error| cannot_write(&self.asked, error))
    }

    /// Writes these bytes, and nothing else, as a file.
    ///
    /// ```
    /// use philidor_host::WholeFile;
    ///
    /// let path = std::env::temp_dir().join(format!("philidor-written-{}", std::process::id()));
    /// WholeFile::write_bytes(&path, b"1. e4 e5 *")?;
    /// assert_eq!(std::fs::read(&path)?, b"1. e4 e5 *");
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`WholeFile::create`]; the file does not change then.
    pub fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = WholeFile::create(path)?;
        file.write_all(bytes)?;
        file.finish()
    }

    fn begin(asked: &Path, replaceable: &[PathBuf]) -> io::Result<WholeFile> {
        let writer = |file| BufWriter::with_capacity(BUFFER, file);
        let as_it_is = |file| {
            let asked = asked.to_owned();
            WholeFile { writer: writer(file), asked, names: None, replaces_input: false }
        };
        // Before the links are followed: that of a pipe in `/dev/fd` leads to no name.
        if fs::metadata(asked).is_ok_and(|known| !known.is_file()) {
            return Ok(as_it_is(File::options().write(true).open(asked)?));
        }
        // `/dev/stdout` after `>> games.pgn`: an open file, whose content stays.
        if names_open_file(asked) && asked.exists() {
            refuse_protected(asked, &[])?;
            return Ok(as_it_is(File::options().append(true).open(asked)?));
        }
        let replaces_input = refuse_protected(asked, replaceable)?;
        let path = destination(asked)?;
        let (partial, file) = partial::begin(&path)?;
        let names = Some((partial, path.clone()));
        let whole = WholeFile { writer: writer(file), asked: asked.to_owned(), names, replaces_input };
        if let Ok(replaced) = fs::metadata(path) {
            whole.writer.get_ref().set_permissions(replaced.permissions())?;
        }
        Ok(whole)
    }

    /// Writes what is left to the disk and gives the file its name.
    ///
    /// # Errors
    ///
    /// As [`WholeFile::create`]; the file does not appear then.
    pub fn finish(mut self) -> io::Result<()> {
        self.settle().map_err(|error| cannot_write(&self.asked, error))
    }

    /// Ends without a file: none appears under the name, and one that is already there is removed if its content is
    /// what this program wrote.
    ///
    /// ```
    /// use philidor_host::WholeFile;
    ///
    /// let path = std::env::temp_dir().join(format!("philidor-no-file-{}", std::process::id()));
    /// let is_ours = |content: &str| content == "of an earlier run";
    /// std::fs::write(&path, "of somebody")?;
    /// WholeFile::create(&path)?.remove(is_ours)?;
    /// assert!(path.exists());
    /// std::fs::write(&path, "of an earlier run")?;
    /// WholeFile::create(&path)?.remove(is_ours)?;
    /// assert!(!path.exists());
    /// WholeFile::create(&path)?.remove(is_ours)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What the system reports, with the name of the file.
    pub fn remove(mut self, is_ours: impl FnOnce(&str) -> bool) -> io::Result<()> {
        let Some((partial, path)) = self.names.take() else { return Ok(()) };
        partial::discard(&partial);
        if !fs::read_to_string(&path).is_ok_and(|content| is_ours(&content)) {
            return Ok(());
        }
        fs::remove_file(path).map_err(|error| cannot_write(&self.asked, error))
    }

    fn settle(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        if let Some((partial, path)) = &self.names {
            self.writer.get_ref().sync_all()?;
            partial::finish(partial, path)?;
            self.names = None;
        }
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.writer.write(buffer).map_err(|error| cannot_write(&self.asked, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush().map_err(|error| cannot_write(&self.asked, error))
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some((partial, _)) = &self.names {
            partial::discard(partial);
        }
    }
}

/// Whether a path is the name of an open file, which leads to its number: `/dev/stdout`, `/dev/fd/1`.
fn names_open_file(path: &Path) -> bool {
    let is_in_folder = path.parent().is_some_and(|folder| {
        folder.ends_with("fd") && (folder.starts_with("/dev") || folder.starts_with("/proc"))
    });
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    is_in_folder && name.bytes().all(|byte| byte.is_ascii_digit())
        || ["/dev/stdout", "/dev/stderr"].map(Path::new).contains(&path)
}

/// An error of the same kind that names the file; its source is what the system reports.
fn cannot_write(path: &Path, cause: io::Error) -> io::Error {
    io::Error::new(cause.kind(), CannotWrite { path: path.to_owned(), cause })
}

/// Why a file cannot be written.
#[derive(Debug)]
struct CannotWrite {
    path: PathBuf,
    cause: io::Error,
}

impl fmt::Display for CannotWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {}", shown(&self.path))
    }
}

impl Error for CannotWrite {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.cause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder for one test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("philidor-whole-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn what_no_run_writes_any_more_is_removed_and_what_another_writes_is_not() {
        let folder = folder("partial");
        let path = folder.join("out");
        let stale = [1, 2, 4, 5].map(|number| partial::name(&path, number));
        stale.iter().for_each(|partial| fs::write(partial, "half").expect("written"));
        // The third is being written, as if by another process: locks belong to open files.
        let third = partial::name(&path, 3);
        let written = File::create(&third).expect("made");
        written.lock().expect("locked");

        let mut whole = WholeFile::create(&path).expect("begun");
        assert_eq!(whole.names.as_ref().map(|(partial, _)| partial), Some(&partial::name(&path, 1)));
        assert!(third.exists(), "another run writes it");
        assert!(stale[1..].iter().all(|partial| !partial.exists()), "no run writes them");
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

    /// As `-o >(command)` and `-o /dev/stdout | command` of a shell.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_open_is_written_by_its_number() {
        use std::io::Read as _;
        use std::os::fd::AsRawFd as _;

        let (mut read, write) = io::pipe().expect("a pipe");
        let path = PathBuf::from(format!("/dev/fd/{}", write.as_raw_fd()));
        WholeFile::write_bytes(&path, b"whole").expect("written");
        drop(write);
        let mut bytes = Vec::new();
        read.read_to_end(&mut bytes).expect("read");
        assert_eq!(bytes, b"whole");

        // As `-o /dev/stdout >> games.pgn`: what is there stays.
        let folder = folder("open");
        let name = folder.join("games.pgn");
        fs::write(&name, "1. e4 *\n").expect("written");
        let open = File::options().append(true).open(&name).expect("opened");
        let path = PathBuf::from(format!("/dev/fd/{}", open.as_raw_fd()));
        WholeFile::write_bytes(&path, b"1. d4 *\n").expect("written");
        assert_eq!(fs::read(&name).expect("read"), b"1. e4 *\n1. d4 *\n");
        assert!(
            names_open_file(Path::new("/dev/stdout"))
                && !names_open_file(Path::new("/dev/shm/games.pgn"))
                && !names_open_file(Path::new("/dev/shm/fd/games.pgn"))
        );
        fs::remove_dir_all(&folder).expect("removed");
    }

    /// Two runs that write the same file at once leave each other's partial file alone.
    #[test]
    fn two_that_are_written_at_once_have_two_names() {
        let folder = folder("two");
        let path = folder.join("out");
        let names = |file: &WholeFile| file.names.clone().map(|(partial, _)| partial);
        let [one, other] = [(); 2].map(|()| WholeFile::create(&path).expect("begun"));
        assert_eq!(names(&one), Some(partial::name(&path, 1)));
        assert_eq!(names(&other), Some(partial::name(&path, 2)));
        let error = WholeFile::create_alone(&path).expect_err("another one is written");
        assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
        drop((one, other));
        drop(WholeFile::create_alone(&path).expect("no other one is written"));
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
        fs::remove_dir_all(&folder).expect("removed");
    }

    /// As long as file systems allow, so that nothing can be added to them.
    #[cfg(unix)]
    #[test]
    fn a_file_with_the_longest_name_is_written() {
        let folder = folder("long");
        for letter in ["x", "\u{20ac}"] {
            let paths = ["1", "2"].map(|last| {
                let length = (255 - last.len()) / letter.len();
                folder.join(letter.repeat(length) + last)
            });
            let [one, other] = paths.each_ref().map(|path| WholeFile::create(path).expect(letter));
            one.finish().expect(letter);
            other.finish().expect(letter);
            assert!(paths.iter().all(|path| path.exists()), "{letter}");
        }
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 4);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn an_error_names_the_file_and_keeps_what_the_system_reports() {
        let path = folder("errors").join("nowhere").join("out");
        let error = WholeFile::create(&path).expect_err("there is no such folder");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert_eq!(error.to_string(), format!("cannot write {}", path.display()));
        let cause = error.source().expect("a cause").downcast_ref::<io::Error>();
        assert_eq!(cause.map(io::Error::kind), Some(io::ErrorKind::NotFound));
        let error = WholeFile::create(Path::new("nowhere/\u{1b}[2J\n")).expect_err("no such folder");
        assert_eq!(error.to_string(), r"cannot write nowhere/\u{1b}[2J\n");
    }
}
