//! What the arguments ask of an engine.

use std::time::Duration;

use anyhow::Context;
use philidor::{Move, Position};
use philidor_engine::{Analyst, Limits};
use philidor_host::Size;
use philidor_program::positions::{read_move, shown_move};

use crate::args::{AnalyzeArgs, NetArgs};

/// The time if no limit is given.
const TIME: Duration = Duration::from_secs(5);

/// The limits, with the moves of a position that are considered.
pub(super) fn limits(args: &AnalyzeArgs, position: &Position) -> anyhow::Result<Limits> {
    let read = |text: &String| {
        read_move(position, text).map_err(|error| anyhow::anyhow!("`{}`: {error}", shown_move(text)))
    };
    let moves = args.moves.iter().map(read).collect::<anyhow::Result<Vec<Move>>>()?;
    let unless_given = match args.mate {
        Some(_) => Limits::new(),
        None => Limits::new().with_time(TIME),
    };
    let mut limits = args.effort.limits_or(unless_given).with_moves(moves);
    limits.mate = args.mate;
    Ok(limits)
}

/// Gives an engine its transposition table, rounded up to whole mebibytes: none would not be a table.
pub fn set_hash(analyst: &mut Analyst, size: Size) -> anyhow::Result<()> {
    let set = analyst.set_option("Hash", &size.0.div_ceil(1 << 20).to_string());
    // The engine's own message has the number of mebibytes, which is not what was typed.
    set.map_err(|_| anyhow::anyhow!("--hash: a table of {size} does not fit in memory"))
}

/// Gives an engine the network of a file, if one is named.
pub fn set_net(analyst: &mut Analyst, net: &NetArgs) -> anyhow::Result<()> {
    let Some(file) = &net.eval_file else { return Ok(()) };
    analyst.set_option("EvalFile", &file.to_string_lossy()).context("--eval-file")
}
