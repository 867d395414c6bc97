//! Whole games: a start and its moves.

use datafusion::arrow::datatypes::DataType;
use philidor::Position;

use super::fault::Fault;
use super::function::{Example, Function, needed, optional};
use super::kind::{COMPACT, Kind};
use super::rows::{Cell, Integers, Rows};

/// More plies than any game has.
pub(super) const MAX_PLIES: u32 = u16::MAX as u32;

/// Where the games of a column begin: at the optional argument with this number, or at the usual start. A null there
/// means the usual start, too, as in a table of games.
pub(super) fn starts<'a>(
    rows: &Rows<'a>,
    index: usize,
) -> datafusion::common::Result<impl Fn(usize) -> Result<Position, Fault> + use<'a>> {
    let given = if rows.has(index) { Some(rows.positions(index)?) } else { None };
    Ok(move |row| {
        let start = given.as_ref().map_or(Ok(None), |given| given.get(row))?;
        Ok(start.unwrap_or_default())
    })
}

pub(super) static POSITION_AT: Function = Function {
    name: "position_at",
    parameters: &[
        needed("moves", Kind::Moves),
        needed("ply", Kind::Number),
        optional("start", Kind::Position),
    ],
    returns: || COMPACT,
    about: "The position after ply half-moves of a game; null if the game is shorter",
    examples: &[
        Example {
            call: "to_fen(position_at('e4 e5 Nf3', 2))",
            value: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
        },
        Example {
            call: "to_fen(position_at('Kd2', 1, '4k3/8/8/8/8/8/8/4K3 w - - 0 1'))",
            value: "4k3/8/8/8/8/8/3K4/8 b - - 1 1",
        },
    ],
    evaluate: |rows| {
        let (games, plies, start) = (rows.games(0)?, rows.integers(1)?, starts(rows, 2)?);
        rows.positions_out(|row| {
            let Some(ply) = integer(plies, row, "ply", MAX_PLIES)? else { return Ok(None) };
            let mut played = 0;
            let last = games.play(row, start(row)?, ply as usize, |_, _| played += 1)?;
            Ok(last.filter(|_| played == ply).map(|position| position.pack()))
        })
    },
};

pub(super) static TO_PGN: Function = Function {
    name: "to_pgn",
    parameters: &[needed("moves", Kind::Moves), optional("start", Kind::Position)],
    returns: || DataType::Utf8,
    about: "The moves of a game in SAN with move numbers, as in PGN; a null start is the usual one",
    examples: &[
        Example { call: "to_pgn('e2e4 e7e5 g1f3')", value: "1. e4 e5 2. Nf3" },
        Example { call: "to_pgn('Ke7', '4k3/8/8/8/8/8/8/4K3 b - - 0 30')", value: "30... Ke7" },
        Example { call: "to_pgn('e4', NULL)", value: "1. e4" },
    ],
    evaluate: |rows| {
        let (games, start) = (rows.games(0)?, starts(rows, 1)?);
        rows.texts(|row| {
            let mut text = String::new();
            let last = games.play(row, start(row)?, usize::MAX, |position, mv| {
                let space = if text.is_empty() { "" } else { " " };
                let number = match position.side_to_move() {
                    philidor::Color::White => format!("{}. ", position.fullmove_number()),
                    philidor::Color::Black if text.is_empty() => {
                        format!("{}... ", position.fullmove_number())
                    }
                    philidor::Color::Black => String::new(),
                };
                text.push_str(space);
                text.push_str(&number);
                text.push_str(position.to_san(mv).as_str());
            })?;
            Ok(last.map(|_| text))
        })
    },
};

/// The whole number of a row, from 0 to a maximum.
pub(super) fn integer(numbers: Integers<'_>, row: usize, what: &'static str, most: u32) -> Cell<u32> {
    let Some(number) = numbers.get(row) else { return Ok(None) };
    let fits = u32::try_from(number).ok().filter(|&fits| fits <= most);
    fits.map(Some).ok_or(Fault::Number { what, number, most: most.into() })
}
