//! An answer from a row of the index: its entries that count, summed by move, by month and for the games that are
//! listed.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::Result;
use philidor::{CastlingMode, Color, MoveDigest};

use crate::answer::{GameSummary, MonthCount, MoveCount, Opening, Statistics};
use crate::bucket::Month;
use crate::index::Index;
use crate::question::{Database, Question};
use crate::record;
use crate::row::{Entries, Tally};

impl Statistics {
    /// Answers a question about all games of an index: one read for the position, and one for each game.
    ///
    /// # Errors
    ///
    /// What the system reports, or damage.
    pub fn of(index: &Index, question: &Question) -> Result<Statistics> {
        let row = index.position(question.position.key())?;
        let sum = Sum::of(row.as_deref().unwrap_or_default(), question);
        sum.answer(index, question)
    }
}

/// What is known of a move.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveSum {
    pub(crate) tally: Tally,
    /// How many ratings the sum of the tally has.
    pub(crate) ratings: u64,
    /// The number of one of the games.
    pub(crate) game: u64,
}

/// The first few of many games.
#[derive(Clone, Debug)]
pub(crate) struct First<K> {
    most: usize,
    all: Vec<(Reverse<K>, MoveDigest, u64)>,
}

impl<K: Ord> First<K> {
    pub(crate) fn new(most: usize) -> First<K> {
        First { most, all: Vec::new() }
    }

    /// Takes a game if it is among those with the highest keys.
    pub(crate) fn push(&mut self, key: K, digest: MoveDigest, number: u64) {
        let key = Reverse(key);
        let is_full = self.all.len() >= self.most;
        if is_full && self.all.last().is_none_or(|last| last.0 <= key) {
            return;
        }
        let at = self.all.partition_point(|other| other.0 <= key);
        self.all.insert(at, (key, digest, number));
        self.all.truncate(self.most);
    }
}

/// The sum of all entries that count.
pub(crate) struct Sum {
    pub(crate) moves: BTreeMap<u16, MoveSum>,
    pub(crate) months: BTreeMap<Month, Tally>,
    /// By the sum of both ratings.
    pub(crate) top: First<(u16, u64)>,
    pub(crate) recent: First<(Month, u64)>,
}

impl Sum {
    pub(crate) fn new(question: &Question) -> Sum {
        let (top, recent) = (First::new(question.top_games), First::new(question.recent_games));
        Sum { moves: BTreeMap::new(), months: BTreeMap::new(), top, recent }
    }

    fn of(row: &[u8], question: &Question) -> Sum {
        let mut sum = Sum::new(question);
        for entry in Entries::new(row).filter(|entry| question.filter.takes(entry)) {
            let of_move = sum.moves.entry(entry.digest.0).or_default();
            of_move.tally.add(&entry.tally);
            of_move.ratings += if entry.bucket.is_rated() { 2 * entry.tally.games() } else { 0 };
            if question.history && entry.month.is_known() {
                sum.months.entry(entry.month).or_default().add(&entry.tally);
            }
            for mention in entry.mentions.as_slice() {
                let number = mention.number.0;
                of_move.game = number;
                sum.top.push((mention.rating_sum, number), entry.digest, number);
                sum.recent.push((entry.month, number), entry.digest, number);
            }
        }
        sum
    }

    /// The answer, for which the games are read.
    pub(crate) fn answer(&self, index: &Index, question: &Question) -> Result<Statistics> {
        let position = &question.position;
        let mut total = Tally::default();
        self.moves.values().for_each(|sum| total.add(&sum.tally));
        let mut order: Vec<(&u16, &MoveSum)> = self.moves.iter().collect();
        order.sort_by_key(|(_, sum)| Reverse(sum.tally.games()));
        let mut moves = Vec::new();
        for (&digest, sum) in order.into_iter().take(question.moves) {
            // Another position with the same key has other moves.
            let Some(mv) = position.decode(MoveDigest(digest)) else { continue };
            let is_one = sum.tally.games() == 1;
            let game = if is_one { summary(index, sum.game, question, None)? } else { None };
            let mean = sum.tally.ratings as f64 / sum.ratings.max(1) as f64;
            let average = mean.round() as u64;
            let player = question.player.as_ref();
            moves.push(MoveCount {
                uci: position.to_uci_in(mv, CastlingMode::Chess960).to_string(),
                san: position.to_san(mv).to_string(),
                average_rating: player.is_none().then_some(average),
                average_opponent_rating: player.map(|_| average),
                performance: player.map(|player| performance(&sum.tally, mean, player.color)),
                white: sum.tally.white,
                draws: sum.tally.draws,
                black: sum.tally.black,
                game,
                opening: position.after(mv).opening().map(Opening::from),
            });
        }
        let month = |(month, tally): (&Month, &Tally)| {
            let Tally { white, draws, black, .. } = *tally;
            MonthCount { month: month.to_string(), white, draws, black }
        };
        let has_recent = question.database != Database::Masters;
        let has_top = question.database != Database::Player;
        Ok(Statistics {
            white: total.white,
            draws: total.draws,
            black: total.black,
            moves,
            recent_games: has_recent.then(|| listed(&self.recent, index, question)).transpose()?,
            top_games: has_top.then(|| listed(&self.top, index, question)).transpose()?,
            opening: question.opening.map(Opening::from),
            history: question.history.then(|| self.months.iter().map(month).collect()),
            queue_position: question.player.as_ref().map(|_| 0),
        })
    }
}

/// Games with the moves that were played in them.
fn listed<K>(first: &First<K>, index: &Index, question: &Question) -> Result<Vec<GameSummary>> {
    let mut games = Vec::new();
    for &(_, digest, number) in &first.all {
        let mv = question.position.decode(digest);
        let uci = mv.map(|mv| question.position.to_uci_in(mv, CastlingMode::Chess960).to_string());
        if uci.is_some() {
            games.extend(summary(index, number, question, uci)?);
        }
    }
    Ok(games)
}

/// A game of the index; `None` if it has none of this number.
fn summary(
    index: &Index,
    number: u64,
    question: &Question,
    uci: Option<String>,
) -> Result<Option<GameSummary>> {
    let row = index.game(number)?;
    let game = row.as_deref().and_then(|row| record::read(number, row));
    Ok(game.map(|game| GameSummary::of(&game, question.database, uci)))
}

/// The performance rating: the one with which these results would be expected against opponents of a mean rating,
/// within 800 of it.
fn performance(tally: &Tally, opponents: f64, color: Color) -> u64 {
    let won = if color == Color::White { tally.white } else { tally.black };
    let score = (won as f64 + tally.draws as f64 / 2.0) / tally.games().max(1) as f64;
    // The logistic curve of Elo's ratings, clamped at both ends.
    let difference = (400.0 * (score / (1.0 - score)).log10()).clamp(-800.0, 800.0);
    (opponents + difference).max(0.0).round() as u64
}
