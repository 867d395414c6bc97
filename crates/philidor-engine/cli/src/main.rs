//! The program `philidor-engine`; what it does is in `lib.rs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    philidor_engine_cli::main()
}
