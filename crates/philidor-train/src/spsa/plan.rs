//! How many pairs are played, and how steps and moves become smaller.
//!
//! Spall's gains are `a / (A + k)^α` and `c / k^γ` for pair `k`. No one knows a good `a`. As on fishtest, the plan has
//! what they come to in the last pair, in terms of the step of each number.

use super::error::SpsaError;

/// The numbers of a run.
///
/// ```
/// use philidor_train::spsa::SpsaPlan;
///
/// let plan = SpsaPlan::new(10_000, 1);
/// assert_eq!((plan.rate, plan.alpha, plan.gamma), (0.002, 0.602, 0.101));
/// assert_eq!(plan.steps(10_000), 1.0); // the settings of the last pair differ by a step either way
/// assert!((plan.steps(1) - 2.535).abs() < 0.001);
/// assert_eq!(plan.moves(10_000), plan.rate); // a game more won moves by this much of a step in the end
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpsaPlan {
    /// How many pairs of games are played.
    pub pairs: u64,
    /// How many pairs are played with the same values before these change. These pairs are played at the same time, so
    /// it should be a multiple of the number of threads.
    pub batch: u64,
    /// By how much of its step each number moves in the last pair, for each game that one side has won more than the
    /// other.
    pub rate: f64,
    /// The share of the pairs by which the first moves are held back: Spall's `A` divided by the pairs.
    pub stability: f64,
    /// How fast moves become smaller.
    pub alpha: f64,
    /// How fast steps become smaller.
    pub gamma: f64,
    /// The seed of everything random.
    pub seed: u64,
}

impl SpsaPlan {
    /// A plan with Spall's exponents, and a rate by which chance alone moves a number by about a fifth of its step in
    /// the whole run.
    #[must_use]
    pub fn new(pairs: u64, seed: u64) -> SpsaPlan {
        let rate = 0.2 / (pairs.max(1) as f64).sqrt();
        SpsaPlan { pairs, batch: 8, rate, stability: 0.1, alpha: 0.602, gamma: 0.101, seed }
    }

    /// The same with another rate.
    #[must_use]
    pub const fn with_rate(self, rate: f64) -> SpsaPlan {
        SpsaPlan { rate, ..self }
    }

    /// The same with another number of pairs in a batch.
    #[must_use]
    pub const fn with_batch(self, batch: u64) -> SpsaPlan {
        SpsaPlan { batch, ..self }
    }

    /// The same with another share for stability.
    #[must_use]
    pub const fn with_stability(self, stability: f64) -> SpsaPlan {
        SpsaPlan { stability, ..self }
    }

    /// The same with other exponents.
    #[must_use]
    pub const fn with_exponents(self, alpha: f64, gamma: f64) -> SpsaPlan {
        SpsaPlan { alpha, gamma, ..self }
    }

    /// How many steps the settings of a pair, counted from 1, are away from the values.
    #[must_use]
    pub fn steps(&self, pair: u64) -> f64 {
        (self.pairs as f64 / pair.max(1) as f64).powf(self.gamma)
    }

    /// How much of its step a number moves after a pair for each game that one side has won more than the other.
    #[must_use]
    pub fn moves(&self, pair: u64) -> f64 {
        let held_back = self.stability * self.pairs as f64;
        let gain = (held_back + self.pairs as f64) / (held_back + pair.max(1) as f64);
        self.rate * gain.powf(self.alpha) / self.steps(pair)
    }

    /// Whether the numbers make sense.
    pub(super) fn check(&self) -> Result<(), SpsaError> {
        let refused = |reason: &str| Err(SpsaError::Plan(reason.to_owned()));
        if self.pairs == 0 || self.batch == 0 {
            return refused("there is no pair to play");
        }
        if self.batch > 1 << 16 {
            return refused("a batch has at most 65536 pairs");
        }
        let positive = |number: f64| number > 0.0 && number <= 1e3;
        if !positive(self.rate) {
            return refused("the rate is not above 0 and at most 1000");
        }
        if ![self.stability, self.alpha, self.gamma].iter().all(|number| (0.0..=10.0).contains(number)) {
            return refused("stability, alpha and gamma are numbers from 0 to 10");
        }
        Ok(())
    }
}
