//! A match to be played: who plays it, and by which rules.

use std::collections::HashSet;
use std::io::Write;
use std::num::NonZero;
use std::time::Duration;

use super::adjudication::Adjudication;
use super::contender::Contender;
use super::course::{Course, Standing};
#[cfg(feature = "tables")]
use super::endgame_tables::EndgameTables;
use super::log::Log;
use super::opening::{MatchOpening, distinct, shuffled};
use super::schedule::Schedule;
use super::settings::Settings;
use super::sprt::Sprt;
use super::time_control::TimeControl;
use super::tournament_error::TournamentError;

/// A match to be played.
///
/// ```
/// use philidor_engine::standard;
/// use philidor_uci::tournament::{Contender, Schedule, Tournament};
///
/// let contender = |name| Contender::from_bot(name, standard);
/// let of_three = Tournament::new(contender("a"), vec![contender("b"), contender("c")])?.with_pairs(10);
/// assert_eq!(of_three.games(), 40); // a gauntlet: a meets b and c
/// assert_eq!(of_three.with_schedule(Schedule::RoundRobin)?.games(), 60);
/// # Ok::<(), philidor_uci::tournament::TournamentError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tournament {
    pub(super) settings: Settings,
    pub(super) course: Course,
}

impl Tournament {
    /// A match of one contender against others: a hundred pairs from the start position, one second and ten
    /// milliseconds a move.
    ///
    /// # Errors
    ///
    /// If there is no opponent, if two contenders share a name, or if a name is empty or contains a line break.
    pub fn new(first: Contender, others: Vec<Contender>) -> Result<Tournament, TournamentError> {
        if others.is_empty() {
            return Err(TournamentError::NoOpponent);
        }
        let mut names = HashSet::new();
        for contender in std::iter::once(&first).chain(&others) {
            let is_name = !contender.name().trim().is_empty() && !contender.name().contains(char::is_control);
            if !is_name || !names.insert(contender.name()) {
                return Err(TournamentError::Name { name: contender.name().to_owned() });
            }
        }
        let contenders: Vec<Contender> = std::iter::once(first).chain(others).collect();
        let settings = Settings::new(contenders);
        Ok(Tournament { course: Course::new(&settings), settings })
    }

    /// The same from the beginning, after a change to its first stage.
    fn begun(self) -> Tournament {
        Tournament { course: Course::new(&self.settings), ..self }
    }

    /// The same with this many pairs of games in each meeting.
    #[must_use]
    pub fn with_pairs(mut self, pairs: usize) -> Tournament {
        self.settings.pairs = pairs;
        self.begun()
    }

    /// The same with another schedule.
    ///
    /// # Errors
    ///
    /// If a Swiss tournament has no round, or more than ten for each contender.
    pub fn with_schedule(mut self, schedule: Schedule) -> Result<Tournament, TournamentError> {
        let most = self.settings.contenders.len().saturating_mul(10);
        match schedule {
            Schedule::Swiss { rounds } if rounds == 0 || rounds > most => {
                Err(TournamentError::Rounds { rounds, most })
            }
            _ => {
                self.settings.schedule = schedule;
                Ok(self.begun())
            }
        }
    }

    /// The same with each game on a logical core of its own, and a game in which a contender
    /// [ponders](Contender::ponders) on two, one for each player: on Linux. Whether there are that many shows when the
    /// match is [run](Tournament::run).
    #[must_use]
    pub fn with_affinity(mut self) -> Tournament {
        self.settings.has_affinity = true;
        self
    }

    /// The same with a time control for all contenders that have none of their own.
    #[must_use]
    pub fn with_time_control(mut self, time_control: TimeControl) -> Tournament {
        self.settings.time_control = time_control;
        self
    }

    /// The same with openings, one for each pair; if there are more pairs, they begin again. Of openings that lead to
    /// the same position only the first is used. A seed shuffles them.
    #[must_use]
    pub fn with_openings(mut self, openings: Vec<MatchOpening>, seed: Option<u64>) -> Tournament {
        let openings = distinct(openings);
        let openings = seed.map_or_else(|| openings.clone(), |seed| shuffled(openings.clone(), seed));
        if !openings.is_empty() {
            self.settings.openings = openings;
        }
        self
    }

    /// The same with rules by which games are ended early.
    #[must_use]
    pub fn with_adjudication(mut self, adjudication: Adjudication) -> Tournament {
        self.settings.adjudication = adjudication;
        self
    }

    /// The same with endgame tables: a game ends as soon as they are certain of its outcome, the fifty-move rule and
    /// the clock of the position included. Needs the feature `tables`.
    #[cfg(feature = "tables")]
    #[must_use]
    pub fn with_endgame_tables(
        mut self,
        tables: std::sync::Arc<philidor_tables::syzygy::Tables>,
    ) -> Tournament {
        self.settings.tables = EndgameTables::new(tables);
        self
    }

    /// The same, ended as soon as a test against the first opponent has a verdict.
    #[must_use]
    pub fn with_sprt(mut self, sprt: Sprt) -> Tournament {
        self.settings.sprt = Some(sprt);
        self
    }

    /// The same with this many games at a time.
    #[must_use]
    pub fn with_concurrency(mut self, concurrency: NonZero<usize>) -> Tournament {
        self.settings.concurrency = concurrency;
        self
    }

    /// The same with a time by which a clock may be overdrawn.
    #[must_use]
    pub fn with_time_margin(mut self, margin: Duration) -> Tournament {
        self.settings.margin = margin;
        self
    }

    /// The same with a time after which an engine without a clock counts as hanging.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Tournament {
        self.settings.timeout = timeout;
        self
    }

    /// The same with a time in which an engine has to start, and to be ready for each game.
    #[must_use]
    pub fn with_start_time(mut self, start_time: Duration) -> Tournament {
        self.settings.start_time = start_time;
        self
    }

    /// The same with a log of all that programs are sent and say: a line for each line, with the seconds since now, the
    /// name and the number of the process, and `<` for what it is sent, `>` for what it says, `!` for what it says on
    /// standard error. What a bot of this process wants people to know is logged with `!`, too, and so are damaged
    /// endgame tables, under the name `referee`.
    #[must_use]
    pub fn with_log(mut self, output: impl Write + Send + 'static) -> Tournament {
        self.settings.log = Some(Log::new(output));
        self
    }

    /// How many games there are in all.
    #[must_use]
    pub fn games(&self) -> usize {
        self.settings.games()
    }

    /// How many pairs repeat the opening of an earlier pair, in a match that only nodes or depth limit. There an engine
    /// plays the same game again, unless it plays at random or on several threads, and nothing is learned.
    ///
    /// ```
    /// use philidor_uci::tournament::{Contender, TimeControl, Tournament};
    /// use philidor_engine::standard;
    ///
    /// let contender = |name| Contender::from_bot(name, standard);
    /// let of_two = Tournament::new(contender("one"), vec![contender("other")])?.with_pairs(50);
    /// assert_eq!(of_two.clone().repeated_pairs(), 0); // a clock varies the games
    /// assert_eq!(of_two.with_time_control(TimeControl::fixed_nodes(5000)).repeated_pairs(), 49);
    /// # Ok::<(), philidor_uci::tournament::TournamentError>(())
    /// ```
    #[must_use]
    pub fn repeated_pairs(&self) -> usize {
        self.settings.repeated_pairs()
    }

    /// Where the match stands: before it is played, what was resumed.
    #[must_use]
    pub fn standings(&self) -> &[Standing] {
        &self.course.standings
    }

    /// Who meets whom.
    #[must_use]
    pub const fn schedule(&self) -> Schedule {
        self.settings.schedule
    }

    /// The test, if there is one.
    #[must_use]
    pub fn sprt(&self) -> Option<Sprt> {
        self.settings.sprt
    }
}
