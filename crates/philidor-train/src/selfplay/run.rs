//! Many games on many threads, given out in the order of their numbers.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;

use philidor_engine::Bot;

use super::game::{SelfplayRules, play};
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
    /// How many are played at a time.
    pub threads: NonZero<usize>,
}

/// Plays games, each thread with a bot of its own, and hands them to `take` in the order of their numbers until it
/// breaks or all are played. A game for which no opening was found is left out.
///
/// ```
/// use philidor_engine::standard_with;
/// use philidor_train::selfplay::{Run, SelfplayRules, run};
/// use std::{num::NonZero, ops::ControlFlow};
///
/// let rules = SelfplayRules { nodes: 50, max_plies: 20, ..SelfplayRules::default() };
/// let play = |threads, games| {
///     let threads = NonZero::new(threads).expect("some");
///     let mut played = Vec::new();
///     run(
///         &Run { rules: rules.clone(), seed: 1, games, threads },
///         || standard_with("material").expect("an evaluation"),
///         |game| {
///             played.push(game);
///             ControlFlow::Continue(())
///         },
///     );
///     played
/// };
/// let all = play(2, 0..5);
/// assert_eq!(all, [play(1, 0..3), play(3, 3..5)].concat());
/// ```
pub fn run<B: Bot>(
    run: &Run,
    bot: impl Fn() -> B + Sync,
    mut take: impl FnMut(ScoredGame) -> ControlFlow<()>,
) {
    let Run { rules, seed, games, threads } = run;
    let next = AtomicU64::new(games.start);
    let is_over = AtomicBool::new(false);
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (sender, next, is_over, bot) = (sender.clone(), &next, &is_over, &bot);
            scope.spawn(move || {
                let mut bot = bot();
                while !is_over.load(Relaxed) {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= games.end {
                        break;
                    }
                    let game = play(&mut bot, rules, *seed, number);
                    if sender.send((number, game)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = games.start;
        for (number, game) in receiver {
            early.insert(number, game);
            while let Some(game) = early.remove(&wanted) {
                wanted += 1;
                if game.is_some_and(|game| take(game).is_break()) {
                    is_over.store(true, Relaxed);
                    return;
                }
            }
        }
    });
}
