//! The `philidor-sql` command; `lib.rs` says what is where.

use std::process::ExitCode;

fn main() -> ExitCode {
    philidor_sql::main(philidor_sql::functions::all())
}
