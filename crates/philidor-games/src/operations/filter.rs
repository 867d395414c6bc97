//! The games that match, unchanged.
//!
//! Moves are played only if a condition asks for positions, or if games are written in another format. Otherwise only
//! the tags are read, and the moves are skipped to their end: games that match need not be good then.

use std::ops::ControlFlow;

use super::expression::Expression;
use crate::error::FileError;
use crate::formats::any::{self, try_each_replay};
use crate::formats::scoresheets::each_scoresheet;
use crate::parts::chunk::Chunk;
use crate::parts::files::Files;
use crate::parts::format::Format;
use crate::parts::read_options::ReadOptions;
use crate::parts::reading::Reading;
use crate::parts::scoresheet::GameFacts;
use crate::parts::tag_name::AskedTags;
use crate::parts::variants::with_game;
use crate::reading::files::{Summary, read_files, report_aside};
use crate::writing::game_writer::GameWriter;
use crate::writing::unchanged;

/// Which games, and how many of them.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The condition that they meet.
    pub expression: Expression,
    /// How many of these are skipped at the beginning.
    pub skip: u64,
    /// At most how many are written; nothing more is read after them.
    pub first: Option<u64>,
}

/// How the games that match are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterFormat {
    /// In the format of their file.
    Unchanged,
    /// As JSON.
    Json,
}

/// What was filtered.
#[derive(Clone, Debug)]
pub struct FilterSummary {
    /// All games that were read.
    pub summary: Summary,
    /// How many are written.
    pub kept: u128,
}

/// The games of a chunk that match.
struct Matches {
    format: Format,
    text: Vec<u8>,
    /// Where the text of each ends.
    games: Vec<usize>,
}

/// Writes the games that match.
///
/// # Errors
///
/// The games cannot be written, or their files have different formats, which cannot be written as one.
pub fn filter(
    files: &Files,
    selection: &Selection,
    format: FilterFormat,
    mut out: GameWriter,
) -> Result<FilterSummary, FileError> {
    let json = format == FilterFormat::Json;
    let plays = json || files.lenient || selection.expression.needs_positions();
    let asked = AskedTags::new(selection.expression.tags());
    let make = |chunk: &Chunk<'_>| {
        if plays { played(chunk, selection, &asked, json) } else { read(chunk, selection, &asked) }
    };
    let Selection { mut skip, first, .. } = *selection;
    let mut kept: u128 = 0;
    let mut left = first.unwrap_or(u64::MAX);
    let only = (json && out.replaces_input()).then_some(Format::Json);
    let options = ReadOptions { only, ..ReadOptions::new(files) };
    let summary = read_files(files, options, make, report_aside, |matches, _| {
        if !json {
            out.take_format(matches.format)?;
        }
        let mut start = 0;
        for end in matches.games {
            if left == 0 {
                break;
            }
            if skip > 0 {
                skip -= 1;
            } else {
                out.write(matches.text.get(start..end).unwrap_or_default())?;
                kept += 1;
                left -= 1;
            }
            start = end;
        }
        Ok(if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    out.finish(&summary)?;
    asked.warn(summary.games);
    Ok(FilterSummary { summary, kept })
}

/// The games of a chunk that match, all of whose moves are played.
fn played(chunk: &Chunk<'_>, selection: &Selection, asked: &AskedTags<'_>, json: bool) -> Reading<Matches> {
    let made = Matches { format: chunk.source.format, text: Vec::new(), games: Vec::new() };
    try_each_replay(chunk, made, |game, found, made| {
        let (result, plies) = (game.result(), game.plies() as u32);
        let facts =
            with_game!(game, game => GameFacts { tags: &game.tags, result, plies, lacks_result: false });
        asked.see(facts.tags);
        let mut warnings = Vec::new();
        if selection.expression.holds(facts, Some(game)) {
            if json {
                warnings = any::write(Format::Json, game, (chunk, found), &mut made.text)?;
            } else {
                unchanged::push(chunk, found, Some(game), &mut made.text);
            }
            made.games.push(made.text.len());
        }
        Ok(warnings)
    })
}

/// The games of a chunk that match by what is known without playing.
fn read(chunk: &Chunk<'_>, selection: &Selection, asked: &AskedTags<'_>) -> Reading<Matches> {
    let made = Matches { format: chunk.source.format, text: Vec::new(), games: Vec::new() };
    each_scoresheet(chunk, selection.expression.needs_plies(), made, |facts, found, made| {
        asked.see(facts.tags);
        if selection.expression.holds(facts, None) {
            unchanged::push_scoresheet(chunk, found, facts, &mut made.text);
            made.games.push(made.text.len());
        }
    })
}
