//! The score scale of training data: how scores become expected results.

use super::TrainingPosition;
use crate::logistic;

/// The score scale K with which the scores of these positions predict their results best, in centipawns from 50 to
/// 1,600: the likelihood of the results is the highest.
#[must_use]
pub fn fit_scale(positions: &[TrainingPosition]) -> f32 {
    // A sample of a hundred thousand says as much as all.
    let step = positions.len().div_ceil(100_000).max(1);
    let sample =
        |position: &TrainingPosition| (f64::from(position.score()), f64::from(position.half_points()) / 2.0);
    logistic::fit_scale(positions.iter().step_by(step).map(sample)) as f32
}
