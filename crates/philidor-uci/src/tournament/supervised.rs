//! A player that is supervised: if it fails, another one is started in its place.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use philidor::CastlingMode;

use philidor_engine::Control;
use philidor_host::affinity;

use super::contender::Contender;
use super::failure::PlayerFailure;
use super::log::Log;
use super::player::Player;
use crate::client::Deadline;

/// How often a start is tried, and the pause in between. One that took all its time is not tried again.
const ATTEMPTS: u32 = 3;
const PAUSE: Duration = Duration::from_millis(200);

/// A contender with a player, if one is running.
pub(super) struct SupervisedPlayer<'a> {
    pub(super) contender: &'a Contender,
    player: Option<Box<dyn Player>>,
    /// How long a player may take to start, and to be ready for a game.
    time: Duration,
    log: Option<&'a Log>,
    /// Whether any player of this contender has ever been ready for a game.
    has_played: &'a AtomicBool,
    /// The core on which it runs, if it has one of its own.
    core: Option<usize>,
}

impl<'a> SupervisedPlayer<'a> {
    pub(super) fn new(
        contender: &'a Contender,
        has_played: &'a AtomicBool,
        time: Duration,
        log: Option<&'a Log>,
    ) -> SupervisedPlayer<'a> {
        SupervisedPlayer { contender, player: None, time, log, has_played, core: None }
    }

    /// Keeps the player to this core from its next start on, and ends one that runs on another core.
    pub(super) fn keep_to(&mut self, core: usize) {
        if self.core != Some(core) {
            (self.core, self.player) = (Some(core), None);
        }
    }

    /// Gets a player ready for a new game: starts one if there is none, and another if the old one does not get ready.
    pub(super) fn begin(&mut self, mode: CastlingMode, stop: &Control) -> Result<(), PlayerFailure> {
        let (mut begin, mut attempt) = (Instant::now(), 1);
        loop {
            let was_running = self.player.is_some();
            match self.try_to_begin(mode, stop) {
                Err(failure @ (PlayerFailure::Stopped | PlayerFailure::Option(_))) => return Err(failure),
                // The old one may have used up all the time, but the new one has its own.
                Err(_) if was_running => {
                    begin = Instant::now();
                    continue;
                }
                Err(failure) if attempt == ATTEMPTS || begin.elapsed() >= self.time => return Err(failure),
                Err(_) => thread::sleep(PAUSE),
                Ok(()) => return Ok(()),
            }
            attempt += 1;
        }
    }

    pub(super) fn running(&mut self) -> Option<&mut dyn Player> {
        self.player.as_deref_mut().map(|player| player as &mut dyn Player)
    }

    fn try_to_begin(&mut self, mode: CastlingMode, stop: &Control) -> Result<(), PlayerFailure> {
        let mut player = match self.player.take() {
            Some(player) => player,
            None => {
                // Programs and threads that this thread starts run on its core.
                if let Some(core) = self.core {
                    affinity::pin_this_thread(core)
                        .map_err(|error| PlayerFailure::NotStarted(error.to_string()))?;
                }
                self.contender.start(self.time, self.log, stop)?
            }
        };
        player.begin(mode, Deadline::within(self.time).or_stopped(stop))?;
        self.player = Some(player);
        self.has_played.store(true, Relaxed);
        Ok(())
    }

    /// Whether the contender could play once: then it is not the command that starts it that is wrong.
    pub(super) fn has_played(&self) -> bool {
        self.has_played.load(Relaxed)
    }

    /// Lets a player rest after a game: it may still ponder, and others may play next. One that does not stop is ended.
    pub(super) fn rest(&mut self, stop: &Control) {
        let deadline = Deadline::within(self.time).or_stopped(stop);
        if self.player.as_mut().is_some_and(|player| player.rest(deadline).is_err()) {
            self.leave();
        }
    }

    /// Ends a player that has failed: the next game begins with another.
    pub(super) fn leave(&mut self) {
        self.player = None;
    }
}
