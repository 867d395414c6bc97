//! One binary, every CPU: the hot code is compiled several times, and the CPU is asked once a job.
//!
//! ```text
//! dispatch(job) ── asks ──► Avx512    all of the next, and registers for eight boards at once
//!                      ├──► Pext      x86-64-v3: AVX2, BMI1, BMI2, LZCNT …; sliders by PEXT
//!                      ├──► Bmi       the same instructions; sliders by magic (AMD before Zen 3)
//!                      └──► Portable  whatever the build targets; sliders by magic
//! ```
//!
//! A [`Job`] is code generic over its [`Level`]. Everything in it is inlined into one function for each level, which
//! names the instructions that the compiler may use there. A job that recurses goes through [`Level::call`] again.

#![allow(unsafe_code)] // calling a function compiled for a CPU that was asked

pub(crate) mod lanes;

use core::fmt;
use core::str::FromStr;

use crate::attacks::{Magic, Pext, Sliders, cpu_has_bmi};
use lanes::{Lanes, Portable};

/// A level of the CPU for which the hot code was compiled, the least demanding first.
///
/// ```
/// use philidor::Cpu;
/// assert!(Cpu::best().is_available());
/// assert_eq!("portable".parse(), Ok(Cpu::Portable));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cpu {
    /// What the build targets, sliders by magic multiplication. Runs everywhere.
    Portable = 1,
    /// x86-64 with bit manipulation (BMI1, BMI2, LZCNT, POPCNT), sliders by magic multiplication.
    Bmi = 2,
    /// The same with sliders by PEXT, where that is one fast instruction.
    Pext = 3,
    /// The same with AVX-512, its population count and its compression of bytes, and GFNI (Ice Lake 2019, Zen 4 2022):
    /// eight boards in a register.
    Avx512 = 4,
}

impl Cpu {
    /// All levels, the least demanding first.
    pub const ALL: [Cpu; 4] = [Cpu::Portable, Cpu::Bmi, Cpu::Pext, Cpu::Avx512];

    /// The most demanding level that this CPU has. The CPU is asked at the first call; later ones remember.
    #[must_use]
    #[inline(always)]
    pub fn best() -> Cpu {
        match Pext::detect() {
            Some(_) if Cpu::Avx512.is_available() => Cpu::Avx512,
            Some(_) => Cpu::Pext,
            None if cpu_has_bmi() => Cpu::Bmi,
            None => Cpu::Portable,
        }
    }

    /// Whether this CPU has the level.
    #[must_use]
    #[inline(always)]
    pub fn is_available(self) -> bool {
        match self {
            Cpu::Portable => true,
            Cpu::Bmi => cpu_has_bmi(),
            Cpu::Pext => Pext::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Cpu::Avx512 => x86::Avx512Level::prove().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Cpu::Avx512 => false,
        }
    }

    /// The name as it is written and read: `portable`, `bmi`, `pext`, `avx512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Cpu::Portable => "portable",
            Cpu::Bmi => "bmi",
            Cpu::Pext => "pext",
            Cpu::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseCpuError;

impl fmt::Display for ParseCpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a CPU level is portable, bmi, pext or avx512")
    }
}

impl core::error::Error for ParseCpuError {}

impl FromStr for Cpu {
    type Err = ParseCpuError;

    fn from_str(text: &str) -> Result<Cpu, ParseCpuError> {
        Cpu::ALL.into_iter().find(|cpu| cpu.name() == text).ok_or(ParseCpuError)
    }
}

/// Work that can be compiled for any level.
///
/// Implementations are `#[inline(always)]`, and so is all that they call and that shall be compiled for the level.
pub(crate) trait Job {
    type Output;

    fn run<L: Level>(self, level: L) -> Self::Output;
}

/// A level, as a value that proves the CPU has it.
pub(crate) trait Level: Copy + Send + Sync {
    /// How sliders are looked up.
    type Sliders: Sliders;

    /// Whether counting the replies to eight moves at once is faster than one after the other: by 1.3 to 1.6 with the
    /// registers of AVX2, and slower by a third with those of plain x86-64.
    const COUNTS_BATCHES: bool;

    /// Eight boards' words side by side.
    type Lanes: Lanes;

    fn lanes(self) -> <Self::Lanes as Lanes>::Proof;

    fn sliders(self) -> Self::Sliders;

    /// Runs a job in a function compiled for this level.
    fn call<J: Job>(self, job: J) -> J::Output;
}

/// Does a short job, such as listing moves, at the best level of this CPU for one position at a time.
#[inline(always)]
pub(crate) fn dispatch<J: Job>(job: J) -> J::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(level) = x86::PextLevel::prove() {
        return level.call(job);
    } else if let Some(level) = x86::BmiLevel::prove() {
        return level.call(job);
    }
    PortableLevel.call(job)
}

/// Does a long job at a chosen level; at the portable one if the CPU does not have it.
#[inline(always)]
pub(crate) fn dispatch_at<J: Job>(cpu: Cpu, job: J) -> J::Output {
    #[cfg(target_arch = "x86_64")]
    match cpu {
        Cpu::Avx512 => {
            if let Some(level) = x86::Avx512Level::prove() {
                return level.call(job);
            }
        }
        Cpu::Pext => {
            if let Some(level) = x86::PextLevel::prove() {
                return level.call(job);
            }
        }
        Cpu::Bmi => {
            if let Some(level) = x86::BmiLevel::prove() {
                return level.call(job);
            }
        }
        Cpu::Portable => {}
    }
    let _ = cpu;
    PortableLevel.call(job)
}

/// No instruction beyond what the build targets.
#[derive(Clone, Copy)]
pub(crate) struct PortableLevel;

impl Level for PortableLevel {
    type Sliders = Magic;
    type Lanes = Portable;

    const COUNTS_BATCHES: bool = false;

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

/// Batches on any CPU, for tests: the levels that count by them need a CPU that may not be here.
#[cfg(any(test, feature = "proof"))]
#[derive(Clone, Copy)]
pub(crate) struct PortableBatches;

#[cfg(any(test, feature = "proof"))]
impl Level for PortableBatches {
    type Sliders = Magic;
    type Lanes = Portable;

    const COUNTS_BATCHES: bool = true;

    fn sliders(self) -> Magic {
        Magic
    }

    fn lanes(self) {}

    fn call<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::lanes::{Avx512, Avx512Proof, Portable};
    use super::{Job, Level};
    use crate::attacks::{Magic, Pext, cpu_has_bmi};

    /// Bit manipulation with magic sliders.
    #[derive(Clone, Copy)]
    pub(super) struct BmiLevel(());

    impl BmiLevel {
        #[inline(always)]
        pub(super) fn prove() -> Option<BmiLevel> {
            cpu_has_bmi().then_some(BmiLevel(()))
        }
    }

    impl Level for BmiLevel {
        type Sliders = Magic;
        type Lanes = Portable;

        const COUNTS_BATCHES: bool = true;

        #[inline(always)]
        fn lanes(self) {}

        #[inline(always)]
        fn sliders(self) -> Magic {
            Magic
        }

        #[inline(always)]
        fn call<J: Job>(self, job: J) -> J::Output {
            // SAFETY: a `BmiLevel` exists only where `prove` found all that `call_bmi` enables, by `cpu_has_bmi`.
            // Price of doing without: the portable level; measured in bench/record/unsafe.md.
            unsafe { call_bmi(self, job) }
        }
    }

    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,movbe,popcnt")]
    fn call_bmi<J: Job>(level: BmiLevel, job: J) -> J::Output {
        job.run(level)
    }

    /// Bit manipulation with PEXT sliders.
    #[derive(Clone, Copy)]
    pub(super) struct PextLevel(Pext);

    impl PextLevel {
        #[inline(always)]
        pub(super) fn prove() -> Option<PextLevel> {
            Pext::detect().map(PextLevel)
        }
    }

    impl Level for PextLevel {
        type Sliders = Pext;
        type Lanes = Portable;

        const COUNTS_BATCHES: bool = true;

        #[inline(always)]
        fn lanes(self) {}

        #[inline(always)]
        fn sliders(self) -> Pext {
            self.0
        }

        #[inline(always)]
        fn call<J: Job>(self, job: J) -> J::Output {
            // SAFETY: the level holds a `Pext`, and `Pext::detect` makes one only after `cpu_has_bmi` found all that
            // `call_pext` enables.
            // Price of doing without: the portable level; measured in bench/record/unsafe.md.
            unsafe { call_pext(self, job) }
        }
    }

    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,movbe,popcnt")]
    fn call_pext<J: Job>(level: PextLevel, job: J) -> J::Output {
        job.run(level)
    }

    /// PEXT sliders, and AVX-512 for eight boards at once.
    #[derive(Clone, Copy)]
    pub(super) struct Avx512Level(Pext, Avx512Proof);

    impl Avx512Level {
        #[inline(always)]
        pub(super) fn prove() -> Option<Avx512Level> {
            Some(Avx512Level(Pext::detect()?, Avx512Proof::detect()?))
        }
    }

    impl Level for Avx512Level {
        type Sliders = Pext;
        type Lanes = Avx512;

        const COUNTS_BATCHES: bool = true;

        #[inline(always)]
        fn lanes(self) -> Avx512Proof {
            self.1
        }

        #[inline(always)]
        fn sliders(self) -> Pext {
            self.0
        }

        #[inline(always)]
        fn call<J: Job>(self, job: J) -> J::Output {
            // SAFETY: the level holds a `Pext`, which proves the first line of what `call_avx512` enables, and an
            // `Avx512Proof`, which proves the second.
            // Price of doing without: the level below; measured in bench/record/unsafe.md.
            unsafe { call_avx512(self, job) }
        }
    }

    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,movbe,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq,gfni")]
    fn call_avx512<J: Job>(level: Avx512Level, job: J) -> J::Output {
        job.run(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// Tells at which level it was done.
    struct Name;

    impl Job for Name {
        type Output = &'static str;

        fn run<L: Level>(self, _: L) -> &'static str {
            core::any::type_name::<L>().rsplit("::").next().unwrap_or_default()
        }
    }

    #[test]
    fn a_job_is_done_at_the_level_it_was_given_to() {
        let names = ["PortableLevel", "BmiLevel", "PextLevel", "Avx512Level"];
        for (cpu, name) in Cpu::ALL.into_iter().zip(names) {
            let expected = if cpu.is_available() { name } else { "PortableLevel" };
            assert_eq!(dispatch_at(cpu, Name), expected);
        }
        let short = Cpu::ALL[..3].iter().rposition(|cpu| cpu.is_available());
        assert_eq!(short.map(|level| names[level]), Some(dispatch(Name)));
    }

    /// The system lists what the CPU has, in words of its own.
    #[test]
    #[cfg(all(target_arch = "x86_64", target_os = "linux", feature = "std"))]
    #[cfg_attr(miri, ignore = "reads a file")]
    fn the_levels_are_those_that_the_system_lists() {
        let Ok(listed) = std::fs::read_to_string("/proc/cpuinfo") else { return };
        let has = |flag: &str| listed.split_ascii_whitespace().any(|word| word == flag);
        let has_bmi = ["avx2", "fma", "movbe", "bmi1", "bmi2", "abm", "popcnt"].into_iter().all(has);
        let has_avx512 = [
            "avx512f",
            "avx512bw",
            "avx512cd",
            "avx512dq",
            "avx512vl",
            "avx512_vpopcntdq",
            "avx512_vbmi2",
            "gfni",
        ];
        assert!(Cpu::Portable.is_available());
        assert_eq!(Cpu::Bmi.is_available(), has_bmi);
        let has_pext = Cpu::Pext.is_available(); // see `attacks/pext.rs`
        assert_eq!(Cpu::Avx512.is_available(), has_pext && has_avx512.into_iter().all(has));
        assert_eq!(Some(Cpu::best()), Cpu::ALL.into_iter().rfind(|cpu| cpu.is_available()));
    }

    #[test]
    fn what_is_not_a_level_is_told_the_levels() {
        let told = ParseCpuError.to_string();
        assert!(Cpu::ALL.into_iter().all(|cpu| told.contains(cpu.name())), "{told}");
    }
}
