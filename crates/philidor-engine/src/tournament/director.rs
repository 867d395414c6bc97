//! A match: contenders meet in pairs of games, several at a time.
//!
//! ```text
//!                      ┌─ worker: its own players, the next game, …  ─┐
//! run ─ queue, halt ───┤                                              ├──► games ──► standings, test ──► halt
//!        ▲             └─ worker                                      ┘                  │
//!        └───────────────────────────── next stage ◄─────────────────────────────────────┘
//! ```
//!
//! Workers share nothing but the queue of games. All other state of the match changes in the calling thread, in the order
//! in which games end.

use core::fmt;
use std::collections::HashSet;
use std::io::Write;
use std::num::NonZero;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use philidor::Move;
use philidor::pgn::GameResult;
use philidor_host::{affinity, sort_by_key};

use super::adjudication::Adjudication;
use super::contender::Contender;
use super::ending::Cause;
use super::failure::Failure;
use super::game_pgn;
use super::log::Log;
use super::opening::Opening;
use super::opening::{distinct, shuffled};
use super::played::PlayedGame;
use super::queue::Queue;
use super::referee::{self, Conditions, NoGame};
use super::resumption::{OldGame, Resumption, ResumptionError};
use super::schedule::{Schedule, Stage, Turn};
use super::sprt::Sprt;
use super::supervised::SupervisedPlayer;
use super::swiss::Draw;
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
    contenders: Vec<Contender>,
    schedule: Schedule,
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
    has_affinity: bool,
    log: Option<Log>,
    played: HashSet<Turn>,
    /// The stage that is played, how many came before it, and how many of its games are left.
    stage: Stage,
    stages: usize,
    left: usize,
    /// How often each contender has rested.
    rests: Vec<usize>,
    /// Who has met, and how they stand, in the same order.
    meetings: Vec<[usize; 2]>,
    standings: Vec<Standing>,
}

/// How a contender stands against an opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Standing {
    /// The contender: in a gauntlet always the first one.
    pub first: String,
    /// The opponent.
    pub opponent: String,
    /// Games and pairs, seen by the contender.
    pub tally: Tally,
    /// How often the contender failed, and how often the opponent.
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
        let contenders: Vec<Contender> = std::iter::once(first).chain(others).collect();
        let rests = vec![0; contenders.len()];
        let tournament = Tournament {
            contenders,
            schedule: Schedule::Gauntlet,
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
            has_affinity: false,
            log: None,
            played: HashSet::new(),
            stage: Stage::default(),
            stages: 0,
            left: 0,
            rests,
            meetings: Vec::new(),
            standings: Vec::new(),
        };
        Ok(tournament.begun())
    }

    /// The same with its first stage opened.
    fn begun(mut self) -> Tournament {
        (self.stages, self.meetings, self.standings) = (0, Vec::new(), Vec::new());
        self.rests.fill(0);
        self.open_stage();
        self
    }

    /// The same with this many pairs of games in each meeting.
    #[must_use]
    pub fn with_pairs(self, pairs: usize) -> Tournament {
        Tournament { pairs, ..self }.begun()
    }

    /// The same with another schedule.
    ///
    /// # Errors
    ///
    /// If a Swiss tournament has no round, or more than ten for each contender.
    pub fn with_schedule(self, schedule: Schedule) -> Result<Tournament, TournamentError> {
        let most = self.contenders.len().saturating_mul(10);
        match schedule {
            Schedule::Swiss { rounds } if rounds == 0 || rounds > most => {
                Err(TournamentError::Rounds { rounds, most })
            }
            _ => Ok(Tournament { schedule, ..self }.begun()),
        }
    }

    /// The same with each game on a logical core of its own, and a game in which a contender [ponders](Contender::ponders)
    /// on two, one for each player: on Linux. Whether there are so many shows when the match is [run](Tournament::run).
    #[must_use]
    pub fn with_affinity(self) -> Tournament {
        Tournament { has_affinity: true, ..self }
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

    /// The same without the games that have been played already. In a Swiss tournament they decide who meets next.
    ///
    /// # Errors
    ///
    /// If one of them is not of this match: other names, another opening or time control, no such round, or twice.
    pub fn resumed(mut self, resumption: &Resumption) -> Result<Tournament, ResumptionError> {
        let mut games: Vec<(usize, &OldGame)> = resumption.games.iter().enumerate().collect();
        // A stage begins when the one before is over.
        let stage_of = |pair: usize| pair / self.pairs.max(1);
        if self.schedule.stages() > 1 {
            sort_by_key(&mut games, |(_, game)| stage_of(game.pair));
        }
        for (index, game) in games {
            if self.left == 0 {
                self.open_stage();
            }
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
        if self.left == 0 {
            self.open_stage();
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
        let names: Vec<&str> = self.contenders.iter().map(Contender::name).collect();
        let begins = |[first, other]: [usize; 2]| {
            let [first, other] = [names[first], names[other]];
            begins_as(rest, round, if is_reversed { [other, first] } else { [first, other] })
        };
        let mut meetings =
            (0..names.len()).flat_map(|first| (0..names.len()).map(move |other| [first, other]));
        let pairs = self.pairs.saturating_mul(self.schedule.stages());
        pair < pairs && meetings.any(|meeting| self.schedule.allows(meeting) && begins(meeting))
    }

    /// Which game of this match an old one is.
    fn turn_of(&self, game: &OldGame) -> Result<Turn, String> {
        let [white, black] = &game.names;
        let (first, other) = if game.is_reversed { (black, white) } else { (white, black) };
        let place = |name: &str| self.contenders.iter().position(|contender| contender.name() == name);
        let players = place(first).zip(place(other)).map(|(first, other)| [first, other]);
        let players = players.filter(|players| self.stage.meetings.contains(players));
        let is_now = self.schedule.stages() == 1 || self.stage.has_pair(game.pair);
        let players = players
            .filter(|_| is_now)
            .ok_or_else(|| format!("{white} against {black} is not a game of this match with this number"))?;
        let turn = Turn { pair: game.pair, players, is_reversed: game.is_reversed };
        if game.result == GameResult::Unknown {
            return Err(format!("round {} has no result", turn.round()));
        }
        let opening = self.opening(turn);
        let digests = |moves: &[Move]| moves.iter().map(|mv| mv.digest()).collect::<Vec<_>>();
        let is_played = game.opening.as_ref().is_none_or(|moves| digests(moves) == digests(opening.moves()));
        if opening.chess_start() != Some(&game.start) || !is_played {
            return Err(format!("round {} has another opening in this match", turn.round()));
        }
        let contenders = players.map(|player| &self.contenders[player]);
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
        let meetings = self.schedule.meetings_in_all(self.contenders.len());
        self.pairs.saturating_mul(2).saturating_mul(meetings)
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
        if self.contenders.iter().any(has_clock) {
            return 0;
        }
        self.pairs.saturating_mul(self.schedule.stages()).saturating_sub(self.openings.len())
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

    /// Who meets whom.
    #[must_use]
    pub const fn schedule(&self) -> Schedule {
        self.schedule
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
    /// If a contender cannot be started, or games cannot have cores of their own.
    pub fn run(
        mut self,
        stop: &Control,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Vec<Standing>, TournamentError> {
        let cores = self.cores()?;
        if self.is_decided() || self.left == 0 {
            return Ok(self.standings);
        }
        let halt = Control::new();
        // What workers read stays as it is; what changes is kept apart.
        let plan = self.clone();
        let queue = Queue::new(self.stage.clone());
        let mut failed = None;
        thread::scope(|scope| {
            let (sender, messages) = channel();
            for worker in 0..plan.games_at_a_time() {
                let (sender, plan, queue, halt) = (sender.clone(), &plan, &queue, &halt);
                let cores = cores.get(worker).copied();
                scope.spawn(move || plan.work(queue, cores, halt, &sender));
            }
            drop(sender);
            loop {
                match messages.recv_timeout(SLICE) {
                    Ok(Ok(game)) if !halt.is_stopped() => {
                        self.take(&game, on_event);
                        if self.is_decided() {
                            halt.stop();
                        }
                        if self.left == 0 {
                            queue.open(self.open_stage().then(|| self.stage.clone()));
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

    /// The cores of each worker, one for each side of its games; none without affinity.
    fn cores(&self) -> Result<Vec<[usize; 2]>, TournamentError> {
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

    /// Opens the next stage, and returns whether there is one.
    fn open_stage(&mut self) -> bool {
        if self.stages == self.schedule.stages() {
            return false;
        }
        let meetings = self.schedule.meetings(self.contenders.len()).unwrap_or_else(|| self.draw());
        let first_pair = self.stages.saturating_mul(self.pairs);
        for &[first, opponent] in &meetings {
            if self.meeting([first, opponent]).is_none() {
                let [first_name, opponent_name] =
                    [first, opponent].map(|player| self.contenders[player].name().to_owned());
                let standing = Standing { first: first_name, opponent: opponent_name, ..Standing::default() };
                self.meetings.push([first, opponent]);
                self.standings.push(standing);
            }
        }
        self.stage = Stage { meetings, first_pair, pairs: self.pairs };
        self.stages += 1;
        self.left = self.stage.games();
        self.left > 0
    }

    /// The meetings of the next round of a Swiss tournament, by the points so far.
    fn draw(&mut self) -> Vec<[usize; 2]> {
        let mut draw = Draw { rests: self.rests.clone(), ..Draw::default() };
        // In half-points; to rest counts as a meeting that was won.
        let rest = self.pairs as u64 * 4;
        draw.points = self.rests.iter().map(|&rests| rests as u64 * rest).collect();
        for (&[first, opponent], standing) in self.meetings.iter().zip(&self.standings) {
            let tally = &standing.tally;
            draw.points[first] += 2 * tally.wins + tally.draws;
            draw.points[opponent] += 2 * tally.losses + tally.draws;
            draw.met.extend([[first, opponent], [opponent, first]]);
        }
        let (meetings, resting) = draw.meetings();
        if let Some(resting) = resting {
            self.rests[resting] += 1;
        }
        // Who have met before are listed as they were then.
        let known = |[first, other]: [usize; 2]| match self.meeting([other, first]) {
            Some(_) => [other, first],
            None => [first, other],
        };
        meetings.into_iter().map(known).collect()
    }

    /// The place of a meeting among the standings.
    fn meeting(&self, players: [usize; 2]) -> Option<usize> {
        self.meetings.iter().position(|&known| known == players)
    }

    fn work(&self, queue: &Queue, cores: Option<[usize; 2]>, halt: &Control, sender: &Sender<Message>) {
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
        let mut all: Vec<SupervisedPlayer<'_>> = self.contenders.iter().map(supervised).collect();
        while let Some(turn) = queue.next(&self.played, halt) {
            let Ok([first, other]) = all.get_disjoint_mut(turn.players) else { return };
            if let Some([one, two]) = cores {
                first.keep_to(one);
                other.keep_to(two);
            }
            let players = if turn.is_reversed { [other, first] } else { [first, other] };
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
        let Some(place) = self.meeting(turn.players) else { return };
        let Standing { first, opponent, tally, faults } = &mut self.standings[place];
        tally.add(turn.pair, half_points);
        faults[0].add(first, cause);
        faults[1].add(opponent, cause);
        if self.stage.has_pair(turn.pair) {
            self.left = self.left.saturating_sub(1);
        }
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
    /// A Swiss tournament with so many rounds.
    Rounds {
        /// The rounds.
        rounds: usize,
        /// The most that there can be, at least one.
        most: usize,
    },
    /// Games cannot be kept to cores on this system.
    Affinity {
        /// What the system says.
        reason: String,
    },
    /// There are not as many cores as the games at a time need.
    Cores {
        /// How many they need.
        needed: usize,
        /// How many there are.
        available: usize,
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
            TournamentError::Rounds { rounds, most } => {
                write!(f, "{rounds} rounds, where there can be from 1 to {most}")
            }
            TournamentError::Affinity { reason } => {
                write!(f, "games cannot be kept to cores of their own: {}", harmless(reason))
            }
            TournamentError::Cores { needed, available } => {
                write!(f, "the games need {needed} cores of their own, and there are {available}")
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
