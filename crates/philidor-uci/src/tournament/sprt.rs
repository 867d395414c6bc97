//! When a match can stop: the sequential probability ratio test (Wald, 1945) on pairs of games.
//!
//! ```text
//!  H0: weaker                                                      H1: stronger
//!  ◄────┼───────────────────────── 0 ─────────────────────────────────┼────►
//!  ln(β / (1 - α))                                          ln((1 - β) / α)
//! ```
//!
//! After each pair the test asks how much more likely the pairs are if the difference is `elo1` than if it is `elo0`.
//! Beyond one of the bounds the answer is known, with the errors that were allowed; in between, play on.

use super::likelihood::{distance, normalized_distance, score_of};
use super::tally::Tally;

/// A test of two differences in Elo.
///
/// ```
/// use philidor_uci::tournament::Sprt;
/// let bounds = Sprt::new(0.0, 5.0).bounds();
/// assert_eq!(bounds.map(|bound| (bound * 1000.0).round()), [-2944.0, 2944.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sprt {
    /// The difference if there is no gain.
    pub elo0: f64,
    /// The difference if there is one.
    pub elo1: f64,
    /// How often the test may find a gain where there is none.
    pub alpha: f64,
    /// How often the test may miss a gain.
    pub beta: f64,
    /// What kind of Elo the differences are.
    pub model: EloModel,
}

/// A kind of Elo. See [`Sprt::with_model`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EloModel {
    /// The usual one, which the score alone determines.
    #[default]
    Logistic,
    /// In units of how much the results vary: [normalized Elo](super::Estimate::normalized_elo). A test with the same
    /// bounds takes about as many games whatever the openings and the share of draws.
    Normalized,
}

/// What a test has found.
///
/// ```
/// use philidor_uci::tournament::{Sprt, Tally, Verdict};
///
/// let (test, mut tally) = (Sprt::new(0.0, 5.0), Tally::default());
/// tally.pairs = [1, 4, 10, 7, 3];
/// assert_eq!(test.verdict(&tally), None); // play on
/// tally.pairs = [100, 400, 1_000, 700, 300];
/// assert_eq!(test.verdict(&tally), Some(Verdict::Gain));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No gain: the difference is `elo0` rather than `elo1` (H0 accepted).
    NoGain,
    /// A gain (H1 accepted).
    Gain,
}

impl Sprt {
    /// A test with errors of 5 % either way.
    #[must_use]
    pub const fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::Logistic }
    }

    /// The same with other errors.
    #[must_use]
    pub const fn with_errors(self, alpha: f64, beta: f64) -> Sprt {
        Sprt { alpha, beta, ..self }
    }

    /// The same with differences of another kind of Elo.
    ///
    /// ```
    /// use philidor_uci::tournament::{EloModel, Sprt, Tally};
    ///
    /// let mut tally = Tally::default();
    /// tally.pairs = [13, 37, 50, 25, 3];
    /// let test = Sprt::new(0.0, 4.0).with_model(EloModel::Normalized);
    /// assert_eq!(format!("{:.5}", test.log_likelihood_ratio(&tally)), "-0.54912"); // as fishtest has it
    /// ```
    #[must_use]
    pub const fn with_model(self, model: EloModel) -> Sprt {
        Sprt { model, ..self }
    }

    /// The bounds of the log-likelihood ratio.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio (LLR) of the complete pairs.
    #[must_use]
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        let distance = |elo| match self.model {
            EloModel::Logistic => distance(&tally.pairs, score_of(elo)),
            EloModel::Normalized => normalized_distance(&tally.pairs, elo),
        };
        distance(self.elo0) - distance(self.elo1)
    }

    /// What the pairs have shown so far.
    #[must_use]
    pub fn verdict(&self, tally: &Tally) -> Option<Verdict> {
        let (ratio, [low, high]) = (self.log_likelihood_ratio(tally), self.bounds());
        if ratio >= high {
            Some(Verdict::Gain)
        } else if ratio <= low {
            Some(Verdict::NoGain)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> Tally {
        let mut tally = Tally::default();
        tally.pairs = pairs;
        tally
    }

    /// 190.848… Elo are a score of ¾; with two kinds of pairs the ratio is that of coins: 30 ln(¾ / ½) + 10 ln(¼ / ½).
    #[test]
    fn the_ratio_is_that_of_a_coin_where_there_are_two_kinds() {
        let sprt = Sprt::new(0.0, 400.0 * 3.0_f64.log10());
        let expected = 30.0 * 1.5_f64.ln() + 10.0 * 0.5_f64.ln();
        assert!((sprt.log_likelihood_ratio(&tally([10, 0, 0, 0, 30])) - expected).abs() < 1e-6);
        assert_eq!(sprt.verdict(&tally([10, 0, 0, 0, 30])), Some(Verdict::Gain));
        assert_eq!(sprt.verdict(&tally([30, 0, 0, 0, 10])), Some(Verdict::NoGain));
        assert_eq!(sprt.verdict(&tally([1, 0, 0, 0, 2])), None);
        assert_eq!(sprt.log_likelihood_ratio(&tally([0; 5])), 0.0);
    }

    /// The raw statistics of a fishtest (montytest.muzhen.org, test 69d3c8dc7c5b3724e29d2712) with bounds of 0 and 4
    /// normalized Elo, which are 0 and 2.716 logistic.
    #[test]
    fn the_ratio_is_that_of_others() {
        let pairs = tally([13, 37, 50, 25, 3]);
        for (model, elo1, published) in
            [(EloModel::Normalized, 4.0, -0.54912), (EloModel::Logistic, 2.716, -0.53772)]
        {
            let ratio = Sprt::new(0.0, elo1).with_model(model).log_likelihood_ratio(&pairs);
            assert!((ratio - published).abs() < 1e-4, "{model:?}: {ratio} instead of {published}");
        }
    }

    /// Whatever the share of draws, a test in normalized Elo errs as often as it may, and takes as many games.
    #[test]
    fn a_simulated_test_errs_as_often_as_it_may() {
        use philidor_engine::Random;

        let test = Sprt::new(0.0, 40.0).with_model(EloModel::Normalized);
        let mut random = Random::new(11);
        let mut taken = Vec::new();
        for (kinds, is_gain) in [
            // Means of ½, and of ½ + 40 / 347.4 · √2 σ.
            ([0.05, 0.2, 0.5, 0.2, 0.05], false),
            ([0.01, 0.09, 0.8, 0.09, 0.01], false),
            ([0.038_02, 0.152_09, 0.5, 0.247_91, 0.061_98], true),
        ] {
            let (mut wrong, mut pairs) = (0, 0);
            for _ in 0..300 {
                let mut tally = Tally::default();
                loop {
                    for _ in 0..10 {
                        let mut left = random.below(1_000_000) as f64 / 1e6;
                        let kind = kinds.iter().position(|share| {
                            left -= share;
                            left < 0.0
                        });
                        tally.pairs[kind.unwrap_or(2)] += 1;
                        pairs += 1;
                    }
                    if let Some(verdict) = test.verdict(&tally) {
                        wrong += u32::from((verdict == Verdict::Gain) != is_gain);
                        break;
                    }
                }
            }
            assert!(wrong <= 22, "{wrong} of 300 for {kinds:?}");
            taken.push(pairs / 300);
        }
        let [one, other, _] = taken[..] else { unreachable!("three") };
        assert!(
            f64::from(one) / f64::from(other) > 0.8 && f64::from(other) / f64::from(one) > 0.8,
            "{taken:?}"
        );
    }
}
