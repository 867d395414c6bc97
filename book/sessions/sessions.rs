//! Sessions with all programs, written as their users see them: in `tests/cmd/`, the chapters of the book, and the
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

/// Every picture in the book is what the programs draw. `TRYCMD=overwrite` draws the book's pictures again, too.
/// Two chapters are tested elsewhere: the hunt below, since a hunt needs a program that is hunted, and SQL in `sql/`.
#[test]
fn the_book() {
    cases().case("../src/*.md").skip("../src/hunt.md").skip("../src/sql.md");
}

/// The sessions of the programs, the book and the README in which there is a hunt.
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
