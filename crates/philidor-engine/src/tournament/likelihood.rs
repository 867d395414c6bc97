//! What the pairs of a match say about strength, and how sure that is.
//!
//! A pair gives 0, ¼, ½, ¾ or 1 of its points. Nothing is assumed about how often each of the five comes, except that
//! the mean is the strength: the games of a pair depend on each other, so the numbers already contain draws and
//! openings. For any mean `s` there is a most likely distribution of the five with this mean, with the shares
//!
//! ```text
//!           nᵢ / N
//! pᵢ = ─────────────────        with θ such that the mean is s
//!       1 + θ (aᵢ - s)
//! ```
//!
//! and the logarithm of the best likelihood of all, divided by the likelihood of this one, is
//! `D(s) = Σ nᵢ ln(1 + θ (aᵢ - s))` (Owen, "Empirical likelihood ratio confidence intervals", 1988). The sequential
//! test compares two means by `D(s₀) - D(s₁)`, and an interval holds all means with `2 D(s)` below the quantile of χ².
//! Both hold for a match with nothing but wins, too, where a normal distribution would find no error at all.
//!
//! `D(s)` is the highest value of that sum over all `θ`, so no delicate root has to be found: the sum is concave, and
//! its slope is bisected.

/// The share of the points that each kind of pair gives.
const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Half of the 95 % quantile of χ² with one degree of freedom, 3.841459.
const HALF_QUANTILE: f64 = 1.920_729_4;

/// Bisections; each gives another bit.
const STEPS: u32 = 100;

/// A strength as a score and in Elo, with the bounds of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The share of the points.
    pub score: f64,
    /// The bounds of the share.
    pub score_bounds: [f64; 2],
}

impl Estimate {
    /// What pairs say; `None` if there is none.
    pub(super) fn from_pairs(pairs: &[u64; 5]) -> Option<Estimate> {
        let total: u64 = pairs.iter().sum();
        if total == 0 {
            return None;
        }
        let score = pairs.iter().zip(VALUES).map(|(&count, value)| count as f64 * value).sum::<f64>();
        let score = score / total as f64;
        // On either side of the mean the distance grows.
        let bound = |end: f64| {
            let (mut inside, mut outside) = (score, end);
            for _ in 0..STEPS {
                let middle = f64::midpoint(inside, outside);
                if distance(pairs, middle) <= HALF_QUANTILE { inside = middle } else { outside = middle }
            }
            inside
        };
        Some(Estimate { score, score_bounds: [bound(0.0), bound(1.0)] })
    }

    /// The difference in Elo: infinite if every game was won.
    #[must_use]
    pub fn elo(&self) -> f64 {
        elo(self.score)
    }

    /// Its bounds.
    #[must_use]
    pub fn elo_bounds(&self) -> [f64; 2] {
        self.score_bounds.map(elo)
    }
}

/// The difference in Elo of a share of the points.
fn elo(score: f64) -> f64 {
    // One without the other would be -0 and print so.
    if score == 0.5 { 0.0 } else { -400.0 * (1.0 / score - 1.0).log10() }
}

/// The share of the points that a difference in Elo leads to.
pub(super) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// `D(s)`: how much less likely the pairs are, at best, if the mean is this one; as a logarithm, 0 for the mean that
/// they have.
pub(super) fn distance(pairs: &[u64; 5], mean: f64) -> f64 {
    let terms = || pairs.iter().zip(VALUES).filter(|(count, _)| **count > 0);
    let slope = |theta: f64| -> f64 {
        terms().map(|(&count, value)| count as f64 * (value - mean) / (1.0 + theta * (value - mean))).sum()
    };
    // Beyond these, a pair that gives nothing or everything would have a negative share.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = f64::midpoint(low, high);
    terms().map(|(&count, value)| count as f64 * (theta * (value - mean)).ln_1p()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) {
        assert!((one - other).abs() < 1e-6 * other.abs().max(1.0), "{one} instead of {other}");
    }

    /// With two kinds of pairs the mean fixes both shares, so that the likelihood is that of a coin.
    #[test]
    fn two_kinds_are_a_coin() {
        // 10 ln(¼ / ½) + 30 ln(¾ / ½), and the same for ⅖ and ⅗.
        let pairs = [10, 0, 0, 0, 30];
        near(distance(&pairs, 0.5), 10.0 * 0.5_f64.ln() + 30.0 * 1.5_f64.ln());
        near(distance(&pairs, 0.6), 10.0 * 0.625_f64.ln() + 30.0 * 1.25_f64.ln());
        near(distance(&pairs, 0.75), 0.0);
        // Between 0 and ½ a mean of 0.3 means shares of 0.4 and 0.6.
        near(distance(&[10, 0, 30, 0, 0], 0.3), 10.0 * (0.25 / 0.4_f64).ln() + 30.0 * (0.75 / 0.6_f64).ln());
    }

    /// If the mean is ½, draws keep their share, and the rest is divided evenly.
    #[test]
    fn draws_keep_their_share_where_the_mean_is_a_half() {
        let expected = 12.0 * (24.0 / 30.0_f64).ln() + 18.0 * (36.0 / 30.0_f64).ln();
        near(distance(&[12, 0, 70, 0, 18], 0.5), expected);
        near(distance(&[0, 12, 70, 18, 0], 0.5), expected);
    }

    /// A mean that the kinds seen cannot have needs some of the others: the extreme, which needs least.
    #[test]
    fn what_was_not_seen_may_still_come() {
        near(distance(&[0, 0, 0, 0, 20], 0.9), 20.0 * (1.0 / 0.9_f64).ln());
        // Drawn pairs only, and a mean of 0.6: a fifth would have to be won.
        near(distance(&[0, 0, 20, 0, 0], 0.6), 20.0 * (1.0 / 0.8_f64).ln());
        near(distance(&[0, 0, 20, 0, 0], 0.5), 0.0);
    }

    #[test]
    fn intervals_are_those_of_the_normal_distribution_where_there_are_many() {
        let estimate = Estimate::from_pairs(&[100, 300, 900, 500, 200]).expect("pairs");
        near(estimate.score, 0.55);
        let variance =
            (100.0 * 0.3025 + 300.0 * 0.09 + 900.0 * 0.0025 + 500.0 * 0.04 + 200.0 * 0.2025) / 2000.0;
        let error = 1.959_964 * f64::sqrt(variance / 2000.0);
        for (bound, expected) in estimate.score_bounds.into_iter().zip([0.55 - error, 0.55 + error]) {
            assert!((bound - expected).abs() < 2e-4, "{bound} instead of {expected}");
        }
    }

    #[test]
    fn a_match_that_was_won_throughout_has_a_lower_bound() {
        let estimate = Estimate::from_pairs(&[0, 0, 0, 0, 10]).expect("pairs");
        near(estimate.score_bounds[0], f64::exp(-HALF_QUANTILE / 10.0));
        near(estimate.score_bounds[1], 1.0);
        assert_eq!(estimate.elo(), f64::INFINITY);
        assert_eq!(Estimate::from_pairs(&[0; 5]), None);
    }

    #[test]
    fn elo_and_score_are_two_words_for_one_thing() {
        near(elo(0.75), 190.848_501_89);
        near(score_of(elo(0.64)), 0.64);
        assert_eq!(elo(0.5).to_string(), "0");
    }
}
