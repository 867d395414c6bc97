//! What a position should be worth: a mixture of what the search found and how the game ended.

use crate::data::TrainingPosition;

/// How scores and results become a probability to win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The centipawns with which a side wins e : 1, that is in 73 % of its games.
    pub scale: f32,
    /// The share of the result, from 0 to 1; the score has the rest.
    pub result_share: f32,
}

impl Target {
    /// What a position should be worth to the side to move, from 0 to 1.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_train::data::{GameOutcome, TrainingPosition};
    /// use philidor_train::network::Target;
    ///
    /// let even = TrainingPosition::new(&Position::default(), 0, GameOutcome::WhiteWins);
    /// assert_eq!(Target { scale: 400.0, result_share: 0.5 }.of(&even), 0.75);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn of(&self, position: &TrainingPosition) -> f32 {
        let score = sigmoid(f32::from(position.score()) / self.scale);
        let result = f32::from(position.half_points()) / 2.0;
        score + (result - score) * self.result_share
    }
}

#[inline(always)]
pub(super) fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The scale with which the scores of these positions foretell their results best, in centipawns from 50 to 1,600: the
/// likelihood of the results is the highest.
#[must_use]
pub fn fit_scale(positions: &[TrainingPosition]) -> f32 {
    // A hundred thousand tell as much as all.
    let step = positions.len().div_ceil(100_000).max(1);
    let loss = |scale: f64| -> f64 {
        let losses = positions.iter().step_by(step).map(|position| {
            let odds = f64::from(position.score()) / scale;
            let result = f64::from(position.half_points()) / 2.0;
            // −(r ln p + (1 − r) ln (1 − p)), without overflow.
            odds.max(0.0) - odds * result + (-odds.abs()).exp().ln_1p()
        });
        losses.sum()
    };
    let (mut low, mut high) = (50.0_f64, 1_600.0_f64);
    while high - low > 0.5 {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) { high -= third } else { low += third }
    }
    ((low + high) / 2.0) as f32
}
