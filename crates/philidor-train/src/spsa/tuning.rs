//! The values now, and how a pair of games changes them.

use std::collections::HashSet;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use philidor_engine::Control;
use philidor_host::threads;

use super::error::SpsaError;
use super::parameter::SpsaParameter;
use super::plan::SpsaPlan;
use philidor_engine::Random;

/// A run: its parameters, and how far it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    pub(super) parameters: Vec<SpsaParameter>,
    pub(super) values: Vec<f64>,
    pub(super) plan: SpsaPlan,
    pub(super) played: u64,
}

/// Two settings that play a pair of games.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpsaPair {
    /// The number of the pair, from 0.
    pub number: u64,
    /// The values of all parameters for each of the two players, in the order of the parameters.
    pub settings: [Vec<i64>; 2],
    /// Which way each number is changed for the first of them.
    signs: Vec<f64>,
}

impl Spsa {
    /// A run from the beginning.
    ///
    /// # Errors
    ///
    /// If there are no parameters, if two of them share a name, or if one of their numbers or of the plan's is invalid.
    pub fn new(parameters: Vec<SpsaParameter>, plan: SpsaPlan) -> Result<Spsa, SpsaError> {
        plan.check()?;
        parameters.iter().try_for_each(SpsaParameter::check)?;
        let mut names = HashSet::new();
        if let Some(twice) = parameters.iter().find(|parameter| !names.insert(&parameter.name)) {
            return Err(SpsaError::Parameters(format!("parameter `{}` is there twice", twice.name)));
        }
        if parameters.is_empty() {
            return Err(SpsaError::Parameters("there is no parameter to tune".to_owned()));
        }
        let values = parameters.iter().map(|parameter| parameter.start).collect();
        Ok(Spsa { parameters, values, plan, played: 0 })
    }

    /// What is tuned.
    #[must_use]
    pub fn parameters(&self) -> &[SpsaParameter] {
        &self.parameters
    }

    /// The values now, in the order of the parameters. The engine has them rounded.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &SpsaPlan {
        &self.plan
    }

    /// How many pairs have been played.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Whether all pairs have been played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.played >= self.plan.pairs
    }

    /// The pairs that come next, all from the values now; none once the run is over.
    #[must_use]
    pub fn batch(&self) -> Vec<SpsaPair> {
        let end = self.played.saturating_add(self.plan.batch).min(self.plan.pairs);
        (self.played..end).map(|number| self.pair(number)).collect()
    }

    /// Both settings are rounded with the same random number, so that even a step below 1 makes a difference once in a
    /// while.
    fn pair(&self, number: u64) -> SpsaPair {
        let mut random = Random::new(Random::seed_of(self.plan.seed, number + 1));
        let steps = self.plan.steps(number + 1);
        let mut settings = [Vec::new(), Vec::new()];
        let mut signs = Vec::new();
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let sign = if random.next_number() >> 63 == 0 { 1.0 } else { -1.0 };
            let chance = (random.next_number() >> 11) as f64 / (1_u64 << 53) as f64;
            for (setting, side) in settings.iter_mut().zip([sign, -sign]) {
                let changed = (value + side * steps * parameter.step).clamp(parameter.min, parameter.max);
                let rounded = (changed + chance).floor().clamp(parameter.min.ceil(), parameter.max.floor());
                setting.push(rounded as i64);
            }
            signs.push(sign);
        }
        SpsaPair { number, settings, signs }
    }

    /// Moves the values by the half points, 0 to 4, that the first setting of each pair has made.
    fn learn(&mut self, pairs: &[SpsaPair], half_points: &[u8]) {
        for (pair, &half_points) in pairs.iter().zip(half_points) {
            let moves = self.plan.moves(pair.number + 1) * (f64::from(half_points.min(4)) - 2.0);
            let numbers = self.parameters.iter().zip(&pair.signs);
            for (value, (parameter, sign)) in self.values.iter_mut().zip(numbers) {
                *value = (*value + moves * parameter.step * sign).clamp(parameter.min, parameter.max);
            }
            self.played += 1;
        }
    }

    /// Plays until the run is over or stopped, on this many threads. `play` plays a pair, and says how many half points
    /// the first setting has made, from 0 to 4, or nothing if it was stopped; `after` is called after each batch. A
    /// batch that was stopped does not count.
    ///
    /// # Errors
    ///
    /// Those of `play` and of `after`; the batch does not count.
    pub fn run<E: Send>(
        &mut self,
        threads: NonZero<usize>,
        stop: &Control,
        play: impl Fn(&SpsaPair) -> Result<Option<u8>, E> + Sync,
        mut after: impl FnMut(&Spsa) -> Result<(), E>,
    ) -> Result<(), E> {
        while !self.is_over() && !stop.is_stopped() {
            let pairs = self.batch();
            let results = play_all(&pairs, threads, stop, &play)?;
            let Some(half_points) = results else { break };
            self.learn(&pairs, &half_points);
            after(self)?;
        }
        Ok(())
    }
}

/// The half points of all pairs; `None` if one was not played.
fn play_all<E: Send>(
    pairs: &[SpsaPair],
    count: NonZero<usize>,
    stop: &Control,
    play: &(impl Fn(&SpsaPair) -> Result<Option<u8>, E> + Sync),
) -> Result<Option<Vec<u8>>, E> {
    let next = AtomicUsize::new(0);
    let results: Vec<_> = pairs.iter().map(|_| Mutex::new(Ok(None))).collect();
    threads::share(count.get().min(pairs.len()), &|| {
        while !stop.is_stopped() {
            let index = next.fetch_add(1, Relaxed);
            let (Some(pair), Some(place)) = (pairs.get(index), results.get(index)) else { break };
            let result = play(pair);
            let has_failed = result.is_err();
            if let Ok(mut place) = place.lock() {
                *place = result;
            }
            if has_failed {
                next.store(pairs.len(), Relaxed);
            }
        }
    });
    let results = results.into_iter().map(|result| result.into_inner().unwrap_or(Ok(None)));
    let played: Result<Vec<Option<u8>>, E> = results.collect();
    Ok(played?.into_iter().collect())
}

#[cfg(test)]
mod tests;
