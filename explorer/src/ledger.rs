//! `build.jsonl` in the folder of an index, while it is built: what is done, so that a build resumes after a kill.
//!
//! ```text
//! {"build":1, "max_ply":50, "min_games":1, "base":null, "files":[…]}      the plan
//! {"games":0}                                            the file of games 0 is there
//! {"run":0, "numbers":[[1,4097],[8193,9000]], "plies":…}   the run 0 is there, and has these games
//! {"run":9, "of":[0,1,2,3], "plies":…}                     the run 9 is there, and has replaced these
//! {"shard":0, "positions":…, "entries":…}                  the file of positions 0 is there
//! ```
//!
//! A file is noted when it has its name. One that has its name but is not noted is made again. A last line that a kill
//! has torn is cut, if it begins as a line of a ledger; any other file of this name is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use philidor_host::{Cut, UnknownLine, begins, read_whole, whole_lines};
use serde_json::{Value, json};

use crate::manifest::{Manifest, positions_folder};
use crate::transcript;

/// No ledger is longer.
const MAX_BYTES: u64 = 1 << 30;

/// What is in a finished shard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShardCount {
    pub(crate) positions: u64,
    pub(crate) entries: u64,
}

#[derive(Debug, Default)]
struct Done {
    games: BTreeSet<usize>,
    /// The games of all runs that were made from games, not merged from other runs.
    numbers: Vec<Range<u64>>,
    /// The half-moves of each run that has not been replaced.
    runs: BTreeMap<u32, u64>,
    next_run: u32,
    shards: BTreeMap<u32, ShardCount>,
}

/// The ledger of a build.
pub(crate) struct Ledger {
    state: Mutex<(File, Done)>,
}

impl Ledger {
    /// Opens the ledger of a folder, or begins one for this plan; an error if the folder holds something else.
    pub(crate) fn open(folder: &Path, plan: &Value, remark: fn(&str)) -> Result<Ledger> {
        let path = folder.join("build.jsonl");
        let name = || path.display().to_string();
        let mut file = File::options().append(true).create(true).open(&path).with_context(name)?;
        lock(&file, folder)?;
        let known = File::open(&path).and_then(|file| read_whole(file, MAX_BYTES)).with_context(name)?;
        let head = format!("{plan}\n");
        if !known.contains(&b'\n') {
            // What a kill has left of the plan is written to its end.
            let Some(missing) = head.as_bytes().strip_prefix(&known[..]) else {
                return Err(UnknownLine::new(0, &known)).with_context(name);
            };
            file.write_all(missing)?;
            file.sync_all()?;
            return Ok(Ledger { state: Mutex::new((file, Done::default())) });
        }
        let (lines, torn) = whole_lines(&known, is_begun_by).with_context(name)?;
        let mut lines = lines.lines();
        let first: Value = serde_json::from_str(lines.next().unwrap_or_default()).unwrap_or_default();
        if first["build"].is_null() {
            return Err(UnknownLine::new(0, &known)).with_context(name);
        }
        if first != *plan {
            bail!(
                "{} holds the beginning of another build, with {}; finish that one, or remove build.jsonl and runs/ \
                 there, which leaves an index as it is",
                folder.display(),
                difference(&first, plan)
            );
        }
        let mut done = Done::default();
        for line in lines {
            done.note(&serde_json::from_str(line).with_context(name)?).with_context(name)?;
        }
        if torn > 0 {
            file.set_len(known.len() as u64 - torn).with_context(name)?;
            remark(&format!("{}: {}", name(), Cut { bytes: torn, of: "a line" }));
        }
        Ok(Ledger { state: Mutex::new((file, done)) })
    }

    fn note(&self, line: &Value) -> Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, done) = &mut *state;
        file.write_all(format!("{line}\n").as_bytes())?;
        file.sync_data()?;
        done.note(line)
    }

    fn ask<T>(&self, question: impl FnOnce(&mut Done) -> T) -> T {
        question(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner).1)
    }

    /// Whether a file of games is there.
    pub(crate) fn has_games(&self, file: usize) -> bool {
        self.ask(|done| done.games.contains(&file))
    }

    /// Notes that a file of games is there.
    pub(crate) fn note_games(&self, file: usize) -> Result<()> {
        self.note(&json!({"games": file}))
    }

    /// The number of the next run.
    pub(crate) fn begin_run(&self) -> u32 {
        self.ask(|done| {
            done.next_run += 1;
            done.next_run - 1
        })
    }

    /// Notes that the run of these games is there.
    pub(crate) fn note_run(&self, run: u32, numbers: &[Range<u64>], plies: u64) -> Result<()> {
        let numbers: Vec<[u64; 2]> = numbers.iter().map(|range| [range.start, range.end]).collect();
        self.note(&json!({"run": run, "numbers": numbers, "plies": plies}))
    }

    /// Notes that a run is there that has all of others, and replaces them.
    pub(crate) fn note_replacement(&self, run: u32, of: &[u32], plies: u64) -> Result<()> {
        self.note(&json!({"run": run, "of": of, "plies": plies}))
    }

    /// The runs, with their numbers of half-moves.
    pub(crate) fn runs(&self) -> Vec<(u32, u64)> {
        self.ask(|done| done.runs.iter().map(|(&run, &plies)| (run, plies)).collect())
    }

    /// The games among these that are in no run.
    pub(crate) fn missing(&self, all: Range<u64>) -> Vec<Range<u64>> {
        self.ask(|done| {
            done.numbers.sort_unstable_by_key(|range| range.start);
            let mut missing = Vec::new();
            let mut from = all.start;
            for range in &done.numbers {
                if from < range.start {
                    missing.push(from..range.start);
                }
                from = from.max(range.end);
            }
            if from < all.end {
                missing.push(from..all.end);
            }
            missing
        })
    }

    /// What is in a shard that is there.
    pub(crate) fn shard(&self, shard: u32) -> Option<ShardCount> {
        self.ask(|done| done.shards.get(&shard).copied())
    }

    /// Notes that a shard is there.
    pub(crate) fn note_shard(&self, shard: u32, count: ShardCount) -> Result<()> {
        let ShardCount { positions, entries } = count;
        self.note(&json!({"shard": shard, "positions": positions, "entries": entries}))
    }

    /// Removes what a build has left in a folder if it was killed after its index was whole. An error if a build is
    /// running there.
    pub(crate) fn settle(folder: &Path) -> Result<()> {
        let path = folder.join("build.jsonl");
        let name = || path.display().to_string();
        let file = match File::open(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            opened => opened.with_context(name)?,
        };
        lock(&file, folder)?;
        let Some(known) = Manifest::find(folder)? else { return Ok(()) };
        let mut head = String::new();
        // What cannot be read is left to `open`, which says why.
        if BufReader::new(file.take(MAX_BYTES)).read_line(&mut head).is_err() {
            return Ok(());
        }
        let plan: Value = serde_json::from_str(&head).unwrap_or_default();
        let files = plan["files"].as_array().map_or(&[][..], Vec::as_slice);
        // The files of a plan are new to the index, so one that has them has been built. Its fingerprint may be the one
        // before: files without games do not change it.
        let is_done = !plan["build"].is_null()
            && !files.is_empty()
            && known.files.ends_with(files)
            && plan["max_ply"] == known.max_ply
            && plan["min_games"] == known.min_games;
        if is_done { clear(folder, known.generation) } else { Ok(()) }
    }
}

/// Takes a ledger for this build alone.
fn lock(file: &File, folder: &Path) -> Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("another build of {} is running", folder.display()),
        // Without locks, a second build cannot be stopped.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

impl Done {
    /// Reads a line.
    fn note(&mut self, line: &Value) -> Result<()> {
        self.read(line).with_context(|| format!("`{line}` is not a line of this version"))
    }

    fn read(&mut self, line: &Value) -> Option<()> {
        let number = |name: &str| line[name].as_u64();
        if let Some(file) = number("games") {
            self.games.insert(usize::try_from(file).ok()?);
        } else if let Some(shard) = number("shard") {
            let count = ShardCount { positions: number("positions")?, entries: number("entries")? };
            self.shards.insert(u32::try_from(shard).ok()?, count);
        } else {
            let run = u32::try_from(number("run")?).ok()?;
            for replaced in line["of"].as_array().into_iter().flatten() {
                self.runs.remove(&u32::try_from(replaced.as_u64()?).ok()?);
            }
            for range in line["numbers"].as_array().into_iter().flatten() {
                self.numbers.push(range[0].as_u64()?..range[1].as_u64()?);
            }
            self.runs.insert(run, number("plies")?);
            self.next_run = self.next_run.max(run + 1);
        }
        Some(())
    }
}

/// Whether this can be what a kill has left of a line.
fn is_begun_by(torn: &str) -> bool {
    let list = |torn: &str| {
        // A list of any length is known by the names before it.
        ["{\"numbers\":[", "{\"of\":["].into_iter().any(|head| torn.starts_with(head))
    };
    let lines = [
        json!({"games": 0}),
        json!({"shard": 0, "positions": 0, "entries": 0}),
        json!({"run": 0, "numbers": [], "plies": 0}),
        json!({"run": 0, "of": [], "plies": 0}),
    ];
    list(torn) || lines.iter().any(|line| begins(torn, &line.to_string()))
}

/// Which part of two plans differs.
fn difference(known: &Value, plan: &Value) -> String {
    let keys = ["build", "max_ply", "min_games", "base"];
    let differs = keys.into_iter().find(|key| known[key] != plan[key]);
    differs.map_or_else(|| "other games".to_owned(), |key| format!("{key} {}", known[key]))
}

/// Takes the folder of an index for this build alone, until the value is dropped.
///
/// Other systems than Unix cannot open a folder; there the ledger alone is locked, which comes later.
pub(crate) fn lock_folder(folder: &Path) -> Result<Option<File>> {
    if !cfg!(unix) {
        return Ok(None);
    }
    let opened = File::open(folder).with_context(|| format!("cannot open {}", folder.display()))?;
    lock(&opened, folder)?;
    Ok(Some(opened))
}

/// Removes what a build has left beside a whole index of this generation; its ledger is removed last.
pub(crate) fn clear(output: &Path, generation: u32) -> Result<()> {
    for folder in [output.join("runs"), transcript::folder(output), positions_folder(output, generation - 1)]
    {
        clear_folder(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    let ledger = output.join("build.jsonl");
    fs::remove_file(&ledger).with_context(|| format!("cannot remove {}", ledger.display()))
}

/// Removes a folder with the files that a build writes there, and leaves it to the user if it has others.
fn clear_folder(folder: &Path) -> io::Result<()> {
    let listed = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        listed => listed?,
    };
    let mut is_ours_alone = true;
    for entry in listed {
        let entry = entry?;
        if entry.file_type()?.is_file() && entry.file_name().to_str().is_some_and(is_of_a_build) {
            fs::remove_file(entry.path())?;
        } else {
            is_ours_alone = false;
        }
    }
    if is_ours_alone { fs::remove_dir(folder) } else { Ok(()) }
}

/// Whether a build gives this name to a file of a run, a transcript, or positions; the file may be unfinished.
///
/// ```text
/// 77    1b2c3d4e-51234-lenient.parquet    0000.pages    0000.parquet.1.philidor-partial
/// ```
fn is_of_a_build(name: &str) -> bool {
    let whole = name
        .strip_suffix(".philidor-partial")
        .and_then(|name| name.rsplit_once('.'))
        .map_or(name, |parts| parts.0);
    let (stem, is_store) = match whole.strip_suffix(".parquet").or_else(|| whole.strip_suffix(".pages")) {
        Some(stem) => (stem.strip_suffix("-lenient").unwrap_or(stem), true),
        None => (whole, false),
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_sum = |text: &str| text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_number(stem)
        || is_store && stem.split_once('-').is_some_and(|(sum, length)| is_sum(sum) && is_number(length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tempfile::TempDir;

    #[test]
    fn a_build_knows_its_own_files_by_their_names() {
        for (name, is_ours) in [
            ("77", true),
            ("77.1.philidor-partial", true),
            ("0000.pages", true),
            ("1b2c3d4e-51234.parquet", true),
            ("1b2c3d4e-51234-lenient.pages", true),
            ("1b2c3d4e-51234.parquet.12.philidor-partial", true),
            ("games.pgn", false),
            ("games.parquet", false),
            ("1b2c3d4e.parquet", false),
            ("", false),
        ] {
            assert_eq!(is_of_a_build(name), is_ours, "{name}");
        }
    }

    #[test]
    fn a_ledger_knows_again_what_was_noted_however_its_last_line_is_torn() {
        let folder = TempDir::new().unwrap();
        let plan = json!({"build": 1, "max_ply": 50, "min_games": 1, "base": null, "files": [1]});
        let ledger = Ledger::open(folder.path(), &plan, |_| {}).unwrap();
        assert!(Ledger::open(folder.path(), &plan, |_| {}).is_err(), "it is locked");
        ledger.note_games(3).unwrap();
        let first = ledger.begin_run();
        ledger.note_run(first, &[1..5, 9..12], 70).unwrap();
        let second = ledger.begin_run();
        ledger.note_run(second, std::slice::from_ref(&(5..9)), 7).unwrap();
        let both = ledger.begin_run();
        ledger.note_replacement(both, &[first, second], 77).unwrap();
        let count = ShardCount { positions: 5, entries: 6 };
        ledger.note_shard(2, count).unwrap();
        drop(ledger);
        let path = folder.path().join("build.jsonl");
        let whole = fs::read(&path).unwrap();
        let lines = whole.iter().filter(|&&byte| byte == b'\n').count();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let ledger = Ledger::open(folder.path(), &plan, |_| {}).unwrap();
            if length == whole.len() {
                assert!(ledger.has_games(3) && !ledger.has_games(0));
                assert_eq!((ledger.runs(), ledger.begin_run()), (vec![(2, 77)], 3));
                assert_eq!(ledger.missing(1..20).as_slice(), std::slice::from_ref(&(12..20)));
                assert_eq!((ledger.shard(2), ledger.shard(0)), (Some(count), None));
            }
            drop(ledger);
            let left = fs::read(&path).unwrap();
            assert!(left.ends_with(b"\n") && whole.starts_with(&left), "{length}");
        }
        assert_eq!(lines, 6);
        let mut other = plan.clone();
        other["max_ply"] = 40.into();
        let error = Ledger::open(folder.path(), &other, |_| {}).err().unwrap().to_string();
        assert!(error.contains("max_ply 50"), "{error}");
        for foreign in ["notes", "notes\n", "{\"a\":1}\n"] {
            fs::write(&path, [&whole[..], foreign.as_bytes()].concat()).unwrap();
            assert!(Ledger::open(folder.path(), &plan, |_| {}).is_err(), "{foreign}");
        }
    }
}
