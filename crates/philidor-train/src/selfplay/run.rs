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

/// Plays games, each bot on a thread of its own, and hands them to `take` in the order of their numbers. `control`
/// stops them within a move; games that are not over then are lost, and a run that resumes plays them again.
///
/// # Errors
///
/// If it is stopped, a bot is at fault, or there is no thread for any bot. What was taken before is whole and in order.
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
