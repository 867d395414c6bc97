//! The statement that counts a unit.

use anyhow::Context;
use datafusion::arrow::array::{AsArray, RecordBatch};
use datafusion::arrow::datatypes::{Decimal128Type, Int64Type};
use datafusion::execution::FunctionRegistry;
use datafusion::functions_aggregate::expr_fn as functions;
use datafusion::prelude::{DataFrame, ParquetReadOptions, col, lit};

use super::engine::Engine;
use super::unit::{Unit, UnitCount};
use crate::ending::Ending;
use crate::query::Answer;

/// Counts a unit; `None` if Ctrl-C comes first.
pub(super) async fn count(unit: Unit, engine: &Engine) -> anyhow::Result<Option<UnitCount>> {
    let frame = leaves(&unit, engine).await?;
    let mut answer = Answer::begin_quietly(frame, engine.scheduler.as_deref()).await?;
    let mut found = None;
    while let Some(batch) = answer.next().await.with_context(|| format!("unit {}", unit.number))? {
        found = read(&unit, &batch).or(found);
    }
    if answer.ending() == Ending::Interrupted {
        return Ok(None);
    }
    found.map(Some).with_context(|| format!("unit {} has no count", unit.number))
}

/// The statement, which counts the positions of the unit and the leaves below them.
async fn leaves(unit: &Unit, engine: &Engine) -> anyhow::Result<DataFrame> {
    let session = &engine.session;
    let file = unit.file.to_string_lossy();
    let frame = session.read_parquet(file.as_ref(), ParquetReadOptions::default()).await?;
    let mut arguments = vec![col("position"), lit(unit.depth)];
    arguments.extend(unit.seed.map(lit));
    let leaves = col("paths") * session.udf("perft")?.call(arguments);
    let columns = vec![functions::count(lit(1)).alias("positions"), functions::sum(leaves).alias("nodes")];
    Ok(frame.aggregate(vec![], columns)?)
}

/// Reads the only row of the answer. A unit without positions has no sum.
fn read(unit: &Unit, batch: &RecordBatch) -> Option<UnitCount> {
    let positions = batch.column(0).as_primitive_opt::<Int64Type>()?.iter().next()??;
    let nodes = batch.column(1).as_primitive_opt::<Decimal128Type>()?.iter().next()?;
    let positions = u64::try_from(positions).ok()?;
    Some(UnitCount { unit: unit.number, positions, nodes: nodes.unwrap_or(0), seed: unit.seed })
}
