//! Games without their twins: duplicates, which say nothing that another game does not say.
//!
//! ```text
//! same        the same start and moves, and the tags agree                 1. e4 e5 2. Nf3   1. e4 e5 2. Nf3
//! part        the moves are the beginning of the other's, the tags agree   1. e4 e5          1. e4 e5 2. Nf3
//! retagged    the same start and moves, but the tags do not agree
//! ```
//!
//! No game is kept in memory. Where the first of several twins stays, a table of fingerprints says of each game at once
//! whether there was one before (`games_seen.rs`), and files are read once. Otherwise they are read twice, or three
//! times to find parts: for the fingerprints, for those of the beginnings of games that may have parts, and to write
//! (`twin_verdicts.rs`). `twins.rs` has the words, `agreement.rs` says when tags agree, `fingerprinted_game.rs` reads
//! games with their fingerprints.

mod agreement;
mod fingerprinted_game;
mod games_seen;
mod twin_verdicts;
mod twins;

use std::io;
use std::path::{Path, PathBuf};

use philidor_host::STANDARD;
use philidor_pgn::Place;
use serde::Serialize;

use self::agreement::Agreement;
use self::fingerprinted_game::{FingerprintedGame, each_fingerprinted_game};
use self::games_seen::GamesSeen;
use self::twin_verdicts::{TwinVerdicts, WholeGames};
pub use self::twins::{Keep, TwinKind, TwinOptions};
use crate::error::FileError;
use crate::formats::binary;
use crate::parts::chunk::{Chunk, Places};
use crate::parts::files::Files;
use crate::parts::format::Format;
use crate::parts::read_options::ReadOptions;
use crate::parts::reading::Reading;
use crate::reading::files::{Summary, read_files, report_aside};
use crate::writing::game_writer::GameWriter;
use crate::writing::unchanged;

/// A game in a file.
#[derive(Clone, Debug, Serialize)]
pub struct GamePlace {
    /// The file.
    pub file: String,
    /// Its number in the file, from 1, counting bad games.
    pub game: u64,
    /// The line where it begins, if it has one and is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

/// A game that is dropped, and why.
#[derive(Clone, Debug, Serialize)]
pub struct Twin {
    /// The game.
    #[serde(flatten)]
    pub dropped: GamePlace,
    /// What it has in common with the other.
    pub kind: TwinKind,
    /// The game that stays.
    pub twin_of: GamePlace,
}

/// What was kept and dropped.
#[derive(Clone, Debug, Default)]
pub struct DedupeSummary {
    /// All games.
    pub summary: Summary,
    /// How many games stay.
    pub kept: u64,
    /// How many are dropped, in the order of [`TwinKind::ALL`].
    pub dropped: [u64; 3],
}

/// Writes the games without twins, unchanged, if there is a writer, and reports why each twin is dropped.
///
/// # Errors
///
/// The games cannot be written, their files have different formats, or standard input would have to be read twice.
pub fn dedupe(
    files: &Files,
    options: &TwinOptions,
    out: Option<GameWriter>,
    report: &mut dyn FnMut(&Twin) -> io::Result<()>,
) -> Result<DedupeSummary, FileError> {
    let agreement = Agreement::new(&options.tags, options.min_plies);
    let mut starts = FileStarts::default();
    if options.keep == Keep::First && !options.has(TwinKind::Part) {
        let mut seen = GamesSeen::new(options);
        let known = fingerprints_of(&options.known, &agreement, &mut starts, &mut |game| {
            let _ = seen.twin(game, game.number);
        })?;
        if !known.is_whole() {
            out.map_or(Ok(()), |out| out.finish(&known))?;
            return Ok(DedupeSummary { summary: known, ..DedupeSummary::default() });
        }
        let judge = |game: &FingerprintedGame, number: u64| seen.twin(game, number);
        return write((files, known), &agreement, judge, (starts, None), out, report);
    }
    if let Some(name) = files.paths.iter().chain(&options.known.paths).find_map(read_once) {
        return Err(FileError::ReadTwice { name });
    }
    let mut games = Vec::new();
    // Faults of games are reported later, when games are written.
    let known = fingerprints_of(&options.known, &agreement, &mut starts, &mut |game| games.push(*game))?;
    let all = fingerprints_of(files, &agreement, &mut starts, &mut |game| games.push(*game))?;
    if !known.is_whole() || !all.is_whole() {
        // Nothing would be written in the end.
        let summary = all.after(&known);
        out.map_or(Ok(()), |out| out.finish(&summary))?;
        return Ok(DedupeSummary { summary, ..DedupeSummary::default() });
    }
    let mut verdicts = TwinVerdicts::new(games, known.games, options);
    if options.has(TwinKind::Part) && verdicts.may_have_parts() {
        let finder = verdicts.finder();
        let mut wholes = WholeGames::default();
        for (files, base) in [(&options.known, 0), (files, known.games)] {
            let make = |chunk: &Chunk<'_>| finder.parts(chunk, &agreement);
            read_files(
                files,
                ReadOptions::new(files),
                make,
                |_| Ok(()),
                |parts, before| {
                    let parts = parts.into_iter().map(|part| part.after(base + before));
                    parts.for_each(|part| verdicts.note_part(part, &mut wholes));
                    Ok(())
                },
            )?;
        }
        verdicts.take_parts(wholes);
    }
    verdicts.find_retagged();
    let judge = |_: &FingerprintedGame, number| verdicts.twin(number);
    write((files, known), &agreement, judge, (starts, Some(all.games)), out, report)
}

/// The name of a file if it can be read only once, such as standard input or a pipe.
fn read_once(path: &PathBuf) -> Option<String> {
    if path == Path::new(STANDARD) {
        return Some("standard input".to_owned());
    }
    // A missing file is reported where it is opened.
    let is_other = std::fs::metadata(path).is_ok_and(|known| !known.is_file());
    is_other.then(|| path.display().to_string())
}

/// Reads files for the fingerprints of their games, whose numbers then count from 0 over all files that have been read.
fn fingerprints_of(
    files: &Files,
    agreement: &Agreement<'_>,
    starts: &mut FileStarts,
    take: &mut dyn FnMut(&FingerprintedGame),
) -> Result<Summary, FileError> {
    let make = |chunk: &Chunk<'_>| {
        let made = (Vec::new(), beginning(chunk));
        each_fingerprinted_game(chunk, agreement, made, |game, _, (made, _)| made.push(game))
    };
    let base = starts.games;
    let summary = read_files(
        files,
        ReadOptions::new(files),
        make,
        |_| Ok(()),
        |(made, file), before| {
            starts.note(file, base + before);
            made.iter().for_each(|game| {
                take(&FingerprintedGame { number: base + before + game.number - 1, ..*game })
            });
            Ok(())
        },
    )?;
    starts.games += summary.games;
    Ok(summary)
}

/// A game of a chunk: its fingerprint, the line where it begins, and where its text ends in that of the chunk.
struct Candidate {
    game: FingerprintedGame,
    line: Option<u64>,
    end: usize,
}

/// Writes the games for which `judge` names no twin. Numbers of games count from 0 over all files, known games first.
/// If the files have been read before, `starts` is complete, and they have `expected` games.
fn write(
    (files, known): (&Files, Summary),
    agreement: &Agreement,
    mut judge: impl FnMut(&FingerprintedGame, u64) -> Option<(TwinKind, u64)>,
    (mut starts, expected): (FileStarts, Option<u64>),
    mut out: Option<GameWriter>,
    report: &mut dyn FnMut(&Twin) -> io::Result<()>,
) -> Result<DedupeSummary, FileError> {
    let writes = out.is_some();
    let make = |chunk: &Chunk<'_>| candidates(chunk, agreement, writes);
    let (mut stay, mut dropped) = (0, [0; 3]);
    let summary = read_files(files, ReadOptions::new(files), make, report_aside, |made, before| {
        if expected.is_none() {
            starts.note(made.beginning, known.games + before);
        }
        if let Some(out) = &mut out {
            out.take_format(made.format)?;
        }
        let mut start = 0;
        for Candidate { game, line, end } in made.games {
            let number = known.games + before + game.number - 1;
            match judge(&game, number) {
                None => {
                    stay += 1;
                    if let Some(out) = &mut out {
                        out.write(made.text.get(start..end).unwrap_or_default())?;
                    }
                }
                Some((kind, twin)) => {
                    dropped[kind as usize] += 1;
                    let place = GamePlace { line, ..starts.place(number) };
                    report(&Twin { dropped: place, kind, twin_of: starts.place(twin) })?;
                }
            }
            start = end;
        }
        Ok(())
    })?;
    if summary.is_whole() && expected.is_some_and(|expected| expected != summary.games) {
        return Err(FileError::Changed);
    }
    agreement.asked.warn(summary.games);
    let summary = summary.after(&known);
    out.map_or(Ok(()), |out| out.finish(&summary))?;
    Ok(DedupeSummary { summary, kept: stay, dropped })
}

/// The games of a chunk.
struct Candidates {
    format: Format,
    beginning: Option<String>,
    text: Vec<u8>,
    games: Vec<Candidate>,
}

fn candidates(chunk: &Chunk<'_>, agreement: &Agreement, writes: bool) -> Reading<Candidates> {
    let format = chunk.source.format;
    let mut places = Places::new(chunk);
    let made = Candidates { format, beginning: beginning(chunk), text: Vec::new(), games: Vec::new() };
    each_fingerprinted_game(chunk, agreement, made, |game, found, made| {
        if writes {
            unchanged::push(chunk, found, None, &mut made.text);
        }
        let line = (format != Format::Binary).then(|| places.in_file(found.start).line);
        made.games.push(Candidate { game, line, end: made.text.len() });
    })
}

/// The name of the file, if it begins with this chunk.
fn beginning(chunk: &Chunk<'_>) -> Option<String> {
    let start = chunk.places.start();
    let is_first = match chunk.source.format {
        // Its places count games alone.
        Format::Binary => start.line == Place::default().line,
        _ => start.offset <= binary::HEAD.len() as u64,
    };
    is_first.then(|| chunk.source.name.clone())
}

/// The files that have been read, with the number of games before each.
#[derive(Default)]
struct FileStarts {
    files: Vec<(u64, String)>,
    /// The number of games in all of them.
    games: u64,
}

impl FileStarts {
    /// Notes a file that begins after a number of games. A file before it without games is forgotten.
    fn note(&mut self, file: Option<String>, before: u64) {
        let Some(file) = file else { return };
        self.files.pop_if(|(known, _)| *known == before);
        self.files.push((before, file));
    }

    /// The place of a game whose number counts from 0 over all files.
    fn place(&self, number: u64) -> GamePlace {
        let at = self.files.partition_point(|(before, _)| *before <= number).saturating_sub(1);
        let (before, file) = self.files.get(at).map_or((0, ""), |(before, file)| (*before, file));
        GamePlace { file: file.to_owned(), game: number - before + 1, line: None }
    }
}
