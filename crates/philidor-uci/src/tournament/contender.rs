//! A contender, and how its player is started, both the first time and after each failure.

use core::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::failure::PlayerFailure;
use super::in_process::InProcess;
use super::log::Log;
use super::player::Player;
use super::program::ProgramPlayer;
use super::time_control::TimeControl;
use crate::client::{Deadline, Program};
use philidor_engine::{Bot, Control};

type Maker = Arc<dyn Fn() -> Box<dyn Bot> + Send + Sync>;

/// A participant of a match: a bot of this process, or a program of the UCI protocol.
///
/// ```
/// use philidor_uci::tournament::Contender;
///
/// let program = Contender::from_program("gnu", vec!["gnuchess".into(), "--uci".into()]).with_option("Hash", "16");
/// assert_eq!(program.name(), "gnu");
/// ```
#[derive(Clone)]
pub struct Contender {
    name: String,
    source: Source,
    options: Vec<(String, String)>,
    folder: Option<PathBuf>,
    time_control: Option<TimeControl>,
    ponders: bool,
}

#[derive(Clone)]
enum Source {
    Bot(Maker),
    Program(Vec<String>),
}

impl Contender {
    /// A bot of this process. It is made again after a panic, and once for each game that is played at the same time.
    #[must_use]
    pub fn from_bot<B: Bot + 'static>(name: &str, make: impl Fn() -> B + Send + Sync + 'static) -> Contender {
        Contender::new(name, Source::Bot(Arc::new(move || -> Box<dyn Bot> { Box::new(make()) })))
    }

    /// A program, with its arguments.
    #[must_use]
    pub fn from_program(name: &str, command: Vec<String>) -> Contender {
        Contender::new(name, Source::Program(command))
    }

    /// How many threads a player takes: its own, or one for each of the three pipes of a program.
    pub(super) const fn threads(&self) -> usize {
        match self.source {
            Source::Bot(_) => 1,
            Source::Program(_) => 3,
        }
    }

    fn new(name: &str, source: Source) -> Contender {
        Contender {
            name: name.to_owned(),
            source,
            options: Vec::new(),
            folder: None,
            time_control: None,
            ponders: false,
        }
    }

    /// The same with an option set. A button has an empty value.
    #[must_use]
    pub fn with_option(mut self, name: &str, value: &str) -> Contender {
        self.options.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same, with its program run in this folder.
    #[must_use]
    pub fn with_folder(self, folder: PathBuf) -> Contender {
        Contender { folder: Some(folder), ..self }
    }

    /// The same with a time control of its own.
    #[must_use]
    pub fn with_time_control(self, time_control: TimeControl) -> Contender {
        Contender { time_control: Some(time_control), ..self }
    }

    /// The same with pondering: it thinks on the opponent's time about the expected reply. A program's option `Ponder`
    /// is set, if it has one.
    #[must_use]
    pub fn with_pondering(self) -> Contender {
        Contender { ponders: true, ..self }
    }

    /// Whether it thinks while it is the opponent's turn.
    #[must_use]
    pub const fn ponders(&self) -> bool {
        self.ponders
    }

    pub(super) const fn has_options(&self) -> bool {
        !self.options.is_empty()
    }

    /// The name in tables and in the tags of games.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its own time control, if it has one.
    #[must_use]
    pub fn time_control(&self) -> Option<TimeControl> {
        self.time_control
    }

    /// Starts a player, and waits for it no longer than `time`.
    pub(super) fn start(
        &self,
        time: Duration,
        log: Option<&Log>,
        stop: &Control,
    ) -> Result<Box<dyn Player>, PlayerFailure> {
        let deadline = Deadline::within(time).or_stopped(stop);
        let listener = log.map(|log| log.listener(&self.name));
        Ok(match &self.source {
            Source::Bot(make) => Box::new(InProcess::start(&**make, &self.options, listener)?),
            Source::Program(command) => {
                let mut program = Program::new(command);
                if let Some(folder) = &self.folder {
                    program = program.with_folder(folder);
                }
                if let Some(listener) = listener {
                    program = program.with_numbered_listener(listener);
                }
                Box::new(ProgramPlayer::start(&program, &self.options, self.ponders, deadline)?)
            }
        })
    }
}

impl fmt::Debug for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = match &self.source {
            Source::Bot(_) => None,
            Source::Program(command) => Some(command),
        };
        f.debug_struct("Contender")
            .field("name", &self.name)
            .field("command", &command)
            .field("options", &self.options)
            .field("ponders", &self.ponders)
            .finish_non_exhaustive()
    }
}
