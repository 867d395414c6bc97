//! From game to game through files, on all threads, in the order of the files.

use std::io::{self, IsTerminal, Write, stderr};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use philidor::pgn::{Limits, PgnError, Reader, Visitor};

use super::input::Input;
use super::pipeline::{self, Part};
use crate::args::FilesArgs;
use crate::quantity::{Grouped, Span, per_second};

/// What became of one part of a file.
pub(super) struct Read<T> {
    /// What was made of its games.
    pub(super) made: T,
    pub(super) games: u64,
    pub(super) errors: Vec<PgnError>,
    bytes: u64,
}

impl<T> Read<T> {
    pub(super) fn of(part: &Part, made: T, games: u64, errors: Vec<PgnError>) -> Read<T> {
        Read { made, games, errors, bytes: part.bytes.len() as u64 }
    }
}

/// What became of all files.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) games: u64,
    pub(super) bad_games: u64,
    /// Unpacked.
    pub(super) bytes: u64,
    pub(super) unreadable: u64,
    pub(super) time: Duration,
}

impl Summary {
    /// Whether every file was read to its end.
    pub(super) fn is_whole(&self) -> bool {
        self.unreadable == 0
    }

    /// This and what became of other files.
    pub(super) fn add(&mut self, other: &Summary) {
        self.games += other.games;
        self.bad_games += other.bad_games;
        self.bytes += other.bytes;
        self.unreadable += other.unreadable;
        self.time += other.time;
    }

    /// Success if every file could be read and every game was good.
    pub(super) fn code(&self) -> ExitCode {
        if self.bad_games + self.unreadable == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// How many, how fast.
    pub(super) fn rate(&self) -> String {
        let games = Grouped(per_second(self.games.into(), self.time));
        let megabytes = Grouped(per_second(self.bytes.into(), self.time) / 1_000_000);
        format!("{}, {games} games/s, {megabytes} MB/s", Span(self.time))
    }
}

/// Reads all games of all files: `make` makes something of each part, `take` gets it in order, with the bad games of the
/// part already told.
pub(super) fn read<T: Send>(
    files: &FilesArgs,
    make: impl Fn(&Part) -> Read<T> + Sync,
    mut tell: impl FnMut(&str, &PgnError) -> io::Result<()>,
    mut take: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Summary> {
    let jobs = files.jobs.or_else(|| available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
    let start = Instant::now();
    let mut summary = Summary::default();
    for path in &files.files {
        let mut input = match Input::open(path) {
            Ok(input) => input,
            Err(error) => {
                summary.unreadable += 1;
                note(&format!("error: cannot read {}: {error}", path.display()));
                continue;
            }
        };
        let bar = bar(&input);
        let mut failure = None;
        let piped = pipeline::run(input.reader.as_mut(), jobs, &make, |read| {
            bar.set_position(input.read.load(Relaxed));
            summary.games += read.games;
            summary.bad_games += read.errors.len() as u64;
            summary.bytes += read.bytes;
            if !bar.is_hidden() {
                bar.set_message(format!(
                    "{} games, {} bad",
                    Grouped(summary.games.into()),
                    summary.bad_games
                ));
            }
            if !read.errors.is_empty() {
                bar.suspend(|| read.errors.iter().try_for_each(|error| tell(&input.name, error)))?;
            }
            match take(read.made) {
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
            note(&format!("error: {} cannot be read to its end: {error}", input.name));
        }
    }
    summary.time = start.elapsed();
    Ok(summary)
}

/// Reads the games of one part with a visitor, and lets `each` see every good one: its visitor and its text.
pub(super) fn each_game<V: Visitor, T>(
    part: &Part,
    visitor: &mut V,
    made: T,
    mut each: impl FnMut(&mut V, &[u8], &mut T),
) -> Read<T> {
    let mut reader = Reader::with_limits(&part.bytes, Limits::default());
    let mut read = Read::of(part, made, 0, Vec::new());
    loop {
        let start = reader.offset();
        let Some(game) = reader.read_game(visitor) else { return read };
        read.games += 1;
        match game {
            Ok(()) => {
                let text = part.bytes.get(start..reader.offset()).unwrap_or_default();
                each(visitor, text.trim_ascii(), &mut read.made);
            }
            Err(error) => read.errors.push(error.shifted(part.place)),
        }
    }
}

/// Tells of a bad game where it does not mix with results.
pub(super) fn tell_aside(name: &str, error: &PgnError) -> io::Result<()> {
    note(&line(name, error));
    Ok(())
}

/// A line on standard error; if that cannot be written, the exit code must do.
pub(super) fn note(text: &str) {
    let _ = writeln!(stderr().lock(), "{text}");
}

/// A bad game as compilers tell of bad lines.
pub(super) fn line(name: &str, error: &PgnError) -> String {
    format!("{name}:{}:{}: {}", error.line, error.column, reason(error))
}

/// What is wrong, without the place.
pub(super) fn reason(error: &PgnError) -> String {
    let told = error.to_string();
    told.split_once(": ").map_or_else(|| told.clone(), |(_, reason)| reason.to_owned())
}

fn bar(input: &Input) -> ProgressBar {
    // One who types games has no use for a bar over them.
    let hidden = input.length == 0 && io::stdin().is_terminal();
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let (length, template) = match input.length {
        0 => (None, "{spinner} {bytes}  {msg}"),
        length => (Some(length), "{wide_bar} {percent:>3} %  {msg}  {binary_bytes_per_sec}  {eta} left"),
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(length, target).with_style(style.progress_chars("█▉▊▋▌▍▎▏░"))
}
