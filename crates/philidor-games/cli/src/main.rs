//! The program `philidor-pgn`; what it does is in `lib.rs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    philidor_pgn_cli::main()
}
