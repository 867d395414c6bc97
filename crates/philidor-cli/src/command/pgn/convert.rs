//! `philidor pgn convert`: games in another form.
//!
//! From PGN to PGN, comments and variations are kept; otherwise a game is its tags, its moves and its result, or as
//! much of them as the form has.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use philidor::pgn::TreeBuilder;

use super::games::{each_fit_game, each_game, read_as, report_aside};
use super::lines::each_line;
use super::part::Part;
use super::reading::Reading;
use super::replay::Replay;
use super::{binary, epd, form, json, uci};
use crate::args::{FilesArgs, Form};
use crate::streams;

pub(super) fn run(
    files: &FilesArgs,
    from: Option<Form>,
    to: Form,
    path: Option<&Path>,
) -> anyhow::Result<ExitCode> {
    let mut out = streams::create(path)?;
    if to == Form::Binary {
        out.write_all(binary::HEAD)?;
    }
    let make = |part: &Part<'_>| convert(part, to);
    let summary = read_as(from, files, make, report_aside, |text, _| Ok(out.write_all(&text)?))?;
    if summary.is_whole() {
        out.finish()?
    } else {
        out.abandon()?
    }
    Ok(summary.code())
}

/// The games of a part in another form.
fn convert(part: &Part<'_>, to: Form) -> Reading<Vec<u8>> {
    let text = Vec::new();
    let write = |game: &Replay, text: &mut Vec<u8>| form::write(to, game, text);
    match part.source.form {
        Form::Pgn if to == Form::Pgn => trees(part),
        Form::Pgn => each_fit_game(part, &mut Replay::new(), text, |game, _, text| write(game, text)),
        Form::Json => each_line(part, text, json::read, write),
        Form::Uci => each_line(part, text, uci::read, write),
        Form::Epd | Form::Fen => each_line(part, text, epd::read, write),
        Form::Binary => binary::each_record(part, text, write),
    }
}

/// Export format, with comments and variations; missing tags of the roster are written as unknown.
fn trees(part: &Part<'_>) -> Reading<Vec<u8>> {
    each_game(part, &mut TreeBuilder::new().strict(), Vec::new(), |builder, _, text| {
        let mut tree = builder.take();
        tree.tags = form::with_roster(tree.tags.iter());
        // Writing to a vector cannot fail.
        let _ = write!(text, "{tree}");
    })
}
