//! `philidor pgn stats`: statistics of files of games.

use std::collections::BTreeMap;
use std::process::ExitCode;

use philidor_games::{Files, RESULTS, Stats, Tally, stats};
use philidor_host::{Grouped, Several, Visible};
use serde::Serialize;

use super::summary::{code, rate};
use philidor_program::terminal::output::Output;

/// The number of most frequent values shown.
const TOP: usize = 10;

/// The counts, as JSON.
#[derive(Serialize)]
struct StatsReport<'a> {
    /// Including bad games, as `check` counts them.
    games: u64,
    bad_games: u64,
    half_moves: u64,
    shortest: u64,
    longest: u64,
    results: BTreeMap<&'a str, u64>,
    ratings: u64,
    rating_mean: Option<u64>,
    rating_least: Option<u16>,
    rating_most: Option<u16>,
    other_starts: u64,
    first_date: Option<&'a str>,
    last_date: Option<&'a str>,
    events: &'a BTreeMap<String, u64>,
    openings: &'a BTreeMap<String, u64>,
    /// Games whose event or opening is not listed, because there are too many.
    other_events: u64,
    other_openings: u64,
    seconds: f64,
}

pub(super) fn run(files: &Files, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let Stats { summary, tally } = stats(files)?;
    if output.json {
        output.write_json(&StatsReport {
            games: summary.games,
            bad_games: summary.bad_games,
            half_moves: tally.plies,
            shortest: tally.shortest.unwrap_or_default(),
            longest: tally.longest,
            results: RESULTS.iter().map(|result| result.as_str()).zip(tally.results).collect(),
            ratings: tally.rated,
            rating_mean: tally.rating_sum.checked_div(tally.rated),
            rating_least: tally.rating_least,
            rating_most: tally.rating_most,
            other_starts: tally.other_starts,
            first_date: tally.first_date.as_deref(),
            last_date: tally.last_date.as_deref(),
            events: &tally.events.counts,
            openings: &tally.openings.counts,
            other_events: tally.events.others,
            other_openings: tally.openings.others,
            seconds: summary.time.as_secs_f64(),
        })?;
    } else {
        write_facts(&tally, summary.bad_games, output)?;
        let label = output.paint.label();
        writeln!(output.writer, "{label}{}{label:#}", rate(&summary))?;
    }
    Ok(code(&summary))
}

fn write_facts(tally: &Tally, bad_games: u64, output: &mut Output<'_>) -> anyhow::Result<()> {
    let label = output.paint.label();
    let mut fact = |name: &str, fact: String| writeln!(output.writer, "{label}{name:<14}{label:#}{fact}");
    let grouped = |count: u64| Grouped(count.into()).to_string();
    fact("games", format!("{}, and {} bad", grouped(tally.games), grouped(bad_games)))?;
    let shortest = tally.shortest.unwrap_or_default();
    fact(
        "half-moves",
        format!(
            "{}, {shortest} to {} a game, {} on average",
            grouped(tally.plies),
            tally.longest,
            mean(tally.plies, tally.games)
        ),
    )?;
    for (result, count) in RESULTS.iter().zip(tally.results) {
        let share = 100.0 * count as f64 / tally.games.max(1) as f64;
        fact(result.as_str(), format!("{} ({share:.1} %)", grouped(count)))?;
    }
    if let (Some(least), Some(most)) = (tally.rating_least, tally.rating_most) {
        fact("ratings", format!("{least} to {most}, {} on average", mean(tally.rating_sum, tally.rated)))?;
    }
    if let (Some(first), Some(last)) = (&tally.first_date, &tally.last_date) {
        fact("dates", format!("{} to {}", Visible(first), Visible(last)))?;
    }
    fact("other starts", grouped(tally.other_starts))?;
    for (name, names) in [("events", &tally.events), ("openings", &tally.openings)] {
        let shown = names.top(TOP).into_iter();
        let shown = shown.map(|(value, count)| format!("{} {}", Visible(value), grouped(count)));
        let others = match names.others {
            0 => String::new(),
            others => format!("; too many to count them all: others in {}", Several(others.into(), "game")),
        };
        let (count, shown) = (grouped(names.counts.len() as u64), shown.collect::<Vec<_>>().join(", "));
        let colon = if shown.is_empty() { "" } else { ": " };
        fact(name, format!("{count}{colon}{shown}{others}"))?;
    }
    Ok(())
}

/// The mean, rounded to the nearest number; 0 of nothing.
fn mean(sum: u64, count: u64) -> u64 {
    (sum + count / 2).checked_div(count).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_rounded() {
        let means = [(0, 0), (7, 4), (6, 4), (5, 4), (8, 4)].map(|(sum, count)| mean(sum, count));
        assert_eq!(means, [0, 2, 2, 1, 2]);
    }
}
