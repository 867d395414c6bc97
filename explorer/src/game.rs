//! A game of an import, and the part of it that entries count.

use anyhow::{Context, Result};
use philidor::{MoveDigest, Position};

use crate::bucket::{Bucket, Speed};
use crate::date::Date;
use crate::moves::{digests, start};
use crate::row::{Single, Winner};

/// A game as an import has it.
#[derive(Clone, Debug)]
pub(crate) struct Game<'a> {
    pub(crate) number: u64,
    pub(crate) event: &'a str,
    pub(crate) site: &'a str,
    pub(crate) round: &'a str,
    pub(crate) white: &'a str,
    pub(crate) black: &'a str,
    /// 0 if they are unknown.
    pub(crate) ratings: [u16; 2],
    pub(crate) date: Date,
    pub(crate) time_control: &'a str,
    /// `None` for a game without a result.
    pub(crate) winner: Option<Winner>,
    /// Empty for the usual start.
    pub(crate) start: &'a str,
    pub(crate) moves: &'a [u8],
}

impl Game<'_> {
    /// The sum of both ratings, which is twice their mean; 0 if a player has none.
    fn rating_sum(&self) -> u16 {
        let [white, black] = self.ratings;
        if white == 0 || black == 0 { 0 } else { white + black }
    }

    /// Whether it begins where games of chess do. Others, as those of Chess960, do not count.
    fn is_usual(&self) -> bool {
        self.start.is_empty() || start(self.start).is_ok_and(|start| start.key() == Position::default().key())
    }

    /// What its entries say of it; `None` if it does not count.
    pub(crate) fn single(&self) -> Option<Single> {
        if !self.is_usual() {
            return None;
        }
        let rating_sum = self.rating_sum();
        let bucket = Bucket::new(rating_sum / 2, Speed::of_time_control(self.time_control));
        Some(Single {
            number: self.number,
            rating_sum,
            month: self.date.to_month(),
            bucket,
            winner: self.winner?,
        })
    }

    /// What a row of the table of games calls the winner.
    pub(crate) fn winner_of(result: &str) -> Option<Winner> {
        match result {
            "1-0" => Some(Winner::White),
            "1/2-1/2" => Some(Winner::Draw),
            "0-1" => Some(Winner::Black),
            _ => None,
        }
    }

    /// Where it begins.
    pub(crate) fn start(&self) -> Result<Position> {
        start(self.start).with_context(|| format!("game {}", self.number))
    }

    pub(crate) fn digests(&self) -> impl ExactSizeIterator<Item = MoveDigest> {
        digests(self.moves)
    }
}
