//! `philidor pgn split`: files with a number of games each, or with the games with each value of a tag.

use std::process::ExitCode;

use philidor_games::{Files, SortRoom, Split, split, split_by_value};
use philidor_host::Several;

use super::sort::folder_of;
use super::summary::code;
use crate::args::SplitArgs;
use philidor_program::terminal::output::Output;

pub(super) fn run(args: &SplitArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let (files, prefix) = (Files::from(&args.files), &args.output);
    let Split { summary, written } = match (&args.by, args.games) {
        (Some(by), _) => {
            let folder = folder_of(Some(prefix));
            split_by_value(&files, by, SortRoom { memory: args.memory.0, folder: &folder }, prefix)?
        }
        (None, games) => split(&files, games.unwrap_or(std::num::NonZero::<u64>::MAX), prefix)?,
    };
    if output.json {
        written.iter().try_for_each(|file| output.write_json(file))?;
    } else {
        let good: u64 = written.iter().map(|file| file.games).sum();
        let (good, files) = (Several(good.into(), "game"), Several(written.len() as u128, "file"));
        writeln!(output.writer, "{good} in {files}")?;
    }
    Ok(code(&summary))
}
