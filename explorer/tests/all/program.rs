//! The program as a user runs it: an index built, also after a kill, and served until it is to end.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use philidor_explorer::Index;
use serde_json::Value;
use tempfile::TempDir;

use crate::build::contents;
use crate::games::{games, pgn};

fn program<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_philidor-explorer"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What a run writes that succeeds.
fn written<'a>(arguments: impl IntoIterator<Item = &'a str>) -> String {
    let output = program(arguments).output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// A file of games.
fn file(folder: &Path, count: usize) -> String {
    let path = folder.join("games.pgn");
    fs::write(&path, pgn(&games(1, count))).unwrap();
    path.to_str().unwrap().to_owned()
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
    let arguments = ["serve", index.to_str().unwrap(), "--port", "0"];
    let mut child = program(arguments).stdout(Stdio::piped()).spawn().unwrap();
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
    let games = file(folder.path(), 300);
    let index = folder.path().join("index");
    let name = index.to_str().unwrap();
    let said = written(["build", &games, "-o", name, "--memory", "100K"]);
    assert!(said.contains("half-moves") && said.contains("entries"), "{said}");
    assert_eq!(written(["build", &games, "-o", name]), said, "it is there");
    for signal in ["INT", "TERM"] {
        let mut served = serve(&index);
        let answer = ask(&served, "/lichess");
        let count: u64 = ["white", "draws", "black"].iter().map(|part| answer[part].as_u64().unwrap()).sum();
        assert!(count > 100, "{answer}");
        Command::new("kill").args(["-s", signal, &served.child.id().to_string()]).status().unwrap();
        // That it does not wait for clients is tested where its time for them can be set (server.rs).
        assert!(served.child.wait().unwrap().success(), "{signal}");
    }
    let site = folder.path().join("site");
    let said = written(["static", name, "-o", site.to_str().unwrap(), "--min-games", "3"]);
    assert!(said.ends_with(" positions in 1 list\n") && site.join("index.html").exists(), "{said}");
}

/// The signal for a file that grows beyond its limit, on Linux as on macOS.
#[cfg(unix)]
const SIGXFSZ: i32 = 25;

/// The program, which is killed when it writes beyond this many blocks of a file.
#[cfg(unix)]
fn limited(arguments: &[&str], blocks: u32) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -c 0; ulimit -f \"$0\"; exec \"$@\"", &blocks.to_string()]);
    shell.arg(env!("CARGO_BIN_EXE_philidor-explorer")).args(arguments);
    shell
}

#[cfg(unix)]
#[test]
fn a_build_resumes_after_kills_and_makes_the_same_files() {
    let folder = TempDir::new().unwrap();
    let games = file(folder.path(), 2000);
    let whole = folder.path().join("whole");
    written(["build", &games, "-o", whole.to_str().unwrap()]);
    let index = folder.path().join("index");
    let arguments = ["build", &games, "-o", index.to_str().unwrap(), "--memory", "64K", "--threads", "2"];
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
    let output = program(arguments).output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    assert!(contents(&index) == contents(&whole), "other files than without a kill");
}

/// Ctrl-C reaches a build that waits for a file in which nothing is ever written.
#[cfg(unix)]
#[test]
fn a_build_ends_when_interrupted_and_resumes() {
    let folder = TempDir::new().unwrap();
    let import = folder.path().join("import");
    crate::games::import(&import, &games(1, 100), 1000, 1000);
    let pipe = import.join("games/pipe.parquet");
    let import = import.to_str().unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let index = folder.path().join("index");
    let arguments = ["build", import, "-o", index.to_str().unwrap()];
    let mut child = program(arguments).stdout(Stdio::null()).spawn().unwrap();
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
