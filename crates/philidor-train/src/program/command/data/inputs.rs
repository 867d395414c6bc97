//! Files of training data, one after the other, with progress.

use std::io::{self, BufRead, Cursor, Read};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::Context;
use philidor_host::{Grouped, Input, STANDARD, Several, note, progress};
use philidor_train::data::{DataError, DataErrorKind, Format, Reader, Record, is_in_share};

use crate::args::DataInput;
use philidor_program::terminal::output::WrongUsage;

/// How much of a file shows its format, in bytes.
const BEGINNING: u64 = 1 << 12;

/// Records between two reports of progress.
const STEP: u64 = 1 << 10;

/// The share of the records that are held out of a training: what a network or evaluation says of them, it has learned
/// rather than remembered.
const HELD_OUT: f64 = 1.0 / 64.0;

/// Every training holds the same records out, so that their losses can be compared.
const HELD_OUT_SEED: u64 = 18;

/// Whether the record at this place is held out.
fn is_held_out(place: u64) -> bool {
    is_in_share(HELD_OUT_SEED, place, HELD_OUT)
}

/// How many faults are shown of all files together: after one flipped bit there may be thousands.
pub(super) const SHOWN: u64 = 20;

/// A file that is open.
struct DataFile {
    name: String,
    format: Format,
    input: Input,
}

/// The files, all open.
pub(crate) struct Inputs {
    files: Vec<DataFile>,
    read: Arc<AtomicU64>,
    /// Bytes on the disk; none if one of the inputs has no length.
    length: Option<u64>,
    /// Whether faulty games are left out.
    is_lenient: bool,
}

impl Inputs {
    /// Opens the files of a subcommand that may leave out faulty games.
    pub(super) fn of(input: &DataInput) -> anyhow::Result<Inputs> {
        Ok(Inputs::open(&input.files.files, input.files.from)?.lenient(input.lenient))
    }

    /// Opens files; a format is that of all of them. All are open at once, and a second reader of standard input would
    /// take bytes from the first.
    pub(crate) fn open(paths: &[PathBuf], format: Option<Format>) -> anyhow::Result<Inputs> {
        if paths.iter().filter(|path| path.as_path() == Path::new(STANDARD)).count() > 1 {
            let words = "standard input can be read only once, and `-` names it more than once";
            return Err(WrongUsage(anyhow::Error::msg(words)).into());
        }
        let read = Arc::new(AtomicU64::new(0));
        let open = |path: &PathBuf| {
            let name = path.display().to_string();
            let mut input = Input::counting(path, Arc::clone(&read)).with_context(|| name.clone())?;
            let format = match format.or_else(|| Format::from_path(path)) {
                Some(format) => format,
                None => recognized(&mut input, path)?,
            };
            Ok(DataFile { name, format, input })
        };
        let files = paths.iter().map(open).collect::<anyhow::Result<Vec<DataFile>>>()?;
        let is_known = files.iter().all(|file| file.input.length > 0);
        let length = is_known.then(|| files.iter().map(|file| file.input.length).sum());
        Ok(Inputs { files, read, length, is_lenient: false })
    }

    /// The same, which leaves out faulty games if that is asked for.
    pub(crate) fn lenient(self, is_lenient: bool) -> Inputs {
        Inputs { is_lenient, ..self }
    }

    /// The formats of the files.
    pub(super) fn formats(&self) -> impl Iterator<Item = Format> {
        self.files.iter().map(|file| file.format)
    }

    /// Each record; the first fault is an error, unless faulty ones are left out, with a warning: then it returns how
    /// many there were.
    pub(crate) fn each(
        self,
        with: &mut dyn FnMut(Record) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<u64>> {
        self.each_split(&mut |record, _| with(record))
    }

    /// Each record, and whether it is held out: one in 64, at random, and the same in every run, whatever is left out.
    pub(crate) fn each_split(
        self,
        with: &mut dyn FnMut(Record, bool) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<u64>> {
        let (is_lenient, mut places, mut faulty) = (self.is_lenient, 0.., 0);
        let has_games = self.formats().all(Format::has_games);
        self.each_or_fault(|name, record| {
            let place = places.next().unwrap_or(u64::MAX);
            match record {
                Err(error) if is_lenient && !matches!(error.kind, DataErrorKind::Io(_)) => {
                    faulty += 1;
                    if faulty <= SHOWN {
                        note(&format!("warning: {name}: {error}"));
                    }
                    Ok(())
                }
                record => with(record.with_context(|| name.to_owned())?, is_held_out(place)),
            }
        })?;
        if faulty > 0 {
            let things = Several(faulty.into(), if has_games { "faulty game" } else { "faulty position" });
            note(&format!("warning: {things} left out"));
        }
        Ok(is_lenient.then_some(faulty))
    }

    /// Each record or fault, with the name of its file.
    pub(super) fn each_or_fault(
        self,
        mut with: impl FnMut(&str, Result<Record, DataError>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let bar = progress::of_bytes(self.length);
        let mut records = 0_u64;
        for DataFile { name, format, input } in self.files {
            for record in Reader::new(format, input.reader) {
                with(&name, record)?;
                records += 1;
                if records.is_multiple_of(STEP) {
                    bar.set_position(self.read.load(Relaxed));
                    bar.set_message(format!("{} {}s", Grouped(records.into()), format.noun()));
                }
            }
        }
        bar.finish_and_clear();
        Ok(())
    }
}

fn recognized(input: &mut Input, path: &Path) -> anyhow::Result<Format> {
    // This reads a whole line, not what happens to be in a buffer, which may be four bytes.
    let mut beginning = Vec::new();
    let read = input.reader.by_ref().take(BEGINNING).read_until(b'\n', &mut beginning);
    read.with_context(|| path.display().to_string())?;
    let format = Format::from_beginning(&beginning);
    let rest = mem::replace(&mut input.reader, Box::new(io::empty()));
    input.reader = Box::new(Cursor::new(beginning).chain(rest));
    format.ok_or_else(|| {
        let name = path.display();
        WrongUsage(anyhow::anyhow!("{name}: neither name nor beginning says the format: --from FORMAT"))
            .into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left out changes neither the other records nor which of them are held out.
    #[test]
    fn faulty_games_are_left_out_and_counted_if_that_is_asked_for() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let line = |score: usize| format!("4k3/8/8/8/8/8/P7/4K3 w - - 0 1 | {score} | 1.0\n");
        let whole: Vec<String> = (0..500).map(line).collect();
        let mut damaged = whole.clone();
        // A flipped bit of a king.
        damaged[7] = damaged[7].replace('k', "j");
        let read = |lines: &[String], is_lenient: bool| -> anyhow::Result<(Option<u64>, Vec<_>)> {
            let path = folder.path().join("games.txt");
            std::fs::write(&path, lines.concat())?;
            let mut seen = Vec::new();
            let faulty =
                Inputs::open(&[path], None)?.lenient(is_lenient).each_split(&mut |record, held_out| {
                    seen.push((record.bytes, held_out));
                    Ok(())
                })?;
            Ok((faulty, seen))
        };
        assert!(read(&damaged, false).is_err());
        let ((_, mut all), (faulty, kept)) = (read(&whole, false)?, read(&damaged, true)?);
        all.remove(7);
        assert!(all.iter().any(|(_, is_held_out)| *is_held_out));
        assert_eq!((faulty, kept), (Some(1), all));
        Ok(())
    }

    /// In self-play every second game begins with one more random half-move, and so with the other side to move.
    #[test]
    fn games_of_both_openings_are_held_out() {
        let places: Vec<u64> = (0..6_400).filter(|&place| is_held_out(place)).collect();
        let odd = places.iter().filter(|place| *place % 2 == 1).count();
        assert!((70..130).contains(&places.len()), "{places:?}");
        assert!((30..70).contains(&(odd * 100 / places.len())), "{odd} of {}", places.len());
        assert!(places[0] < 10, "few games have one, too");
    }
}
