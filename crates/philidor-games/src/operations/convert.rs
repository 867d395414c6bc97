//! Games in another format.
//!
//! PGN and JSON keep comments and variations; otherwise a game is its tags, its moves and its result, or as much of
//! them as the format has.

use std::io::Write;

use philidor::{GamePosition, Position};
use philidor_host::Output;
use philidor_pgn::{Exporter, Tags};

use crate::error::FileError;
use crate::formats::annotated::remarks_of;
use crate::formats::any::{self, try_each_replay};
use crate::formats::binary;
use crate::formats::pgn::try_each_game;
use crate::formats::pgn_to_json::JsonLine;
use crate::parts::chunk::Chunk;
use crate::parts::file_position::FilePosition;
use crate::parts::files::Files;
use crate::parts::format::Format;
use crate::parts::found::{FAULT, Found};
use crate::parts::left_out::LeftOut;
use crate::parts::read_options::ReadOptions;
use crate::parts::reading::{Reading, Verdict};
use crate::parts::variants::{VariantPosition, Visitors, with_game};
use crate::reading::files::{Summary, read_files, report_aside};
use crate::writing::export::exported;
use crate::writing::warnings::{doubt, emptied};

/// What was converted.
#[derive(Clone, Debug)]
pub struct ConversionSummary {
    /// The games.
    pub summary: Summary,
    /// What the other format has no place for.
    pub left_out: LeftOut,
}

/// The games of a chunk in another format, and what it has no place for.
type Text = (Vec<u8>, LeftOut);

/// Writes games in another format.
///
/// # Errors
///
/// The games cannot be written.
pub fn convert(files: &Files, to: Format, mut out: Output) -> Result<ConversionSummary, FileError> {
    if to == Format::Binary {
        out.write_all(binary::HEAD)?;
    }
    let make = |chunk: &Chunk<'_>| convert_chunk(chunk, to);
    let mut left_out = LeftOut::default();
    let options = ReadOptions { only: out.replaces_input().then_some(to), ..ReadOptions::new(files) };
    let summary = read_files(files, options, make, report_aside, |(text, missing): Text, _| {
        left_out += missing;
        Ok(out.write_all(&text)?)
    })?;
    summary.finish(out)?;
    Ok(ConversionSummary { summary, left_out })
}

/// The games of a chunk in another format.
fn convert_chunk(chunk: &Chunk<'_>, to: Format) -> Reading<Text> {
    match (chunk.source.format, to) {
        (Format::Pgn, Format::Pgn) => return trees(chunk),
        (Format::Pgn, Format::Json) => return lines(chunk),
        _ => {}
    }
    // In EPD and FEN, which are positions alone, no comment is missed.
    let has_moves = matches!(to, Format::Binary | Format::Uci);
    try_each_replay(chunk, Text::default(), |game, found, (text, left_out)| {
        let mut warnings = any::write(to, game, (chunk, found), text)?;
        if has_moves {
            *left_out += game.left_out();
        }
        warnings.extend(game.tag("Result").and_then(|tag| doubt(tag, game.result())));
        Ok(warnings)
    })
}

/// Lines of JSON, as [`any::write`] writes them of other formats.
fn lines(chunk: &Chunk<'_>) -> Reading<Text> {
    let mut visitors = Visitors::new(JsonLine::<Position>::new(), JsonLine::<VariantPosition>::new);
    try_each_game(
        chunk,
        &mut visitors,
        Text::default(),
        |visitors, found, text| with_game!(visitors.reader(), game => write_line(game, (chunk, found), text)),
    )
}

/// The game that was read last, as a line of JSON; it is read once more if it has variations.
fn write_line<P: FilePosition>(
    game: &mut JsonLine<P>,
    (chunk, found): (&Chunk<'_>, &Found<'_>),
    (text, left_out): &mut Text,
) -> Verdict {
    game.tags.extend(found.mark().map(|fault| (FAULT.to_owned(), fault)));
    let mut warnings = Vec::new();
    let has_variations = game.left_out.variations > 0;
    match has_variations.then(|| remarks_of(game.plies(), chunk, found)).flatten() {
        Some((tree, cuts)) => {
            warnings.extend(cuts);
            warnings.extend(game.write_annotated(&tree, text)?);
        }
        None => {
            game.write(text)?;
            left_out.variations += game.left_out.variations;
        }
    }
    warnings.extend(game.tag("Result").and_then(|tag| doubt(tag, game.result)));
    Ok(warnings)
}

/// Export format, with comments and variations; missing tags of the roster are written as unknown.
fn trees(chunk: &Chunk<'_>) -> Reading<Text> {
    let roster = Tags::roster();
    let variants = || Exporter::<VariantPosition>::for_positions().with_roster();
    let mut visitors = Visitors::new(Exporter::new().with_roster(), variants);
    let reading = try_each_game(
        chunk,
        &mut visitors,
        String::new(),
        |visitors, found, text| with_game!(visitors.reader(), exporter => write_tree(exporter, &roster, found, text)),
    );
    reading.map(|text| (text.into_bytes(), LeftOut::default()))
}

/// The game that was read last, in export format.
fn write_tree<P: GamePosition>(
    exporter: &mut Exporter<P>,
    roster: &Tags,
    found: &Found<'_>,
    text: &mut String,
) -> Verdict {
    let empty = Some(exporter.empty_variations()).filter(|&count| count > 0).map(emptied);
    let doubt = if found.is_whole() {
        exporter.write_pgn(text);
        doubt(exporter.result_tag(), exporter.result())
    } else {
        let tree = exported(exporter.take(), roster, found);
        tree.write_pgn(text);
        doubt(tree.result_tag(), tree.result)
    };
    Ok(doubt.into_iter().chain(empty).collect())
}
