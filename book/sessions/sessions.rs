//! Sessions with all programs, as users see the programs: in `tests/cmd/`, the chapters of the book, and the
//! README.
//!
//! After an intended change of what programs print, these words in the root of the tree write the sessions again:
//!
//! ```text
//! TRYCMD=overwrite CARGO_TARGET_DIR=target cargo test --manifest-path book/sessions/Cargo.toml
//! ```
//!
//! Read the difference before you commit it. The target folder is that of the workspace, so that no program is
//! compiled twice.

use std::env;

use philidor_prey::mutant;
use philidor_proof::program::{Outcome, programs};

/// Sessions in which `philidor` is the command that was built.
fn cases() -> trycmd::TestCases {
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1").register_bin("philidor", programs().join("philidor"));
    cases
}

#[test]
fn programs_answer_as_written() {
    cases().case("../tests/cmd/*.md").case("../tests/cmd/train/*.md");
}

/// The programs draw every picture of the book. `TRYCMD=overwrite` draws the pictures again, too. Other tests have two
/// chapters: the hunt below, since a hunt needs a program with bugs, and SQL in `sql/`.
#[test]
fn the_book() {
    cases().case("../src/*.md").skip("../src/hunt.md").skip("../src/sql.md");
}

/// The sessions of the programs, the book and the README with a hunt.
#[test]
fn hunts() -> Outcome {
    let mutant = mutant();
    let folders = [mutant.parent().ok_or("no folder")?.to_owned()].into_iter();
    let path = env::join_paths(folders.chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())))?;
    let cases = cases();
    cases.env("PATH", path.to_str().ok_or("a path that is not UTF-8")?);
    cases.case("../tests/cmd/hunt/*.md").case("../src/hunt.md").case("../../README.md");
    Ok(())
}
