//! The program `philidor`; what it does is in `lib.rs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    philidor_cli::main()
}
