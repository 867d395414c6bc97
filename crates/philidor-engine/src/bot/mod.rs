//! Bots: anything that plays chess, and the shortest path to a program of your own.
//!
//! A bot is asked for a move and answers with one. Everything else has a default, and the rest of the crate builds on
//! it: the crate `philidor-uci` lets it talk to any chess program, and plays matches between bots.

// | file | what it is |
// |---|---|
// | `player.rs` | `Bot`: anything that plays |
// | `clock.rs`, `limits.rs` | `Clock` and `SearchLimits`: how long to think, and how far |
// | `control.rs` | `Control`: how a search is stopped |
// | `score.rs` | `Score`: centipawns and mates |
// | `report.rs` | `Report`, `SearchResult`, `Listener`: what a search finds, with its principal variation |
// | `chances.rs` | `Chances`: a score as chances of a win, a draw and a loss |
// | `options.rs` | `UciOption`: names, kinds and bounds |
// | `running.rs` | `Running`: a search as a value |

pub(crate) mod chances;
pub(crate) mod clock;
pub(crate) mod control;
pub(crate) mod limits;
pub(crate) mod options;
pub(crate) mod player;
pub(crate) mod report;
pub(crate) mod running;
pub(crate) mod score;

use philidor::{Game, Move};

use clock::Clock;
pub(crate) use player::Bot;

/// A closure as a bot; [`from_fn`] makes one.
#[derive(Clone, Debug)]
pub struct Closure<F> {
    name: String,
    choose: F,
}

/// Makes a bot of a closure.
///
/// ```
/// use philidor_engine::{Bot, Clock, bot};
/// let mut last = bot::from_fn("last", |game, _| *game.position().legal_moves().last().expect("a legal move"));
/// assert_eq!(last.name(), "last");
/// last.think(&philidor::Game::new(), &Clock::default());
/// ```
pub fn from_fn<F: FnMut(&Game, &Clock) -> Move + Send>(name: &str, choose: F) -> Closure<F> {
    Closure { name: name.to_owned(), choose }
}

impl<F: FnMut(&Game, &Clock) -> Move + Send> Bot for Closure<F> {
    fn think(&mut self, game: &Game, clock: &Clock) -> Move {
        (self.choose)(game, clock)
    }

    fn name(&self) -> String {
        self.name.clone()
    }
}
