//! Reads files game by game, on all threads, in the order of the files.

use std::io::{self, Write, stderr};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::Context;
use philidor::pgn::{Limits, PgnError, Reader, Visitor};
use philidor_files::ending::threads;
use philidor_files::{Input, progress};

use super::input;
use super::part::{self, Part};
use super::reading::Reading;
use crate::args::{FilesArgs, Form};
use crate::quantity::{Grouped, Span, per_second};

/// The outcome of reading all files.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) games: u64,
    pub(super) bad_games: u64,
    /// Bytes after unpacking.
    pub(super) bytes: u64,
    pub(super) unreadable: u64,
    pub(super) time: Duration,
}

impl Summary {
    /// Whether every file was read to its end.
    pub(super) fn is_whole(&self) -> bool {
        self.unreadable == 0
    }

    /// Success if every file could be read and every game was good.
    pub(super) fn code(&self) -> ExitCode {
        if self.bad_games + self.unreadable == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// The time, and games and bytes per second.
    pub(super) fn rate(&self) -> String {
        let games = Grouped(per_second(self.games.into(), self.time));
        let megabytes = Grouped(per_second(self.bytes.into(), self.time) / 1_000_000);
        format!("{}, {games} games/s, {megabytes} MB/s", Span(self.time))
    }
}

/// Reads all games of PGN files: `make` makes something of each part; `take` gets it in order, with the number of games
/// before the part, whose bad games have been reported by then.
pub(super) fn read<T: Send>(
    files: &FilesArgs,
    make: impl Fn(&Part<'_>) -> Reading<T> + Sync,
    report: impl FnMut(&[u8]) -> io::Result<()>,
    take: impl FnMut(T, u64) -> anyhow::Result<()>,
) -> anyhow::Result<Summary> {
    read_all(input::of_pgn, Some(Form::Pgn), files, make, report, take)
}

/// The same for files of another form, or of the form recognized for each.
pub(super) fn read_as<T: Send>(
    form: Option<Form>,
    files: &FilesArgs,
    make: impl Fn(&Part<'_>) -> Reading<T> + Sync,
    report: impl FnMut(&[u8]) -> io::Result<()>,
    take: impl FnMut(T, u64) -> anyhow::Result<()>,
) -> anyhow::Result<Summary> {
    read_all(Ok, form, files, make, report, take)
}

/// The same, where `judge` may refuse an input.
fn read_all<T: Send>(
    judge: impl Fn(Input) -> io::Result<Input>,
    form: Option<Form>,
    files: &FilesArgs,
    make: impl Fn(&Part<'_>) -> Reading<T> + Sync,
    mut report: impl FnMut(&[u8]) -> io::Result<()>,
    mut take: impl FnMut(T, u64) -> anyhow::Result<()>,
) -> anyhow::Result<Summary> {
    let threads = threads(files.threads);
    let start = Instant::now();
    let mut summary = Summary::default();
    for path in &files.files {
        let opened = Input::open(path).and_then(&judge).and_then(|input| {
            let length = Some(input.length).filter(|&length| length > 0);
            let (bar, position) = (progress::of_bytes(length), Arc::clone(&input.read));
            Ok((bar, position, input::cut(input, form, part::part_size(threads))?))
        });
        let (bar, position, (source, mut parts)) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                summary.unreadable += 1;
                note(&format!("error: cannot read {}: {error}", path.display()));
                continue;
            }
        };
        let mut failure = None;
        let piped = part::run(&source, parts.as_mut(), threads, &make, |read| {
            bar.set_position(position.load(Relaxed));
            let before = summary.games;
            summary.games += read.games;
            summary.bad_games += read.bad_games;
            summary.bytes += read.bytes;
            if !bar.is_hidden() {
                bar.set_message(format!(
                    "{} games, {} bad",
                    Grouped(summary.games.into()),
                    summary.bad_games
                ));
            }
            if !read.reports.is_empty() {
                bar.suspend(|| report(&read.reports))?;
            }
            match take(read.made, before) {
                Ok(()) => Ok(ControlFlow::Continue(())),
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
        if let Err(error) = piped {
            if error.kind() == io::ErrorKind::BrokenPipe {
                return Err(error).context("cannot write");
            }
            summary.unreadable += 1;
            note(&format!("error: {} cannot be read to its end: {error}", source.name));
        }
    }
    summary.time = start.elapsed();
    Ok(summary)
}

/// A good game in a part.
pub(super) struct Found<'a> {
    /// From its first tag, or the comments before the first game, to the comments after its result.
    pub(super) text: &'a [u8],
    /// Its number in the part, from 1, counting bad games.
    pub(super) number: u64,
}

/// Reads the games of one part with a visitor, and passes what the visitor knows of every good one to `each`.
pub(super) fn each_game<V: Visitor, T>(
    part: &Part<'_>,
    visitor: &mut V,
    made: T,
    mut each: impl FnMut(&mut V, &Found<'_>, &mut T),
) -> Reading<T> {
    each_fit_game(part, visitor, made, |visitor, found, made| {
        each(visitor, found, made);
        Ok(())
    })
}

/// The same, where `each` may refuse a game, which is then reported as bad.
pub(super) fn each_fit_game<V: Visitor, T>(
    part: &Part<'_>,
    visitor: &mut V,
    made: T,
    mut each: impl FnMut(&mut V, &Found<'_>, &mut T) -> io::Result<()>,
) -> Reading<T> {
    // How far the places of refused games are known.
    let (mut known, mut place) = (0, part.place);
    let mut reader = Reader::with_limits(part.bytes, Limits::default());
    let mut read = Reading::of(part, made);
    loop {
        let start = if reader.offset() == 0 { Some(0) } else { reader.next_game() };
        let Some(game) = reader.read_game(visitor) else { return read };
        read.games += 1;
        match game {
            Ok(()) => {
                let range = start.unwrap_or_default()..reader.next_game().unwrap_or(part.bytes.len());
                let text = part.bytes.get(range).unwrap_or_default();
                let found = Found { text: text.trim_ascii(), number: read.games };
                if let Err(error) = each(visitor, &found, &mut read.made) {
                    let start = start.unwrap_or_default();
                    place = place.after(part.bytes.get(known..start).unwrap_or_default());
                    known = start;
                    let file = &part.source.name;
                    read.report(format_args!("{file}:{}:{}: {error}", place.line, place.column));
                }
            }
            Err(error) => report_line(&mut read, &part.source.name, &error.shifted(part.place)),
        }
    }
}

/// Reports bad games on standard error, where they do not mix with results.
pub(super) fn report_aside(reports: &[u8]) -> io::Result<()> {
    // If this cannot be written, the exit code must do.
    let _ = stderr().lock().write_all(reports);
    Ok(())
}

/// Writes a line to standard error; if this cannot be written, the exit code must do.
pub(super) fn note(text: &str) {
    let _ = writeln!(stderr().lock(), "{text}");
}

/// Reports a bad game the way compilers report bad lines.
pub(super) fn report_line<T>(read: &mut Reading<T>, file: &str, error: &PgnError) {
    read.report(format_args!("{file}:{}:{}: {}", error.line, error.column, error.reason()));
}
