//! Games as PGN, each annotated by the caller, for example with an engine.
//!
//! Each game is a chunk of its own, since it takes longer than a chunk of a file takes to read.

use std::io::Write;

use philidor::GamePosition;

use philidor_host::Output;
use philidor_pgn::{Exporter, GameTree, Tags};

use crate::error::FileError;
use crate::formats::annotated;
use crate::formats::any::try_each_replay;
use crate::formats::pgn::try_each_game;
use crate::parts::chunk::Chunk;
use crate::parts::file_position::FilePosition;
use crate::parts::files::Files;
use crate::parts::format::Format;
use crate::parts::found::Found;
use crate::parts::read_options::ReadOptions;
use crate::parts::reading::{Reading, Verdict};
use crate::parts::replay::Replay;
use crate::parts::variants::{ByRules, VariantPosition, Visitors, refused};
use crate::reading::files::{Summary, read_files, report_aside};
use crate::writing::export::exported;
use crate::writing::warnings::{doubt, emptied};

/// Annotates a game of chess.
type Add<'a> = &'a (dyn Fn(&mut GameTree) + Sync);

/// Writes games as PGN after `add` has annotated each, on several threads. A game of a variant is written as it is,
/// with a warning.
///
/// # Errors
///
/// The games cannot be written.
pub fn annotate(files: &Files, add: Add<'_>, mut out: Output) -> Result<Summary, FileError> {
    let only = out.replaces_input().then_some(Format::Pgn);
    let options = ReadOptions { by_game: true, only, ..ReadOptions::new(files) };
    let make = |chunk: &Chunk<'_>| annotated(chunk, add);
    let summary = read_files(files, options, make, report_aside, |text: String, _| {
        out.write_all(text.as_bytes())?;
        // The next game may take a minute.
        Ok(out.flush()?)
    })?;
    summary.finish(out)?;
    Ok(summary)
}

/// The games of a chunk as PGN, annotated by `add`.
fn annotated(chunk: &Chunk<'_>, add: Add<'_>) -> Reading<String> {
    if chunk.source.format != Format::Pgn {
        return try_each_replay(chunk, String::new(), |game, found, text| match game {
            ByRules::Chess(game) => replayed(game, (chunk, found), &annotates(add), text),
            ByRules::Variant(game) => replayed(game, (chunk, found), &leaves, text),
        });
    }
    let mut visitors = Visitors::new(Exporter::new(), Exporter::<VariantPosition>::for_positions);
    try_each_game(chunk, &mut visitors, String::new(), |visitors, found, text| match visitors.reader() {
        ByRules::Chess(exporter) => read(exporter, found, &annotates(add), text),
        ByRules::Variant(exporter) => read(exporter, found, &leaves, text),
    })
}

/// What is done with a game of chess; there is nothing to warn about.
fn annotates(add: Add<'_>) -> impl Fn(&mut GameTree) -> Option<String> {
    move |tree| {
        add(tree);
        None
    }
}

/// What is done with a game of a variant: nothing, and the warning says so.
fn leaves(tree: &mut GameTree<VariantPosition>) -> Option<String> {
    Some(refused(tree.start(), "and only games of chess are annotated").to_string())
}

/// Writes a game of another format than PGN.
fn replayed<P: FilePosition>(
    game: &Replay<P>,
    (chunk, found): (&Chunk<'_>, &Found<'_>),
    add: &dyn Fn(&mut GameTree<P>) -> Option<String>,
    text: &mut String,
) -> Verdict {
    let (mut tree, mut warnings) = annotated::tree(game, chunk, found)?;
    warnings.extend(add(&mut tree));
    tree.write_pgn(text);
    warnings.extend(game.tag("Result").and_then(|tag| doubt(tag, game.result)));
    Ok(warnings)
}

/// Writes a game of PGN that was read.
fn read<P: GamePosition>(
    exporter: &mut Exporter<P>,
    found: &Found<'_>,
    add: &dyn Fn(&mut GameTree<P>) -> Option<String>,
    text: &mut String,
) -> Verdict {
    let empty = Some(exporter.empty_variations()).filter(|&count| count > 0).map(emptied);
    let mut tree = exporter.take();
    if !found.is_whole() {
        tree = exported(tree, &Tags::default(), found);
    }
    let left = add(&mut tree);
    tree.write_pgn(text);
    Ok(doubt(tree.result_tag(), tree.result).into_iter().chain(empty).chain(left).collect())
}
