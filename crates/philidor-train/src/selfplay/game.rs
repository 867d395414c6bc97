//! One game: a random opening, moves by a limit of nodes, and an end.

use std::error::Error;
use std::fmt;

use philidor::{Color, Game, Position};
use philidor_engine::{Bot, Bound, Control, Random, Report, SearchLimits};
use philidor_uci::tournament::RandomOpenings;

use crate::data::{GameOutcome, ScoredGame, ScoredMove};

/// How a game is played, and when it is over.
///
/// ```
/// use philidor_train::selfplay::{SelfplayRules, play};
/// use philidor_engine::{Control, standard_with};
///
/// let rules = SelfplayRules { nodes: 200, ..SelfplayRules::default() };
/// let mut bot = standard_with("material").expect("an evaluation");
/// let mut game = |number| play(&mut bot, &rules, 7, number, &Control::new());
/// assert!(game(0).is_ok() && game(0) == game(0) && game(0) != game(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfplayRules {
    /// After this many nodes no new depth begins.
    pub nodes: u64,
    /// The hard limit of nodes, as a multiple of [`SelfplayRules::nodes`]: it cuts off a depth that takes too long.
    pub hard_factor: u64,
    /// The number of random half-moves that a game begins with; one more in every second game, so that each side begins
    /// as often.
    pub random_plies: usize,
    /// The score that neither side may exceed after them.
    pub opening_bound: i32,
    /// A side has won with a score of this for [`SelfplayRules::win_plies`] half-moves.
    pub win_score: i32,
    /// See [`SelfplayRules::win_score`].
    pub win_plies: u32,
    /// The game is drawn with scores within this for [`SelfplayRules::draw_plies`] half-moves.
    pub draw_score: i32,
    /// See [`SelfplayRules::draw_score`].
    pub draw_plies: u32,
    /// No game is adjudicated a draw before this half-move.
    pub draw_from: usize,
    /// Games of this many half-moves are drawn.
    pub max_plies: usize,
}

impl Default for SelfplayRules {
    fn default() -> SelfplayRules {
        SelfplayRules {
            nodes: 500,
            hard_factor: 8,
            random_plies: 8,
            opening_bound: 400,
            win_score: 2_000,
            win_plies: 6,
            draw_score: 10,
            draw_plies: 20,
            draw_from: 80,
            max_plies: 400,
        }
    }
}

/// Counts half-moves for adjudication.
#[derive(Default)]
struct Streaks {
    white_wins: u32,
    black_wins: u32,
    draws: u32,
}

impl Streaks {
    fn count(&mut self, rules: &SelfplayRules, ply: usize, white_score: i32) -> Option<GameOutcome> {
        let step = |streak: &mut u32, continues: bool| *streak = if continues { *streak + 1 } else { 0 };
        step(&mut self.white_wins, white_score >= rules.win_score);
        step(&mut self.black_wins, white_score <= -rules.win_score);
        step(&mut self.draws, white_score.abs() <= rules.draw_score && ply >= rules.draw_from);
        if self.white_wins >= rules.win_plies {
            Some(GameOutcome::WhiteWins)
        } else if self.black_wins >= rules.win_plies {
            Some(GameOutcome::BlackWins)
        } else {
            (self.draws >= rules.draw_plies).then_some(GameOutcome::Draw)
        }
    }
}

/// Why there is no game.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoGame {
    /// It was stopped.
    Stopped,
    /// The bot finds no opening within the bound, or plays a move that is not legal.
    Bot,
    /// The system has no thread to give.
    Thread,
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoGame::Stopped => "the game was stopped",
            NoGame::Bot => "the bot finds no opening within the bound, or plays a move that is not legal",
            NoGame::Thread => "the system has no thread for a bot",
        })
    }
}

philidor::debug_is_the_sentence!(NoGame);

impl Error for NoGame {}

/// Plays game `number` of a seed. The bot forgets everything first.
///
/// # Errors
///
/// If it is stopped by `control`, or the bot is at fault.
pub fn play(
    bot: &mut impl Bot,
    rules: &SelfplayRules,
    seed: u64,
    number: u64,
    control: &Control,
) -> Result<ScoredGame, NoGame> {
    let limits = SearchLimits::new()
        .with_soft_nodes(rules.nodes)
        .with_nodes(rules.nodes.saturating_mul(rules.hard_factor));
    let plies = rules.random_plies + (number % 2) as usize;
    let seed = Random::seed_of(seed, number);
    let openings = RandomOpenings::new(&mut *bot, limits.clone(), seed).with_plies(plies..=plies);
    let mut openings = openings.with_bound(rules.opening_bound).with_control(control.clone());
    let Some(opening) = openings.next() else {
        return Err(match openings.failure() {
            _ if control.is_stopped() => NoGame::Stopped,
            Some(_) => NoGame::Thread,
            None => NoGame::Bot,
        });
    };
    drop(openings);
    bot.new_game();
    play_from(bot, rules, &limits, *opening.game.position(), control)
}

fn play_from(
    bot: &mut impl Bot,
    rules: &SelfplayRules,
    limits: &SearchLimits,
    start: Position,
    control: &Control,
) -> Result<ScoredGame, NoGame> {
    let mut game = Game::from_position(start);
    let mut moves = Vec::new();
    let mut streaks = Streaks::default();
    let outcome = loop {
        if let Some(outcome) = game.outcome() {
            break GameOutcome::from_winner(outcome.winner());
        }
        if game.claimable_draw().is_some() || moves.len() >= rules.max_plies {
            break GameOutcome::Draw;
        }
        // A search that is cut off may end with a bound of the value only.
        let mut exact = None;
        let mut listen = |report: &Report| {
            if report.bound == Bound::Exact && report.line == 1 {
                exact = Some(report.score);
            }
        };
        let found = bot.search(&game, limits, control, &mut listen);
        if control.is_stopped() {
            return Err(NoGame::Stopped);
        }
        let mv = found.best.ok_or(NoGame::Bot)?;
        let score = exact.or(found.score()).map_or(0, |score| score.value());
        let is_white = game.position().side_to_move() == Color::White;
        let score = if is_white { score } else { -score };
        game.play(mv).map_err(|_| NoGame::Bot)?;
        moves.push(ScoredMove { mv, score: score.clamp(-32_000, 32_000) as i16 });
        if let Some(outcome) = streaks.count(rules, game.ply(), score) {
            break outcome;
        }
    };
    Ok(ScoredGame { start, outcome, moves })
}

#[cfg(test)]
mod tests {
    use philidor::Move;
    use philidor_engine::{Clock, Listener, Score, SearchResult};

    use super::*;

    #[test]
    fn a_game_is_stopped_before_it_has_an_opening() {
        let mut bot = philidor_engine::standard_with("material").expect("an evaluation");
        let rules = SelfplayRules { nodes: 1, opening_bound: -1, ..SelfplayRules::default() };
        let control = Control::new();
        control.stop();
        assert_eq!(play(&mut bot, &rules, 1, 0, &control), Err(NoGame::Stopped));
    }

    /// Plays the first move, and finds 30 exactly before it is cut off, as it says, with a bound.
    struct CutOff;

    impl Bot for CutOff {
        fn think(&mut self, game: &Game, _: &Clock) -> Move {
            game.position().legal_moves()[0]
        }

        fn search(
            &mut self,
            game: &Game,
            _: &SearchLimits,
            _: &Control,
            listener: &mut dyn Listener,
        ) -> SearchResult {
            let mut found = SearchResult::new(game.position().legal_moves()[0]);
            let mut report = Report::new(Score::centipawns(30), found.best.into_iter().collect());
            listener.report(&report);
            (report.score, report.bound) = (Score::centipawns(-900), Bound::Upper);
            listener.report(&report);
            found.report = Some(report);
            found
        }
    }

    #[test]
    fn a_bound_is_not_a_score_to_learn() {
        let rules = SelfplayRules { max_plies: 4, ..SelfplayRules::default() };
        let start = Position::default();
        let game =
            play_from(&mut CutOff, &rules, &SearchLimits::new(), start, &Control::new()).expect("a game");
        assert_eq!(game.moves.iter().map(|scored| scored.score).collect::<Vec<_>>(), [30, -30, 30, -30]);
    }

    #[test]
    fn streaks_have_to_be_unbroken() {
        let rules = SelfplayRules { win_plies: 3, draw_plies: 2, draw_from: 5, ..SelfplayRules::default() };
        let mut streaks = Streaks::default();
        for score in [2_000, 2_500, 1_999, 2_000, 30_000] {
            assert_eq!(streaks.count(&rules, 1, score), None);
        }
        assert_eq!(streaks.count(&rules, 1, 2_001), Some(GameOutcome::WhiteWins));
        let mut streaks = Streaks::default();
        assert_eq!(streaks.count(&rules, 3, 0), None);
        assert_eq!(streaks.count(&rules, 4, 0), None, "too early");
        assert_eq!(streaks.count(&rules, 5, -10), None);
        assert_eq!(streaks.count(&rules, 6, 10), Some(GameOutcome::Draw));
        let mut streaks = Streaks::default();
        let last = (0..3).map(|_| streaks.count(&rules, 9, -2_000)).last();
        assert_eq!(last, Some(Some(GameOutcome::BlackWins)));
    }
}
