//! What a build is to do: which games are new, and whether the index that is there may have them.

use std::fs;

use anyhow::{Context, Result, bail, ensure};
use philidor_host::Several;
use serde_json::{Value, json};

use crate::build::{Build, MAX_PLY};
use crate::counted::{Count, CountedImport, TakeRow};
use crate::index::Index;
use crate::ledger::{Ledger, lock_folder};
use crate::manifest::{self, FORMAT_VERSION, Manifest};
use crate::source::Source;
use crate::transcript::Reading;
use crate::work::Work;

impl Build {
    /// Builds the index, or resumes building it.
    ///
    /// # Errors
    ///
    /// If a folder is not that of an import, if a file of games cannot be read, if the folder of the index holds
    /// another one, or for what the system reports.
    pub fn run(&self) -> Result<Manifest> {
        self.steps(None)
    }

    /// The same, where half-moves are counted elsewhere: `count` passes on the rows of the positions in these imports,
    /// in the order of their keys, each key once. A build that has begun to count continues by itself.
    ///
    /// # Errors
    ///
    /// As [`run`](Build::run), and those of `count`.
    pub fn run_with(
        &self,
        mut count: impl FnMut(&[CountedImport], TakeRow<'_>) -> Result<()>,
    ) -> Result<Manifest> {
        self.steps(Some(&mut count))
    }

    fn steps(&self, count: Option<Count<'_>>) -> Result<Manifest> {
        manifest::make(&self.output)?;
        self.check_inputs()?;
        let _alone = lock_folder(&self.output)?;
        Ledger::settle(&self.output)?;
        let known = Manifest::find(&self.output)?;
        ensure!(known.is_some() || !self.adds, "{} has no index to add games to", self.output.display());
        if let Some(base) = known.as_ref().filter(|_| self.adds) {
            self.half_moves(Some(base))?;
        }
        let files = known.as_ref().map_or(&[][..], |known| known.files.as_slice());
        let reading = Reading {
            output: &self.output,
            // An index that is there and does not grow has all of the games, or is refused.
            is_allowed: known.is_none() || self.adds,
            threads: self.threads,
            lenient: self.lenient,
            remark: self.remark,
        };
        let Some(all) = Source::all(&self.inputs, files, &reading)? else {
            return Err(self.has_other_games());
        };
        let asked = all.len();
        let base = known.as_ref().filter(|_| self.adds);
        let (before, first) = base.map_or((&[][..], 1), |known| (known.files.as_slice(), known.games + 1));
        let sources = Source::unknown(all, before, first)?;
        let files: Vec<_> = sources.iter().map(Source::to_json).collect();
        if let Some(known) = known.as_ref().filter(|known| self.is_done(known, &files)) {
            if self.adds {
                (self.remark)("nothing to add: the index has all of these games");
            } else {
                self.warn_of_nothing(known.games, known.plies);
            }
            return Ok(known.clone());
        }
        // An import may be empty. A file that is named and has no games is likely to be something else.
        let all_games: u64 = sources.iter().map(Source::games).sum();
        if all_games == 0 && !self.adds && !self.inputs.iter().any(|input| input.is_dir()) {
            bail!("there are no games in {}", self.names());
        }
        let base = self.base(known)?;
        let max_ply = self.half_moves(base.as_ref())?;
        self.check_min_games(base.as_ref())?;
        if sources.len() < asked {
            let (left, fresh) = (Several((asked - sources.len()) as u128, "file"), sources.len());
            (self.remark)(&format!(
                "the index has the games of {left}; adding those of {}",
                Several(fresh as u128, "other")
            ));
        }
        let plan = json!({
            "build": FORMAT_VERSION, "max_ply": max_ply, "min_games": self.min_games,
            "base": base.as_ref().map(|base| &base.fingerprint), "files": files,
        });
        let ledger = Ledger::open(&self.output, &plan, self.remark)?;
        let base = base.map(|_| Index::open(&self.output)).transpose()?;
        let work = Work { build: self, sources, base, ledger, max_ply };
        let (games, before) =
            (work.sources.iter().map(Source::games).sum(), work.known().map_or(0, |known| known.plies));
        if let Some(count) = count {
            work.counted(count)?;
        }
        work.games()?;
        work.runs()?;
        work.merge_runs()?;
        let built = work.finish()?;
        self.warn_of_nothing(games, built.plies - before);
        Ok(built)
    }

    /// Remarks that there is nothing to count: it is likely that the inputs are not those that were meant.
    fn warn_of_nothing(&self, games: u64, plies: u64) {
        if games == 0 {
            (self.remark)(&format!("warning: there are no games in {}", self.names()));
        } else if plies == 0 {
            let games = Several(games.into(), "game");
            (self.remark)(&format!(
                "warning: of {games} none counts: without a result, a move or the usual start"
            ));
        }
    }

    /// The inputs, as the user has named them.
    fn names(&self) -> String {
        self.inputs.iter().map(|input| input.display().to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Refuses inputs that are not there, and an import whose folder is that of the index.
    fn check_inputs(&self) -> Result<()> {
        let output = fs::canonicalize(&self.output)?;
        for input in &self.inputs {
            fs::metadata(input).with_context(|| format!("cannot read {}", input.display()))?;
            let is_output = fs::canonicalize(input).is_ok_and(|input| input == output);
            ensure!(!is_output, "{} is an import, and cannot be the folder of its index", input.display());
        }
        Ok(())
    }

    /// Whether the index that is there has all that is asked, given the files that are new to it.
    fn is_done(&self, known: &Manifest, files: &[Value]) -> bool {
        let is_as_long = self.max_ply.is_none_or(|asked| asked == known.max_ply);
        let is_same = known.files == files && known.min_games == self.min_games;
        is_as_long && if self.adds { files.is_empty() } else { is_same }
    }

    /// The index to which games are added.
    fn base(&self, known: Option<Manifest>) -> Result<Option<Manifest>> {
        if known.is_some() && !self.adds { Err(self.has_other_games()) } else { Ok(known) }
    }

    fn has_other_games(&self) -> anyhow::Error {
        anyhow::anyhow!(
            "{} has an index of other games, or counted otherwise; add to it with --add, or use a new folder",
            self.output.display()
        )
    }

    /// How many half-moves of each game are counted.
    fn half_moves(&self, base: Option<&Manifest>) -> Result<u16> {
        match (base, self.max_ply) {
            (Some(base), Some(asked)) if asked != base.max_ply => {
                bail!("the index counts {} half-moves of a game, not {asked}", base.max_ply)
            }
            (Some(base), _) => Ok(base.max_ply),
            (None, asked) => Ok(asked.unwrap_or(MAX_PLY)),
        }
    }

    /// An index grows only while it has all positions.
    fn check_min_games(&self, base: Option<&Manifest>) -> Result<()> {
        let Some(base) = base else { return Ok(()) };
        let is_whole = base.min_games <= self.min_games;
        ensure!(is_whole, "an index without its rare positions cannot grow: build it anew");
        ensure!(self.min_games == 1, "games that are added may not leave positions out: build it anew");
        Ok(())
    }
}
