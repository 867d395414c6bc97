//! An index made from games: sorted runs, and one merge of them with the index that was there before.
//!
//! ```text
//! games ──▶ plies in memory ──▶ runs/0, runs/1 …          sorted, as many as the memory requires
//!     └───▶ games/00000.parquet …                          what is kept of each game
//! runs, positions-1/* ──▶ positions-2/0000.parquet …       merged, each file an equal part of all keys
//! explorer.json                                            written last
//! ```
//!
//! Each row is the sum of its games in whatever order they were added (`row.rs`), and all files are cut by what they
//! hold. So the files of an index depend on its games alone: not on threads, memory, or how often a build was killed.

use std::fs;
use std::num::NonZero;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use indicatif::ProgressBar;
use philidor_host::{Several, progress};
use serde_json::json;

use crate::games::{GAME_COLUMNS, PLY_COLUMNS};
use crate::index::Index;
use crate::ledger::{Ledger, ShardCount, clear};
use crate::manifest::{self, FORM, Manifest, games_file, positions_folder, shard_file};
use crate::plies::Plies;
use crate::record::push_game;
use crate::row::Entries;
use crate::run::{PREFIX_BITS, PREFIXES, Run, RunWriter};
use crate::sorted::{Sorted, merge};
use crate::source::Source;
use crate::sparse::pages_file;
use crate::writer::StoreWriter;

/// How many half-moves of a game are counted, unless the user says otherwise.
const MAX_PLY: u16 = 50;
/// The bytes of a page of positions: two or three thousand.
const POSITION_PAGE: usize = 32 << 10;
/// The bytes of a page of games: about a hundred.
const GAME_PAGE: usize = 16 << 10;
/// How many half-moves become a file of positions.
const SHARD_PLIES: u64 = 4 << 20;
/// The most games that a thread takes at a time.
const TASK: u64 = 4096;
/// The least and the most bytes of a run that are read at a time.
const PIECE: Range<usize> = 4 << 10..1 << 20;

/// What to build, and how.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Build {
    /// Folders of imports, in order.
    pub folders: Vec<PathBuf>,
    /// The folder of the index.
    pub output: PathBuf,
    /// Whether the games are added to the index that is there.
    pub adds: bool,
    /// About how many bytes of memory to take.
    pub memory: u64,
    /// How many half-moves of each game are counted; `None` for 50, or as the index has it that is there.
    pub max_ply: Option<u16>,
    /// How many games a position needs to be kept.
    pub min_games: u64,
    /// How many threads.
    pub threads: NonZero<usize>,
    /// How many runs are merged at once.
    pub fan_in: usize,
    /// Gets what a user may want to know of files that are left out or mended, a line at a time.
    pub remark: fn(&str),
}

impl Build {
    /// A new index of these imports, with a GiB of memory and one thread.
    #[must_use]
    pub fn new(folders: Vec<PathBuf>, output: PathBuf) -> Build {
        let (memory, threads) = (1 << 30, NonZero::<usize>::MIN);
        Build {
            folders,
            output,
            adds: false,
            memory,
            max_ply: None,
            min_games: 1,
            threads,
            fan_in: 256,
            remark: |_| {},
        }
    }

    /// Builds the index, or resumes building it.
    ///
    /// # Errors
    ///
    /// If the folders are not of imports, if the folder of the index holds another one, or for what the system reports.
    pub fn run(&self) -> Result<Manifest> {
        manifest::make(&self.output)?;
        let output = fs::canonicalize(&self.output)?;
        for folder in &self.folders {
            let is_output = fs::canonicalize(folder).is_ok_and(|folder| folder == output);
            ensure!(!is_output, "{} is an import, and cannot be the folder of its index", folder.display());
        }
        Ledger::settle(&self.output)?;
        let known = Manifest::find(&self.output)?;
        let all = Source::all(&self.folders)?;
        let asked = all.len();
        let base = known.as_ref().filter(|_| self.adds);
        let (before, first) = base.map_or((&[][..], 1), |known| (known.files.as_slice(), known.games + 1));
        let sources = Source::unknown(all, before, first)?;
        let files: Vec<_> = sources.iter().map(Source::to_json).collect();
        // What was built to its end is not built again.
        if let Some(known) = &known {
            let is_as_long = self.max_ply.is_none_or(|asked| asked == known.max_ply);
            let is_same = known.files == files && known.min_games == self.min_games;
            if is_as_long && if self.adds { files.is_empty() } else { is_same } {
                if self.adds {
                    (self.remark)("nothing to add: the index has all of these games");
                }
                return Ok(known.clone());
            }
        }
        let base = match (known, self.adds) {
            (Some(known), true) => Some(known),
            (None, false) => None,
            (Some(_), false) => bail!("{}", self.taken()),
            (None, true) => bail!("{} has no index to add games to", self.output.display()),
        };
        let max_ply = match (&base, self.max_ply) {
            (Some(base), Some(asked)) if asked != base.max_ply => {
                bail!("the index counts {} half-moves of a game, not {asked}", base.max_ply)
            }
            (Some(base), _) => base.max_ply,
            (None, asked) => asked.unwrap_or(MAX_PLY),
        };
        let cut = self.min_games.max(base.as_ref().map_or(1, |base| base.min_games));
        ensure!(
            base.is_none() || cut == self.min_games,
            "an index without its rare positions cannot grow: build it anew"
        );
        ensure!(
            base.is_none() || cut == 1,
            "games that are added may not leave positions out: build it anew"
        );
        if sources.len() < asked {
            let (left, fresh) = (Several((asked - sources.len()) as u128, "file"), sources.len());
            (self.remark)(&format!(
                "the index has the games of {left}; adding those of {}",
                Several(fresh as u128, "other")
            ));
        }
        let plan = json!({
            "build": FORM, "max_ply": max_ply, "min_games": self.min_games,
            "base": base.as_ref().map(|base| &base.fingerprint), "files": files,
        });
        let ledger = Ledger::open(&self.output, &plan, self.remark)?;
        let base = base.map(|_| Index::open(&self.output)).transpose()?;
        let work = Work { build: self, sources, base, ledger, max_ply };
        work.games()?;
        work.runs()?;
        work.merge_runs()?;
        work.finish()
    }

    fn taken(&self) -> String {
        format!(
            "{} has an index of other games, or counted otherwise; add to it with --add, or use a new folder",
            self.output.display()
        )
    }
}

/// A build under way.
struct Work<'a> {
    build: &'a Build,
    sources: Vec<Source>,
    base: Option<Index>,
    ledger: Ledger,
    max_ply: u16,
}

impl Work<'_> {
    fn known(&self) -> Option<&Manifest> {
        self.base.as_ref().map(Index::manifest)
    }

    fn generation(&self) -> u32 {
        self.known().map_or(1, |known| known.generation + 1)
    }

    fn run_file(&self, run: u32) -> PathBuf {
        self.build.output.join("runs").join(run.to_string())
    }

    /// Works on all tasks with the threads of the build, each with a state of its own, until one fails.
    fn on_threads<T: Sync, S>(
        &self,
        tasks: &[T],
        begin: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &T) -> Result<()> + Sync,
        end: impl Fn(S) -> Result<()> + Sync,
    ) -> Result<()> {
        let next = AtomicUsize::new(0);
        let is_over = AtomicBool::new(false);
        let one = || {
            let mut state = begin();
            while let Some(task) = tasks.get(next.fetch_add(1, Relaxed)).filter(|_| !is_over.load(Relaxed)) {
                work(&mut state, task).inspect_err(|_| is_over.store(true, Relaxed))?;
            }
            end(state)
        };
        thread::scope(|scope| {
            let threads = self.build.threads.get().min(tasks.len());
            let all: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
            let ended =
                all.into_iter().map(|thread| thread.join().unwrap_or_else(|_| bail!("a thread panicked")));
            ended.collect()
        })
    }

    /// Keeps what is kept of each game.
    fn games(&self) -> Result<()> {
        manifest::make(&self.build.output.join("games"))?;
        let before = self.known().map_or(0, |known| known.files.len());
        let missing: Vec<_> =
            self.sources.iter().zip(before..).filter(|(_, file)| !self.ledger.has_games(*file)).collect();
        let bar = count_bar(missing.iter().map(|(source, _)| source.games).sum(), "games kept");
        let keep = |row: &mut Vec<u8>, (source, file): &(&Source, usize)| {
            let mut store = StoreWriter::create(&games_file(&self.build.output, *file), GAME_PAGE)?;
            for games in source.read(source.first..source.end(), &GAME_COLUMNS)? {
                for game in games?.iter() {
                    row.clear();
                    push_game(row, &game);
                    store.push(game.number, row)?;
                    bar.inc(1);
                }
            }
            store.finish()?;
            self.ledger.note_games(*file)
        };
        let kept = self.on_threads(&missing, Vec::new, keep, |_| Ok(()));
        bar.finish_and_clear();
        kept
    }

    /// Makes runs of the games that are in none.
    fn runs(&self) -> Result<()> {
        manifest::make(&self.build.output.join("runs"))?;
        let tasks = self.tasks();
        let bar = count_bar(tasks.iter().map(|(_, range)| range.end - range.start).sum(), "games counted");
        let memory = usize::try_from(self.build.memory)? / self.build.threads;
        let begin = || RunMaker {
            work: self,
            plies: Plies::new(memory, self.max_ply.into()),
            numbers: Vec::new(),
            count: 0,
        };
        let made = self.on_threads(
            &tasks,
            begin,
            |maker, (source, range)| {
                maker.take(source, range.clone())?;
                bar.inc(range.end - range.start);
                Ok(())
            },
            |mut maker| maker.flush(),
        );
        bar.finish_and_clear();
        made
    }

    /// The games that are in no run, cut into tasks.
    fn tasks(&self) -> Vec<(&Source, Range<u64>)> {
        let mut tasks = Vec::new();
        for source in &self.sources {
            for missing in self.ledger.missing(source.first..source.end()) {
                let end = missing.end.min(source.end());
                let starts = (missing.start.max(source.first)..end).step_by(TASK as usize);
                tasks.extend(starts.map(|from| (source, from..(from + TASK).min(end))));
            }
        }
        tasks
    }

    /// Merges runs into larger ones until one merge can take all.
    fn merge_runs(&self) -> Result<()> {
        let most = self.build.fan_in.max(2);
        loop {
            let runs = self.ledger.runs();
            if runs.len() <= most {
                return Ok(());
            }
            let groups: Vec<_> = runs.chunks(most).filter(|group| group.len() > 1).collect();
            let bar = count_bar(groups.len() as u64, "runs merged");
            let one = |_: &mut (), group: &&[(u32, u64)]| {
                let old: Vec<u32> = group.iter().map(|&(run, _)| run).collect();
                let opened: Result<Vec<Run>> =
                    old.iter().map(|&run| Run::open(&self.run_file(run))).collect();
                let opened = opened?;
                let mut sources = self.sources_of(&opened, 0..PREFIXES)?;
                let run = self.ledger.begin_run();
                let mut writer = RunWriter::create(&self.run_file(run))?;
                merge(&mut sources, |key, row| Ok(writer.push(key, row)?))?;
                writer.finish()?;
                self.ledger.note_replacement(run, &old, group.iter().map(|(_, plies)| plies).sum())?;
                old.iter().for_each(|&run| drop(fs::remove_file(self.run_file(run))));
                bar.inc(1);
                Ok(())
            };
            let merged = self.on_threads(&groups, || (), one, |()| Ok(()));
            bar.finish_and_clear();
            merged?;
        }
    }

    /// The rows of runs with these prefixes.
    fn sources_of<'a>(&self, runs: &[Run], prefixes: Range<usize>) -> Result<Vec<Box<dyn Sorted + 'a>>> {
        let readers = (runs.len() + 1) * self.build.threads.get();
        let piece = usize::try_from(self.build.memory)? / readers / 2;
        let piece = piece.clamp(PIECE.start, PIECE.end);
        runs.iter().map(|run| Ok(Box::new(run.rows(prefixes.clone(), piece)?) as Box<dyn Sorted>)).collect()
    }

    /// Merges everything into the files of positions, and completes the index.
    fn finish(self) -> Result<Manifest> {
        let output = &self.build.output;
        let runs = self.ledger.runs();
        let plies =
            runs.iter().map(|(_, plies)| plies).sum::<u64>() + self.known().map_or(0, |known| known.plies);
        let shards = shards(plies);
        let opened: Result<Vec<Run>> = runs.iter().map(|&(run, _)| Run::open(&self.run_file(run))).collect();
        let opened = opened?;
        manifest::make(&positions_folder(output, self.generation()))?;
        let missing: Vec<u32> = (0..shards).filter(|&shard| self.ledger.shard(shard).is_none()).collect();
        let bar = count_bar(missing.len() as u64, "files of positions");
        let one = |_: &mut (), &shard: &u32| {
            let count = self.shard(&opened, shard, shards)?;
            self.ledger.note_shard(shard, count)?;
            bar.inc(1);
            Ok(())
        };
        let merged = self.on_threads(&missing, || (), one, |()| Ok(()));
        bar.finish_and_clear();
        merged?;
        let mut files = self.known().map_or_else(Vec::new, |known| known.files.clone());
        files.extend(self.sources.iter().map(Source::to_json));
        let mut manifest = Manifest {
            explorer: FORM,
            generation: self.generation(),
            max_ply: self.max_ply,
            min_games: self.build.min_games,
            games: self.sources.last().map_or(0, |last| last.end() - 1),
            plies,
            positions: 0,
            entries: 0,
            shards,
            fingerprint: String::new(),
            files,
        };
        for shard in 0..shards {
            let count = self.ledger.shard(shard).unwrap_or_default();
            manifest.positions += count.positions;
            manifest.entries += count.entries;
        }
        manifest.fingerprint = self.fingerprint(&manifest)?;
        manifest.write(output)?;
        self.clear()?;
        Ok(manifest)
    }

    /// Merges the rows of one file.
    fn shard(&self, runs: &[Run], shard: u32, shards: u32) -> Result<ShardCount> {
        let width = PREFIXES / shards as usize;
        let prefixes = shard as usize * width..(shard as usize + 1) * width;
        let mut sources = self.sources_of(runs, prefixes.clone())?;
        if let Some(base) = &self.base {
            let from = (prefixes.start as u64) << (64 - PREFIX_BITS);
            let to = from + (((width as u64) << (64 - PREFIX_BITS)).wrapping_sub(1));
            sources.extend(base.rows(from, to)?);
        }
        let mut store =
            StoreWriter::create(&shard_file(&self.build.output, self.generation(), shard), POSITION_PAGE)?;
        let mut count = ShardCount::default();
        merge(&mut sources, |key, row| {
            let (mut entries, mut games) = (0, 0_u64);
            for entry in Entries::new(row) {
                entries += 1;
                games = games.saturating_add(entry.tally.games());
            }
            if games < self.build.min_games {
                return Ok(());
            }
            count.positions += 1;
            count.entries += entries;
            store.push(key, row)
        })?;
        store.finish()?;
        Ok(count)
    }

    /// The sums of the sparse indexes.
    fn fingerprint(&self, manifest: &Manifest) -> Result<String> {
        let output = &self.build.output;
        let sum = |files: &mut dyn Iterator<Item = PathBuf>| -> Result<u32> {
            let mut sum = crc32fast::Hasher::new();
            for file in files {
                sum.update(
                    &fs::read(pages_file(&file))
                        .with_context(|| format!("cannot read {}", file.display()))?,
                );
            }
            Ok(sum.finalize())
        };
        let shards = (0..manifest.shards).map(|shard| shard_file(output, manifest.generation, shard));
        let positions = sum(&mut { shards })?;
        let games = sum(&mut (0..manifest.files.len()).map(|file| games_file(output, file)))?;
        Ok(manifest::fingerprint([positions, games]))
    }

    /// Removes what the index does not need.
    fn clear(self) -> Result<()> {
        clear(&self.build.output, self.generation())
    }
}

/// The number of files for half-moves.
fn shards(plies: u64) -> u32 {
    let wanted = plies.div_ceil(SHARD_PLIES).next_power_of_two();
    wanted.min(PREFIXES as u64) as u32
}

/// A thread that makes runs.
struct RunMaker<'a> {
    work: &'a Work<'a>,
    plies: Plies,
    /// The games in memory, also those that do not count.
    numbers: Vec<Range<u64>>,
    count: u64,
}

impl RunMaker<'_> {
    /// Takes games, and writes a run whenever the memory is full.
    fn take(&mut self, source: &Source, range: Range<u64>) -> Result<()> {
        self.numbers.push(range.start..range.start);
        for games in source.read(range, &PLY_COLUMNS)? {
            for game in games?.iter() {
                if let Some(single) = game.single() {
                    if self.plies.is_full_for(game.digests().len()) {
                        self.flush()?;
                        self.numbers.push(game.number..game.number);
                    }
                    let pushed = self.plies.push(single, &game.start()?, game.digests());
                    self.count += pushed.with_context(|| format!("game {}", game.number))? as u64;
                }
                if let Some(last) = self.numbers.last_mut() {
                    last.end = game.number + 1;
                }
            }
        }
        Ok(())
    }

    /// Writes a run of what is in memory.
    fn flush(&mut self) -> Result<()> {
        let numbers = std::mem::take(&mut self.numbers);
        if numbers.iter().all(Range::is_empty) {
            return Ok(());
        }
        let run = self.work.ledger.begin_run();
        let mut writer = RunWriter::create(&self.work.run_file(run))?;
        self.plies.drain(|key, row| writer.push(key, row))?;
        writer.finish()?;
        self.work.ledger.note_run(run, &numbers, std::mem::take(&mut self.count))
    }
}

/// A bar that counts.
fn count_bar(length: u64, what: &'static str) -> ProgressBar {
    let bar = progress::bar(Some(length), "{wide_bar} {human_pos} of {human_len} {msg}  {elapsed}  {eta}");
    bar.set_message(what);
    bar
}

/// What a user reads at the end.
#[must_use]
pub fn summary(manifest: &Manifest) -> String {
    let several = |number: u64, what| Several(number.into(), what).to_string();
    format!(
        "{}, {}, {}, {}",
        several(manifest.games, "game"),
        several(manifest.plies, "half-move"),
        several(manifest.positions, "position"),
        if manifest.entries == 1 {
            "1 entry".to_owned()
        } else {
            format!("{} entries", philidor_host::Grouped(manifest.entries.into()))
        }
    )
}
