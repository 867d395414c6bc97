//! The features that each level needs from the CPU: one list per level, from which both the run-time check and the
//! attribute on the code compiled for the level are generated. With two lists, `unsafe` code would depend on their
//! being equal.
//!
//! ```text
//! bmi_features!(detected)            → is_x86_feature_detected!("avx2") && … && is_x86_feature_detected!("popcnt")
//! bmi_features!(compiled call_bmi)   → #[target_feature(enable = "avx2")] … fn call_bmi(…)
//! ```
//!
//! The answer is a value: holding a [`BmiFeatures`] proves that the CPU was checked and has them all.

#![allow(unsafe_code, reason = "CPUID, which is safe only since Rust 1.94")]

use core::sync::atomic::{AtomicU8, Ordering};

/// Hands the features of the levels `bmi` and `pext` to a macro: x86-64-v3, which most CPUs since 2013 have.
macro_rules! bmi_features {
    ($macro:ident $($arguments:tt)*) => {
        $macro! { [ "avx2" "bmi1" "bmi2" "fma" "lzcnt" "movbe" "popcnt" ] $($arguments)* }
    };
}

/// Hands the features of the level `gfni` to a macro: those above, and bit matrices of bytes.
#[cfg(target_arch = "x86_64")]
macro_rules! gfni_features {
    ($macro:ident $($arguments:tt)*) => {
        $macro! { [ "avx2" "bmi1" "bmi2" "fma" "lzcnt" "movbe" "popcnt" "gfni" ] $($arguments)* }
    };
}

/// Hands the features of the level `avx512` to a macro: those above, and those that eight boards in a register need.
#[cfg(target_arch = "x86_64")]
macro_rules! avx512_features {
    ($macro:ident $($arguments:tt)*) => {
        $macro! {
            [
                "avx2" "bmi1" "bmi2" "fma" "lzcnt" "movbe" "popcnt"
                "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vbmi2" "avx512vpopcntdq" "gfni"
            ]
            $($arguments)*
        }
    };
}

#[cfg(target_arch = "x86_64")]
pub(crate) use {avx512_features, bmi_features, gfni_features};

/// Whether the CPU has all of some features.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
macro_rules! detected {
    ([ $($feature:tt)+ ]) => { $(std::arch::is_x86_feature_detected!($feature))&&+ };
}

/// Without `std` the CPU is not checked at run time: the features are there if the whole build enables them.
#[cfg(not(all(target_arch = "x86_64", feature = "std")))]
macro_rules! detected {
    ([ $($feature:tt)+ ]) => { $(cfg!(target_feature = $feature))&&+ };
}

/// A cached answer of the CPU, for short jobs that ask again and again: one byte, where a list of features would take a
/// check of each.
struct Remembered(AtomicU8);

impl Remembered {
    const UNKNOWN: u8 = 0;
    const NO: u8 = 1;
    const YES: u8 = 2;

    const fn nothing() -> Remembered {
        Remembered(AtomicU8::new(Remembered::UNKNOWN))
    }

    #[inline(always)]
    fn or_ask(&self, ask: fn() -> bool) -> bool {
        match self.0.load(Ordering::Relaxed) {
            Remembered::UNKNOWN => self.ask(ask),
            answer => answer == Remembered::YES,
        }
    }

    #[cold]
    fn ask(&self, ask: fn() -> bool) -> bool {
        let has = ask();
        self.0.store(if has { Remembered::YES } else { Remembered::NO }, Ordering::Relaxed);
        has
    }
}

/// Proves that the CPU has the features of the levels `bmi` and `pext`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BmiFeatures(());

impl BmiFeatures {
    #[inline(always)]
    pub(crate) fn detect() -> Option<BmiFeatures> {
        bmi_features!(detected).then_some(BmiFeatures(()))
    }
}

/// Proves that the CPU has the features of the level `gfni`.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct GfniFeatures(());

#[cfg(target_arch = "x86_64")]
impl GfniFeatures {
    #[inline(always)]
    pub(crate) fn detect() -> Option<GfniFeatures> {
        gfni_features!(detected).then_some(GfniFeatures(()))
    }
}

/// Proves that the CPU has the features of the level `avx512`.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512Features(());

#[cfg(target_arch = "x86_64")]
impl Avx512Features {
    #[inline(always)]
    pub(crate) fn detect() -> Option<Avx512Features> {
        static REMEMBERED: Remembered = Remembered::nothing();
        REMEMBERED.or_ask(|| avx512_features!(detected)).then_some(Avx512Features(()))
    }
}

/// Proves that the CPU has [`BmiFeatures`], PEXT among them, and that PEXT is fast.
///
/// PEXT belongs to BMI2 (Intel Haswell 2013, AMD Excavator 2015). Until Zen 3 (2020) AMD implemented it in microcode,
/// at up to 300 cycles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastPext(());

impl FastPext {
    /// The first call asks the CPU, which can take a microsecond; later calls use its answer.
    #[inline(always)]
    pub(crate) fn detect() -> Option<FastPext> {
        static REMEMBERED: Remembered = Remembered::nothing();
        let has = REMEMBERED.or_ask(|| BmiFeatures::detect().is_some() && !pext_is_microcode());
        has.then_some(FastPext(()))
    }

    /// The features that it proves as well.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn bmi(self) -> BmiFeatures {
        BmiFeatures(())
    }
}

/// Whether PEXT is microcode: AMD (or Hygon) before family 25, which is Zen 3. Other architectures have no such
/// instruction.
fn pext_is_microcode() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::__cpuid;
        #[allow(unused_unsafe)] // `__cpuid` is a safe function since Rust 1.94
        // SAFETY: every x86-64 CPU has CPUID with leaves 0 and 1.
        let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1)) };
        let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
        is_before_zen_3(name.as_flattened(), version.eax)
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// The same, from leaves 0 and 1 of CPUID: the vendor's name and the version.
#[cfg(target_arch = "x86_64")]
fn is_before_zen_3(vendor: &[u8], version: u32) -> bool {
    (vendor == b"AuthenticAMD" || vendor == b"HygonGenuine") && family(version) < 25
}

/// The CPU family from leaf 1: the base family, plus the extended one if the base is 15.
#[cfg(target_arch = "x86_64")]
const fn family(version: u32) -> u32 {
    let base = version >> 8 & 0xf;
    if base == 0xf { base + (version >> 20 & 0xff) } else { base }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn families_are_read_as_amd_numbers_them() {
        assert_eq!(family(0x0080_0f11), 23, "Zen 1");
        assert_eq!(family(0x0087_0f10), 23, "Zen 2");
        assert_eq!(family(0x00a2_0f10), 25, "Zen 3");
        assert_eq!(family(0x00a1_0f11), 25, "Zen 4");
        assert_eq!(family(0x0003_06c3), 6, "Haswell");
    }

    #[test]
    fn amd_made_pext_in_microcode_before_zen_3() {
        assert!(is_before_zen_3(b"AuthenticAMD", 0x0080_0f11), "Zen 1");
        assert!(is_before_zen_3(b"HygonGenuine", 0x0090_0f02), "Dhyana, a Zen 1");
        assert!(!is_before_zen_3(b"AuthenticAMD", 0x00a2_0f10), "Zen 3");
        assert!(!is_before_zen_3(b"AuthenticAMD", 0x00b4_0f40), "Zen 5");
        assert!(!is_before_zen_3(b"GenuineIntel", 0x0003_06c3), "Haswell");
    }

    /// The operating system lists the CPU's features under names of its own.
    #[test]
    #[cfg(all(target_os = "linux", feature = "std"))]
    #[cfg_attr(miri, ignore = "reads a file")]
    fn the_cpu_has_what_the_system_lists() {
        let Ok(listed) = std::fs::read_to_string("/proc/cpuinfo") else { return };
        let has = |flag: &str| listed.split_ascii_whitespace().any(|word| word == flag);
        let has_bmi = ["avx2", "fma", "movbe", "bmi1", "bmi2", "abm", "popcnt"].into_iter().all(has);
        assert_eq!(BmiFeatures::detect().is_some(), has_bmi);
        let is_amd = has("AuthenticAMD") || has("HygonGenuine");
        let has_pext = FastPext::detect().is_some();
        assert!(has_bmi || !has_pext);
        assert!(is_amd || has_pext == has_bmi, "only AMD implemented it slowly");
    }
}
