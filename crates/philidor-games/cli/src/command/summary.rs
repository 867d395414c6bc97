//! How reading games is summed up: rate, exit code.

use std::process::ExitCode;

use philidor_games::Summary;
use philidor_host::Grouped;

use philidor_program::quantity::{Span, per_second};
use philidor_program::terminal::output;

/// Success if every file could be read and every game was good.
pub(super) fn code(summary: &Summary) -> ExitCode {
    output::code(summary.is_fine())
}

/// What follows a count of good games: how many are bad, if any are.
pub(super) fn bad_games(summary: &Summary) -> String {
    let bad = Some(Grouped(summary.bad_games.into())).filter(|_| summary.bad_games > 0);
    bad.map(|bad| format!(", {bad} bad")).unwrap_or_default()
}

/// The time, and games and bytes per second.
pub(super) fn rate(summary: &Summary) -> String {
    let games = Grouped(per_second(summary.games.into(), summary.time));
    let megabytes = Grouped(per_second(summary.bytes.into(), summary.time) / 1_000_000);
    format!("{}, {games} games/s, {megabytes} MB/s", Span(summary.time))
}
