//! `philidor pgn convert`: games in another form.
//!
//! From PGN to PGN, comments and variations are kept; otherwise a game is its tags, its moves and its result, or as
//! much of them as the form has.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use philidor::pgn::{Exporter, Tags};

use crate::args::{FilesArgs, Form};
use crate::games::forms::any::{self, try_each_replay};
use crate::games::forms::binary;
use crate::games::forms::pgn::try_each_game;
use crate::games::forms::pgn_to_json::JsonLine;
use crate::games::parts::found::{FAULT, Found};
use crate::games::parts::left_out::LeftOut;
use crate::games::parts::part::Part;
use crate::games::parts::read_options::ReadOptions;
use crate::games::parts::reading::Reading;
use crate::games::reading::files::{note, read_files, report_aside};
use crate::games::writing::binary_output;
use crate::games::writing::export::exported;
use crate::games::writing::warnings::{doubt, emptied};
use crate::terminal::streams;

/// Games in another form, and what it has no place for.
type Converted = (Vec<u8>, LeftOut);

pub(super) fn run(files: &FilesArgs, to: Form, path: Option<&Path>) -> anyhow::Result<ExitCode> {
    let is_binary = to == Form::Binary;
    let mut out = if is_binary {
        binary_output::create_binary(path)
    } else {
        streams::create(path).map_err(Into::into)
    }?;
    if is_binary {
        out.write_all(binary::HEAD)?;
    }
    let make = |part: &Part<'_>| convert(part, to);
    let mut left_out = LeftOut::default();
    let summary =
        read_files(files, ReadOptions::new(files), make, report_aside, |(text, missing): Converted, _| {
            left_out += missing;
            Ok(out.write_all(&text)?)
        })?;
    let code = summary.finish(out)?;
    left_out.warning().iter().for_each(|warning| note(warning));
    Ok(code)
}

/// The games of a part in another form.
fn convert(part: &Part<'_>, to: Form) -> Reading<Converted> {
    match (part.source.form, to) {
        (Form::Pgn, Form::Pgn) => return trees(part),
        (Form::Pgn, Form::Json) => return lines(part),
        _ => {}
    }
    // A position alone is not expected to have more.
    let has_moves = matches!(to, Form::Json | Form::Binary | Form::Uci);
    try_each_replay(part, Converted::default(), |game, _, (text, left_out)| {
        let mut warnings = any::write(to, game, text)?;
        if has_moves {
            *left_out += game.left_out;
        }
        warnings.extend(game.tag("Result").and_then(|tag| doubt(tag, game.result)));
        Ok(warnings)
    })
}

/// Lines of JSON, as [`any::write`] writes them of other forms.
fn lines(part: &Part<'_>) -> Reading<Converted> {
    try_each_game(part, &mut JsonLine::new(), Converted::default(), |game, found, (text, left_out)| {
        game.tags.extend(found.mark().map(|fault| (FAULT.to_owned(), fault)));
        game.write(text)?;
        *left_out += game.left_out;
        Ok(game.tag("Result").and_then(|tag| doubt(tag, game.result)).into_iter().collect())
    })
}

/// Export format, with comments and variations; missing tags of the roster are written as unknown.
fn trees(part: &Part<'_>) -> Reading<Converted> {
    let roster = Tags::roster();
    let mut exporter = Exporter::new().with_roster();
    let reading = try_each_game(part, &mut exporter, String::new(), |exporter, found: &Found<'_>, text| {
        let empty = Some(exporter.empty_variations()).filter(|&count| count > 0).map(emptied);
        let doubt = if found.is_whole() {
            exporter.write_pgn(text);
            doubt(exporter.result_tag(), exporter.result())
        } else {
            let tree = exported(exporter.take(), &roster, found);
            tree.write_pgn(text);
            doubt(tree.result_tag(), tree.result)
        };
        Ok(doubt.into_iter().chain(empty).collect())
    });
    reading.map(|text| (text.into_bytes(), LeftOut::default()))
}
