//! What an opening explorer counts of a game, for a `GROUP BY` on many machines, and what the rows of its index say.

use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, BinaryBuilder, ListArray, NullBufferBuilder, StringArray, StringViewArray, StructArray,
    UInt16Array, UInt16Builder, UInt64Array, UInt64Builder,
};
use datafusion::arrow::buffer::OffsetBuffer;
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use philidor::GameResult;
use philidor::MoveDigest;
use philidor_explorer::bucket::GROUPS;
use philidor_explorer::row::{Entries, Entry, MAX_RATING};
use philidor_explorer::{CountedGame, Speed, joined};

use super::fault::Fault;
use super::function::{Example, Function, needed, optional};
use super::games::{MAX_PLIES, integer, starts};
use super::kind::Kind;
use super::rows::Integers;

/// The largest digest.
const MAX_DIGEST: u32 = u16::MAX as u32;

/// The columns of a list.
fn columns() -> Fields {
    vec![Field::new("key", DataType::UInt64, false), Field::new("move", DataType::UInt16, false)].into()
}

pub(super) static EXPLORER_PLIES: Function = Function {
    name: "explorer_plies",
    parameters: &[
        needed("moves", Kind::Moves),
        optional("plies", Kind::Number),
        optional("start", Kind::Position),
    ],
    returns: || DataType::List(Arc::new(Field::new_list_field(DataType::Struct(columns()), true))),
    about: "The keys of the positions of a game, each once, with the moves played there first; up to a number of \
            half-moves",
    examples: &[
        Example { call: "cardinality(explorer_plies('e4 e5 Nf3', 2))", value: "2" },
        Example { call: "cardinality(explorer_plies('Nf3 Nf6 Ng1 Ng8 Nc3'))", value: "4" },
        Example { call: "explorer_plies('e4')[1]['key'] = key(position_at('e4', 0))", value: "true" },
    ],
    evaluate: |rows| {
        let (games, start) = (rows.games(0)?, starts(rows, 2)?);
        let plies = if rows.has(1) { Some(rows.integers(1)?) } else { None };
        let (mut keys, mut moves) = (UInt64Builder::new(), UInt16Builder::new());
        let (mut lengths, mut nulls) = (Vec::with_capacity(rows.count), NullBufferBuilder::new(rows.count));
        rows.each(
            |row| {
                let most = match plies {
                    Some(plies) => integer(plies, row, "plies", MAX_PLIES)?,
                    None => Some(MAX_PLIES),
                };
                let Some(most) = most else { return Ok(None) };
                let mut played: Vec<(u64, u16)> = Vec::new();
                let last = games.play(row, start(row)?, most as usize, |position, mv| {
                    let key = position.key();
                    if played.iter().all(|&(other, _)| other != key) {
                        played.push((key, mv.digest().0));
                    }
                })?;
                Ok(last.map(|_| played))
            },
            |played| {
                nulls.append(played.is_some());
                let played = played.unwrap_or_default();
                lengths.push(played.len());
                for (key, mv) in played {
                    keys.append_value(key);
                    moves.append_value(mv);
                }
                Ok(())
            },
        )?;
        let values: Vec<ArrayRef> = vec![Arc::new(keys.finish()), Arc::new(moves.finish())];
        let values = StructArray::try_new(columns(), values, None)?;
        let field = Arc::new(Field::new_list_field(DataType::Struct(columns()), true));
        let offsets = OffsetBuffer::from_lengths(lengths);
        Ok(Arc::new(ListArray::try_new(field, offsets, Arc::new(values), nulls.finish())?))
    },
};

pub(super) static EXPLORER_ROW: Function = Function {
    name: "explorer_row",
    parameters: &[
        needed("digest", Kind::Number),
        needed("number", Kind::Number),
        needed("result", Kind::Word),
        needed("white_rating", Kind::Number),
        needed("black_rating", Kind::Number),
        needed("date", Kind::Word),
        needed("time_control", Kind::Word),
    ],
    returns: || DataType::Binary,
    about: "The row of an explorer's index for a position in which a game first had this move, of that game alone, which \
            has this number; null without a result",
    examples: &[
        Example {
            call: "explorer_row(0, 7, '1-0', 1600, 1700, '2024.10.31', '300+3') = x'0000a2d266903307'",
            value: "true",
        },
        Example { call: "explorer_row(0, 7, '*', 0, 0, '', '') IS NULL", value: "true" },
    ],
    evaluate: |rows| {
        let (digests, numbers, results) = (rows.integers(0)?, rows.integers(1)?, rows.words(2)?);
        let ratings = [rows.integers(3)?, rows.integers(4)?];
        let texts = [rows.words(5)?, rows.words(6)?];
        let mut builder = BinaryBuilder::new();
        rows.each(
            |row| {
                let valid =
                    |words: &StringViewArray| words.is_valid(row).then(|| words.value(row).to_owned());
                // A rating below 0 is as good as none.
                let rating =
                    |numbers: Integers<'_>| Some(numbers.get(row)?.clamp(0, MAX_RATING.into()) as u16);
                let (Some(digest), Some(number)) =
                    (integer(digests, row, "digest", MAX_DIGEST)?, numbers.get(row))
                else {
                    return Ok(None);
                };
                let beyond = |_| Fault::Number { what: "number", number, most: u64::MAX };
                let number = u64::try_from(number).map_err(beyond)?;
                let (Some(result), [Some(date), Some(time_control)], [Some(white), Some(black)]) =
                    (valid(results), texts.map(valid), ratings.map(rating))
                else {
                    return Ok(None);
                };
                let result = GameResult::from_bytes(result.as_bytes()).ok_or(Fault::Result(result))?;
                let (date, time_control) = (date.as_str(), time_control.as_str());
                let game = CountedGame { number, result, ratings: [white, black], date, time_control };
                Ok(game.row(MoveDigest(digest as u16)))
            },
            |row| {
                builder.append_option(row);
                Ok(())
            },
        )?;
        Ok(Arc::new(builder.finish()))
    },
};

pub(super) static EXPLORER_JOIN: Function = Function {
    name: "explorer_join",
    parameters: &[needed("rows", Kind::ByteList)],
    returns: || DataType::Binary,
    about: "Rows of an explorer's index for one position as one row: `explorer_join(array_agg(row))`",
    examples: &[Example {
        call: "explorer_moves(explorer_join([x'0000a2d266903307', x'0000a2d266903308']))[1]['white']",
        value: "2",
    }],
    evaluate: |rows| {
        let (lists, values) = rows.byte_lists(0)?;
        let mut builder = BinaryBuilder::new();
        rows.each(
            |row| {
                if lists.is_null(row) {
                    return Ok(None);
                }
                let (first, length) = (lists.value_offsets()[row] as usize, lists.value_length(row) as usize);
                let all =
                    (first..first + length).filter(|&at| values.is_valid(at)).map(|at| values.value(at));
                let damaged = || Fault::ExplorerRow(all.clone().flatten().copied().collect());
                joined(all.clone()).map(Some).ok_or_else(damaged)
            },
            |row| {
                builder.append_option(row);
                Ok(())
            },
        )?;
        Ok(Arc::new(builder.finish()))
    },
};

/// The columns of a move with its group of ratings, speed and month.
fn entry_columns() -> Fields {
    let column = Field::new;
    vec![
        column("move", DataType::UInt16, false),
        column("group", DataType::UInt16, true),
        column("speed", DataType::Utf8, true),
        column("month", DataType::Utf8, true),
        column("white", DataType::UInt64, false),
        column("draws", DataType::UInt64, false),
        column("black", DataType::UInt64, false),
        column("ratings", DataType::UInt64, false),
    ]
    .into()
}

pub(super) static EXPLORER_MOVES: Function = Function {
    name: "explorer_moves",
    parameters: &[needed("row", Kind::Bytes)],
    returns: || DataType::List(Arc::new(Field::new_list_field(DataType::Struct(entry_columns()), true))),
    about: "The moves in a row of positions-*/*.parquet of an explorer's index: each with the lowest rating of its group, \
            speed and month (null where they are unknown), results, and the sum of the ratings of both players",
    examples: &[
        Example { call: "explorer_moves(x'0000a2d266903307')[1]['group']", value: "1600" },
        Example { call: "explorer_moves(x'0000a2d266903307')[1]['white']", value: "1" },
        Example { call: "explorer_moves(x'0000a2d266903307')[1]['month'] = '2024-10'", value: "true" },
        Example { call: "cardinality(explorer_moves(x'0000a2d266903307'))", value: "1" },
    ],
    evaluate: |rows| {
        let bytes = rows.bytes(0)?;
        let mut all: Vec<Entry> = Vec::new();
        let (mut lengths, mut nulls) = (Vec::with_capacity(rows.count), NullBufferBuilder::new(rows.count));
        rows.each(
            |row| {
                if bytes.is_null(row) {
                    return Ok(None);
                }
                let mut entries = Entries::new(bytes.value(row));
                let found: Vec<Entry> = entries.by_ref().collect();
                if entries.is_damaged() {
                    Err(Fault::ExplorerRow(bytes.value(row).to_vec()))
                } else {
                    Ok(Some(found))
                }
            },
            |found| {
                nulls.append(found.is_some());
                let found = found.unwrap_or_default();
                lengths.push(found.len());
                all.extend(found);
                Ok(())
            },
        )?;
        let group = |entry: &Entry| {
            let group = GROUPS.get(usize::from(entry.bucket.group())).copied();
            group.filter(|_| entry.bucket.is_rated())
        };
        let speed =
            |entry: &Entry| Speed::NAMED.get(usize::from(entry.bucket.speed())).map(|speed| speed.name());
        let month = |entry: &Entry| entry.month.is_known().then(|| entry.month.to_string());
        let counts = |of: fn(&Entry) -> u64| -> ArrayRef {
            Arc::new(UInt64Array::from_iter_values(all.iter().map(of)))
        };
        let values: Vec<ArrayRef> = vec![
            Arc::new(UInt16Array::from_iter_values(all.iter().map(|entry| entry.digest.0))),
            Arc::new(all.iter().map(group).collect::<UInt16Array>()),
            Arc::new(all.iter().map(speed).collect::<StringArray>()),
            Arc::new(all.iter().map(month).collect::<StringArray>()),
            counts(|entry| entry.tally.white),
            counts(|entry| entry.tally.draws),
            counts(|entry| entry.tally.black),
            counts(|entry| entry.tally.ratings),
        ];
        let values = StructArray::try_new(entry_columns(), values, None)?;
        let field = Arc::new(Field::new_list_field(DataType::Struct(entry_columns()), true));
        let offsets = OffsetBuffer::from_lengths(lengths);
        Ok(Arc::new(ListArray::try_new(field, offsets, Arc::new(values), nulls.finish())?))
    },
};
