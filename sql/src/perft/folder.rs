//! The folder of a count: its plan, its units, and their counts so far.
//!
//! ```text
//! unit-0000.parquet …   the frontier: position, paths
//! plan.json             what is counted; written after the units, so that they are complete once it exists
//! counts.jsonl          {"unit":17,"positions":42,"nodes":"123456"} …, one line per counted unit
//! ```
//!
//! A last line that a kill has torn is cut, and its unit counted again. A folder that holds anything else under these
//! names is somebody's, and is refused as it is.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use philidor::Position;
use philidor_host::{Cut, UnknownLine, WholeFile, read_whole, whole_lines};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::unit::{Unit, UnitCount};
use crate::args::PerftArgs;

/// No plan and no counts are longer.
const MAX_BYTES: u64 = 1 << 30;

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) fen: String,
    pub(super) depth: u32,
    pub(super) plies: u32,
    pub(super) units: u32,
}

impl Plan {
    /// The plan that the arguments describe.
    pub(super) fn new(start: &Position, args: &PerftArgs) -> Plan {
        let plies = args.frontier.min(args.depth);
        Plan { fen: start.to_string(), depth: args.depth, plies, units: args.units }
    }

    fn to_json(&self, positions: u64) -> Value {
        json!({
            "fen": self.fen, "depth": self.depth, "frontier": self.plies, "units": self.units,
            "positions": positions,
        })
    }
}

/// An open folder.
pub(super) struct Folder {
    path: PathBuf,
    /// A temporary folder, removed with its contents, if the results are not to be kept.
    own: Option<TempDir>,
    plan: Plan,
    /// The number of positions of the frontier, once it exists.
    positions: Option<u64>,
    counts: BTreeMap<u32, UnitCount>,
    ledger: File,
}

impl Folder {
    /// Opens the folder of a plan, or makes one.
    pub(super) fn open(path: Option<&Path>, plan: &Plan) -> anyhow::Result<Folder> {
        let own = if path.is_none() { Some(TempDir::with_prefix("philidor-perft-")?) } else { None };
        let path = path.or(own.as_ref().map(TempDir::path)).context("no folder to work in")?;
        fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))?;
        let path = fs::canonicalize(path)?;
        let name = path.join("counts.jsonl");
        let ledger = File::options().append(true).create(true).open(&name)?;
        match ledger.try_lock() {
            Err(TryLockError::WouldBlock) => bail!("another count is running in {}", path.display()),
            // Some file systems do not have locks.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let positions = known_plan(&path, plan)?;
        let known = read_if_there(&name)?;
        if positions.is_none() && !known.is_empty() {
            bail!("{} has counts but no plan; it is not a folder of this program", path.display());
        }
        let (counts, torn) = counts(&known).with_context(|| name.display().to_string())?;
        if torn > 0 {
            ledger.set_len(known.len() as u64 - torn)?;
            eprintln!("{}: {}", name.display(), Cut { bytes: torn, of: "a line" });
        }
        Ok(Folder { path, own, plan: plan.clone(), positions, counts, ledger })
    }

    /// Whether the folder is kept for a later run, so that what is written must survive a power failure.
    pub(super) fn is_kept(&self) -> bool {
        self.own.is_none()
    }

    /// Whether the units have been written.
    pub(super) fn has_frontier(&self) -> bool {
        self.positions.is_some()
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    pub(super) fn unit_file(&self, number: u32) -> PathBuf {
        self.file(&format!("unit-{number:04}.parquet"))
    }

    /// Notes that all units are written, with this number of positions in all.
    pub(super) fn frontier_made(&mut self, positions: u64) -> anyhow::Result<()> {
        let mut file = WholeFile::create(&self.file("plan.json"))?;
        writeln!(file, "{}", self.plan.to_json(positions))?;
        file.finish()?;
        self.positions = Some(positions);
        Ok(())
    }

    /// The number of units.
    pub(super) fn units(&self) -> u32 {
        self.plan.units
    }

    /// The units that have not been counted yet.
    pub(super) fn missing(&self) -> Vec<u32> {
        (0..self.plan.units).filter(|unit| !self.counts.contains_key(unit)).collect()
    }

    /// A unit to count.
    pub(super) fn unit(&self, number: u32, seed: Option<u32>) -> Unit {
        Unit { number, file: self.unit_file(number), depth: self.plan.depth - self.plan.plies, seed }
    }

    /// The count of a unit, if it is known.
    pub(super) fn count(&self, unit: u32) -> Option<UnitCount> {
        self.counts.get(&unit).copied()
    }

    /// Notes a count, so that it survives a kill.
    pub(super) fn note(&mut self, count: UnitCount) -> anyhow::Result<()> {
        self.ledger.write_all(format!("{}\n", count.to_json()).as_bytes())?;
        if self.is_kept() {
            self.ledger.sync_data()?;
        }
        if count.seed.is_none() {
            self.counts.insert(count.unit, count);
        }
        Ok(())
    }

    /// The positions of the frontier and the leaves below them.
    pub(super) fn total(&self) -> anyhow::Result<(u64, i128)> {
        let positions = self.counts.values().fold(0_u64, |sum, count| sum.saturating_add(count.positions));
        if self.positions != Some(positions) {
            bail!(
                "the units have {positions} positions, but the frontier has {}",
                self.positions.unwrap_or(0)
            );
        }
        let nodes = self.counts.values().try_fold(0_i128, |sum, count| sum.checked_add(count.nodes));
        Ok((positions, nodes.context("the total has more than 38 digits")?))
    }
}

/// The counts of all units that were counted once, and how many bytes a kill has left of a last line.
fn counts(known: &[u8]) -> Result<(BTreeMap<u32, UnitCount>, u64), UnknownLine> {
    let (lines, torn) = whole_lines(known, UnitCount::is_begun_by)?;
    let mut counts = BTreeMap::new();
    let mut at = 0;
    for line in lines.split_inclusive('\n') {
        match UnitCount::from_json(line) {
            Some(count) if count.seed.is_some() => {}
            Some(count) => drop(counts.insert(count.unit, count)),
            // An earlier version ended a torn line with a line feed.
            None if UnitCount::is_begun_by(line.trim_end()) => {}
            None => return Err(UnknownLine::new(at, line.as_bytes())),
        }
        at += line.len() as u64;
    }
    Ok((counts, torn))
}

/// The number of positions of the frontier in a folder, if it exists; an error if it belongs to another plan.
fn known_plan(folder: &Path, plan: &Plan) -> anyhow::Result<Option<u64>> {
    let text = read_if_there(&folder.join("plan.json"))?;
    if text.is_empty() {
        return Ok(None);
    }
    let known: Value = serde_json::from_slice(&text)
        .with_context(|| format!("{} cannot be read", folder.join("plan.json").display()))?;
    let positions = known["positions"].as_u64().unwrap_or(0);
    if known != plan.to_json(positions) {
        bail!("{} holds another count: {known}", folder.display());
    }
    Ok(Some(positions))
}

/// The contents of a file, if it exists.
fn read_if_there(path: &Path) -> anyhow::Result<Vec<u8>> {
    match File::open(path).and_then(|file| read_whole(file, MAX_BYTES)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        read => read.with_context(|| format!("cannot read {}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(depth: u32) -> Plan {
        Plan { fen: Position::default().to_string(), depth, plies: 1, units: 3 }
    }

    fn count(unit: u32) -> UnitCount {
        UnitCount { unit, positions: 7, nodes: 10_i128.pow(30), seed: None }
    }

    #[test]
    fn what_was_noted_is_known_again_and_a_line_cut_short_is_not() {
        let folder = TempDir::new().expect("a folder");
        let mut first = Folder::open(Some(folder.path()), &plan(4)).expect("a new folder");
        first.frontier_made(21).expect("a plan");
        first.note(count(2)).expect("a line");
        let whole = count(1).to_json().to_string();
        first.ledger.write_all(&whole.as_bytes()[..15]).expect("half a line");
        drop(first);
        let mut again = Folder::open(Some(folder.path()), &plan(4)).expect("the same folder");
        assert!(again.has_frontier());
        assert_eq!((again.count(2), again.missing()), (Some(count(2)), vec![0, 1]));
        assert!(again.total().is_err(), "two units are missing");
        again.note(count(0)).expect("a line");
        again.note(UnitCount { seed: Some(9), ..count(0) }).expect("a line");
        drop(again);
        let mut third = Folder::open(Some(folder.path()), &plan(4)).expect("the same folder");
        assert_eq!(third.missing(), [1]);
        third.note(count(1)).expect("a line");
        assert_eq!(third.total().expect("all units"), (21, 3 * 10_i128.pow(30)));
    }

    #[test]
    fn the_folder_of_another_count_is_refused() {
        let folder = TempDir::new().expect("a folder");
        Folder::open(Some(folder.path()), &plan(4))
            .and_then(|mut first| first.frontier_made(1))
            .expect("a plan");
        assert!(Folder::open(Some(folder.path()), &plan(5)).is_err());
    }

    #[test]
    fn two_counts_do_not_work_in_one_folder() {
        let folder = TempDir::new().expect("a folder");
        let first = Folder::open(Some(folder.path()), &plan(4)).expect("a new folder");
        let second = Folder::open(Some(folder.path()), &plan(4)).err().expect("it is taken");
        assert!(second.to_string().contains("another count is running"), "{second}");
        drop(first);
        assert!(Folder::open(Some(folder.path()), &plan(4)).is_ok());
    }

    #[test]
    fn a_file_of_somebody_is_refused_as_it_is() {
        let folder = TempDir::new().expect("a folder");
        let open = || Folder::open(Some(folder.path()), &plan(4));
        let path = folder.path().join("counts.jsonl");
        fs::write(&path, "notes").expect("a file");
        assert!(open().is_err(), "counts without a plan");
        assert_eq!(fs::read(&path).expect("a file"), b"notes");
        fs::remove_file(&path).expect("removed");
        let mut first = open().expect("a new folder");
        first.frontier_made(21).expect("a plan");
        first.note(count(2)).expect("a line");
        drop(first);
        let ours = fs::read_to_string(&path).expect("a line");
        for foreign in ["notes", "notes\n", "{\"a\": 1}\n", "\u{0}", "{\"unit\":1,\"a\"", "7"] {
            let text = format!("{ours}{foreign}");
            fs::write(&path, &text).expect("a file");
            let error = open().err().expect("it is somebody's");
            let error = error.downcast_ref::<UnknownLine>().expect("a typed error");
            assert_eq!(error.at, ours.len() as u64, "{foreign:?}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        for length in 1..ours.len() {
            fs::write(&path, format!("{ours}{}", &ours[..length])).expect("a file");
            assert_eq!(open().expect("ours").missing(), [0, 1], "{length}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), ours, "{length}");
        }
    }
}
