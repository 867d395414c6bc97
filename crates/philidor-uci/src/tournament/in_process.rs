//! A bot of this process as a player, in a thread of its own.
//!
//! A bot that panics ends its thread, which the referee notices. One that never answers cannot be killed: it is asked
//! to stop, and then its thread is left behind.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use philidor::{CastlingMode, Game};
use philidor_engine::{Bot, Control, Report, SearchLimits, SearchResult, start_search_thread};
use philidor_host::processes::{Listener, Speaker};

use super::failure::PlayerFailure;
use super::player::{Player, Reply, is_same};
use crate::client::{Deadline, SLICE};
use crate::harmless::harmless;

const TIME_TO_STOP: Duration = Duration::from_secs(1);

enum Task {
    NewGame,
    Search(Box<(Game, SearchLimits, Control)>),
}

/// A bot in its thread, until this is dropped.
pub(super) struct InProcess {
    tasks: Sender<Task>,
    answers: Receiver<SearchResult>,
    control: Control,
    /// The game after the move on which it ponders.
    pondered: Option<Game>,
}

impl InProcess {
    /// Makes a bot, sets its options and starts its thread, which logs what the bot wants people to know.
    pub(super) fn start(
        make: &dyn Fn() -> Box<dyn Bot>,
        options: &[(String, String)],
        log: Option<Listener>,
    ) -> Result<InProcess, PlayerFailure> {
        let made = catch_unwind(AssertUnwindSafe(|| {
            let mut bot = make();
            let mut options = options.iter();
            let set = options.try_for_each(|(name, value)| bot.set_option(name, value));
            set.map(|()| bot)
        }));
        let made = made.map_err(|_| PlayerFailure::NotStarted("it panicked".to_owned()))?;
        let mut bot = made.map_err(|error| PlayerFailure::Option(harmless(&error.to_string())))?;
        let (tasks, received) = channel();
        let (sender, answers) = channel();
        let work = move || {
            let note = |bot: &mut dyn Bot| {
                let Some(log) = &log else { return };
                bot.notices().iter().for_each(|notice| log(std::process::id(), Speaker::Complaint, notice));
            };
            note(&mut *bot);
            for task in received {
                let answer = match task {
                    Task::NewGame => {
                        bot.new_game();
                        SearchResult::default()
                    }
                    Task::Search(task) => {
                        let (game, limits, control) = *task;
                        let answer = bot.search(&game, &limits, &control, &mut |_: &Report| {});
                        note(&mut *bot);
                        answer
                    }
                };
                if sender.send(answer).is_err() {
                    return;
                }
            }
        };
        start_search_thread(work).map_err(|error| PlayerFailure::NotStarted(error.to_string()))?;
        Ok(InProcess { tasks, answers, control: Control::new(), pondered: None })
    }

    fn ask(&mut self, task: Task, deadline: Deadline<'_>) -> Result<SearchResult, PlayerFailure> {
        self.begin_task(task);
        self.answer(deadline)
    }

    fn begin_search(&mut self, game: &Game, limits: SearchLimits) {
        self.control = Control::new();
        self.begin_task(Task::Search(Box::new((game.clone(), limits, self.control.clone()))));
    }

    fn begin_task(&self, task: Task) {
        // If the thread has ended, so has the channel of its answers.
        let _ = self.tasks.send(task);
    }

    /// Stops pondering, and discards what it has found.
    fn stop_pondering(&mut self, deadline: Deadline<'_>) -> Result<(), PlayerFailure> {
        self.control.stop();
        self.answer(deadline).map(drop)
    }

    fn answer(&mut self, deadline: Deadline<'_>) -> Result<SearchResult, PlayerFailure> {
        let begin = Instant::now();
        match self.hear(deadline) {
            // A move that comes now is late, but the bot can continue.
            Err(failure @ (PlayerFailure::Silent(_) | PlayerFailure::Stopped)) => {
                self.control.stop();
                let again = Deadline::within(TIME_TO_STOP);
                match self.hear(again) {
                    Ok(_) if failure != PlayerFailure::Stopped => Err(PlayerFailure::Late(begin.elapsed())),
                    Ok(_) | Err(PlayerFailure::Silent(_)) if failure == PlayerFailure::Stopped => {
                        Err(failure)
                    }
                    Ok(_) | Err(PlayerFailure::Silent(_)) => Err(PlayerFailure::Silent(begin.elapsed())),
                    Err(other) => Err(other),
                }
            }
            heard => heard,
        }
    }

    fn hear(&self, deadline: Deadline<'_>) -> Result<SearchResult, PlayerFailure> {
        let begin = Instant::now();
        loop {
            let left = deadline.left();
            match self.answers.recv_timeout(left.min(SLICE)) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PlayerFailure::Crashed("it panicked".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) if deadline.is_stopped() => {
                    return Err(PlayerFailure::Stopped);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(PlayerFailure::Silent(begin.elapsed()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Player for InProcess {
    fn begin(&mut self, _: CastlingMode, deadline: Deadline<'_>) -> Result<(), PlayerFailure> {
        self.ask(Task::NewGame, deadline).map(drop)
    }

    fn think(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        deadline: Deadline<'_>,
    ) -> Result<Reply, PlayerFailure> {
        match self.pondered.take() {
            Some(pondered) if is_same(&pondered, game) => self.control.ponder_hit(),
            pondered => {
                if pondered.is_some() {
                    self.stop_pondering(deadline)?;
                }
                self.begin_search(game, limits.clone());
            }
        }
        Reply::new(&self.answer(deadline)?)
    }

    fn ponder(&mut self, game: &Game, limits: &SearchLimits) {
        let mut limits = limits.clone();
        limits.ponder = true;
        self.begin_search(game, limits);
        self.pondered = Some(game.clone());
    }

    fn rest(&mut self, deadline: Deadline<'_>) -> Result<(), PlayerFailure> {
        match self.pondered.take() {
            Some(_) => self.stop_pondering(deadline),
            None => Ok(()),
        }
    }
}

impl Drop for InProcess {
    /// Stops a search that still runs; the thread ends after it.
    fn drop(&mut self) {
        self.control.stop();
    }
}
