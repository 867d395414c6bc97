//! Functions that do wrong or take their time.

use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{ColumnarValue, ScalarUDF, Volatility, create_udf};

/// The chess functions, `delay` and `explode`.
pub(crate) fn functions() -> Vec<Arc<ScalarUDF>> {
    let mut functions = philidor_sql::functions::all();
    let number = DataType::Int64;
    let delay = create_udf(
        "delay",
        vec![number.clone(), number.clone()],
        number.clone(),
        Volatility::Volatile,
        Arc::new(delay),
    );
    let explode =
        create_udf("explode", vec![number.clone()], number, Volatility::Volatile, Arc::new(explode));
    functions.extend([Arc::new(delay), Arc::new(explode)]);
    functions
}

/// Gives each number, that many milliseconds later.
fn delay(arguments: &[ColumnarValue]) -> Result<ColumnarValue> {
    let arrays = ColumnarValue::values_to_arrays(arguments)?;
    let [numbers, times] = arrays.as_slice() else { return exec_err!("delay takes two numbers") };
    for time in times.as_primitive::<Int64Type>().iter().flatten() {
        sleep(Duration::from_millis(time.unsigned_abs()));
    }
    Ok(ColumnarValue::Array(Arc::clone(numbers)))
}

/// Ends the thread.
fn explode(_: &[ColumnarValue]) -> Result<ColumnarValue> {
    panic!("explode was called");
}
