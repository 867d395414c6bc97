//! Moves: which are legal, what they lead to, how they are written.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, ListBuilder, UInt16Builder};
use datafusion::arrow::datatypes::{DataType, UInt32Type};
use datafusion::common::Result;
use philidor::{CastlingMode, Move, Position};

use super::function::{Example, Function, POSITION, needed};
use super::kind::{COMPACT, Kind, digests};
use super::rows::Rows;

pub(super) static LEGAL_MOVES: Function = Function {
    name: "legal_moves",
    parameters: &[POSITION],
    returns: digests,
    about: "The legal moves, 16 bits each, as play, to_san and to_uci take them",
    examples: &[Example { call: "cardinality(legal_moves('7k/8/8/8/8/8/5q2/7K w - - 0 1'))", value: "0" }],
    evaluate: |rows| {
        let positions = rows.positions(0)?;
        let mut builder = ListBuilder::new(UInt16Builder::new());
        rows.each(
            |row| positions.ask(row, Position::legal_moves),
            |moves| {
                for &mv in moves.iter().flat_map(|moves| moves.iter()) {
                    builder.values().append_value(mv.digest().0);
                }
                builder.append(moves.is_some());
                Ok(())
            },
        )?;
        Ok(Arc::new(builder.finish()))
    },
};

pub(super) static LEGAL_MOVE_COUNT: Function = Function {
    name: "legal_move_count",
    parameters: &[POSITION],
    returns: || DataType::UInt32,
    about: "The number of legal moves",
    examples: &[Example {
        call: "legal_move_count('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')",
        value: "20",
    }],
    evaluate: |rows| {
        let positions = rows.positions(0)?;
        let counts = rows.numbers::<UInt32Type>(|row| positions.ask(row, Position::legal_move_count))?;
        Ok(Arc::new(counts))
    },
};

pub(super) static PLAY: Function = Function {
    name: "play",
    parameters: &[POSITION, needed("move", Kind::Move)],
    returns: || COMPACT,
    about: "The position after a move",
    examples: &[Example {
        call: "to_fen(play('4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'O-O'))",
        value: "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
    }],
    evaluate: |rows| {
        let (positions, moves) = (rows.positions(0)?, rows.moves(1)?);
        rows.positions_out(|row| {
            let Some(position) = positions.get(row)? else { return Ok(None) };
            let mv = moves.get(row, &position)?;
            Ok(mv.map(|mv| position.after(mv).pack()))
        })
    },
};

/// Writes each move of a column.
fn write(rows: &Rows<'_>, written: fn(&Position, Move) -> String) -> Result<ArrayRef> {
    let (positions, moves) = (rows.positions(0)?, rows.moves(1)?);
    rows.texts(|row| {
        let Some(position) = positions.get(row)? else { return Ok(None) };
        let mv = moves.get(row, &position)?;
        Ok(mv.map(|mv| written(&position, mv)))
    })
}

pub(super) static TO_SAN: Function = Function {
    name: "to_san",
    parameters: &[POSITION, needed("move", Kind::Move)],
    returns: || DataType::Utf8,
    about: "A move in SAN, as people write it",
    examples: &[Example { call: "to_san('4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'h1h8')", value: "Rh8+" }],
    evaluate: |rows| write(rows, |position, mv| position.san(mv).as_str().to_owned()),
};

pub(super) static TO_UCI: Function = Function {
    name: "to_uci",
    parameters: &[POSITION, needed("move", Kind::Move)],
    returns: || DataType::Utf8,
    about: "A move in UCI, as engines write it",
    examples: &[Example { call: "to_uci('4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'O-O')", value: "e1g1" }],
    evaluate: |rows| write(rows, |position, mv| position.uci(mv, CastlingMode::detect(position)).to_string()),
};
