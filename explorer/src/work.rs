//! A build under way: what each of its steps has, and the first two, which keep the games and make runs of their plies.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use indicatif::ProgressBar;
use philidor_host::{progress, threads};

use crate::build::Build;
use crate::counted::{Count, CountedImport, Numbers};
use crate::games::{GAME_COLUMNS, PLY_COLUMNS};
use crate::index::Index;
use crate::ledger::Ledger;
use crate::manifest::{self, Manifest, games_file};
use crate::plies::Plies;
use crate::record::{GAME_PAGE, push_game};
use crate::row::Entries;
use crate::run::RunWriter;
use crate::source::Source;
use crate::writer::StoreWriter;

/// The most games that a thread takes at a time.
const TASK: u64 = 4096;

/// A build under way.
pub(crate) struct Work<'a> {
    pub(crate) build: &'a Build,
    pub(crate) sources: Vec<Source>,
    pub(crate) base: Option<Index>,
    pub(crate) ledger: Ledger,
    pub(crate) max_ply: u16,
}

impl Work<'_> {
    /// The index to which games are added.
    pub(crate) fn known(&self) -> Option<&Manifest> {
        self.base.as_ref().map(Index::manifest)
    }

    /// The number of the files of positions to be written: each build of an index has the next one.
    pub(crate) fn generation(&self) -> u32 {
        self.known().map_or(1, |known| known.generation + 1)
    }

    pub(crate) fn run_file(&self, run: u32) -> PathBuf {
        self.build.output.join("runs").join(run.to_string())
    }

    /// Works on all tasks with the threads of the build, each with a state of its own, until one fails.
    pub(crate) fn on_threads<T: Sync, S>(
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
        let outcome = Mutex::new(Ok(()));
        threads::share(self.build.threads.get().min(tasks.len()), &|| {
            if let Err(error) = one() {
                *outcome.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
            }
        });
        outcome.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what the index keeps of each game.
    pub(crate) fn games(&self) -> Result<()> {
        manifest::make(&self.build.output.join("games"))?;
        let before = self.known().map_or(0, |known| known.files.len());
        let missing: Vec<_> =
            self.sources.iter().zip(before..).filter(|(_, file)| !self.ledger.has_games(*file)).collect();
        let bar = count_bar(missing.iter().map(|(source, _)| source.games).sum(), "games kept");
        let keep = |row: &mut Vec<u8>, (source, file): &(&Source, usize)| {
            let mut store = StoreWriter::create(&games_file(&self.build.output, *file), GAME_PAGE)?;
            source.each(source.first..source.end(), &GAME_COLUMNS, |game| {
                row.clear();
                push_game(row, game);
                bar.inc(1);
                store.push(game.number, row)
            })?;
            store.finish()?;
            self.ledger.note_games(*file)
        };
        let kept = self.on_threads(&missing, Vec::new, keep, |_| Ok(()));
        bar.finish_and_clear();
        kept
    }

    /// Makes one run of all games from the rows that are counted elsewhere, unless there are runs already.
    pub(crate) fn counted(&self, count: Count<'_>) -> Result<()> {
        let (Some(first), Some(last)) = (self.sources.first(), self.sources.last()) else { return Ok(()) };
        if !self.ledger.runs().is_empty() {
            return Ok(());
        }
        manifest::make(&self.build.output.join("runs"))?;
        let (imports, numbers) = self.imports()?;
        let run = self.ledger.begin_run();
        let mut writer = RunWriter::create(&self.run_file(run))?;
        let (mut plies, mut before) = (0, None);
        count(&imports, &mut |key, row| {
            ensure!(before.replace(key) < Some(key), "rows are not in the order of their keys");
            plies += Entries::new(row).map(|entry| entry.tally.games()).sum::<u64>();
            Ok(writer.push(key, &numbers.renumbered(row))?)
        })?;
        writer.finish()?;
        let all = first.first..last.end();
        self.ledger.note_run(run, std::slice::from_ref(&all), plies)
    }

    /// The imports of the games, which must be whole, and the numbers of their games.
    fn imports(&self) -> Result<(Vec<CountedImport>, Numbers)> {
        let (mut imports, mut numbers, mut offset) = (Vec::new(), Numbers::default(), 0);
        for files in self.sources.chunk_by(|one, other| one.folder() == other.folder()) {
            let [first, ..] = files else { continue };
            let games = first.folder().context("a cluster counts the games of imports alone")?.to_owned();
            let all = Source::of_import(&games.join(".."))?.len();
            ensure!(
                all == files.len(),
                "{}: only some of its games are new; add them without a cluster",
                games.display()
            );
            let mut last = 0;
            for source in files {
                for (id, number) in source.ids()?.into_iter().zip(source.first..) {
                    ensure!(id > last, "{}: the ids of games are not in their order", games.display());
                    last = id;
                    numbers.note(offset + id, number);
                }
            }
            imports.push(CountedImport { games, offset, max_ply: self.max_ply });
            offset += last;
        }
        Ok((imports, numbers))
    }

    /// Makes runs of the games that are in none.
    pub(crate) fn runs(&self) -> Result<()> {
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
        source.each(range, &PLY_COLUMNS, |game| {
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
            Ok(())
        })
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

pub(crate) fn count_bar(length: u64, what: &'static str) -> ProgressBar {
    let bar = progress::bar(Some(length), "{wide_bar} {human_pos} of {human_len} {msg}  {elapsed}  {eta}");
    bar.set_message(what);
    bar
}
