//! What is decided before a match begins, and what follows from that: how many games there are, and which opening and
//! time control each has. Workers read it while the match is played.

use std::num::NonZero;
use std::time::Duration;

use philidor_engine::Control;
use philidor_host::affinity;

use super::adjudication::Adjudication;
use super::contender::Contender;
use super::endgame_tables::EndgameTables;
use super::failure::PlayerFailure;
use super::log::Log;
use super::opening::MatchOpening;
use super::schedule::{Schedule, Turn};
use super::sprt::Sprt;
use super::time_control::TimeControl;
use super::tournament_error::TournamentError;

#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) contenders: Vec<Contender>,
    pub(super) schedule: Schedule,
    pub(super) openings: Vec<MatchOpening>,
    pub(super) pairs: usize,
    pub(super) time_control: TimeControl,
    pub(super) adjudication: Adjudication,
    pub(super) tables: EndgameTables,
    pub(super) sprt: Option<Sprt>,
    pub(super) concurrency: NonZero<usize>,
    pub(super) margin: Duration,
    pub(super) timeout: Duration,
    pub(super) start_time: Duration,
    pub(super) has_affinity: bool,
    pub(super) log: Option<Log>,
}

impl Settings {
    pub(super) fn new(contenders: Vec<Contender>) -> Settings {
        Settings {
            contenders,
            schedule: Schedule::Gauntlet,
            openings: vec![MatchOpening::default()],
            pairs: 100,
            time_control: TimeControl::per_game(Duration::from_secs(1), Duration::from_millis(10)),
            adjudication: Adjudication::default(),
            tables: EndgameTables::default(),
            sprt: None,
            concurrency: NonZero::<usize>::MIN,
            margin: Duration::ZERO,
            timeout: Duration::from_secs(60),
            start_time: Duration::from_secs(10),
            has_affinity: false,
            log: None,
        }
    }

    pub(super) fn time_control_of(&self, contender: &Contender) -> TimeControl {
        contender.time_control().unwrap_or(self.time_control)
    }

    pub(super) fn opening(&self, turn: Turn) -> &MatchOpening {
        &self.openings[turn.pair % self.openings.len()]
    }

    /// How many pairs the meetings of two contenders have in all, if they meet in every stage.
    pub(super) const fn most_pairs(&self) -> usize {
        self.pairs.saturating_mul(self.schedule.stages())
    }

    /// How many games there are in all.
    pub(super) fn games(&self) -> usize {
        let meetings = self.schedule.meetings_in_all(self.contenders.len());
        self.pairs.saturating_mul(2).saturating_mul(meetings)
    }

    /// As many games at a time as are wanted, but no more than there are.
    pub(super) fn games_at_a_time(&self) -> usize {
        self.concurrency.get().min(self.games())
    }

    /// How many pairs repeat the opening of an earlier pair, in a match that only nodes or depth limit.
    pub(super) fn repeated_pairs(&self) -> usize {
        let has_clock = |contender: &Contender| self.time_control_of(contender).is_by_time();
        if self.contenders.iter().any(has_clock) {
            return 0;
        }
        self.most_pairs().saturating_sub(self.openings.len())
    }

    /// Starts each contender with options once, unless all of them play in the first game, so that a refused option is
    /// known before any game is played.
    pub(super) fn try_options(&self, stop: &Control) -> Result<(), TournamentError> {
        if self.contenders.len() == 2 {
            return Ok(());
        }
        for contender in self.contenders.iter().filter(|contender| contender.has_options()) {
            // Any other failure may pass: the match tries again.
            if let Err(failure @ PlayerFailure::Option(_)) =
                contender.start(self.start_time, self.log.as_ref(), stop)
            {
                return Err(TournamentError::Start { name: contender.name().to_owned(), failure });
            }
        }
        Ok(())
    }

    /// The cores of each worker, one for each side of its games; none without affinity.
    pub(super) fn cores(&self) -> Result<Vec<[usize; 2]>, TournamentError> {
        if !self.has_affinity {
            return Ok(Vec::new());
        }
        let refused = |error: std::io::Error| TournamentError::Affinity { reason: error.to_string() };
        let cores = affinity::cores().map_err(refused)?;
        let has_two = self.contenders.iter().any(Contender::ponders);
        let (each, games) = (1 + usize::from(has_two), self.games_at_a_time());
        if cores.len() / each < games {
            let needed = games.saturating_mul(each);
            return Err(TournamentError::Cores { needed, available: cores.len() });
        }
        Ok(cores.chunks_exact(each).map(|own| [own[0], own[each - 1]]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor_engine::bot;

    #[test]
    fn no_more_games_are_played_at_a_time_than_there_are() {
        let contender = |name: &str| {
            Contender::from_bot(name, || bot::from_fn("first", |game, _| game.position().legal_moves()[0]))
        };
        let settings = Settings { pairs: 1, ..Settings::new(vec![contender("one"), contender("other")]) };
        let at_a_time = |concurrency| Settings { concurrency, ..settings.clone() }.games_at_a_time();
        assert_eq!(at_a_time(NonZero::<usize>::MAX), 2);
        assert_eq!(at_a_time(NonZero::<usize>::MIN), 1);
    }
}
