//! The statement that counts a unit.

use anyhow::{Context, ensure};
use datafusion::arrow::array::{AsArray, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Decimal128Type, Float64Type, Int64Type};
use datafusion::execution::FunctionRegistry;
use datafusion::functions_aggregate::expr_fn as functions;
use datafusion::logical_expr::cast;
use datafusion::prelude::{DataFrame, col, lit};

use super::engine::Engine;
use super::unit::{Unit, UnitCount};
use crate::ending::Ending;

/// Counts a unit; `None` if an interruption comes first.
pub(super) async fn count(unit: Unit, engine: &Engine) -> anyhow::Result<Option<UnitCount>> {
    if engine.interruption.has_come() {
        return Ok(None);
    }
    let mut answer = engine.answer(leaves(&unit, engine).await?).await?;
    let mut found = None;
    while let Some(batch) = answer.next().await.with_context(|| format!("unit {}", unit.number))? {
        found = read(&unit, &batch)?.or(found);
    }
    if answer.ending() == Ending::Interrupted {
        return Ok(None);
    }
    found.map(Some).with_context(|| format!("unit {} has no count", unit.number))
}

/// The statement, which counts the positions of the unit and the leaves below them.
async fn leaves(unit: &Unit, engine: &Engine) -> anyhow::Result<DataFrame> {
    let frame = engine.read(&unit.file).await?;
    let mut arguments = vec![col("position"), lit(unit.depth)];
    arguments.extend(unit.seed.map(lit));
    let leaves = col("paths") * engine.session.udf("perft")?.call(arguments);
    // A sum of decimal numbers wraps without a word; one of floating-point numbers shows that it did.
    let about = functions::sum(cast(leaves.clone(), DataType::Float64)).alias("about");
    let columns =
        vec![functions::count(lit(1)).alias("positions"), functions::sum(leaves).alias("nodes"), about];
    Ok(frame.aggregate(vec![], columns)?)
}

/// The most leaves that a unit may have: 38 digits, but for the error of a sum of floating-point numbers.
const MAX_LEAVES: f64 = 9.99e37;

/// Reads the only row of the answer. A unit without positions has no sum.
fn read(unit: &Unit, batch: &RecordBatch) -> anyhow::Result<Option<UnitCount>> {
    let row = || {
        let positions = batch.column(0).as_primitive_opt::<Int64Type>()?.iter().next()??;
        let nodes = batch.column(1).as_primitive_opt::<Decimal128Type>()?.iter().next()?;
        let about = batch.column(2).as_primitive_opt::<Float64Type>()?.iter().next()?;
        Some((u64::try_from(positions).ok()?, nodes.unwrap_or(0), about.unwrap_or(0.0)))
    };
    let Some((positions, nodes, about)) = row() else { return Ok(None) };
    ensure!(about <= MAX_LEAVES, "unit {}: the total has more than 38 digits", unit.number);
    Ok(Some(UnitCount { unit: unit.number, positions, nodes, seed: unit.seed }))
}
