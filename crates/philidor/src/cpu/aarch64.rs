//! The level of 64-bit ARM. Its features are those of the build target, so nothing is asked.

use super::level::{Job, Level};
use super::names::Cpu;
use crate::attacks::Magic;
use crate::simd::expand::Scalar;
use crate::simd::lanes::Neon;

/// NEON for eight boards at once, sliders by magic multiplication.
#[derive(Clone, Copy)]
pub(super) struct NeonLevel;

impl Level for NeonLevel {
    const CPU: Cpu = Cpu::Neon;

    type Sliders = Magic;
    type Lanes = Neon;
    type Expander = Scalar;

    const COUNTS_BATCHES: bool = true;

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

    #[inline]
    fn call<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }
}
