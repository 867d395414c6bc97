//! What no output may change: the files that the same command reads, and files that are write-protected.
//!
//! The command notes each file that its arguments name for reading, before it opens any output. All outputs are opened
//! in this folder, and ask here. A command that knows an input only later has its open outputs ask again. A command
//! whose output may be one of its inputs says which ones; it then writes in place, and keeps the input where anything
//! of it would be lost.

use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::input::STANDARD;
use super::place::Place;
use super::shown::shown;

/// The names of files that are read, each as often as arguments have it. Where they are is asked anew for each output:
/// a file that is removed leaves its number to another one.
static PROTECTED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn protected() -> MutexGuard<'static, Vec<PathBuf>> {
    PROTECTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The place of a file that is read; `-` is standard input.
fn place_of_input(path: &Path) -> Option<Place> {
    if path == Path::new(STANDARD) { Place::of_standard_input() } else { Place::of(path) }
}

/// Whether this input is at the place of an output.
pub(super) fn is_input_at(input: &Path, output: &Path) -> bool {
    let place = place_of_input(input);
    place.is_some() && place == Place::of(output)
}

/// From now on, no output of this process replaces or changes this file, which is read; `-` is standard input.
pub fn protect(path: &Path) {
    protected().push(path.to_owned());
}

/// Whether this file is read.
pub(super) fn is_protected(path: &Path) -> bool {
    let place = Place::of(path);
    place.is_some() && protected().iter().any(|input| place_of_input(input) == place)
}

/// Refuses standard output that goes to a file which is read.
///
/// # Errors
///
/// [`is_input`] recognizes the error.
pub fn refuse_standard_output() -> io::Result<()> {
    refuse_input(Path::new("standard output"), Place::of_standard_output().as_ref(), &[]).map(|_| ())
}

/// Whether a chain of errors is due to an output that is an input of the same command, which is wrong usage.
pub fn is_input<'a>(chain: impl IntoIterator<Item = &'a (dyn Error + 'static)>) -> bool {
    chain.into_iter().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.and_then(io::Error::get_ref).is_some_and(|inner| inner.is::<IsInput>())
    })
}

/// Refuses an output that must not be written: one that is an input, unless it may replace those listed, and one that
/// is write-protected. Returns whether it replaces an input.
pub(super) fn refuse_protected(output: &Path, replaceable: &[PathBuf]) -> io::Result<bool> {
    let place = Place::of(output);
    let replaces_input = refuse_input(output, place.as_ref(), replaceable)?;
    let Ok(known) = fs::metadata(output) else { return Ok(replaces_input) };
    // The user `root` may write everything, and so is not refused by the system.
    if known.permissions().readonly() {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it is write-protected"));
    }
    // Opening a pipe would wait for its other end.
    if known.is_file() {
        File::options().write(true).open(output)?;
    }
    Ok(replaces_input)
}

/// Refuses an output that is an input, unless all inputs at its place are among those that it may replace. Returns
/// whether it replaces any.
pub(super) fn refuse_input(
    output: &Path,
    place: Option<&Place>,
    replaceable: &[PathBuf],
) -> io::Result<bool> {
    let Some(place) = place else { return Ok(false) };
    let protected = protected();
    let is_there = |input: &&PathBuf| place_of_input(input).as_ref() == Some(place);
    let names: Vec<&PathBuf> = protected.iter().filter(is_there).collect();
    let replaced = replaceable.iter().filter(is_there).count();
    if names.len() <= replaced {
        return Ok(replaced > 0);
    }
    let name = names.into_iter().find(|name| name.as_path() != output).cloned();
    Err(io::Error::new(ErrorKind::InvalidInput, IsInput { name }))
}

/// An output is an input of the same command.
#[derive(Debug)]
struct IsInput {
    /// The name of the input, if it is not that of the output.
    name: Option<PathBuf>,
}

impl fmt::Display for IsInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the same command reads it")?;
        match &self.name {
            None => Ok(()),
            Some(name) if name == Path::new(STANDARD) => f.write_str(", as standard input"),
            Some(name) => write!(f, ", as {}", shown(name)),
        }
    }
}

impl Error for IsInput {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::partial;
    use crate::files::{Output, WholeFile, append_alone, append_to};

    /// A folder for one test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("philidor-protection-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::canonicalize(folder).expect("a folder")
    }

    /// However a file that is read is named, no output opens it, and its content stays.
    #[test]
    fn an_input_is_not_an_output_by_any_of_its_names() {
        let folder = folder("names");
        let name = |name: &str| folder.join(name);
        fs::write(name("games.pgn"), "1. e4 *").expect("written");
        let mut names = vec![name("games.pgn"), name("./games.pgn")];
        #[cfg(unix)]
        {
            fs::hard_link(name("games.pgn"), name("hard.pgn")).expect("a link");
            std::os::unix::fs::symlink("games.pgn", name("soft.pgn")).expect("a link");
            std::os::unix::fs::symlink("soft.pgn", name("softer.pgn")).expect("a link");
            names.extend(["hard.pgn", "soft.pgn", "softer.pgn"].map(name));
        }
        protect(&name("games.pgn"));
        for output in &names {
            let opened = [
                WholeFile::create(output).map(|_| ()),
                Output::create(Some(output)).map(|_| ()),
                append_to(output).map(|_| ()),
                append_alone(output).map(|_| ()),
            ];
            for error in opened.map(|opened| opened.expect_err("an input")) {
                assert!(is_input([&error as &dyn Error].into_iter().chain(error.source())), "{error}");
            }
        }
        let other = name("other.pgn");
        WholeFile::write_bytes(&other, b"1. d4 *").expect("not an input");
        // What a killed run has left may be what is read now.
        let left = partial::name(&name("new.pgn"), 1);
        fs::write(&left, "1. c4 *").expect("written");
        protect(&left);
        WholeFile::write_bytes(&name("new.pgn"), b"1. c4 *").expect("not an input");
        assert!(left.exists());
        assert_eq!(fs::read(name("games.pgn")).expect("read"), b"1. e4 *");
        fs::remove_dir_all(&folder).expect("removed");
    }

    /// The games that are known to `dedupe` are not those that it writes in place, even if they are the same file.
    #[test]
    fn an_input_is_replaced_only_if_it_is_no_other_input_as_well() {
        let folder = folder("place");
        let file = folder.join("games.pgn");
        fs::write(&file, "1. e4 *").expect("written");
        protect(&file);
        let replaceable = [folder.join("./games.pgn")];
        let in_place = Output::create_in_place(Some(&file), &replaceable).expect("an input that is replaced");
        assert!(in_place.replaces_input());
        protect(&file);
        let error = Output::create_in_place(Some(&file), &replaceable).expect_err("it is read twice");
        assert!(is_input([&error as &dyn Error].into_iter().chain(error.source())), "{error}");
        drop(in_place);
        fs::remove_dir_all(&folder).expect("removed");
    }

    /// The user `root`, too, has protected the file for a reason.
    #[test]
    fn a_write_protected_file_is_kept() {
        let folder = folder("kept");
        let file = folder.join("games.pgn");
        fs::write(&file, "1. e4 *").expect("written");
        let mut permissions = fs::metadata(&file).expect("known").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).expect("set");
        let opened = [
            WholeFile::create(&file).map(|_| ()),
            append_to(&file).map(|_| ()),
            append_alone(&file).map(|_| ()),
        ];
        for error in opened.map(|opened| opened.expect_err("protected")) {
            assert_eq!(error.kind(), ErrorKind::PermissionDenied, "{error}");
        }
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
