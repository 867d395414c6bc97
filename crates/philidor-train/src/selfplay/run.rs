//! Many games on many threads, given out in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;

use philidor_engine::{Bot, Control, spawn_search_thread};

use super::game::{NoGame, SelfplayRules, play};
use crate::data::ScoredGame;

/// What is played.
#[derive(Clone, Debug)]
pub struct Run {
    /// How each game is played.
    pub rules: SelfplayRules,
    /// The seed of all openings.
    pub seed: u64,
    /// The numbers of the games.
    pub games: Range<u64>,
}

/// Lets no other game begin once the thread that has it panics, since no game after the one that is lost then would be
/// handed on.
struct EndAfterPanic<'a> {
    next: &'a AtomicU64,
    end: u64,
}

impl Drop for EndAfterPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.next.store(self.end, Relaxed);
        }
    }
}

/// Plays games, each bot on a thread of its own, and hands them to `take` in the order of their numbers. `control`
/// stops them within a move; games that are not over then are lost, and a run that resumes plays them again.
///
/// # Errors
///
/// If it is stopped, a bot is at fault, or there is no thread for any bot. What was taken before is whole and in order.
///
/// # Panics
///
/// If a bot does; the games that other bots are playing then end first.
///
/// ```
/// use philidor_engine::{Control, standard_with};
/// use philidor_train::selfplay::{NoGame, Run, SelfplayRules, run};
///
/// let rules = SelfplayRules { nodes: 50, max_plies: 20, ..SelfplayRules::default() };
/// let play = |threads, games| {
///     let bots = (0..threads).map(|_| standard_with("material").expect("an evaluation")).collect();
///     let mut played = Vec::new();
///     let plan = Run { rules: rules.clone(), seed: 1, games };
///     run(&plan, bots, &Control::new(), |game| played.push(game))?;
///     Ok::<_, NoGame>(played)
/// };
/// let all = play(2, 0..5)?;
/// assert_eq!(all, [play(1, 0..3)?, play(3, 3..5)?].concat());
/// # Ok::<(), NoGame>(())
/// ```
pub fn run<B: Bot>(
    run: &Run,
    bots: Vec<B>,
    control: &Control,
    mut take: impl FnMut(ScoredGame),
) -> Result<(), NoGame> {
    let Run { rules, seed, games } = run;
    let next = AtomicU64::new(games.start);
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let mut has_thread = false;
        for mut bot in bots {
            let (sender, next) = (sender.clone(), &next);
            let thread = spawn_search_thread(scope, move || {
                let _end = EndAfterPanic { next, end: games.end };
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= games.end {
                        break;
                    }
                    let game = play(&mut bot, rules, *seed, number, control);
                    let is_over = game.is_err();
                    if sender.send((number, game)).is_err() || is_over {
                        break;
                    }
                }
            });
            has_thread |= thread.is_ok();
        }
        drop(sender);
        if !has_thread {
            return Err(NoGame::Thread);
        }
        let mut early = BTreeMap::new();
        let mut wanted = games.start;
        for (number, game) in receiver {
            early.insert(number, game);
            while let Some(game) = early.remove(&wanted) {
                // The others end when no one takes their games.
                take(game?);
                wanted += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::sync::atomic::AtomicBool;

    use philidor::{Game, Move};
    use philidor_engine::{Clock, Listener, Report, Score, SearchLimits, SearchResult};

    use super::*;

    /// Counts its games; the first of all bots that begins one panics.
    struct Panics<'a> {
        has_panicked: &'a AtomicBool,
        games: &'a AtomicU64,
    }

    impl Bot for Panics<'_> {
        fn think(&mut self, game: &Game, _: &Clock) -> Move {
            game.position().legal_moves()[0]
        }

        fn search(
            &mut self,
            game: &Game,
            _: &SearchLimits,
            _: &Control,
            _: &mut dyn Listener,
        ) -> SearchResult {
            if !self.has_panicked.swap(true, Relaxed) {
                // Without a hook, which would take as long as thousands of these games.
                resume_unwind(Box::new("the fault of this test"));
            }
            let mut found = SearchResult::new(game.position().legal_moves()[0]);
            found.report = Some(Report::new(Score::DRAW, found.best.into_iter().collect()));
            found
        }

        fn new_game(&mut self) {
            self.games.fetch_add(1, Relaxed);
        }
    }

    #[test]
    fn after_a_panic_no_other_game_begins() {
        let (has_panicked, games) = (&AtomicBool::new(false), &AtomicU64::new(0));
        let bots = vec![Panics { has_panicked, games }, Panics { has_panicked, games }];
        let rules = SelfplayRules { max_plies: 2_000, ..SelfplayRules::default() };
        let plan = Run { rules, seed: 1, games: 0..100_000 };
        let mut taken = 0;
        let result = catch_unwind(AssertUnwindSafe(|| run(&plan, bots, &Control::new(), |_| taken += 1)));
        assert!(result.is_err());
        assert!(games.load(Relaxed) < 50_000 && taken < 50_000, "{games:?}");
    }
}
