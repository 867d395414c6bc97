//! `philidor-sql` with functions that take their time, panic, or are missing: for the tests of clusters.
//!
//! ```text
//! delay(number, milliseconds)   the number, later
//! explode(number)               a panic
//! FAULTY_WITHOUT=key            a scheduler or worker that does not know this function
//! ```

#[path = "../tests/all/fixtures.rs"]
mod fixtures;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut functions = fixtures::functions();
    if let Ok(missing) = std::env::var("FAULTY_WITHOUT") {
        functions.retain(|function| function.name() != missing);
    }
    philidor_sql::main(functions)
}
