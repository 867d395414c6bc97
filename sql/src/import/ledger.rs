//! `import.jsonl` in the folder of the tables, which notes what is done so that an import can resume after a kill.
//!
//! ```text
//! {"import":4, "program":"0.1.0", "files":[…], "positions":true, "lenient":false, …}       the plan
//! {"part":0, "games":32760, "positions":…, "rejects":8, "bad":8, "bytes":…, "next":{…}}  a line per part,
//! {"part":2, …}                                                                          in any order
//! {"part":1, …, "last":true}
//! ```
//!
//! A part is noted when its files have their names. Reading resumes after the first parts without a gap; the parts
//! after the gap already have their files, which are not written again. A file that has its name but is not noted is
//! written again, with the same bytes.
//!
//! A last line that a kill has torn is cut, if it begins as a line of a ledger; any other file of this name is refused.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use philidor_host::{Cut, UnknownLine, begins, read_whole, whole_lines};
use serde_json::{Value, json};

use super::files::Written;
use super::input::Input;
use super::part::{Checkpoint, Part};

const FORMAT_VERSION: u32 = 4;

/// No ledger is longer: a million parts take a quarter of it.
const MAX_BYTES: u64 = 1 << 30;

/// What to import, and how.
pub(super) struct Plan<'a> {
    pub(super) inputs: &'a [Input],
    pub(super) positions: bool,
    pub(super) lenient: bool,
    pub(super) part_games: u32,
}

impl Plan<'_> {
    fn to_json(&self) -> Value {
        let file = |input: &Input| json!({"name": input.name, "length": input.length, "crc32": input.crc32});
        json!({
            "import": FORMAT_VERSION,
            "program": env!("CARGO_PKG_VERSION"),
            "files": self.inputs.iter().map(file).collect::<Vec<_>>(),
            "positions": self.positions,
            "lenient": self.lenient,
            "part_games": self.part_games,
        })
    }

    /// How another plan differs from this one, if it does.
    fn refusal(&self, other: &Value) -> Option<String> {
        let ours = self.to_json();
        if ours == *other {
            return None;
        }
        let names = |plan: &Value| -> Vec<String> {
            let files = plan["files"].as_array().into_iter().flatten();
            files.map(|file| file["name"].as_str().unwrap_or_default().to_owned()).collect()
        };
        let differs = |key: &str| ours[key] != other[key];
        Some(if differs("import") || differs("program") {
            format!("an import by version {} of this program, whose parts may differ", other["program"])
        } else if names(&ours) != names(other) {
            format!("an import of other files: {}", names(other).join(" "))
        } else if differs("files") {
            let changed = (0..self.inputs.len()).find(|&file| ours["files"][file] != other["files"][file]);
            let name = changed.and_then(|file| self.inputs.get(file)).map_or("a file", |input| &input.name);
            format!("an import begun before {name} changed")
        } else if differs("positions") {
            let with = if self.positions { "without" } else { "with" };
            format!("an import {with} --positions")
        } else if differs("lenient") {
            let with = if self.lenient { "without" } else { "with" };
            format!("an import {with} --lenient")
        } else {
            format!("an import with --part-games {}", other["part_games"])
        })
    }
}

/// A finished part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    written: Written,
    bytes: u64,
    next: Checkpoint,
    is_last: bool,
}

impl Entry {
    fn to_json(self, part: u32) -> Value {
        let Entry { written, bytes, next, is_last } = self;
        json!({
            "part": part,
            "games": written.games,
            "positions": written.positions,
            "rejects": written.rejects,
            "bad": written.bad,
            "bytes": bytes,
            "next": {
                "file": next.file,
                "offset": next.offset,
                "first_game": next.first_game,
                "next_game": next.next_game,
            },
            "last": is_last,
        })
    }

    /// Whether this may be what a kill has left of a line.
    fn is_begun_by(torn: &str) -> bool {
        [false, true].into_iter().any(|is_last| {
            let entry = Entry { written: Written::default(), bytes: 0, next: Checkpoint::START, is_last };
            begins(torn, &entry.to_json(0).to_string())
        })
    }

    /// Reads a line; `None` if it is incomplete.
    fn read(line: &str) -> Option<(u32, Entry)> {
        let line: Value = serde_json::from_str(line).ok()?;
        let number = |value: &Value| value.as_u64();
        let next = &line["next"];
        let entry = Entry {
            written: Written {
                games: number(&line["games"])?,
                positions: number(&line["positions"])?,
                rejects: number(&line["rejects"])?,
                bad: number(&line["bad"])?,
            },
            bytes: number(&line["bytes"])?,
            next: Checkpoint {
                file: usize::try_from(number(&next["file"])?).ok()?,
                offset: number(&next["offset"])?,
                first_game: number(&next["first_game"])?,
                next_game: number(&next["next_game"])?,
            },
            is_last: line["last"].as_bool()?,
        };
        Some((u32::try_from(number(&line["part"])?).ok()?, entry))
    }
}

/// The finished parts.
pub(super) struct Ledger {
    file: File,
    entries: BTreeMap<u32, Entry>,
}

impl Ledger {
    /// Opens the ledger of a folder, or begins one; an error if the folder holds something else.
    pub(super) fn open(folder: &Path, plan: &Plan<'_>) -> Result<Ledger> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = folder.join("import.jsonl");
        let mut file = File::options().append(true).create(true).open(&path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => bail!("another import into {} is running", folder.display()),
            // Without locks, a second import cannot be stopped.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let name = || path.display().to_string();
        let known = File::open(&path).and_then(|file| read_whole(file, MAX_BYTES)).with_context(name)?;
        let head = format!("{}\n", plan.to_json());
        if !known.contains(&b'\n') {
            if ["games", "positions", "rejects"].into_iter().any(|name| folder.join(name).exists()) {
                bail!("{} has tables that are not from an import", folder.display());
            }
            // A plan that a kill has torn is completed.
            let Some(missing) = head.as_bytes().strip_prefix(&known[..]) else {
                return Err(UnknownLine::new(0, &known)).with_context(name);
            };
            file.write_all(missing)?;
            file.sync_all()?;
            return Ok(Ledger { file, entries: BTreeMap::new() });
        }
        let (lines, torn) = whole_lines(&known, Entry::is_begun_by).with_context(name)?;
        let mut lines = lines.lines();
        let first: Value = serde_json::from_str(lines.next().unwrap_or_default()).unwrap_or_default();
        if first["import"].is_null() {
            return Err(UnknownLine::new(0, &known)).with_context(name);
        }
        if let Some(refusal) = plan.refusal(&first) {
            bail!("{} holds {refusal}; use a new folder", folder.display());
        }
        let entries = lines.filter_map(Entry::read).collect();
        if torn > 0 {
            file.set_len(known.len() as u64 - torn).with_context(name)?;
            eprintln!("{}: {}", name(), Cut { bytes: torn, of: "a line" });
        }
        Ok(Ledger { file, entries })
    }

    /// Notes a finished part.
    pub(super) fn note(&mut self, part: &Part, written: Written) -> Result<()> {
        let entry = Entry { written, bytes: part.bytes, next: part.next, is_last: part.is_last };
        self.file.write_all(format!("{}\n", entry.to_json(part.number)).as_bytes())?;
        self.file.sync_data()?;
        self.entries.insert(part.number, entry);
        Ok(())
    }

    /// The first missing part, and where its first game is.
    pub(super) fn next(&self) -> (u32, Checkpoint) {
        let whole = self.entries.iter().zip(0..).take_while(|((number, _), due)| *number == due).last();
        whole.map_or((0, Checkpoint::START), |((number, entry), _)| (number + 1, entry.next))
    }

    /// Whether a part is done.
    pub(super) fn has(&self, part: u32) -> bool {
        self.entries.contains_key(&part)
    }

    /// Whether everything is done.
    pub(super) fn is_whole(&self) -> bool {
        self.next().0.checked_sub(1).and_then(|last| self.entries.get(&last)).is_some_and(|last| last.is_last)
    }

    /// The totals of all finished parts, and the bytes that were read for them.
    pub(super) fn total(&self) -> (Written, u64) {
        self.entries.values().fold((Written::default(), 0), |(sum, bytes), entry| {
            let Written { games, positions, rejects, bad } = entry.written;
            let sum = Written {
                games: sum.games + games,
                positions: sum.positions + positions,
                rejects: sum.rejects + rejects,
                bad: sum.bad + bad,
            };
            (sum, bytes + entry.bytes)
        })
    }
}
