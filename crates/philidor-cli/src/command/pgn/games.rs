//! Reads files game by game, on all threads, in the order of the files.

use std::io::{self, Write, stderr};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::Context;
use philidor::pgn::{Arbiter, Letters, PgnError, PgnErrorKind, Place, Reader, Visitor};
use philidor_host::ending::threads;
use philidor_host::{Input, progress};
use serde::Serialize;

use super::hint;
use super::input;
use super::lines::END_OF_FILE;
use super::part::{self, Found, Manner, Part, Source};
use super::reading::{Reading, Taken};
use crate::args::FilesArgs;
use crate::quantity::{Grouped, Several, Span, per_second};

/// How often the bar is drawn while single games are worked on.
const TICK: Duration = Duration::from_millis(200);

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
            Ok((bar, position, input::cut(input, files.from, manner, manner.size_of_pgn(threads))?))
        });
        let (bar, position, (source, mut parts)) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                summary.unreadable += 1;
                note(&format!("error: cannot read {}: {error}", path.display()));
                continue;
            }
        };
        if manner.by_game && !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        let (mut failure, mut done) = (None, 0);
        let (games, mut has_zeros) = (summary.games, false);
        let mut is_hinted = false;
        let make = |part: &Part<'_>| {
            let read = make(part);
            let has_zeros = read.games == 0 && part.bytes.contains(&0);
            (read, has_zeros)
        };
        let piped = part::run(&source, parts.as_mut(), threads, make, |(read, zeros)| {
            has_zeros |= zeros;
            // What is read may be far ahead; what is done is more, unpacked, than the length of a packed file.
            done += read.bytes;
            bar.set_position(position.load(Relaxed).min(done));
            let before = summary.games;
            summary.games += read.games;
            summary.bad_games += read.bad_games;
            summary.faulty_games += read.faulty_games;
            summary.lost_games += read.lost_games;
            summary.bytes += read.bytes;
            if !bar.is_hidden() {
                bar.set_message(format!(
                    "{}, {} bad",
                    Several(summary.games.into(), "game"),
                    summary.bad_games
                ));
            }
            if !read.reports.is_empty() {
                bar.suspend(|| report(&read.reports))?;
            }
            if let Some(hint) = read.hint.filter(|_| !is_hinted) {
                is_hinted = true;
                bar.suspend(|| note(&hint));
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
        } else if has_zeros && summary.games == games {
            summary.unreadable += 1;
            note(&format!(
                "error: {} has zero bytes and no game: it was not written to its end",
                source.name
            ));
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
        Ok(Vec::new())
    })
}

/// The same, where `each` may refuse a game, which is then reported as bad, or warn about it.
pub(super) fn each_fit_game<V: Visitor, T>(
    part: &Part<'_>,
    visitor: &mut V,
    made: T,
    mut each: impl FnMut(&mut V, &Found<'_>, &mut T) -> Taken,
) -> Reading<T> {
    let manner = part.source.manner;
    // How far the places of games in the part are known.
    let (mut known, mut place) = (0, Place::default());
    let mut reader = Reader::with_limits(part.bytes, manner.limits);
    let mut read = Reading::of(part, made);
    loop {
        let start = if reader.offset() == 0 { Some(0) } else { reader.next_game() };
        let Some(game) = read_game(&mut reader, visitor, manner.letters) else { return read };
        read.games += 1;
        let lost = reader.take_lost();
        let cuts: Vec<PgnError> =
            reader.take_cuts().into_iter().map(|cut| part.places.error_in_file(cut)).collect();
        let fault = game.err();
        let is_kept = fault.as_ref().is_none_or(|error| is_kept(&mut read, part, error));
        let fault = fault.map(|error| part.places.error_in_file(error));
        if is_kept {
            if !cuts.is_empty() {
                read.remark(part.source, &cuts, fault.is_none());
            }
            let start = start.unwrap_or_default();
            let range = start..reader.next_game().unwrap_or(part.bytes.len());
            let text = without_blanks_around(part.bytes.get(range).unwrap_or_default());
            let found = Found { text, number: read.games, fault: fault.as_ref(), cuts: &cuts };
            let taken = each(visitor, &found, &mut read.made);
            if !taken.as_ref().is_ok_and(Vec::is_empty) {
                place = place.after(part.bytes.get(known..start).unwrap_or_default());
                known = start;
                read.take(part.source, part.places.place_in_file(place), taken);
            }
        }
        if let Some(lost) = lost {
            read.lose(part.source, &part.places.lost_in_file(lost));
        }
    }
}

/// The text of a game without the blanks, zero bytes and DOS's ends of files before and after it.
fn without_blanks_around(text: &[u8]) -> &[u8] {
    let says_something = |byte: &u8| !matches!(*byte, 0 | END_OF_FILE) && !byte.is_ascii_whitespace();
    let start = text.iter().position(says_something).unwrap_or(text.len());
    let end = text.iter().rposition(says_something).map_or(start, |last| last + 1);
    text.get(start..end).unwrap_or_default()
}

/// Whether a faulty game is kept up to its fault, which has its place in the part. Either way the fault is reported.
pub(super) fn is_kept<T>(read: &mut Reading<T>, part: &Part<'_>, fault: &PgnError) -> bool {
    read.hint = read.hint.take().or_else(|| hint::of(fault, part.source.manner.letters));
    let may_be_kept = part.source.manner.lenient && leaves_moves(&fault.kind);
    let is_kept = may_be_kept && has_tag_or_move(part, fault);
    let error = &part.places.error_in_file(fault.clone());
    if is_kept {
        read.keep(part.source, error);
    } else if may_be_kept {
        let line = error.next_line;
        let reason = format!("{}; neither a tag nor a legal move up to line {line}", error.reason());
        report_bad(read, part.source, error, &reason);
    } else if matches!(error.kind, PgnErrorKind::UnclosedComment | PgnErrorKind::GameTooLong(_))
        && !part.source.manner.json
    {
        // Objects have this line anyway.
        let reason = format!("{}; the game ends in line {}", error.reason(), error.next_line);
        report_bad(read, part.source, error, &reason);
    } else {
        report_bad(read, part.source, error, &error.reason().to_string());
    }
    is_kept
}

/// Whether there is a tag or a legal move in a game before its fault. Text that has neither is not a game.
fn has_tag_or_move(part: &Part<'_>, error: &PgnError) -> bool {
    let at = |offset: u64| usize::try_from(offset).unwrap_or_default();
    let text = part.bytes.get(at(error.game_offset)..at(error.next_offset)).unwrap_or_default();
    if text.starts_with(b"[") {
        return true;
    }
    let Manner { letters, limits, .. } = part.source.manner;
    let mut arbiter = Arbiter::new();
    // It is known to be faulty.
    let _ = read_game(&mut Reader::with_limits(text, limits), &mut arbiter, letters);
    arbiter.counts().moves > 0
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

/// Whether a game with such a fault can be kept up to it: its tags have been read.
const fn leaves_moves(kind: &PgnErrorKind) -> bool {
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
            | PgnErrorKind::GameTooLong(_)
            | PgnErrorKind::TooManyMoves(_)
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

/// Reports a bad game, by default the way compilers report bad lines.
fn report_bad<T>(read: &mut Reading<T>, source: &Source, error: &PgnError, reason: &str) {
    let file = &source.name;
    let PgnError { offset, line, column, game_line, next_offset, next_line, .. } = *error;
    if source.manner.json {
        let error = reason.to_owned();
        read.report_json(&BadGame { file, offset, line, column, game_line, next_offset, next_line, error });
    } else {
        read.report(format_args!("{file}:{line}:{column}: {reason}"));
    }
}
