//! How a tree is counted: by which generator, with which instructions, on how many threads, with which table.

use std::num::NonZero;

use anyhow::{bail, ensure};
use philidor::cpu::Cpu;
use philidor_host::{Size, Visible};

use super::values::{cpu_parser, generator_parser};
use crate::positions::Generator;

/// Where the environment may name a level.
const VARIABLE: &str = "PHILIDOR_CPU";

/// No tree this deep is ever counted, unless it hardly branches.
pub const DEEPEST: u32 = 255;

/// More threads than any machine has: a typo should not ask the system for a billion.
pub const MAX_THREADS: usize = 4096;

/// How a tree is counted.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct CountArgs {
    /// Number of threads [default: all available cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZero<usize>>,

    /// List, play and take back every move, even the last one
    #[arg(long)]
    pub plain: bool,

    /// Use this generator and play every leaf [default: the fastest way]
    #[arg(long, value_name = "NAME", value_parser = generator_parser(), conflicts_with_all = ["plain", "cpu", "hash"])]
    pub generator: Option<Generator>,

    /// CPU instructions to use [default: the environment variable PHILIDOR_CPU, or else the best available]
    #[arg(long, value_name = "LEVEL", value_parser = cpu_parser())]
    pub cpu: Option<Cpu>,

    /// Remember counted positions in a table of this many bytes; K, M, G and T are powers of 1024
    #[arg(long, value_name = "SIZE", conflicts_with = "plain")]
    pub hash: Option<Size>,
}

/// A number of threads.
///
/// # Errors
///
/// The text is not a number from 1 to [`MAX_THREADS`].
pub fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let number = text.parse().ok().filter(|number: &NonZero<usize>| number.get() <= MAX_THREADS);
    number.ok_or_else(|| format!("not a number from 1 to {MAX_THREADS}"))
}

impl CountArgs {
    /// The level to count at: that of --cpu, or else that of the environment, or else the best.
    ///
    /// # Errors
    ///
    /// The environment names no level of this CPU. The error names the variable, which may have been set long ago.
    pub fn cpu(&self) -> anyhow::Result<Cpu> {
        match (self.cpu, std::env::var_os(VARIABLE).filter(|name| !name.is_empty())) {
            (Some(cpu), _) => Ok(cpu),
            // Text that is not UTF-8 becomes a word that is not a level, and is refused as such.
            (None, Some(name)) => level(&name.to_string_lossy()),
            (None, None) => Ok(Cpu::best()),
        }
    }
}

/// The level that the environment names.
fn level(name: &str) -> anyhow::Result<Cpu> {
    let levels: Vec<&str> = Cpu::ALL.iter().map(|cpu| cpu.name()).collect();
    let Ok(cpu) = name.parse::<Cpu>() else {
        bail!(
            "the environment variable {VARIABLE} is `{}`, which is not one of the levels: {}",
            Visible(name),
            levels.join(", ")
        );
    };
    ensure!(
        cpu.is_available(),
        "the environment variable {VARIABLE} is {cpu}, but this CPU does not support that level"
    );
    Ok(cpu)
}
