//! Chunks of whole games of a file, and the rows that they become.

use std::sync::Arc;

use anyhow::Result;
use arrow::array::RecordBatch;
use philidor::pgn::{PgnError, Place, Reader};

use super::game::{GameRow, annotate};
use super::table::{Games, Reject};

/// Some whole games of a file.
pub(super) struct Chunk {
    /// Its number in the order of all files, from 0.
    pub(super) number: usize,
    /// The number of the file, from 0.
    pub(super) file: usize,
    pub(super) file_name: Arc<str>,
    /// Offset of its first byte in the unpacked file.
    pub(super) offset: u64,
    pub(super) bytes: Vec<u8>,
}

/// The outcome of reading a chunk.
pub(super) struct Read {
    pub(super) file: usize,
    pub(super) file_name: Arc<str>,
    pub(super) offset: u64,
    /// The bytes of each game, good or bad, in order; blanks between games are not counted, since a cut may come before
    /// or after them.
    pub(super) lengths: Vec<u64>,
    /// The good games: a row for each, and their numbers in the chunk, from 0.
    pub(super) games: RecordBatch,
    pub(super) numbers: Vec<usize>,
    /// The bad games, with their numbers in the chunk.
    pub(super) rejects: Vec<Reject>,
}

/// Reads the games of a chunk.
pub(super) fn read(chunk: &Chunk) -> Result<Read> {
    let mut reader = Reader::new(&chunk.bytes);
    let mut row = GameRow::new();
    let mut games = Games::new();
    let (mut lengths, mut numbers, mut rejects) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let before = reader.clone();
        let (Some(start), Some(game)) = (reader.next_game(), reader.read_game(&mut row)) else { break };
        let (start, number) = (start as u64, lengths.len());
        lengths.push((reader.offset() as u64).saturating_sub(start));
        let offset = chunk.offset + start;
        let mut reject = |error: PgnError, ply: Option<i32>, note: &str| {
            rejects.push(Reject {
                file: Arc::clone(&chunk.file_name),
                offset,
                game: Some(number as u64),
                ply,
                error_offset: chunk.offset + error.offset,
                text: Some(philidor::pgn::decode(error.text.as_bytes()).into_owned())
                    .filter(|text| !text.is_empty()),
                reason: format!("{note}{}", error.kind),
            });
        };
        if let Err(error) = game {
            reject(error, Some(row.ply_count()), "");
            continue;
        }
        let mut annotated = None;
        if row.is_annotated {
            let (movetext, error) = annotate(&mut row, &before);
            annotated = movetext;
            if let Some(error) = error {
                reject(error, None, "its variations are left out: ");
            }
        }
        games.append(offset, &row, annotated.as_deref());
        numbers.push(number);
    }
    Ok(Read {
        file: chunk.file,
        file_name: Arc::clone(&chunk.file_name),
        offset: chunk.offset,
        lengths,
        games: games.finish()?,
        numbers,
        rejects,
    })
}

/// The outcome for a file that cannot be read any further: a reject, and no game.
pub(super) fn unreadable(
    file: usize,
    file_name: &Arc<str>,
    place: Option<Place>,
    reason: String,
) -> Result<Read> {
    let offset = place.unwrap_or_default().offset;
    let reject = Reject {
        file: Arc::clone(file_name),
        offset,
        game: None,
        ply: None,
        error_offset: offset,
        text: None,
        reason,
    };
    Ok(Read {
        file,
        file_name: Arc::clone(file_name),
        offset,
        lengths: Vec::new(),
        games: Games::new().finish()?,
        numbers: Vec::new(),
        rejects: vec![reject],
    })
}
