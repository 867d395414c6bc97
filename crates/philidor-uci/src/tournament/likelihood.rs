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
//!
//! # Normalized Elo
//!
//! How many games it takes to see a difference depends on how much the results vary, which draws and openings decide.
//! *Normalized Elo* (Van den Bergh, "Normalized Elo", 2021) is the difference in units of that:
//!
//! ```text
//!                s - ½      800                   σ² = the variance of a pair's share of its points;
//! normalized = ──────── · ───────                 √2 σ is the standard deviation of one game
//!                √2 σ      ln 10
//! ```
//!
//! Without draws, and where the two are about as strong, it is the usual, logistic Elo. The same number of normalized
//! Elo takes about the same number of games in any match. The error of 95 % is 1.96 · 800 / ln 10, divided by the root
//! of the number of games.
//!
//! The test asks for the most likely distribution with `s - ½ = t σ` for a given `t`. It has the form above, with the
//! distance from the mean replaced by how much the condition changes as the share of a kind grows. Mean and deviation
//! are those of the distribution itself, so it is found by iteration:
//!
//! ```text
//!                 t σ  ╭     ╭ aᵢ - s ╮² ╮
//! gᵢ = aᵢ - ½ -  ──── │ 1 + │ ────── │   │
//!                  2   ╰     ╰   σ    ╯  ╯
//! ```

/// The share of the points that each kind of pair gives.
const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Half of the 95 % quantile of χ² with one degree of freedom, 3.841459.
const HALF_QUANTILE: f64 = 1.920_729_4;

/// Normalized Elo for a score that is one standard deviation of a game above ½.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// The 97.5 % quantile of the normal distribution.
const QUANTILE: f64 = 1.959_964;

/// The count of a kind of pair that has not occurred, where the variance matters: it may still occur.
const UNSEEN: f64 = 1e-3;

/// Steps to a distribution; each at least halves the error.
const ROUNDS: u32 = 100;

/// Bisections; each gives another bit.
const STEPS: u32 = 100;

/// A strength as a score and in Elo, with the bounds of 95 %. See [`Tally`](super::Tally).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The share of the points.
    pub score: f64,
    /// The bounds of the share.
    pub score_bounds: [f64; 2],
    /// The standard deviation of the points of a game, as the pairs show it.
    pub deviation: f64,
    games: f64,
}

impl Estimate {
    /// The estimate from pairs; `None` if there are none.
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
        let squares = pairs.iter().zip(VALUES).map(|(&count, value)| count as f64 * (value - score).powi(2));
        let deviation = (2.0 * squares.sum::<f64>() / total as f64).sqrt();
        let score_bounds = [bound(0.0), bound(1.0)];
        Some(Estimate { score, score_bounds, deviation, games: 2.0 * total as f64 })
    }

    /// The difference in Elo: infinite if every game was won.
    #[must_use]
    pub fn elo(&self) -> f64 {
        elo(self.score)
    }

    /// The bounds of the difference in Elo, with 95 % confidence.
    #[must_use]
    pub fn elo_bounds(&self) -> [f64; 2] {
        self.score_bounds.map(elo)
    }

    /// The difference in normalized Elo, as fishtest and fastchess define it; `None` if all pairs ended alike.
    ///
    /// ```
    /// use philidor_uci::tournament::Tally;
    ///
    /// let mut tally = Tally::default();
    /// tally.pairs = [4, 3, 34, 42, 117];
    /// let estimate = tally.estimate().expect("there are pairs");
    /// let [low, high] = estimate.normalized_elo_bounds().expect("they differ");
    /// let shown = [estimate.elo(), estimate.normalized_elo().expect("they differ"), (high - low) / 2.0];
    /// assert_eq!(shown.map(|elo| format!("{elo:.2}")), ["277.00", "345.17", "34.05"]); // so does fastchess
    /// ```
    #[must_use]
    pub fn normalized_elo(&self) -> Option<f64> {
        let elo = NORMALIZED * (self.score - 0.5) / self.deviation;
        (self.deviation > 0.0).then_some(elo)
    }

    /// The bounds of the difference in normalized Elo, with 95 % confidence; `None` if all pairs ended alike.
    #[must_use]
    pub fn normalized_elo_bounds(&self) -> Option<[f64; 2]> {
        let error = QUANTILE * NORMALIZED / self.games.sqrt();
        self.normalized_elo().map(|elo| [elo - error, elo + error])
    }
}

/// The difference in Elo of a share of the points.
fn elo(score: f64) -> f64 {
    // Without this, an even score would be -0 Elo, and printed so.
    if score == 0.5 { 0.0 } else { -400.0 * (1.0 / score - 1.0).log10() }
}

/// The share of the points that a difference in Elo leads to.
pub(super) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// `D(s)`: how much less likely the pairs are, at best, if the mean is this one; as a logarithm, 0 for the mean that
/// they have.
pub(super) fn distance(pairs: &[u64; 5], mean: f64) -> f64 {
    let counts = pairs.map(|count| count as f64);
    let surplus = VALUES.map(|value| value - mean);
    let Some(theta) = multiplier(&counts, &surplus) else {
        // All or none of the points: possible only if there was nothing else.
        let is_possible = terms(&counts, &surplus).all(|(_, surplus)| surplus == 0.0);
        return if is_possible { 0.0 } else { f64::INFINITY };
    };
    terms(&counts, &surplus).map(|(count, surplus)| count * (theta * surplus).ln_1p()).sum()
}

/// The same if the difference is this many normalized Elo. Kinds that have not occurred count as a thousandth of a
/// pair, since without them a deviation may be 0.
pub(super) fn normalized_distance(pairs: &[u64; 5], elo: f64) -> f64 {
    if pairs.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let counts = pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
    let total: f64 = counts.iter().sum();
    let t = elo / NORMALIZED * std::f64::consts::SQRT_2;
    let own = moments(&counts.map(|count| count / total));
    distance_from(&counts, t, own).unwrap_or_else(|| {
        // Too far from the pairs, or these hardly deviate. So it begins where nearly all pairs are the same and on the
        // right side: narrow enough, that always meets the condition.
        let narrow = 0.01 / (1.0 + t.abs());
        let starts = [0.25, 0.5].map(|far| (0.5 + t.signum() * (far - narrow), narrow));
        let distances = starts.into_iter().filter_map(|start| distance_from(&counts, t, start));
        distances.fold(f64::INFINITY, f64::min)
    })
}

/// The mean and the deviation of shares.
fn moments(shares: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = shares.iter().zip(VALUES).map(|(share, value)| share * value).sum();
    let squares = shares.iter().zip(VALUES).map(|(share, value)| share * (value - mean).powi(2));
    (mean, squares.sum::<f64>().sqrt())
}

/// The distance that the iteration finds from this mean and deviation on; `None` if no distribution meets the condition
/// there.
fn distance_from(counts: &[f64; 5], t: f64, (mut mean, mut deviation): (f64, f64)) -> Option<f64> {
    let total: f64 = counts.iter().sum();
    let (mut distance, mut shares) = (0.0, [0.0; 5]);
    for _ in 0..ROUNDS {
        let gains = VALUES
            .map(|value| value - 0.5 - t * deviation / 2.0 * (1.0 + ((value - mean) / deviation).powi(2)));
        let theta = multiplier(counts, &gains)?;
        distance = terms(counts, &gains).map(|(count, gain)| count * (theta * gain).ln_1p()).sum();
        let next: [f64; 5] = std::array::from_fn(|kind| counts[kind] / total / (1.0 + theta * gains[kind]));
        let change =
            next.iter().zip(&shares).fold(0.0_f64, |most, (one, other)| most.max((one - other).abs()));
        shares = next;
        (mean, deviation) = moments(&shares);
        if change < 1e-11 {
            break;
        }
    }
    Some(distance)
}

/// The kinds that have occurred, each with what it adds to the condition.
fn terms<'a>(counts: &'a [f64; 5], gains: &'a [f64; 5]) -> impl Iterator<Item = (f64, f64)> + 'a {
    counts.iter().copied().zip(gains.iter().copied()).filter(|(count, _)| *count > 0.0)
}

/// The `θ` for which the sum of `n ln(1 + θ g)` is highest; `None` if no distribution meets the condition, because all
/// gains have the same sign.
fn multiplier(counts: &[f64; 5], gains: &[f64; 5]) -> Option<f64> {
    let slope = |theta: f64| -> f64 {
        terms(counts, gains).map(|(count, gain)| count * gain / (1.0 + theta * gain)).sum()
    };
    let most = gains.iter().copied().fold(f64::MIN, f64::max);
    let least = gains.iter().copied().fold(f64::MAX, f64::min);
    if least >= 0.0 || most <= 0.0 {
        return None;
    }
    // Beyond these, a kind would have a negative share.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    Some(f64::midpoint(low, high))
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

    /// Published by fastchess (chess.stackexchange.com, question 45881) and by the raw statistics of a fishtest
    /// (montytest.muzhen.org, test 69d3c8dc7c5b3724e29d2712).
    #[test]
    fn normalized_elo_is_that_of_others() {
        let estimate = |pairs| Estimate::from_pairs(&pairs).expect("pairs");
        let of_fastchess = estimate([4, 3, 34, 42, 117]);
        let [low, high] = of_fastchess.normalized_elo_bounds().expect("they differ");
        for (found, published) in [
            (of_fastchess.elo(), 277.00),
            (of_fastchess.normalized_elo().expect("they differ"), 345.17),
            ((high - low) / 2.0, 34.05),
        ] {
            assert!((found - published).abs() < 0.005, "{found} instead of {published}");
        }
        let of_fishtest = estimate([13, 37, 50, 25, 3]);
        assert!((of_fishtest.elo() + 43.6578).abs() < 5e-5 && (of_fishtest.deviation - 0.33946).abs() < 5e-6);
        assert!(of_fishtest.normalized_elo().is_some_and(|elo| (elo + 63.97).abs() < 5e-3));
        assert_eq!(estimate([0, 0, 9, 0, 0]).normalized_elo(), None);
    }

    /// With these, the most likely distribution meets the condition, and none near it that does is more likely.
    #[test]
    fn the_distance_is_the_least_of_all_with_that_normalized_elo() {
        let pairs = [13, 37, 50, 25, 3];
        let own = Estimate::from_pairs(&pairs).and_then(|estimate| estimate.normalized_elo()).expect("pairs");
        near(normalized_distance(&pairs, own) + 1.0, 1.0);
        let (elo, total) = (30.0, 128.0);
        let least = normalized_distance(&pairs, elo);
        let mut random = philidor_engine::Random::new(3);
        let mut tried = 0;
        while tried < 2000 {
            // Any distribution near the observed one; the shares of the outer kinds are then moved until it has the
            // Elo.
            let mut shares: [f64; 5] = std::array::from_fn(|kind| {
                (pairs[kind] as f64 / total) * (0.6 + 0.8 * random.below(1000) as f64 / 1000.0)
            });
            let sum: f64 = shares.iter().sum();
            shares = shares.map(|share| share / sum);
            let moved = |by: f64| {
                let mut shares = shares;
                (shares[1], shares[3]) = (shares[1] - by, shares[3] + by);
                shares
            };
            let normalized = |shares: &[f64; 5]| {
                let mean: f64 = shares.iter().zip(VALUES).map(|(share, value)| share * value).sum();
                let squares = shares.iter().zip(VALUES).map(|(share, value)| share * (value - mean).powi(2));
                NORMALIZED * (mean - 0.5) / (2.0 * squares.sum::<f64>()).sqrt()
            };
            let (mut low, mut high) = (-shares[3] * 0.999, shares[1] * 0.999);
            for _ in 0..60 {
                let middle = f64::midpoint(low, high);
                if normalized(&moved(middle)) < elo { low = middle } else { high = middle }
            }
            let shares = moved(low);
            if (normalized(&shares) - elo).abs() > 1e-6 {
                continue;
            }
            tried += 1;
            let distance: f64 = pairs
                .iter()
                .zip(shares)
                .map(|(&count, share)| count as f64 * (count as f64 / total / share).ln())
                .sum();
            assert!(distance >= least - 1e-6, "{distance} is less than {least}");
        }
    }

    /// At these differences no distribution has both the deviation of the pairs and the mean that belongs to it.
    #[test]
    fn far_differences_are_far() {
        let pairs = [5, 15, 50, 25, 5];
        assert!((normalized_distance(&pairs, 300.0) - 49.703_7).abs() < 1e-3);
        assert!((normalized_distance(&pairs, -300.0) - 76.745_7).abs() < 1e-3);
        assert!(normalized_distance(&pairs, 0.0) < normalized_distance(&pairs, 1e4));
        // Of pairs that are all level a share of (5 / 347.4)² · 2 would have to be won.
        let share = (5.0 / NORMALIZED).powi(2) * 2.0;
        let level = normalized_distance(&[0, 0, 7_200, 0, 0], 5.0);
        assert!((level / (-7_200.0 * (-share).ln_1p()) - 1.0).abs() < 0.02, "{level}");
        assert_eq!(distance(&pairs, 1.0), f64::INFINITY);
        assert_eq!((distance(&[0, 0, 0, 0, 9], 1.0), distance(&[0; 5], 1.0)), (0.0, 0.0));
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
