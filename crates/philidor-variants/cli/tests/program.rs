//! The program as its users meet it: what no session can show. The sessions are in the book's tests.

use std::process::Output;

use philidor_proof::program::{Outcome, program};

/// The message about a text that is not a position stays short, however long the text is.
#[test]
fn a_text_that_is_no_position_of_a_variant_is_said_in_short() -> Outcome {
    let fen = format!("4k3/8/8/8/8/8/8/4K3 x - - 0 1{}", " 0".repeat(1_000));
    let Output { status, stderr, .. } =
        program(env!("CARGO_BIN_EXE_philidor-variants"), &["show", "--variant", "atomic", "--fen", &fen])
            .output()?;
    let shown = &fen[..120];
    let why = "side to move, column 21: `x` is neither w nor b";
    let said = format!("error: `{shown}…` is not a position of Atomic: {why}\n");
    assert_eq!((status.code(), String::from_utf8(stderr)?), (Some(1), said));
    Ok(())
}
