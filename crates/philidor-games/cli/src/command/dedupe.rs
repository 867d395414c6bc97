//! `philidor pgn dedupe`: the games without their twins.

use std::io;
use std::process::ExitCode;

use philidor_games::{DedupeSummary, Files, GamePlace, Keep, TagName, Twin, TwinKind, TwinOptions, dedupe};
use philidor_host::{Grouped, Several, note};
use serde::Serialize;

use super::games_output::create_for_games;
use super::summary::{bad_games, code};
use crate::args::DedupeArgs;
use philidor_program::terminal::output::{Output, WrongUsage};

/// The last line, as JSON.
#[derive(Serialize)]
struct DedupeReport {
    games: u64,
    bad_games: u64,
    kept: u64,
    same: u64,
    part: u64,
    retagged: u64,
}

pub(super) fn run(args: &DedupeArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let path = args.output.output.as_deref();
    let is_free = args.dry_run || path.is_some_and(|path| path != "-");
    if (output.json || args.list) && !is_free {
        let words = "standard output has the games: add --dry-run, or -o FILE for them";
        return Err(WrongUsage(anyhow::Error::msg(words)).into());
    }
    let files = Files::from(&args.files);
    let create = || create_for_games(path, &files.paths);
    let out = if args.dry_run { None } else { Some(create()?) };
    let options = TwinOptions {
        known: Files { paths: args.known.clone(), ..files.clone() },
        kinds: args.drop.clone(),
        tags: tag_names(&args.tags)?,
        min_plies: args.min_plies,
        keep: if args.keep_richest() { Keep::Richest } else { Keep::First },
    };
    let lists = args.list || args.dry_run || output.json;
    let DedupeSummary { summary, kept, dropped: [same, part, retagged] } =
        dedupe(&files, &options, out, &mut |twin| match lists {
            // The kind of this error says whether the reader of the list has closed the pipe.
            true => write_twin(twin, output)
                .map_err(|error| error.downcast::<io::Error>().unwrap_or_else(io::Error::other)),
            false => Ok(()),
        })?;
    if output.json {
        let (games, bad_games) = (summary.games, summary.bad_games);
        output.write_json(&DedupeReport { games, bad_games, kept, same, part, retagged })?;
    }
    let kinds = TwinKind::ALL.into_iter().zip([same, part, retagged]);
    let dropped = kinds.filter(|(_, count)| *count > 0);
    let dropped: Vec<String> =
        dropped.map(|(kind, count)| format!("{} {}", Grouped(count.into()), kind.name())).collect();
    let dropped = if dropped.is_empty() { "no twins".to_owned() } else { dropped.join(", ") };
    let bad = bad_games(&summary);
    note(&format!(
        "{} of {} kept: {dropped}{bad}",
        Grouped(kept.into()),
        Several(summary.games.into(), "game")
    ));
    Ok(code(&summary))
}

/// The tags that are named; no tags if the only word is `none`.
fn tag_names(names: &[String]) -> anyhow::Result<Vec<TagName>> {
    if names == ["none"] {
        return Ok(Vec::new());
    }
    let named = |name: &String| {
        name.parse().map_err(|reason| WrongUsage(anyhow::anyhow!("--tags: `{name}` is {reason}")).into())
    };
    names.iter().map(named).collect()
}

fn write_twin(twin: &Twin, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        return output.write_json(twin);
    }
    let Twin { dropped: GamePlace { file, game, line }, kind, twin_of } = twin;
    let line = line.map(|line| format!(":{line}")).unwrap_or_default();
    let why = match kind {
        TwinKind::Same => "the same as",
        TwinKind::Part => "a part of",
        TwinKind::Retagged => "under other tags the same as",
    };
    Ok(writeln!(output.writer, "{file}{line}: game {game}: {why} game {} of {}", twin_of.game, twin_of.file)?)
}
