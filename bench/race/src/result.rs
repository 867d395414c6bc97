//! Medians and ratios.

use crate::{
    contestant::{OURS, is_ours},
    measure::Samples,
    suite::{Task, Work},
};

/// How one contestant did at one task.
pub(crate) struct Speed {
    pub(crate) name: String,
    /// Units a second: the median of the samples.
    pub(crate) median: f64,
    /// One per round, in the order of the rounds.
    pub(crate) samples: Vec<f64>,
}

/// How all did at one task.
pub(crate) struct Outcome<'a> {
    pub(crate) task: &'a Task,
    /// In the order of the contestants, without those who cannot do it.
    pub(crate) speeds: Vec<Speed>,
    /// The peer that we are compared with.
    pub(crate) reference: Option<String>,
    /// Our median divided by the reference's, if both took part.
    pub(crate) ratio: Option<f64>,
}

/// The outcome of each task.
pub(crate) fn results<'a>(tasks: &'a [Task], names: &[String], samples: &Samples) -> Vec<Outcome<'a>> {
    let one = |(task, samples): (&'a Task, &Vec<Vec<f64>>)| {
        let speeds: Vec<Speed> = names
            .iter()
            .zip(samples)
            .filter(|(_, samples)| !samples.is_empty())
            .map(|(name, samples)| Speed {
                name: name.clone(),
                median: median(samples),
                samples: samples.clone(),
            })
            .collect();
        let ours = speeds.iter().find(|speed| speed.name == OURS);
        let reference = reference(task.work, &speeds);
        let ratio = ours.zip(reference).map(|(ours, reference)| ours.median / reference.median);
        let reference = reference.map(|speed| speed.name.clone());
        Outcome { task, speeds, reference, ratio }
    };
    tasks.iter().zip(samples).map(one).collect()
}

/// The settled reference of this work if it took part, otherwise the fastest peer.
fn reference(work: Work, speeds: &[Speed]) -> Option<&Speed> {
    let settled = speeds.iter().find(|speed| Some(speed.name.as_str()) == work.reference());
    let peers = speeds.iter().filter(|speed| !is_ours(&speed.name));
    settled.or_else(|| peers.max_by(|left, right| left.median.total_cmp(&right.median)))
}

/// The middle one, or the mean of the middle two; 0 of none.
fn median(samples: &[f64]) -> f64 {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted[..] {
        [] => 0.0,
        _ if sorted.len() % 2 == 1 => sorted[half],
        _ => f64::midpoint(sorted[half - 1], sorted[half]),
    }
}

/// The geometric mean, which is the fair mean of ratios; `None` of none.
pub(crate) fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (logarithms / ratios.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(&[]), 0.0);
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn a_half_and_a_double_are_one_in_the_mean() {
        assert_eq!(geometric_mean(&[]), None);
        assert!(geometric_mean(&[0.5, 2.0]).is_some_and(|mean| (mean - 1.0).abs() < 1e-12));
    }
}
