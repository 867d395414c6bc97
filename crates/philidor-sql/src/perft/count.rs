//! One unit: a file of the frontier, and the statement that counts it.

use std::path::PathBuf;

use anyhow::Context;
use datafusion::arrow::array::{AsArray, RecordBatch};
use datafusion::arrow::datatypes::{Decimal128Type, Int64Type};
use datafusion::execution::FunctionRegistry;
use datafusion::functions_aggregate::expr_fn::{count, sum};
use datafusion::prelude::{ParquetReadOptions, col, lit};

use super::Engine;
use super::folder::UnitCount;
use crate::ending::Ending;
use crate::query::Answer;

/// A unit to be counted.
pub(super) struct Unit {
    pub(super) number: u32,
    pub(super) file: PathBuf,
    /// How deep below the frontier.
    pub(super) depth: u32,
    /// For a second count: the seed of the keys of a table.
    pub(super) seed: Option<u32>,
}

impl Unit {
    /// Counts the unit; nothing if Ctrl-C comes first.
    pub(super) async fn count(self, engine: &Engine) -> anyhow::Result<Option<UnitCount>> {
        let session = &engine.session;
        let file = self.file.to_string_lossy();
        let frame = session.read_parquet(file.as_ref(), ParquetReadOptions::default()).await?;
        let mut arguments = vec![col("position"), lit(self.depth)];
        arguments.extend(self.seed.map(lit));
        let leaves = col("paths") * session.udf("perft")?.call(arguments);
        let frame =
            frame.aggregate(vec![], vec![count(lit(1)).alias("positions"), sum(leaves).alias("nodes")])?;
        let mut answer = Answer::begin_quietly(frame, engine.scheduler.as_deref()).await?;
        let mut found = None;
        while let Some(batch) = answer.next().await.with_context(|| format!("unit {}", self.number))? {
            found = self.read(&batch).or(found);
        }
        if answer.ending() == Ending::Interrupted {
            return Ok(None);
        }
        found.map(Some).with_context(|| format!("unit {} has no count", self.number))
    }

    /// The one row of the answer. A unit without positions has no sum.
    fn read(&self, batch: &RecordBatch) -> Option<UnitCount> {
        let positions = batch.column(0).as_primitive_opt::<Int64Type>()?.iter().next()??;
        let nodes = batch.column(1).as_primitive_opt::<Decimal128Type>()?.iter().next()?;
        let positions = u64::try_from(positions).ok()?;
        Some(UnitCount { unit: self.number, positions, nodes: nodes.unwrap_or(0), seed: self.seed })
    }
}
