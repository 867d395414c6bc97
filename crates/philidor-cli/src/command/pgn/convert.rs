//! `philidor pgn convert`: games in another form.
//!
//! From PGN to PGN, comments and variations are kept; otherwise a game is its tags, its moves and its result, or as
//! much of them as the form has.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use philidor::pgn::{Doubt, GameResult, Tags, TreeBuilder};

use super::export::exported;
use super::games::{each_fit_game, read, report_aside};
use super::part::{Found, Manner, Part};
use super::reading::Reading;
use super::replays::each_fit_replay;
use super::{binary, form};
use crate::args::{FilesArgs, Form};
use crate::streams;

pub(super) fn run(files: &FilesArgs, to: Form, path: Option<&Path>) -> anyhow::Result<ExitCode> {
    let mut out = streams::create(path)?;
    if to == Form::Binary {
        out.write_all(binary::HEAD)?;
    }
    let make = |part: &Part<'_>| convert(part, to);
    let summary = read(files, Manner::of(files), make, report_aside, |text, _| Ok(out.write_all(&text)?))?;
    if summary.is_whole() {
        out.finish()?
    } else {
        out.abandon()?
    }
    Ok(summary.code())
}

/// The games of a part in another form.
fn convert(part: &Part<'_>, to: Form) -> Reading<Vec<u8>> {
    if part.source.form == Form::Pgn && to == Form::Pgn {
        return trees(part);
    }
    each_fit_replay(part, Vec::new(), |game, found, text| {
        form::write(to, game, text)?;
        Ok(game.tag("Result").and_then(|tag| doubt(tag, game.result, found)))
    })
}

/// Export format, with comments and variations; missing tags of the roster are written as unknown.
fn trees(part: &Part<'_>) -> Reading<Vec<u8>> {
    let roster = Tags::roster();
    let reading =
        each_fit_game(part, &mut TreeBuilder::new().strict(), String::new(), |builder, found, text| {
            let tree = exported(builder.take(), &roster, found);
            tree.write_pgn(text);
            Ok(doubt(tree.result_tag(), tree.result, found))
        });
    reading.map(String::into_bytes)
}

/// The doubt about a game whose tag `Result` has another result than the marker.
fn doubt(tag: &str, marker: GameResult, found: &Found<'_>) -> Option<String> {
    let tag = GameResult::from_bytes(tag.as_bytes()).filter(|_| found.fault.is_none())?;
    Some(Doubt::Tag { tag, marker }).filter(|_| tag != marker).map(|doubt| doubt.to_string())
}
