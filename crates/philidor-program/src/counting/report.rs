//! The report of a count, for programs and for people.

use std::fmt;
use std::process::ExitCode;
use std::time::Duration;

use philidor_host::Size;
use philidor_host::ending::INTERRUPTED;
use serde::{Serialize, Serializer};

use super::options::CountOptions;
use super::sharing::Division;
use crate::quantity::{Grouped, Several, Span, per_second};
use crate::terminal::output::Output;

/// A count, as it is written for a program.
#[derive(Serialize)]
pub struct PerftReport<V = NotRepeated> {
    /// Half-moves.
    pub depth: u32,
    /// The position.
    pub fen: String,
    /// The variant, as UCI calls it; none for chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<&'static str>,
    /// The generator, if one was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator: Option<&'static str>,
    /// The leaves.
    pub nodes: u128,
    /// The time.
    pub seconds: f64,
    /// The rate.
    pub nodes_per_second: u128,
    /// How many threads counted.
    pub threads: usize,
    /// The size of the table, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash_bytes: Option<u64>,
    /// The seed of the table's keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// What the second count has found.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub verification: Option<V>,
    /// The leaves that a checkpoint knew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed_nodes: Option<u128>,
    /// How far the count was, if Ctrl-C came.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<Interruption>,
    /// The leaves below each move, if they are asked for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_map")]
    pub moves: Option<Vec<(String, u128)>>,
}

/// What a second count of the same tree has found; it is displayed in words.
pub trait Recount: fmt::Display + Serialize {
    /// Whether all that was chosen was counted again, and agrees.
    fn is_verified(&self) -> bool;

    /// An error that names what differs.
    ///
    /// # Errors
    ///
    /// The counts differ.
    fn outcome(&self) -> anyhow::Result<()>;
}

/// The second count of a tree that is counted once: there is none.
#[derive(Serialize)]
pub enum NotRepeated {}

impl fmt::Display for NotRepeated {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl Recount for NotRepeated {
    fn is_verified(&self) -> bool {
        match *self {}
    }

    fn outcome(&self) -> anyhow::Result<()> {
        match *self {}
    }
}

/// How far a count was when Ctrl-C came.
#[derive(Clone, Copy, Serialize)]
pub struct Interruption {
    /// Always.
    pub interrupted: bool,
    /// How many parts are counted.
    pub parts_counted: usize,
    /// How many there are.
    pub parts: usize,
}

impl<V> PerftReport<V> {
    /// The report of a tree that was counted in parts; with the count below each move if it is known how these are
    /// written.
    pub fn new<M: Copy + PartialEq>(
        division: &Division<M>,
        depth: u32,
        fen: String,
        options: &CountOptions,
        divided: Option<&dyn Fn(M) -> String>,
    ) -> PerftReport<V> {
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

    /// The exit code: that of an interruption, if Ctrl-C came.
    pub fn code(&self) -> ExitCode {
        if self.interrupted.is_some() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
    }
}

/// Writes the counts of the moves as one object, in their order.
fn as_map<S: Serializer>(moves: &Option<Vec<(String, u128)>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(moves.iter().flatten().map(|(uci, count)| (uci, count)))
}

/// Writes the report; people get the total last, where the eye falls. `means` is a CPU level or a generator.
///
/// # Errors
///
/// The second count differs, or the report cannot be written.
pub fn write<V: Recount>(
    report: &PerftReport<V>,
    table: Option<Size>,
    time: Duration,
    means: &str,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    if output.json {
        return output.write_json(report);
    }
    report.verification.as_ref().map_or(Ok(()), Recount::outcome)?;
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
        let word = if verification.is_verified() { "verified" } else { "not verified" };
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
