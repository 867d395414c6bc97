//! What the runner was asked for on the command line.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use lexopt::prelude::*;

use crate::suite::{STOCKFISH, Work};

/// What `--help` prints.
pub(crate) const HELP: &str = "\
Runs philidor and its peers against each other. Build and start it by bench/run.

  perft               the same as --works counted --rounds 5
  --works LIST        searched, listed, tactical, evasions, any, exchange, unpacked, played, counted
                      (default: all)
  --contestants LIST  philidor, cozy-chess, shakmaty, chess, stockfish (default: all;
                      stockfish only if the system has it, and for counted only);
                      philidor-methods and philidor-native for searched and exchange only:
                      without a level of the CPU, and that built for this very CPU
  --rounds N          how often each contestant does each task; the median counts (default: 7)
  --core N            the core that all contestants are pinned to (default: the last one allowed)
  --record            write bench/record/<date>-<cpu>.md and the table of the README
  -h, --help          this text

Lists are separated by commas.
";

/// The command line, read.
pub(crate) struct Arguments {
    pub(crate) works: Vec<Work>,
    pub(crate) contestants: Vec<String>,
    pub(crate) rounds: usize,
    pub(crate) core: Option<usize>,
    pub(crate) record: bool,
    /// As typed, for the record.
    pub(crate) typed: Vec<String>,
}

impl Arguments {
    /// Reads the command line; `None` if help was asked for.
    pub(crate) fn read() -> Result<Option<Self>> {
        let mut read = Self {
            works: Work::ALL.to_vec(),
            contestants: everybody(),
            rounds: 7,
            core: None,
            record: false,
            typed: std::env::args().skip(1).collect(),
        };
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Value(name) if name == "perft" => {
                    read.works = vec![Work::Counted];
                    read.rounds = 5;
                }
                Long("works") => {
                    let list = parser.value()?.string()?;
                    read.works = list.split(',').map(str::parse).collect::<Result<_>>()?;
                }
                Long("contestants") => {
                    read.contestants = parser.value()?.string()?.split(',').map(str::to_owned).collect();
                }
                Long("rounds") => read.rounds = parser.value()?.parse().context("--rounds")?,
                Long("core") => read.core = Some(parser.value()?.parse().context("--core")?),
                Long("record") => read.record = true,
                Short('h') | Long("help") => return Ok(None),
                _ => return Err(argument.unexpected().into()),
            }
        }
        if read.rounds == 0 {
            bail!("--rounds: at least one");
        }
        Ok(Some(read))
    }
}

/// Who takes part by default.
fn everybody() -> Vec<String> {
    let mut names = ["philidor", "cozy-chess", "shakmaty", "chess"].map(str::to_owned).to_vec();
    let engine = Command::new(STOCKFISH).stdin(Stdio::null()).stdout(Stdio::null()).status();
    if engine.is_ok() {
        names.push(STOCKFISH.to_owned());
    }
    names
}
