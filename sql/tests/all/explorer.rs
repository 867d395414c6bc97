//! The explorer of an import: it counts what SQL counts.

use std::fs;
use std::path::Path;

use philidor_explorer::row::Entries;
use philidor_explorer::{Build, Index};
use tempfile::TempDir;

use crate::import::random_games;
use crate::machine::{errors, philidor_sql, written};

/// An import of some games, in parts.
fn imported(folder: &Path, games: u64) -> String {
    let pgn = folder.join("games.pgn");
    fs::write(&pgn, random_games(games).replace("*\n\n", "1-0\n\n")).unwrap();
    let output = folder.join("import").to_str().unwrap().to_owned();
    philidor_sql(["import", pgn.to_str().unwrap(), "-o", &output, "--part-games", "100"]).output().unwrap();
    output
}

/// The contents of all files of an index, whose names do not end in `.jsonl`.
pub(crate) fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(contents(&path));
        } else {
            all.push((path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()));
        }
    }
    all.sort();
    all
}

#[test]
fn an_index_counts_what_sql_counts_and_is_that_of_the_same_pgn() {
    let folder = TempDir::new().unwrap();
    let import = imported(folder.path(), 300);
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let said = written(["explorer", "build", &import, "-o", &at("index"), "--memory", "100K"]);
    assert!(said.contains("half-moves") && said.contains("entries"), "{said}");
    assert_eq!(written(["explorer", "build", &import, "-o", &at("index")]), said, "it is there");
    counts_are_those_of_sql(&import, Path::new(&at("index")));
    // As philidor-explorer builds it, which knows no SQL.
    let pgn = Build::new(vec![at("games.pgn").into()], at("straight").into()).run().unwrap();
    let positions = |name: &str| contents(&folder.path().join(name).join("positions-1"));
    assert!(positions("straight") == positions("index"), "{pgn:?}");
    let said = written(["explorer", "static", &at("index"), "-o", &at("site"), "--min-games", "3"]);
    assert!(said.ends_with(" positions in 1 list\n"), "{said}");
    let wrong = philidor_sql(["explorer", "build", &import, "-o", &import]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(1), "an import is not a folder for an index: {}", errors(&wrong));
}

/// Compares each move of each position with what a statement counts.
fn counts_are_those_of_sql(import: &str, index: &Path) {
    let sql = format!(
        "SELECT p['key'] AS key, p['move'] AS move, count(*) AS games FROM \
         (SELECT unnest(explorer_plies(moves, 50, start_fen)) AS p FROM '{import}/games/*.parquet' \
         WHERE \"Result\" <> '*' AND start_fen IS NULL) GROUP BY 1, 2"
    );
    let index = Index::open(index).unwrap();
    let (mut moves, mut plies) = (0, 0);
    for line in written(["query", &sql, "--format", "csv"]).lines().skip(1) {
        let numbers: Vec<u64> = line.split(',').map(|number| number.parse().unwrap()).collect();
        let row = index.position(numbers[0]).unwrap().unwrap();
        let entries = Entries::new(&row).filter(|entry| u64::from(entry.digest.0) == numbers[1]);
        assert_eq!(entries.map(|entry| entry.tally.games()).sum::<u64>(), numbers[2], "{line}");
        (moves, plies) = (moves + 1, plies + numbers[2]);
    }
    assert!(moves > 1000);
    assert_eq!(plies, index.manifest().plies);
}
