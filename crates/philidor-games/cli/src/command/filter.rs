//! `philidor pgn filter`: the games that match, unchanged.

use std::path::Path;
use std::process::ExitCode;

use philidor_games::{Comparison, Expression, Files, FilterFormat, FilterSummary, Selection, filter};
use philidor_host::{Grouped, Several, note};
use philidor_program::positions::Door;

use super::games_output::create_for_games;
use super::summary::code;
use crate::args::{ConditionArgs, RatingRange};
use philidor_program::terminal::output::WrongUsage;

pub(super) fn run(
    files: &Files,
    conditions: &ConditionArgs,
    json: bool,
    path: Option<&Path>,
) -> anyhow::Result<ExitCode> {
    let all = Expression::All(expressions(conditions)?);
    let expression = if conditions.invert { Expression::Not(Box::new(all)) } else { all };
    let selection = Selection { expression, skip: conditions.skip, first: conditions.first };
    let format = if json { FilterFormat::Json } else { FilterFormat::Unchanged };
    let out = create_for_games(path, &files.paths)?;
    let FilterSummary { summary, kept } = filter(files, &selection, format, out)?;
    note(&format!("{} of {}", Grouped(kept), Several(summary.games.into(), "game")));
    Ok(code(&summary))
}

/// What each flag asks for.
fn expressions(conditions: &ConditionArgs) -> anyhow::Result<Vec<Expression>> {
    let ConditionArgs { tags, expressions, since, until, white_rating, black_rating, .. } = conditions;
    let mut all = expressions.clone();
    all.extend(tags.iter().cloned().map(Expression::Tag));
    all.extend(since.iter().chain(until).cloned().map(Expression::Tag));
    for (range, name) in [(white_rating, "WhiteElo"), (black_rating, "BlackElo")] {
        let Some(RatingRange { min, max }) = *range else { continue };
        let bounds = min.map(|min| (">=", min)).into_iter().chain(max.map(|max| ("<=", max)));
        for (operator, rating) in bounds {
            let condition = format!("{name}{operator}{rating}").parse().map_err(anyhow::Error::msg)?;
            all.push(Expression::Tag(condition));
        }
    }
    for (name, min, max) in [
        ("rating", conditions.min_rating, conditions.max_rating),
        ("plies", conditions.min_plies, conditions.max_plies),
    ] {
        if let (Some(min), Some(max)) = (min, max)
            && min > max
        {
            let words = format!("--min-{name} {min} is above --max-{name} {max}, so no game matches");
            return Err(WrongUsage(anyhow::Error::msg(words)).into());
        }
    }
    let least = Comparison::AtLeast;
    let most = Comparison::AtMost;
    let ratings = [(conditions.min_rating, least), (conditions.max_rating, most)];
    all.extend(ratings.into_iter().filter_map(|(rating, at)| Some(Expression::Rating(at, rating?))));
    let plies = [(conditions.min_plies, least), (conditions.max_plies, most)];
    all.extend(plies.into_iter().filter_map(|(plies, at)| Some(Expression::Plies(at, plies?))));
    all.extend(conditions.result.map(Expression::Result));
    if let Some(text) = &conditions.position {
        all.push(Expression::Position(Box::new(philidor_program::positions::read_position(
            text,
            Door::Strict,
        )?)));
    }
    all.extend(conditions.material.clone().map(Expression::Material));
    all.extend(conditions.patterns.iter().map(|pattern| Expression::Pattern(Box::new(pattern.search()))));
    Ok(all)
}
