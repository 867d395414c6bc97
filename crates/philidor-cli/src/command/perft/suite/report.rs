//! What counting a suite has found, for people and for programs.

use philidor::perft::Statistics;
use philidor_host::Visible;
use serde::Serialize;

use crate::command::perft::statistics::Kinds;
use crate::quantity::Grouped;
use crate::suite::Entry;
use crate::suite::mismatch::{Mismatch, write_verdict};
use crate::terminal::output::Output;

/// The kinds of moves of one count, as they are written for a program.
#[derive(Serialize)]
struct OfPosition<'a> {
    line: usize,
    name: &'a str,
    fen: String,
    depth: u32,
    #[serde(flatten)]
    kinds: Kinds,
}

/// The last line, as it is written for a program.
#[derive(Serialize, Default)]
pub(super) struct Summary {
    pub(super) passed: usize,
    pub(super) failed: usize,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) skipped: usize,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) interrupted: bool,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What the last half-moves of one count are, in one line.
pub(super) fn write_statistics(
    line: usize,
    entry: &Entry,
    depth: u32,
    statistics: &Statistics,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    if output.json {
        let fen = entry.position.to_string();
        return output.write_json(&OfPosition {
            line,
            name: &entry.name,
            fen,
            depth,
            kinds: Kinds(*statistics),
        });
    }
    write!(output.writer, "{}, depth {depth}:", Visible(&entry.name))?;
    let kinds = Statistics::NAMES.iter().zip(statistics.to_counts()).take(5);
    let sums = [(&"checks", statistics.checks()), (&"mates", statistics.mates())];
    for (index, (name, count)) in kinds.chain(sums).enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(output.writer, "{comma} {name} {}", Grouped(count.into()))?;
    }
    Ok(writeln!(output.writer)?)
}

pub(super) fn write_mismatch(mismatch: &Mismatch, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        output.write_json(mismatch)?;
    } else {
        mismatch.write(output)?;
        writeln!(output.writer)?;
    }
    Ok(output.writer.flush()?)
}

pub(super) fn write_summary(summary: &Summary, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        return output.write_json(summary);
    }
    if summary.interrupted {
        writeln!(output.writer, "interrupted")?;
    }
    write_verdict(summary.passed, summary.failed, output)?;
    if summary.skipped > 0 {
        write!(output.writer, ", {} skipped, which the generator cannot hold", summary.skipped)?;
    }
    Ok(writeln!(output.writer)?)
}
