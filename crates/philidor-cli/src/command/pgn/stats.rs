//! `philidor pgn stats`: statistics of files of games.

use std::collections::BTreeMap;
use std::process::ExitCode;

use philidor::pgn::GameResult;
use serde::Serialize;

use crate::args::FilesArgs;
use crate::games::forms::any::each_replay;
use crate::games::parts::part::Part;
use crate::games::parts::read_options::ReadOptions;
use crate::games::parts::replay::Replay;
use crate::games::reading::files::{read_files, report_aside};
use crate::positions::refusal::Visible;
use crate::quantity::{Grouped, Several};
use crate::terminal::output::Output;

/// The number of most frequent values shown.
const TOP: usize = 10;

/// The most bytes for the names of one kind, so that memory is bounded for any file. Each name counts for a little more
/// than its length, since an entry takes memory, too.
const NAMES: usize = 16 << 20;
const OVERHEAD: usize = 64;

/// How many games have each name, for the first names, up to a bound on memory.
#[derive(Default)]
struct Names {
    counts: BTreeMap<String, u64>,
    bytes: usize,
    /// Games with a name beyond that bound.
    others: u64,
}

impl Names {
    fn add(&mut self, name: &str, games: u64) {
        if let Some(count) = self.counts.get_mut(name) {
            *count += games;
        } else if self.bytes + name.len() + OVERHEAD <= NAMES {
            self.bytes += name.len() + OVERHEAD;
            self.counts.insert(name.to_owned(), games);
        } else {
            self.others += games;
        }
    }

    fn add_all(&mut self, names: Names) {
        names.counts.iter().for_each(|(name, games)| self.add(name, *games));
        self.others += names.others;
    }
}

/// The counts; those of parts add up.
#[derive(Default)]
struct Tally {
    games: u64,
    plies: u64,
    longest: u64,
    shortest: Option<u64>,
    results: [u64; 4],
    rated: u64,
    rating_sum: u64,
    rating_least: Option<u32>,
    rating_most: Option<u32>,
    other_starts: u64,
    events: Names,
    openings: Names,
    first_date: Option<String>,
    last_date: Option<String>,
}

const RESULTS: [GameResult; 4] =
    [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];

impl Tally {
    fn note(&mut self, game: &Replay) {
        let plies = game.moves().len() as u64;
        self.games += 1;
        self.plies += plies;
        self.longest = self.longest.max(plies);
        self.shortest = Some(self.shortest.map_or(plies, |shortest| shortest.min(plies)));
        if let Some(index) = RESULTS.iter().position(|result| *result == game.result) {
            self.results[index] += 1;
        }
        for rating in game.ratings().into_iter().flatten() {
            self.rated += 1;
            self.rating_sum += u64::from(rating);
            self.rating_least = Some(self.rating_least.map_or(rating, |least| least.min(rating)));
            self.rating_most = Some(self.rating_most.map_or(rating, |most| most.max(rating)));
        }
        self.other_starts += u64::from(game.tag("FEN").is_some());
        for (counts, name) in [(&mut self.events, "Event"), (&mut self.openings, "ECO")] {
            if let Some(value) = game.tag(name).filter(|value| !value.is_empty() && *value != "?") {
                counts.add(value, 1);
            }
        }
        // Dates are compared as text; those with unknown parts are left out.
        let date = game.tag("Date").or_else(|| game.tag("UTCDate")).filter(|date| !date.contains('?'));
        if let Some(date) = date {
            self.date(date.to_owned());
        }
    }

    fn date(&mut self, date: String) {
        if self.first_date.as_ref().is_none_or(|first| date < *first) {
            self.first_date = Some(date.clone());
        }
        if self.last_date.as_ref().is_none_or(|last| date > *last) {
            self.last_date = Some(date);
        }
    }

    fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.plies += other.plies;
        self.longest = self.longest.max(other.longest);
        self.shortest = self.shortest.into_iter().chain(other.shortest).min();
        self.results.iter_mut().zip(other.results).for_each(|(sum, count)| *sum += count);
        self.rated += other.rated;
        self.rating_sum += other.rating_sum;
        self.rating_least = self.rating_least.into_iter().chain(other.rating_least).min();
        self.rating_most = self.rating_most.into_iter().chain(other.rating_most).max();
        self.other_starts += other.other_starts;
        self.events.add_all(other.events);
        self.openings.add_all(other.openings);
        other.first_date.into_iter().chain(other.last_date).for_each(|date| self.date(date));
    }
}

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
    rating_least: Option<u32>,
    rating_most: Option<u32>,
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

pub(super) fn run(files: &FilesArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let make = |part: &Part<'_>| each_replay(part, Tally::default(), |game, _, tally| tally.note(game));
    let mut tally = Tally::default();
    let summary = read_files(files, ReadOptions::new(files), make, report_aside, |part, _| {
        tally.add(part);
        Ok(())
    })?;
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
        writeln!(output.writer, "{label}{}{label:#}", summary.rate())?;
    }
    Ok(summary.code())
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
        let mut most: Vec<(&String, &u64)> = names.counts.iter().collect();
        most.sort_by(|(_, left), (_, right)| right.cmp(left));
        let shown = most.iter().take(TOP);
        let shown = shown.map(|(value, count)| format!("{} {}", Visible(value), grouped(**count)));
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

    #[test]
    fn names_take_no_more_room_than_they_may() {
        let mut names = Names::default();
        let long = "x".repeat(NAMES / 4);
        for name in [&long, "a", &long, &format!("{long}1"), &format!("{long}2"), &format!("{long}3"), "a"] {
            names.add(name, 1);
        }
        assert_eq!((names.counts.len(), names.counts["a"], names.others), (4, 2, 1));
        let mut sum = Names::default();
        sum.add("b", 1);
        sum.add_all(names);
        assert_eq!((sum.counts.len(), sum.counts.get(&long), sum.others), (5, Some(&2), 1));
        assert!(sum.bytes <= NAMES);
    }
}
