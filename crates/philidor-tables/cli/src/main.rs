//! The program `philidor-tables`; what it does is in `lib.rs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    philidor_tables_cli::main()
}
