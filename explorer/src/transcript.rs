//! A file of games, such as PGN, as a store of records: read once, on all threads, before its games are counted.
//!
//! ```text
//! games.pgn.zst ──▶ transcripts/1b2c3d4e-5123400.parquet     key: which game of the file, from 0; row: see `record.rs`
//! ```
//!
//! A transcript is named by the sum and the length of its file, so that a build that resumes has it again. It is
//! removed when the index is whole.

use std::fs::{self, File};
use std::io::Read as _;
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use chrono::NaiveDate;
use crc32fast::Hasher;
use philidor::Position;
use philidor_games::{Files, GameRecord, records};
use philidor_host::Several;
use philidor_pgn::rating;

use crate::date::Date;
use crate::game::Game;
use crate::manifest;
use crate::record::{self, GAME_PAGE, push_game};
use crate::row::MAX_RATING;
use crate::sorted::Sorted as _;
use crate::store::Store;
use crate::writer::StoreWriter;

/// The bytes of a file that are summed at a time.
const PIECE: usize = 1 << 20;

/// How Parquet begins.
const PARQUET: &[u8] = b"PAR1";

/// How files of games are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading<'a> {
    /// The folder of the index under way.
    pub(crate) output: &'a Path,
    /// Whether a file may be read whose games the index does not have.
    pub(crate) is_allowed: bool,
    pub(crate) threads: NonZero<usize>,
    /// Whether a faulty game is kept up to its fault.
    pub(crate) lenient: bool,
    pub(crate) remark: fn(&str),
}

/// Where the transcripts of an index under way are.
pub(crate) fn folder(output: &Path) -> PathBuf {
    output.join("transcripts")
}

/// What a file is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contents {
    pub(crate) bytes: u64,
    /// The CRC-32 of all bytes.
    pub(crate) sum: u32,
    modified: Option<SystemTime>,
}

impl Contents {
    /// Reads a file to its end.
    pub(crate) fn of(path: &Path) -> Result<Contents> {
        let about = fs::metadata(path)?;
        ensure!(about.is_file(), "it is not a regular file, which a build that resumes could read again");
        let (mut file, mut sum, mut piece) = (File::open(path)?, Hasher::new(), vec![0; PIECE]);
        let mut bytes = 0;
        loop {
            let read = file.read(&mut piece)?;
            let read = piece.get(..read).unwrap_or_default();
            ensure!(
                bytes > 0 || !read.starts_with(PARQUET),
                "it is Parquet; an import is named by its folder"
            );
            if read.is_empty() {
                return Ok(Contents { bytes, sum: sum.finalize(), modified: about.modified().ok() });
            }
            sum.update(read);
            bytes += read.len() as u64;
        }
    }

    /// Whether a file is still as it was, as far as its length and its time say.
    fn is_still_of(&self, path: &Path) -> bool {
        fs::metadata(path)
            .is_ok_and(|about| about.len() == self.bytes && about.modified().ok() == self.modified)
    }
}

/// The transcript of a file: the one that is there, or a new one.
pub(crate) fn of(path: &Path, contents: &Contents, reading: &Reading<'_>) -> Result<Store> {
    let Contents { bytes, sum, .. } = contents;
    let (output, how) = (reading.output, if reading.lenient { "-lenient" } else { "" });
    let at = folder(output).join(format!("{sum:08x}-{bytes}{how}.parquet"));
    if !at.exists() {
        manifest::make(&folder(output))?;
        write(path, contents, &at, reading)?;
    }
    Store::open(&at, &Arc::default(), &mut Hasher::new())
}

fn write(path: &Path, contents: &Contents, to: &Path, reading: &Reading<'_>) -> Result<()> {
    let files = Files {
        paths: vec![path.to_owned()],
        threads: Some(reading.threads),
        lenient: reading.lenient,
        ..Files::default()
    };
    let mut store = StoreWriter::create(to, GAME_PAGE)?;
    let (mut game, mut written) = (0, Ok(()));
    let summary = records(&files, &push, &mut |row| {
        written = store.push(game, row);
        game += 1;
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    written?;
    ensure!(summary.is_whole(), "{} is not read to its end", path.display());
    ensure!(contents.is_still_of(path), "{} has changed while it was read", path.display());
    if !summary.is_fine() {
        let bad = summary.bad_games + summary.lost_games;
        let all = Several((summary.games + summary.lost_games).into(), "game");
        (reading.remark)(&format!("{}: left out {bad} of {all}", path.display()));
    }
    store.finish()
}

/// Appends what an index keeps of a game.
fn push(record: &GameRecord<'_>, row: &mut Vec<u8>) {
    let tag = |name: &str| record.tag(name).unwrap_or_default();
    let rating = |name: &str| rating(tag(name)).unwrap_or(0).min(MAX_RATING);
    let start = record.start();
    let start = if start == Position::default() { String::new() } else { start.to_string() };
    // Positions after a null move are not those of a game.
    let moves = record.moves().iter().take_while(|mv| !mv.is_null());
    let moves: Vec<u8> = moves.flat_map(|mv| mv.digest().0.to_le_bytes()).collect();
    push_game(
        row,
        &Game {
            number: 0,
            event: tag("Event"),
            site: tag("Site"),
            round: tag("Round"),
            white: tag("White"),
            black: tag("Black"),
            ratings: [rating("WhiteElo"), rating("BlackElo")],
            date: day(tag("UTCDate")).unwrap_or_else(|| Date::read(tag("Date"))),
            time_control: tag("TimeControl"),
            winner: Game::winner_of(record.result().as_str()),
            start: &start,
            moves: &moves,
        },
    );
}

/// A day of the calendar.
fn day(text: &str) -> Option<Date> {
    let Date { year, month, day } = Date::read(text);
    NaiveDate::from_ymd_opt(year.into(), month.into(), day.into())?;
    Some(Date { year, month, day })
}

/// Passes on the games at these places of a transcript. The game at place 0 has the number `first`.
pub(crate) fn each(
    store: &Store,
    places: Range<u64>,
    first: u64,
    mut take: impl FnMut(&Game<'_>) -> Result<()>,
) -> Result<()> {
    let Some(last) = places.end.checked_sub(1) else { return Ok(()) };
    let mut rows = store.rows(places.start, last)?;
    while let Some(place) = rows.key() {
        let number = first + place;
        let game = record::read(number, rows.row());
        take(&game.with_context(|| format!("the record of game {number} is damaged"))?)?;
        rows.advance()?;
    }
    Ok(())
}
