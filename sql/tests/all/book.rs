//! The chapter of the book and the README: their sessions that need neither games nor a cluster.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::machine::copy_syzygy;

/// Each session is run in one folder after the other, and says what the chapter says, but for the seconds.
#[test]
fn the_sessions_of_the_chapter() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    // A published package, to which Cargo adds the original manifest, comes without the book.
    if crate_folder.join("Cargo.toml.orig").exists() {
        return;
    }
    let chapter = crate_folder.join("../book/src/sql.md");
    let chapter = fs::read_to_string(chapter).unwrap();
    assert!(chapter.matches("\n```console\n").count() >= 3, "there are sessions");
    let folder = TempDir::new().unwrap();
    // What trycmd calls the folder in which it runs them.
    endgames(&folder.path().join("sql.in"));
    let lines = chapter.lines().map(|line| match line.split_once(" positions at ply ") {
        Some((positions, rest)) if rest.ends_with(" s") => format!("{positions} positions at ply [..] s\n"),
        _ => format!("{line}\n"),
    });
    fs::write(folder.path().join("sql.md"), lines.collect::<String>()).unwrap();
    let cases = trycmd::TestCases::new();
    cases.register_bin("philidor-sql", Path::new(env!("CARGO_BIN_EXE_philidor-sql")));
    cases.case(folder.path().join("sql.md"));
    cases.run();
}

/// The session of the README, which is in the package.
#[test]
fn the_session_of_the_readme() {
    let folder = TempDir::new().unwrap();
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    assert!(fs::read_to_string(&readme).unwrap().contains("\n```console\n"), "there is a session");
    fs::copy(readme, folder.path().join("README.md")).unwrap();
    endgames(&folder.path().join("README.in"));
    let cases = trycmd::TestCases::new();
    cases.register_bin("philidor-sql", Path::new(env!("CARGO_BIN_EXE_philidor-sql")));
    cases.case(folder.path().join("README.md"));
    cases.run();
}

/// What the sessions with endgames ask and read.
fn endgames(folder: &Path) {
    copy_syzygy(&folder.join("syzygy"), |_| true);
    let queen = "8/8/8/8/8/2k5/7Q/K7";
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let lines = format!("fen\n{queen} w - - 0 1\n{queen} w - - 90 60\n{queen} b - - 91 60\n{castling}\n");
    fs::write(folder.join("endgames.csv"), lines).unwrap();
}
