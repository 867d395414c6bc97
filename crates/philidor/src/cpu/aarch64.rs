//! The level of 64-bit ARM. Its features are those of the build target, so nothing is asked.

use super::level::baseline_level;
use crate::simd::lanes::Neon;

/// NEON for eight boards at once, sliders by magic multiplication.
#[derive(Clone, Copy)]
pub(super) struct NeonLevel;

baseline_level!(NeonLevel = Neon, Neon, counts_batches: true, #[inline]);
