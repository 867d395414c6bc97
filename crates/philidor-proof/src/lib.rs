//! How much a test proves: one switch for the tests of all crates.
//!
//! ```text
//! PROOF=quick    the default: an eighth of the sample, drawn anew in each run       while one works
//! PROOF=full     the whole sample, the same in each run                             every night
//! PROOF=night    fifty times the sample, in release                                every night, before a release
//!
//! PROOF_SEED=7   draws the quick sample of an earlier run again: a test that fails prints its seed
//! ```
//!
//! `games.rs` has random games and positions, and `program.rs` programs as tests start them.
//!
//! A quick run proves little, but no two quick runs prove the same, so a year of them covers more than one long run.
#![deny(missing_docs, unsafe_code)]

pub mod games;
pub mod program;

use std::collections::hash_map::RandomState;
use std::env;
use std::hash::{BuildHasher, Hasher};
use std::sync::OnceLock;

/// How much is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// An eighth of each sample, drawn anew.
    Quick,
    /// Each sample as its test states it.
    Full,
    /// Fifty times each sample.
    Night,
}

impl Proof {
    /// What the environment variable `PROOF` asks for.
    ///
    /// # Panics
    ///
    /// If `PROOF` is none of `quick`, `full` and `night`.
    #[must_use]
    pub fn of_this_run() -> Proof {
        match env::var("PROOF").as_deref() {
            Err(_) | Ok("quick") => Proof::Quick,
            Ok("full") => Proof::Full,
            Ok("night") => Proof::Night,
            Ok(other) => panic!("PROOF is quick, full or night, not {other:?}"),
        }
    }
}

/// How many samples a test takes in this run, of a full sample of this size: at least one.
#[must_use]
pub fn samples(full: usize) -> usize {
    match Proof::of_this_run() {
        Proof::Quick => full.div_ceil(8),
        Proof::Full => full,
        Proof::Night => full * 50,
    }
}

/// How often a sample must have met with what a full sample meets with this often at least. A quick sample is allowed
/// an eighth of its share, so that chance alone fails no test; only what a full sample may meet fewer than twenty times
/// may be missing.
#[must_use]
pub fn at_least(full: usize) -> usize {
    match Proof::of_this_run() {
        Proof::Quick => (full / 64).max(usize::from(full >= 20)),
        Proof::Full | Proof::Night => full,
    }
}

/// A seed for random samples: the test's own one, mixed with that of the run if the run is quick.
///
/// # Panics
///
/// If `PROOF_SEED` is not a number.
#[must_use]
pub fn seed(own: u64) -> u64 {
    static OF_THIS_RUN: OnceLock<u64> = OnceLock::new();
    if Proof::of_this_run() != Proof::Quick {
        return own;
    }
    let run = *OF_THIS_RUN.get_or_init(|| match env::var("PROOF_SEED") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("PROOF_SEED is a number, not {text:?}")),
        // Of four billion, so that a person can type it.
        Err(_) => RandomState::new().build_hasher().finish() >> 32,
    });
    // The test harness shows what a test prints if the test fails.
    println!("PROOF_SEED={run}");
    // Sums, since a sample may be drawn from another one, by the same seed: two sums do not cancel each other.
    own.wrapping_add(run << 16)
}

/// All of these; in a quick run one in eight of them, from a drawn one on. Of fewer than eight there may be none.
pub fn drawn<T>(all: impl Iterator<Item = T>, own: u64) -> impl Iterator<Item = T> {
    let (first, step) = match Proof::of_this_run() {
        Proof::Quick => ((seed(own) >> 16) as usize % 8, 8),
        Proof::Full | Proof::Night => (0, 1),
    };
    all.skip(first).step_by(step)
}

/// All of a short list; in a quick run one of it, drawn.
pub fn some_of<T>(all: &[T], own: u64) -> &[T] {
    match Proof::of_this_run() {
        Proof::Quick if !all.is_empty() => {
            let one = (seed(own) >> 16) as usize % all.len();
            &all[one..=one]
        }
        _ => all,
    }
}

/// Random numbers for samples: Sebastiano Vigna's SplitMix64.
pub struct Random(pub u64);

impl Random {
    /// The next word.
    #[allow(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below another.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// One of these.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_never_empty_and_a_seed_holds_for_the_whole_run() {
        assert_eq!(samples(1), if Proof::of_this_run() == Proof::Night { 50 } else { 1 });
        assert_eq!(samples(8_000), [1_000, 8_000, 400_000][Proof::of_this_run() as usize]);
        assert_eq!(seed(7), seed(7));
        assert_ne!(seed(7), seed(8));
        assert!(seed(7) < 1 << 48, "room to count on from");
        let is_quick = Proof::of_this_run() == Proof::Quick;
        assert_eq!([6_400, 20, 19].map(at_least), if is_quick { [100, 1, 0] } else { [6_400, 20, 19] });
    }

    #[test]
    fn of_a_short_list_one_is_drawn() {
        let some = some_of(&[1, 2, 3], 1);
        assert_eq!(some.len(), if Proof::of_this_run() == Proof::Quick { 1 } else { 3 });
        assert!(some_of::<u8>(&[], 1).is_empty());
    }

    #[test]
    fn one_in_eight_is_drawn() {
        let drawn: Vec<u32> = drawn(0..800, 1).collect();
        let step = if Proof::of_this_run() == Proof::Quick { 8 } else { 1 };
        assert_eq!(drawn.len(), 800 / step);
        assert!(drawn.windows(2).all(|two| two[1] - two[0] == step as u32) && drawn[0] < 8);
    }
}
