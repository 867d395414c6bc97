//! One game: the referee keeps the clocks, asks the players in turn, checks every move and decides when it is over.

use std::time::{Duration, Instant};

use philidor::{CastlingMode, Color, Draw, Game, Move, Outcome, Win};
use philidor_engine::{Control, Score};

use super::adjudication::Adjudication;
use super::adjudication::{Decision, Opinions};
use super::endgame_tables::EndgameTables;
use super::ending::{Cause, Ending};
use super::failure::PlayerFailure;
use super::log::Log;
use super::opening::MatchOpening;
use super::played::{PlayedGame, PlayedMove};
use super::schedule::Turn;
use super::supervised::SupervisedPlayer;
use super::time_control::TimeControl;
use super::timer::Timer;
use crate::client::Deadline;

/// What all games of a match have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditions<'a> {
    pub(super) time_control: TimeControl,
    pub(super) adjudication: &'a Adjudication,
    pub(super) tables: &'a EndgameTables,
    pub(super) log: Option<&'a Log>,
    /// By how much a clock may be overdrawn.
    pub(super) margin: Duration,
    /// How long a move without a clock may take.
    pub(super) timeout: Duration,
    pub(super) stop: &'a Control,
}

/// Why a game was not played: a contender has never been started, which ends the match, or the match was stopped.
#[derive(Clone, Debug)]
pub(super) struct NoGame {
    pub(super) name: String,
    pub(super) failure: PlayerFailure,
}

/// Plays a game; the first player has White.
pub(super) fn play(
    players: [&mut SupervisedPlayer<'_>; 2],
    turn: Turn,
    opening: &MatchOpening,
    conditions: &Conditions<'_>,
) -> Result<PlayedGame, NoGame> {
    let contenders = [players[0].contender, players[1].contender];
    let time_controls =
        contenders.map(|contender| contender.time_control().unwrap_or(conditions.time_control));
    let game = opening.game();
    let mode = CastlingMode::detect(game.start());
    let mut running = RunningGame {
        players,
        game: game.with_castling_mode(mode),
        timers: time_controls.map(Timer::new),
        moves: Vec::new(),
        opinions: Opinions::default(),
        conditions,
    };
    running.moves.resize(running.game.ply(), PlayedMove::default());
    let ending = running.play(mode)?;
    running.players.iter_mut().for_each(|player| player.rest(conditions.stop));
    let RunningGame { game, moves, .. } = running;
    let names = contenders.map(|contender| contender.name().to_owned());
    let adjudication = conditions.adjudication.words(conditions.tables.max_pieces());
    Ok(PlayedGame { turn, names, time_controls, game, moves, ending, adjudication })
}

struct RunningGame<'a, 'b> {
    players: [&'a mut SupervisedPlayer<'b>; 2],
    game: Game,
    timers: [Timer; 2],
    moves: Vec<PlayedMove>,
    opinions: Opinions,
    conditions: &'a Conditions<'a>,
}

impl RunningGame<'_, '_> {
    fn play(&mut self, mode: CastlingMode) -> Result<Ending, NoGame> {
        for color in Color::ALL {
            let player = &mut self.players[color.index()];
            let Err(failure) = player.begin(mode, self.conditions.stop) else { continue };
            let name = player.contender.name().to_owned();
            if failure == PlayerFailure::Stopped || !player.has_played() {
                return Err(NoGame { name, failure });
            }
            return Ok(self.forfeit(color, name, failure));
        }
        loop {
            if let Some(ending) = self.ended_by_rule() {
                return Ok(ending);
            }
            if let Some(ending) = self.play_move()? {
                return Ok(ending);
            }
        }
    }

    /// The end by the rules; draws that can be claimed are claimed.
    fn ended_by_rule(&mut self) -> Option<Ending> {
        if let Some(claim) = self.game.claimable_draw() {
            self.game.end(Outcome::Draw(claim.into()));
        }
        Some(Ending { outcome: self.game.outcome()?, cause: Cause::Rules })
    }

    /// Asks for a move and plays it. Returns the end, if something other than the rules ends the game.
    fn play_move(&mut self) -> Result<Option<Ending>, NoGame> {
        let color = self.game.position().side_to_move();
        let (timer, other) = (self.timers[color.index()], self.timers[(!color).index()]);
        let limits = timer.limits(color, &other);
        let allowed = timer.allowed().map(|time| time.saturating_add(self.conditions.margin));
        let begin = Instant::now();
        let deadline =
            Deadline::within(allowed.unwrap_or(self.conditions.timeout)).or_stopped(self.conditions.stop);
        let player = &mut self.players[color.index()];
        let reply = match player.running() {
            Some(running) => running.think(&self.game, &limits, deadline),
            None => Err(PlayerFailure::Crashed("there is no player".to_owned())),
        };
        let elapsed = begin.elapsed();
        let is_late = allowed.is_some_and(|allowed| elapsed > allowed);
        let failure = match reply {
            Ok(_) if is_late => return Ok(Some(self.flag(color, None))),
            Ok(reply) if self.game.play(reply.mv).is_ok() => {
                self.timers[color.index()].spend(elapsed);
                self.moves.push(PlayedMove {
                    score: reply.score,
                    depth: reply.depth,
                    nodes: reply.nodes,
                    elapsed: Some(elapsed),
                    clock: self.timers[color.index()].shown(),
                });
                let ending = self.adjudicated(color, reply.score);
                if ending.is_none() {
                    self.let_ponder(color, reply.ponder);
                }
                return Ok(ending);
            }
            Ok(reply) => PlayerFailure::Illegal(reply.mv.notation()),
            Err(failure) => failure,
        };
        let name = player.contender.name().to_owned();
        if failure.needs_restart() {
            player.leave();
        }
        match failure {
            PlayerFailure::Stopped => Err(NoGame { name, failure }),
            PlayerFailure::Late(_) if allowed.is_some() => Ok(Some(self.flag(color, None))),
            PlayerFailure::Silent(_) if allowed.is_some() => Ok(Some(self.flag(color, Some(failure)))),
            _ => Ok(Some(self.forfeit(color, name, failure))),
        }
    }

    /// Lets the player that has just moved ponder, if it does so, on the move that it expects and its clock as it is
    /// now.
    fn let_ponder(&mut self, color: Color, expected: Option<Move>) {
        let player = &mut self.players[color.index()];
        let Some(expected) = expected.filter(|_| player.contender.ponders()) else { return };
        let mut game = self.game.clone();
        if self.game.outcome().is_some() || game.play(expected).is_err() || game.outcome().is_some() {
            return;
        }
        let limits = self.timers[color.index()].limits(color, &self.timers[(!color).index()]);
        if let Some(running) = player.running() {
            running.ponder(&game, &limits);
        }
    }

    /// A side has run out of time, because its engine hangs or is slow.
    fn flag(&mut self, color: Color, failure: Option<PlayerFailure>) -> Ending {
        self.game.end_by_time(color);
        let outcome = self.game.outcome().unwrap_or(Outcome::Abandoned);
        let name = self.players[color.index()].contender.name().to_owned();
        let cause = match failure {
            Some(failure) => Cause::Failure(name, failure),
            None => Cause::Time(name),
        };
        Ending { outcome, cause }
    }

    /// A side loses, because its engine has failed.
    fn forfeit(&mut self, color: Color, name: String, failure: PlayerFailure) -> Ending {
        let outcome = Outcome::Win { winner: !color, by: Win::Forfeit };
        self.end(outcome, Cause::Failure(name, failure))
    }

    fn end(&mut self, outcome: Outcome, cause: Cause) -> Ending {
        self.game.end(outcome);
        Ending { outcome, cause }
    }

    /// Whether a rule of the match ends the game after a move of a color.
    fn adjudicated(&mut self, color: Color, score: Option<Score>) -> Option<Ending> {
        let rules = self.conditions.adjudication;
        let number = self.game.position().fullmove_number();
        let agreed = self.opinions.hear(rules, score, number);
        let note = |fault: &str| self.conditions.log.iter().for_each(|log| log.write_notice(fault));
        let of_tables = self.conditions.tables.outcome(self.game.position(), note);
        let decision = of_tables.map(Decision::Known).or(agreed)?;
        // An end by the rules comes first.
        if let Some(ending) = self.ended_by_rule() {
            return Some(ending);
        }
        let (outcome, why) = match decision {
            Decision::Won { by_last_mover } => {
                let winner = if by_last_mover { color } else { !color };
                (Outcome::Win { winner, by: Win::Resignation }, "both engines agree")
            }
            Decision::Drawn => (Outcome::Draw(Draw::Agreement), "both engines agree"),
            Decision::Known(outcome) => (outcome, "endgame tables"),
            Decision::TooLong => (Outcome::Draw(Draw::Agreement), "too many moves"),
        };
        Some(self.end(outcome, Cause::Adjudication(why.to_owned())))
    }
}
