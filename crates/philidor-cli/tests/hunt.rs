//! `philidor hunt` against the mutants: bugs of every class are found, named and shown, and nothing else is.
//!
//! What the report says is not believed. Its moves are looked up in philidor's own lists, and its commands are given to a
//! mutant that was just started, which must answer as the report tells.

mod prey;

use std::collections::HashSet;
use std::env;
use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use philidor::{CastlingMode, Position};
use serde_json::{Value, json};

use prey::{Outcome, bugs, complaints, converse, mutant};

/// Bugs that are hunted here, at least one of each class, and what is asked: no more than is needed to find them.
/// `scripts/hunt-mutants` hunts all bugs, with larger counts.
const SAMPLE: [(&[&str], &[&str]); 4] = [
    (
        &["--nodes-limit", "100"],
        &[
            "pin-diagonal-ignored",
            "pin-frozen",
            "check-no-blocks",
            "check-by-pawn-unseen",
            "double-check-one-answered",
            "king-in-shadow",
            "king-takes-protected",
            "en-passant-missing",
            "en-passant-rank-pin",
            "castling-path-rook",
            "castling-through-attack",
            "chess960-rook-shield",
            "promotion-capture-missing",
            "double-push-over-man",
            "pawn-captures-ahead",
            "knight-wraps",
            "slider-jumps",
            "wrong-side-fen",
            "castling-rook-stays",
            "undo-en-passant",
            "output-capital",
        ],
    ),
    (&["--nodes-limit", "300"], &["right-kept-capture"]),
    (&["--nodes-limit", "1000"], &["right-kept-king", "en-passant-never-cleared"]),
    (STANDARD, &["undo-rights", "leak-castling", "key-castling"]),
];

/// Few positions, with larger trees.
const STANDARD: &[&str] = &["--suite", STANDARD_FILE, "--nodes-limit", "10000"];

/// Where [`hunt`] writes the suite of few positions.
const STANDARD_FILE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/standard.epd");

static STANDARD_WRITTEN: LazyLock<io::Result<()>> =
    LazyLock::new(|| fs::write(STANDARD_FILE, philidor::suites::STANDARD));

/// `philidor hunt` with these arguments.
fn hunt(arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    STANDARD_WRITTEN.as_ref().map_err(io::Error::to_string)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_philidor"));
    command.arg("hunt").args(arguments).env("NO_COLOR", "1");
    Ok(command.stdin(Stdio::null()).output()?)
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
    let mutant = mutant()?;
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

/// An answer to `go perft`: the moves that are told, and the total.
#[derive(Debug)]
struct Told {
    moves: Vec<String>,
    total: u64,
}

/// The last answer in what a program said.
fn last_answer(said: &str) -> Result<Told, Box<dyn Error>> {
    let end = said.rfind("Nodes searched: ").ok_or_else(|| format!("no total: {said}"))?;
    let total = said[end..].lines().next().and_then(|line| line.strip_prefix("Nodes searched: "));
    let total = total.ok_or("no total")?.parse()?;
    let moves = said[..end].trim_end().rsplit("\n\n").next().unwrap_or_default();
    // The answer before this one, or a complaint, may stand before.
    let moves = moves.lines().filter_map(|line| Some(line.split_once(": ")?.0.to_owned())).collect();
    Ok(Told { moves, total })
}

/// What the report says of an example is so: in philidor's lists, and if a new mutant is given the commands.
fn verify(finding: &Value, mutant: &Path, options: &[&str]) -> Outcome {
    let position: Position = text(finding, "fen")?.parse()?;
    let chess960 = finding["chess960"] == true;
    let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let legal: HashSet<String> =
        position.legal_moves().iter().map(|&mv| position.uci(mv, mode).to_string()).collect();
    let depth = u32::try_from(finding["depth"].as_u64().ok_or("no depth")?)?;
    let expected = finding["expected"].as_u64().ok_or("no count")?;
    assert_eq!(u128::from(expected), philidor::perft::perft(&position, depth), "{finding}");

    let commands: Vec<&str> = array(finding, "repeat")?.iter().filter_map(Value::as_str).collect();
    let said = converse(mutant, options, &(commands.join("\n") + "\nquit\n"))?;
    let told = last_answer(std::str::from_utf8(&said.stdout)?)?;
    assert_eq!(finding["told"], told.total, "{finding}\n{told:?}");
    let is_listed_right = told.moves.len() == legal.len() && told.moves.iter().all(|mv| legal.contains(mv));
    assert!(told.total != expected || !is_listed_right, "nothing is wrong: {finding}\n{told:?}");

    for reason in array(finding, "reasons")? {
        assert!(!text(reason, "words")?.is_empty(), "{finding}");
        let mv = text(reason, "move")?;
        let times = told.moves.iter().filter(|told| *told == mv).count();
        let is_so = match text(reason, "fault")? {
            "missing" => legal.contains(mv) && times == 0,
            "invented" => !legal.contains(mv) && times > 0,
            "repeated" => legal.contains(mv) && times > 1,
            "odd" => !legal.contains(mv) && times > 0,
            "counted" => true,
            other => return Err(format!("an unknown fault: {other}").into()),
        };
        assert!(is_so, "{reason}\n{finding}\n{told:?}");
    }
    Ok(())
}

#[test]
fn a_bug_of_every_class_is_found_named_and_shown() -> Outcome {
    let mutant = mutant()?;
    let known = bugs(&mutant)?;
    let class = |name: &str| known.iter().find(|bug| bug.name == name).map(|bug| bug.class.as_str());
    let sample = || SAMPLE.iter().flat_map(|(limits, names)| names.iter().map(move |name| (*limits, *name)));
    let sampled: HashSet<&str> = sample().filter_map(|(_, name)| class(name)).collect();
    assert_eq!(sampled, known.iter().map(|bug| bug.class.as_str()).collect());
    let complaints = complaints(sample().collect::<Vec<_>>(), |(limits, name)| {
        let class = class(name).ok_or_else(|| format!("no bug {name}"))?;
        let options = ["--bug", name];
        let (report, code) = hunted(&options, limits)?;
        let found = classes(&report)?;
        if !found.contains(&class) || code != Some(1) {
            return Err(format!("{name}: not {class} but {found:?}, exit code {code:?}").into());
        }
        array(&report, "findings")?.iter().try_for_each(|finding| verify(finding, &mutant, &options))
    });
    assert!(complaints.is_empty(), "{complaints:#?}");
    Ok(())
}

#[test]
fn a_program_without_a_bug_comes_out_clean() -> Outcome {
    let (report, code) = hunted(&[], &["--nodes-limit", "100"])?;
    assert_eq!((classes(&report)?.len(), &report["wrong"], code), (0, &json!(0), Some(0)), "{report}");
    assert_eq!((array(&report, "unanswered")?.len(), &report["given_up"]), (0, &Value::Null));
    // At least one question about each position.
    assert!(report["right"].as_u64() > Some(2_100), "{report}");
    assert_eq!(report["not_asked"], 0);
    Ok(())
}

/// A fast count of ours was wrong here, and a right program was accused.
#[test]
fn a_right_program_is_not_accused_where_philidor_was_wrong_once() -> Outcome {
    let fen = "5R2/2Nrb3/7k/6n1/2N5/4q3/K2N2p1/4q3 b - - 4 115";
    let (report, code) =
        hunted(&[], &["--fen", fen, "--depth-limit", "4", "--time", "600", "--timeout", "600"])?;
    assert_eq!((classes(&report)?.len(), &report["wrong"], code), (0, &json!(0), Some(0)), "{report}");
    assert_eq!((&report["right"], array(&report, "contradictions")?.len()), (&json!(4), 0), "{report}");
    Ok(())
}

#[test]
fn a_suite_that_is_wrong_is_not_the_programs_fault() -> Outcome {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong-suite.epd");
    let pawn = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    fs::write(&file, format!("\n{pawn} ;id pawn ;D1 7 ;D2 8\n{pawn} ;id again ;D1 6\n"))?;
    let limits = ["--suite", path(&file)?];
    let lines = |report: &Value| -> Result<Vec<_>, Box<dyn Error>> {
        let suite = array(report, "suite")?.iter();
        Ok(suite.map(|one| (one["line"].as_u64(), one["depth"].as_u64(), one["told"].as_u64())).collect())
    };
    let wrong = vec![(Some(2), Some(2), Some(8)), (Some(3), Some(1), Some(6))];
    let (report, code) = hunted(&[], &limits)?;
    assert_eq!((classes(&report)?.len(), &report["wrong"], code), (0, &json!(0), Some(1)), "{report}");
    assert_eq!(lines(&report)?, wrong);
    // Both are told, and each for what it is.
    let (report, code) = hunted(&["--bug", "promotion-capture-missing"], &limits)?;
    assert_eq!((lines(&report)?, code), (wrong.clone(), Some(1)), "{report}");
    let (report, code) = hunted(&["--bug", "output-capital"], &limits)?;
    assert_eq!((classes(&report)?, lines(&report)?, code), (vec!["output"], wrong, Some(1)), "{report}");
    Ok(())
}

/// A program that says what a script of the shell prints.
#[cfg(unix)]
fn shell(print: &str) -> String {
    format!("sh -c 'printf {print}' {{fen}} {{depth}}")
}

#[cfg(unix)]
#[test]
fn huge_counts_are_only_wrong() -> Outcome {
    let huge = u128::MAX;
    let command = shell(&format!(r#""e1d1: {huge}\ne1d2: {huge}\ne1e2: 3\n""#));
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let output = hunt(&["--fen", fen, "--depth-limit", "2", "--json", "--command", &command])?;
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))?;
    assert_eq!((output.status.code(), &report["wrong"]), (Some(1), &json!(1)), "{report}");
    assert!(!classes(&report)?.is_empty(), "{report}");
    Ok(())
}

/// What looks like one move is another one, or none.
#[cfg(unix)]
#[test]
fn hidden_characters_of_an_answer_are_seen() -> Outcome {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hidden.html");
    // A right-to-left override, a space of no width, and a tag.
    let command = shell(r#""e1d\342\200\256\342\200\213\363\240\201\201: 1\n""#);
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let limits = ["--fen", fen, "--depth-limit", "1", "--html", path(&file)?, "--command", &command];
    let output = hunt(&limits)?;
    let [text, page] = [String::from_utf8(output.stdout)?, fs::read_to_string(&file)?];
    for shown in [&text, &page] {
        assert!(!shown.contains(['\u{202e}', '\u{200b}', '\u{e0041}']), "{shown}");
        assert!(shown.contains(r"e1d\u{202e}\u{200b}\u{e0041}: 1"), "{shown}");
    }
    Ok(())
}

#[test]
fn a_program_that_fails_now_and_then_is_started_again_and_the_hunt_goes_on() -> Outcome {
    let failures = [
        ("crash-at 50", "ended: ", "mutant: asked once too often"),
        ("hang-at 1000", "said nothing for ", ""),
    ];
    let complaints = complaints(failures, |(misbehavior, why, complaint)| {
        let options: Vec<&str> = ["--misbehave"].into_iter().chain(misbehavior.split(' ')).collect();
        // The time is for the one that hangs; whoever is only slow then has more questions without an answer.
        let (report, code) = hunted(&options, &["--nodes-limit", "100", "--timeout", "2"])?;
        let unanswered = array(&report, "unanswered")?;
        let told = unanswered.iter().any(|one| {
            one["why"].as_str().is_some_and(|words| words.contains(why) && words.contains(complaint))
        });
        let is_so = told
            && code == Some(1)
            && report["restarts"].as_u64() >= Some(unanswered.len() as u64)
            && report["right"].as_u64() > Some(2_000)
            && report["given_up"].is_null()
            && classes(&report)? == ["unanswered"];
        if is_so { Ok(()) } else { Err(format!("{misbehavior}: exit code {code:?}, {report}").into()) }
    });
    assert!(complaints.is_empty(), "{complaints:#?}");
    Ok(())
}

#[test]
fn a_program_that_never_answers_is_given_up() -> Outcome {
    let failures = [
        ("garbage", "not an answer: e2e4 -> lots"),
        ("truncated", "not an answer: "),
        ("silent", "said nothing for "),
        ("exit-early", "ended: "),
    ];
    let complaints = complaints(failures, |(misbehavior, why)| {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let limits = ["--fen", fen, "--depth-limit", "1", "--timeout", "0.2"];
        let (report, code) = hunted(&["--misbehave", misbehavior], &limits)?;
        let unanswered = array(&report, "unanswered")?;
        let is_so = !unanswered.is_empty()
            && unanswered.iter().all(|one| one["why"].as_str().is_some_and(|words| words.starts_with(why)))
            && classes(&report)? == ["unanswered"]
            && report["right"] == 0
            && code == Some(1);
        if is_so { Ok(()) } else { Err(format!("{misbehavior}: exit code {code:?}, {report}").into()) }
    });
    assert!(complaints.is_empty(), "{complaints:#?}");
    let (report, code) = hunted(&["--misbehave", "exit-early"], &["--nodes-limit", "30"])?;
    assert!(text(&report, "given_up")?.contains("questions in a row"), "{report}");
    assert!(report["not_asked"].as_u64() > Some(1_000) && code == Some(1), "{report}");
    // The end of the hunt is the end of waiting, and no proof of innocence.
    let times = ["--time", "0.3", "--timeout", "600"];
    let (report, code) = hunted(&["--misbehave", "silent"], &times)?;
    let unanswered = array(&report, "unanswered")?;
    assert!(unanswered.len() == 1 && text(&unanswered[0], "why")?.ends_with("(--time)"), "{report}");
    assert!(report["not_asked"].as_u64() > Some(1_000) && code == Some(1), "{report}");
    Ok(())
}

/// What a program starts in a session of its own does not outlive the hunt either.
#[cfg(target_os = "linux")]
#[test]
fn who_has_left_the_group_is_ended_too() -> Outcome {
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
fn who_was_asked_nothing_is_not_clean() -> Outcome {
    let mutant = mutant()?;
    // Without {chess960} it cannot be told which game is meant.
    let command = format!("'{}' divide {{fen}} {{depth}}", path(&mutant)?);
    let fen = "4k3/8/8/8/8/8/8/2K3R1 w G - 0 1";
    let (report, code) = report(&["--fen", fen, "--depth-limit", "1", "--command", &command])?;
    assert_eq!((&report["not_supported"], &report["right"], code), (&json!(1), &json!(0), Some(1)));
    Ok(())
}

#[test]
fn a_crash_has_an_example_that_crashes() -> Outcome {
    let options = ["--misbehave", "crash-on-castling"];
    let (report, code) = hunted(&options, &["--nodes-limit", "100"])?;
    assert_eq!((classes(&report)?, code), (vec!["unanswered"], Some(1)), "{report}");
    let finding = &report["findings"][0];
    let position: Position = text(finding, "fen")?.parse()?;
    assert!(position.legal_moves().iter().any(|mv| mv.castling_side().is_some()), "{finding}");
    assert_eq!(position.board().occupied().len(), 3, "two kings and a rook are enough: {finding}");
    let commands: Vec<&str> = array(finding, "repeat")?.iter().filter_map(Value::as_str).collect();
    assert!(!converse(&mutant()?, &options, &(commands.join("\n") + "\n"))?.status.success());
    Ok(())
}

#[test]
fn by_lines_the_same_is_found() -> Outcome {
    let mutant = mutant()?;
    let ask = |options: &[&str]| {
        let limits = ["--nodes-limit", "300", "--protocol", "lines", "--", path(&mutant)?];
        report(&[&limits, options, &["lines"]].concat())
    };
    let (report, code) = ask(&[])?;
    assert_eq!(
        (classes(&report)?.len(), &report["not_supported"], code),
        (0, &json!(0), Some(0)),
        "{report}"
    );
    for (name, class) in [
        ("en-passant-rank-pin", "en-passant-pin"),
        ("chess960-rook-shield", "chess960-castling"),
        ("right-kept-capture", "castling-rook-captured"), // Seen after moves only, so that moves are told.
    ] {
        let (report, code) = ask(&["--bug", name])?;
        assert_eq!((classes(&report)?.first(), code), (Some(&class), Some(1)), "{report}");
    }
    Ok(())
}

#[test]
fn a_command_is_run_for_each_question() -> Outcome {
    let mutant = mutant()?;
    let fen = "8/8/8/8/k2Pp2Q/8/8/4K3 b - d3 0 1";
    let ask = |options: &str| {
        let command = format!("'{}' {options}", path(&mutant)?);
        report(&["--fen", fen, "--depth-limit", "2", "--command", &command])
    };
    let found = |options| -> Result<_, Box<dyn Error>> {
        let (report, code) = ask(options)?;
        Ok((classes(&report)?.first().map(|&class| class.to_owned()), code))
    };
    let pin = Some("en-passant-pin".to_owned());
    assert_eq!(found("divide {fen} {depth}")?, (None, Some(0)));
    assert_eq!(found("count {fen} {depth}")?, (None, Some(0)));
    assert_eq!(found("--bug en-passant-rank-pin divide {fen} {depth}")?, (pin.clone(), Some(1)));
    // A total alone tells it, too, where nothing else can be wrong.
    assert_eq!(found("--bug en-passant-rank-pin count {fen} {depth}")?, (pin, Some(1)));
    Ok(())
}

#[test]
fn who_cannot_be_hunted_is_an_error() -> Outcome {
    let ask = |arguments: &[&str]| -> Result<_, Box<dyn Error>> {
        let output = hunt(arguments)?;
        assert!(output.stdout.is_empty(), "{output:?}");
        Ok((output.status.code(), String::from_utf8(output.stderr)?))
    };
    let mutant = mutant()?;
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

#[test]
fn the_page_is_well_formed_and_has_a_board_for_each_finding() -> Outcome {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hunt.html");
    let limits = ["--nodes-limit", "100", "--html", path(&file)?];
    let (report, code) = hunted(&["--bug", "check-by-pawn-unseen"], &limits)?;
    let page = fs::read_to_string(&file)?;
    let findings = array(&report, "findings")?;
    assert!(findings.len() >= 2 && code == Some(1), "{report}");
    assert!(page.starts_with("<!doctype html>\n") && page.trim_end().ends_with("</html>"), "{page}");
    assert_eq!(unbalanced(&page), None);
    for broken in
        [page.replace("</svg>", ""), page.replace("</h1>", "</h2>"), page.replace("\"img\"", "\"img")]
    {
        assert!(unbalanced(&broken).is_some(), "a page that is broken is told from one that is not");
    }
    assert!(
        !page.contains("<script") && !page.contains("src="),
        "nothing runs, and nothing comes from outside"
    );
    assert_eq!(page.matches("<svg ").count(), findings.len());
    assert_eq!(page.matches("<rect ").count(), 64 * findings.len());
    for finding in findings {
        for key in ["class", "rule", "fen", "origin"] {
            assert!(page.contains(text(finding, key)?), "{key}: {finding}");
        }
        for command in array(finding, "repeat")?.iter().filter_map(Value::as_str) {
            assert!(page.contains(command), "{command}");
        }
    }
    let men: u32 = findings
        .iter()
        .filter_map(|finding| finding["fen"].as_str()?.parse::<Position>().ok())
        .map(|position| position.board().occupied().len())
        .sum();
    assert_eq!(page.matches("class=\"piece ").count(), men as usize);
    Ok(())
}

/// The first tag of a page that does not match. Some ends may be left out in HTML, and some elements have none.
fn unbalanced(page: &str) -> Option<String> {
    const WITHOUT_END: [&str; 2] = ["meta", "rect"];
    const END_LEFT_OUT: [&str; 8] = ["p", "li", "dt", "dd", "tr", "th", "td", "tbody"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page.strip_prefix("<!doctype html>")?;
    while let Some((_, behind)) = rest.split_once('<') {
        let Some((tag, after)) = behind.split_once('>') else { return Some(behind.to_owned()) };
        rest = after;
        if tag.matches('"').count() % 2 == 1 {
            return Some(tag.to_owned());
        }
        let name = tag.trim_end_matches('/').split_whitespace().next().unwrap_or_default();
        match name.strip_prefix('/') {
            None if WITHOUT_END.contains(&name) => {}
            None => open.push(name),
            Some(name) => {
                while open.last().is_some_and(|last| *last != name && END_LEFT_OUT.contains(last)) {
                    open.pop();
                }
                if open.pop() != Some(name) {
                    return Some(tag.to_owned());
                }
            }
        }
    }
    open.last().map(|last| (*last).to_owned())
}

/// The sessions of the command, the book and the README in which there is a hunt.
#[test]
fn sessions() -> Outcome {
    let mutant = mutant()?;
    let folders = [mutant.parent().ok_or("no folder")?.to_owned()].into_iter();
    let path = env::join_paths(folders.chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())))?;
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1").env("PATH", path.to_str().ok_or("a path that is not UTF-8")?);
    cases.case("tests/cmd/hunt/*.md");
    // A published package, to which Cargo adds the original manifest, comes without the book and the workspace's README.
    if !Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml.orig").exists() {
        cases.case("../../book/src/hunt.md").case("../../README.md");
    }
    Ok(())
}
