//! A book from games: the weight of a move is its score.
//!
//! A win is worth two points and a draw one, for the side that moved. The weight of a move is the sum over all games,
//! scaled down for a position whose sums do not fit in sixteen bits. This is how PolyGlot itself makes books.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use philidor::{Color, IllegalMove, Move, Position};

use super::entry::{BookEntry, BookMove};

/// The points for a win and for a draw.
const WIN: u32 = 2;
const DRAW: u32 = 1;

/// Collects games and writes a book. Filters leave moves out; without any, every move that has scored is in the book.
///
/// ```
/// use philidor::{Color, Game, Position};
/// use philidor_books::{Book, BookBuilder};
/// let mut builder = BookBuilder::new().max_plies(20).min_games(2).color(Color::White);
/// for (moves, winner) in [
///     (["e2e4", "e7e5"], Some(Color::White)),
///     (["e2e4", "c7c5"], None),
///     (["d2d4", "d7d5"], Some(Color::White)),
/// ] {
///     let game = Game::from_uci(Position::default(), moves)?;
///     builder.add_game(game.start(), game.moves(), winner)?;
/// }
/// let book = Book::new(builder.build())?;
/// let entries: Vec<_> =
///     book.entries_of(&Position::default()).map(|(mv, entry)| (mv.notation(), entry.weight)).collect();
/// assert_eq!(entries, [("e2e4".into(), 3)]); // d4 was played once, and Black's moves are filtered out
/// assert_eq!(book.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BookBuilder {
    max_plies: usize,
    min_games: u32,
    min_score: u8,
    color: Option<Color>,
    /// By key, then by move.
    tallies: BTreeMap<(u64, BookMove), Tally>,
}

/// The results of a move in a position.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: u32,
    points: u64,
}

impl Default for BookBuilder {
    fn default() -> BookBuilder {
        BookBuilder::new()
    }
}

impl BookBuilder {
    /// A builder without filters and without games.
    #[must_use]
    pub const fn new() -> BookBuilder {
        BookBuilder {
            max_plies: usize::MAX,
            min_games: 0,
            min_score: 0,
            color: None,
            tallies: BTreeMap::new(),
        }
    }

    /// From now on, uses only this many half-moves of each added game, counted from its start.
    #[must_use]
    pub const fn max_plies(mut self, plies: usize) -> BookBuilder {
        self.max_plies = plies;
        self
    }

    /// From now on, uses only moves of this color.
    #[must_use]
    pub const fn color(mut self, color: Color) -> BookBuilder {
        self.color = Some(color);
        self
    }

    /// Keeps only moves played in at least this many games; applied when the book is built.
    #[must_use]
    pub const fn min_games(mut self, games: u32) -> BookBuilder {
        self.min_games = games;
        self
    }

    /// Keeps only moves that scored at least this percentage of their games, a draw counting as half a win; applied
    /// when the book is built.
    #[must_use]
    pub const fn min_score(mut self, percent: u8) -> BookBuilder {
        self.min_score = percent;
        self
    }

    /// Adds the moves of a game from its start. `winner` is `None` for a draw; a game without a result says nothing
    /// about its moves, so adding it is pointless.
    ///
    /// # Errors
    ///
    /// The first move that is not legal where it is played, among the first [`max_plies`](BookBuilder::max_plies); then
    /// nothing is added.
    pub fn add_game(
        &mut self,
        start: &Position,
        moves: impl IntoIterator<Item = Move>,
        winner: Option<Color>,
    ) -> Result<(), BookGameError> {
        let mut position = *start;
        let mut added = Vec::new();
        for (ply, mv) in moves.into_iter().take(self.max_plies).enumerate() {
            let us = position.side_to_move();
            if self.color.is_none_or(|color| color == us) {
                let points = match winner {
                    Some(color) if color == us => WIN,
                    Some(_) => 0,
                    None => DRAW,
                };
                added.push((position.polyglot_key(), BookMove::new(&position, mv), points));
            }
            position.play(mv).map_err(|IllegalMove(mv)| BookGameError { number: ply + 1, mv })?;
        }
        added.into_iter().for_each(|(key, mv, points)| self.count(key, mv, points.into()));
        Ok(())
    }

    /// Adds one game in which a move was played, with any number of points. The color filter applies;
    /// [`max_plies`](BookBuilder::max_plies) does not.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    pub fn add(&mut self, position: &Position, mv: Move, points: u32) -> Result<(), IllegalMove> {
        if !position.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        if self.color.is_none_or(|color| color == position.side_to_move()) {
            self.count(position.polyglot_key(), BookMove::new(position, mv), points.into());
        }
        Ok(())
    }

    fn count(&mut self, key: u64, mv: BookMove, points: u64) {
        let tally = self.tallies.entry((key, mv)).or_default();
        tally.games = tally.games.saturating_add(1);
        tally.points = tally.points.saturating_add(points);
    }

    /// The bytes of the book: sorted by key, then by descending weight, then by move. Moves without points are left
    /// out.
    #[must_use]
    pub fn build(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut moves = Vec::new();
        let mut kept = self.tallies.iter().filter(|(_, tally)| self.keeps(**tally)).peekable();
        while let Some((&(key, mv), tally)) = kept.next() {
            moves.push((mv, tally.points));
            if kept.peek().is_none_or(|((next, _), _)| *next != key) {
                write_position(key, &mut moves, &mut bytes);
                moves.clear();
            }
        }
        bytes
    }

    fn keeps(&self, tally: Tally) -> bool {
        let reached = u128::from(tally.points) * 100;
        let asked = u128::from(self.min_score) * u128::from(tally.games) * u128::from(WIN);
        tally.points > 0 && tally.games >= self.min_games && reached >= asked
    }
}

/// Writes the moves of one position with their weights.
fn write_position(key: u64, moves: &mut [(BookMove, u64)], bytes: &mut Vec<u8>) {
    let greatest = moves.iter().map(|&(_, points)| points).max().unwrap_or(0);
    let limit = u64::from(u16::MAX);
    if greatest > limit {
        for (_, points) in moves.iter_mut() {
            // Moves that have scored stay in the book.
            *points = ((u128::from(*points) * u128::from(limit) / u128::from(greatest)) as u64).max(1);
        }
    }
    moves.sort_by_key(|&(mv, weight)| (core::cmp::Reverse(weight), mv));
    for &(mv, weight) in &*moves {
        bytes.extend(BookEntry { key, mv, weight: weight as u16, learn: 0 }.to_bytes());
    }
}

/// The error for a move of a game that is not legal.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookGameError {
    /// Which half-move of the game, counted from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
}

impl fmt::Display for BookGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.number, IllegalMove(self.mv))
    }
}

impl core::error::Error for BookGameError {}
