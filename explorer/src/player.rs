//! The games of one player, found by reading all games: there is no index of names.
//!
//! A game takes about a quarter of a microsecond to be looked at, and one of the player a few microseconds to be
//! played. `bench/record/sql.md` has the figures.

use std::time::{Duration, Instant};

use anyhow::Result;
use philidor::{Color, Position};

use crate::answer::{Statistics, is_casual};
use crate::game::Game;
use crate::index::Index;
use crate::question::{Player, Question};
use crate::record;
use crate::row::{Entry, Tally};
use crate::sum::Sum;

/// How many games are looked at between two looks at the clock.
const GAMES: u32 = 1024;

impl Statistics {
    /// Answers a question about the games of a player. `report` gets what is known every now and then, with 1 as the
    /// place in the queue, and the whole answer at the end, with 0; it returns false to end the search.
    ///
    /// # Errors
    ///
    /// What the system reports, or damage.
    pub fn of_player(
        index: &Index,
        question: &Question,
        every: Duration,
        mut report: impl FnMut(&Statistics) -> bool,
    ) -> Result<()> {
        let Some(player) = &question.player else { return Ok(()) };
        let mut search = Search { question, player, key: question.position.key(), sum: Sum::new(question) };
        let mut last = Instant::now();
        let mut looked = 0_u32;
        for rows in index.all_games() {
            let mut rows = rows?;
            while let Some(number) = rows.key() {
                if let Some(game) = record::read(number, rows.row()) {
                    search.look_at(&game);
                }
                looked = looked.wrapping_add(1);
                if looked.is_multiple_of(GAMES) && last.elapsed() >= every {
                    last = Instant::now();
                    let mut known = search.sum.answer(index, question)?;
                    known.queue_position = Some(1);
                    if !report(&known) {
                        return Ok(());
                    }
                }
                rows.advance()?;
            }
        }
        report(&search.sum.answer(index, question)?);
        Ok(())
    }
}

/// A search under way.
struct Search<'a> {
    question: &'a Question,
    player: &'a Player,
    key: u64,
    sum: Sum,
}

impl Search<'_> {
    /// Counts the game if it is one of the player that reaches the position.
    fn look_at(&mut self, game: &Game<'_>) {
        let name = match self.player.color {
            Color::White => game.white,
            Color::Black => game.black,
        };
        if !is_same(name, &self.player.name) {
            return;
        }
        let is_wanted = if is_casual(game) { self.player.casual } else { self.player.rated };
        let Some(single) = game.single().filter(|_| is_wanted) else { return };
        let Ok(start) = game.start() else { return };
        let Some(entry) = self.reached(start, game).map(|digest| single.entry(digest)) else { return };
        if self.question.filter.takes(&entry) {
            self.count(&entry, game);
        }
    }

    /// The digest of the move that was played in the position.
    fn reached(&self, start: Position, game: &Game<'_>) -> Option<u16> {
        let mut position = start;
        for digest in game.digests() {
            if position.key() == self.key {
                return Some(digest.0);
            }
            position.play_unchecked(position.decode(digest)?);
        }
        None
    }

    fn count(&mut self, entry: &Entry, game: &Game<'_>) {
        let [white, black] = game.ratings;
        let opponent = if self.player.color == Color::White { black } else { white };
        let sum = self.sum.moves.entry(entry.digest.0).or_default();
        sum.tally.add(&Tally { ratings: opponent.into(), ..entry.tally });
        sum.ratings += u64::from(opponent > 0);
        sum.game = game.number;
        self.sum.recent.push((entry.month, game.number), entry.digest, game.number);
        if self.question.history && entry.month.is_known() {
            self.sum.months.entry(entry.month).or_default().add(&entry.tally);
        }
    }
}

/// Whether a name in any case is `lower`, which is in lower case. Most are decided by their length or first letter.
fn is_same(name: &str, lower: &str) -> bool {
    name.eq_ignore_ascii_case(lower) || (!name.is_ascii() && name.to_lowercase() == lower)
}
