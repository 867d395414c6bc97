//! What a position should be worth: a mixture of what the search found and how the game ended.

use crate::data::TrainingPosition;

/// How scores and results become a probability to win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The score scale K: with a score of this many centipawns the expected score is 73 %, odds of e : 1.
    pub scale: f32,
    /// The share of the result, from 0 to 1; the score has the rest. Others call it the WDL blend, or lambda.
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
