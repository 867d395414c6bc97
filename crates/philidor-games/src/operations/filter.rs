//! The games that match, unchanged.

use std::io::Write;
use std::str::FromStr;

use philidor::pgn::GameResult;
use philidor::{Board, Color, PieceType, Position};
use philidor_host::Output;
use philidor_patterns::Search;

use super::pattern::has_pattern;
use crate::error::FileError;
use crate::forms::any::each_replay;
use crate::forms::form::Form;
use crate::forms::{binary, json};
use crate::parts::files::Files;
use crate::parts::form_position::FormPosition;
use crate::parts::left_out::LeftOut;
use crate::parts::part::Part;
use crate::parts::read_options::ReadOptions;
use crate::parts::replay::Replay;
use crate::parts::variants::{Game, with_game};
use crate::reading::files::{Summary, read_files, report_aside};
use crate::writing::unchanged::{self, OneForm};

/// Which games. Each condition that is given must hold.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// What tags must be.
    pub tags: Vec<TagCondition>,
    /// The least rating of both players.
    pub min_rating: Option<u32>,
    /// The greatest rating of both players.
    pub max_rating: Option<u32>,
    /// The result.
    pub result: Option<GameResult>,
    /// The least number of half-moves.
    pub min_plies: Option<u32>,
    /// The greatest number of half-moves.
    pub max_plies: Option<u32>,
    /// A position that the game reaches, with any clocks, and in a variant with any pockets and checks.
    pub position: Option<Position>,
    /// Pieces and pawns that are left at some point; either color may have either side.
    pub material: Option<Material>,
    /// Patterns, each of which is found at some ply; games of variants have none.
    pub patterns: Vec<Search>,
}

/// What the value of a tag must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagCondition {
    /// The name of the tag.
    pub name: String,
    /// The value, or a part of it.
    pub value: String,
    /// Whether the value need only occur in that of the tag.
    pub is_part: bool,
}

impl FromStr for TagCondition {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<TagCondition, &'static str> {
        let at = text.find(['=', '~']).filter(|&at| at > 0).ok_or("neither NAME=VALUE nor NAME~PART")?;
        let (name, value) = (text[..at].to_owned(), text[at + 1..].to_owned());
        Ok(TagCondition { name, value, is_part: text.as_bytes()[at] == b'~' })
    }
}

/// How many pieces of each type, pawns included, the two sides have, in the order `KQRBNP`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material(pub [[u32; 6]; 2]);

impl FromStr for Material {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Material, &'static str> {
        let mut sides = [[0; 6]; 2];
        let mut kings: usize = 0;
        for letter in text.chars() {
            let kind =
                "KQRBNP".find(letter.to_ascii_uppercase()).ok_or("a letter that is not one of KQRBNP")?;
            kings += usize::from(kind == 0);
            let side = kings.checked_sub(1).and_then(|side| sides.get_mut(side));
            side.ok_or("not two sides that begin with K, such as KRPKR")?[kind] += 1;
        }
        if kings == 2 { Ok(Material(sides)) } else { Err("not two sides that begin with K, such as KRPKR") }
    }
}

/// How the games that match are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterForm {
    /// In the form of their file.
    Unchanged,
    /// In the form of their file, unless that is binary, which a terminal does not show.
    UnchangedForTerminal,
    /// As JSON.
    Json,
}

/// What was filtered.
#[derive(Clone, Copy, Debug)]
pub struct Filtered {
    /// All games.
    pub summary: Summary,
    /// How many games match.
    pub kept: u128,
    /// What JSON has no place for.
    pub left_out: LeftOut,
}

/// Writes the games that match.
///
/// # Errors
///
/// The games cannot be written, or their files have different forms, which cannot be written as one.
pub fn filter(
    files: &Files,
    conditions: &Conditions,
    form: FilterForm,
    mut out: Output,
) -> Result<Filtered, FileError> {
    let json = form == FilterForm::Json;
    let make = |part: &Part<'_>| {
        let form = part.source.form;
        let made = (form, Vec::new(), 0, LeftOut::default());
        each_replay(part, made, |game, found, (_, kept, count, left_out)| {
            if !matches(game, conditions) {
                return;
            }
            *count += 1;
            if json {
                // Writing to a vector cannot fail.
                let _ = with_game!(game, game => json::write(game, kept));
                *left_out += game.left_out();
            } else {
                unchanged::push(part, found, Some(game), kept);
            }
        })
    };
    let (mut kept, mut forms, mut left_out): (u128, _, _) = (0, OneForm::default(), LeftOut::default());
    let summary =
        read_files(files, ReadOptions::new(files), make, report_aside, |(read, text, count, missing), _| {
            if !json && forms.is_first(read)? && read == Form::Binary {
                if form == FilterForm::UnchangedForTerminal {
                    return Err(FileError::BinaryForTerminal);
                }
                out.write_all(binary::HEAD)?;
            }
            kept += count;
            left_out += missing;
            Ok(out.write_all(&text)?)
        })?;
    summary.finish(out)?;
    Ok(Filtered { summary, kept, left_out })
}

fn matches(game: Game<'_>, conditions: &Conditions) -> bool {
    let Conditions {
        tags,
        min_rating,
        max_rating,
        result,
        min_plies,
        max_plies,
        position,
        material,
        patterns,
    } = conditions;
    let plies = game.plies() as u32;
    let rated = |holds: &dyn Fn(u32) -> bool| game.ratings().iter().all(|rating| rating.is_some_and(holds));
    tags.iter().all(|condition| {
        game.tag(&condition.name).is_some_and(|value| match condition.is_part {
            true => value.contains(&condition.value),
            false => value == condition.value,
        })
    }) && min_rating.is_none_or(|least| rated(&|rating| rating >= least))
        && max_rating.is_none_or(|most| rated(&|rating| rating <= most))
        && result.is_none_or(|result| game.result() == result)
        && min_plies.is_none_or(|least| plies >= least)
        && max_plies.is_none_or(|most| plies <= most)
        && position.as_ref().is_none_or(|wanted| with_game!(game, game => reaches(game, wanted)))
        && material.as_ref().is_none_or(|material| with_game!(game, game => comes_down_to(game, material)))
        && patterns.iter().all(|pattern| has_pattern(game, pattern))
}

/// Whether a game reaches a position, with any clocks and whatever a variant adds.
fn reaches<P: FormPosition>(game: &Replay<P>, wanted: &Position) -> bool {
    let key = wanted.key();
    game.positions().iter().any(|position| position.is_like(wanted, key))
}

/// Whether these pieces and pawns are left at some point.
fn comes_down_to<P: FormPosition>(game: &Replay<P>, material: &Material) -> bool {
    let [one, other] = material.0;
    let has = |position: &P, white, black| {
        counts(position.board(), Color::White) == white && counts(position.board(), Color::Black) == black
    };
    game.positions().iter().any(|position| has(position, one, other) || has(position, other, one))
}

/// How many pieces of each type, pawns included, a side has.
fn counts(board: &Board, color: Color) -> [u32; 6] {
    // Kings first and pawns last, the usual order of material.
    PieceType::ALL.map(|kind| board.colored_pieces(color, kind).len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_has_two_sides() {
        assert_eq!("KRPkr".parse(), Ok(Material([[1, 0, 1, 0, 0, 1], [1, 0, 1, 0, 0, 0]])));
        for wrong in ["", "K", "RKK", "KKK", "KXK"] {
            assert!(wrong.parse::<Material>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_condition_on_a_tag_has_a_name_and_a_value() {
        let condition = |text: &str| text.parse::<TagCondition>();
        assert_eq!(
            condition("White~Car=l").map(|tag| (tag.name, tag.value, tag.is_part)),
            Ok(("White".to_owned(), "Car=l".to_owned(), true))
        );
        assert!(condition("=x").is_err() && condition("White").is_err());
    }
}
