//! `philidor pgn check`: every move of every game.
//!
//! A game whose result cannot be right gets a warning, but counts as good, since it can be read.

use std::process::ExitCode;

use philidor::pgn::{Arbiter, Checker, Counts, Doubt, Lines, PgnError, Place, Reader, Visitor};
use serde::Serialize;

use crate::args::{FilesArgs, Form};
use crate::games::forms::any::try_each_replay;
use crate::games::forms::pgn::{is_kept, read_game};
use crate::games::parts::part::Part;
use crate::games::parts::read_options::ReadOptions;
use crate::games::parts::reading::Reading;
use crate::games::reading::files::read_files;
use crate::quantity::{Grouped, Several};
use crate::terminal::output::Output;

/// The last line, as JSON.
#[derive(Serialize)]
struct CheckReport {
    games: u64,
    moves: u64,
    bad_games: u64,
    doubtful_games: u64,
    /// Games kept in spite of a fault, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    faulty_games: Option<u64>,
    /// Games that seem to begin in what was passed over, if anything was.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost_games: Option<u64>,
    bytes: u64,
    seconds: f64,
}

/// What was checked, and how many good games have doubtful results.
#[derive(Clone, Copy, Default)]
struct Checked {
    counts: Counts,
    doubtful_games: u64,
}

pub(super) fn run(files: &FilesArgs, variations: bool, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let lines = if variations { Lines::All } else { Lines::Main };
    let mut total = Checked::default();
    let options = ReadOptions { json: output.json, ..ReadOptions::new(files) };
    let make = |part: &Part<'_>| check(part, lines);
    // Here the bad games are the result, and go to standard output.
    let writer = &mut *output.writer;
    let summary = read_files(
        files,
        options,
        make,
        |reports| writer.write_all(reports),
        |checked, _| {
            total.counts += checked.counts;
            total.doubtful_games += checked.doubtful_games;
            Ok(())
        },
    )?;
    let Checked { counts: Counts { games, moves, bad_games, .. }, doubtful_games } = total;
    if output.json {
        let (bytes, seconds) = (summary.bytes, summary.time.as_secs_f64());
        let faulty_games = Some(summary.faulty_games).filter(|_| options.lenient);
        let lost_games = Some(summary.lost_games).filter(|&games| games > 0);
        let report =
            CheckReport { games, moves, bad_games, doubtful_games, faulty_games, lost_games, bytes, seconds };
        output.write_json(&report)?;
    } else {
        let label = output.paint.label();
        writeln!(output.writer, "{label}{}{label:#}", summary.rate())?;
        let paint = if bad_games == 0 { output.paint.good() } else { output.paint.bad() };
        let (games, moves) = (Several(games.into(), "game"), Several(moves.into(), "move"));
        let bad_games = Grouped(bad_games.into());
        write!(output.writer, "{games}, {moves}, {paint}{bad_games} bad{paint:#}")?;
        if doubtful_games > 0 {
            write!(output.writer, ", {} doubtful", Grouped(doubtful_games.into()))?;
        }
        if summary.faulty_games > 0 {
            write!(output.writer, ", {} kept with faults", Grouped(summary.faulty_games.into()))?;
        }
        if summary.lost_games > 0 {
            write!(output.writer, ", at least {} lost", Grouped(summary.lost_games.into()))?;
        }
        writeln!(output.writer)?;
    }
    Ok(summary.code())
}

/// Plays the games of a part.
fn check(part: &Part<'_>, lines: Lines) -> Reading<Checked> {
    match (part.source.form, lines) {
        (Form::Pgn, Lines::Main) => judge(part, Arbiter::new(), Arbiter::doubts, Arbiter::counts),
        (Form::Pgn, _) => judge(part, Checker::new(lines), Checker::doubts, Checker::counts),
        // Reading other forms plays all moves.
        _ => {
            let mut reading = try_each_replay(part, Checked::default(), |game, _, checked| {
                checked.counts.moves += game.moves().len() as u64;
                let doubts: Vec<String> = game.doubts().map(|doubt| doubt.to_string()).collect();
                checked.doubtful_games += u64::from(!doubts.is_empty());
                Ok(doubts)
            });
            reading.made.counts.games = reading.games;
            reading.made.counts.bad_games = reading.bad_games;
            reading
        }
    }
}

/// Plays the games of a part with a visitor, and asks it for its doubts and its counts.
fn judge<V: Visitor, D: Iterator<Item = Doubt>>(
    part: &Part<'_>,
    mut visitor: V,
    doubts: impl Fn(&V) -> D,
    counts: impl Fn(&V) -> Counts,
) -> Reading<Checked> {
    let options = part.source.options;
    let mut reader = Reader::with_limits(part.bytes, options.limits);
    let mut reading = Reading::new(part, Checked::default());
    let mut places = Places { part, at: 0, place: Place::default() };
    loop {
        let start = reader.next_game().unwrap_or_default();
        let Some(game) = read_game(&mut reader, &mut visitor, options.letters) else { break };
        let remarks = reader.take_cuts();
        if !remarks.is_empty() {
            let remarks = remarks.into_iter().map(|remark| part.places.error_in_file(remark));
            let remarks: Vec<PgnError> = remarks.collect();
            reading.remark(part.source, &remarks, game.is_ok());
        }
        let error = match game {
            Ok(()) => {
                let mut doubts = doubts(&visitor).peekable();
                if doubts.peek().is_none() {
                    continue;
                }
                reading.made.doubtful_games += 1;
                let game = places.of(start);
                let marker = places.of(marker_start(part.bytes, reader.offset()));
                doubts.for_each(|doubt| {
                    reading.warn_at(part.source, marker, game.line, doubt.to_string());
                });
                continue;
            }
            Err(error) => error,
        };
        is_kept(&mut reading, part, &error);
        if let Some(lost) = reader.take_lost() {
            reading.lose(part.source, &part.places.lost_in_file(lost));
        }
    }
    reading.made.counts = counts(&visitor);
    reading.made.counts.bad_games = reading.bad_games;
    reading.games = reading.made.counts.games;
    reading
}

/// Where the result marker begins that ends at `end`.
fn marker_start(bytes: &[u8], end: usize) -> usize {
    let before = bytes.get(..end).unwrap_or_default();
    let markers: [&[u8]; 5] = [b"1/2-1/2", b"1/2", b"1-0", b"0-1", b"*"];
    let marker = markers.iter().find(|marker| before.ends_with(marker));
    end - marker.map_or(0, |marker| marker.len())
}

/// The places of a part in its file, to be asked for in order.
struct Places<'a> {
    part: &'a Part<'a>,
    at: usize,
    /// The place in the part.
    place: Place,
}

impl Places<'_> {
    /// The place of an offset, or of the last offset asked for if that is larger.
    fn of(&mut self, at: usize) -> Place {
        self.place = self.place.after(self.part.bytes.get(self.at..at).unwrap_or_default());
        self.at = self.at.max(at);
        self.part.places.place_in_file(self.place)
    }
}
