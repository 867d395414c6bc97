//! `philidor pgn filter`: the games that match, unchanged.

use std::path::Path;
use std::process::ExitCode;

use philidor_games::{Conditions, Door, FileError, Files, FilterForm, Filtered, Pattern, filter};
use philidor_host::{Grouped, Several};

use super::summary::{code, note};
use crate::args::ConditionArgs;
use crate::terminal::output::WrongUsage;
use crate::terminal::streams;

pub(super) fn run(
    files: &Files,
    conditions: &ConditionArgs,
    json: bool,
    path: Option<&Path>,
) -> anyhow::Result<ExitCode> {
    let position = conditions.position.as_deref();
    let conditions = Conditions {
        tags: conditions.tags.clone(),
        min_rating: conditions.min_rating,
        max_rating: conditions.max_rating,
        result: conditions.result,
        min_plies: conditions.min_plies,
        max_plies: conditions.max_plies,
        position: position.map(|text| philidor_games::read_position(text, Door::Strict)).transpose()?,
        material: conditions.material.clone(),
        patterns: conditions.patterns.iter().chain(&conditions.scoutfish).map(Pattern::search).collect(),
    };
    let form = match json {
        true => FilterForm::Json,
        false if streams::is_unasked_terminal(path) => FilterForm::UnchangedForTerminal,
        false => FilterForm::Unchanged,
    };
    let filtered = filter(files, &conditions, form, streams::create(path)?);
    let Filtered { summary, kept, left_out } = match filtered {
        Err(error @ FileError::BinaryForTerminal) => return Err(WrongUsage(error.into()).into()),
        filtered => filtered?,
    };
    left_out.warning().iter().for_each(|warning| note(warning));
    note(&format!("{} of {}", Grouped(kept), Several(summary.games.into(), "game")));
    Ok(code(&summary))
}
