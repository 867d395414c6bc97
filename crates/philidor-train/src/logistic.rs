//! Logistic regression: scores as expected results, and what fits them best.

/// How likely a win is at these odds, in natural logarithms.
pub(crate) fn sigmoid(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// The cross entropy, in nats, of what is predicted at these odds: −(t ln p + (1 − t) ln (1 − p)), without overflow.
pub(crate) fn entropy(odds: f64, target: f64) -> f64 {
    odds.max(0.0) - odds * target + (-odds.abs()).exp().ln_1p()
}

/// Where a function with a single minimum is lowest, to within a precision.
pub(crate) fn minimum(low: f64, high: f64, precision: f64, mut function: impl FnMut(f64) -> f64) -> f64 {
    let (mut low, mut high) = (low, high);
    while high - low > precision {
        let third = (high - low) / 3.0;
        if function(low + third) < function(high - third) { high -= third } else { low += third }
    }
    f64::midpoint(low, high)
}

/// The scale K, from 50 to 1,600 centipawns, with which `sigmoid(score / K)` predicts results best: pairs of a score in
/// centipawns and a result from 0 to 1.
pub(crate) fn fit_scale(samples: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    minimum(50.0, 1_600.0, 0.5, |scale| {
        samples.clone().map(|(score, result)| entropy(score / scale, result)).sum()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_is_found_again() {
        for scale in [90.0, 300.0, 1_200.0] {
            let samples = (-40..=40).map(|step| f64::from(step) * 20.0);
            let found = fit_scale(samples.map(|score| (score, sigmoid(score / scale))));
            assert!((found - scale).abs() < 1.0, "{found}, not {scale}");
        }
        assert!(fit_scale([(0.0, 0.5)].into_iter()) >= 50.0);
    }
}
