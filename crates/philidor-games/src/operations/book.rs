//! A Polyglot opening book of the moves that scored points.

use std::io::{self, Write};
use std::path::Path;

use philidor::pgn::GameResult;
use philidor::polyglot::BookBuilder;
use philidor::{Color, Move, Position};
use philidor_host::WholeFile;

use crate::error::FileError;
use crate::forms::any::try_each_replay;
use crate::parts::files::Files;
use crate::parts::part::Part;
use crate::parts::read_options::ReadOptions;
use crate::reading::files::{Summary, read_files, report_aside};

/// Which moves a book has.
#[derive(Clone, Copy, Debug)]
pub struct BookLimits {
    /// The last half-move of each game that counts.
    pub max_ply: u32,
    /// Moves that were played in fewer games are left out.
    pub min_games: u32,
}

/// A book that was made.
#[derive(Clone, Copy, Debug)]
pub struct Book {
    /// The games.
    pub summary: Summary,
    /// The size of the book; none if it was not written, since a file could not be read to its end.
    pub bytes: Option<u64>,
}

/// The opening of a game, and its winner.
type Opening = (Position, Vec<Move>, Option<Color>);

/// Writes a book of the moves that scored points.
///
/// # Errors
///
/// The book cannot be written.
pub fn book(files: &Files, limits: BookLimits, path: &Path) -> Result<Book, FileError> {
    let BookLimits { max_ply, min_games } = limits;
    // Opened before anything is read, so that a file that cannot be written is reported first.
    let mut file = WholeFile::create(path)?;
    let mut builder = BookBuilder::new().max_plies(max_ply as usize).min_games(min_games);
    let make = |part: &Part<'_>| {
        try_each_replay(part, Vec::new(), |game, _, openings: &mut Vec<Opening>| {
            let game = game.chess("for which an opening book has no place")?;
            let winner = match game.result {
                GameResult::WhiteWins => Some(Color::White),
                GameResult::BlackWins => Some(Color::Black),
                GameResult::Draw => None,
                // The result is unknown, and so is the value of its moves.
                GameResult::Unknown => return Ok(Vec::new()),
            };
            if let Some(&start) = game.positions().first() {
                // A book has no null moves, and what comes after one is not an opening.
                let moves = game.moves().iter().copied().take_while(|mv| !mv.is_null());
                let moves = moves.take(max_ply as usize).collect();
                openings.push((start, moves, winner));
            }
            Ok(Vec::new())
        })
    };
    let summary = read_files(files, ReadOptions::new(files), make, report_aside, |openings, _| {
        for (start, moves, winner) in openings {
            builder.add_game(&start, moves, winner).map_err(io::Error::other)?;
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
