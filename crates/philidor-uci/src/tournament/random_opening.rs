//! Random openings, from a seed: a few random half-moves, kept if an engine finds the position even.
//!
//! They need no collection of games, and no engine knows them from a book. A score within a pawn keeps the result open.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use philidor::Game;
use philidor_engine::{Bot, Control, Random, Report, Score, SearchLimits};

/// An opening that was found. See [`RandomOpenings`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RandomOpening {
    /// The moves.
    pub game: Game,
    /// The engine's score of the position, for the side to move.
    pub score: Score,
}

/// An endless supply of openings, all different.
///
/// ```
/// use philidor_uci::tournament::RandomOpenings;
/// use philidor_engine::evaluation::MaterialBalance;
/// use philidor_engine::{Engine, SearchLimits};
///
/// let make = || {
///     RandomOpenings::new(Engine::new(MaterialBalance::default()), SearchLimits::new().with_depth(1), 7)
///         .with_plies(6..=9)
///         .with_bound(100)
/// };
/// let openings: Vec<_> = make().take(5).collect();
/// assert!(openings.iter().all(|opening| (6..=9).contains(&opening.game.ply())));
/// assert!(openings.iter().all(|opening| opening.score.value().abs() <= 100));
/// let again = make().take(5);
/// assert!(again.zip(&openings).all(|(again, opening)| again.game == opening.game));
/// ```
#[derive(Debug)]
pub struct RandomOpenings<B> {
    bot: B,
    limits: SearchLimits,
    random: Random,
    starts: Vec<Game>,
    plies: RangeInclusive<usize>,
    bound: i32,
    seen: HashSet<u64>,
    control: Control,
    failure: Option<String>,
}

impl<B: Bot> RandomOpenings<B> {
    /// Openings of six to nine half-moves that a bot, within limits, scores within a pawn.
    #[must_use]
    pub fn new(bot: B, limits: SearchLimits, seed: u64) -> RandomOpenings<B> {
        RandomOpenings {
            bot,
            limits,
            random: Random::new(seed),
            starts: Vec::new(),
            plies: 6..=9,
            bound: 100,
            seen: HashSet::new(),
            control: Control::new(),
            failure: None,
        }
    }

    /// The same with random half-moves that follow one of these games instead of the start position.
    #[must_use]
    pub fn with_starts(self, starts: Vec<Game>) -> RandomOpenings<B> {
        RandomOpenings { starts, ..self }
    }

    /// The same with other numbers of half-moves.
    #[must_use]
    pub fn with_plies(self, plies: RangeInclusive<usize>) -> RandomOpenings<B> {
        RandomOpenings { plies, ..self }
    }

    /// The same with another bound of the score, in centipawns.
    #[must_use]
    pub fn with_bound(self, bound: i32) -> RandomOpenings<B> {
        RandomOpenings { bound, ..self }
    }

    /// The same, but `control` can end it: once it stops the bot, no more openings follow.
    #[must_use]
    pub fn with_control(self, control: Control) -> RandomOpenings<B> {
        RandomOpenings { control, ..self }
    }

    /// Why the bot could not search, if that ended the openings.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// A random line; `None` if the game ends before.
    fn line(&mut self) -> Option<Game> {
        let (least, most) = (*self.plies.start(), *self.plies.end());
        let plies = least + self.random.below(most.saturating_sub(least) + 1);
        let mut game = if self.starts.is_empty() {
            Game::new()
        } else {
            self.starts.get(self.random.below(self.starts.len()))?.clone()
        };
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            let mv = *moves.get(self.random.below(moves.len().max(1)))?;
            game.play(mv).ok()?;
        }
        game.outcome().is_none().then_some(game)
    }

    /// The score, by a bot that remembers nothing of the positions before.
    fn judge(&mut self, game: &Game) -> Option<Score> {
        self.bot.new_game();
        drop(self.bot.notices()); // those of before
        let score = self.bot.search(game, &self.limits, &self.control, &mut |_: &Report| {}).score();
        if score.is_none() {
            // A search of few nodes may have no score, but then it gives no notice.
            self.failure = self.bot.notices().pop();
        }
        score
    }
}

/// After this many rejected lines in a row there are probably none left to find.
const MAX_REFUSED: usize = 100_000;

impl<B: Bot> Iterator for RandomOpenings<B> {
    type Item = RandomOpening;

    /// The next one; `None` if the bot finds hardly any line even, or the lines are so short that none is left, or if
    /// the bot [cannot search](RandomOpenings::failure).
    fn next(&mut self) -> Option<RandomOpening> {
        for _ in 0..MAX_REFUSED {
            if self.control.is_stopped() || self.failure.is_some() {
                return None;
            }
            let Some(game) = self.line() else { continue };
            if !self.seen.insert(game.position().key()) {
                continue;
            }
            let score = self.judge(&game).filter(|score| score.value().abs() <= self.bound);
            // What a stopped search has found depends on when it was stopped.
            if let Some(score) = score.filter(|_| !self.control.is_stopped()) {
                return Some(RandomOpening { game, score });
            }
        }
        None
    }
}
