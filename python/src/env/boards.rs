//! All boards of an environment, worked on by one thread or several.
//!
//! The boards are cut into a run for each thread. A board has random numbers of its own, so what happens on it does not
//! depend on how many threads there are. The threads stay for the next step: starting one takes as long as stepping
//! many boards, and it begins beside the caller rather than on an idle core (bench/record/python.md).

use std::{mem, process};

use philidor::threads::pool;
use pyo3::FromPyObject;
use rayon::ThreadPool;

use super::board::{Board, Choice, State};
use super::rows::Rows;
use super::rules::Rules;
use crate::encoding::Pixel;
use crate::rows::{self, Ended};

/// The fewest boards of a thread. With half as many, two threads were slower than one (bench/record/python.md).
const MIN_BOARDS: usize = 128;

/// The boards, and what holds for all of them.
pub(crate) struct Boards {
    pub(crate) rules: Rules,
    pub(crate) boards: Vec<Board>,
    threads: usize,
    workers: Option<Workers>,
}

/// Threads beside the caller's, and the process that has them.
struct Workers {
    pool: ThreadPool,
    process: u32,
}

impl Workers {
    /// The threads of this process, started if there are none or if a fork has left them behind; `None` if the system
    /// starts none.
    fn here(workers: &mut Option<Workers>, count: usize) -> Option<&ThreadPool> {
        Workers::forget_lost(workers);
        if workers.is_none() {
            *workers = pool(count).map(|pool| Workers { pool, process: process::id() });
        }
        workers.as_ref().map(|workers| &workers.pool)
    }

    /// Forgets threads that a fork has left behind: ending them would wait for what they held at that time.
    fn forget_lost(workers: &mut Option<Workers>) {
        mem::forget(workers.take_if(|workers| workers.process != process::id()));
    }
}

impl Drop for Boards {
    fn drop(&mut self) {
        Workers::forget_lost(&mut self.workers);
    }
}

/// Where the random numbers of the boards begin.
#[derive(FromPyObject)]
pub(crate) enum Seeds {
    /// From one seed, with different numbers for each board.
    All(u64),
    /// Each board from a seed of its own, as the first board of [`Seeds::All`]; without one its numbers continue.
    Each(Vec<Option<u64>>),
}

impl Seeds {
    fn reach(&self, number: usize, board: &mut Board) {
        match self {
            Seeds::All(seed) => board.seed(*seed, number),
            Seeds::Each(seeds) => {
                if let Some(&Some(seed)) = seeds.get(number) {
                    board.seed(seed, 0);
                }
            }
        }
    }
}

/// An action that is refused: on which board, and why.
pub(crate) struct Refused {
    pub(crate) row: usize,
    pub(crate) choice: Choice,
}

impl Boards {
    /// This many boards without a game; `threads` as in [`rows::threads`].
    pub(crate) fn new(rules: Rules, count: usize, seeds: &Seeds, threads: usize) -> Result<Boards, Ended> {
        let mut boards = rows::room(count)?;
        boards.resize_with(count, Board::new);
        boards.iter_mut().enumerate().for_each(|(number, board)| seeds.reach(number, board));
        Ok(Boards { rules, boards, threads, workers: None })
    }

    /// Ends the threads that are kept for the next step; a step starts others.
    pub(crate) fn end_threads(&mut self) {
        Workers::forget_lost(&mut self.workers);
        self.workers = None;
    }

    /// Begins new games on all boards, or on the chosen ones. Seeds apply to the others, too.
    pub(crate) fn reset<N: Pixel>(
        &mut self,
        seeds: Option<&Seeds>,
        chosen: Option<&[bool]>,
        rows: Rows<'_, N>,
    ) -> Result<(), Ended> {
        self.share(rows, |rules, number, board, row, _| {
            if let Some(seeds) = seeds {
                seeds.reach(number, board);
            }
            if chosen.is_none_or(|chosen| chosen[number]) {
                board.show_next(rules, row);
            }
        })?;
        Ok(())
    }

    /// Each board continues from its state, or as it stands.
    pub(crate) fn restore<N: Pixel>(
        &mut self,
        states: &[Option<State>],
        rows: Rows<'_, N>,
    ) -> Result<(), Ended> {
        self.share(rows, |rules, number, board, row, _| {
            if let Some(state) = &states[number] {
                board.restore(rules, state, row);
            }
        })?;
        Ok(())
    }

    /// The first action that has to be refused, if there is one: then nothing is played.
    pub(crate) fn refused(&self, actions: &[i64]) -> Option<Refused> {
        let choices =
            self.boards.iter().zip(actions).map(|(board, &action)| board.choice(&self.rules, action));
        let is_refused = |choice: Choice| match choice {
            Choice::Illegal => !self.rules.illegal_loses,
            choice => choice == Choice::Over,
        };
        choices
            .enumerate()
            .find(|&(_, choice)| is_refused(choice))
            .map(|(row, choice)| Refused { row, choice })
    }

    /// Plays an action on each board. Returns the last observations of games that end while the next ones begin, in
    /// order.
    pub(crate) fn step<N: Pixel>(
        &mut self,
        actions: &[i64],
        rows: Rows<'_, N>,
    ) -> Result<Vec<Vec<N>>, Ended> {
        self.share(rows, |rules, number, board, row, last| {
            board.step(rules, board.choice(rules, actions[number]), row, last);
        })
    }

    /// Does work on each board with its number and its row; each thread fills a list.
    fn share<N: Pixel>(
        &mut self,
        rows: Rows<'_, N>,
        work: impl Fn(&Rules, usize, &mut Board, super::rows::Row<'_, N>, &mut Vec<N>) + Sync,
    ) -> Result<Vec<Vec<N>>, Ended> {
        let (rules, width, actions) = (&self.rules, self.rules.width(), self.rules.code.size);
        let threads = rows::threads(self.threads).min(self.boards.len() / MIN_BOARDS).max(1);
        let (mut later, mut boards, mut parts) = (rows, self.boards.as_mut_slice(), Vec::new());
        for run in rows::runs(boards.len(), threads) {
            let (rows, rest) = later.split(run.len(), width, actions);
            let (some, others) = boards.split_at_mut(run.len());
            (later, boards) = (rest, others);
            parts.push((run.start, some, rows));
        }
        let work = |(first, boards, rows): (usize, &mut [Board], Rows<'_, N>)| {
            let mut last = Vec::new();
            for ((number, board), row) in (first..).zip(boards).zip(rows.each(width, actions)) {
                work(rules, number, board, row, &mut last);
            }
            last
        };
        let Some(own) = parts.pop() else { return Ok(Vec::new()) };
        if parts.is_empty() {
            return Ok(vec![work(own)]);
        }
        let Some(pool) = Workers::here(&mut self.workers, parts.len()) else {
            return Ok(parts.into_iter().chain([own]).map(work).collect());
        };
        let mut lists: Vec<Vec<N>> = parts.iter().map(|_| Vec::new()).collect();
        let own = pool.in_place_scope(|scope| {
            for (part, list) in parts.into_iter().zip(&mut lists) {
                let work = &work;
                scope.spawn(move |_| *list = work(part));
            }
            work(own)
        });
        lists.push(own);
        Ok(lists)
    }
}
