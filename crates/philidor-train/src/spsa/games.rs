//! Pairs of games of an engine against itself, each side with settings of its own.

use std::fmt;

use philidor_engine::evaluation::Classic;
use philidor_engine::evaluation::Net;
use philidor_engine::{Bot, Control, Engine, Selective};
use philidor_uci::tournament::{
    Adjudication, Contender, DrawRule, MatchOpening, ResignRule, TimeControl, Tournament, TournamentError,
};

use super::parameter::SpsaParameter;
use super::tuning::SpsaPair;
use philidor_engine::Random;

type Maker = dyn Fn(&str) -> Contender + Send + Sync;

/// Plays pairs of games: with an engine that takes its numbers as options, openings and a time control.
///
/// ```
/// use philidor_uci::tournament::{Contender, MatchOpening, TimeControl};
/// use philidor_engine::evaluation::MaterialBalance;
/// use philidor_engine::{Control, Engine, Selective};
/// use philidor_train::spsa::{Spsa, SpsaGames, SpsaParameter, SpsaPlan};
///
/// let engine = || Engine::new(MaterialBalance::default()).with_pruning(Selective::tunable());
/// let make = move |name: &str| Contender::from_bot(name, engine);
/// let games = SpsaGames::new(make, vec![MatchOpening::default()], TimeControl::fixed_nodes(100), 1);
/// let parameters = Selective::parameters();
/// let parameters: Vec<_> = parameters.iter().take(3).map(SpsaParameter::from).collect();
/// let spsa = Spsa::new(parameters, SpsaPlan::new(100, 1))?;
/// let pair = &spsa.batch()[0];
/// let half_points = games.play(pair, spsa.parameters(), &Control::new())?;
/// assert!(half_points.is_some_and(|half_points| half_points <= 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SpsaGames {
    make: Box<Maker>,
    openings: Vec<MatchOpening>,
    time_control: TimeControl,
    adjudication: Adjudication,
}

impl SpsaGames {
    /// Games of engines that `make` makes by their names; a seed shuffles the openings, and each pair has the next one.
    /// Games end early when both sides agree that one is six pawns ahead, or have agreed for long that neither is
    /// ahead.
    #[must_use]
    pub fn new(
        make: impl Fn(&str) -> Contender + Send + Sync + 'static,
        mut openings: Vec<MatchOpening>,
        time_control: TimeControl,
        seed: u64,
    ) -> SpsaGames {
        Random::new(seed).shuffle(&mut openings);
        if openings.is_empty() {
            openings.push(MatchOpening::default());
        }
        let mut adjudication = Adjudication::default();
        adjudication.resign = Some(ResignRule { score: 600, moves: 4 });
        adjudication.draw = Some(DrawRule { score: 10, moves: 8, from: 40 });
        adjudication.max_moves = Some(200);
        SpsaGames { make: Box::new(make), openings, time_control, adjudication }
    }

    /// The same with other rules by which games end early.
    #[must_use]
    pub fn with_adjudication(self, adjudication: Adjudication) -> SpsaGames {
        SpsaGames { adjudication, ..self }
    }

    /// Plays a pair, and says how many half points its first setting has made, from 0 to 4; nothing if it was stopped.
    /// A player that crashes or is late loses that game.
    ///
    /// # Errors
    ///
    /// If the engine cannot be started, or does not know an option.
    pub fn play(
        &self,
        pair: &SpsaPair,
        parameters: &[SpsaParameter],
        stop: &Control,
    ) -> Result<Option<u8>, TournamentError> {
        let contender = |name: &str, setting: &[i64]| {
            let options = parameters.iter().zip(setting);
            options.fold((self.make)(name), |contender, (parameter, value)| {
                contender.with_option(&parameter.name, &value.to_string())
            })
        };
        let [first, other] = &pair.settings;
        let opening = self.openings[(pair.number % self.openings.len() as u64) as usize].clone();
        let standings = Tournament::new(contender("first", first), vec![contender("other", other)])?
            .with_openings(vec![opening], None)
            .with_pairs(1)
            .with_time_control(self.time_control)
            .with_adjudication(self.adjudication)
            .run(stop, &mut |_| {})?;
        let half_points = standings.first().and_then(|standing| {
            standing.tally.pairs.iter().position(|&pairs| pairs > 0).map(|half_points| half_points as u8)
        });
        Ok(half_points)
    }
}

/// The engine with the evaluation of this name, `classic` or `net`, and with the numbers of [`Selective`] as options.
/// `None` for another name.
///
/// Compiled once in this crate, for callers that are not optimized.
#[must_use]
pub fn tunable_engine(evaluation: &str) -> Option<Box<dyn Bot>> {
    match evaluation {
        "classic" => Some(Box::new(Engine::new(Classic::default()).with_pruning(Selective::tunable()))),
        "net" => Some(Box::new(Engine::new(Net::default()).with_pruning(Selective::tunable()))),
        _ => None,
    }
}

impl fmt::Debug for SpsaGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpsaGames")
            .field("openings", &self.openings.len())
            .field("time_control", &self.time_control)
            .finish_non_exhaustive()
    }
}
