//! Reads files game by game, on all threads, in the order of the files.

use std::io::{self, Write, stderr};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::Context;
use philidor::pgn::{Letters, PgnError, PgnErrorKind, Place, Reader, Visitor};
use philidor_files::ending::threads;
use philidor_files::{Input, progress};
use serde::Serialize;

use super::input;
use super::part::{self, Found, Manner, Part, Source};
use super::reading::Reading;
use crate::args::FilesArgs;
use crate::quantity::{Grouped, Span, per_second};

/// The outcome of reading all files.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) games: u64,
    pub(super) bad_games: u64,
    /// Games that are kept in spite of a fault.
    pub(super) faulty_games: u64,
    /// Games that seem to begin in what was passed over.
    pub(super) lost_games: u64,
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
        if self.bad_games + self.lost_games + self.unreadable == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }

    /// The time, and games and bytes per second.
    pub(super) fn rate(&self) -> String {
        let games = Grouped(per_second(self.games.into(), self.time));
        let megabytes = Grouped(per_second(self.bytes.into(), self.time) / 1_000_000);
        format!("{}, {games} games/s, {megabytes} MB/s", Span(self.time))
    }
}

/// Reads all games of files, each in the form that is given or recognized: `make` makes something of each part; `take`
/// gets it in order, with the number of games before the part, whose bad games have been reported by then.
pub(super) fn read<T: Send>(
    files: &FilesArgs,
    manner: Manner,
    make: impl Fn(&Part<'_>) -> Reading<T> + Sync,
    mut report: impl FnMut(&[u8]) -> io::Result<()>,
    mut take: impl FnMut(T, u64) -> anyhow::Result<()>,
) -> anyhow::Result<Summary> {
    let threads = threads(files.threads);
    let start = Instant::now();
    let mut summary = Summary::default();
    for path in &files.files {
        let opened = Input::open(path).and_then(|input| {
            let length = Some(input.length).filter(|&length| length > 0);
            let (bar, position) = (progress::of_bytes(length), Arc::clone(&input.read));
            Ok((bar, position, input::cut(input, files.from, manner, part::part_size(threads))?))
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
            summary.faulty_games += read.faulty_games;
            summary.lost_games += read.lost_games;
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

/// Reads the games of one part with a visitor, and passes what the visitor knows of every good one to `each`.
pub(super) fn each_game<V: Visitor, T>(
    part: &Part<'_>,
    visitor: &mut V,
    made: T,
    mut each: impl FnMut(&mut V, &Found<'_>, &mut T),
) -> Reading<T> {
    each_fit_game(part, visitor, made, |visitor, found, made| {
        each(visitor, found, made);
        Ok(None)
    })
}

/// The same, where `each` may refuse a game, which is then reported as bad, or warn about it.
pub(super) fn each_fit_game<V: Visitor, T>(
    part: &Part<'_>,
    visitor: &mut V,
    made: T,
    mut each: impl FnMut(&mut V, &Found<'_>, &mut T) -> io::Result<Option<String>>,
) -> Reading<T> {
    let Source { name: file, manner, .. } = part.source;
    // How far the places of refused games are known.
    let (mut known, mut place) = (0, part.place);
    let mut reader = Reader::with_limits(part.bytes, manner.limits);
    let mut read = Reading::of(part, made);
    loop {
        let start = if reader.offset() == 0 { Some(0) } else { reader.next_game() };
        let Some(game) = read_game(&mut reader, visitor, manner.letters) else { return read };
        read.games += 1;
        let lost = reader.take_lost();
        let fault = game.err().map(|error| error.shifted(part.place));
        let is_kept = match &fault {
            Some(error) if manner.lenient && leaves_moves(&error.kind) => {
                read.keep(part.source, error);
                true
            }
            Some(error) => {
                report_bad(&mut read, part.source, error);
                false
            }
            None => true,
        };
        if is_kept {
            let start = start.unwrap_or_default();
            let range = start..reader.next_game().unwrap_or(part.bytes.len());
            let text = part.bytes.get(range).unwrap_or_default();
            let found = Found { text: text.trim_ascii(), number: read.games, fault: fault.as_ref() };
            let taken = each(visitor, &found, &mut read.made);
            if !matches!(taken, Ok(None)) {
                place = place.after(part.bytes.get(known..start).unwrap_or_default());
                known = start;
            }
            let Place { line, column, .. } = place;
            match taken {
                Ok(None) => {}
                Ok(Some(warning)) => read.warn(format_args!("{file}:{line}:{column}: warning: {warning}")),
                Err(error) => read.report(format_args!("{file}:{line}:{column}: {error}")),
            }
        }
        if let Some(lost) = lost {
            read.lose(part.source, &lost.shifted(part.place));
        }
    }
}

/// Reads a game, its moves with the letters of a language.
pub(super) fn read_game<V: Visitor>(
    reader: &mut Reader<'_>,
    visitor: &mut V,
    letters: Letters,
) -> Option<Result<(), PgnError>> {
    match letters {
        Letters::English => reader.read_game(visitor),
        _ => reader.read_game(&mut letters.reading(visitor)),
    }
}

/// Whether a game with such a fault can be kept up to it: its tags have been read, and it has not more of anything than
/// games have.
pub(super) const fn leaves_moves(kind: &PgnErrorKind) -> bool {
    matches!(
        kind,
        PgnErrorKind::San(_)
            | PgnErrorKind::MissingResult
            | PgnErrorKind::UnclosedComment
            | PgnErrorKind::UnclosedVariation
            | PgnErrorKind::UnopenedVariation
            | PgnErrorKind::VariationWithoutMove
            | PgnErrorKind::BadNag
            | PgnErrorKind::Stray
    )
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

/// A bad game, as JSON.
#[derive(Serialize)]
struct BadGame<'a> {
    file: &'a str,
    offset: u64,
    line: u64,
    column: u64,
    game_line: u64,
    next_offset: u64,
    next_line: u64,
    error: String,
}

/// Reports a bad game, by default the way compilers report bad lines. Where its end cannot be told, the line where
/// reading goes on is named.
pub(super) fn report_bad<T>(read: &mut Reading<T>, source: &Source, error: &PgnError) {
    let (file, reason) = (&source.name, error.reason());
    let PgnError { offset, line, column, game_line, next_offset, next_line, .. } = *error;
    if source.manner.json {
        let error = reason.to_string();
        read.report_json(&BadGame { file, offset, line, column, game_line, next_offset, next_line, error });
    } else if matches!(error.kind, PgnErrorKind::UnclosedComment | PgnErrorKind::GameTooLong) {
        read.report(format_args!("{file}:{line}:{column}: {reason}; the game ends in line {next_line}"));
    } else {
        read.report(format_args!("{file}:{line}:{column}: {reason}"));
    }
}
