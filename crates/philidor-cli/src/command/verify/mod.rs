//! `philidor verify`: a suite, counted or written out.
//!
//! The files of the built-in suite are those of `philidor-suites`. Here they are one suite, in the order of [`ALL`],
//! under a head that names the license; its line numbers are those of `--export epd`. `counters.rs` lists the counters,
//! `comparison.rs` counts with each of them, `mismatch.rs` is a wrong count.

mod comparison;
mod counters;
mod mismatch;

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::bail;
use philidor_host::Visible;
use philidor_host::ending::threads;
use philidor_program::positions::Door;
use philidor_suites::ALL;
use serde::Serialize;

use crate::args::{Counters, SuiteFormat, VerifyArgs};
use philidor_program::suite::{Entry, NumberedEntries, Suite, SuiteLimits, quoted};
use philidor_program::terminal::output::Output;

/// The license of the built-in suite.
const LICENSE: &str = env!("CARGO_PKG_LICENSE");

/// A suite, as it is written for programs.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    license: Option<&'static str>,
    positions: Vec<Exported<'a>>,
}

/// A position of it, with its leaves by depth.
#[derive(Serialize)]
struct Exported<'a> {
    name: &'a str,
    fen: String,
    chess960: bool,
    leaves: BTreeMap<u32, u128>,
}

pub(super) fn run(args: &VerifyArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    if args.export == Some(SuiteFormat::Epd) {
        output.refuse_json("EPD is not JSON; `--export json` writes it")?;
    }
    let (suite, name) = match &args.suite.file {
        Some(path) => (Suite::read(path, args.door.into())?, path.display().to_string()),
        None => (Suite::parse(built_in().into_bytes(), Door::Strict), "the built-in suite".to_owned()),
    };
    let limits =
        SuiteLimits::default().with_depth(args.suite.depth_limit).with_leaves(args.suite.nodes_limit);
    let license = args.suite.file.is_none().then_some(LICENSE);
    match args.export {
        None => {
            let threads = threads(args.counting.threads).get();
            let counters = match (counters::asked_for(&args.counting)?, args.counters) {
                (Some(counter), _) => vec![counter],
                (None, Counters::All) => counters::all(),
                (None, Counters::Fastest) => counters::fastest(),
            };
            // The counts of the built-in suite are known to be right.
            let suite = if args.suite.file.is_some() { suite.within(limits) } else { suite };
            return comparison::run(suite.entries, &name, limits, threads, counters, output);
        }
        // Without limits as it stands, comments included.
        Some(SuiteFormat::Epd) if limits == SuiteLimits::default() => {
            output.writer.write_all(&suite.text)?;
        }
        Some(SuiteFormat::Epd) => {
            if let Some(license) = license {
                writeln!(output.writer, "{}", head(license))?;
            }
            for (entry, counts) in admitted(suite.entries, limits)? {
                write!(output.writer, "{} ;id {}", entry.position, quoted(&entry.name))?;
                for (depth, leaves) in counts {
                    write!(output.writer, " ;D{depth} {leaves}")?;
                }
                writeln!(output.writer)?;
            }
        }
        Some(SuiteFormat::Json) => {
            let entries = admitted(suite.entries, limits)?;
            let positions = entries.iter().map(|(entry, leaves)| Exported {
                name: &entry.name,
                fen: entry.position.to_string(),
                chess960: entry.position.is_chess960(),
                leaves: leaves.clone(),
            });
            output.write_json(&Document { license, positions: positions.collect() })?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The whole built-in suite.
pub(super) fn built_in() -> String {
    format!("{}\n\n{}", head(LICENSE), ALL.join("\n"))
}

/// What stands above an exported suite.
fn head(license: &str) -> String {
    format!("# The suite of philidor. SPDX-License-Identifier: {license}")
}

/// The positions of a suite that have a count within the limits, with these counts.
fn admitted(
    lines: NumberedEntries,
    limits: SuiteLimits,
) -> anyhow::Result<Vec<(Entry, BTreeMap<u32, u128>)>> {
    let mut admitted = Vec::new();
    for (line, entry) in lines {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => bail!("line {line}: {}", Visible(&error)),
        };
        let within = entry.counts.iter().copied().filter(|&(depth, leaves)| limits.admit(depth, leaves));
        let counts: BTreeMap<u32, u128> = within.collect();
        if !counts.is_empty() {
            admitted.push((entry, counts));
        }
    }
    Ok(admitted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_suite_has_two_thousand_positions_each_with_a_name_of_its_own() {
        let entries =
            admitted(Suite::parse(built_in().into_bytes(), Door::Strict).entries, SuiteLimits::default())
                .expect("every line can be read");
        let names: HashSet<&str> = entries.iter().map(|(entry, _)| entry.name.as_str()).collect();
        assert_eq!(names.len(), entries.len());
        assert!(entries.len() >= 2_000, "{}", entries.len());
    }
}
