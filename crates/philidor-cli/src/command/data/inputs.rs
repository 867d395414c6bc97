//! Files of training data, one after the other, with progress.

use std::io::{self, BufRead, Cursor, Read};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::Context;
use philidor_host::{Grouped, Input, STANDARD, progress};
use philidor_train::data::{DataError, Format, Reader, Record, is_in_share};

use crate::place::place;
use crate::terminal::output::WrongUsage;

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
}

impl Inputs {
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
        Ok(Inputs { files, read, length })
    }

    /// The formats of the files.
    pub(super) fn formats(&self) -> impl Iterator<Item = Format> {
        self.files.iter().map(|file| file.format)
    }

    /// Each record; the first fault is an error.
    pub(crate) fn each(self, with: &mut dyn FnMut(Record) -> anyhow::Result<()>) -> anyhow::Result<()> {
        self.each_or_fault(|name, record| with(record.with_context(|| name.to_owned())?))
    }

    /// Each record, and whether it is held out: one in 64, at random, and the same in every run.
    pub(crate) fn each_split(
        self,
        with: &mut dyn FnMut(Record, bool) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut places = 0..;
        self.each(&mut |record| {
            let place = places.next().unwrap_or(u64::MAX);
            with(record, is_held_out(place))
        })
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

/// Refuses the output of an option if it would replace one of these files, whose games would be lost.
pub(crate) fn refuse_to_replace<'a>(
    files: impl IntoIterator<Item = &'a PathBuf>,
    option: &str,
    output: &Path,
) -> Result<(), WrongUsage> {
    match files.into_iter().find(|file| place(file) == place(output)) {
        Some(file) => Err(WrongUsage(anyhow::anyhow!("{option} would replace {}", file.display()))),
        None => Ok(()),
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
