//! A Polyglot opening book of the moves that scored points.

use std::io::{self, Write};
use std::path::Path;

use philidor::GameResult;
use philidor::{Color, Move, Position};
use philidor_books::BookBuilder;
use philidor_host::WholeFile;

use crate::error::FileError;
use crate::formats::any::try_each_replay;
use crate::parts::chunk::Chunk;
use crate::parts::files::Files;
use crate::parts::read_options::ReadOptions;
use crate::reading::files::{Summary, read_files, report_aside};

/// Which moves a book has, and their weights.
#[derive(Clone, Copy, Debug)]
pub struct BookOptions {
    /// The last half-move of each game that counts.
    pub max_ply: u32,
    /// Moves that were played in fewer games are left out.
    pub min_games: u32,
    /// Moves that scored a smaller percentage of their games are left out.
    pub min_score: u8,
    /// What the weights say.
    pub weight: BookWeight,
    /// The side whose moves count; both without one.
    pub color: Option<Color>,
    /// Whether only moves of the side that has won count.
    pub only_wins: bool,
}

/// What the weight of a move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookWeight {
    /// How well it scored: two points for a win of its side, one for a draw, as in PolyGlot itself. Games without a
    /// result do not count.
    Score,
    /// In how many games it was played.
    Games,
}

/// A book that was made.
#[derive(Clone, Debug)]
pub struct Book {
    /// The games.
    pub summary: Summary,
    /// The size of the book; none if it was not written, since a file could not be read to its end.
    pub bytes: Option<u64>,
}

type Opening = (Position, Vec<Move>, GameResult);

/// Writes a book of the moves that scored points.
///
/// # Errors
///
/// The book cannot be written.
pub fn book(files: &Files, options: BookOptions, path: &Path) -> Result<Book, FileError> {
    let BookOptions { max_ply, min_games, min_score, weight, color, only_wins } = options;
    // Opened before anything is read, so that a file that cannot be written is reported first.
    let mut file = WholeFile::create(path)?;
    let builder = BookBuilder::new().max_plies(max_ply as usize).min_games(min_games).min_score(min_score);
    let mut builder = color.map_or(builder.clone(), |color| builder.color(color));
    let make = |chunk: &Chunk<'_>| {
        try_each_replay(chunk, Vec::new(), |game, _, openings: &mut Vec<Opening>| {
            let game = game.chess("for which an opening book has no place")?;
            // If the result is unknown, so is the value of its moves.
            if game.result == GameResult::Unknown && (weight == BookWeight::Score || only_wins) {
                return Ok(Vec::new());
            }
            if let Some(&start) = game.positions().first() {
                // A book has no null moves, and what comes after one is not an opening.
                let moves = game.moves().iter().copied().take_while(|mv| !mv.is_null());
                let moves = moves.take(max_ply as usize).collect();
                openings.push((start, moves, game.result));
            }
            Ok(Vec::new())
        })
    };
    let summary = read_files(files, ReadOptions::new(files), make, report_aside, |openings, _| {
        for (start, moves, result) in openings {
            let winner = winner(result);
            if weight == BookWeight::Score && !only_wins {
                builder.add_game(&start, moves, winner).map_err(io::Error::other)?;
                continue;
            }
            let points = if weight == BookWeight::Score { WIN } else { 1 };
            let mut position = start;
            for mv in moves {
                if !only_wins || winner == Some(position.side_to_move()) {
                    builder.add(&position, mv, points).map_err(io::Error::other)?;
                }
                position.play_unchecked(mv);
            }
        }
        Ok(())
    })?;
    if !summary.is_whole() {
        return Ok(Book { summary, bytes: None });
    }
    let book = builder.build();
    file.write_all(&book)?;
    file.finish()?;
    Ok(Book { summary, bytes: Some(book.len() as u64) })
}

/// The points for a win, as the builder counts them.
const WIN: u32 = 2;

const fn winner(result: GameResult) -> Option<Color> {
    match result {
        GameResult::WhiteWins => Some(Color::White),
        GameResult::BlackWins => Some(Color::Black),
        GameResult::Draw | GameResult::Unknown => None,
    }
}
