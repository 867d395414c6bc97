//! `philidor match` and `philidor openings` as a user meets them: files that are continued, and what is refused.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

type Outcome = Result<(), Box<dyn Error>>;

/// Two players who move by chance, always the same way.
const RANDOM: [&str; 5] = ["match", "--engine", "name=one random", "--against", "name=other random"];

fn philidor(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_philidor"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A file of this test and this run alone.
fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("philidor-match-{}-{name}", std::process::id()));
    // It may be there from a run with the same number.
    let _ = fs::remove_file(&path);
    path
}

fn text(output: &Output) -> Result<(String, String), Box<dyn Error>> {
    Ok((String::from_utf8(output.stdout.clone())?, String::from_utf8(output.stderr.clone())?))
}

/// The last line, as an object.
fn standing(output: &Output) -> Result<Value, Box<dyn Error>> {
    let (stdout, stderr) = text(output)?;
    assert_eq!(stderr, "");
    Ok(serde_json::from_str(stdout.lines().last().ok_or("no line")?)?)
}

#[test]
fn openings_are_distinct_even_and_made_again() -> Outcome {
    let made = ["openings", "12", "--seed", "5", "--nodes", "100", "--score", "60"];
    let (stdout, _) = text(&philidor(&made).output()?)?;
    assert_eq!(stdout, text(&philidor(&made).output()?)?.0);
    let head = "# philidor openings 12 --seed 5 --plies 6-9 --score 60 --nodes 100";
    assert_eq!(stdout.lines().next(), Some(head));
    let (json, _) = text(&philidor(&[&made[..], &["--json"]].concat()).output()?)?;
    let openings = json.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?;
    assert_eq!(openings.len(), 12);
    let mut fens: Vec<&str> = openings.iter().filter_map(|opening| opening["fen"].as_str()).collect();
    fens.sort_unstable();
    fens.dedup();
    assert_eq!(fens.len(), 12);
    for opening in &openings {
        assert!(opening["score"].as_i64().is_some_and(|score| score.abs() <= 60), "{opening}");
        assert!(opening["moves"].as_array().is_some_and(|moves| (6..=9).contains(&moves.len())), "{opening}");
    }
    Ok(())
}

#[test]
fn a_match_that_was_cut_off_ends_as_one_that_was_not() -> Outcome {
    let (openings, pgn) = (file("openings.epd"), file("resumed.pgn"));
    let (made, _) = text(&philidor(&["openings", "8", "--nodes", "50"]).output()?)?;
    fs::write(&openings, made)?;
    let (openings_name, name) = (openings.display().to_string(), pgn.display().to_string());
    let arguments = [&RANDOM[..], &["--games", "16", "--openings", &openings_name, "--json"]].concat();
    let whole = standing(&philidor(&arguments).output()?)?;
    assert_eq!((whole["games"].as_u64(), whole["is_complete"].as_bool()), (Some(16), Some(true)));

    let recorded = [&arguments[..], &["--pgn", &name]].concat();
    assert_eq!(standing(&philidor(&recorded).output()?)?, whole);
    let refused = philidor(&recorded).output()?;
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused)?.1.ends_with("exists: --resume continues it\n"));

    let resumed = [&recorded[..], &["--resume"]].concat();
    let games = fs::read(&pgn)?;
    for length in [0, 100, games.len() / 3, games.len() - 5, games.len()] {
        fs::write(&pgn, &games[..length])?;
        assert_eq!(standing(&philidor(&resumed).output()?)?, whole, "{length} bytes");
        let rounds = fs::read_to_string(&pgn)?.matches("[Round ").count();
        assert_eq!(rounds, 16, "{length} bytes");
    }
    let checked = philidor(&["pgn", "check", &name]).output()?;
    assert!(checked.status.success(), "{:?}", text(&checked)?);

    let other = [&resumed[..], &["--shuffle", "3"]].concat();
    let refused = text(&philidor(&other).output()?)?.1;
    assert!(
        refused.contains("this match cannot be resumed: game 1: round 1.1 has another opening"),
        "{refused}"
    );
    fs::remove_file(openings)?;
    Ok(fs::remove_file(pgn)?)
}

#[test]
fn what_is_wrong_is_said_before_anything_is_played() -> Outcome {
    for (arguments, code, message) in [
        (&["--against", "stockfish"][..], 2, "`stockfish` is neither NAME=VALUE nor one of classic, chains"),
        (
            &["--against", "classic"],
            2,
            "two engines are called `philidor`, and each needs a name of its own: --against",
        ),
        (&["--against", "cmd=./no/such/engine"], 1, "engine: it cannot be started: ./no/such/engine: "),
        (&["--against", "name=x option.Foo=1 chains"], 1, "x: it cannot be set up: unknown option: Foo"),
        (&["--against", "random", "--openings", "no such file"], 1, "no such file: "),
        (&["--against", "random", "--tc", "fast"], 2, "`fast` is not a time control, such as 5+0.05"),
        (&["--against", "random", "--games", "3"], 2, "games come in pairs"),
        (
            &["--against", "random", "--games", "8", "--tc", "nodes=9"],
            2,
            "3 of 4 pairs would repeat the games of",
        ),
    ] {
        let output = philidor(&[&["match"], arguments].concat()).output()?;
        let (stdout, stderr) = text(&output)?;
        assert_eq!((output.status.code(), stdout.as_str()), (Some(code), ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
    Ok(())
}

/// The games of a device are not read: this one has zeros without end.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_match() -> Outcome {
    for resume in [&[][..], &["--resume"]] {
        let arguments = [&RANDOM[..], &["--games", "2", "--tc", "9", "--pgn", "/dev/full"], resume].concat();
        let refused = philidor(&arguments).output()?;
        assert_eq!(refused.status.code(), Some(1));
        assert!(text(&refused)?.1.starts_with("error: /dev/full: No space left on device"), "{refused:?}");
    }
    Ok(())
}

/// The program plays against itself by its own protocol.
#[test]
fn the_command_plays_as_a_program() -> Outcome {
    let program = format!("name=program cmd='\"{}\" uci'", env!("CARGO_BIN_EXE_philidor"));
    let arguments = ["match", "--against", &program, "--games", "2", "--tc", "depth=1", "--json"];
    let standing = standing(&philidor(&arguments).output()?)?;
    assert_eq!(standing["games"].as_u64(), Some(2));
    for faults in [&standing["faults"], &standing["faults_against"]] {
        assert!(
            faults.as_object().is_some_and(|counts| counts.values().all(|count| count == 0)),
            "{standing}"
        );
    }
    Ok(())
}

/// Ctrl-C ends a match that would take for hours, and the games that are over are in the file.
#[cfg(unix)]
#[test]
fn an_interrupted_match_is_recorded() -> Outcome {
    let pgn = file("interrupted.pgn");
    let name = pgn.display().to_string();
    let arguments = [&RANDOM[..], &["--games", "10000000", "--json", "--pgn", &name]].concat();
    let child = philidor(&arguments).spawn()?;
    while fs::read_to_string(&pgn).unwrap_or_default().matches("[Round ").count() < 3 {
        std::thread::yield_now();
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
    assert!(killed.success());
    let output = child.wait_with_output()?;
    assert_eq!(output.status.code(), Some(130));
    let standing = standing(&output)?;
    let rounds = fs::read_to_string(&pgn)?.matches("[Round ").count() as u64;
    assert_eq!((standing["games"].as_u64(), standing["is_complete"].as_bool()), (Some(rounds), Some(false)));
    Ok(fs::remove_file(pgn)?)
}
