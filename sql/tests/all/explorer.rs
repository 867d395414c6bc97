//! The explorer as a user runs it: games imported, an index built, also after a kill, and served until it is to end.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

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
    let arguments = ["explorer", "serve", index.to_str().unwrap(), "--port", "0"];
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
        Command::new("kill").args(["-s", signal, &served.child.id().to_string()]).status().unwrap();
        // That it does not wait for clients is tested where its time for them can be set
        // (explorer/tests/all/server.rs).
        assert!(served.child.wait().unwrap().success(), "{signal}");
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

/// The signal for a file that grows beyond its limit, on Linux as on macOS.
#[cfg(unix)]
const SIGXFSZ: i32 = 25;

/// The program, which is killed when it writes beyond this many blocks of a file.
#[cfg(unix)]
fn limited(arguments: &[&str], blocks: u32) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -c 0; ulimit -f \"$0\"; exec \"$@\"", &blocks.to_string()]);
    shell.arg(env!("CARGO_BIN_EXE_philidor-sql")).args(arguments);
    shell
}

#[cfg(unix)]
#[test]
fn a_build_resumes_after_kills_and_makes_the_same_files() {
    let folder = TempDir::new().unwrap();
    let import = imported(folder.path(), 2000);
    let whole = folder.path().join("whole");
    written(["explorer", "build", &import, "-o", whole.to_str().unwrap()]);
    let index = folder.path().join("index");
    let arguments =
        ["explorer", "build", &import, "-o", index.to_str().unwrap(), "--memory", "64K", "--threads", "2"];
    // The system kills it when a file grows beyond a limit: first that of the plan, last that of the positions.
    let mut kills = 0;
    for blocks in (0..).map(|power| 1 << power) {
        let status = limited(&arguments, blocks).output().unwrap().status;
        if status.success() {
            break;
        }
        assert_eq!(
            std::os::unix::process::ExitStatusExt::signal(&status),
            Some(SIGXFSZ),
            "{blocks} blocks: {status}"
        );
        kills += 1;
    }
    assert!(kills > 6, "{kills} kills");
    let output = philidor_sql(arguments).output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    assert!(contents(&index) == contents(&whole), "other files than without a kill");
    let wrong = philidor_sql(["explorer", "build", &import, "-o", &import]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(1), "an import is not a folder for an index: {}", errors(&wrong));
    let none = philidor_sql(["explorer", "build", index.to_str().unwrap(), "-o", "x"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(none.status.code(), Some(1), "its games are not those of an import");
}

/// Ctrl-C reaches a build that waits for a file in which nothing is ever written.
#[cfg(unix)]
#[test]
fn a_build_ends_when_interrupted_and_resumes() {
    let folder = TempDir::new().unwrap();
    let import = imported(folder.path(), 100);
    let pipe = Path::new(&import).join("games/pipe.parquet");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let index = folder.path().join("index");
    let arguments = ["explorer", "build", &import, "-o", index.to_str().unwrap()];
    let mut child = philidor_sql(arguments).stdout(Stdio::null()).spawn().unwrap();
    while !index.exists() {
        assert_eq!(child.try_wait().unwrap(), None);
        sleep(Duration::from_millis(1));
    }
    Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    fs::remove_file(pipe).unwrap();
    written(arguments);
    assert!(Index::open(&index).unwrap().manifest().games > 0);
}
