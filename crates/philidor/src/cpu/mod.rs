//! One binary for every CPU: the hot code is compiled several times, and the CPU is asked once per job.
//!
//! ```text
//! dispatch(job) ── asks ──► Avx512    all of the next, and registers for eight boards at once
//!                      ├──► Gfni      all of the next, and bit matrices of bytes
//!                      ├──► Pext      x86-64-v3: AVX2, BMI1, BMI2, LZCNT …; sliders by PEXT
//!                      ├──► Bmi       the same instructions; sliders by magic (AMD before Zen 3)
//!                      ├──► Neon      64-bit ARM: registers for two boards at once; sliders by magic
//!                      └──► Portable  whatever the build targets; sliders by magic
//! ```
//!
//! Nobody has to choose a level: the library asks the CPU. [`Cpu`] serves programs that report levels or compare them.
//!
//! ```
//! use philidor::cpu::Cpu;
//! let best = Cpu::best();
//! assert!(Cpu::available().any(|cpu| cpu == best));
//! assert_eq!(best.name().parse(), Ok(best));
//! ```
//!
//! A build that is not optimized at all has the portable level alone (`unoptimized`, which the build script sets).
//! Without optimization such a function keeps every value of all that is inlined into it on the stack at once: 2.8 MB
//! for a list of moves with AVX-512, and a test's thread has two.

// A `Job` is code generic over its `Level`. Everything in it is inlined into one function per level, which names the
// instructions that the compiler may use. A job that recurses goes through `Level::call` again.
//
// The levels as users name them (`names.rs`); jobs and levels as traits, and the level that every CPU has (`level.rs`);
// the levels of x86-64 (`x86.rs`) and of 64-bit ARM (`aarch64.rs`); a test that lanes agree with single words at every
// level (`lane_laws.rs`).

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little", not(unoptimized)))]
mod aarch64;
#[cfg(test)]
mod lane_laws;
mod level;
mod names;
#[cfg(all(target_arch = "x86_64", not(unoptimized)))]
mod x86;

use core::sync::atomic::{AtomicU8, Ordering};

use crate::simd::features::{BmiFeatures, FastPext};
#[cfg(feature = "proof")]
pub(crate) use level::PortableBatches;
pub(crate) use level::{Job, Level, PortableLevel};
pub use names::{Cpu, ParseCpuError};

impl Cpu {
    /// The levels that this CPU has, the least demanding first.
    pub fn available() -> impl DoubleEndedIterator<Item = Cpu> {
        Cpu::ALL.iter().copied().filter(|cpu| cpu.is_available())
    }

    /// The most demanding level that this CPU has. The first call asks the CPU; later calls use its answer.
    ///
    /// A build without any optimization (`opt-level = 0`, Cargo's default for `cargo build` and `cargo test`) has
    /// [`Portable`](Cpu::Portable) alone: in such a build other levels are slower.
    #[must_use]
    #[inline(always)]
    pub fn best() -> Cpu {
        /// The number of the level; 0 before the first call. Each feature is a check of its own, and together they take
        /// a tenth of the time of a list of moves.
        static BEST: AtomicU8 = AtomicU8::new(0);
        match Cpu::ALL.get(usize::from(BEST.load(Ordering::Relaxed)).wrapping_sub(1)) {
            Some(&cpu) => cpu,
            None => {
                let best = Cpu::find_best();
                BEST.store(best as u8, Ordering::Relaxed);
                best
            }
        }
    }

    #[cold]
    fn find_best() -> Cpu {
        Cpu::available().next_back().unwrap_or(Cpu::Portable)
    }

    /// Whether this CPU has the level.
    #[must_use]
    #[inline(always)]
    pub fn is_available(self) -> bool {
        match self {
            Cpu::Portable => true,
            _ if cfg!(unoptimized) => false,
            Cpu::Bmi => BmiFeatures::detect().is_some(),
            Cpu::Pext => FastPext::detect().is_some(),
            #[cfg(all(target_arch = "x86_64", not(unoptimized)))]
            Cpu::Gfni => x86::GfniLevel::prove().is_some(),
            #[cfg(all(target_arch = "x86_64", not(unoptimized)))]
            Cpu::Avx512 => x86::Avx512Level::prove().is_some(),
            #[cfg(not(all(target_arch = "x86_64", not(unoptimized))))]
            Cpu::Gfni | Cpu::Avx512 => false,
            Cpu::Neon => {
                cfg!(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))
            }
        }
    }
}

/// Does a short job on a single position, such as listing moves, at the best level of this CPU for it.
#[inline(always)]
pub(crate) fn dispatch<J: Job>(job: J) -> J::Output {
    #[cfg(all(target_arch = "x86_64", not(unoptimized)))]
    if let Some(level) = x86::Avx512Level::prove() {
        return level.call(job);
    } else if let Some(level) = x86::PextLevel::prove() {
        return level.call(job);
    } else if let Some(level) = x86::BmiLevel::prove() {
        return level.call(job);
    }
    PortableLevel.call(job)
}

/// Does a long job at a chosen level; at the portable one if the CPU does not have it.
#[inline(always)]
pub(crate) fn dispatch_at<J: Job>(cpu: Cpu, job: J) -> J::Output {
    #[cfg(all(target_arch = "x86_64", not(unoptimized)))]
    if cpu == Cpu::Gfni
        && let Some(level) = x86::GfniLevel::prove()
    {
        return level.call(job);
    }
    dispatch_without_gfni_at(cpu, job)
}

/// The same for a job that mirrors and turns boards only in the jobs on lanes that it calls, if at all: for the rest,
/// the levels of GFNI and of PEXT would be two copies of the same code.
#[inline(always)]
pub(crate) fn dispatch_without_gfni_at<J: Job>(cpu: Cpu, job: J) -> J::Output {
    #[cfg(all(target_arch = "x86_64", not(unoptimized)))]
    if cpu == Cpu::Avx512 {
        return match x86::Avx512Level::prove() {
            Some(level) => level.call(job),
            None => PortableLevel.call(job),
        };
    }
    dispatch_on_words_at(cpu, job)
}

/// The same for a job on single words, which gains nothing from AVX-512, either: it runs at the level of PEXT instead.
#[inline(always)]
pub(crate) fn dispatch_on_words_at<J: Job>(cpu: Cpu, job: J) -> J::Output {
    #[cfg(all(target_arch = "x86_64", not(unoptimized)))]
    match cpu {
        Cpu::Gfni => {
            if let Some(level) = x86::PextLevel::prove_with_gfni() {
                return level.call(job);
            }
        }
        Cpu::Avx512 | Cpu::Pext => {
            if let Some(level) = x86::PextLevel::prove() {
                return level.call(job);
            }
        }
        Cpu::Bmi => {
            if let Some(level) = x86::BmiLevel::prove() {
                return level.call(job);
            }
        }
        Cpu::Portable | Cpu::Neon => {}
    }
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little", not(unoptimized)))]
    if cpu == Cpu::Neon {
        return aarch64::NeonLevel.call(job);
    }
    let _ = cpu;
    PortableLevel.call(job)
}

/// The same for a job that is not urgent, so that it is compiled for fewer levels: at the level of BMI wherever the CPU
/// has it.
#[cfg(any(feature = "statistics", feature = "unique"))]
#[inline(always)]
pub(crate) fn dispatch_at_few<J: Job>(cpu: Cpu, job: J) -> J::Output {
    #[cfg(all(target_arch = "x86_64", not(unoptimized)))]
    if cpu != Cpu::Portable
        && cpu.is_available()
        && let Some(level) = x86::BmiLevel::prove_below_pext()
    {
        return level.call(job);
    }
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little", not(unoptimized)))]
    if cpu == Cpu::Neon {
        return aarch64::NeonLevel.call(job);
    }
    let _ = cpu;
    PortableLevel.call(job)
}

/// Does a short job that is less urgent than others, but gains much by AVX-512: without it, at the level of BMI if this
/// CPU has it.
#[inline(always)]
pub(crate) fn dispatch_wide_or_few<J: Job>(job: J) -> J::Output {
    #[cfg(all(target_arch = "x86_64", not(unoptimized)))]
    if let Some(level) = x86::Avx512Level::prove() {
        return level.call(job);
    }
    dispatch_few(job)
}

/// Does a short job that is not urgent at the level of BMI if this CPU has it.
#[inline(always)]
pub(crate) fn dispatch_few<J: Job>(job: J) -> J::Output {
    #[cfg(all(target_arch = "x86_64", not(unoptimized)))]
    if let Some(level) = x86::BmiLevel::prove_below_pext() {
        return level.call(job);
    }
    PortableLevel.call(job)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the level at which it was done.
    struct Name;

    impl Job for Name {
        type Output = &'static str;

        fn run<L: Level>(self, _: L) -> &'static str {
            core::any::type_name::<L>().rsplit("::").next().unwrap_or_default()
        }
    }

    #[test]
    fn a_job_is_done_at_the_level_it_was_given_to() {
        let names = ["PortableLevel", "BmiLevel", "PextLevel", "GfniLevel", "Avx512Level", "NeonLevel"];
        for (cpu, name) in Cpu::ALL.iter().copied().zip(names) {
            let expected = if cpu.is_available() { name } else { "PortableLevel" };
            assert_eq!(dispatch_at(cpu, Name), expected);
        }
        let is_for_short_jobs = |cpu: Cpu| !matches!(cpu, Cpu::Gfni | Cpu::Neon);
        let short = Cpu::ALL.iter().rposition(|&cpu| is_for_short_jobs(cpu) && cpu.is_available());
        assert_eq!(short.map(|level| names[level]), Some(dispatch(Name)));
    }

    /// The operating system lists the CPU's features under names of its own.
    #[test]
    #[cfg(all(target_arch = "x86_64", target_os = "linux", feature = "std", not(unoptimized)))]
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
        let has_pext = Cpu::Pext.is_available(); // see `simd/features.rs`
        assert_eq!(Cpu::Gfni.is_available(), has_pext && has("gfni"));
        assert_eq!(Cpu::Avx512.is_available(), has_pext && has_avx512.into_iter().all(has));
        assert_eq!(Some(Cpu::best()), Cpu::available().last());
    }
}
