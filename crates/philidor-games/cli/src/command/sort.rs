//! `philidor pgn sort` and `philidor pgn merge`: games in an order.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use philidor_games::{Files, SortKey, SortOptions, SortRoom, Summary, merge_files, sort};
use philidor_host::{STANDARD, Several, note};

use super::games_output::create_for_games;
use super::summary::{bad_games, code};
use crate::args::SortArgs;

/// How many bytes are read ahead of files that are merged in several rounds.
const MERGE_MEMORY: u64 = 64 << 20;

pub(super) fn run(args: &SortArgs) -> anyhow::Result<ExitCode> {
    let path = args.output.output.as_deref();
    let folder = args.temporary.clone().unwrap_or_else(|| folder_of(path));
    let options = SortOptions { keys: &args.by, room: SortRoom { memory: args.memory.0, folder: &folder } };
    let files = Files::from(&args.files);
    let out = create_for_games(path, &files.paths)?;
    Ok(finish(&sort(&files, &options, out)?))
}

pub(super) fn merge(files: &Files, by: &[SortKey], path: Option<&Path>) -> anyhow::Result<ExitCode> {
    let folder = folder_of(path);
    let options = SortOptions { keys: by, room: SortRoom { memory: MERGE_MEMORY, folder: &folder } };
    let out = create_for_games(path, &files.paths)?;
    Ok(finish(&merge_files(files, &options, out)?))
}

fn finish(summary: &Summary) -> ExitCode {
    let good = summary.games - summary.bad_games;
    let bad = bad_games(summary);
    note(&format!("{} written{bad}", Several(good.into(), "game")));
    code(summary)
}

/// The folder of a file, or that of temporary files for standard output.
pub(super) fn folder_of(path: Option<&Path>) -> PathBuf {
    match path.filter(|path| *path != Path::new(STANDARD)) {
        None => env::temp_dir(),
        Some(path) => match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            None => PathBuf::from("."),
            Some(folder) => folder.to_owned(),
        },
    }
}
