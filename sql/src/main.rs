//! The `philidor-sql` command; see `lib.rs` for a map.

use std::process::ExitCode;

fn main() -> ExitCode {
    philidor_sql::main(philidor_sql::functions::all())
}
