//! An index whose half-moves are counted elsewhere, such as on a cluster: rows of single games, joined into rows of
//! positions.
//!
//! ```text
//! move of a game ──CountedGame::row──► row of this game alone ──joined, by key──► row ──Build::run_with──► index
//! ```
//!
//! Rows can be joined in any order and any number of times, so the index is the same as that of one machine.

use std::cmp::Reverse;
use std::path::PathBuf;

use anyhow::Result;
use philidor::GameResult;
use philidor::MoveDigest;

use crate::date::Date;
use crate::game::Game;
use crate::mention::{Mention, Mentions};
use crate::row::{Entries, Entry, MAX_RATING, push_row, push_single, settle};

/// What is counted of a game that begins where games of chess do.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountedGame<'a> {
    /// Its id in its import, plus the [offset](CountedImport::offset) of that import.
    pub number: u64,
    /// The result.
    pub result: GameResult,
    /// The ratings of White and Black, 0 if they are unknown.
    pub ratings: [u16; 2],
    /// The day, as in the tag `Date`.
    pub date: &'a str,
    /// The tag `TimeControl`.
    pub time_control: &'a str,
}

impl CountedGame<'_> {
    /// The row of a position, of this game alone, where this move was played first; `None` for a game without a result.
    #[must_use]
    pub fn row(&self, digest: MoveDigest) -> Option<Vec<u8>> {
        let game = Game {
            number: self.number,
            event: "",
            site: "",
            round: "",
            white: "",
            black: "",
            ratings: self.ratings.map(|rating| rating.min(MAX_RATING)),
            date: Date::read(self.date),
            time_control: self.time_control,
            winner: Game::winner_of(self.result.as_str()),
            start: "",
            moves: &[],
        };
        let mut row = Vec::new();
        push_single(&mut row, digest.0, &game.single()?);
        Some(row)
    }
}

/// Joins rows of one position; `None` if one of them is damaged.
#[must_use]
pub fn joined<'a>(rows: impl IntoIterator<Item = &'a [u8]>) -> Option<Vec<u8>> {
    let mut entries = Vec::new();
    for row in rows {
        let mut of_row = Entries::new(row);
        entries.extend(of_row.by_ref());
        if of_row.is_damaged() {
            return None;
        }
    }
    settle(&mut entries);
    let mut row = Vec::new();
    push_row(&mut row, &entries);
    Some(row)
}

/// Takes the key of a position and its row.
pub type TakeRow<'a> = &'a mut dyn FnMut(u64, &[u8]) -> Result<()>;

/// Counts the half-moves of imports.
pub(crate) type Count<'a> = &'a mut dyn FnMut(&[CountedImport], TakeRow<'_>) -> Result<()>;

/// An import whose games are to be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CountedImport {
    /// The folder of its files of games.
    pub games: PathBuf,
    /// What is added to the ids of its games, so that they continue where those of the import before end.
    pub offset: u64,
    /// How many half-moves of each game count.
    pub max_ply: u16,
}

/// The numbers of games whose ids have gaps, where games could not be read.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// The first id after each gap, and the number of its game.
    firsts: Vec<(u64, u64)>,
}

impl Numbers {
    /// Notes the number of the game with this id, which is larger than those before.
    pub(crate) fn note(&mut self, id: u64, number: u64) {
        let follows = |&(first, its): &(u64, u64)| id - first == number - its;
        if !self.firsts.last().is_some_and(follows) {
            self.firsts.push((id, number));
        }
    }

    /// The number of the game with an id.
    fn get(&self, id: u64) -> u64 {
        let after = self.firsts.partition_point(|&(first, _)| first <= id);
        let known = after.checked_sub(1).and_then(|at| self.firsts.get(at));
        known.map_or(id, |&(first, number)| number + (id - first))
    }

    /// A row with the numbers of its games instead of their ids, whose order is the same.
    pub(crate) fn renumbered(&self, row: &[u8]) -> Vec<u8> {
        let renumbered = |mut entry: Entry| {
            let mentions = entry.mentions.as_slice().iter().map(|mention| Mention {
                number: Reverse(self.get(mention.number.0)),
                rating_sum: mention.rating_sum,
            });
            let all = mentions.fold(None, |all: Option<Mentions>, mention| match all {
                None => Some(Mentions::of(mention)),
                Some(mut all) => {
                    all.push(mention);
                    Some(all)
                }
            });
            entry.mentions = all.unwrap_or(entry.mentions);
            entry
        };
        let mut renamed = Vec::with_capacity(row.len());
        push_row(&mut renamed, &Entries::new(row).map(renumbered).collect::<Vec<_>>());
        renamed
    }
}
