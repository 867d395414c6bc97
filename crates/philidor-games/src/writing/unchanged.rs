//! Games written as they were read, in the format of their file.

use philidor::Position;
use philidor_pgn::{GameResult, PgnErrorKind, Reader, Tags, TreeBuilder};

use super::export::exported;
use crate::error::FileError;
use crate::formats::pgn::{self, read_game};
use crate::parts::chunk::Chunk;
use crate::parts::file_position::FilePosition;
use crate::parts::format::Format;
use crate::parts::found::Found;
use crate::parts::scoresheet::GameFacts;
use crate::parts::variants::{Game, VariantPosition, names_variant, with_game};

/// Appends a game: its text, or, if a part of it is lost to a fault, as much of it as is kept, in export format. `game`
/// has its moves, if they have been played.
pub(crate) fn push(chunk: &Chunk<'_>, found: &Found<'_>, game: Option<Game<'_>>, text: &mut Vec<u8>) {
    push_ended(chunk, found, (game, None), text);
}

/// Appends a game whose moves have not been played. One without a result would run into the game after it: it gets
/// that of its tag, or `*`.
pub(crate) fn push_scoresheet(
    chunk: &Chunk<'_>,
    found: &Found<'_>,
    facts: GameFacts<'_>,
    text: &mut Vec<u8>,
) {
    let of_tag = || facts.tag("Result").and_then(|value| GameResult::from_bytes(value.as_bytes()));
    let missing = facts.lacks_result.then(|| of_tag().unwrap_or_default());
    push_ended(chunk, found, (None, missing), text);
}

/// Appends a game and the result that its text does not have.
fn push_ended(
    chunk: &Chunk<'_>,
    found: &Found<'_>,
    (game, missing): (Option<Game<'_>>, Option<GameResult>),
    text: &mut Vec<u8>,
) {
    match chunk.source.format {
        Format::Binary => text.extend_from_slice(found.text),
        Format::Pgn if found.mark().is_some() => {
            if names_variant(found.text, chunk.source.options.limits) {
                push_kept::<VariantPosition>(chunk, found, game, text);
            } else {
                push_kept::<Position>(chunk, found, game, text);
            }
        }
        Format::Pgn => {
            text.extend_from_slice(found.text);
            text.push(b'\n');
            let result = found.cuts.iter().find_map(|remark| match remark.kind {
                PgnErrorKind::MissingResult => Some(GameResult::Unknown),
                PgnErrorKind::ResultOfTag(result) => Some(result),
                _ => None,
            });
            if let Some(result) = result.or(missing) {
                // On a line of its own: the last one may be a comment.
                text.extend_from_slice(result.as_str().as_bytes());
                text.push(b'\n');
            }
            text.push(b'\n');
        }
        _ => {
            text.extend_from_slice(found.text);
            text.push(b'\n');
        }
    }
}

/// Appends what is kept of a faulty game, with comments and variations unless a fault in a variation comes first.
fn push_kept<P: FilePosition>(
    chunk: &Chunk<'_>,
    found: &Found<'_>,
    game: Option<Game<'_>>,
    text: &mut Vec<u8>,
) {
    let mut builder = TreeBuilder::<P>::for_positions();
    let mut reader = Reader::with_limits(found.text, chunk.source.options.limits);
    let _ = read_game(&mut reader, &mut builder, chunk.source.options.letters);
    let tree = builder.take();
    let moves = tree.main_line().count();
    match game.filter(|game| game.plies() > moves) {
        Some(game) => {
            // Moves that were played once can be written.
            let _ = with_game!(game, game => pgn::write(game, text));
        }
        None => {
            let mut written = String::new();
            exported(tree, &Tags::roster(), found).write_pgn(&mut written);
            text.extend_from_slice(written.as_bytes());
        }
    }
}

/// The format that all files have in common.
#[derive(Debug, Default)]
pub(crate) struct CommonFormat(Option<Format>);

impl CommonFormat {
    /// Takes the format of the next games, and returns whether they are the first ones; an error if those before them
    /// have another format.
    pub(crate) fn is_first(&mut self, format: Format) -> Result<bool, FileError> {
        match self.0.replace(format) {
            None => Ok(true),
            Some(before) if before == format => Ok(false),
            Some(_) => Err(FileError::DifferentFormats),
        }
    }
}
