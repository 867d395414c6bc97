//! `philidor openings`: positions to begin games with, made at random from a seed.

use std::process::ExitCode;

use anyhow::{bail, ensure};
use philidor_engine::{SearchLimits, standard};
use philidor_host::progress;
use philidor_suites::epd::{Epd, Operation};
use philidor_uci::tournament::{RandomOpening, RandomOpenings};
use serde::Serialize;

use crate::args::OpeningsArgs;
use philidor_program::quantity::Several;
use philidor_program::terminal::output::Output;

/// An opening, as JSON.
#[derive(Serialize)]
struct OpeningReport {
    fen: String,
    score: i32,
    moves: Vec<String>,
}

pub(super) fn run(args: &OpeningsArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let limits = SearchLimits::new().with_nodes(args.nodes);
    let mut openings = RandomOpenings::new(standard(), limits, args.seed)
        .with_plies(args.plies.clone())
        .with_bound(args.score);
    if !output.json {
        writeln!(output.writer, "# {}", command(args))?;
        writeln!(output.writer, "# philidor {}; ce is for the side to move", env!("CARGO_PKG_VERSION"))?;
    }
    let bar = progress::bar(Some(args.count), "{wide_bar} opening {pos} of {len}  {eta} left");
    let mut count = 0;
    for opening in openings.by_ref().take(usize::try_from(args.count).unwrap_or(usize::MAX)) {
        write(&opening, output)?;
        count += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(reason) = openings.failure() {
        bail!("{reason}");
    }
    ensure!(count == args.count, "there are no more than {}", Several(count.into(), "opening"));
    Ok(ExitCode::SUCCESS)
}

/// The command that makes the same file.
fn command(args: &OpeningsArgs) -> String {
    let OpeningsArgs { count, seed, plies, score, nodes } = args;
    let (from, to) = (plies.start(), plies.end());
    format!("philidor openings {count} --seed {seed} --plies {from}-{to} --score {score} --nodes {nodes}")
}

fn write(opening: &RandomOpening, output: &mut Output<'_>) -> anyhow::Result<()> {
    let (position, score) = (opening.game.position(), opening.score.value());
    let moves: Vec<String> = opening.game.sans().map(|san| san.to_string()).collect();
    if output.json {
        return output.write_json(&OpeningReport { fen: position.to_string(), score, moves });
    }
    // The clocks as operations: EPD has no fields for them, and other programs read none.
    let operations = vec![
        Operation::HalfmoveClock(position.halfmove_clock()),
        Operation::FullmoveNumber(position.fullmove_number()),
        Operation::CentipawnEvaluation(score.into()),
        Operation::Comment { number: 0, text: moves.join(" ") },
    ];
    writeln!(output.writer, "{}", Epd::new(*position, operations))?;
    Ok(())
}
