//! How far a hunt is.

/// How far a hunt is, for a progress bar.
///
/// ```
/// use philidor::{Position, perft::perft};
/// use philidor_hunt::{Agenda, Hunt, counting, suite::SuiteLimits};
///
/// let mut bar = String::new();
/// Hunt::new(Agenda::built_in(SuiteLimits::up_to_leaves(5)))
///     .observed_by(|now| bar = format!("{} of {}, {} wrong", now.asked, now.questions, now.wrong))
///     .run(counting(|fen, depth| perft(&fen.parse::<Position>().expect("a FEN"), depth)))?;
/// assert!(bar.ends_with(", 0 wrong"), "{bar}");
/// # Ok::<(), philidor_hunt::HuntError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// What it is doing.
    pub stage: Stage,
    /// How many questions of the agenda have been dealt with.
    pub asked: usize,
    /// How many questions the agenda has.
    pub questions: usize,
    /// Questions that were answered right.
    pub right: usize,
    /// Questions that were answered wrong.
    pub wrong: usize,
}

/// What a hunt is doing. See [`Progress::stage`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// It asks the questions of the agenda, and follows wrong answers.
    Asking,
    /// It shrinks the examples that it has found.
    Shrinking,
}
