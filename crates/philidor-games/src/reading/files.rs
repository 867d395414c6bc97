//! Reads files game by game, on all threads, in the order of the files.

use std::any::Any;
use std::io::{self, Write, stderr};
use std::ops::{AddAssign, ControlFlow};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use philidor_host::ending::threads;
use philidor_host::{Input, Output, Several, Visible, note, progress};

use super::input;
use crate::error::FileError;
use crate::parts::chunk::{self, Chunk};
use crate::parts::files::Files;
use crate::parts::read_options::ReadOptions;
use crate::parts::reading::{Account, Reading};

/// How often the bar is drawn while single games are worked on.
const TICK: Duration = Duration::from_millis(200);

/// The outcome of reading all files.
#[derive(Clone, Copy, Debug, Default)]
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

    /// Whether every file was read to its end.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.unreadable == 0
    }

    /// Whether every file could be read and every game was good.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.bad_games + self.lost_games + self.unreadable == 0
    }

    /// The same after files that were read before, where unreadable ones count, too.
    pub(crate) fn after(self, other: &Summary) -> Summary {
        Summary { unreadable: self.unreadable + other.unreadable, ..self }
    }

    /// Ends an output, which is only kept if it is whole.
    pub(crate) fn finish(&self, out: Output) -> io::Result<()> {
        if self.is_whole() { out.finish() } else { out.abandon() }
    }
}

impl AddAssign for Summary {
    fn add_assign(&mut self, other: Summary) {
        self.games += other.games;
        self.bad_games += other.bad_games;
        self.faulty_games += other.faulty_games;
        self.lost_games += other.lost_games;
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

/// What was made of a chunk, without its type.
type Made = Box<dyn Any + Send>;

/// Reads all games of files, each in the format that is given or recognized: `make` makes something of each chunk;
/// `take` gets it in order, with the number of games before the chunk, whose bad games have been reported by then.
pub(crate) fn read_files<T: Send + 'static, R: ReadsMore>(
    files: &Files,
    options: ReadOptions,
    make: impl Fn(&Chunk<'_>) -> Reading<T> + Sync,
    mut report: impl FnMut(&[u8]) -> io::Result<()>,
    mut take: impl FnMut(T, u64) -> Result<R, FileError>,
) -> Result<Summary, FileError> {
    let make = |chunk: &Chunk<'_>| make(chunk).map(|made| Box::new(made) as Made);
    let mut take = |made: Made, before| match made.downcast::<T>() {
        Ok(made) => take(*made, before).map(|taken| taken.reads_more()),
        Err(_) => Ok(true), // `make` above boxes nothing but `T`
    };
    read_any(files, options, &make, &mut report, &mut take)
}

/// The same without types: compiled once, and not for each caller. `take` says whether the next chunk is read.
fn read_any(
    files: &Files,
    options: ReadOptions,
    make: &(dyn Fn(&Chunk<'_>) -> Reading<Made> + Sync),
    report: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    take: &mut dyn FnMut(Made, u64) -> Result<bool, FileError>,
) -> Result<Summary, FileError> {
    let threads = threads(files.threads);
    let start = Instant::now();
    let mut summary = Summary::default();
    for path in &files.paths {
        let opened = Input::open(path).and_then(|input| {
            let length = Some(input.length).filter(|&length| length > 0);
            let (bar, position) = (progress::of_bytes(length), Arc::clone(&input.read));
            Ok((bar, position, input::cut(input, files.from, options, options.size_of_pgn(threads))?))
        });
        let (bar, position, (source, mut chunks)) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                summary.unreadable += 1;
                let name = path.display().to_string();
                note(&format!("error: cannot read {}: {error}", Visible(&name)));
                continue;
            }
        };
        if options.by_game && !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        let (mut failure, mut done, mut is_enough) = (None, 0, false);
        let (games, mut has_zeros) = (summary.games, false);
        let mut is_hinted = false;
        let make = |chunk: &Chunk<'_>| {
            let reading = make(chunk);
            let has_zeros = reading.games == 0 && chunk.bytes.contains(&0);
            (reading, has_zeros)
        };
        let piped = chunk::run(&source, chunks.as_mut(), threads, make, |(reading, zeros)| {
            has_zeros |= zeros;
            // The lesser of two: reading may be far ahead of what is done, and what is done counts unpacked bytes, of
            // which a packed file has more than its length.
            done += reading.bytes;
            bar.set_position(position.load(Relaxed).min(done));
            let before = summary.games;
            summary.add(&reading);
            if !bar.is_hidden() {
                bar.set_message(format!(
                    "{}, {} bad",
                    Several(summary.games.into(), "game"),
                    summary.bad_games
                ));
            }
            if !reading.reports.is_empty() {
                bar.suspend(|| report(&reading.reports))?;
            }
            if let Some(hint) = reading.account.hint.filter(|_| !is_hinted) {
                is_hinted = true;
                bar.suspend(|| note(&hint));
            }
            match take(reading.made, before) {
                Ok(reads_more) => {
                    is_enough = !reads_more;
                    Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
                }
                Err(error) => {
                    failure = Some(error);
                    Ok(ControlFlow::Break(()))
                }
            }
        });
        bar.finish_and_clear();
        if let Some(error) = failure {
            return Err(error);
        }
        if is_enough {
            break;
        }
        if let Err(error) = piped {
            if error.kind() == io::ErrorKind::BrokenPipe {
                return Err(error.into());
            }
            summary.unreadable += 1;
            note(&format!("error: {} cannot be read to its end: {error}", Visible(&source.name)));
        } else if has_zeros && summary.games == games {
            summary.unreadable += 1;
            note(&format!(
                "error: {} has zero bytes and no game: it was not written to its end",
                Visible(&source.name)
            ));
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
