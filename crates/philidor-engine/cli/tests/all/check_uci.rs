//! `philidor check-uci` against our own engine, which passes all checks, and against an engine that breaks one rule at
//! a time, so that each check is seen to fail.
//!
//! The bad engine is this test program itself: our engine, with lines changed on the way in or out. libtest prints some
//! lines of its own, which a client has to skip.

use std::error::Error;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::exit;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicUsize};
use std::thread;

use philidor_proof::{drawn, some_of};
use serde_json::Value;

use crate::command::{Outcome, philidor};

/// Which rule the engine breaks: the name of the check that notices.
const FAULT: &str = "PHILIDOR_TEST_FAULT";

/// Waits long enough that a busy machine does not look like a fault.
const PATIENT: [&str; 6] = ["--timeout", "100", "--prompt", "60000", "--margin", "60000"];

fn check(
    arguments: &[&str],
    engine: &[impl AsRef<OsStr>],
) -> Result<(Option<i32>, Vec<Value>), Box<dyn Error>> {
    let output = philidor(&["check-uci", "--json"]).args(arguments).arg("--").args(engine).output()?;
    assert_eq!(String::from_utf8(output.stderr)?, "");
    let lines = String::from_utf8(output.stdout)?;
    let findings = lines.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?;
    Ok((output.status.code(), findings))
}

/// The words that start the bad engine.
fn engine_with(fault: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let this = std::env::current_exe()?.display().to_string();
    let fault = format!("{FAULT}={fault}");
    let words = ["env", &fault, &this, "check_uci::engine", "--exact", "--ignored", "--nocapture"];
    Ok(words.map(str::to_owned).to_vec())
}

/// Fails unless exactly this check finds the fault, with these words.
fn is_found(name: &str, words: &str, code: i32) -> Outcome {
    let only = name.split('+').next().unwrap_or_default();
    let (exit, findings) = check(&["--only", only], &engine_with(name)?)?;
    let found = findings.iter().find(|finding| finding["check"] == only).ok_or("no finding")?;
    let reason = found["reason"].as_str().unwrap_or_default();
    assert!(found["outcome"] == "fail" && reason.contains(words), "{name}: {found}");
    assert_eq!(exit, Some(code), "{name}");
    assert!(found["exchange"].as_array().is_some_and(|lines| !lines.is_empty()), "{found}");
    Ok(())
}

/// Fails unless each fault is found by its check; a quick run draws one in eight. Most of the time they wait, so some
/// wait together.
fn are_found(faults: &[(&str, &str, i32)]) {
    let faults: Vec<_> = drawn(faults.iter(), faults.len() as u64).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(&&(name, words, code)) = faults.get(next.fetch_add(1, Relaxed)) {
                    is_found(name, words, code).expect(name);
                }
            });
        }
    });
}

/// Our engine, and the test engine without a fault; a quick run draws one of them.
#[test]
fn engines_without_a_fault_pass_all_checks() -> Outcome {
    let ours = [env!("CARGO_BIN_EXE_philidor-engine"), "uci"].map(str::to_owned).to_vec();
    for engine in some_of(&[ours, engine_with("none")?], 1) {
        let (code, findings) = check(&PATIENT, engine)?;
        let others: Vec<&Value> = findings.iter().filter(|finding| finding["outcome"] != "pass").collect();
        assert!(others.is_empty() && code == Some(0), "{engine:?}: {others:#?}");
        assert_eq!(findings.len(), 41, "{engine:?}");
    }
    Ok(())
}

#[test]
fn faults_of_the_introduction_are_found() {
    are_found(&[
        ("uci", "`uciok` did not come within 10 s", 1),
        ("id-name", "no `id name` came", 1),
        ("id-author", "no `id author` came", 0),
        ("options", "default 0 is not from 1 to 9", 1),
        ("options+twice", "another option has this name", 1),
        ("setoption", "the program has ended: exit code 3", 1),
        ("option-names", "is answered as an unknown option is: `info string unknown option: Move", 1),
        ("isready", "`readyok` did not come", 1),
        ("unknown", "the program has ended: exit code 3", 1),
        ("idle-stop", "`bestmove e2e4` came before `readyok`, unasked", 1),
        ("line-ends", "`bestmove` did not come", 0),
        ("newgame", "the program has ended", 1),
    ]);
}

#[test]
fn faults_in_reading_and_writing_moves_are_found() {
    are_found(&[
        ("position-moves", "is not a legal move", 1),
        ("position-fen", "is not a legal move", 1),
        ("one-move", "`bestmove a1a1` is not a legal move", 1),
        ("one-move+bare", "`bestmove` came without a move", 1),
        ("promotion", "`bestmove a7a8` is not a legal move", 1),
        ("castling", "`bestmove O-O` is not a legal move", 1),
        ("en-passant", "is not a legal move", 1),
        ("chess960", "`bestmove g1f1` is not a legal move", 1),
        ("long-game", "the program has ended", 1),
        ("no-move", "`bestmove` did not come", 0),
        ("no-move+any", "`bestmove e2e4`, where there is no move", 0),
    ]);
}

#[test]
fn faults_of_searches_are_found() {
    are_found(&[
        ("go-depth", "it has searched to depth 5", 1),
        ("go-nodes", "nodes", 0),
        ("go-movetime", "not within 0.3 s", 1),
        ("go-mate", "does not mate", 0),
        ("one-answer", "`bestmove a2a3` came, where none may come", 1),
        ("one-answer+stop", "after the answer to `stop`: `bestmove a2a3` came, where none may come", 1),
        ("go-clock", "go wtime 2000 btime 2000 winc 100 binc 100: the move came after", 1),
        ("searchmoves", "is not one of the moves to search", 0),
        ("stop", "after `stop`: `bestmove` did not come within 1 s", 1),
        ("infinite", "before `stop`: `bestmove", 1),
        ("isready-in-search", "`readyok` did not come within 1 s", 1),
        ("ponder", "`bestmove` did not come", 1),
        ("ponder+early", "before `ponderhit`: `bestmove", 1),
    ]);
}

#[test]
fn faults_of_reports_and_of_the_end_are_found() {
    are_found(&[
        ("info-words", "`tiefe` is not a word of the protocol", 1),
        ("info-hashfull", "`hashfull 1001`, in thousandths", 1),
        ("info-lines", "`a1a1` is not a legal move after 0 moves of a line", 1),
        ("info-score", "no report has depth, score, nodes and a line of moves", 0),
        ("info-depth", "after depth", 0),
        ("multipv", "no report has `multipv 2`", 0),
        ("repeatable", "the same search ", 0),
        ("quit", "the program has not ended within 1 s", 1),
        ("quit+searching", "in a search: the program has not ended within 1 s", 1),
        ("end-of-input", "the program has not ended within 1 s", 0),
    ]);
}

#[test]
fn what_is_not_a_program_and_what_does_not_apply_are_reported() -> Outcome {
    let output = philidor(&["check-uci", "./no/such/engine"]).output()?;
    let complaint = String::from_utf8(output.stderr)?;
    assert!(output.status.code() == Some(1) && complaint.contains("./no/such/engine: "), "{complaint}");

    let only = ["options", "setoption", "chess960", "ponder", "multipv"];
    let arguments: Vec<&str> = only.iter().flat_map(|name| ["--only", name]).chain(PATIENT).collect();
    let (code, findings) = check(&arguments, &engine_with("optionless")?)?;
    assert!(findings.iter().all(|finding| finding["outcome"] == "not applicable"), "{findings:#?}");
    assert_eq!((code, findings.len()), (Some(0), only.len()));

    // A program that reports nothing gives these checks nothing to judge.
    let only = ["go-depth", "go-nodes", "info-words", "info-hashfull", "info-lines"];
    let arguments: Vec<&str> = only.iter().flat_map(|name| ["--only", name]).chain(PATIENT).collect();
    let (code, findings) = check(&arguments, &engine_with("reportless")?)?;
    assert!(findings.iter().all(|finding| finding["outcome"] == "not applicable"), "{findings:#?}");
    assert_eq!((code, findings.len()), (Some(0), only.len()));
    Ok(())
}

#[test]
fn an_illegal_move_is_blamed_on_one_rule() -> Outcome {
    let only = ["legal-move", "newgame", "position-moves", "stop"];
    let arguments: Vec<&str> = only.iter().flat_map(|name| ["--only", name]).chain(PATIENT).collect();
    let (code, findings) = check(&arguments, &engine_with("legal-move")?)?;
    let outcomes: Vec<_> =
        findings.iter().map(|finding| finding["outcome"].as_str().unwrap_or_default()).collect();
    assert_eq!(outcomes, ["fail", "not applicable", "not applicable", "not applicable"]);
    assert_eq!(code, Some(1));
    Ok(())
}

#[test]
fn an_option_that_the_program_does_not_have_is_refused() -> Outcome {
    let arguments = ["check-uci", "--option", "Nope=1", "--only", "uci", "--"];
    let output = philidor(&arguments).args([env!("CARGO_BIN_EXE_philidor-engine"), "uci"]).output()?;
    let complaint = String::from_utf8(output.stderr)?;
    assert!(output.status.code() == Some(1) && complaint.contains("Nope"), "{complaint}");
    assert_eq!(output.stdout, b"");
    Ok(())
}

/// Printed for people, a failure shows the end of the exchange, without characters that could upset a terminal.
#[test]
fn in_words_a_failure_shows_what_was_sent_and_what_came() -> Outcome {
    let arguments = ["check-uci", "--only", "one-move", "--only", "isready", "--"];
    let output = philidor(&arguments).args(engine_with("one-move")?).output()?;
    let text = String::from_utf8(output.stdout)?;
    assert!(text.starts_with("pass  isready "), "{text}");
    for part in [
        "\nFAIL  one-move           must plays the only legal move: `bestmove a1a1` is not a legal move",
        "\n        < position fen 7k/8/8/8/8/1r6/r7/K7 w - - 0 1\n",
        "\n        > bestmove a1a1\n",
        "\n1 passed, 1 that must pass failed, 0 that should, 0 not applicable\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    Ok(())
}

/// Not a test, but the engine: it does nothing unless a check starts it.
#[test]
#[ignore = "an engine for the other tests"]
fn engine() {
    let Ok(fault) = std::env::var(FAULT) else { return };
    // libtest has begun a line.
    println!();
    let input = Input { fault: fault.clone(), text: Vec::new(), seen: Vec::new() };
    let output = OutputLines { fault, line: Vec::new() };
    let server = philidor_uci::Server::new(philidor_engine::standard());
    let _ = server.serve(BufReader::new(input), output);
    exit(0);
}

/// Lines for the engine.
struct Input {
    fault: String,
    /// Bytes that the engine reads before the next line.
    text: Vec<u8>,
    /// All that was sent.
    seen: Vec<String>,
}

fn sleep_forever() -> ! {
    loop {
        thread::park();
    }
}

impl Input {
    /// What the engine gets instead of a line.
    fn change(&self, line: &str) -> String {
        let count = |word: &str| self.seen.iter().filter(|seen| seen.starts_with(word)).count();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let nothing = String::new();
        match (self.fault.as_str(), word) {
            ("uci", "uci") | ("stop", "stop") | ("ponder", "ponderhit") => nothing,
            ("isready", "isready") if count("isready") > 1 => nothing,
            ("isready-in-search", "isready") if count("go") > 0 => nothing,
            ("line-ends", _) if line.ends_with('\r') => nothing,
            ("multipv", "setoption") => nothing,
            ("setoption", "setoption") | ("unknown", "joho") => exit(3),
            ("newgame", "ucinewgame") if count("ucinewgame") > 1 => exit(3),
            ("long-game", "position") if line.len() > 1000 => exit(3),
            ("idle-stop", "stop") => {
                println!("bestmove e2e4");
                nothing
            }
            ("position-moves" | "position-fen", "position") => "position startpos".to_owned(),
            ("go-depth", "go") => "go depth 5".to_owned(),
            ("go-nodes", "go") => "go nodes 40000".to_owned(),
            // Late by less than a second.
            ("go-movetime", "go") => "go movetime 700".to_owned(),
            ("go-mate", "go") => "go depth 3 searchmoves a1a2".to_owned(),
            ("option-names", "setoption") => line.replace("name Move Overhead", "name Move"),
            ("go-clock", "go") => "go movetime 4000".to_owned(),
            ("searchmoves", "go") => "go depth 3".to_owned(),
            ("infinite", "go") => "go depth 1".to_owned(),
            ("ponder+early", "go") if rest.starts_with("ponder") => "go depth 1".to_owned(),
            ("repeatable", "go") => format!("go nodes {}", 20_000 + std::process::id() % 1000),
            ("quit", "quit") => sleep_forever(),
            ("quit+searching", "quit") if count("go") > 0 => sleep_forever(),
            _ => line.to_owned(),
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.text.is_empty() {
            let mut line = String::new();
            if io::stdin().lock().read_line(&mut line)? == 0 {
                if self.fault == "end-of-input" {
                    sleep_forever();
                }
                return Ok(0);
            }
            let line = line.trim_end_matches('\n').to_owned();
            self.seen.push(line.clone());
            self.text = format!("{}\n", self.change(&line)).into_bytes();
        }
        let length = buffer.len().min(self.text.len());
        buffer[..length].copy_from_slice(&self.text[..length]);
        self.text.drain(..length);
        Ok(length)
    }
}

/// Lines of the engine.
struct OutputLines {
    fault: String,
    line: Vec<u8>,
}

/// The line that the engine says instead, or `None` to leave it out.
fn change(fault: &str, line: &str) -> Option<String> {
    let said = |text: &str| Some(text.to_owned());
    let (before, after) = line.split_once(" pv ").unwrap_or((line, ""));
    match fault {
        "id-name" if line.starts_with("id name") => None,
        "id-author" if line.starts_with("id author") => None,
        "optionless" if line.starts_with("option") => None,
        "options" if line.starts_with("option name Hash ") => {
            said("option name Hash type spin default 0 min 1 max 9")
        }
        "options+twice" if line.starts_with("option name ") => said("option name Clear type button"),
        "one-move" | "legal-move" if line.starts_with("bestmove") => said("bestmove a1a1"),
        "one-move+bare" if line.starts_with("bestmove") => said("bestmove"),
        "one-answer" if line.starts_with("bestmove") => said(&format!("{line}\nbestmove a2a3")),
        "one-answer+stop" if line.starts_with("bestmove") => {
            static ANSWERS: AtomicU32 = AtomicU32::new(0);
            let is_second = ANSWERS.fetch_add(1, Relaxed) == 1;
            said(&if is_second { format!("{line}\nbestmove a2a3") } else { line.to_owned() })
        }
        "info-hashfull" => said(&line.replace(" hashfull ", " hashfull 1001 tbhits ")),
        "reportless" if line.starts_with("info") => None,
        "promotion" => said(&line.replace("bestmove a7a8q", "bestmove a7a8")),
        "castling" => said(&line.replace("bestmove e1g1", "bestmove O-O")),
        "en-passant" => said(&line.replace("bestmove e5d6", "bestmove e5d6ep")),
        "chess960" => said(&line.replace("bestmove g1h1", "bestmove g1f1")),
        "no-move" if line == "bestmove 0000" => None,
        "no-move+any" if line == "bestmove 0000" => said("bestmove e2e4"),
        "info-words" => said(&line.replace("info depth", "info tiefe 3 depth")),
        "info-lines" if !after.is_empty() => Some(format!("{before} pv a1a1")),
        "info-score" if line.contains(" score ") => None,
        "info-depth" if line.starts_with("info depth ") => {
            let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            words[2] = words[2].parse().map(|depth: i32| (99 - depth).to_string()).unwrap_or_default();
            Some(words.join(" "))
        }
        _ => said(line),
    }
}

impl Write for OutputLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        while let Some(end) = self.line.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.line.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line[..end]).into_owned();
            if let Some(line) = change(&self.fault, &line) {
                writeln!(io::stdout(), "{line}")?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}
