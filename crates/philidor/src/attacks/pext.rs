//! Slider attacks by PEXT: one instruction gathers the relevant men into a number.
//!
//! ```text
//! occupied            mask                 pext → 0b…1001 → table[offset + 9] → attacks
//! . . 1 . . . . .     . . X . . . . .
//! . . 0 . . . . .     . . X . . . . .      The bits of `occupied` that lie under the mask move together at the
//! . . 0 . . . . .     . . X . . . . .      low end of the word, in order: a perfect index without multiplication
//! . . r 0 1 0 0 .     . . r X X X X .      or magic.
//! ```
//!
//! PEXT belongs to BMI2 (Intel Haswell 2013, AMD Excavator 2015). AMD made it in microcode, at up to 300 cycles, until
//! Zen 3 (2020): there [`Magic`](super::Magic) is faster, and [`Pext::detect`] says no.

#![allow(unsafe_code)] // the instruction, which not every CPU has

use core::sync::atomic::{AtomicU8, Ordering};

use super::Sliders;
#[cfg(target_arch = "x86_64")]
use super::subsets;
use crate::types::{Bitboard, Square};

/// Slider attacks by PEXT. Only [`Pext::detect`] makes one: holding it proves that the CPU has the instruction.
///
/// ```
/// use philidor::attacks::{Magic, Pext, Sliders};
/// use philidor::{Bitboard, Square};
/// if let Some(pext) = Pext::detect() {
///     let occupied = Bitboard::from_iter([Square::D7, Square::F4]);
///     assert_eq!(pext.queen(Square::D4, occupied), Magic.queen(Square::D4, occupied));
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pext(());

impl Pext {
    /// `Some` where the CPU is x86-64-v3 (AVX2, BMI1, BMI2, LZCNT …) and PEXT is fast.
    ///
    /// The CPU is asked at the first call, which can take a microsecond; later calls remember.
    #[must_use]
    #[inline(always)]
    pub fn detect() -> Option<Pext> {
        const UNKNOWN: u8 = 0;
        const NO: u8 = 1;
        const YES: u8 = 2;
        static REMEMBERED: AtomicU8 = AtomicU8::new(UNKNOWN);

        #[cold]
        fn ask() -> u8 {
            let usable = cpu_has_bmi() && !pext_is_microcode();
            let answer = if usable { YES } else { NO };
            REMEMBERED.store(answer, Ordering::Relaxed);
            answer
        }

        let mut answer = REMEMBERED.load(Ordering::Relaxed);
        if answer == UNKNOWN {
            answer = ask();
        }
        (answer == YES).then_some(Pext(()))
    }
}

/// Whether the CPU has what code compiled for [`Pext`] uses: x86-64-v3, the bit-manipulation sets among it.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) fn cpu_has_bmi() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("fma")
        && std::arch::is_x86_feature_detected!("movbe")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt")
}

/// Without `std` nobody asks at run time: the sets are there if the whole build says so.
#[cfg(not(all(target_arch = "x86_64", feature = "std")))]
pub(crate) fn cpu_has_bmi() -> bool {
    cfg!(all(
        target_arch = "x86_64",
        target_feature = "avx2",
        target_feature = "fma",
        target_feature = "movbe",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "popcnt"
    ))
}

/// Whether PEXT is microcode: AMD (or Hygon) before family 25, which is Zen 3.
#[cfg(target_arch = "x86_64")]
fn pext_is_microcode() -> bool {
    use core::arch::x86_64::__cpuid;
    #[allow(unused_unsafe)] // `__cpuid` is a safe function since Rust 1.94
    // SAFETY: every x86-64 CPU has CPUID with leaves 0 and 1.
    let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1)) };
    let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
    is_before_zen_3(name.as_flattened(), version.eax)
}

/// The same from what leaves 0 and 1 of CPUID say: the vendor's name and the version.
#[cfg(target_arch = "x86_64")]
fn is_before_zen_3(vendor: &[u8], version: u32) -> bool {
    (vendor == b"AuthenticAMD" || vendor == b"HygonGenuine") && family(version) < 25
}

/// The CPU family from leaf 1: the base family, plus the extended one where the base says 15.
#[cfg(target_arch = "x86_64")]
const fn family(version: u32) -> u32 {
    let base = version >> 8 & 0xf;
    if base == 0xf { base + (version >> 20 & 0xff) } else { base }
}

/// No such instruction on other architectures.
#[cfg(not(target_arch = "x86_64"))]
fn pext_is_microcode() -> bool {
    false
}

#[cfg(target_arch = "x86_64")]
mod table {
    use super::super::rays::Direction;
    use super::super::subsets::relevant;

    /// Where one square's attacks lie: `table[offset + pext(occupied, mask)]`, the subsets being in counting order.
    #[derive(Clone, Copy)]
    pub(super) struct Entry {
        pub(super) mask: u64,
        pub(super) offset: u64,
    }

    pub(super) static BISHOP_ENTRIES: [Entry; 64] = entries(Direction::DIAGONAL);
    pub(super) static ROOK_ENTRIES: [Entry; 64] = entries(Direction::STRAIGHT);
    const fn entries(directions: [Direction; 4]) -> [Entry; 64] {
        let mut entries = [Entry { mask: 0, offset: 0 }; 64];
        let mut offset = 0;
        let mut square = 0;
        while square < 64 {
            let mask = relevant(square, directions);
            entries[square] = Entry { mask, offset };
            offset += 1 << mask.count_ones();
            square += 1;
        }
        entries
    }
}

/// The bits of `occupied` under `mask`, gathered at the low end.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn gather(_proof: Pext, occupied: Bitboard, mask: u64) -> u64 {
    // SAFETY: a `Pext` exists only after `Pext::detect` found BMI2.
    // Price: there is no safe form; `Magic` is the alternative, slower by the ratio in bench/record/unsafe.md.
    unsafe { core::arch::x86_64::_pext_u64(occupied.0, mask) }
}

#[cfg(target_arch = "x86_64")]
impl Sliders for Pext {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        let entry = table::BISHOP_ENTRIES[square.index()];
        subsets::BISHOP[(entry.offset + gather(self, occupied, entry.mask)) as usize]
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        let entry = table::ROOK_ENTRIES[square.index()];
        subsets::ROOK[(entry.offset + gather(self, occupied, entry.mask)) as usize]
    }
}

/// On other architectures no `Pext` can be made, so this never runs.
#[cfg(not(target_arch = "x86_64"))]
impl Sliders for Pext {
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        super::Magic.bishop(square, occupied)
    }

    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        super::Magic.rook(square, occupied)
    }
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

    /// The system lists what the CPU has, in words of its own.
    #[test]
    #[cfg(all(target_os = "linux", feature = "std"))]
    #[cfg_attr(miri, ignore = "reads a file")]
    fn the_cpu_has_what_the_system_lists() {
        let Ok(listed) = std::fs::read_to_string("/proc/cpuinfo") else { return };
        let has = |flag: &str| listed.split_ascii_whitespace().any(|word| word == flag);
        let has_bmi = ["avx2", "fma", "movbe", "bmi1", "bmi2", "abm", "popcnt"].into_iter().all(has);
        assert_eq!(cpu_has_bmi(), has_bmi);
        let is_amd = has("AuthenticAMD") || has("HygonGenuine");
        let has_pext = Pext::detect().is_some();
        assert!(has_bmi || !has_pext);
        assert!(is_amd || has_pext == has_bmi, "only AMD made it slowly");
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri does not run the instruction")]
    fn look_ups_equal_magic() {
        use crate::attacks::Magic;
        let Some(pext) = Pext::detect() else { return };
        let mut occupied = 0x1234_5678_9abc_def0_u64;
        for square in Square::ALL {
            for _ in 0..1_000 {
                occupied = occupied.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let set = Bitboard(occupied & occupied.rotate_left(23));
                assert_eq!(pext.bishop(square, set), Magic.bishop(square, set));
                assert_eq!(pext.rook(square, set), Magic.rook(square, set));
            }
        }
    }
}
