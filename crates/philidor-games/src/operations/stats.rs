//! Statistics of files of games.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use philidor_pgn::{GameResult, rating};

use crate::error::FileError;
use crate::formats::any::each_replay;
use crate::parts::chunk::Chunk;
use crate::parts::files::Files;
use crate::parts::read_options::ReadOptions;
use crate::parts::tag_value::{DATE, RATINGS, known_value};
use crate::parts::variants::Game;
use crate::reading::files::{Summary, read_files, report_aside};

/// The most bytes for the names of one kind, so that memory is bounded for any file. Each name counts for a little more
/// than its length, since an entry takes memory, too.
const NAMES: usize = 16 << 20;
const OVERHEAD: usize = 64;

/// How many games have each name, for the first names, up to a bound on memory.
#[derive(Debug, Default)]
pub struct Names {
    /// The games of each.
    pub counts: BTreeMap<String, u64>,
    bytes: usize,
    /// Games with a name beyond that bound.
    pub others: u64,
}

impl Names {
    /// The most frequent names, with their games.
    pub fn top(&self, count: usize) -> Vec<(&str, u64)> {
        let mut most: Vec<(&str, u64)> =
            self.counts.iter().map(|(name, games)| (name.as_str(), *games)).collect();
        most.sort_by_key(|&(_, games)| Reverse(games));
        most.truncate(count);
        most
    }

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

/// The counts; those of chunks add up.
#[derive(Debug, Default)]
pub struct Tally {
    /// Good games.
    pub games: u64,
    /// Their half-moves.
    pub plies: u64,
    /// The half-moves of the longest.
    pub longest: u64,
    /// The half-moves of the shortest.
    pub shortest: Option<u64>,
    /// How many have each of [`RESULTS`].
    pub results: [u64; 4],
    /// How many ratings there are.
    pub rated: u64,
    /// Their sum.
    pub rating_sum: u64,
    /// The least of them.
    pub rating_least: Option<u16>,
    /// The greatest of them.
    pub rating_most: Option<u16>,
    /// Games with a start of their own.
    pub other_starts: u64,
    /// The events.
    pub events: Names,
    /// The openings, by their codes.
    pub openings: Names,
    /// The first date, as text; dates with unknown parts are left out.
    pub first_date: Option<String>,
    /// The last one.
    pub last_date: Option<String>,
}

/// The results, in the order of their counts.
pub const RESULTS: [GameResult; 4] =
    [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];

impl Tally {
    fn note(&mut self, game: Game<'_>) {
        let plies = game.plies() as u64;
        self.games += 1;
        self.plies += plies;
        self.longest = self.longest.max(plies);
        self.shortest = Some(self.shortest.map_or(plies, |shortest| shortest.min(plies)));
        if let Some(index) = RESULTS.iter().position(|result| *result == game.result()) {
            self.results[index] += 1;
        }
        for rating in RATINGS.into_iter().filter_map(|name| rating(game.tag(name)?)) {
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
        let date = known_value(|name| game.tag(name), DATE).filter(|date| !date.contains('?'));
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

/// What was counted.
#[derive(Debug)]
pub struct Stats {
    /// The files.
    pub summary: Summary,
    /// The games.
    pub tally: Tally,
}

/// Counts games, moves, results, lengths, ratings, events and openings.
///
/// # Errors
///
/// Reading ends with a broken pipe. Files that cannot be read are counted instead.
pub fn stats(files: &Files) -> Result<Stats, FileError> {
    let make = |chunk: &Chunk<'_>| each_replay(chunk, Tally::default(), |game, _, tally| tally.note(game));
    let mut tally = Tally::default();
    let summary = read_files(files, ReadOptions::new(files), make, report_aside, |counts, _| {
        tally.add(counts);
        Ok(())
    })?;
    Ok(Stats { summary, tally })
}

#[cfg(test)]
mod tests {
    use super::*;

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
