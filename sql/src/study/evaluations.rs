//! Lichess's evaluations (database.lichess.org, `lichess_db_eval.jsonl.zst`): a line of JSON for each position.
//!
//! ```text
//! {"fen":"… w - -","evals":[{"pvs":[{"cp":311,"line":"g2e4 f7f5"},{"mate":-4,"line":"…"}],"knodes":206765,"depth":36}]}
//!   │                 │       └ pv 1                            └ pv 2
//!   └ key, position   └ evaluation 1, with its depth and thousands of nodes
//! ```
//!
//! A row per variation. Scores are from White's point of view, as in the file; castling may have either form of UCI.

use std::sync::Arc;

use anyhow::Result;
use arrow::array::{ArrayRef, BinaryBuilder, Int32Builder, Int64Builder, UInt16Builder};
use arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use serde::Deserialize;

use super::rows::{Positions, Table, played, position};

#[derive(Deserialize)]
struct Record {
    fen: String,
    evals: Vec<Evaluation>,
}

#[derive(Deserialize)]
struct Evaluation {
    pvs: Vec<Variation>,
    knodes: i64,
    depth: i32,
}

#[derive(Deserialize)]
struct Variation {
    cp: Option<i32>,
    mate: Option<i32>,
    line: String,
}

/// A growing table of evaluations.
#[derive(Default)]
pub(super) struct Evaluations {
    positions: Positions,
    evaluations: Int32Builder,
    depths: Int32Builder,
    knodes: Int64Builder,
    pvs: Int32Builder,
    centipawns: Int32Builder,
    mates: Int32Builder,
    moves: UInt16Builder,
    lines: BinaryBuilder,
}

impl Table for Evaluations {
    const NAME: &'static str = "evaluations";
    const ROW: &'static str = "variation";
    const HEADER: Option<&'static str> = None;

    fn new(_: &str) -> Result<Evaluations, String> {
        Ok(Evaluations::default())
    }

    fn schema() -> SchemaRef {
        let [key, position] = Positions::fields();
        let whole = |name, data_type| Field::new(name, data_type, false);
        Arc::new(Schema::new(vec![
            key,
            position,
            whole("evaluation", DataType::Int32),
            whole("depth", DataType::Int32),
            whole("knodes", DataType::Int64),
            whole("pv", DataType::Int32),
            Field::new("centipawns", DataType::Int32, true),
            Field::new("mate", DataType::Int32, true),
            Field::new("move", DataType::UInt16, true),
            whole("line", DataType::Binary),
        ]))
    }

    fn take(&mut self, line: &str) -> Result<(), String> {
        let record: Record = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let position = position(&record.fen)?;
        // Read all variations before adding any, so a bad one leaves nothing of its record behind.
        let lines = record.evals.iter().flat_map(|evaluation| &evaluation.pvs);
        let lines = lines.map(|pv| played(&position, &pv.line)).collect::<Result<Vec<_>, _>>()?;
        let mut lines = lines.into_iter();
        for (evaluation, number) in record.evals.iter().zip(1..) {
            for (pv, place) in evaluation.pvs.iter().zip(1..) {
                let line = lines.next().unwrap_or_default();
                self.positions.push(&position);
                self.evaluations.append_value(number);
                self.depths.append_value(evaluation.depth);
                self.knodes.append_value(evaluation.knodes);
                self.pvs.append_value(place);
                self.centipawns.append_option(pv.cp);
                self.mates.append_option(pv.mate);
                self.moves.append_option(line.first_chunk().map(|&first| u16::from_le_bytes(first)));
                self.lines.append_value(line);
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<ArrayRef>> {
        let [key, position] = self.positions.finish()?;
        Ok(vec![
            key,
            position,
            Arc::new(self.evaluations.finish()),
            Arc::new(self.depths.finish()),
            Arc::new(self.knodes.finish()),
            Arc::new(self.pvs.finish()),
            Arc::new(self.centipawns.finish()),
            Arc::new(self.mates.finish()),
            Arc::new(self.moves.finish()),
            Arc::new(self.lines.finish()),
        ])
    }
}
