//! The command as its users meet it: sessions in `cmd/`, written as one would see them, and what no session can show.
//!
//! After an intended change, `TRYCMD=overwrite cargo test -p philidor-cli sessions` writes the sessions again; read
//! the difference before it is committed.

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::command::{Outcome, fed, philidor};

#[path = "../../examples/manual.rs"]
#[allow(dead_code, unreachable_pub)]
mod manual;

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
fn sessions() {
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1").case("tests/cmd/*.md");
    if cfg!(any(feature = "mcp", feature = "train")) {
        // It lists the commands of the default features.
        cases.skip("tests/cmd/help.md");
    }
}

/// Every picture in the book is what the command draws now. `TRYCMD=overwrite` draws the book's pictures again, too.
/// Two chapters are tested elsewhere: that about the hunt, in `hunt.rs`, needs a program that is hunted, and that about
/// SQL has a command of its own.
#[test]
fn the_book() {
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1").case("../../book/src/*.md");
    cases.skip("../../book/src/hunt.md").skip("../../book/src/sql.md");
}

/// On the pages for users of other libraries, philidor's code in the tables occurs in the page's programs as well,
/// which the tests of their language run.
#[test]
fn what_the_tables_of_the_book_translate_to_is_run() -> Outcome {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let mut cells = 0;
    for name in ["shakmaty", "cozy-chess", "python-chess", "chess-js", "chessops"] {
        let page = fs::read_to_string(format!("../../book/src/from-{name}.md"))?;
        let listings: String = page.split("```").skip(1).step_by(2).map(squeezed).collect();
        for row in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| you")) {
            let translated =
                row.replace("\\|", "").split(" | ").nth(1).ok_or("a row of two cells")?.to_owned();
            for code in translated.split('`').skip(1).step_by(2).filter(|code| code.contains(['(', '.', ':']))
            {
                assert!(listings.contains(&squeezed(code)), "{name}: `{code}` is in no listing");
                cells += 1;
            }
        }
    }
    assert!(cells > 90, "{cells} cells");
    Ok(())
}

/// The page for users of pgn-extract names flags and subcommands that exist.
#[test]
fn the_words_for_pgn_extract_are_those_of_the_command() -> Outcome {
    let page = fs::read_to_string("../../book/src/from-pgn-extract.md")?;
    let mut flags = 0;
    for row in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| you")) {
        let words = row.replace("\\|", "").split(" | ").nth(2).ok_or("a row of three cells")?.to_owned();
        for code in words.split('`').skip(1).step_by(2) {
            let is_general = code.starts_with("--");
            let subcommand = if is_general { "check" } else { code.split(' ').next().unwrap_or_default() };
            let help = String::from_utf8(philidor(&["pgn", subcommand, "--help"]).output()?.stdout)?;
            assert!(help.contains(&format!("philidor pgn {subcommand}")), "{code}");
            for flag in code.split(' ').filter(|word| word.starts_with("--")) {
                assert!(help.contains(&format!("{flag} ")) || help.contains(&format!("{flag}\n")), "{code}");
                flags += 1;
            }
        }
    }
    assert!(flags > 40, "{flags} flags");
    Ok(())
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

#[test]
fn a_fen_in_the_wrong_place_is_recognized() -> Outcome {
    let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
    let message = |args: &[&str]| -> Result<String, Box<dyn Error>> {
        Ok(String::from_utf8(philidor(args).output()?.stderr)?)
    };
    assert!(message(&["check-fen", fen])?.contains("is a FEN, not a file; pipe it: echo '8/"));
    let words = [&["san", "--fen"][..], &fen.split(' ').collect::<Vec<_>>()].concat();
    assert!(message(&words)?.contains("tip: a FEN needs quotes around it"));
    assert!(message(&["pgn", "check", "--strict", "--lenient"])?.contains("cannot be used with"));
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

/// A help that cannot be written is an error, unless the reader has closed the pipe.
#[cfg(target_os = "linux")]
#[test]
fn a_help_on_a_full_disk_is_an_error() -> Outcome {
    for arguments in
        [&["--help"][..], &["--version"], &["perft", "--help"], &["help", "hunt"], &["perft", "1"]]
    {
        let full = std::fs::File::options().write(true).open("/dev/full")?;
        let Output { status, stderr, .. } = philidor(arguments).stdout(full).output()?;
        let said = String::from_utf8(stderr)?;
        assert_eq!(status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.starts_with("error: ") && said.lines().count() == 1, "{arguments:?}: {said}");
        let (reader, writer) = std::io::pipe()?;
        drop(reader);
        let Output { status, stderr, .. } = philidor(arguments).stdout(writer).output()?;
        assert_eq!((status.code(), stderr.len()), (Some(0), 0), "{arguments:?}");
    }
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

/// The message about a text that is not a position stays short, however long the text is.
#[cfg(feature = "variants")]
#[test]
fn a_text_that_is_no_position_of_a_variant_is_said_in_short() -> Outcome {
    let fen = format!("4k3/8/8/8/8/8/8/4K3 x - - 0 1{}", " 0".repeat(1_000));
    let Output { status, stderr, .. } = philidor(&["show", "--variant", "atomic", "--fen", &fen]).output()?;
    let shown = &fen[..120];
    let why = "side to move, column 21: `x` is neither w nor b";
    let said = format!("error: `{shown}…` is not a position of Atomic: {why}\n");
    assert_eq!((status.code(), String::from_utf8(stderr)?), (Some(1), said));
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

#[test]
fn completions_of_every_shell_know_subcommands_and_options() -> Outcome {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let Output { stdout, stderr, status } = philidor(&["completions", shell]).output()?;
        assert!(status.success() && stderr.is_empty(), "{shell}");
        let script = String::from_utf8(stdout)?;
        for word in ["check-fen", "completions", "divide"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    Ok(())
}

#[test]
fn every_subcommand_has_a_manual_page_of_its_own() -> Outcome {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual/man1");
    // Twice: pages that exist are replaced.
    for _ in 0..2 {
        manual::write(&folder)?;
    }
    for (page, sentence) in [
        ("philidor", "count the games of seven half"),
        ("philidor-perft", "Count below each legal move"),
        ("philidor-pgn-check", "Play every move"),
    ] {
        let text = fs::read_to_string(folder.join(format!("{page}.1")))?;
        assert!(text.contains(&format!(".TH {page} 1")), "{page}: {text}");
        assert!(text.contains(sentence), "{page}: {text}");
    }
    Ok(())
}

#[test]
fn json_is_refused_everywhere_with_the_same_code() -> Outcome {
    for arguments in [
        &["completions", "bash"][..],
        &["uci"],
        &["play"],
        &["verify", "--export", "epd"],
        &["pgn", "annotate", "-"],
        &["pgn", "convert", "--to", "uci", "-"],
    ] {
        let output = philidor(arguments).arg("--json").stdin(Stdio::null()).output()?;
        let said = String::from_utf8(output.stderr)?;
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}: {said}");
        assert!(said.contains("--json"), "{said}");
    }
    Ok(())
}

#[test]
fn a_size_is_said_back_as_it_was_given() -> Outcome {
    let output = philidor(&["analyze", "--depth", "1", "--hash", "4096T"]).output()?;
    let said = String::from_utf8(output.stderr)?;
    assert_eq!(said, "error: --hash: a table of 4096T does not fit in memory\n");
    Ok(())
}

/// Inputs without end: none is read for long, and each fault is named.
#[cfg(unix)]
#[test]
fn inputs_without_end_are_refused() -> Outcome {
    let random =
        ["match", "--engine", "name=a random", "--against", "name=b random", "--openings", "/dev/zero"];
    for arguments in [
        &random[..],
        &["book", "/dev/zero"],
        &["perft", "2", "--sum", "/dev/zero"],
        &["verify", "--suite", "/dev/zero"],
    ] {
        let output = philidor(arguments).stdin(Stdio::null()).output()?;
        let said = String::from_utf8(output.stderr)?;
        assert!(output.status.code() == Some(1) && said.contains("/dev/zero"), "{arguments:?}: {said}");
    }
    let output = philidor(&["play"]).stdin(std::fs::File::open("/dev/zero")?).output()?;
    assert!(String::from_utf8(output.stderr)?.contains("a line has more than"));
    Ok(())
}

/// A saved table is read the next time, and a damaged one is named and not replaced.
#[cfg(feature = "tables")]
#[test]
fn tables_that_were_kept_are_read_again() -> Outcome {
    let folder = std::env::temp_dir().join(format!("philidor-tables-{}", std::process::id()));
    let out = folder.to_str().ok_or("a folder")?;
    let generate = || {
        let mut report = json(&["tables", "generate", "KPvK", "--json", "--out", out])?;
        report.as_object_mut().ok_or("an object")?.remove("seconds");
        Ok::<Value, Box<dyn Error>>(report)
    };
    let first = generate()?;
    assert_eq!(fs::read_dir(&folder)?.count(), 5);
    let file = folder.join("KQvK.solved");
    let kept = fs::metadata(&file)?.modified()?;
    assert_eq!(generate()?, first);
    assert_eq!(fs::metadata(&file)?.modified()?, kept);

    fs::write(&file, "philidor")?;
    let output = philidor(&["tables", "generate", "KPvK", "--out", out]).output()?;
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr)?.contains("KQvK.solved: the table ends too early"));
    assert_eq!(fs::read(&file)?, b"philidor");

    // A sound table under another name is refused, too.
    fs::copy(folder.join("KRvK.solved"), &file)?;
    let output = philidor(&["tables", "generate", "KPvK", "--out", out]).output()?;
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stderr)?.contains("KQvK.solved: the table is that of KRvK, not of KQvK")
    );
    assert_eq!(fs::read(&file)?, fs::read(folder.join("KRvK.solved"))?);
    Ok(fs::remove_dir_all(&folder)?)
}

/// Whatever stands where a table would is reported before anything is solved. A device stands in for a pipe, on which
/// the test would wait forever.
#[cfg(all(feature = "tables", unix))]
#[test]
fn what_stands_in_the_way_of_tables_is_named_before_they_are_solved() -> Outcome {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir()?;
    let path = folder.path().to_str().ok_or("a path of UTF-8")?;
    let refused = |option: &str, name: &str, words: &str| {
        let output = philidor(&["tables", "generate", "KQvK", "KPvK", option, path]).output()?;
        let said = String::from_utf8(output.stderr)?;
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]), "{name}: {said}");
        assert!(said.contains(name) && said.contains(words), "{name}: {said}");
        let left = fs::read_dir(folder.path())?.filter_map(Result::ok).map(|entry| entry.path());
        assert!(left.into_iter().all(|path| !path.display().to_string().contains("partial")), "{name}");
        Ok::<(), Box<dyn Error>>(())
    };
    let file = folder.path().join("KQvK.solved");
    symlink("/dev/null", &file)?;
    refused("--out", "KQvK.solved", "not a regular file")?;
    fs::remove_file(&file)?;
    // The last one that is solved.
    let file = folder.path().join("KPvK.solved");
    fs::create_dir(&file)?;
    refused("--out", "KPvK.solved", "not a regular file")?;
    fs::remove_dir(&file)?;
    assert_eq!(fs::read_dir(folder.path())?.count(), 0, "nothing was solved");

    let file = folder.path().join("KQvK.rtbz");
    symlink("nowhere/table", &file)?;
    refused("--syzygy", "KQvK.rtbz", "cannot write")?;
    fs::remove_file(&file)?;
    fs::create_dir(&file)?;
    refused("--syzygy", "KQvK.rtbz", "not a regular file")?;
    fs::remove_dir(&file)?;
    json(&["tables", "generate", "KQvK", "--json", "--syzygy", path])?;
    let mut bytes = fs::read(&file)?;
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, &bytes)?;
    refused("--syzygy", "KQvK.rtbz at byte", "without the file it is written again")?;
    assert_eq!(fs::read(&file)?, bytes, "it stays");
    Ok(())
}

/// However a folder is named it is read once, and a name with the weaker side first is noticed.
#[cfg(feature = "tables")]
#[test]
fn folders_are_checked_once_and_names_that_no_program_looks_for_are_named() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().to_str().ok_or("a path of UTF-8")?;
    json(&["tables", "generate", "KQvK", "--json", "--syzygy", path])?;
    let again = folder.path().join(".");
    let again = again.to_str().ok_or("a path of UTF-8")?;
    assert_eq!(json(&["tables", "check", path, again, path, "--json"])?["files"], 2);

    fs::rename(folder.path().join("KQvK.rtbw"), folder.path().join("KvKQ.rtbw"))?;
    fs::write(folder.path().join("readme.rtbz"), "text")?;
    let report = json(&["tables", "check", path, "--json"])?;
    let names: Vec<&Value> =
        report["misnamed"].as_array().ok_or("no list")?.iter().map(|one| &one["name"]).collect();
    assert_eq!((report["files"].as_u64(), names), (Some(1), vec![&Value::from("KQvK.rtbw"), &Value::Null]));
    let output = philidor(&["tables", "check", path]).output()?;
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8(output.stdout)?;
    let expected =
        format!("misnamed: {}: its name would be KQvK.rtbw\n", folder.path().join("KvKQ.rtbw").display());
    assert!(words.starts_with(&expected) && words.ends_with("1 file, 0 damaged, 2 misnamed\n"), "{words}");
    fs::remove_file(folder.path().join("KQvK.rtbz"))?;
    let report = json(&["tables", "check", path, "--json"])?;
    assert_eq!((&report["files"], report["misnamed"].as_array().map(Vec::len)), (&Value::from(0), Some(2)));
    Ok(())
}

/// One flipped bit, which no length betrays, is found by the checksum; and an analysis continues without a damaged
/// file.
#[cfg(all(feature = "tables", feature = "engine"))]
#[test]
fn a_damaged_syzygy_file_is_named() -> Outcome {
    let folder = std::env::temp_dir().join(format!("philidor-syzygy-{}", std::process::id()));
    let path = folder.to_str().ok_or("a folder")?;
    json(&["tables", "generate", "KQvK", "--json", "--syzygy", path])?;
    assert_eq!(json(&["tables", "check", path, "--json"])?["faults"], Value::Array(Vec::new()));

    let file = folder.join("KQvK.rtbw");
    let mut bytes = fs::read(&file)?;
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes)?;
    let output = philidor(&["tables", "check", path]).output()?;
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8(output.stdout)?;
    let begin = format!("damaged: {} at byte ", file.display());
    assert!(words.starts_with(&begin) && words.contains("checksum"), "{words}");

    fs::write(&file, "nothing")?;
    let fen = "8/8/8/8/8/2k5/7Q/K7 w - - 0 1";
    let output = philidor(&["analyze", "--tables", path, "--fen", fen, "--depth", "2"]).output()?;
    assert_eq!(output.status.code(), Some(0));
    let words = String::from_utf8(output.stderr)?;
    assert_eq!(words.matches("warning: ").count(), 1, "{words}");
    assert!(words.contains("KQvK.rtbw at byte"), "{words}");
    Ok(fs::remove_dir_all(&folder)?)
}

/// Without the file of distances, the commands say who wins and which file is missing.
#[cfg(all(feature = "tables", feature = "engine"))]
#[test]
fn tables_of_values_alone_say_who_wins() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().to_str().ok_or("a path of UTF-8")?;
    assert!(
        philidor(&["tables", "generate", "KQvK", "--syzygy", path]).stdout(Stdio::null()).status()?.success()
    );
    fs::remove_file(folder.path().join("KQvK.rtbz"))?;
    let probe = ["tables", "probe", "--path", path, "--fen", "8/8/8/8/8/2k5/7Q/K7 w - - 95 60"];
    let found = json(&[&probe[..], &["--json"]].concat())?;
    let (wdl, value) = (found["wdl"].as_i64(), found["value"].as_str());
    assert_eq!(
        (wdl, value, &found["dtz"], &found["dtz_exact"]),
        (Some(2), Some("win_or_cursed_win"), &Value::Null, &Value::Null)
    );
    let with_tables = |command| [&[command, "--tables", path][..], &probe[4..]].concat();
    let analyze = [&with_tables("analyze")[..], &["--depth", "1"]].concat();
    for arguments in [probe.to_vec(), with_tables("show"), analyze] {
        let Output { stdout, status, .. } = philidor(&arguments).output()?;
        let text = String::from_utf8(stdout)?;
        let words = "won (the table KQvK.rtbz is missing); with the clock at 95: won or drawn\n";
        assert!(status.success() && text.ends_with(words), "{arguments:?}: {text}");
    }
    let Output { stdout, status, .. } = philidor(&[&probe[..], &["--moves"]].concat()).output()?;
    let text = String::from_utf8(stdout)?;
    assert!(
        text.ends_with("no moves: the table KQvK.rtbz is missing\n") && status.code() == Some(1),
        "{text}"
    );
    Ok(())
}
