//! The levels of x86-64 that need more than the build target has.
//!
//! Each is a value that holds the proof of its features, and a function compiled with them; both are generated from the
//! one list in `simd/features.rs`.

#![allow(unsafe_code)] // calling a function compiled for a CPU that was checked

use super::level::{Job, Level};
use super::names::Cpu;
use crate::attacks::{Magic, Pext, Wide};
use crate::simd::expand::Scalar;
use crate::simd::features::{
    Avx512Features, BmiFeatures, GfniFeatures, avx512_features, bmi_features, gfni_features,
};
use crate::simd::lanes::{Avx2, Avx512, Lanes};

/// Generates a function that is compiled with some features and does a job.
macro_rules! compiled {
    ([ $($feature:tt)+ ] $call:ident) => {
        #[inline(never)]
        $(#[target_feature(enable = $feature)])+
        fn $call<L: Level, J: Job>(level: L, job: J) -> J::Output {
            job.run(level)
        }
    };
}

bmi_features!(compiled call_bmi);
bmi_features!(compiled call_pext);
gfni_features!(compiled call_gfni);
avx512_features!(compiled call_avx512);

/// Bit manipulation with magic sliders.
#[derive(Clone, Copy)]
pub(super) struct BmiLevel(BmiFeatures);

/// Bit manipulation with PEXT sliders; jobs on lanes use GFNI, too, if the value holds its proof.
#[derive(Clone, Copy)]
pub(super) struct PextLevel(Pext, Option<GfniFeatures>);

/// PEXT sliders, and bit matrices of bytes.
#[derive(Clone, Copy)]
pub(super) struct GfniLevel(Pext, GfniFeatures);

/// PEXT sliders, and AVX-512 for eight boards at once.
#[derive(Clone, Copy)]
pub(super) struct Avx512Level(Pext, Avx512Features);

impl BmiLevel {
    #[inline(always)]
    pub(super) fn prove() -> Option<BmiLevel> {
        BmiFeatures::detect().map(BmiLevel)
    }

    /// The same for callers that have not tried the level of PEXT before: its answer is cached, so that this is one
    /// check.
    #[inline(always)]
    pub(super) fn prove_below_pext() -> Option<BmiLevel> {
        match Pext::detect() {
            Some(pext) => Some(BmiLevel(pext.features())),
            None => BmiLevel::prove(),
        }
    }
}

impl PextLevel {
    #[inline(always)]
    pub(super) fn prove() -> Option<PextLevel> {
        Some(PextLevel(Pext::detect()?, None))
    }

    #[inline(always)]
    pub(super) fn prove_with_gfni() -> Option<PextLevel> {
        Some(PextLevel(Pext::detect()?, Some(GfniFeatures::detect()?)))
    }

    #[inline(always)]
    fn call_shared<J: Job>(self, job: J) -> J::Output {
        match self.1 {
            Some(features) => GfniLevel(self.0, features).call(job),
            None => BmiLevel(self.0.features()).call(job),
        }
    }
}

impl GfniLevel {
    #[inline(always)]
    pub(super) fn prove() -> Option<GfniLevel> {
        Some(GfniLevel(Pext::detect()?, GfniFeatures::detect()?))
    }
}

impl Avx512Level {
    #[inline(always)]
    pub(super) fn prove() -> Option<Avx512Level> {
        Some(Avx512Level(Pext::detect()?, Avx512Features::detect()?))
    }
}

/// Generates a level's items, and calls the function compiled with the features that it proves.
macro_rules! level {
    (
        $level:ident = $cpu:ident: $sliders:ty = $look_up:expr, $lanes:ty = $proof:expr, $features:ty = $held:expr,
        $expander:ty = $expand:expr, $call:ident $(, on lanes: $call_shared:ident)?
    ) => {
        impl Level for $level {
            const CPU: Cpu = Cpu::$cpu;

            type Sliders = $sliders;
            type Lanes = $lanes;
            type Expander = $expander;

            const COUNTS_BATCHES: bool = true;

            #[inline(always)]
            fn lanes(self) -> <$lanes as Lanes>::Proof {
                let proof: fn($level) -> <$lanes as Lanes>::Proof = $proof;
                proof(self)
            }

            #[inline(always)]
            fn expander(self) -> $expander {
                let expand: fn($level) -> $expander = $expand;
                expand(self)
            }

            #[inline(always)]
            fn sliders(self) -> $sliders {
                let look_up: fn($level) -> $sliders = $look_up;
                look_up(self)
            }

            #[inline(always)]
            fn call<J: Job>(self, job: J) -> J::Output {
                let held: fn($level) -> $features = $held;
                let _: $features = held(self);
                // SAFETY: the level holds the proof that the CPU has all features with which the function is compiled:
                // both are generated from the same list.
                // Price of doing without: the next lower level; measured in bench/record/unsafe.md.
                unsafe { $call(self, job) }
            }

            $(
                #[inline(always)]
                fn call_on_lanes<J: Job>(self, job: J) -> J::Output {
                    self.$call_shared(job)
                }
            )?
        }
    };
}

level!(
    BmiLevel = Bmi: Magic = |_| Magic, Avx2<BmiFeatures> = |level| level.0, BmiFeatures = |level| level.0,
    Scalar = |_| Scalar, call_bmi
);
level!(
    PextLevel = Pext: Pext = |level| level.0, Avx2<BmiFeatures> = |level| level.0.features(),
    BmiFeatures = |level| level.0.features(), Scalar = |_| Scalar, call_pext, on lanes: call_shared
);
level!(
    GfniLevel = Gfni: Pext = |level| level.0, Avx2<GfniFeatures> = |level| level.1, GfniFeatures = |level| level.1,
    Scalar = |_| Scalar, call_gfni
);
level!(
    Avx512Level = Avx512: Wide = |level| Wide(level.0, level.1), Avx512 = |level| level.1, Avx512Features = |level| level.1,
    Avx512Features = |level| level.1, call_avx512
);
