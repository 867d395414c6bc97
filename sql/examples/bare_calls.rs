//! What a chess function costs in SQL beyond the call of the library: `bare_calls FILE.parquet …`.
//!
//! The column `position` of the files is read into memory. Then, on this thread alone, each function is called as the
//! engine calls it, with arrays of 8,192 rows, and as a program of its own would call the library:
//!
//! ```text
//! in SQL     array of 32 bytes each ──► unpack ──► call ──► array
//! packed          32 bytes each     ──► unpack ──► call ──► sum      the work without arrays
//! bare            positions         ──────────────► call ──► sum      the call alone
//! ```
//!
//! Both ways must come to the same sum. A line of JSON for each function: the positions, and nanoseconds each, the
//! least of five rounds that take turns.

use std::fs::File;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, ensure};
use datafusion::arrow::array::{Array, ArrayRef, AsArray, FixedSizeBinaryArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, UInt64Type};
use datafusion::config::ConfigOptions;
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDF};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use philidor::Position;
use philidor::binary::PackedPosition;

/// As many rows as the engine hands over at a time.
const ROWS: usize = 8192;
/// How often everything is timed.
const ROUNDS: usize = 5;

/// A function by its name in SQL, and the same by the library.
struct Pair {
    name: &'static str,
    bare: fn(&Position) -> u64,
}

const PAIRS: [Pair; 4] = [
    Pair { name: "legal_move_count", bare: |position| u64::from(position.legal_move_count()) },
    Pair { name: "is_check", bare: |position| u64::from(position.is_check()) },
    Pair { name: "is_checkmate", bare: |position| u64::from(position.is_checkmate()) },
    Pair { name: "key", bare: Position::key },
];

fn main() -> anyhow::Result<()> {
    let mut batches = Vec::new();
    for file in std::env::args_os().skip(1) {
        let opened = File::open(&file).with_context(|| format!("cannot open {}", file.to_string_lossy()))?;
        let builder = ParquetRecordBatchReaderBuilder::try_new(opened)?;
        let column = ProjectionMask::columns(builder.parquet_schema(), ["position"]);
        for batch in builder.with_projection(column).with_batch_size(ROWS).build()? {
            let batch = batch?;
            let column = batch.column_by_name("position").context("no column position")?;
            let bytes = column.as_fixed_size_binary_opt().context("position is not of 32 bytes")?;
            ensure!(bytes.value_length() == 32 && bytes.null_count() == 0, "position is not of 32 bytes");
            batches.push(bytes.clone());
        }
    }
    ensure!(!batches.is_empty(), "usage: bare_calls FILE.parquet …");
    let packed: Vec<PackedPosition> =
        batches.iter().flatten().flatten().map(PackedPosition::try_from).collect::<Result<_, _>>()?;
    let positions: Vec<Position> = packed.iter().map(|packed| packed.unpack()).collect::<Result<_, _>>()?;

    let functions = philidor_sql::functions::all();
    for Pair { name, bare } in PAIRS {
        let function = functions.iter().find(|function| function.name() == name).context(name)?;
        let (mut in_sql, mut from_packed, mut alone) = (f64::MAX, f64::MAX, f64::MAX);
        for _ in 0..ROUNDS {
            let (seconds, by_sql) = timed(|| {
                let mut sum = 0_u64;
                for batch in &batches {
                    sum = sum.wrapping_add(sum_of(&call(function, batch)?)?);
                }
                anyhow::Ok(sum)
            });
            in_sql = in_sql.min(seconds);
            let (seconds, by_bytes) = timed(|| {
                let values = packed.iter().map(|packed| packed.unpack().map(|position| bare(&position)));
                values.sum_wrapping()
            });
            from_packed = from_packed.min(seconds);
            let (seconds, by_library) =
                timed(|| positions.iter().fold(0_u64, |sum, position| sum.wrapping_add(bare(position))));
            alone = alone.min(seconds);
            ensure!(by_sql? == by_library && by_bytes? == by_library, "{name} differs from the library");
        }
        let each = |seconds: f64| seconds * 1e9 / positions.len() as f64;
        println!(
            r#"{{"function":"{name}","positions":{},"sql":{:.2},"packed":{:.2},"bare":{:.2}}}"#,
            positions.len(),
            each(in_sql),
            each(from_packed),
            each(alone)
        );
    }
    Ok(())
}

/// Sums that wrap around, as the sum of keys does.
trait SumWrapping<E> {
    /// The sum, or the first error.
    fn sum_wrapping(self) -> Result<u64, E>;
}

impl<E, I: Iterator<Item = Result<u64, E>>> SumWrapping<E> for I {
    fn sum_wrapping(mut self) -> Result<u64, E> {
        self.try_fold(0_u64, |sum, value| Ok(sum.wrapping_add(value?)))
    }
}

/// The seconds that something takes, and what it gives.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let started = Instant::now();
    let value = work();
    (started.elapsed().as_secs_f64(), value)
}

/// A call as the engine makes it.
fn call(function: &ScalarUDF, batch: &FixedSizeBinaryArray) -> anyhow::Result<ArrayRef> {
    let given = Arc::new(Field::new("position", batch.data_type().clone(), true));
    let returned =
        Arc::new(Field::new(function.name(), function.return_type(&[given.data_type().clone()])?, true));
    let array: ArrayRef = Arc::new(batch.clone());
    let value = function.invoke_with_args(ScalarFunctionArgs {
        args: vec![ColumnarValue::Array(array)],
        arg_fields: vec![given],
        number_rows: batch.len(),
        return_field: returned,
        config_options: Arc::new(ConfigOptions::default()),
    })?;
    Ok(value.into_array(batch.len())?)
}

/// The sum of an array of numbers or of truths. It takes part in the time, and little of it.
fn sum_of(array: &ArrayRef) -> anyhow::Result<u64> {
    if let Some(truths) = array.as_boolean_opt() {
        return Ok(truths.true_count() as u64);
    }
    let numbers = cast(array, &DataType::UInt64)?;
    Ok(numbers.as_primitive::<UInt64Type>().values().iter().fold(0, |sum, value| sum.wrapping_add(*value)))
}
