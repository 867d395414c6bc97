//! Counting the tree: perft, and the positions of a later ply.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use datafusion::arrow::array::{
    Array, Decimal128Builder, FixedSizeBinaryBuilder, ListArray, NullBufferBuilder, StructArray,
};
use datafusion::arrow::buffer::OffsetBuffer;
use datafusion::arrow::datatypes::{DECIMAL128_MAX_PRECISION, DataType, Decimal128Type, Field, Fields};
use philidor::binary::PackedPosition;
use philidor::perft::{Perft, Table, perft};
use philidor::{CastlingRooks, Position};

use super::board::same;
use super::fault::Fault;
use super::function::{Example, Function, POSITION, needed, optional};
use super::games::integer;
use super::kind::{COMPACT, Kind, WHOLE};

/// No deeper tree is ever counted, unless it hardly branches.
const MAX_DEPTH: u32 = 255;

/// No later ply fits into memory, unless the tree hardly branches.
const MAX_PLY: u32 = 64;

/// The largest number of 38 digits.
const MAX_COUNT: u128 = 10_u128.pow(DECIMAL128_MAX_PRECISION as u32) - 1;

/// A count in Arrow's type.
fn decimal(count: u128, position: &Position) -> Result<i128, Fault> {
    let fits = Some(count).filter(|&count| count <= MAX_COUNT).and_then(|count| i128::try_from(count).ok());
    fits.ok_or_else(|| Fault::TooManyDigits { fen: position.to_string() })
}

pub(super) static PERFT: Function = Function {
    name: "perft",
    parameters: &[POSITION, needed("depth", Kind::Number), optional("seed", Kind::Number)],
    returns: || WHOLE,
    about: "The leaves of the tree of legal moves, depth half-moves deep; with a seed, using a table of counted \
            positions whose keys come from the seed",
    examples: &[Example {
        call: "perft('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 3)",
        value: "97862",
    }],
    evaluate: |rows| {
        let (positions, depths) = (rows.positions(0)?, rows.integers(1)?);
        let seeds = if rows.has(2) { Some(rows.integers(2)?) } else { None };
        let counts = rows.numbers::<Decimal128Type>(|row| {
            let Some(position) = positions.get(row)? else { return Ok(None) };
            let Some(depth) = integer(depths, row, "the depth", MAX_DEPTH)? else { return Ok(None) };
            let Some(seeds) = seeds else { return decimal(perft(&position, depth), &position).map(Some) };
            let Some(seed) = integer(seeds, row, "the seed", u32::MAX)? else { return Ok(None) };
            decimal(perft_with_table(&position, depth, seed), &position).map(Some)
        })?;
        Ok(Arc::new(counts.with_data_type(WHOLE)))
    },
};

/// The bytes of the table of a thread.
const TABLE_BYTES: usize = 64 << 20;

/// What decides whether a table fits a position: the seed, and the homes of the castling rooks.
type TableOf = (u32, CastlingRooks);

thread_local! {
    /// The table that this thread used last. The rows of a call share it, and so do calls with the same seed.
    static TABLE: RefCell<Option<(TableOf, Table)>> = const { RefCell::new(None) };
}

/// Counts with a table whose keys come from a seed.
fn perft_with_table(position: &Position, depth: u32, seed: u32) -> u128 {
    let wanted = (seed, position.castling_rooks());
    TABLE.with_borrow_mut(|kept| {
        let known = kept.take().filter(|(known, _)| *known == wanted);
        let (_, table) = kept.insert(known.unwrap_or_else(|| (wanted, Table::new(TABLE_BYTES, seed.into()))));
        Perft::new().table(table).count(position, depth)
    })
}

/// The columns of the list of `expand`.
fn columns() -> Fields {
    Fields::from(vec![Field::new("position", COMPACT, false), Field::new("paths", WHOLE, false)])
}

pub(super) static EXPAND: Function = Function {
    name: "expand",
    parameters: &[POSITION, optional("plies", Kind::Number)],
    returns: || DataType::List(Arc::new(Field::new_list_field(DataType::Struct(columns()), true))),
    about: "The distinct positions a number of half-moves later, by default one, with the number of paths to each, \
            as without_clocks writes them",
    examples: &[
        Example { call: "cardinality(expand('4k3/8/8/8/8/8/8/4K3 w - - 0 1'))", value: "5" },
        Example {
            call: "cardinality(expand('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 3))",
            value: "5362",
        },
    ],
    evaluate: |rows| {
        let positions = rows.positions(0)?;
        let plies = if rows.has(1) { Some(rows.integers(1)?) } else { None };
        let mut bytes = FixedSizeBinaryBuilder::new(PackedPosition::BYTES as i32);
        let mut paths = Decimal128Builder::new().with_data_type(WHOLE);
        let (mut lengths, mut nulls) = (Vec::with_capacity(rows.count), NullBufferBuilder::new(rows.count));
        rows.each(
            |row| {
                let Some(position) = positions.get(row)? else { return Ok(None) };
                let plies = match plies {
                    Some(plies) => integer(plies, row, "plies", MAX_PLY)?,
                    None => Some(1),
                };
                plies.map(|plies| expand(&position, plies)).transpose()
            },
            |ply| {
                nulls.append(ply.is_some());
                let ply = ply.unwrap_or_default();
                lengths.push(ply.len());
                for (position, count) in ply {
                    bytes.append_value(position.to_bytes())?;
                    paths.append_value(count);
                }
                Ok(())
            },
        )?;
        let values =
            StructArray::try_new(columns(), vec![Arc::new(bytes.finish()), Arc::new(paths.finish())], None)?;
        let item = Arc::new(Field::new_list_field(values.data_type().clone(), true));
        let offsets = OffsetBuffer::from_lengths(lengths);
        Ok(Arc::new(ListArray::try_new(item, offsets, Arc::new(values), nulls.finish())?))
    },
};

/// The positions of a later ply in the order of their bytes, with their paths.
fn expand(position: &Position, plies: u32) -> Result<Vec<(PackedPosition, i128)>, Fault> {
    // Recurse with unpacked positions, since unpacking would cost more than it saves.
    let mut ply = BTreeMap::from([(same(position), (*position, 1_u128))]);
    for _ in 0..plies {
        let mut next = BTreeMap::new();
        for (parent, paths) in ply.values() {
            for mv in parent.legal_moves() {
                let child = parent.after(mv);
                let entry = next.entry(same(&child)).or_insert((child, 0_u128));
                entry.1 = entry.1.saturating_add(*paths);
            }
        }
        ply = next;
    }
    ply.into_iter().map(|(packed, (_, paths))| Ok((packed, decimal(paths, position)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor::perft::frontier;

    #[test]
    fn a_ply_has_the_positions_and_the_paths_of_the_library() {
        let start = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 5 9".parse().expect("a valid position");
        for plies in 0..=3 {
            let expanded = expand(&start, plies).expect("few paths");
            let mut expected: Vec<(PackedPosition, i128)> = frontier(&start, plies)
                .iter()
                .map(|(position, paths)| (position.pack(), paths as i128))
                .collect();
            expected.sort_unstable();
            assert_eq!(expanded, expected, "ply {plies}");
        }
    }

    #[test]
    fn a_count_of_more_than_38_digits_is_a_fault() {
        let start = Position::default();
        assert_eq!(decimal(MAX_COUNT, &start).ok(), Some(MAX_COUNT as i128));
        assert!(decimal(MAX_COUNT + 1, &start).is_err());
    }
}
