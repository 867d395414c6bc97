//! Names of openings.

use datafusion::arrow::datatypes::DataType;
use philidor::Position;
use philidor::openings::Opening;

use super::function::{Example, Function, POSITION, needed, optional};
use super::games::starts;
use super::kind::Kind;
use super::rows::{Cell, Rows};

pub(super) static OPENING: Function = Function {
    name: "opening",
    parameters: &[POSITION],
    returns: || DataType::Utf8,
    about: "The name of the opening with this position, whatever moves led to it; null without one",
    examples: &[
        Example {
            call: "opening('r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3')",
            value: "Ruy Lopez",
        },
        Example { call: "opening('4k3/8/8/8/8/8/8/4K3 w - - 0 1') IS NULL", value: "true" },
    ],
    evaluate: |rows| {
        let positions = rows.positions(0)?;
        rows.texts(|row| {
            Ok(positions.ask(row, Position::opening)?.flatten().map(|opening| opening.to_string()))
        })
    },
};

pub(super) static ECO: Function = Function {
    name: "eco",
    parameters: &[POSITION],
    returns: || DataType::Utf8,
    about: "The ECO code of the opening with this position; null without one",
    examples: &[Example {
        call: "eco('r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3')",
        value: "C60",
    }],
    evaluate: |rows| {
        let positions = rows.positions(0)?;
        rows.texts(|row| {
            Ok(positions.ask(row, Position::opening)?.flatten().map(|opening| opening.eco().to_string()))
        })
    },
};

pub(super) static GAME_OPENING: Function = Function {
    name: "game_opening",
    parameters: &[needed("moves", Kind::Moves), optional("start", Kind::Position)],
    returns: || DataType::Utf8,
    about: "The opening of a game, by its last position that has a name; a null start is the usual one",
    examples: &[
        Example { call: "game_opening('e4 e5 Nf3 Nc6 Bb5 a6')", value: "Ruy Lopez: Morphy Defense" },
        Example { call: "game_opening('Nf3 Nc6 e4 e5 Bb5 h5')", value: "Ruy Lopez" },
    ],
    evaluate: |rows| {
        let opening = of_games(rows)?;
        rows.texts(|row| Ok(opening(row)?.map(|opening| opening.to_string())))
    },
};

pub(super) static GAME_ECO: Function = Function {
    name: "game_eco",
    parameters: &[needed("moves", Kind::Moves), optional("start", Kind::Position)],
    returns: || DataType::Utf8,
    about: "The ECO code of a game, by its last position that has a name; a null start is the usual one",
    examples: &[Example { call: "game_eco('e4 e5 Nf3 Nc6 Bb5 a6')", value: "C70" }],
    evaluate: |rows| {
        let opening = of_games(rows)?;
        rows.texts(|row| Ok(opening(row)?.map(|opening| opening.eco().to_string())))
    },
};

fn of_games<'a>(rows: &Rows<'a>) -> datafusion::common::Result<impl Fn(usize) -> Cell<Opening> + use<'a>> {
    let (games, start) = (rows.games(0)?, starts(rows, 1)?);
    Ok(move |row| {
        let mut deepest = None;
        let last = games.play(row, start(row)?, usize::MAX, |before, _| {
            deepest = before.opening().or(deepest);
        })?;
        Ok(last.and_then(|last| last.opening().or(deepest)))
    })
}
