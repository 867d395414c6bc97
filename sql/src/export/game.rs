//! One row of the table of games, written as a game in export format.

use std::fmt::Write;

use anyhow::{Context, Result};
use arrow::array::{Array, ArrayRef, AsArray, BinaryArray, Int64Array, ListArray, RecordBatch, StructArray};
use arrow::datatypes::{Int32Type, Int64Type, UInt8Type, UInt32Type};
use philidor_explorer::moves;
use philidor_pgn::{Eval, EvalScore, GameResult, GameTree, NodeId};

use crate::import::{COLUMNS, RESULT, below_tags, duration, start, written};

/// Rows of the table of games.
pub(super) struct Games<'a> {
    rows: &'a RecordBatch,
    ids: &'a Int64Array,
    moves: &'a BinaryArray,
    start_fens: &'a ArrayRef,
    clocks: &'a ListArray,
    evals: &'a ListArray,
    nags: &'a ListArray,
    annotated: &'a ArrayRef,
    tags: &'a ListArray,
}

impl<'a> Games<'a> {
    /// The rows, which must have the columns of an import.
    pub(super) fn of(rows: &'a RecordBatch) -> Result<Games<'a>> {
        let column =
            |name: &str| rows.column_by_name(name).with_context(|| format!("there is no column {name}"));
        let list =
            |name: &str| column(name)?.as_list_opt().with_context(|| format!("column {name} is not a list"));
        Ok(Games {
            rows,
            ids: column("id")?.as_primitive_opt::<Int64Type>().context("column id is not a number")?,
            moves: column("moves")?.as_binary_opt().context("column moves is not bytes")?,
            start_fens: column("start_fen")?,
            clocks: list("clocks")?,
            evals: list("evaluations")?,
            nags: list("nags")?,
            annotated: column("annotated_movetext")?,
            tags: list("tags")?,
        })
    }

    pub(super) fn id(&self, row: usize) -> i64 {
        self.ids.value(row)
    }

    /// Writes the game of a row, followed by an empty line.
    pub(super) fn write(&self, row: usize, out: &mut String) -> Result<()> {
        self.write_tags(row, out)?;
        out.push('\n');
        let annotated =
            self.annotated.as_string_opt::<i32>().context("column annotated_movetext is not text")?;
        if annotated.is_valid(row) {
            out.push_str(annotated.value(row));
        } else {
            out.push_str(below_tags(&self.tree(row)?.to_string()));
        }
        out.push_str("\n\n");
        Ok(())
    }

    /// The tags: those with columns, unless `tags` has their original text; the start; the others.
    fn write_tags(&self, row: usize, out: &mut String) -> Result<()> {
        let others = self.others(row)?;
        let is_other = |name: &str| others.iter().any(|other| other.0 == name);
        for (column, (name, _)) in COLUMNS.into_iter().enumerate() {
            if let Some(text) = written(self.rows, column, row).filter(|_| !is_other(name)) {
                write_tag(name, &text, out);
            }
        }
        let start_fens = self.start_fens.as_string_opt::<i32>().context("column start_fen is not text")?;
        if start_fens.is_valid(row) {
            if !is_other("SetUp") {
                write_tag("SetUp", "1", out);
            }
            if !is_other("FEN") {
                write_tag("FEN", start_fens.value(row), out);
            }
        }
        others.iter().for_each(|(name, text)| write_tag(name, text, out));
        Ok(())
    }

    fn others(&self, row: usize) -> Result<Vec<(String, String)>> {
        let Some(tags) = elements(self.tags, row)? else { return Ok(Vec::new()) };
        let column = |name: &str| {
            let column = tags.column_by_name(name).and_then(|column| column.as_string_opt::<i32>());
            column.with_context(|| format!("tags have no {name}"))
        };
        let (names, values) = (column("name")?, column("value")?);
        Ok((0..tags.len()).map(|tag| (names.value(tag).to_owned(), values.value(tag).to_owned())).collect())
    }

    /// The moves, with what the columns say about them.
    fn tree(&self, row: usize) -> Result<GameTree> {
        let mut tree = moves::tree(start(self.start_fens, row)?, moves::digests(self.moves.value(row)))?;
        let nodes: Vec<NodeId> = tree.main_line().collect();
        self.add_clocks(row, &nodes, &mut tree)?;
        self.add_evals(row, &nodes, &mut tree)?;
        self.add_nags(row, &nodes, &mut tree)?;
        let result = written(self.rows, RESULT, row);
        tree.result = result.and_then(|text| GameResult::from_bytes(text.as_bytes())).unwrap_or_default();
        Ok(tree)
    }

    fn add_clocks(&self, row: usize, nodes: &[NodeId], tree: &mut GameTree) -> Result<()> {
        if self.clocks.is_null(row) {
            return Ok(());
        }
        let clocks = self.clocks.value(row);
        let clocks =
            clocks.as_primitive_opt::<Int32Type>().context("column clocks is not a list of numbers")?;
        for (&node, clock) in nodes.iter().zip(clocks) {
            if let Some(remarks) = tree.remarks_mut(node) {
                remarks.comment.clock = clock.map(duration);
            }
        }
        Ok(())
    }

    fn add_evals(&self, row: usize, nodes: &[NodeId], tree: &mut GameTree) -> Result<()> {
        let Some(evals) = elements(self.evals, row)? else { return Ok(()) };
        let number = |name: &str| {
            let column = evals.column_by_name(name).and_then(|column| column.as_primitive_opt::<Int32Type>());
            column.with_context(|| format!("evaluations have no {name}"))
        };
        let (centipawns, mates) = (number("centipawns")?, number("mate")?);
        let depths = evals.column_by_name("depth").and_then(|column| column.as_primitive_opt::<UInt32Type>());
        let depths = depths.context("evaluations have no depth")?;
        for (&node, index) in nodes.iter().zip(0..evals.len()) {
            let centipawns =
                centipawns.is_valid(index).then(|| EvalScore::Centipawns(centipawns.value(index)));
            let mate = mates.is_valid(index).then(|| EvalScore::Mate(mates.value(index)));
            let depth = depths.is_valid(index).then(|| depths.value(index));
            if let (Some(score), Some(remarks)) = (centipawns.or(mate), tree.remarks_mut(node)) {
                remarks.comment.eval = Some(Eval { score, depth });
            }
        }
        Ok(())
    }

    fn add_nags(&self, row: usize, nodes: &[NodeId], tree: &mut GameTree) -> Result<()> {
        let Some(nags) = elements(self.nags, row)? else { return Ok(()) };
        let plies = nags.column_by_name("ply").and_then(|column| column.as_primitive_opt::<Int32Type>());
        let numbers = nags.column_by_name("nag").and_then(|column| column.as_primitive_opt::<UInt8Type>());
        let (plies, numbers) = plies.zip(numbers).context("nags have no ply or no nag")?;
        for (&ply, &nag) in plies.values().iter().zip(numbers.values()) {
            let node = usize::try_from(ply).ok().and_then(|ply| nodes.get(ply.checked_sub(1)?));
            if let Some(remarks) = node.and_then(|&node| tree.remarks_mut(node)) {
                remarks.nags.push(nag);
            }
        }
        Ok(())
    }
}

/// The elements of the list of a row, which are structures; `None` if the list is null.
fn elements(lists: &ListArray, row: usize) -> Result<Option<StructArray>> {
    if lists.is_null(row) {
        return Ok(None);
    }
    lists.value(row).as_struct_opt().cloned().map(Some).context("a list has elements of the wrong type")
}

/// A tag on a line, with quotes and backslashes escaped.
fn write_tag(name: &str, text: &str, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "[{name} \"");
    for character in text.chars() {
        if matches!(character, '"' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
    out.push_str("\"]\n");
}
