//! What an opening explorer counts of a game, for a `GROUP BY` on many machines.

use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, ListArray, NullBufferBuilder, StructArray, UInt16Builder, UInt64Builder,
};
use datafusion::arrow::buffer::OffsetBuffer;
use datafusion::arrow::datatypes::{DataType, Field, Fields};

use super::function::{Example, Function, needed, optional};
use super::games::{MAX_PLIES, integer, starts};
use super::kind::Kind;

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
