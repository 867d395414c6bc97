//! The program `philidor-hunt`; what it does is in `lib.rs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    philidor_hunt_cli::main()
}
