//! The explorer as a user runs it: games imported, an index built, also after a kill, and served until it is to end.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use philidor_opening_explorer::Index;
use philidor_opening_explorer::row::Entries;
use serde_json::Value;
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
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
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

/// A server on a port of its own, which is killed if a test fails.
struct Served {
    child: Child,
    address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(index: &Path) -> Served {
    let arguments = ["explorer", "serve", index.to_str().unwrap(), "--listen", "127.0.0.1:0"];
    let mut child = philidor_sql(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address =
        line.trim().strip_prefix("explorer on http://").unwrap_or_else(|| panic!("{line}")).to_owned();
    Served { child, address }
}

fn ask(served: &Served, path: &str) -> Value {
    let mut stream = TcpStream::connect(&served.address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    serde_json::from_str(text.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[test]
fn an_index_is_built_and_served_until_it_is_to_end() {
    let folder = TempDir::new().unwrap();
    let import = imported(folder.path(), 300);
    let index = folder.path().join("index");
    let name = index.to_str().unwrap();
    let said = written(["explorer", "build", &import, "-o", name, "--memory", "100K"]);
    assert!(said.contains("half-moves") && said.contains("entries"), "{said}");
    assert_eq!(written(["explorer", "build", &import, "-o", name]), said, "it is there");

    let sql = format!(
        "SELECT count(*) AS games FROM '{import}/games/*.parquet' WHERE ply_count > 0 AND start_fen IS NULL \
         AND \"Result\" IN ('1-0', '0-1', '1/2-1/2')"
    );
    let games = written(["query", &sql, "--format", "csv"]);
    counts_are_those_of_sql(&import, &index);
    for signal in ["INT", "TERM"] {
        let mut served = serve(&index);
        let answer = ask(&served, "/lichess");
        let count: u64 = ["white", "draws", "black"].iter().map(|part| answer[part].as_u64().unwrap()).sum();
        assert_eq!(format!("games\n{count}\n"), games);
        // A client that stays does not keep it.
        let mut idle = TcpStream::connect(&served.address).unwrap();
        idle.write_all(b"GET /lichess HTTP/1.1\r\n").unwrap();
        Command::new("kill").args(["-s", signal, &served.child.id().to_string()]).status().unwrap();
        let begun = Instant::now();
        assert!(served.child.wait().unwrap().success(), "{signal}");
        // A second, and time for machines that do much else.
        assert!(begun.elapsed() < Duration::from_secs(5), "{signal} {:?}", begun.elapsed());
    }
    let site = folder.path().join("site");
    let said = written(["explorer", "static", name, "-o", site.to_str().unwrap(), "--min-games", "3"]);
    assert!(said.ends_with(" positions in 1 list\n") && site.join("index.html").exists(), "{said}");
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

#[test]
fn a_build_resumes_after_kills_and_makes_the_same_files() {
    let folder = TempDir::new().unwrap();
    let import = imported(folder.path(), 2000);
    let whole = folder.path().join("whole");
    written(["explorer", "build", &import, "-o", whole.to_str().unwrap()]);
    let index = folder.path().join("index");
    let arguments =
        ["explorer", "build", &import, "-o", index.to_str().unwrap(), "--memory", "64K", "--threads", "2"];
    let noted = || fs::read_to_string(index.join("build.jsonl")).map_or(0, |text| text.lines().count());
    let mut kills = 0;
    for (wanted, signal) in [(3, "KILL"), (25, "INT"), (40, "KILL"), (60, "TERM"), (75, "KILL")] {
        let mut child = philidor_sql(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        while noted() < wanted && child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "nothing happens");
            sleep(Duration::from_millis(1));
        }
        // It fails where the build was faster.
        let _ = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        kills += usize::from(!child.wait().unwrap().success());
    }
    assert!(kills > 2, "the build was faster than most kills");
    let output = philidor_sql(arguments).output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    assert!(contents(&index) == contents(&whole), "other files than without a kill");
    let wrong = philidor_sql(["explorer", "build", &import, "-o", &import]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(1), "an import is no folder for an index: {}", errors(&wrong));
    let none = philidor_sql(["explorer", "build", index.to_str().unwrap(), "-o", "x"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(none.status.code(), Some(1), "its games are not those of an import");
}
