//! Every move of every game, played.
//!
//! A game whose result cannot be right gets a warning, and so does one with a wrong number or mark of a move; it counts
//! as good, since it can be read.

use std::io::Write;

use philidor_pgn::{Arbiter, Checker, Counts, Doubt, Lines, PgnError, Reader, Visitor};

use crate::error::FileError;
use crate::formats::any::try_each_replay;
use crate::formats::pgn::{is_kept, read_game, read_variant};
use crate::parts::chunk::{Chunk, Places};
use crate::parts::files::Files;
use crate::parts::format::Format;
use crate::parts::read_options::ReadOptions;
use crate::parts::reading::Reading;
use crate::parts::variants::{ByRules, VariantPosition, Visitors};
use crate::reading::files::{Summary, read_files};

/// How bad games are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reports {
    /// As compilers report bad lines: `file:line:column: reason`.
    Lines,
    /// As objects, one per line.
    Json,
}

/// What was checked.
#[derive(Clone, Debug)]
pub struct CheckSummary {
    /// The files.
    pub summary: Summary,
    /// The games and their moves.
    pub counts: Counts,
    /// How many good games are doubtful.
    pub doubtful_games: u64,
}

/// The counts of a chunk, and how many good games are doubtful.
#[derive(Clone, Copy, Default)]
struct Tally {
    counts: Counts,
    doubtful_games: u64,
}

/// What is checked.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// The lines whose moves are played.
    pub lines: Lines,
    /// Whether the moves of PGN are read strictly.
    pub are_strict: bool,
}

/// Plays every move of the main lines or of all lines. Bad games, which are the result, are reported to a writer.
///
/// # Errors
///
/// A report cannot be written.
pub fn check(
    files: &Files,
    checks: Checks,
    reports: Reports,
    writer: &mut dyn Write,
) -> Result<CheckSummary, FileError> {
    let mut total = Tally::default();
    let options = ReadOptions { json: reports == Reports::Json, ..ReadOptions::new(files) };
    let summary = read_files(
        files,
        options,
        |chunk| check_chunk(chunk, checks),
        |reports| writer.write_all(reports),
        |tally, _| {
            total.counts += tally.counts;
            total.doubtful_games += tally.doubtful_games;
            Ok(())
        },
    )?;
    Ok(CheckSummary { summary, counts: total.counts, doubtful_games: total.doubtful_games })
}

/// Plays the games of a chunk.
fn check_chunk(chunk: &Chunk<'_>, checks: Checks) -> Reading<Tally> {
    let Checks { lines, are_strict } = checks;
    let is_main = lines == Lines::Main;
    let variants: fn() -> Checker<VariantPosition> = match (is_main, are_strict) {
        (true, false) => || Checker::for_positions(Lines::Main),
        (false, false) => || Checker::for_positions(Lines::All),
        (true, true) => || Checker::for_positions(Lines::Main).with_strict_moves(),
        (false, true) => || Checker::for_positions(Lines::All).with_strict_moves(),
    };
    let checker = Checker::new(lines);
    match (chunk.source.format, is_main, are_strict) {
        (Format::Pgn, true, false) => {
            judge(chunk, Arbiter::new(), variants, Arbiter::doubts, Arbiter::counts)
        }
        (Format::Pgn, _, false) => judge(chunk, checker, variants, Checker::doubts, Checker::counts),
        (Format::Pgn, _, true) => {
            judge(chunk, checker.with_strict_moves(), variants, Checker::doubts, Checker::counts)
        }
        // Reading other formats plays all moves.
        _ => {
            let mut reading = try_each_replay(chunk, Tally::default(), |game, _, tally| {
                tally.counts.moves += game.plies() as u64;
                let doubts: Vec<String> = game.doubts().iter().map(ToString::to_string).collect();
                tally.doubtful_games += u64::from(!doubts.is_empty());
                Ok(doubts)
            });
            reading.made.counts.games = reading.games;
            reading.made.counts.bad_games = reading.bad_games;
            reading
        }
    }
}

/// Plays the games of a chunk with a visitor, and asks it for its doubts and its counts. Games of variants are played
/// by their own rules.
fn judge<V: Visitor, D: Iterator<Item = Doubt>>(
    chunk: &Chunk<'_>,
    visitor: V,
    variants: fn() -> Checker<VariantPosition>,
    doubts: impl Fn(&V) -> D,
    counts: impl Fn(&V) -> Counts,
) -> Reading<Tally> {
    let options = chunk.source.options;
    let mut reader = Reader::with_limits(chunk.bytes, options.limits);
    let mut reading = Reading::new(chunk, Tally::default());
    let mut places = Places::new(chunk);
    let mut visitors = Visitors::new(visitor, variants);
    // Moves of variants that were counted as chess first. A strict reader does not get as far as these.
    let mut misread_moves = 0;
    loop {
        let start = reader.next_game().unwrap_or_default();
        let before = if options.lenient { counts(&visitors.chess).moves } else { 0 };
        let Some(mut game) = read_game(&mut reader, &mut visitors.chess, options.letters) else { break };
        let mut remarks = reader.take_cuts();
        visitors.is_variant = false;
        if game.is_err() || !remarks.is_empty() {
            read_variant((&mut game, &mut remarks), start, &mut visitors, &mut places);
        }
        if visitors.is_variant && options.lenient {
            misread_moves += counts(&visitors.chess).moves - before;
        }
        if !remarks.is_empty() {
            let remarks = remarks.into_iter().map(|remark| chunk.places.error_in_file(remark));
            let remarks: Vec<PgnError> = remarks.collect();
            reading.remark(chunk.source, &remarks, game.is_ok());
        }
        let error = match game {
            Ok(()) => {
                let doubts: Vec<Doubt> = match visitors.reader() {
                    ByRules::Chess(visitor) => doubts(visitor).collect(),
                    ByRules::Variant(checker) => checker.doubts().collect(),
                };
                if doubts.is_empty() {
                    continue;
                }
                reading.made.doubtful_games += 1;
                let game = places.in_file(start);
                let marker = places.in_file(marker_start(chunk.bytes, reader.offset()));
                for doubt in doubts {
                    reading.warn_at(chunk.source, marker, game.line, doubt.to_string());
                }
                continue;
            }
            Err(error) => error,
        };
        is_kept(&mut reading, chunk, &error);
        if let Some(lost) = reader.take_lost() {
            reading.lose(chunk.source, &chunk.places.lost_in_file(lost));
        }
    }
    reading.made.counts = counts(&visitors.chess);
    reading.made.counts.moves -= misread_moves;
    reading.made.counts.moves += visitors.variants.map_or(0, |checker| checker.counts().moves);
    reading.made.counts.bad_games = reading.bad_games;
    reading.games = reading.made.counts.games;
    reading
}

/// The start of the result marker that ends at `end`.
fn marker_start(bytes: &[u8], end: usize) -> usize {
    let before = bytes.get(..end).unwrap_or_default();
    let markers: [&[u8]; 5] = [b"1/2-1/2", b"1/2", b"1-0", b"0-1", b"*"];
    let marker = markers.iter().find(|marker| before.ends_with(marker));
    end - marker.map_or(0, |marker| marker.len())
}
