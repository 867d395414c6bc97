//! A checkpoint: what a training run needs to resume.
//!
//! ```text
//! philidor training 4          the format
//! first weights: random        the plan, a line for each of its numbers, and of the positions how many and a digest
//! …
//! steps: 4488                  steps of the optimizer
//! epoch: 0.0366 0.0375         the losses of each epoch that is over; without held-out positions one number
//! …
//!                              an empty line, then for each weight 32-bit floats, little-endian:
//! ■■■■■■■■■■■■■■■              all weights, their means, their squares
//! ■■■■■■■■                     checksum of all bytes before: FNV-1a of 64 bits, little-endian
//! ```
//!
//! The order of the positions is not in it: it follows from the seed, so it is made again.

use std::error::Error;
use std::fmt;

use philidor_host::{NO_BYTES, checksum};

use super::digest::Digest;
use super::training::{Training, TrainingEpoch, TrainingPlan};
use crate::data::TrainingPosition;

/// The first line.
const FORMAT: &str = "philidor training 4";

/// Why a training run cannot resume from a checkpoint.
#[derive(Clone, PartialEq, Eq)]
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

philidor::debug_is_the_sentence!(CheckpointError);

impl Error for CheckpointError {}

fn damaged(what: impl Into<String>) -> CheckpointError {
    CheckpointError::Format { what: what.into() }
}

/// The numbers that the weights depend on. Threads are not among them.
fn settings(plan: &TrainingPlan, positions: Digest) -> [(&'static str, String); 10] {
    let pair = |(first, last): (f32, f32)| format!("{first} to {last}");
    let start = plan.start.as_ref().map(|network| Digest::of_network(network).to_string());
    [
        ("first weights", start.unwrap_or_else(|| "random".to_owned())),
        ("mirrored", plan.layout.is_mirrored().to_string()),
        ("buckets", plan.layout.buckets().to_string()),
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
    /// The state after the last epoch that is over, for [`Training::resume`].
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut text = format!("{FORMAT}\n");
        for (name, value) in settings(&self.plan, self.positions) {
            text.push_str(&format!("{name}: {value}\n"));
        }
        text.push_str(&format!("steps: {}\n", self.optimizer.steps));
        for TrainingEpoch { loss, held_out, .. } in &self.epochs {
            let held_out = held_out.map_or_else(String::new, |loss| format!(" {loss}"));
            text.push_str(&format!("epoch: {loss}{held_out}\n"));
        }
        text.push('\n');
        let mut bytes = text.into_bytes();
        for part in [&self.model.weights, &self.optimizer.means, &self.optimizer.squares] {
            bytes.extend(part.iter().flat_map(|number| number.to_le_bytes()));
        }
        with_checksum(bytes)
    }

    /// Resumes training from a checkpoint, and comes to the same network as a run that was never cut off. The positions
    /// have to be those of the first time, in the order of the first time.
    ///
    /// # Errors
    ///
    /// If the bytes are not a checkpoint or are damaged, or if it belongs to another plan, other positions or another
    /// order of them.
    pub fn resume(
        plan: TrainingPlan,
        positions: &mut [TrainingPosition],
        checkpoint: &[u8],
    ) -> Result<Training, CheckpointError> {
        if !checkpoint.starts_with(FORMAT.as_bytes()) {
            return Err(damaged(format!("it does not begin with `{FORMAT}`")));
        }
        let whole = checkpoint.split_last_chunk().filter(|&(body, sum)| sum_of(body) == *sum);
        let (checkpoint, _) = whole.ok_or_else(|| damaged("its checksum is wrong"))?;
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
        let layout = plan.start.as_ref().map_or(plan.layout, |network| network.layout());
        let plan = TrainingPlan { layout, ..plan };
        for (what, now) in settings(&plan, Digest::of(positions)) {
            let before = field(what)?.to_owned();
            if before != now {
                return Err(CheckpointError::Differs { what, before, now });
            }
        }
        let steps = field("steps")?;
        let steps: i32 = steps.parse().map_err(|_| damaged(format!("`{steps}` is not a number")))?;
        let epochs: Vec<TrainingEpoch> =
            (1..).zip(lines).map(|(number, line)| epoch(number, line)).collect::<Result<_, _>>()?;
        if epochs.len() > plan.epochs as usize {
            return Err(damaged(format!("{} epochs of {}", epochs.len(), plan.epochs)));
        }
        let made = epochs.len().saturating_mul(plan.steps(positions.len()));
        if usize::try_from(steps) != Ok(made) {
            return Err(damaged(format!("{steps} steps, not {made}")));
        }
        let mut training = Training::new(plan, positions);
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
        training.optimizer.steps = steps;
        for _ in &epochs {
            training.random.shuffle(positions);
        }
        training.epochs = epochs;
        Ok(training)
    }
}

/// The checksum of these bytes.
fn sum_of(bytes: &[u8]) -> [u8; 8] {
    checksum(NO_BYTES, bytes).to_le_bytes()
}

/// The same with their checksum.
pub(super) fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = sum_of(&bytes);
    bytes.extend(sum);
    bytes
}

/// The losses of an epoch.
fn epoch(number: u32, line: &str) -> Result<TrainingEpoch, CheckpointError> {
    let losses = line.strip_prefix("epoch: ").map(|losses| losses.split(' ').map(str::parse));
    let losses: Option<Vec<f64>> = losses.and_then(|losses| losses.collect::<Result<_, _>>().ok());
    match losses.as_deref() {
        Some(&[loss]) => Ok(TrainingEpoch { number, loss, held_out: None }),
        Some(&[loss, held_out]) => Ok(TrainingEpoch { number, loss, held_out: Some(held_out) }),
        _ => Err(damaged(format!("`{line}` is not `epoch: …` with one or two losses"))),
    }
}
