//! A checkpoint: what a training needs to go on where it ended.
//!
//! ```text
//! philidor training 1          the format
//! mirrored: true               the plan, a line for each of its numbers, and the number of positions
//! …
//! done: 12                     epochs that are over
//! steps: 4488                  steps of the optimizer
//!                              an empty line, then for each weight 32-bit floats, little-endian:
//! ■■■■■■■■■■■■■■■              all weights, their means, their squares
//! ```
//!
//! The order of the positions is not in it: it follows from the seed, so it is made again.

use std::error::Error;
use std::fmt;

use super::training::{Plan, Training};
use crate::data::TrainingPosition;

/// The first line.
const FORMAT: &str = "philidor training 1";

/// Why a training cannot go on from a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The bytes are not a checkpoint, or are damaged.
    Format {
        /// What is missing or wrong.
        what: String,
    },
    /// It belongs to another plan, or to other positions.
    Differs {
        /// What differs.
        what: &'static str,
        /// In the checkpoint.
        before: String,
        /// Now.
        now: String,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Format { what } => write!(f, "not a checkpoint of a training: {what}"),
            CheckpointError::Differs { what, before, now } => {
                write!(f, "a checkpoint of another training: {what} was {before} and is {now}")
            }
        }
    }
}

impl Error for CheckpointError {}

fn damaged(what: impl Into<String>) -> CheckpointError {
    CheckpointError::Format { what: what.into() }
}

/// The numbers that the weights depend on. Threads are not among them.
fn settings(plan: &Plan, positions: usize) -> [(&'static str, String); 9] {
    let pair = |(first, last): (f32, f32)| format!("{first} to {last}");
    [
        ("mirrored", plan.layout.is_mirrored.to_string()),
        ("buckets", plan.layout.buckets.to_string()),
        ("epochs", plan.epochs.to_string()),
        ("batch", plan.batch.to_string()),
        ("rate", pair(plan.rate)),
        ("result share", pair(plan.result_share)),
        ("scale", plan.scale.to_string()),
        ("seed", plan.seed.to_string()),
        ("positions", positions.to_string()),
    ]
}

impl Training {
    /// The state after the last epoch that is over, for [`Training::resume`]. `positions` is how many are learned from.
    #[must_use]
    pub fn checkpoint(&self, positions: usize) -> Vec<u8> {
        let mut text = format!("{FORMAT}\n");
        for (name, value) in settings(&self.plan, positions) {
            text.push_str(&format!("{name}: {value}\n"));
        }
        text.push_str(&format!("done: {}\nsteps: {}\n\n", self.epochs, self.optimizer.steps));
        let mut bytes = text.into_bytes();
        for part in [&self.model.weights, &self.optimizer.means, &self.optimizer.squares] {
            bytes.extend(part.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// A training that goes on from a checkpoint, and comes to the same network as one that was never cut off. The positions
    /// are those of the first time, in the order of the first time.
    ///
    /// # Errors
    ///
    /// If the bytes are not a checkpoint or are damaged, or if it belongs to another plan or another number of positions.
    pub fn resume(
        plan: Plan,
        positions: &mut [TrainingPosition],
        checkpoint: &[u8],
    ) -> Result<Training, CheckpointError> {
        let end = checkpoint.windows(2).position(|two| two == b"\n\n");
        let (text, numbers) = checkpoint.split_at(end.ok_or_else(|| damaged("its text has no end"))?);
        let text = str::from_utf8(text).map_err(|_| damaged("its text is not UTF-8"))?;
        let mut lines = text.lines();
        if lines.next() != Some(FORMAT) {
            return Err(damaged(format!("it does not begin with `{FORMAT}`")));
        }
        let mut field = |name: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(": "));
            line.ok_or_else(|| damaged(format!("no line `{name}: …` in its place")))
        };
        for (what, now) in settings(&plan, positions.len()) {
            let before = field(what)?.to_owned();
            if before != now {
                return Err(CheckpointError::Differs { what, before, now });
            }
        }
        let number =
            |text: &str| text.parse::<u32>().map_err(|_| damaged(format!("`{text}` is not a number")));
        let done = number(field("done")?)?;
        let steps = number(field("steps")?)?;
        let mut training = Training::new(plan);
        let parts =
            [&mut training.model.weights, &mut training.optimizer.means, &mut training.optimizer.squares];
        let count: usize = parts.iter().map(|part| part.len()).sum();
        let (floats, rest) = numbers.get(2..).unwrap_or_default().as_chunks::<4>();
        if floats.len() != count || !rest.is_empty() {
            return Err(damaged(format!("{} bytes of numbers, not {}", numbers.len() - 2, count * 4)));
        }
        for (place, bytes) in parts.into_iter().flatten().zip(floats) {
            *place = f32::from_le_bytes(*bytes);
            if !place.is_finite() {
                return Err(damaged("a weight is infinite or NaN"));
            }
        }
        training.optimizer.steps = steps.cast_signed();
        while training.epochs < done.min(training.plan.epochs) {
            training.random.shuffle(positions);
            training.epochs += 1;
        }
        Ok(training)
    }
}
