//! Moves: which are legal, what they lead to, how they are written.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, ListBuilder, PrimitiveArray, UInt16Builder};
use datafusion::arrow::datatypes::{DataType, UInt32Type};
use datafusion::common::Result;
use philidor::{Move, Position};

use super::function::{Example, Function, POSITION, needed};
use super::kind::{COMPACT, Kind, digests};
use super::rows::{Cell, Rows};

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
        Ok(Arc::new(legal_move_counts(rows, |row, block| positions.push(row, block), BLOCK)?))
    },
};

/// How many positions are counted at a time: enough to keep eight boards side by side, few enough to stay in the cache.
const BLOCK: usize = 256;

/// The number of legal moves of each row's position, eight boards at a time.
///
/// ```text
/// rows        p  p  null  p  fault  p  …        up to BLOCK
/// positions   p  p        p         p           without gaps, so that the boards fill their lanes
/// counts     20 31       29        17
/// array      20 31  null 29  null  17
/// ```
fn legal_move_counts(
    rows: &Rows<'_>,
    push: impl Fn(usize, &mut Vec<Position>) -> Cell<()>,
    block: usize,
) -> Result<PrimitiveArray<UInt32Type>> {
    let (mut counts, mut is_there) = (vec![0; rows.count], Vec::with_capacity(rows.count));
    let mut positions = Vec::with_capacity(block);
    for places in counts.chunks_mut(block) {
        let first = is_there.len();
        for row in first..first + places.len() {
            is_there.push(rows.settled(push(row, &mut positions))?.is_some());
        }
        let mut filled = places.iter_mut().zip(&is_there[first..]).filter(|(_, is_there)| **is_there);
        Position::legal_move_counts(&positions, |count| {
            if let Some((place, _)) = filled.next() {
                *place = count;
            }
        });
        positions.clear();
    }
    Ok(PrimitiveArray::try_new(counts.into(), Some(is_there.into()))?)
}

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
    evaluate: |rows| write(rows, |position, mv| position.to_san(mv).as_str().to_owned()),
};

pub(super) static TO_UCI: Function = Function {
    name: "to_uci",
    parameters: &[POSITION, needed("move", Kind::Move)],
    returns: || DataType::Utf8,
    about: "A move in UCI, as engines write it",
    examples: &[Example { call: "to_uci('4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'O-O')", value: "e1g1" }],
    evaluate: |rows| write(rows, |position, mv| position.to_uci(mv).to_string()),
};

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::Array;
    use datafusion::config::ConfigOptions;

    use super::super::fault::Fault;
    use super::super::rows::OnFault;
    use super::*;

    /// A position, a null or a fault for each row, in an irregular order.
    fn row(row: usize) -> Cell<Position> {
        let fens = [
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "7k/8/8/8/8/8/5q2/7K w - - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7",
        ];
        match row * row % 7 {
            0 => Ok(None),
            4 if row.is_multiple_of(3) => Err(Fault::Square("none".to_owned())),
            _ => Ok(Some(fens[row % 4].parse().expect("a valid position"))),
        }
    }

    fn pushed(number: usize, positions: &mut Vec<Position>) -> Cell<()> {
        Ok(row(number)?.map(|position| positions.push(position)))
    }

    #[test]
    fn counts_stand_where_their_positions_stood_however_long_a_block_is() {
        for count in [0, 1, 7, 8, 9, 100] {
            for block in [1, 2, 7, 8, 64, 256] {
                let settings = ConfigOptions::default();
                let rows =
                    |on_fault| Rows { name: "test", arrays: &[], count, on_fault, settings: &settings };
                let counts = legal_move_counts(&rows(OnFault::Null), pushed, block).expect("faults are null");
                assert_eq!(counts.len(), count);
                for index in 0..count {
                    let expected =
                        row(index).ok().flatten().map(|position| position.legal_moves().len() as u32);
                    let found = counts.is_valid(index).then(|| counts.value(index));
                    assert_eq!(found, expected, "row {index} of {count} in blocks of {block}");
                }
                let has_fault = (0..count).any(|index| row(index).is_err());
                assert_eq!(legal_move_counts(&rows(OnFault::Stop), pushed, block).is_err(), has_fault);
            }
        }
    }
}
