//! A match: contenders meet in pairs of games, several at a time.
//!
//! ```text
//!                      ┌─ worker: its own players, the next game, …  ─┐
//! run ─ queue, halt ───┤                                              ├──► games ──► standings, test ──► halt
//!        ▲             └─ worker                                      ┘                  │
//!        └───────────────────────────── next stage ◄─────────────────────────────────────┘
//! ```
//!
//! Workers share nothing but the queue of games. All other state of the match changes in the calling thread, in the
//! order in which games end.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;

use philidor_engine::Control;
use philidor_host::threads;

use super::builder::Tournament;
use super::contender::Contender;
use super::course::{Course, Standing};
use super::failure::PlayerFailure;
use super::played::PlayedGame;
use super::queue::Queue;
use super::referee::{self, Conditions, NoGame};
use super::settings::Settings;
use super::supervised::SupervisedPlayer;
use super::tournament_error::TournamentError;
use crate::client::SLICE;

/// A system that can start this many threads is not asked in advance for more.
const MANY_THREADS: usize = 512;

/// An event of a match.
///
/// ```
/// use philidor_uci::tournament::{Contender, Event, TimeControl, Tournament};
/// use philidor_engine::{Control, bot};
///
/// let first = || bot::from_fn("first", |game: &philidor::Game, _| game.position().legal_moves()[0]);
/// let of_two = Tournament::new(Contender::from_bot("a", first), vec![Contender::from_bot("b", first)])?;
/// let (mut rounds, mut pgn) = (Vec::new(), String::new());
/// of_two.with_pairs(1).with_time_control(TimeControl::fixed_depth(1)).run(&Control::new(), &mut |event| {
///     if let Event::Ended { game, .. } = event {
///         rounds.push(game.turn.round());
///         pgn += &game.pgn("a test");
///     }
/// })?;
/// assert_eq!((rounds, pgn.matches("[White \"b\"]").count()), (vec!["1.1".into(), "1.2".into()], 1));
/// # Ok::<(), philidor_uci::tournament::TournamentError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A game is over.
    Ended {
        /// The game.
        game: &'a PlayedGame,
        /// The standings with it, one for each opponent.
        standings: &'a [Standing],
    },
}

type Message = Result<Box<PlayedGame>, NoGame>;

impl Tournament {
    /// Plays the games that have not been played, until the test is decided or the match is stopped. Games that are
    /// still in progress then do not count.
    ///
    /// # Errors
    ///
    /// If a contender refuses an option, or cannot be started for the first time, which nearly always shows before the
    /// first game; or if games cannot have cores of their own, or no thread. A contender that cannot be started again
    /// loses its game.
    pub fn run(
        self,
        stop: &Control,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Vec<Standing>, TournamentError> {
        let Tournament { settings, mut course } = self;
        let cores = settings.cores()?;
        if course.is_decided(settings.sprt) || course.is_stage_over() {
            return Ok(course.standings);
        }
        settings.try_options(stop)?;
        let halt = Control::new();
        let queue = Queue::new(course.stage.clone(), course.played.clone());
        let have_played: Vec<AtomicBool> =
            settings.contenders.iter().map(|_| AtomicBool::new(false)).collect();
        let mut failed = None;
        thread::scope(|scope| {
            let _end = EndAfterPanic(&halt);
            let (sender, messages) = channel();
            for worker in 0..games_at_a_time(&settings) {
                let (sender, settings, queue, halt) = (sender.clone(), &settings, &queue, &halt);
                let (cores, have_played) = (cores.get(worker).copied(), &have_played);
                match threads::start_in(scope, move || {
                    work(settings, have_played, queue, cores, halt, &sender)
                }) {
                    Err(error) if worker == 0 => {
                        return Err(TournamentError::Thread { reason: error.to_string() });
                    }
                    Err(_) => break,
                    Ok(_) => {}
                }
            }
            drop(sender);
            loop {
                match messages.recv_timeout(SLICE) {
                    Ok(Ok(game)) if !halt.is_stopped() => {
                        take(&mut course, &game, on_event);
                        if course.is_decided(settings.sprt) {
                            halt.stop();
                        }
                        if course.is_stage_over() {
                            queue.open(course.open_stage(&settings).then(|| course.stage.clone()));
                        }
                    }
                    Ok(Err(NoGame { failure: PlayerFailure::Stopped, .. }) | Ok(_)) => {}
                    Ok(Err(no_game)) => {
                        failed.get_or_insert(no_game);
                        halt.stop();
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if stop.is_stopped() {
                    halt.stop();
                }
            }
            Ok(())
        })?;
        match failed {
            Some(NoGame { name, failure }) => Err(TournamentError::Start { name, failure }),
            None => Ok(course.standings),
        }
    }
}

/// Halts the match if the thread that has it panics, in a bot or in what listens to events: the others would wait for
/// it.
struct EndAfterPanic<'a>(&'a Control);

impl Drop for EndAfterPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

fn work(
    settings: &Settings,
    have_played: &[AtomicBool],
    queue: &Queue,
    cores: Option<[usize; 2]>,
    halt: &Control,
    sender: &Sender<Message>,
) {
    let _end = EndAfterPanic(halt);
    let conditions = Conditions {
        time_control: settings.time_control,
        adjudication: &settings.adjudication,
        tables: &settings.tables,
        log: settings.log.as_ref(),
        margin: settings.margin,
        timeout: settings.timeout,
        stop: halt,
    };
    let supervised = |(contender, has_played)| {
        SupervisedPlayer::new(contender, has_played, settings.start_time, settings.log.as_ref())
    };
    let contenders = settings.contenders.iter().zip(have_played);
    let mut all: Vec<SupervisedPlayer<'_>> = contenders.map(supervised).collect();
    while let Some(turn) = queue.next(halt) {
        let Ok([first, other]) = all.get_disjoint_mut(turn.players) else { return };
        if let Some([one, two]) = cores {
            first.keep_to(one);
            other.keep_to(two);
        }
        let players = if turn.is_reversed { [other, first] } else { [first, other] };
        let played = referee::play(players, turn, settings.opening(turn), &conditions);
        let is_over = played.is_err();
        if sender.send(played.map(Box::new)).is_err() || is_over {
            return;
        }
    }
}

/// How many games are played at a time: fewer where there are fewer threads, so that no game takes those that the
/// players of another need.
fn games_at_a_time(settings: &Settings) -> usize {
    let games = settings.games_at_a_time();
    let each = 1 + settings.contenders.iter().map(Contender::threads).sum::<usize>();
    let needed = games.saturating_mul(each).min(MANY_THREADS);
    let available = threads::available(needed);
    if available == needed { games } else { (available / each).min(games).max(1) }
}

/// Counts a game that has just ended.
fn take(course: &mut Course, game: &PlayedGame, on_event: &mut dyn FnMut(Event<'_>)) {
    let first = philidor::Color::ALL[usize::from(game.turn.is_reversed)];
    let half_points = match game.ending.outcome.winner() {
        Some(winner) if winner == first => 2,
        Some(_) => 0,
        None => 1,
    };
    course.count(game.turn, half_points, &game.ending.cause);
    on_event(Event::Ended { game, standings: &course.standings });
}
