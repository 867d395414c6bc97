//! The order of work: materials after those that they lead to, and the slices of each in waves.

use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use std::thread;

use philidor::threads::in_pool;
use rayon::prelude::*;

use super::distance::Measure;
use super::error::SolveError;
use super::layout::{self, Layout};
use super::moves::Moves;
use super::observer::Observer;
use super::retrograde::Slice;
use super::solved_tables::SolvedTables;
use super::successors::{Known, Successors};
use super::table::Table;
use super::values::Values;
use crate::material::Material;

/// Never set.
pub(crate) static NEVER_STOP: AtomicBool = AtomicBool::new(false);

/// How much memory is used at most by default: 16 GiB.
const MEMORY: u64 = 16 << 30;

/// More threads for each core get in each other's way: they look for work in vain.
const MAX_THREADS_OF_A_CORE: usize = 4;

/// Solves materials.
///
/// ```
/// use philidor_tables::solve::{Limit, Measure, SolveError, SolvedTables, Solver};
///
/// let mut solved = SolvedTables::new();
/// let solver = Solver::new().with_threads(2);
/// solver.solve(&mut solved, "KQvK".parse()?)?;
/// assert!(solved.table("KvKQ".parse()?).is_some_and(|table| table.has(Measure::Zeroing)));
///
/// let refused = solver.with_memory(1 << 20).solve(&mut solved, "KQvKR".parse()?);
/// assert!(matches!(refused, Err(SolveError::Memory { bytes, .. }) if bytes > 1 << 20));
/// let refused = solver.solve(&mut solved, "KQRBvKQ".parse()?);
/// assert!(matches!(refused, Err(SolveError::TooLarge { limit: Limit::Placements, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Solver<'a> {
    threads: Option<usize>,
    has_mate: bool,
    memory: u64,
    stop: &'a AtomicBool,
    observer: &'a dyn Observer,
}

impl Default for Solver<'_> {
    fn default() -> Self {
        Solver::new()
    }
}

impl<'a> Solver<'a> {
    /// On all cores, with distances to zeroing moves alone, and in at most 16 GiB.
    #[must_use]
    pub fn new() -> Solver<'a> {
        Solver { threads: None, has_mate: false, memory: MEMORY, stop: &NEVER_STOP, observer: &() }
    }

    /// Solves on this many threads, but on no more than four for each core, nor on more than the system starts: if it
    /// starts none, on the caller's. The tables are the same for any number.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Solver<'a> {
        self.threads = Some(threads);
        self
    }

    /// Distances to mate, too: twice the time, and twice the memory.
    #[must_use]
    pub fn with_mate(mut self) -> Solver<'a> {
        self.has_mate = true;
        self
    }

    /// Limits all tables together to this many bytes. Temporary memory for solving does not count.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Solver<'a> {
        self.memory = bytes;
        self
    }

    /// Stops soon after the flag is set, with [`SolveError::Stopped`].
    #[must_use]
    pub fn with_stop(mut self, stop: &'a AtomicBool) -> Solver<'a> {
        self.stop = stop;
        self
    }

    /// Reports progress to an observer.
    #[must_use]
    pub fn with_observer(mut self, observer: &'a dyn Observer) -> Solver<'a> {
        self.observer = observer;
        self
    }

    /// The tables that this solver must still solve for a material: see [`SolvedTables::missing`].
    #[must_use]
    pub fn missing(&self, solved: &SolvedTables, material: Material) -> Vec<Material> {
        solved.missing(material, if self.has_mate { Measure::Mate } else { Measure::Zeroing })
    }

    /// Solves a material, after everything that it leads to and that is not solved yet.
    ///
    /// # Errors
    ///
    /// What [`check`](Solver::check) reports; also if the solver was stopped. Tables finished before that are kept.
    pub fn solve(&self, solved: &mut SolvedTables, material: Material) -> Result<(), SolveError> {
        self.check(solved, material)?;
        let missing = self.missing(solved, material);
        on_threads(self.threads, || missing.iter().try_for_each(|&material| self.solve_one(solved, material)))
    }

    /// Whether a material and what it leads to can be solved, and fit into the memory with what is solved already. It
    /// takes no time; [`solve`](Solver::solve) begins with it.
    ///
    /// # Errors
    ///
    /// [`SolveError::TooLarge`] or [`SolveError::Memory`].
    pub fn check(&self, solved: &SolvedTables, material: Material) -> Result<(), SolveError> {
        self.check_all(solved, &[material])
    }

    /// The same for several materials, one solved after the other and all of them kept.
    ///
    /// # Errors
    ///
    /// As for [`check`](Solver::check), about the first that does not fit beside those before it.
    ///
    /// ```
    /// use philidor_tables::Material;
    /// use philidor_tables::solve::{SolvedTables, Solver};
    ///
    /// let materials: [Material; 2] = ["KQvK".parse()?, "KRvK".parse()?];
    /// let (solver, none) = (Solver::new().with_memory(150_000), SolvedTables::new());
    /// assert!(materials.iter().all(|&one| solver.check(&none, one).is_ok()));
    /// assert!(solver.check_all(&none, &materials).is_err());
    /// # Ok::<(), philidor_tables::ParseMaterialError>(())
    /// ```
    pub fn check_all(&self, solved: &SolvedTables, materials: &[Material]) -> Result<(), SolveError> {
        let measures = if self.has_mate { 2 } else { 1 };
        let mut added: Vec<Material> = Vec::new();
        for &material in materials {
            let missing = self.missing(solved, material);
            // What was asked for says more than what it leads to.
            for &material in missing.iter().rev() {
                Layout::check(material)?;
            }
            let new: Vec<Material> = missing.into_iter().filter(|one| !added.contains(one)).collect();
            added.extend(new);
            let held = solved.tables().filter(|table| !added.contains(&table.material())).map(Table::bytes);
            let sizes = added.iter().map(|material| layout::bytes(material).saturating_mul(measures));
            let bytes = held.chain(sizes).fold(0, u64::saturating_add);
            if bytes > self.memory {
                return Err(SolveError::Memory { material, bytes, limit: self.memory });
            }
        }
        Ok(())
    }

    /// Solves a canonical material when all that it leads to is solved.
    fn solve_one(&self, solved: &mut SolvedTables, material: Material) -> Result<(), SolveError> {
        let (layout, zeroing) = match solved.take(material) {
            Some(table) => (table.layout, Some(table.zeroing)),
            None => (Layout::new(material)?, None),
        };
        let zeroing = match zeroing {
            Some(zeroing) => zeroing,
            None => self.values(solved, &layout, Measure::Zeroing)?,
        };
        let mate = self.has_mate.then(|| self.values(solved, &layout, Measure::Mate));
        // A table that was there already stays, even if it is not finished by the other measure.
        let (mate, stopped) = match mate.transpose() {
            Ok(mate) => (mate, Ok(())),
            Err(error) => (None, Err(error)),
        };
        solved.insert(Table { layout, zeroing, mate });
        stopped
    }

    fn values(&self, solved: &SolvedTables, layout: &Layout, measure: Measure) -> Result<Values, SolveError> {
        self.observer.start(layout.material, measure, layout.places() * 4);
        let mut values = Values::empty(layout);
        for wave in layout.formations.waves() {
            let own = Known { layout, values: &values };
            let successors = Successors::new(own, |material| solved.known(material, measure))
                .map_err(|material| SolveError::Missing { material })?;
            let moves = Moves::new(layout, &successors, measure);
            let solve = |&slice: &u32| Slice::new(layout, moves, slice, self.stop, self.observer).solve();
            let solved: Vec<_> = wave.par_iter().map(solve).collect::<Result<_, _>>()?;
            for (slice, solved) in wave.into_iter().zip(solved) {
                values.slices[slice as usize] = solved;
            }
        }
        Ok(values)
    }
}

/// Works on this many threads, as far as they help and the system starts them, or on one for each core. A caller in a
/// pool of threads that names no number has this pool's.
pub(crate) fn on_threads<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> T {
    match threads {
        None if rayon::current_thread_index().is_some() => work(),
        threads => in_pool(threads.unwrap_or(cores()).min(max_threads()), work),
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

fn max_threads() -> usize {
    cores().saturating_mul(MAX_THREADS_OF_A_CORE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_do_not_help_are_not_started() {
        let started = |threads| on_threads(Some(threads), rayon::current_num_threads);
        assert_eq!([max_threads() + 1, 2].map(started), [max_threads(), 2]);
    }
}
