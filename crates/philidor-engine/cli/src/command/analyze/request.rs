//! What the arguments ask of an engine.

use std::time::Duration;

use philidor::{Move, Position};
use philidor_engine::SearchLimits;
use philidor_program::positions::{read_move, shown_move};

use crate::args::AnalyzeArgs;

/// The time if no limit is given.
const TIME: Duration = Duration::from_secs(5);

/// The limits, with the moves of a position that are considered.
pub(super) fn limits(args: &AnalyzeArgs, position: &Position) -> anyhow::Result<SearchLimits> {
    let read = |text: &String| {
        read_move(position, text).map_err(|error| anyhow::anyhow!("`{}`: {error}", shown_move(text)))
    };
    let moves = args.moves.iter().map(read).collect::<anyhow::Result<Vec<Move>>>()?;
    let unless_given = match args.mate {
        Some(_) => SearchLimits::new(),
        None => SearchLimits::new().with_time(TIME),
    };
    let mut limits = args.effort.limits_or(unless_given).with_moves(moves);
    limits.mate = args.mate;
    Ok(limits)
}
