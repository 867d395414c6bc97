//! The frontier: the distinct positions of a ply, made by `expand` and `GROUP BY`, ply after ply.
//!
//! Each ply is a file that the next statement reads; the last one is dealt to the units, position by position, so that
//! no unit gets all the large trees.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, ensure};
use datafusion::arrow::array::{AsArray, Decimal128Array, FixedSizeBinaryArray, RecordBatch, UInt64Array};
use datafusion::arrow::compute::take_record_batch;
use datafusion::arrow::datatypes::{DataType, Decimal128Type, Field, Schema, SchemaRef};
use datafusion::execution::FunctionRegistry;
use datafusion::functions_aggregate::expr_fn::sum;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::file::properties::WriterProperties;
use datafusion::prelude::{DataFrame, Expr, col};
use philidor::Position;
use philidor_host::progress;

use super::engine::Engine;
use super::folder::{Folder, Plan};
use crate::ending::Ending;
use crate::functions::without_clocks;
use crate::row_groups::RowGroups;

/// The number of positions in the first row groups, the least that a worker can take from a file.
const ROWS_IN_GROUP: usize = 256;

/// The most paths to all positions of a ply that has a next one: 38 digits.
const MAX_PATHS: i128 = 10_i128.pow(38) - 1;

/// Makes the frontier and writes it to the units of the folder.
pub(super) async fn make(
    engine: &Engine,
    start: &Position,
    folder: &mut Folder,
    plan: &Plan,
) -> anyhow::Result<Ending> {
    let bar = progress::bar(Some(plan.plies.into()), "{wide_bar} ply {pos} of {len}  {elapsed}, {eta} to go");
    let first = folder.file("ply-0.parquet");
    let mut ply = first.clone();
    let mut writer = writer(&first)?;
    writer.write(&root(start)?)?;
    writer.close()?;
    for number in 1..plan.plies {
        let next = folder.file(&format!("ply-{number}.parquet"));
        let (mut file, mut paths) = (self::writer(&next)?, Paths { ply: number, total: 0 });
        let mut answer = engine.answer(expanded(engine, &ply).await?).await?;
        while let Some(batch) = answer.next().await? {
            let batch = conform(&batch)?;
            paths.add(&batch)?;
            file.write(&batch)?;
        }
        if answer.ending() == Ending::Interrupted {
            return Ok(Ending::Interrupted);
        }
        file.close()?;
        fs::remove_file(&ply)?;
        ply = next;
        bar.inc(1);
    }
    let frame = if plan.plies == 0 { engine.read(&ply).await? } else { expanded(engine, &ply).await? };
    let mut answer = engine.answer(frame).await?;
    let mut units = Units::create(folder, plan.units)?;
    while let Some(batch) = answer.next().await? {
        units.deal(&conform(&batch)?)?;
    }
    if answer.ending() == Ending::Interrupted {
        return Ok(Ending::Interrupted);
    }
    let positions = units.finish(folder)?;
    fs::remove_file(&ply)?;
    folder.frontier_made(positions)?;
    bar.finish_and_clear();
    Ok(Ending::Done)
}

/// The columns of a frontier.
fn schema() -> SchemaRef {
    Arc::new(Schema::new(vec![
        Field::new("position", DataType::FixedSizeBinary(32), false),
        Field::new("paths", DataType::Decimal128(38, 0), false),
    ]))
}

/// The same columns with the names and types of a frontier, whichever of them the engine calls nullable.
fn conform(batch: &RecordBatch) -> anyhow::Result<RecordBatch> {
    Ok(RecordBatch::try_new(schema(), batch.columns().to_vec())?)
}

/// Ply 0: one position, one path.
fn root(start: &Position) -> anyhow::Result<RecordBatch> {
    let position = FixedSizeBinaryArray::try_from_iter([without_clocks(start).to_bytes()].into_iter())?;
    let paths = Decimal128Array::from_iter_values([1]).with_data_type(DataType::Decimal128(38, 0));
    Ok(RecordBatch::try_new(schema(), vec![Arc::new(position), Arc::new(paths)])?)
}

/// The next ply of a file: in SQL `SELECT child.position, sum(paths * child.paths) … unnest(expand(position)) AS child
/// … GROUP BY child.position`.
async fn expanded(engine: &Engine, file: &Path) -> anyhow::Result<DataFrame> {
    let expand = engine.session.udf("expand")?;
    let children = engine
        .read(file)
        .await?
        .select(vec![col("paths").alias("before"), expand.call(vec![col("position")]).alias("child")])?
        .unnest_columns(&["child"])?
        .select(vec![child("position").alias("position"), (col("before") * child("paths")).alias("paths")])?;
    Ok(children.aggregate(vec![col("position")], vec![sum(col("paths")).alias("paths")])?)
}

fn child(name: &str) -> Expr {
    datafusion::functions::core::expr_fn::get_field(col("child"), name)
}

/// The paths to all positions of a ply together. The engine's sums wrap without a word; while this one has 38 digits,
/// those of the next ply do not, since no position there has more paths than all of these.
struct Paths {
    ply: u32,
    total: i128,
}

impl Paths {
    /// Adds those of some positions.
    fn add(&mut self, batch: &RecordBatch) -> anyhow::Result<()> {
        let paths =
            batch.column(1).as_primitive_opt::<Decimal128Type>().context("a frontier has no paths")?;
        let total = paths.values().iter().fold(self.total, |total, &paths| total.saturating_add(paths));
        ensure!(total <= MAX_PATHS, "ply {} has more paths than 38 digits can count", self.ply);
        self.total = total;
        Ok(())
    }
}

/// A file of a frontier, with one row group.
fn writer(path: &Path) -> anyhow::Result<ArrowWriter<File>> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_row_count(Some(usize::MAX))
        .build();
    Ok(ArrowWriter::try_new(File::create(path)?, schema(), Some(properties))?)
}

/// The files of all units, to which positions are dealt.
struct Units {
    files: Vec<RowGroups<File>>,
    /// How many positions have been dealt.
    dealt: u64,
}

impl Units {
    fn create(folder: &Folder, units: u32) -> anyhow::Result<Units> {
        let file = |unit| Ok(RowGroups::new(writer(&folder.unit_file(unit))?, ROWS_IN_GROUP));
        Ok(Units { files: (0..units).map(file).collect::<anyhow::Result<_>>()?, dealt: 0 })
    }

    /// Deals the positions one by one, like cards.
    fn deal(&mut self, batch: &RecordBatch) -> anyhow::Result<()> {
        let players = self.files.len() as u64;
        let rows = batch.num_rows() as u64;
        for (player, file) in (0..).zip(&mut self.files) {
            let first = (player + players - self.dealt % players) % players;
            let hand: UInt64Array = (first..rows).step_by(players as usize).collect::<Vec<u64>>().into();
            if !hand.is_empty() {
                file.write(&take_record_batch(batch, &hand)?)?;
            }
        }
        self.dealt += rows;
        Ok(())
    }

    /// Completes all files, and returns the number of positions.
    fn finish(self, folder: &Folder) -> anyhow::Result<u64> {
        for file in self.files {
            let file = file.finish()?;
            if folder.is_kept() {
                file.sync_all()?;
            }
        }
        Ok(self.dealt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of a frontier with these paths.
    fn rows(paths: &[i128]) -> RecordBatch {
        let position = without_clocks(&Position::default()).to_bytes();
        let positions =
            FixedSizeBinaryArray::try_from_iter(paths.iter().map(|_| position)).expect("positions");
        let paths = Decimal128Array::from_iter_values(paths.iter().copied());
        let paths = paths.with_data_type(DataType::Decimal128(38, 0));
        RecordBatch::try_new(schema(), vec![Arc::new(positions), Arc::new(paths)]).expect("rows")
    }

    /// From a ply with more, the engine would make another one whose sums have wrapped.
    #[test]
    fn a_ply_with_more_paths_than_a_column_can_count_is_refused() {
        let mut paths = Paths { ply: 46, total: 0 };
        paths.add(&rows(&[MAX_PATHS - 3, 1])).expect("38 digits");
        paths.add(&rows(&[2])).expect("38 digits");
        let error = paths.add(&rows(&[1])).expect_err("39 digits");
        assert_eq!(error.to_string(), "ply 46 has more paths than 38 digits can count");
        assert!(Paths { ply: 1, total: MAX_PATHS }.add(&rows(&[i128::MAX])).is_err(), "it does not wrap");
    }
}
