//! `philidor bench`: the signature of the search, and its speed here.

use philidor_engine::{bench, standard, standard_with};
use serde::Serialize;

use crate::args::BenchArgs;
use crate::quantity::per_second;
use crate::terminal::output::Output;

/// The result, as JSON.
#[derive(Serialize)]
struct BenchReport {
    depth: u32,
    positions: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

pub(super) fn run(args: &BenchArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let found = bench::run(&mut *standard_with(&args.engine).unwrap_or_else(standard), args.depth);
    let seconds = found.time.as_secs_f64();
    let nodes_per_second = per_second(found.nodes.into(), found.time) as u64;
    if output.json {
        let (depth, positions, nodes) = (args.depth, bench::POSITIONS.len(), found.nodes);
        return output.write_json(&BenchReport { depth, positions, nodes, seconds, nodes_per_second });
    }
    writeln!(output.writer, "{}", bench::line(&found))?;
    Ok(())
}
