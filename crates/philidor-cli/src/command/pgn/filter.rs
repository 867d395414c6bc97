//! `philidor pgn filter`: the games that match, unchanged.

use std::io::{IsTerminal, Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use philidor::{Color, PieceType, Position};

use crate::args::{ConditionArgs, FilesArgs, Form};
use crate::games::forms::any::each_replay;
use crate::games::forms::{binary, json};
use crate::games::parts::left_out::LeftOut;
use crate::games::parts::part::Part;
use crate::games::parts::read_options::ReadOptions;
use crate::games::parts::replay::Replay;
use crate::games::reading::files::{note, read_files, report_aside};
use crate::games::writing::binary_output;
use crate::games::writing::unchanged::{self, OneForm};
use crate::positions::named;
use crate::positions::refusal::Door;
use crate::quantity::{Grouped, Several};
use crate::terminal::streams;

pub(super) fn run(
    files: &FilesArgs,
    conditions: &ConditionArgs,
    json: bool,
    path: Option<&Path>,
) -> anyhow::Result<ExitCode> {
    let position =
        conditions.position.as_deref().map(|text| named::position(text, Door::Strict)).transpose()?;
    let mut out = streams::create(path)?;
    let make = |part: &Part<'_>| {
        let form = part.source.form;
        let made = (form, Vec::new(), 0, LeftOut::default());
        each_replay(part, made, |game, found, (_, kept, count, left_out)| {
            if !matches(game, conditions, position.as_ref()) {
                return;
            }
            *count += 1;
            if json {
                // Writing to a vector cannot fail.
                let _ = json::write(game, kept);
                *left_out += game.left_out;
            } else {
                unchanged::push(part, found, Some(game), kept);
            }
        })
    };
    let (mut kept, mut forms, mut left_out): (u128, _, _) = (0, OneForm::default(), LeftOut::default());
    let summary =
        read_files(files, ReadOptions::new(files), make, report_aside, |(form, text, count, missing), _| {
            if !json && forms.is_first(form)? && form == Form::Binary {
                binary_output::refuse_terminal(path, stdout().is_terminal())?;
                out.write_all(binary::HEAD)?;
            }
            kept += count;
            left_out += missing;
            Ok(out.write_all(&text)?)
        })?;
    let code = summary.finish(out)?;
    left_out.warning().iter().for_each(|warning| note(warning));
    note(&format!("{} of {}", Grouped(kept), Several(summary.games.into(), "game")));
    Ok(code)
}

fn matches(game: &Replay, conditions: &ConditionArgs, position: Option<&Position>) -> bool {
    let ConditionArgs { tags, min_rating, max_rating, result, min_plies, max_plies, material, .. } =
        conditions;
    let plies = game.moves().len() as u32;
    let rated = |holds: &dyn Fn(u32) -> bool| game.ratings().iter().all(|rating| rating.is_some_and(holds));
    tags.iter().all(|condition| {
        game.tag(&condition.name).is_some_and(|value| match condition.is_part {
            true => value.contains(&condition.value),
            false => value == condition.value,
        })
    }) && min_rating.is_none_or(|least| rated(&|rating| rating >= least))
        && max_rating.is_none_or(|most| rated(&|rating| rating <= most))
        && result.is_none_or(|result| game.result == result)
        && min_plies.is_none_or(|least| plies >= least)
        && max_plies.is_none_or(|most| plies <= most)
        && position
            .is_none_or(|wanted| game.positions().iter().any(|position| position.key() == wanted.key()))
        && material.as_ref().is_none_or(|material| {
            let [one, other] = material.0;
            let has = |position: &Position, white, black| {
                counts(position, Color::White) == white && counts(position, Color::Black) == black
            };
            game.positions().iter().any(|position| has(position, one, other) || has(position, other, one))
        })
}

/// How many pieces of each type, pawns included, a side has.
fn counts(position: &Position, color: Color) -> [u32; 6] {
    // Kings first and pawns last, the usual order of material.
    PieceType::ALL.map(|kind| position.board().colored_pieces(color, kind).len())
}
