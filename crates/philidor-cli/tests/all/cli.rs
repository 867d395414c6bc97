//! The command as its users meet it: what no session can show. The sessions are in the book's tests.

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::command::{Outcome, fed, philidor};

fn json(arguments: &[&str]) -> Result<Value, Box<dyn Error>> {
    let Output { stdout, stderr, .. } = philidor(arguments).output()?;
    assert_eq!(String::from_utf8(stderr)?, "", "{arguments:?}");
    Ok(serde_json::from_slice(&stdout)?)
}

/// The program with its input and output in our hands.
fn check_fen() -> Result<Child, Box<dyn Error>> {
    Ok(philidor(&["check-fen"]).stdin(Stdio::piped()).spawn()?)
}

/// What the program answers to a whole input, and its exit code.
fn answers(input: &[u8], arguments: &[&str]) -> Result<(Vec<String>, Option<i32>), Box<dyn Error>> {
    let Output { stdout, status, .. } = fed(philidor(&["check-fen"]).args(arguments), input)?;
    Ok((String::from_utf8(stdout)?.lines().map(str::to_owned).collect(), status.code()))
}

#[test]
fn perft_is_the_same_on_any_number_of_threads() -> Outcome {
    for fen in ["startpos", "kiwipete", "position3", "position4", "position5", "position6"] {
        let count = |threads| {
            let mut answer = json(&["perft", "4", "--fen", fen, "--json", "--divide", "--threads", threads])?;
            assert_eq!(answer["threads"].to_string(), threads);
            Ok::<_, Box<dyn Error>>((answer["nodes"].take(), answer["moves"].take()))
        };
        let (nodes, moves) = count("1")?;
        assert_eq!((nodes.clone(), moves.clone()), count("2")?, "{fen}");
        let sum: u64 = moves.as_object().ok_or("no moves")?.values().filter_map(Value::as_u64).sum();
        assert_eq!(nodes, sum, "{fen}");
    }
    // The one count that everybody knows by heart.
    assert_eq!(json(&["perft", "4", "--json", "--threads", "2"])?["nodes"], 197_281);
    Ok(())
}

#[test]
fn perft_prints_time_and_rate_of_the_same_run() -> Outcome {
    let answer = json(&["perft", "5", "--json"])?;
    let [nodes, seconds, rate] =
        ["nodes", "seconds", "nodes_per_second"].map(|key| answer[key].as_f64().unwrap_or_default());
    assert!(seconds > 0.0 && (nodes / seconds / rate - 1.0).abs() < 1e-3, "{answer}");
    Ok(())
}

#[test]
fn the_moves_of_show_moves_and_perft_are_the_same() -> Outcome {
    for fen in ["startpos", "kiwipete", "position5", "promotions", "most-moves"] {
        let listed = json(&["moves", "--fen", fen, "--json"])?;
        let listed = listed["moves"].as_array().ok_or("no moves")?;
        let divided = json(&["perft", "1", "--divide", "--fen", fen, "--json"])?;
        let divided = divided["moves"].as_object().ok_or("no division")?;
        assert_eq!(json(&["show", "--fen", fen, "--json"])?["legal_moves"], listed.len(), "{fen}");
        assert_eq!(divided.len(), listed.len(), "{fen}");
        assert!(
            listed.iter().all(|entry| divided.contains_key(entry["uci"].as_str().unwrap_or("?"))),
            "{fen}"
        );
    }
    Ok(())
}

/// A word that is not a move is quoted, but not at full length, and its control characters do not reach the terminal.
#[test]
fn what_is_not_a_move_is_said_in_short() -> Outcome {
    let long = "Nf3".repeat(10_000);
    let wide = "é\u{1b}[2J".repeat(1_000);
    for word in
        ["", " ", "\t\n", long.as_str(), wide.as_str(), "1.", "1...", "0-0-0-0", "-", "e9", "\u{202e}e9"]
    {
        let Output { stdout, stderr, status } = philidor(&["san", "--", word]).output()?;
        let message = String::from_utf8(stdout)?;
        let is_number = word.starts_with("1.");
        assert_eq!((status.code(), stderr.len()), (Some(i32::from(!is_number)), 0), "{message}");
        assert_eq!(message.lines().count(), usize::from(!is_number), "{word:.20}: {message}");
        assert!(
            message.len() < 500 && !message.trim_end().contains(char::is_control),
            "{word:.20}: {message}"
        );
    }
    Ok(())
}

#[test]
fn color_is_used_when_wanted_and_never_against_the_readers_will() -> Outcome {
    let escapes = |variables: &[(&str, &str)]| -> Result<bool, Box<dyn Error>> {
        let output = philidor(&["show", "--attacks", "white"]).envs(variables.iter().copied()).output()?;
        Ok(output.stdout.contains(&0x1b))
    };
    assert!(escapes(&[("CLICOLOR_FORCE", "1")])?);
    assert!(!escapes(&[])?, "a pipe is not a terminal");
    assert!(!escapes(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")])?);
    let forced = philidor(&["show", "--json"]).env("CLICOLOR_FORCE", "1").output()?;
    assert!(!forced.stdout.contains(&0x1b), "JSON has no color");
    Ok(())
}

#[test]
fn nothing_is_drawn_where_standard_error_is_no_terminal() -> Outcome {
    assert_eq!(String::from_utf8(philidor(&["perft", "5"]).output()?.stderr)?, "");
    Ok(())
}

#[test]
fn every_line_gets_one_answer_whatever_its_bytes() -> Outcome {
    let valid = b"4k3/8/8/8/8/8/8/4K3 w - - 0 1".as_slice();
    let lines = [valid, b"\xff\xfe", b"", b" \t", b"\x1b[2J\x07 w - - 0 1", b"\0", valid];
    let (answered, code) = answers(&lines.join(b"\n".as_slice()), &[])?;
    assert_eq!(answered.len(), lines.len(), "{answered:?}");
    let fine: Vec<bool> = answered.iter().map(|answer| answer == "ok").collect();
    assert_eq!(fine, [true, false, false, false, false, false, true], "{answered:?}");
    assert!(
        answered[1..6]
            .iter()
            .all(|answer| answer.starts_with("error: ") && !answer.contains(char::is_control))
    );
    let expected = "error: board, column 1: expected eight ranks, found 1; side to move, column 3: the FEN ends before this \
                    field";
    assert_eq!(answered[1], expected);
    assert_eq!(code, Some(1));
    Ok(())
}

#[test]
fn line_ends_and_marks_of_other_systems_are_no_faults() -> Outcome {
    let text = "\u{feff}4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n4k3/8/8/8/8/8/8/4K3 b - - 0 1\r\n";
    assert_eq!(answers(text.as_bytes(), &[])?, (vec!["ok".to_owned(); 2], Some(0)));
    assert_eq!(answers(b"", &["-"])?, (vec![], Some(0)));
    Ok(())
}

#[test]
fn json_answers_are_numbered_and_hold_every_fault() -> Outcome {
    let (answered, _) = answers(b"4k3/8/8/8/8/8/8/4K3 w - -\n8/8/8/8/8/8/8/8 w - - 0 1\n", &["--json"])?;
    let answered: Vec<Value> =
        answered.iter().map(|answer| serde_json::from_str(answer)).collect::<Result<_, _>>()?;
    let expected = [
        serde_json::json!({"line": 1, "ok": true, "fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}),
        serde_json::json!({"line": 2, "ok": false, "errors": ["white has no king", "black has no king"]}),
    ];
    assert_eq!(answered, expected);
    Ok(())
}

#[test]
fn a_line_is_answered_before_the_next_is_asked() -> Outcome {
    let mut child = check_fen()?;
    let mut input = child.stdin.take().ok_or("no input")?;
    let output = BufReader::new(child.stdout.take().ok_or("no output")?);
    // Another thread waits for the answers, so that one that never comes is a failure and not a hanging test.
    let (sender, answers) = mpsc::channel();
    let reader =
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    for (question, expected) in [("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "ok"), ("", "error: the line is blank")] {
        writeln!(input, "{question}")?;
        assert_eq!(answers.recv_timeout(Duration::from_secs(30))?, expected);
    }
    drop(input);
    assert_eq!(child.wait()?.code(), Some(1));
    assert!(reader.join().is_ok_and(|read| read.is_ok()));
    Ok(())
}

#[test]
fn a_reader_who_leaves_early_is_no_error() -> Outcome {
    let mut child = check_fen()?;
    drop(child.stdout.take());
    let mut input = child.stdin.take().ok_or("no input")?;
    // The program may be gone before it has taken all of this.
    let _ = input.write_all("8/8/8/8/8/8/8/8 w - - 0 1\n".repeat(10_000).as_bytes());
    drop(input);
    let Output { status, stderr, .. } = child.wait_with_output()?;
    assert_eq!((status.code(), String::from_utf8(stderr)?.as_str()), (Some(0), ""));
    Ok(())
}

/// A note that cannot be written changes nothing: neither the answer nor the exit code.
#[cfg(target_os = "linux")]
#[test]
fn a_note_on_a_full_disk_is_no_error() -> Outcome {
    let limited = ["verify", "--suite", "-", "--nodes-limit", "30"];
    let counted = |stderr: Stdio| -> Result<Output, Box<dyn Error>> {
        fed(philidor(&limited).stderr(stderr), b"startpos ;D1 20 ;D3 5\n")
    };
    let noted = counted(Stdio::piped())?;
    let note = "line 1: depth 3 is left out: at depth 2 there are more than 30 leaves\n";
    assert_eq!(String::from_utf8(noted.stderr)?, note);
    let silent = counted(fs::File::options().write(true).open("/dev/full")?.into())?;
    assert_eq!(silent.status.code(), Some(0));
    assert!(String::from_utf8(silent.stdout)?.ends_with("\n1 passed, 0 failed\n"));
    Ok(())
}

/// The lines that a command answers to positions on standard input.
fn positions_answered(
    arguments: &[&str],
    input: &[u8],
) -> Result<(Vec<String>, Option<i32>), Box<dyn Error>> {
    let Output { stdout, status, .. } = fed(philidor(arguments).args(["--file", "-"]), input)?;
    Ok((String::from_utf8(stdout)?.lines().map(str::to_owned).collect(), status.code()))
}

/// The commands that read many positions, each with what it is asked.
const OF_POSITIONS: [&[&str]; 3] = [&["moves"], &["show"], &["san", "--each", "a3", "a6"]];

#[test]
fn each_position_gets_one_line_whatever_stands_beside_it() -> Outcome {
    let good = b"kiwipete\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\nstartpos".as_slice();
    let mixed =
        b"kiwipete\n\xff\n\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n\x1b[2J/\n\xe2\x80\xae\nstartpos".as_slice();
    for arguments in OF_POSITIONS {
        for json in [&[][..], &["--json"]] {
            let arguments = [arguments, json].concat();
            let (alone, code) = positions_answered(&arguments, good)?;
            let may_fail = arguments[0] == "san";
            assert_eq!((alone.len(), code), (3, Some(i32::from(may_fail))), "{arguments:?}: {alone:?}");
            let (all, code) = positions_answered(&arguments, mixed)?;
            assert_eq!((all.len(), code), (7, Some(1)), "{arguments:?}: {all:?}");
            for (line, answer) in (1..).zip(&all) {
                assert!(!answer.contains(char::is_control), "{answer:?}");
                let is_good = [1, 4, 7].contains(&line);
                if json.is_empty() {
                    assert_eq!(answer.starts_with(&format!("error: line {line}: ")), !is_good, "{answer}");
                } else {
                    let answer: Value = serde_json::from_str(answer)?;
                    assert_eq!((&answer["line"], answer["errors"].is_array()), (&line.into(), !is_good));
                }
            }
            if json.is_empty() {
                assert_eq!([&all[0], &all[3], &all[6]], [&alone[0], &alone[1], &alone[2]]);
            }
        }
    }
    Ok(())
}

#[test]
fn a_position_is_answered_before_the_next_is_asked() -> Outcome {
    for arguments in OF_POSITIONS {
        let mut child = philidor(&[arguments, &["--file", "-"]].concat()).stdin(Stdio::piped()).spawn()?;
        let mut input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let (sender, answers) = mpsc::channel();
        let reader = thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        for question in ["startpos", "kiwipete", "nothing"] {
            writeln!(input, "{question}")?;
            let answer = answers.recv_timeout(Duration::from_secs(30))?;
            assert_eq!(answer.starts_with("error: line 3: "), question == "nothing", "{answer}");
        }
        drop(input);
        assert_eq!(child.wait()?.code(), Some(1));
        assert!(reader.join().is_ok_and(|read| read.is_ok()));
    }
    Ok(())
}

#[test]
fn positions_that_no_game_reaches_pass_by_choice_in_a_file_too() -> Outcome {
    let input = b"8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1\nstartpos\n".as_slice();
    for command in [&["moves"][..], &["show"], &["san", "--each", "1."]] {
        let (refused, code) = positions_answered(command, input)?;
        assert!(refused[0].starts_with("error: line 1: ") && code == Some(1), "{refused:?}");
        assert!(refused[0].contains("--unreachable"), "{refused:?}");
        let (answered, code) = positions_answered(&[command, &["--unreachable"]].concat(), input)?;
        assert!(!answered[0].starts_with("error") && code == Some(0), "{answered:?}");
    }
    Ok(())
}
