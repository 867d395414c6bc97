//! Where a file is, so that two names are seen to be those of one file: `games.pgn`, `./games.pgn`, links of both
//! kinds, `/dev/stdout`.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// As many links as systems follow; more are taken for a loop.
const MAX_LINKS: usize = 40;

/// The place of a file that can be replaced: of a regular one, or of one that does not exist yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The number of a file on its device, whatever its names are.
    #[cfg(unix)]
    Numbered { device: u64, number: u64 },
    /// The name of a file in the folder that it really is in.
    Named(PathBuf),
}

impl Place {
    /// The place of a file. A folder, a pipe or a device has none, since nothing replaces it.
    ///
    /// ```
    /// use std::path::Path;
    /// use philidor_host::Place;
    ///
    /// let place = |name: &str| Place::of(Path::new(name));
    /// assert_eq!(place("a file that is not there"), place("./a file that is not there"));
    /// assert!(place(".").is_none());
    /// ```
    #[must_use]
    pub fn of(path: &Path) -> Option<Place> {
        match fs::metadata(path) {
            Ok(known) => Place::there(path, &known),
            Err(_) => Some(Place::named(&destination(path).ok()?)),
        }
    }

    /// The place of the file that standard input is read from, if it is a file.
    #[must_use]
    pub fn of_standard_input() -> Option<Place> {
        #[cfg(unix)]
        return of_stream(&io::stdin());
        #[cfg(not(unix))]
        None
    }

    /// The place of the file that standard output is written to, if it is a file.
    #[must_use]
    pub fn of_standard_output() -> Option<Place> {
        #[cfg(unix)]
        return of_stream(&io::stdout());
        #[cfg(not(unix))]
        None
    }

    #[cfg(unix)]
    fn there(_: &Path, known: &Metadata) -> Option<Place> {
        use std::os::unix::fs::MetadataExt as _;

        let numbered = || Place(Kind::Numbered { device: known.dev(), number: known.ino() });
        known.is_file().then(numbered)
    }

    #[cfg(not(unix))]
    fn there(path: &Path, known: &Metadata) -> Option<Place> {
        known.is_file().then(|| Place::named(path))
    }

    /// The canonical path, as far as there is one. Where systems ignore the case of names, all letters are small.
    fn named(path: &Path) -> Place {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let new = || Some(fs::canonicalize(folder).ok()?.join(path.file_name()?));
        let path = fs::canonicalize(path).ok().or_else(new).unwrap_or_else(|| path.to_owned());
        if cfg!(any(windows, target_os = "macos")) {
            return Place(Kind::Named(path.to_string_lossy().to_lowercase().into()));
        }
        Place(Kind::Named(path))
    }
}

#[cfg(unix)]
fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<Place> {
    let file = fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
    Place::there(Path::new(""), &file.metadata().ok()?)
}

/// Where a path leads: the target of a link is written, not the link, even if there is no such file yet.
pub(super) fn destination(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Ok(there) = fs::canonicalize(&path) {
            return Ok(there);
        }
        // What is not a link does not exist yet, or has no folder, and then it cannot be made.
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        // A relative target begins in the folder of the link; an absolute one replaces the whole path.
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other(format!("more than {MAX_LINKS} links lead on from one to the next")))
}
