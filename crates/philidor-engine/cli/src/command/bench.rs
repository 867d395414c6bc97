//! `philidor bench`: the signature of the search, and its speed here.

use anyhow::Context;
use philidor_engine::{bench, standard, standard_with};
use serde::Serialize;

use crate::args::BenchArgs;
use philidor_program::quantity::per_second;
use philidor_program::terminal::output::Output;

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
    let mut bot = standard_with(&args.engine).unwrap_or_else(standard);
    if let Some(file) = &args.net.eval_file {
        bot.set_option("EvalFile", &file.to_string_lossy()).context("--eval-file")?;
    }
    let found = bench::run(&mut *bot, args.depth);
    let seconds = found.time.as_secs_f64();
    let nodes_per_second = per_second(found.nodes.into(), found.time) as u64;
    if output.json {
        let (depth, positions, nodes) = (args.depth, bench::POSITIONS.len(), found.nodes);
        return output.write_json(&BenchReport { depth, positions, nodes, seconds, nodes_per_second });
    }
    writeln!(output.writer, "{}", bench::line(&found))?;
    Ok(())
}
