//! What counting a suite has found, for people and for programs.

use philidor::perft::Statistics;
use serde::Serialize;

use super::super::statistics::Kinds;
use crate::command::Output;
use crate::command::suite::Entry;
use crate::quantity::Grouped;
use crate::refusal::Visible;

/// A count that is not the expected one, as it is written for a program.
#[derive(Serialize)]
pub(super) struct Mismatch<'a> {
    pub(super) line: usize,
    pub(super) name: &'a str,
    pub(super) fen: String,
    pub(super) depth: u32,
    pub(super) expected: u128,
    pub(super) counted: u128,
}

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
    pub(super) passed: u64,
    pub(super) failed: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) skipped: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) interrupted: bool,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What the last half-moves of one count are, in one line.
pub(super) fn tell_statistics(
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

pub(super) fn tell_mismatch(mismatch: &Mismatch<'_>, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        output.write_json(mismatch)?;
    } else {
        let Mismatch { line, name, depth, expected, counted, .. } = *mismatch;
        let bad = output.paint.bad();
        let (expected, counted) = (Grouped(expected), Grouped(counted));
        let name = Visible(name);
        writeln!(
            output.writer,
            "{bad}line {line}{bad:#}: {name}, depth {depth}: expected {expected}, counted {counted}"
        )?;
    }
    Ok(output.writer.flush()?)
}

pub(super) fn tell_summary(summary: &Summary, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        return output.write_json(summary);
    }
    if summary.interrupted {
        writeln!(output.writer, "interrupted")?;
    }
    let paint = if summary.failed == 0 { output.paint.good() } else { output.paint.bad() };
    let Summary { passed, failed, skipped, .. } = summary;
    write!(output.writer, "{paint}{passed} passed, {failed} failed{paint:#}")?;
    if *skipped > 0 {
        write!(output.writer, ", {skipped} skipped, which the generator cannot hold")?;
    }
    Ok(writeln!(output.writer)?)
}
