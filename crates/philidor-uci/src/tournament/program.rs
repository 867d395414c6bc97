//! A program of the UCI protocol as a player: a [`Client`] that the referee asks.

use std::time::{Duration, Instant};

use philidor::{CastlingMode, Game};
use philidor_engine::{OptionError, SearchLimits};

use super::failure::PlayerFailure;
use super::player::{Player, Reply, is_same};
use super::refusal::refusal;
use crate::client::{Client, ClientError, Deadline, Program};
use crate::harmless::harmless;

/// How long an engine may take to answer `stop`.
const TIME_TO_STOP: Duration = Duration::from_secs(1);

/// The option that says whether an engine will be asked to ponder.
const PONDER: &str = "Ponder";

/// A program that plays, until it is dropped.
pub(super) struct ProgramPlayer {
    client: Client,
    /// The game after the move on which it ponders.
    pondered: Option<Game>,
}

impl ProgramPlayer {
    /// Starts a program, and sets its options, among them `Ponder` if it will ponder and has that option. A program
    /// that says that it refuses one would play with its default: it fails.
    pub(super) fn start(
        program: &Program,
        options: &[(String, String)],
        ponders: bool,
        deadline: Deadline<'_>,
    ) -> Result<ProgramPlayer, PlayerFailure> {
        let begin = Instant::now();
        let not_started = |error| not_started(error, begin.elapsed());
        let mut client = Client::start(program, deadline).map_err(not_started)?;
        if ponders && client.options().iter().any(|option| option.is_named(PONDER)) {
            client.set_option(PONDER, "true")?;
        }
        for (name, value) in options {
            client.set_option(name, value)?;
        }
        let mut refused = None;
        let mut hear = |line: &str| refused = refused.take().or_else(|| refusal(line, options));
        client.wait_and_hear(deadline, &mut hear).map_err(not_started)?;
        if let Some(why) = refused {
            return Err(PlayerFailure::Option(why));
        }
        Ok(ProgramPlayer { client, pondered: None })
    }

    /// Stops pondering, and discards what it has found.
    fn stop_pondering(&mut self, deadline: Deadline<'_>) -> Result<(), PlayerFailure> {
        self.client.stop();
        match self.client.result(deadline) {
            Ok(_) | Err(ClientError::Illegal { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

impl Player for ProgramPlayer {
    fn begin(&mut self, mode: CastlingMode, deadline: Deadline<'_>) -> Result<(), PlayerFailure> {
        Ok(self.client.new_game(mode, deadline)?)
    }

    fn think(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        deadline: Deadline<'_>,
    ) -> Result<Reply, PlayerFailure> {
        let begin = Instant::now();
        match self.pondered.take() {
            Some(pondered) if is_same(&pondered, game) => self.client.ponder_hit(),
            pondered => {
                if pondered.is_some() {
                    self.stop_pondering(deadline)?;
                }
                self.client.go(game, limits)?;
            }
        }
        let result = match self.client.result(deadline) {
            Err(ClientError::Silent(_)) => {
                self.client.stop();
                return Err(match self.client.result(deadline.again(TIME_TO_STOP)) {
                    Ok(_) | Err(ClientError::Illegal { .. }) => PlayerFailure::Late(begin.elapsed()),
                    Err(ClientError::Silent(_)) => PlayerFailure::Silent(begin.elapsed()),
                    Err(other) => other.into(),
                });
            }
            heard => heard?,
        };
        Reply::new(&result)
    }

    fn ponder(&mut self, game: &Game, limits: &SearchLimits) {
        let mut limits = limits.clone();
        limits.ponder = true;
        // A search that is still to be answered is one that failed.
        self.pondered = self.client.go(game, &limits).is_ok().then(|| game.clone());
    }

    fn rest(&mut self, deadline: Deadline<'_>) -> Result<(), PlayerFailure> {
        match self.pondered.take() {
            Some(_) => self.stop_pondering(deadline),
            None => Ok(()),
        }
    }
}

impl From<ClientError> for PlayerFailure {
    fn from(error: ClientError) -> PlayerFailure {
        match error {
            ClientError::NotStarted(why) => PlayerFailure::NotStarted(harmless(&why)),
            ClientError::Ended(how) => PlayerFailure::Crashed(how),
            ClientError::Silent(time) => PlayerFailure::Silent(time),
            ClientError::Stopped => PlayerFailure::Stopped,
            ClientError::Option(OptionError::Unknown { name }) => {
                PlayerFailure::Option(format!("it has no option {}", harmless(&name)))
            }
            ClientError::Illegal { text } => PlayerFailure::Illegal(harmless(&text)),
            ClientError::Option(_) | ClientError::NoChess960 => PlayerFailure::Option(error.to_string()),
            // The referee asks for one move at a time.
            ClientError::Busy | ClientError::Idle => PlayerFailure::Crashed(error.to_string()),
        }
    }
}

/// A program that fails before it plays was not started. The time is all that it had: the last line may be recent.
fn not_started(error: ClientError, time: Duration) -> PlayerFailure {
    match error {
        ClientError::Ended(how) => PlayerFailure::NotStarted(how),
        ClientError::Silent(_) => PlayerFailure::NotStarted(format!(
            "it does not answer as a UCI engine does within {:.0} s",
            time.as_secs_f64()
        )),
        other => other.into(),
    }
}
