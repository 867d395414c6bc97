//! The levels as users name them; `mod.rs` asks which of them this CPU has.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A level of CPU features for which the hot code is compiled, the least demanding first.
///
/// ```
/// use philidor::cpu::Cpu;
/// assert!(Cpu::best().is_available());
/// assert_eq!("portable".parse(), Ok(Cpu::Portable));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cpu {
    /// The features of the build target, sliders by magic multiplication. Runs everywhere.
    Portable = 1,
    /// x86-64 with bit manipulation (BMI1, BMI2, LZCNT, POPCNT), sliders by magic multiplication.
    Bmi = 2,
    /// The same with sliders by PEXT, on CPUs where it is fast.
    Pext = 3,
    /// The same with GFNI, which mirrors and turns boards (Alder Lake, 2021).
    Gfni = 4,
    /// The same with AVX-512, its population count and byte compression, and GFNI (Ice Lake 2019, Zen 4 2022): eight
    /// boards in a register.
    Avx512 = 5,
    /// 64-bit ARM: NEON, two boards in a register, sliders by magic multiplication.
    Neon = 6,
}

impl Cpu {
    /// All levels, the least demanding first.
    pub const ALL: &'static [Cpu] = &[Cpu::Portable, Cpu::Bmi, Cpu::Pext, Cpu::Gfni, Cpu::Avx512, Cpu::Neon];

    /// The name as printed and parsed: `portable`, `bmi`, `pext`, `gfni`, `avx512`, `neon`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Cpu::Portable => "portable",
            Cpu::Bmi => "bmi",
            Cpu::Pext => "pext",
            Cpu::Gfni => "gfni",
            Cpu::Avx512 => "avx512",
            Cpu::Neon => "neon",
        }
    }
}

impl fmt::Display for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that does not name a level.
///
/// ```
/// use philidor::cpu::Cpu;
/// let error = "sse2".parse::<Cpu>().expect_err("every x86-64 has it");
/// let levels = "portable, bmi, pext, gfni, avx512 or neon";
/// assert_eq!(error.to_string(), format!("`sse2` is not a CPU level: {levels}"));
/// assert_eq!(error.text(), "sse2");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ParseCpuError {
    text: String,
}

impl ParseCpuError {
    /// The text that was refused, whole.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for ParseCpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a CPU level: portable, bmi, pext, gfni, avx512 or neon", self.text)
    }
}

impl core::error::Error for ParseCpuError {}

impl FromStr for Cpu {
    type Err = ParseCpuError;

    fn from_str(text: &str) -> Result<Cpu, ParseCpuError> {
        let named = Cpu::ALL.iter().copied().find(|cpu| cpu.name() == text);
        named.ok_or_else(|| ParseCpuError { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn an_unknown_level_is_an_error_that_names_it_and_the_levels() {
        let message = "sse2".parse::<Cpu>().expect_err("not a level").to_string();
        assert!(message.starts_with("`sse2` "), "{message}");
        assert!(Cpu::ALL.iter().all(|cpu| message.contains(cpu.name())), "{message}");
    }
}
