//! Code that is compiled once for each level, and the level that every CPU has.

use super::names::Cpu;
use crate::attacks::Sliders;
use crate::simd::expand::Expander;
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

    /// Whether few CPUs run the code of the level, while everyone compiles it: x86 without BMI is from before 2013.
    /// There is less of such code, and it is slower.
    const IS_RARE: bool = cfg!(target_arch = "x86_64") && matches!(Self::CPU, Cpu::Portable);

    /// Whether only CPUs from before 2020 run the code of the level: x86 without BMI, or with a slow PEXT.
    const IS_OLD: bool = cfg!(target_arch = "x86_64") && matches!(Self::CPU, Cpu::Portable | Cpu::Bmi);

    /// How sliders are looked up.
    type Sliders: Sliders;

    /// Whether counting on eight boards at once is faster than on one after another: the replies to eight moves, or
    /// eight positions. It is with the registers of AVX2 and AVX-512, and estimated to be with those of NEON; with
    /// those of plain x86-64 it is slower (`bench/record/perft.md`).
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

    /// Runs a job that looks up no sliders: levels that differ in nothing else share its code.
    #[inline(always)]
    fn call_on_lanes<J: Job>(self, job: J) -> J::Output {
        self.call(job)
    }
}

/// Implements [`Level`] for a type whose features are those of the build target, so that there is nothing to prove:
/// magic sliders, and words one by one.
macro_rules! baseline_level {
    ($level:ident = $cpu:ident, $lanes:ty, counts_batches: $batches:literal, $(#[$call:meta])?) => {
        impl $crate::cpu::level::Level for $level {
            const CPU: $crate::cpu::Cpu = $crate::cpu::Cpu::$cpu;

            type Sliders = $crate::attacks::Magic;
            type Lanes = $lanes;
            type Expander = $crate::simd::expand::Scalar;

            const COUNTS_BATCHES: bool = $batches;

            #[inline(always)]
            fn expander(self) -> Self::Expander {
                $crate::simd::expand::Scalar
            }

            #[inline(always)]
            fn lanes(self) {}

            #[inline(always)]
            fn sliders(self) -> Self::Sliders {
                $crate::attacks::Magic
            }

            $(#[$call])?
            fn call<J: $crate::cpu::Job>(self, job: J) -> J::Output {
                job.run(self)
            }
        }
    };
}
#[cfg(all(
    target_arch = "aarch64",
    target_feature = "neon",
    target_endian = "little",
    not(unoptimized)
))]
pub(super) use baseline_level;

/// No instruction beyond those of the build target.
#[derive(Clone, Copy)]
pub(crate) struct PortableLevel;

// Each job is compiled once, as at the other levels, and not once for each caller.
baseline_level!(PortableLevel = Portable, Portable, counts_batches: false, #[inline(never)]);

/// Batches on any CPU, for tests: the levels that use them need features that this CPU may lack.
#[cfg(feature = "proof")]
#[derive(Clone, Copy)]
pub(crate) struct PortableBatches;

#[cfg(feature = "proof")]
baseline_level!(PortableBatches = Portable, Portable, counts_batches: true,);
