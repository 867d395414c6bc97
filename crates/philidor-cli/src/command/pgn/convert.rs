//! `philidor pgn convert`: games in another form.
//!
//! From PGN to PGN, comments and variations are kept; otherwise a game is its tags, its moves and its result, or as
//! much of them as the form has.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use philidor::pgn::{Doubt, Exporter, GameResult, Tags};

use crate::args::{FilesArgs, Form};
use crate::games::forms::any::each_fit_replay;
use crate::games::forms::json_while_read::GameLine;
use crate::games::forms::{binary, recognition};
use crate::games::parts::left_out::LeftOut;
use crate::games::parts::part::{Found, Manner, Part};
use crate::games::parts::reading::Reading;
use crate::games::reading::files::{each_fit_game, note, read, report_aside};
use crate::games::writing::export::{FAULT, exported, mark};
use crate::terminal::streams;

/// Games in another form, and what it has no place for.
type Converted = (Vec<u8>, LeftOut);

pub(super) fn run(files: &FilesArgs, to: Form, path: Option<&Path>) -> anyhow::Result<ExitCode> {
    let is_binary = to == Form::Binary;
    let mut out =
        if is_binary { streams::create_binary(path) } else { streams::create(path).map_err(Into::into) }?;
    if is_binary {
        out.write_all(binary::HEAD)?;
    }
    let make = |part: &Part<'_>| convert(part, to);
    let mut left_out = LeftOut::default();
    let summary = read(files, Manner::of(files), make, report_aside, |(text, missing): Converted, _| {
        left_out += missing;
        Ok(out.write_all(&text)?)
    })?;
    if summary.is_whole() {
        out.finish()?
    } else {
        out.abandon()?
    }
    left_out.warning().iter().for_each(|warning| note(warning));
    Ok(summary.code())
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
    each_fit_replay(part, Converted::default(), |game, _, (text, left_out)| {
        let mut warnings = recognition::write(to, game, text)?;
        if has_moves {
            *left_out += game.left_out;
        }
        warnings.extend(game.tag("Result").and_then(|tag| doubt(tag, game.result)));
        Ok(warnings)
    })
}

/// Lines of JSON, as [`recognition::write`] writes them of other forms.
fn lines(part: &Part<'_>) -> Reading<Converted> {
    each_fit_game(part, &mut GameLine::new(), Converted::default(), |game, found, (text, left_out)| {
        game.tags.extend(mark(found).map(|fault| (FAULT.to_owned(), fault)));
        game.write(text)?;
        *left_out += game.left_out;
        Ok(game.tag("Result").and_then(|tag| doubt(tag, game.result)).into_iter().collect())
    })
}

/// Export format, with comments and variations; missing tags of the roster are written as unknown.
fn trees(part: &Part<'_>) -> Reading<Converted> {
    let roster = Tags::roster();
    let mut exporter = Exporter::new().with_roster();
    let reading = each_fit_game(part, &mut exporter, String::new(), |exporter, found: &Found<'_>, text| {
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

/// What becomes of variations without moves.
pub(super) fn emptied(count: u64) -> String {
    match count {
        1 => "a variation without moves is left out; its comments and glyphs go to the move before it".into(),
        _ => format!(
            "{count} variations without moves are left out; their comments and glyphs go to the moves before them"
        ),
    }
}

/// The doubt about a game whose tag `Result` has another result than the marker, or than `*` where that is missing.
pub(super) fn doubt(tag: &str, marker: GameResult) -> Option<String> {
    let tag = GameResult::from_bytes(tag.as_bytes()).filter(|&tag| tag != marker)?;
    Some(Doubt::Tag { tag, marker }.to_string())
}
