//! The program `philidor-variants`; what it does is in `lib.rs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    philidor_variants_cli::main()
}
