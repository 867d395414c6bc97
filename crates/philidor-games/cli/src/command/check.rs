//! `philidor pgn check`: every move of every game.
//!
//! A game whose result cannot be right gets a warning, but counts as good, since it can be read.

use std::process::ExitCode;

use philidor_games::{CheckSummary, Checks, Files, Reports, check};
use philidor_host::{Grouped, Several};
use philidor_pgn::Counts;
use serde::Serialize;

use super::summary::{code, rate};
use philidor_program::terminal::output::Output;

/// The last line, as JSON.
#[derive(Serialize)]
struct CheckReport {
    games: u64,
    moves: u64,
    bad_games: u64,
    doubtful_games: u64,
    /// Games kept in spite of a fault, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    faulty_games: Option<u64>,
    /// Games that seem to begin in what was passed over, if anything was.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost_games: Option<u64>,
    bytes: u64,
    seconds: f64,
}

pub(super) fn run(files: &Files, checks: Checks, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let reports = if output.json { Reports::Json } else { Reports::Lines };
    // Here the bad games are the result, and go to standard output.
    let CheckSummary { summary, counts, doubtful_games } = check(files, checks, reports, output.writer)?;
    let Counts { games, moves, bad_games, .. } = counts;
    if output.json {
        let (bytes, seconds) = (summary.bytes, summary.time.as_secs_f64());
        let faulty_games = Some(summary.faulty_games).filter(|_| files.lenient);
        let lost_games = Some(summary.lost_games).filter(|&games| games > 0);
        let report =
            CheckReport { games, moves, bad_games, doubtful_games, faulty_games, lost_games, bytes, seconds };
        output.write_json(&report)?;
    } else {
        let label = output.paint.label();
        writeln!(output.writer, "{label}{}{label:#}", rate(&summary))?;
        let paint = if bad_games == 0 { output.paint.good() } else { output.paint.bad() };
        let (games, moves) = (Several(games.into(), "game"), Several(moves.into(), "move"));
        let bad_games = Grouped(bad_games.into());
        write!(output.writer, "{games}, {moves}, {paint}{bad_games} bad{paint:#}")?;
        if doubtful_games > 0 {
            write!(output.writer, ", {} doubtful", Grouped(doubtful_games.into()))?;
        }
        if summary.faulty_games > 0 {
            write!(output.writer, ", {} kept with faults", Grouped(summary.faulty_games.into()))?;
        }
        if summary.lost_games > 0 {
            write!(output.writer, ", at least {} lost", Grouped(summary.lost_games.into()))?;
        }
        writeln!(output.writer)?;
    }
    Ok(code(&summary))
}
