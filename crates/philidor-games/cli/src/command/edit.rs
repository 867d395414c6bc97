//! `philidor pgn strip` and `philidor pgn tags`: games without some of their remarks, or with other tags.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use philidor_games::{EditSummary, Edits, Files, Strip, TagEdits, edit};
use philidor_host::{Several, note};

use super::summary::code;
use crate::args::{StripArgs, TagsArgs};
use philidor_program::terminal::output::WrongUsage;
use philidor_program::terminal::streams;

pub(super) fn strip(args: &StripArgs) -> anyhow::Result<ExitCode> {
    let asked = Strip {
        comments: args.comments,
        texts: args.texts,
        glyphs: args.glyphs,
        variations: args.variations,
        clocks: args.clocks,
        evals: args.evals,
        commands: args.commands,
    };
    let strip = if asked == Strip::default() { Strip::ALL } else { asked };
    run(&(&args.files).into(), &Edits { strip, ..Edits::default() }, args.output.output.as_deref())
}

pub(super) fn tags(args: &TagsArgs) -> anyhow::Result<ExitCode> {
    let tags = tag_edits(args).map_err(WrongUsage)?;
    if tags.is_empty() && !args.mend_results {
        let words = "nothing to do: --set, --remove, --keep, --roster, --rename or --mend-results says what";
        return Err(WrongUsage(anyhow::Error::msg(words)).into());
    }
    let edits = Edits { tags, mends_results: args.mend_results, ..Edits::default() };
    run(&(&args.files).into(), &edits, args.output.output.as_deref())
}

fn tag_edits(args: &TagsArgs) -> anyhow::Result<TagEdits> {
    let mut tags = TagEdits::default();
    let pair = |text: &str| {
        let pair = text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        pair.with_context(|| format!("`{text}` is not NAME=VALUE"))
    };
    for text in &args.rename {
        let (old, new) = pair(text)?;
        tags.rename(&old, &new)?;
    }
    args.remove.iter().try_for_each(|name| tags.remove(name))?;
    if !args.keep.is_empty() {
        tags.keep_only(&args.keep)?;
    }
    if args.roster {
        tags.keep_roster();
    }
    for text in &args.set {
        let (name, value) = pair(text)?;
        tags.set(&name, &value)?;
    }
    Ok(tags)
}

fn run(files: &Files, edits: &Edits, path: Option<&Path>) -> anyhow::Result<ExitCode> {
    let EditSummary { summary, mended } = edit(files, edits, streams::create_in_place(path, &files.paths)?)?;
    if edits.mends_results {
        note(&format!("{} mended", Several(mended.into(), "result")));
    }
    Ok(code(&summary))
}
