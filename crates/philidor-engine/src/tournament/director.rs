//! A match: the first contender against each of the others, in pairs, several games at a time.
//!
//! ```text
//!              ┌─ worker: its own players, the next game, …  ─┐
//! run ─ halt ──┤                                              ├──► games ──► standings, test ──► halt
//!              └─ worker                                      ┘
//! ```
//!
//! Workers share nothing but the number of the next game. All other state of the match changes in the calling
//! thread, in the order in which games end.

use core::fmt;
use std::collections::HashSet;
use std::io::Write;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use philidor::pgn::GameResult;

use super::adjudication::Adjudication;
use super::contender::Contender;
use super::ending::Cause;
use super::failure::Failure;
use super::game_pgn;
use super::log::Log;
use super::opening::Opening;
use super::opening::{distinct, shuffled};
use super::played::PlayedGame;
use super::referee::{self, Conditions, NoGame};
use super::resumption::{OldGame, Resumption, ResumptionError};
use super::schedule::Turn;
use super::sprt::Sprt;
use super::supervised::SupervisedPlayer;
use super::tally::{Faults, Tally};
use super::time_control::TimeControl;
use super::torn::{TornGame, begins_as, is_half_round};
use crate::bot::control::Control;
use crate::harmless::harmless;
use crate::parts::endgame_tables::EndgameTables;
use crate::uci::client::SLICE;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Tournament {
    first: Contender,
    others: Vec<Contender>,
    openings: Vec<Opening>,
    pairs: usize,
    time_control: TimeControl,
    adjudication: Adjudication,
    tables: EndgameTables,
    sprt: Option<Sprt>,
    concurrency: NonZero<usize>,
    margin: Duration,
    patience: Duration,
    start_time: Duration,
    log: Option<Log>,
    played: HashSet<Turn>,
    standings: Vec<Standing>,
}

/// How the first contender stands against an opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Standing {
    /// The opponent.
    pub opponent: String,
    /// Games and pairs, seen by the first contender.
    pub tally: Tally,
    /// How often the first contender failed, and how often the opponent.
    pub faults: [Faults; 2],
}

/// An event of a match.
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
        let standing =
            |other: &Contender| Standing { opponent: other.name().to_owned(), ..Standing::default() };
        let standings = others.iter().map(standing).collect();
        Ok(Tournament {
            first,
            others,
            openings: vec![Opening::default()],
            pairs: 100,
            time_control: TimeControl::per_game(Duration::from_secs(1), Duration::from_millis(10)),
            adjudication: Adjudication::default(),
            tables: EndgameTables::default(),
            sprt: None,
            concurrency: NonZero::<usize>::MIN,
            margin: Duration::ZERO,
            patience: Duration::from_secs(60),
            start_time: Duration::from_secs(10),
            log: None,
            played: HashSet::new(),
            standings,
        })
    }

    /// The same with this many pairs of games against each opponent.
    #[must_use]
    pub fn with_pairs(self, pairs: usize) -> Tournament {
        Tournament { pairs, ..self }
    }

    /// The same with a time control for all contenders that have none of their own.
    #[must_use]
    pub fn with_time_control(self, time_control: TimeControl) -> Tournament {
        Tournament { time_control, ..self }
    }

    /// The same with openings, one for each pair; if there are more pairs, they begin again. Of openings that lead to
    /// the same position only the first is used. A seed shuffles them.
    #[must_use]
    pub fn with_openings(self, openings: Vec<Opening>, seed: Option<u64>) -> Tournament {
        let openings = distinct(openings);
        let openings = seed.map_or_else(|| openings.clone(), |seed| shuffled(openings.clone(), seed));
        if openings.is_empty() { self } else { Tournament { openings, ..self } }
    }

    /// The same with rules by which games are ended early.
    #[must_use]
    pub fn with_adjudication(self, adjudication: Adjudication) -> Tournament {
        Tournament { adjudication, ..self }
    }

    /// The same with endgame tables: a game ends as soon as they are certain of its outcome, the fifty-move rule and the
    /// clock of the position included.
    #[cfg(feature = "tables")]
    #[must_use]
    pub fn with_endgame_tables(
        mut self,
        tables: std::sync::Arc<philidor_tables::syzygy::Tables>,
    ) -> Tournament {
        self.tables.set(Some(tables));
        self
    }

    /// The same, ended as soon as a test against the first opponent has a verdict.
    #[must_use]
    pub fn with_sprt(self, sprt: Sprt) -> Tournament {
        Tournament { sprt: Some(sprt), ..self }
    }

    /// The same with this many games at a time.
    #[must_use]
    pub fn with_concurrency(self, concurrency: NonZero<usize>) -> Tournament {
        Tournament { concurrency, ..self }
    }

    /// The same with a time by which a clock may be overdrawn.
    #[must_use]
    pub fn with_margin(self, margin: Duration) -> Tournament {
        Tournament { margin, ..self }
    }

    /// The same with a time after which an engine without a clock counts as hanging.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Tournament {
        Tournament { patience, ..self }
    }

    /// The same with a time in which an engine has to start, and to be ready for each game.
    #[must_use]
    pub fn with_start_time(self, start_time: Duration) -> Tournament {
        Tournament { start_time, ..self }
    }

    /// The same with a log of all that programs are sent and say: a line for each line, with the seconds since now, the
    /// name and the number of the process, and `<` for what it is sent, `>` for what it says, `!` for what it says on
    /// standard error, or what a bot of this process wants people to know. So are damaged endgame tables of the `referee`.
    #[must_use]
    pub fn with_log(self, output: impl Write + Send + 'static) -> Tournament {
        Tournament { log: Some(Log::new(output)), ..self }
    }

    /// The same without the games that have been played already.
    ///
    /// # Errors
    ///
    /// If one of them is not of this match: other names, another opening or time control, no such round, or twice.
    pub fn resumed(mut self, resumption: &Resumption) -> Result<Tournament, ResumptionError> {
        for (index, game) in resumption.games.iter().enumerate() {
            let refused = |reason: String| ResumptionError { number: index + 1, reason: harmless(&reason) };
            let turn = self.turn_of(game).map_err(refused)?;
            if !self.played.insert(turn) {
                return Err(refused(format!("round {} is there twice", turn.round())));
            }
            let half_points = match (game.result, turn.is_reversed) {
                (GameResult::WhiteWins, false) | (GameResult::BlackWins, true) => 2,
                (GameResult::Draw, _) => 1,
                _ => 0,
            };
            self.count(turn, half_points, &game.cause);
        }
        let torn = &resumption.torn;
        if torn.len() > 0 && !self.is_begun_by(torn) {
            let bytes = if torn.len() == 1 { "1 byte".to_owned() } else { format!("{} bytes", torn.len()) };
            let reason = format!("what it ends with, {bytes}, does not begin as a game of this match does");
            return Err(ResumptionError { number: resumption.games.len() + 1, reason });
        }
        Ok(self)
    }

    /// Whether the beginning of a game fits this match, as far as it goes.
    fn is_begun_by(&self, torn: &TornGame) -> bool {
        let Some(rest) = torn.after_date() else { return false };
        let Some((round, _)) = rest.split_once('\n') else { return is_half_round(rest) };
        let Some(round) = round.strip_prefix("[Round \"").and_then(|round| round.strip_suffix("\"]")) else {
            return false;
        };
        let Some((pair, is_reversed)) = Turn::read_round(round) else { return false };
        let begins = |other: &Contender| {
            let (first, other) = (self.first.name(), other.name());
            begins_as(rest, round, if is_reversed { [other, first] } else { [first, other] })
        };
        pair < self.pairs && self.others.iter().any(begins)
    }

    /// Which game of this match an old one is.
    fn turn_of(&self, game: &OldGame) -> Result<Turn, String> {
        let [white, black] = &game.names;
        let (first, other) = if game.is_reversed { (black, white) } else { (white, black) };
        let opponent = self.others.iter().position(|contender| contender.name() == other);
        let opponent = opponent.filter(|_| first == self.first.name());
        let opponent = opponent
            .ok_or_else(|| format!("{white} against {black} is not a game of this match with this number"))?;
        let turn = Turn { pair: game.pair, opponent, is_reversed: game.is_reversed };
        if game.result == GameResult::Unknown {
            return Err(format!("round {} has no result", turn.round()));
        }
        if self.opening(turn).chess_start() != Some(&game.start) {
            return Err(format!("round {} has another opening in this match", turn.round()));
        }
        let contenders = [&self.first, &self.others[opponent]];
        let contenders = if turn.is_reversed { [contenders[1], contenders[0]] } else { contenders };
        let limits = game_pgn::limits(contenders.map(|contender| self.time_control_of(contender)));
        if limits != game.limits {
            let (then, now) = (words(&game.limits), words(&limits));
            return Err(format!("round {} was played at {then}, not at {now}", turn.round()));
        }
        Ok(turn)
    }

    fn time_control_of(&self, contender: &Contender) -> TimeControl {
        contender.time_control().unwrap_or(self.time_control)
    }

    fn opening(&self, turn: Turn) -> &Opening {
        &self.openings[turn.pair % self.openings.len()]
    }

    /// How many games there are in all.
    #[must_use]
    pub fn games(&self) -> usize {
        self.pairs.saturating_mul(2).saturating_mul(self.others.len())
    }

    /// How many pairs repeat the opening of an earlier pair, in a match that only nodes or depth limit. There an engine
    /// plays the same game again, unless it plays at random or on several threads, and nothing is learned.
    ///
    /// ```
    /// use philidor_engine::tournament::{Contender, TimeControl, Tournament};
    /// use philidor_engine::standard;
    ///
    /// let contender = |name| Contender::from_bot(name, standard);
    /// let of_two = Tournament::new(contender("one"), vec![contender("other")])?.with_pairs(50);
    /// assert_eq!(of_two.clone().repeated_pairs(), 0); // a clock varies the games
    /// assert_eq!(of_two.with_time_control(TimeControl::fixed_nodes(5000)).repeated_pairs(), 49);
    /// # Ok::<(), philidor_engine::tournament::TournamentError>(())
    /// ```
    #[must_use]
    pub fn repeated_pairs(&self) -> usize {
        let has_clock = |contender: &Contender| self.time_control_of(contender).is_by_time();
        if std::iter::once(&self.first).chain(&self.others).any(has_clock) {
            return 0;
        }
        self.pairs.saturating_sub(self.openings.len())
    }

    /// As many as are wanted, but not more than there are.
    fn games_at_a_time(&self) -> usize {
        self.concurrency.get().min(self.games())
    }

    /// Where the match stands: before it is played, what was resumed.
    #[must_use]
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// The first contender's name.
    #[must_use]
    pub fn first_name(&self) -> &str {
        self.first.name()
    }

    /// The test, if there is one.
    #[must_use]
    pub fn sprt(&self) -> Option<Sprt> {
        self.sprt
    }

    /// Plays the games that have not been played, until the test is decided or the match is stopped. Games that are
    /// still in progress then do not count.
    ///
    /// # Errors
    ///
    /// If a contender cannot be started.
    pub fn run(
        mut self,
        stop: &Control,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Vec<Standing>, TournamentError> {
        if self.is_decided() {
            return Ok(self.standings);
        }
        let halt = Control::new();
        // What workers read stays as it is; what changes is kept apart.
        let plan = self.clone();
        let next = AtomicUsize::new(0);
        let mut failed = None;
        thread::scope(|scope| {
            let (sender, messages) = channel();
            for _ in 0..plan.games_at_a_time() {
                let (sender, plan, next, halt) = (sender.clone(), &plan, &next, &halt);
                scope.spawn(move || plan.work(next, halt, &sender));
            }
            drop(sender);
            loop {
                match messages.recv_timeout(SLICE) {
                    Ok(Ok(game)) if !halt.is_stopped() => {
                        self.take(&game, on_event);
                        if self.is_decided() {
                            halt.stop();
                        }
                    }
                    Ok(Err(NoGame { failure: Failure::Stopped, .. }) | Ok(_)) => {}
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
        });
        match failed {
            Some(NoGame { name, failure }) => Err(TournamentError::Start { name, failure }),
            None => Ok(self.standings),
        }
    }

    fn work(&self, next: &AtomicUsize, halt: &Control, sender: &Sender<Message>) {
        let conditions = Conditions {
            time_control: self.time_control,
            adjudication: &self.adjudication,
            tables: &self.tables,
            log: self.log.as_ref(),
            margin: self.margin,
            patience: self.patience,
            stop: halt,
        };
        let supervised = |contender| SupervisedPlayer::new(contender, self.start_time, self.log.as_ref());
        let mut first = supervised(&self.first);
        let mut others: Vec<SupervisedPlayer<'_>> = self.others.iter().map(supervised).collect();
        while !halt.is_stopped() {
            let number = next.fetch_add(1, Relaxed);
            if number >= self.games() {
                return;
            }
            let turn = Turn::from_number(number, self.others.len());
            if self.played.contains(&turn) {
                continue;
            }
            let Some(other) = others.get_mut(turn.opponent) else { return };
            let players = if turn.is_reversed { [other, &mut first] } else { [&mut first, other] };
            let played = referee::play(players, turn, self.opening(turn), &conditions);
            let is_over = played.is_err();
            if sender.send(played.map(Box::new)).is_err() || is_over {
                return;
            }
        }
    }

    /// Counts a game that has just ended.
    fn take(&mut self, game: &PlayedGame, on_event: &mut dyn FnMut(Event<'_>)) {
        let first = philidor::Color::ALL[usize::from(game.turn.is_reversed)];
        let half_points = match game.ending.outcome.winner() {
            Some(winner) if winner == first => 2,
            Some(_) => 0,
            None => 1,
        };
        self.count(game.turn, half_points, &game.ending.cause);
        on_event(Event::Ended { game, standings: &self.standings });
    }

    fn count(&mut self, turn: Turn, half_points: usize, cause: &Cause) {
        let Some(standing) = self.standings.get_mut(turn.opponent) else { return };
        standing.tally.add(turn.pair, half_points);
        standing.faults[0].add(self.first.name(), cause);
        let opponent = standing.opponent.clone();
        standing.faults[1].add(&opponent, cause);
    }

    fn is_decided(&self) -> bool {
        let tally = self.standings.first().map(|standing| &standing.tally);
        self.sprt.zip(tally).is_some_and(|(sprt, tally)| sprt.verdict(tally).is_some())
    }
}

/// What limited the moves of a game, by its tags: `5+0.05`, `nodes=5000`, or one for each side.
fn words(limits: &[(&str, String)]) -> String {
    let words = limits.iter().map(|(_, value)| value.as_str()).filter(|&value| value != "-");
    let words: Vec<&str> = words.collect();
    if words.is_empty() { "no time control".to_owned() } else { words.join(" and ") }
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TournamentError {
    /// There is no opponent.
    NoOpponent,
    /// A name is empty, not one line, or that of another contender.
    Name {
        /// The name.
        name: String,
    },
    /// A contender cannot be started, or restarted.
    Start {
        /// The contender's name.
        name: String,
        /// Why.
        failure: Failure,
    },
}

impl fmt::Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TournamentError::NoOpponent => f.write_str("there is no opponent"),
            TournamentError::Name { name } if name.trim().is_empty() => f.write_str("an engine has no name"),
            TournamentError::Name { name } => {
                write!(f, "two engines are called `{}`, and each needs a name of its own", harmless(name))
            }
            TournamentError::Start { name, failure } => write!(f, "{}: it {failure}", harmless(name)),
        }
    }
}

impl core::error::Error for TournamentError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::standard;

    #[test]
    fn no_more_games_are_played_at_a_time_than_there_are() {
        let contender = |name: &str| Contender::from_bot(name, standard);
        let tournament = Tournament::new(contender("one"), vec![contender("other")]).expect("two names");
        let tournament = tournament.with_pairs(1).with_concurrency(NonZero::<usize>::MAX);
        assert_eq!(tournament.games_at_a_time(), 2);
        assert_eq!(tournament.with_concurrency(NonZero::<usize>::MIN).games_at_a_time(), 1);
    }
}
