//! The report of a count, for programs and for people.

use std::process::ExitCode;
use std::time::Duration;

use philidor_host::Size;
use philidor_host::ending::INTERRUPTED;
use serde::{Serialize, Serializer};

use super::sharing::Division;
use super::verification::Verification;
use crate::counting::options::CountOptions;
use crate::quantity::{Grouped, Several, Span, per_second};
use crate::terminal::output::Output;

/// A count, as it is written for a program.
#[derive(Serialize)]
pub(crate) struct PerftReport {
    pub(crate) depth: u32,
    pub(crate) fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) variant: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) generator: Option<&'static str>,
    pub(crate) nodes: u128,
    pub(crate) seconds: f64,
    pub(crate) nodes_per_second: u128,
    pub(crate) threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hash_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u64>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(crate) verification: Option<Verification>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) resumed_nodes: Option<u128>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(crate) interrupted: Option<Interruption>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_map")]
    pub(crate) moves: Option<Vec<(String, u128)>>,
}

/// How far a count was when Ctrl-C came.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Interruption {
    pub(crate) interrupted: bool,
    pub(crate) parts_counted: usize,
    pub(crate) parts: usize,
}

impl PerftReport {
    /// The report of a tree that was counted in parts; with the count below each move if it is known how these are
    /// written.
    pub(super) fn new<M: Copy + PartialEq>(
        division: &Division<M>,
        depth: u32,
        fen: String,
        options: &CountOptions,
        divided: Option<&dyn Fn(M) -> String>,
    ) -> PerftReport {
        let (nodes, parts, parts_counted) = (division.leaves(), division.parts(), division.parts_counted());
        let interrupted = parts_counted < parts;
        PerftReport {
            depth,
            fen,
            variant: None,
            generator: None,
            nodes,
            seconds: division.time.as_secs_f64(),
            nodes_per_second: per_second(nodes, division.time),
            threads: options.workers(parts),
            hash_bytes: None,
            seed: None,
            verification: None,
            resumed_nodes: None,
            interrupted: interrupted.then_some(Interruption { interrupted, parts_counted, parts }),
            moves: divided.map(|written| division.divide().map(|(mv, nodes)| (written(mv), nodes)).collect()),
        }
    }

    pub(super) fn code(&self) -> ExitCode {
        if self.interrupted.is_some() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
    }
}

/// Writes the counts of the moves as one object, in their order.
fn as_map<S: Serializer>(moves: &Option<Vec<(String, u128)>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(moves.iter().flatten().map(|(uci, count)| (uci, count)))
}

/// Writes the report; people get the total last, where the eye falls. `means` is a CPU level or a generator.
pub(crate) fn write(
    report: &PerftReport,
    table: Option<Size>,
    time: Duration,
    means: &str,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    if output.json {
        return output.write_json(report);
    }
    report.verification.as_ref().map_or(Ok(()), Verification::outcome)?;
    let PerftReport { depth, nodes, nodes_per_second, threads, .. } = *report;
    if let Some(moves) = &report.moves {
        for (uci, count) in moves {
            writeln!(output.writer, "{uci}: {count}")?;
        }
        writeln!(output.writer)?;
    }
    let label = output.paint.label();
    let result = output.paint.result();
    let plural = if threads == 1 { "" } else { "s" };
    let rate = Grouped(nodes_per_second);
    let time = Span(time);
    write!(output.writer, "{label}{time}, {rate} leaves/s, {threads} thread{plural}, {means}")?;
    if let Some(size) = table {
        write!(output.writer, ", table of {size}")?;
    }
    if let Some(resumed) = report.resumed_nodes.filter(|&resumed| resumed > 0) {
        write!(output.writer, ", {} from the checkpoint", Several(resumed, "leaf"))?;
    }
    writeln!(output.writer, "{label:#}")?;
    if let Some(verification) = &report.verification {
        let word = if verification.verified { "verified" } else { "not verified" };
        writeln!(output.writer, "{label}{word}: {verification}{label:#}")?;
    }
    match report.interrupted {
        None => writeln!(output.writer, "perft {depth}: {result}{}{result:#}", Grouped(nodes))?,
        Some(Interruption { parts_counted, parts, .. }) => {
            let (bad, leaves) = (output.paint.bad(), Several(nodes, "leaf"));
            writeln!(output.writer, "{bad}interrupted:{bad:#} {leaves} in {parts_counted} of {parts} parts")?;
        }
    }
    Ok(())
}
