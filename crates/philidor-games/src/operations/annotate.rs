//! Games as PGN, each after a caller, such as an engine, has annotated it.
//!
//! Each game is a part of its own, since it takes longer than a part of a file takes to read.

use std::io::Write;

use philidor::pgn::{Exporter, GameTree, Tags};
use philidor_host::Output;

use crate::error::FileError;
use crate::forms::annotated;
use crate::forms::any::try_each_replay;
use crate::forms::form::Form;
use crate::forms::pgn::try_each_game;
use crate::parts::files::Files;
use crate::parts::part::Part;
use crate::parts::read_options::ReadOptions;
use crate::parts::reading::Reading;
use crate::parts::variants::{ByRules, VariantPosition, Visitors, refused};
use crate::reading::files::{Summary, read_files, report_aside};
use crate::writing::export::exported;
use crate::writing::warnings::{doubt, emptied};

/// Why games of variants are not annotated.
const REFUSED: &str = "which the engine does not play";

/// Writes games as PGN after `add` has annotated each, on several threads.
///
/// # Errors
///
/// The games cannot be written.
pub fn annotate(
    files: &Files,
    add: &(dyn Fn(&mut GameTree) + Sync),
    mut out: Output,
) -> Result<Summary, FileError> {
    let options = ReadOptions { by_game: true, ..ReadOptions::new(files) };
    let make = |part: &Part<'_>| annotated(part, add);
    let summary = read_files(files, options, make, report_aside, |text: String, _| {
        out.write_all(text.as_bytes())?;
        // The next game may take a minute.
        Ok(out.flush()?)
    })?;
    summary.finish(out)?;
    Ok(summary)
}

/// The games of a part as PGN, annotated by `add`.
fn annotated(part: &Part<'_>, add: &dyn Fn(&mut GameTree)) -> Reading<String> {
    if part.source.form != Form::Pgn {
        return try_each_replay(part, String::new(), |game, found, text| {
            let game = game.chess(REFUSED)?;
            let (mut tree, mut warnings) = annotated::tree(game, part, found)?;
            add(&mut tree);
            tree.write_pgn(text);
            warnings.extend(game.tag("Result").and_then(|tag| doubt(tag, game.result)));
            Ok(warnings)
        });
    }
    let mut visitors = Visitors::new(Exporter::new(), Exporter::<VariantPosition>::for_positions);
    try_each_game(part, &mut visitors, String::new(), |visitors, found, text| {
        let exporter = match visitors.reader() {
            ByRules::Chess(exporter) => exporter,
            ByRules::Variant(exporter) => {
                return Err(refused(exporter.take().start(), REFUSED));
            }
        };
        let empty = Some(exporter.empty_variations()).filter(|&count| count > 0).map(emptied);
        let mut tree = exporter.take();
        if !found.is_whole() {
            tree = exported(tree, &Tags::default(), found);
        }
        add(&mut tree);
        tree.write_pgn(text);
        Ok(doubt(tree.result_tag(), tree.result).into_iter().chain(empty).collect())
    })
}
