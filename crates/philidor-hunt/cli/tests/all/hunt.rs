//! `philidor hunt`: arguments, exit codes, and what it writes. What it finds is tested in `philidor-hunt`.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use philidor_prey::mutant;
use serde_json::{Value, json};

use crate::command::{Outcome, philidor};

/// `philidor hunt` with these arguments.
fn hunt(arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    Ok(philidor(&["hunt"]).args(arguments).output()?)
}

/// The report of a hunt, and its exit code.
fn report(arguments: &[&str]) -> Result<(Value, Option<i32>), Box<dyn Error>> {
    let output = hunt(&[&["--json"], arguments].concat())?;
    let complaints = String::from_utf8_lossy(&output.stderr);
    let report = serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}: {complaints}"))?;
    Ok((report, output.status.code()))
}

/// The report of a hunt for a mutant with these options.
fn hunted(options: &[&str], limits: &[&str]) -> Result<(Value, Option<i32>), Box<dyn Error>> {
    let mutant = mutant();
    report(&[limits, &["--", path(&mutant)?], options].concat())
}

fn path(path: &Path) -> Result<&str, Box<dyn Error>> {
    Ok(path.to_str().ok_or("a path that is not UTF-8")?)
}

fn array<'a>(value: &'a Value, key: &str) -> Result<&'a [Value], Box<dyn Error>> {
    Ok(value[key].as_array().ok_or_else(|| format!("no list {key}: {value}"))?)
}

fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str, Box<dyn Error>> {
    Ok(value[key].as_str().ok_or_else(|| format!("no text {key}: {value}"))?)
}

fn classes(report: &Value) -> Result<Vec<&str>, Box<dyn Error>> {
    array(report, "findings")?.iter().map(|finding| text(finding, "class")).collect()
}

#[test]
fn each_bug_has_a_text_for_its_authors_and_all_have_a_page() -> Outcome {
    let [file, page] =
        ["issues.md", "hunt.html"].map(|name| Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
    let limits = ["--nodes-limit", "100", "--issue", path(&file)?, "--html", path(&page)?];
    let (report, code) = hunted(&["--bug", "check-by-pawn-unseen"], &limits)?;
    let issues = fs::read_to_string(&file)?;
    let page = fs::read_to_string(&page)?;
    let fen = text(&report["findings"][0], "fen")?;
    assert!(page.starts_with("<!doctype html>\n") && page.contains(fen), "{page}");
    assert_eq!(issues.matches("\nTo see it, type:\n").count(), array(&report, "findings")?.len(), "{issues}");
    assert!(issues.starts_with("# check-evasion: `") && code == Some(1), "{issues}");
    assert!(issues.contains(&format!("`{fen}`")), "{issues}");
    // The file stays if the program cannot be hunted, and is removed if nothing is wrong: there is nothing to send.
    hunt(&[&limits[..], &["--", "no-such-engine"]].concat())?;
    assert_eq!(fs::read_to_string(&file)?, issues);
    hunted(&[], &limits)?;
    assert!(!file.exists());
    // What a hunt did not write stays, through a link, too, and before anything is asked.
    fs::write(&file, "# a bug: my notes\n")?;
    let refused = hunt(&[&limits[..], &["--", "no-such-engine"]].concat())?;
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(String::from_utf8(refused.stderr)?.contains("issues.md exists, and a hunt did not write it"));
    assert_eq!(fs::read_to_string(&file)?, "# a bug: my notes\n");
    fs::write(&file, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20\n")?;
    for output in ["--issue", "--html"] {
        let refused = hunt(&["--suite", path(&file)?, output, path(&file)?, "--", "no-such-engine"])?;
        let said = String::from_utf8(refused.stderr)?;
        assert!(refused.status.code() == Some(2) && said.contains("the same command reads it"), "{said}");
    }
    assert!(fs::read_to_string(&file)?.ends_with(";D1 20\n"));
    fs::remove_file(&file)?;
    let same = hunt(&["--html", path(&file)?, "--issue", path(&file)?, "--", "no-such-engine"])?;
    assert_eq!(same.status.code(), Some(2), "{same:?}");
    // Nor is one written for a program that cannot be hunted or answers with garbage.
    hunted(&["--misbehave", "garbage"], &[&limits[..], &["--timeout", "0.2"]].concat())?;
    hunt(&[&limits[..], &["--", "no-such-engine"]].concat())?;
    assert!(!file.exists());
    Ok(())
}

/// When the hunt ends, so does the waiting; but that does not prove a program innocent.
#[test]
fn a_program_that_never_answers_is_not_clean_when_the_time_is_over() -> Outcome {
    let times = ["--time", "1", "--timeout", "600"];
    let (report, code) = hunted(&["--misbehave", "silent"], &times)?;
    let unanswered = array(&report, "unanswered")?;
    assert!(unanswered.len() == 1 && text(&unanswered[0], "why")?.ends_with("(--time)"), "{report}");
    assert!(report["not_asked"].as_u64() > Some(1_000) && code == Some(1), "{report}");
    Ok(())
}

/// A program that answers with what a shell's `printf` prints.
#[cfg(unix)]
fn shell(print: &str) -> String {
    format!("sh -c 'printf {print}' {{fen}} {{depth}}")
}

/// Ctrl-C also ends a program that is just starting, which is not reported as a fault.
#[cfg(unix)]
#[test]
fn a_hunt_that_is_interrupted_before_its_first_question_is_no_error() -> Outcome {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("started-{}", std::process::id()));
    let script = format!("touch '{}'; exec sleep 1000", path(&file)?);
    let mut child = philidor(&["hunt", "--timeout", "600", "--", "sh", "-c", &script]).spawn()?;
    while !file.exists() {
        assert!(child.try_wait()?.is_none(), "it ended before it was interrupted");
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status()?.success());
    let Output { status, stdout, stderr } = child.wait_with_output()?;
    let written = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert_eq!((status.code(), written), (Some(130), [String::new(), String::new()]));
    Ok(fs::remove_file(file)?)
}

/// A report on a program that was asked in the wrong way mentions the other ways.
#[test]
fn a_program_that_never_gives_an_answer_is_doubted() -> Outcome {
    let limits = ["--fen", "startpos", "--depth-limit", "1", "--timeout", "1"];
    let (report, code) = hunted(&["--misbehave", "garbage"], &limits)?;
    let misread = text(&report, "misread")?;
    assert!(misread.starts_with("the question was not answered") && code == Some(1), "{report}");
    assert!(misread.contains("--protocol lines") && misread.contains("--command"), "{misread}");
    // It speaks UCI, and not the other protocol.
    let mutant = mutant();
    let output = hunt(&["--protocol", "lines", "--", path(&mutant)?])?;
    let said = String::from_utf8(output.stderr)?;
    assert!(said.contains("not an answer: ") && said.contains("by UCI with `go perft`"), "{said}");
    Ok(())
}

/// An answer that looks like a move is not one if it has hidden characters.
#[cfg(unix)]
#[test]
fn hidden_characters_of_an_answer_are_seen() -> Outcome {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hidden.html");
    // A right-to-left override, a zero-width space and a tag character.
    let command = shell(r#""e1d\342\200\256\342\200\213\363\240\201\201: 1\n""#);
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let limits = ["--fen", fen, "--depth-limit", "1", "--html", path(&file)?, "--command", &command];
    let output = hunt(&limits)?;
    let [text, page] = [String::from_utf8(output.stdout)?, fs::read_to_string(&file)?];
    for shown in [&text, &page] {
        assert!(!shown.contains(['\u{202e}', '\u{200b}', '\u{e0041}']), "{shown}");
        let words = shown.replace("&lt;", "<").replace("&gt;", ">");
        assert!(words.contains("e1d<U+202E><U+200B><U+E0041>: 1"), "{shown}");
    }
    Ok(())
}

/// What a program starts in a session of its own does not outlive the hunt either.
#[cfg(target_os = "linux")]
#[test]
fn a_process_outside_of_the_group_is_ended_too() -> Outcome {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("orphans-{}", std::process::id()));
    // The second one leaves a child of its own; both outlive the program, which answers nothing.
    let script = format!(
        "setsid sleep 1000 </dev/null >/dev/null 2>&1 & echo $! >>{0}
         setsid sh -c 'setsid sleep 1000 & echo $! >>{0}; wait' </dev/null >/dev/null 2>&1 &
         until [ \"$(wc -l <{0})\" -ge 2 ]; do sleep 0.01; done; echo no",
        path(&file)?
    );
    let output =
        hunt(&["--protocol", "lines", "--timeout", "20", "--nodes-limit", "20", "--", "sh", "-c", &script])?;
    let started = fs::read_to_string(&file)?;
    assert!(started.lines().count() >= 2, "{}", String::from_utf8_lossy(&output.stdout));
    for number in started.lines() {
        assert!(!Path::new("/proc").join(number).exists(), "{number} runs on");
    }
    fs::remove_file(&file)?;
    Ok(())
}

#[test]
fn by_lines_the_same_is_found() -> Outcome {
    let limits = ["--fen", "8/8/8/8/k2Pp2Q/8/8/4K3 b - d3 0 1", "--depth-limit", "1", "--protocol", "lines"];
    let (report, code) = hunted(&["--bug", "en-passant-rank-pin", "lines"], &limits)?;
    assert_eq!((classes(&report)?, code), (vec!["en-passant-pin"], Some(1)), "{report}");
    Ok(())
}

#[test]
fn a_program_that_was_asked_nothing_is_not_clean() -> Outcome {
    let mutant = mutant();
    // Without {chess960} nothing says which game is meant.
    let command = format!("'{}' divide {{fen}} {{depth}}", path(&mutant)?);
    let fen = "4k3/8/8/8/8/8/8/2K3R1 w G - 0 1";
    let (report, code) = report(&["--fen", fen, "--depth-limit", "1", "--command", &command])?;
    assert_eq!((&report["not_supported"], &report["right"], code), (&json!(1), &json!(0), Some(1)));
    Ok(())
}

#[test]
fn a_program_that_cannot_be_hunted_is_an_error() -> Outcome {
    let ask = |arguments: &[&str]| -> Result<_, Box<dyn Error>> {
        let output = hunt(arguments)?;
        assert!(output.stdout.is_empty(), "{output:?}");
        Ok((output.status.code(), String::from_utf8(output.stderr)?))
    };
    let mutant = mutant();
    let mutant = path(&mutant)?;
    for (arguments, expected, words) in [
        (vec!["--", "no-such-engine"], 1, "cannot be started"),
        (vec!["--", mutant, "--list"], 1, "ended: exit code 0"),
        (vec!["--command", "engine {depth}"], 2, "no {fen}"),
        (vec!["--fen", "nonsense", "--", mutant], 2, "nonsense"),
        (vec!["--suite", "no/such/suite.epd", "--", mutant], 2, "suite.epd"),
        (vec!["--option", "Hash=1", "--protocol", "lines", "--", mutant, "lines"], 2, "UCI"),
        (vec!["--option", "Threads=2", "--", mutant], 1, "no option Threads"),
        (vec!["--html", "no/such/folder/page.html", "--", mutant], 1, "page.html"),
        (vec!["--html", "-", "--", mutant], 2, "standard output is taken"),
        (vec!["--time", "0", "--", mutant], 2, "--time"),
        (vec![], 2, "PROGRAM"),
    ] {
        let (code, said) = ask(&arguments)?;
        assert!(code == Some(expected) && said.contains(words), "{arguments:?}: {code:?} {said}");
    }
    Ok(())
}
