//! An explorer without a server: files that a page reads by ranges, from any web server.
//!
//! ```text
//! index.html …   the page and its files, which are those of the server
//! site.json      {"site":1, "bits":B, "start":"KEY", "games":…, "positions":…}; written last
//! 0000.keys …    2ᴮ lists of positions, by the first B bits of their keys, ascending: key (8), offset (4), length (4)
//! 0000.json …    the records of the same positions, one after the other
//! ```
//!
//! A record is the answer of `/lichess` about all games, and has also `keys`: for each of its moves, in hexadecimal,
//! the key of the position after it. So a reader needs neither rules nor keys of its own: it begins at `start`, and
//! follows moves. The positions are those that moves from the usual start lead to, each played in at least a number of
//! games. Numbers have the lowest byte first.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use philidor::Position;
use philidor::binary::PackedPosition;
use philidor_host::{WholeFile, progress};
use serde::Serialize;
use serde_json::json;

use crate::answer::Statistics;
use crate::browser::FILES;
use crate::filter::Filter;
use crate::index::Index;
use crate::manifest;
use crate::question::{Database, Question};
use crate::row::{Entries, Entry};

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

#[derive(Serialize)]
struct Record {
    #[serde(flatten)]
    answer: Statistics,
    keys: Vec<String>,
}

impl Site {
    /// Writes the site of an index into a folder, with the positions that moves of at least this many games lead to.
    ///
    /// # Errors
    ///
    /// What the system reports, or damage of the index.
    pub fn write(index: &Index, folder: &Path, min_games: u64) -> Result<Site> {
        manifest::make(folder)?;
        let name = folder.join("site.json");
        // A site that was there before is no longer whole.
        if name.exists() {
            fs::remove_file(&name).with_context(|| format!("cannot remove {}", name.display()))?;
        }
        let positions = reached(index, min_games)?;
        let bits = (positions.len().div_ceil(LIST).next_power_of_two().trailing_zeros()).min(MAX_BITS);
        let mut rest = &positions[..];
        let bar =
            progress::bar(Some(1 << bits), "{wide_bar} {human_pos} of {human_len} lists  {elapsed}  {eta}");
        for list in 0..1_u64 << bits {
            let of_list = rest.partition_point(|(key, _)| key.checked_shr(64 - bits).unwrap_or(0) <= list);
            let (these, others) = rest.split_at(of_list);
            write_list(index, folder, list, these)?;
            rest = others;
            bar.inc(1);
        }
        bar.finish_and_clear();
        for file in &FILES {
            let path = folder.join(file.name);
            path.parent().map_or(Ok(()), manifest::make)?;
            whole(&path, file.text.as_bytes())?;
        }
        let start = format!("{:016x}", Position::default().key());
        let (games, count) = (index.manifest().games, positions.len());
        let site = json!({"site": 1, "bits": bits, "start": start, "games": games, "positions": count});
        whole(&name, format!("{site}\n").as_bytes())?;
        remove_lists(folder, 1 << bits)?;
        Ok(Site { positions: count, lists: 1 << bits })
    }
}

/// The positions that moves of enough games lead to from the usual start, in the order of their keys.
fn reached(index: &Index, min_games: u64) -> Result<Vec<(u64, PackedPosition)>> {
    let bar = progress::bar(None, "{spinner} {human_pos} positions found  {elapsed}");
    let start = Position::default();
    let mut seen = HashSet::from([start.key()]);
    let (mut open, mut found) = (vec![start.pack()], Vec::new());
    while let Some(packed) = open.pop() {
        let position = packed.unpack()?;
        // Where all games end, there is no row.
        let Some(row) = index.position(position.key())? else { continue };
        found.push((position.key(), packed));
        bar.inc(1);
        let entries: Vec<Entry> = Entries::new(&row).collect();
        for of_move in entries.chunk_by(|one, other| one.digest == other.digest) {
            let games = of_move.iter().fold(0_u64, |sum, entry| sum.saturating_add(entry.tally.games()));
            let mv = of_move.first().and_then(|entry| position.decode(entry.digest));
            let after = mv.filter(|_| games >= min_games).map(|mv| position.after(mv));
            open.extend(after.filter(|after| seen.insert(after.key())).map(|after| after.pack()));
        }
    }
    bar.finish_and_clear();
    found.sort_unstable_by_key(|&(key, _)| key);
    Ok(found)
}

/// Removes the lists of a larger site that was there before, from this one on.
fn remove_lists(folder: &Path, from: u64) -> Result<()> {
    for list in from..1 << MAX_BITS {
        for end in ["keys", "json"] {
            let path = folder.join(format!("{list:04}.{end}"));
            if path.exists() {
                fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
    }
    Ok(())
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
    let answer = Statistics::of(index, &question)?;
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
