//! Reads files game by game, on all threads, in the order of the files.

use std::io::{self, Write, stderr};
use std::ops::{AddAssign, ControlFlow};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use philidor_host::ending::threads;
use philidor_host::progress::{self, ProgressBar};
use philidor_host::{Input, Output, Several, Visible, note};

use super::input;
use crate::error::FileError;
use crate::parts::chunk::{self, Chunk, Cut, Source};
use crate::parts::files::Files;
use crate::parts::read_options::ReadOptions;
use crate::parts::reading::{Account, Reading};

/// How often the bar is drawn while single games are worked on.
const TICK: Duration = Duration::from_millis(200);

/// The outcome of reading all files.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Good and bad games.
    pub games: u64,
    /// Games that were reported and skipped.
    pub bad_games: u64,
    /// Games that are kept in spite of a fault.
    pub faulty_games: u64,
    /// Games that seem to begin in what was passed over.
    pub lost_games: u64,
    /// Bytes after unpacking.
    pub bytes: u64,
    /// The files of which games are bad or lost, with the number of these games.
    pub(crate) lossy: Vec<(PathBuf, u64)>,
    /// Files that could not be read to their end.
    pub unreadable: u64,
    /// How long it took.
    pub time: Duration,
}

impl Summary {
    /// Counts what was read.
    pub(crate) fn add(&mut self, account: &Account) {
        self.games += account.games;
        self.bad_games += account.bad_games;
        self.faulty_games += account.faulty_games;
        self.lost_games += account.lost_games;
        self.bytes += account.bytes;
    }

    /// The games that an output without bad ones would not have.
    fn missing(&self) -> u64 {
        self.bad_games + self.lost_games
    }

    /// Notes how many games of a file are missing: those that are missing now and were not before.
    pub(crate) fn note_missing(&mut self, path: &Path, before: u64) {
        let missing = self.missing() - before;
        if missing > 0 {
            self.lossy.push((path.to_owned(), missing));
        }
    }

    /// Whether every file was read to its end.
    pub fn is_whole(&self) -> bool {
        self.unreadable == 0
    }

    /// Whether every file could be read and every game was good.
    pub fn is_fine(&self) -> bool {
        self.missing() + self.unreadable == 0
    }

    /// The same after files that were read before, where unreadable ones count, too.
    pub(crate) fn after(self, other: &Summary) -> Summary {
        Summary { unreadable: self.unreadable + other.unreadable, ..self }
    }

    /// Ends an output. A file is kept only if it is whole; if it replaces an input, only if no game of that is lost.
    pub(crate) fn finish(&self, out: Output) -> Result<(), FileError> {
        let name = out.name().map(|name| name.display().to_string());
        let replaced = self.lossy.iter().filter(|(path, _)| out.replaces(path));
        let games = replaced.map(|(_, games)| games).sum();
        match name {
            Some(name) if !self.is_whole() => Err(FileError::NotWritten { name }),
            Some(name) if games > 0 => Err(FileError::WouldLose { name, games }),
            None if !self.is_whole() => Ok(out.abandon()?),
            _ => Ok(out.finish()?),
        }
    }
}

impl AddAssign for Summary {
    fn add_assign(&mut self, other: Summary) {
        self.games += other.games;
        self.bad_games += other.bad_games;
        self.faulty_games += other.faulty_games;
        self.lost_games += other.lost_games;
        self.lossy.extend(other.lossy);
        self.bytes += other.bytes;
        self.unreadable += other.unreadable;
        self.time += other.time;
    }
}

/// What taking a chunk returns: whether the next one is read.
pub(crate) trait ReadsMore {
    fn reads_more(&self) -> bool;
}

impl ReadsMore for () {
    fn reads_more(&self) -> bool {
        true
    }
}

impl ReadsMore for ControlFlow<()> {
    fn reads_more(&self) -> bool {
        self.is_continue()
    }
}

/// A file that is being read: its progress bar, and what has been found in it so far.
struct FileProgress {
    bar: ProgressBar,
    /// How many bytes of the file have been read, packed ones if it is packed.
    position: Arc<AtomicU64>,
    /// How many bytes of the file are done, after unpacking.
    done: u64,
    has_zeros: bool,
    is_hinted: bool,
}

impl FileProgress {
    /// Adds what was read of a chunk to the totals, and reports it.
    fn add(
        &mut self,
        account: &Account,
        summary: &mut Summary,
        report: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        self.has_zeros |= account.has_zeros;
        // The lesser of two: reading may be far ahead of what is done, and what is done counts unpacked bytes, of
        // which a packed file has more than its length.
        self.done += account.bytes;
        self.bar.set_position(self.position.load(Relaxed).min(self.done));
        summary.add(account);
        if !self.bar.is_hidden() {
            let games = Several(summary.games.into(), "game");
            self.bar.set_message(format!("{games}, {} bad", summary.bad_games));
        }
        if !account.reports.is_empty() {
            self.bar.suspend(|| report(&account.reports))?;
        }
        if let Some(hint) = account.hint.as_ref().filter(|_| !self.is_hinted) {
            self.is_hinted = true;
            self.bar.suspend(|| note(hint));
        }
        Ok(())
    }

    /// Why the file is not whole, if reading has ended with an error, or found zero bytes and no game.
    fn fault(&self, read: &io::Result<()>, has_games: bool) -> Option<String> {
        match read {
            Err(error) => Some(format!("cannot be read to its end: {error}")),
            Ok(()) if self.has_zeros && !has_games => {
                Some("has zero bytes and no game: it was not written to its end".to_owned())
            }
            Ok(()) => None,
        }
    }
}

/// Opens a file and begins to cut it into chunks.
fn open(
    path: &Path,
    files: &Files,
    options: ReadOptions,
) -> io::Result<(FileProgress, Source, Box<dyn Cut>)> {
    let input = Input::open(path)?;
    let bar = progress::of_bytes(Some(input.length).filter(|&length| length > 0));
    let position = Arc::clone(&input.read);
    let (source, chunks) =
        input::cut(input, files.from, options, options.size_of_pgn(threads(files.threads)))?;
    if options.by_game && !bar.is_hidden() {
        progress::tick(&bar, TICK);
    }
    Ok((FileProgress { bar, position, done: 0, has_zeros: false, is_hinted: false }, source, chunks))
}

/// Reads all games of files, each in the format that is given or recognized: `make` makes something of each chunk;
/// `take` gets it in order, with the number of games before the chunk, whose bad games have been reported by then.
pub(crate) fn read_files<T: Send, R: ReadsMore>(
    files: &Files,
    options: ReadOptions,
    make: impl Fn(&Chunk<'_>) -> Reading<T> + Sync,
    mut report: impl FnMut(&[u8]) -> io::Result<()>,
    mut take: impl FnMut(T, u64) -> Result<R, FileError>,
) -> Result<Summary, FileError> {
    let start = Instant::now();
    let mut summary = Summary::default();
    let make = |chunk: &Chunk<'_>| {
        let mut reading = make(chunk);
        reading.has_zeros = reading.games == 0 && chunk.bytes.contains(&0);
        reading
    };
    for path in &files.paths {
        let (mut file, source, mut chunks) = match open(path, files, options) {
            Ok(opened) => opened,
            Err(error) => {
                summary.unreadable += 1;
                let name = path.display().to_string();
                note(&format!("error: cannot read {}: {error}", Visible(&name)));
                continue;
            }
        };
        if options.only.is_some_and(|only| only != source.format) {
            return Err(FileError::OtherFormat { name: source.name });
        }
        let (first_game, missing) = (summary.games, summary.missing());
        let mut taken = Ok(true);
        let read = chunk::run(&source, chunks.as_mut(), threads(files.threads), make, |reading| {
            let before = summary.games;
            file.add(&reading.account, &mut summary, &mut report)?;
            taken = take(reading.made, before).map(|taken| taken.reads_more());
            Ok(if matches!(taken, Ok(true)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        });
        file.bar.finish_and_clear();
        summary.note_missing(path, missing);
        if !taken? {
            break;
        }
        if let Some(fault) = file.fault(&read, summary.games > first_game) {
            if let Err(error) = read
                && error.kind() == io::ErrorKind::BrokenPipe
            {
                return Err(error.into());
            }
            summary.unreadable += 1;
            note(&format!("error: {} {fault}", Visible(&source.name)));
        }
    }
    summary.time = start.elapsed();
    Ok(summary)
}

/// Reports bad games on standard error, where they do not mix with results.
pub(crate) fn report_aside(reports: &[u8]) -> io::Result<()> {
    // If this cannot be written, the exit code must do.
    let _ = stderr().lock().write_all(reports);
    Ok(())
}
