//! A program of the UCI protocol as a player: a [`Client`] that the referee asks.

use std::time::{Duration, Instant};

use philidor::CastlingMode;

use super::failure::Failure;
use super::player::{Player, Reply};
use crate::any_game::AnyGame;
use crate::bot::limits::Limits;
use crate::bot::options::OptionError;
use crate::harmless::harmless;
use crate::uci::client::{Client, ClientError, Deadline, Program};

/// How long an engine may take to answer `stop`.
const TIME_TO_STOP: Duration = Duration::from_secs(1);

/// A program that plays, until it is dropped.
pub(super) struct ProgramPlayer {
    client: Client,
}

impl ProgramPlayer {
    /// Starts a program, and sets its options.
    pub(super) fn start(
        program: &Program,
        options: &[(String, String)],
        deadline: Deadline<'_>,
    ) -> Result<ProgramPlayer, Failure> {
        let begin = Instant::now();
        let not_started = |error| not_started(error, begin.elapsed());
        let mut client = Client::start(program, deadline).map_err(not_started)?;
        for (name, value) in options {
            client.set_option(name, value)?;
        }
        client.wait_until_ready(deadline).map_err(not_started)?;
        Ok(ProgramPlayer { client })
    }
}

impl Player for ProgramPlayer {
    fn begin(&mut self, mode: CastlingMode, deadline: Deadline<'_>) -> Result<(), Failure> {
        Ok(self.client.new_game(mode, deadline)?)
    }

    fn think(&mut self, game: &AnyGame, limits: &Limits, deadline: Deadline<'_>) -> Result<Reply, Failure> {
        let begin = Instant::now();
        self.client.go(game, limits)?;
        let result = match self.client.result(deadline) {
            Err(ClientError::Silent(_)) => {
                self.client.stop();
                return Err(match self.client.result(deadline.again(TIME_TO_STOP)) {
                    Ok(_) | Err(ClientError::Illegal { .. }) => Failure::Late(begin.elapsed()),
                    Err(ClientError::Silent(_)) => Failure::Silent(begin.elapsed()),
                    Err(other) => other.into(),
                });
            }
            heard => heard?,
        };
        Reply::new(&result)
    }
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Failure {
        match error {
            ClientError::NotStarted(why) => Failure::NotStarted(harmless(&why)),
            ClientError::Ended(how) => Failure::Crashed(how),
            ClientError::Silent(time) => Failure::Silent(time),
            ClientError::Stopped => Failure::Stopped,
            ClientError::Option(OptionError::Unknown { name }) => {
                Failure::Option(format!("it has no option {}", harmless(&name)))
            }
            ClientError::Illegal { text } => Failure::Illegal(harmless(&text)),
            ClientError::Option(_) | ClientError::NoChess960 => Failure::Option(error.to_string()),
            // The referee asks for one move at a time.
            ClientError::Busy | ClientError::Idle => Failure::Crashed(error.to_string()),
        }
    }
}

/// A program that fails before it plays was not started. The time is all that it had: the last line may be recent.
fn not_started(error: ClientError, time: Duration) -> Failure {
    match error {
        ClientError::Ended(how) => Failure::NotStarted(how),
        ClientError::Silent(_) => Failure::NotStarted(format!(
            "it does not answer as a UCI engine does within {:.0} s",
            time.as_secs_f64()
        )),
        other => other.into(),
    }
}
