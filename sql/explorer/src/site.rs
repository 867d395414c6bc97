//! An explorer without a server: files that a page reads by ranges, from any web server.
//!
//! ```text
//! index.html     the page, which is that of the server
//! site.json      {"site":1, "bits":B, "start":"KEY", "games":…, "positions":…}; written last
//! 0000.keys …    2ᴮ lists of positions, by the first B bits of their keys, ascending: key (8), offset (4), length (4)
//! 0000.json …    the records of the same positions, one after the other
//! ```
//!
//! A record is the answer of `/lichess` about all games, and has also `keys`: for each of its moves, in hexadecimal, the key
//! of the position after it. So a reader needs neither rules nor keys of its own: it begins at `start`, and follows moves.
//! The positions are those that moves from the usual start lead to, each played in at least so many games. Numbers have the lowest byte first.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use philidor::Position;
use philidor::binary::PackedPosition;
use philidor_host::WholeFile;
use serde::Serialize;
use serde_json::json;

use crate::answer::Answer;
use crate::index::Index;
use crate::manifest;
use crate::question::{Database, Filter, Question};
use crate::row::{Entries, Entry};
use crate::serve::PAGE;

/// About how many positions are in a list, which a page fetches as a whole: 64 KiB.
const LIST: usize = 4096;
/// The most bits for lists.
const MAX_BITS: u32 = 12;
/// How many games of the highest ratings a record has.
const GAMES: usize = 4;

/// What a site is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Site {
    /// The number of positions.
    pub positions: usize,
    /// The number of lists, and of files of records.
    pub lists: usize,
}

/// A record.
#[derive(Serialize)]
struct Record {
    #[serde(flatten)]
    answer: Answer,
    keys: Vec<String>,
}

impl Site {
    /// Writes the site of an index into a folder, with the positions that moves of at least so many games lead to.
    ///
    /// # Errors
    ///
    /// What the system reports, or damage of the index.
    pub fn write(index: &Index, folder: &Path, min_games: u64) -> Result<Site> {
        manifest::make(folder)?;
        let positions = reached(index, min_games)?;
        let bits = (positions.len().div_ceil(LIST).next_power_of_two().trailing_zeros()).min(MAX_BITS);
        let mut rest = &positions[..];
        for list in 0..1_u64 << bits {
            let of_list = rest.partition_point(|(key, _)| key.checked_shr(64 - bits).unwrap_or(0) <= list);
            let (these, others) = rest.split_at(of_list);
            write_list(index, folder, list, these)?;
            rest = others;
        }
        whole(&folder.join("index.html"), PAGE.as_bytes())?;
        let start = format!("{:016x}", Position::default().key());
        let (games, count) = (index.manifest().games, positions.len());
        let site = json!({"site": 1, "bits": bits, "start": start, "games": games, "positions": count});
        whole(&folder.join("site.json"), format!("{site}\n").as_bytes())?;
        Ok(Site { positions: count, lists: 1 << bits })
    }
}

/// The positions that moves of so many games lead to from the usual start, in the order of their keys.
fn reached(index: &Index, min_games: u64) -> Result<Vec<(u64, PackedPosition)>> {
    let start = Position::default();
    let mut seen = HashSet::from([start.key()]);
    let (mut open, mut found) = (vec![start.pack()], Vec::new());
    while let Some(packed) = open.pop() {
        let position = packed.unpack()?;
        // Where all games end, there is no row.
        let Some(row) = index.position(position.key())? else { continue };
        found.push((position.key(), packed));
        let entries: Vec<Entry> = Entries::new(&row).collect();
        for of_move in entries.chunk_by(|one, other| one.digest == other.digest) {
            let games = of_move.iter().fold(0_u64, |sum, entry| sum.saturating_add(entry.tally.games()));
            let mv = of_move.first().and_then(|entry| position.decode(entry.digest));
            let after = mv.filter(|_| games >= min_games).map(|mv| position.after(mv));
            open.extend(after.filter(|after| seen.insert(after.key())).map(|after| after.pack()));
        }
    }
    found.sort_unstable_by_key(|&(key, _)| key);
    Ok(found)
}

fn write_list(index: &Index, folder: &Path, list: u64, positions: &[(u64, PackedPosition)]) -> Result<()> {
    let name = |end: &str| -> PathBuf { folder.join(format!("{list:04}.{end}")) };
    let mut records = WholeFile::create(&name("json"))?;
    let mut keys = Vec::new();
    let mut offset = 0_usize;
    for (key, packed) in positions {
        let record = serde_json::to_vec(&record(index, packed.unpack()?)?)?;
        keys.extend_from_slice(&key.to_le_bytes());
        keys.extend_from_slice(&u32::try_from(offset)?.to_le_bytes());
        keys.extend_from_slice(&u32::try_from(record.len())?.to_le_bytes());
        records.write_all(&record)?;
        offset += record.len();
    }
    records.finish()?;
    whole(&name("keys"), &keys)
}

fn record(index: &Index, position: Position) -> Result<Record> {
    let question = Question {
        database: Database::Lichess,
        position,
        opening: position.opening(),
        filter: Filter::ALL,
        moves: usize::MAX,
        top_games: GAMES,
        recent_games: 0,
        history: false,
        player: None,
    };
    let answer = Answer::of(index, &question)?;
    let after = |uci: &str| position.parse_uci(uci).map(|mv| format!("{:016x}", position.after(mv).key()));
    let keys: Vec<String> = answer.moves.iter().flat_map(|mv| after(&mv.uci)).collect();
    ensure!(keys.len() == answer.moves.len(), "a move that was written cannot be read");
    Ok(Record { answer, keys })
}

fn whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes)?;
    Ok(file.finish()?)
}
