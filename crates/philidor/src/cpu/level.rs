//! Code that is compiled once for each level, and the level that every CPU has.

use super::names::Cpu;
use crate::attacks::{Magic, Sliders};
use crate::simd::expand::{Expander, Scalar};
use crate::simd::lanes::{Lanes, Portable};

/// Work that can be compiled for any level.
///
/// Implementations are `#[inline(always)]`, and so is everything they call that is to be compiled for the level.
pub(crate) trait Job {
    type Output;

    fn run<L: Level>(self, level: L) -> Self::Output;
}

/// A level, as a value that proves the CPU has it.
pub(crate) trait Level: Copy + Send + Sync {
    /// Its name for users.
    const CPU: Cpu;

    /// How sliders are looked up.
    type Sliders: Sliders;

    /// Whether counting on eight boards at once is faster than on one after another: the replies to eight moves, or eight
    /// positions. It is with the registers of AVX2 and AVX-512; with those of plain x86-64 it is slower
    /// (`bench/record/perft.md`).
    const COUNTS_BATCHES: bool;

    /// Eight boards' words side by side.
    type Lanes: Lanes;

    fn lanes(self) -> <Self::Lanes as Lanes>::Proof;

    fn sliders(self) -> Self::Sliders;

    /// How the words of sets are written.
    type Expander: Expander;

    fn expander(self) -> Self::Expander;

    /// Runs a job in a function compiled for this level.
    fn call<J: Job>(self, job: J) -> J::Output;
}

/// No instruction beyond those of the build target.
#[derive(Clone, Copy)]
pub(crate) struct PortableLevel;

impl Level for PortableLevel {
    const CPU: Cpu = Cpu::Portable;

    type Sliders = Magic;
    type Lanes = Portable;
    type Expander = Scalar;

    const COUNTS_BATCHES: bool = false;

    #[inline(always)]
    fn expander(self) -> Scalar {
        Scalar
    }

    #[inline(always)]
    fn lanes(self) {}

    #[inline(always)]
    fn sliders(self) -> Magic {
        Magic
    }

    /// Each job is code once, as at the other levels, and not once for each caller.
    #[inline(never)]
    fn call<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }
}

/// Batches on any CPU, for tests: the levels that use them need features that this CPU may lack.
#[cfg(any(test, feature = "proof"))]
#[derive(Clone, Copy)]
pub(crate) struct PortableBatches;

#[cfg(any(test, feature = "proof"))]
impl Level for PortableBatches {
    const CPU: Cpu = Cpu::Portable;

    type Sliders = Magic;
    type Lanes = Portable;
    type Expander = Scalar;

    const COUNTS_BATCHES: bool = true;

    fn expander(self) -> Scalar {
        Scalar
    }

    fn sliders(self) -> Magic {
        Magic
    }

    fn lanes(self) {}

    fn call<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }
}
