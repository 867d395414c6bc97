//! An explorer's index that the workers of a cluster count.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::Cluster;
use crate::explorer::contents;
use crate::import::random_games;
use crate::machine::{errors, philidor_sql, written};

/// Imports games, in parts.
fn imported(folder: &Path, name: &str, games: &str) -> String {
    let pgn = folder.join(format!("{name}.pgn"));
    fs::write(&pgn, games).unwrap();
    let output = folder.join(name).to_str().unwrap().to_owned();
    // Some of the games are bad.
    let import = ["import", pgn.to_str().unwrap(), "-o", &output, "--part-games", "100"];
    assert_eq!(philidor_sql(import).output().unwrap().status.code(), Some(1));
    output
}

#[test]
fn an_index_that_a_cluster_counts_has_the_same_files() {
    let folder = TempDir::new().unwrap();
    // A `UTCDate` with an unknown part is not a date; without a `Date` the game has none.
    let games = random_games(250).replacen("[WhiteElo", "[UTCDate \"2022.07.??\"]\n[BlackElo", 20);
    let dated = "[UTCDate \"2024.10.31\"]\n[Date \"2023.01.01\"]\n[TimeControl \"300+3\"]\n[WhiteElo";
    let one = imported(
        folder.path(),
        "one",
        &games.replace("*\n\n", "1-0\n\n").replace("[WhiteElo", "[Date \"1851.??.??\"]\n[BlackElo"),
    );
    let two =
        imported(folder.path(), "two", &games.replace("*\n\n", "1/2-1/2\n\n").replace("[WhiteElo", dated));
    let here = folder.path().join("here").to_str().unwrap().to_owned();
    let there = folder.path().join("there").to_str().unwrap().to_owned();
    let added = folder.path().join("added").to_str().unwrap().to_owned();
    let summary = written(["explorer", "build", &one, &two, "-o", &here]);
    let cluster = Cluster::of(2);
    let url = cluster.url();
    let build = |arguments: &[&str]| {
        let all = ["explorer", "build", "--cluster", &url].into_iter().chain(arguments.iter().copied());
        let output = philidor_sql(all).output().unwrap();
        assert!(output.status.success(), "{}\n{}", errors(&output), cluster.logs());
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(build(&[&one, &two, "-o", &there]), summary);
    let (here_files, there_files) = (contents(Path::new(&here)), contents(Path::new(&there)));
    assert_eq!(
        here_files.iter().map(|file| &file.0).collect::<Vec<_>>(),
        there_files.iter().map(|file| &file.0).collect::<Vec<_>>()
    );
    let other = here_files.iter().zip(&there_files).find(|(here, there)| here != there);
    assert_eq!(other.map(|(here, _)| &here.0), None, "other files than without a cluster");
    assert!(cluster.logged(0, "Finished task") > 0 && cluster.logged(1, "Finished task") > 0);
    // Numbers continue where the index ends.
    written(["explorer", "build", &one, "-o", &added]);
    assert_eq!(build(&[&two, "-o", &added, "--add"]), summary);
    let positions = |folder: &str, generation: &str| contents(&Path::new(folder).join(generation));
    assert!(positions(&added, "positions-2") == positions(&here, "positions-1"), "other rows than at once");
}
