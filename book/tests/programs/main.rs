//! All programs as their users meet them: what no session can show of several programs together (`sessions/` has the
//! sessions), and what the book says of them.

mod hunt;
mod leaderboard;
#[path = "../../programs/manual.rs"]
#[allow(dead_code, unreachable_pub)]
mod manual;

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use philidor_program::command_tree::CommandTree;
use philidor_proof::program::{Outcome, program, programs};
use serde_json::Value;

/// The command, with its siblings beside it.
fn philidor(words: &[impl AsRef<OsStr>]) -> Command {
    program(programs().join("philidor"), words)
}

fn json(arguments: &[&str]) -> Result<Value, Box<dyn Error>> {
    let Output { stdout, stderr, .. } = philidor(arguments).output()?;
    assert_eq!(String::from_utf8(stderr)?, "", "{arguments:?}");
    Ok(serde_json::from_slice(&stdout)?)
}

/// On the pages for users of other libraries, philidor's code in the tables occurs in the page's programs as well,
/// which the tests of their language run.
#[test]
fn what_the_tables_of_the_book_translate_to_is_run() -> Outcome {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let mut cells = 0;
    for name in ["shakmaty", "cozy-chess", "python-chess", "chess-js", "chessops"] {
        let page = fs::read_to_string(format!("src/from-{name}.md"))?;
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
    let page = fs::read_to_string("src/from-pgn-extract.md")?;
    let mut flags = 0;
    for row in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| you")) {
        let words = row.replace("\\|", "").split(" | ").nth(2).ok_or("a row of three cells")?.to_owned();
        for code in words.split('`').skip(1).step_by(2) {
            let is_general = code.starts_with("--");
            let subcommand = if is_general { "check" } else { code.split(' ').next().unwrap_or_default() };
            let help = String::from_utf8(philidor(&["pgn", subcommand, "--help"]).output()?.stdout)?;
            let usages = ["philidor pgn", "philidor"].map(|typed| format!("Usage: {typed} {subcommand}"));
            assert!(usages.iter().any(|usage| help.contains(usage)), "{code}");
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

#[test]
fn completions_of_every_shell_know_subcommands_and_options() -> Outcome {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let Output { stdout, stderr, status } = philidor(&["completions", shell]).output()?;
        assert!(status.success() && stderr.is_empty(), "{shell}");
        let script = String::from_utf8(stdout)?;
        for word in ["check-fen", "completions", "divide", "dedupe", "selfplay"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    Ok(())
}

#[test]
fn every_subcommand_has_a_manual_page_and_every_program_its_completions() -> Outcome {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    let (pages, completions) = (folder.join("man1"), folder.join("completions"));
    let trees = ["engine", "hunt", "pgn", "tables", "train", "variants"].map(|name| {
        let json =
            program(programs().join(format!("philidor-{name}")), &["--arguments-as-json"]).output()?.stdout;
        Ok::<CommandTree, Box<dyn Error>>(serde_json::from_slice(&json)?)
    });
    let trees = trees.into_iter().collect::<Result<Vec<_>, _>>()?;
    // Twice: pages that exist are replaced.
    for _ in 0..2 {
        manual::write(&pages, &completions, &trees)?;
    }
    for (page, sentence) in [
        ("philidor", "count the games of seven half"),
        ("philidor-perft", "Count below each legal move"),
        ("philidor-pgn-check", "Play every move"),
        ("philidor-train-spsa", "Tune"),
    ] {
        let text = fs::read_to_string(pages.join(format!("{page}.1")))?;
        assert!(text.contains(&format!(".TH {page} 1")), "{page}: {text}");
        assert!(text.contains(sentence), "{page}: {text}");
    }
    for (file, word) in [
        ("philidor.bash", "dedupe"),
        ("_philidor", "--min-rating"),
        ("philidor.fish", "selfplay"),
        ("philidor-pgn.bash", "dedupe"),
        ("_philidor-tables.ps1", "generate"),
    ] {
        assert!(fs::read_to_string(completions.join(file))?.contains(word), "{file}: {word}");
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

/// One flipped bit, which no length betrays, is found by the checksum; and an analysis continues without a damaged
/// file.
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

/// A network that one program trains can be looked at with another, and played with.
#[test]
fn a_network_that_was_trained_can_be_played_with() -> Outcome {
    let folder = tempfile::tempdir()?;
    let run = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        philidor(&words).current_dir(folder.path()).output()
    };
    assert!(run("selfplay games.viri --engine material --nodes 60 --games 5")?.status.success());
    assert!(run("train games.viri -o whole.net --epochs 1 --batch 64 --scale 300")?.status.success());
    let explained = String::from_utf8(run("evaluate --eval-file whole.net --json")?.stdout)?;
    assert!(explained.contains(r#""by":"net""#), "{explained}");
    for line in ["bench 1", "analyze --depth 1", "play --depth 1"] {
        assert!(run(&format!("{line} --eval-file whole.net"))?.status.success(), "{line}");
        let refused = run(&format!("{line} --eval-file games.viri"))?;
        let error = String::from_utf8(refused.stderr)?;
        assert!(error.contains("--eval-file: EvalFile cannot be `games.viri`: "), "{error}");
    }
    Ok(())
}
