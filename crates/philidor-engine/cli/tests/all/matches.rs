//! `philidor match` and `philidor openings` as a user meets them: files that are continued, and what is refused.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::command::{Outcome, philidor};

/// Two players who play random moves, always the same ones.
const RANDOM: [&str; 5] = ["match", "--engine", "name=one random", "--against", "name=other random"];

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
    for line in stdout.lines().filter(|line| !line.starts_with('#')) {
        assert!(line.split(' ').nth(4) == Some("hmvc") && line.contains("; fmvn "), "{line}");
    }
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
    for length in [0, 100, games.len() / 3, games.len() - 5, games.len() - 1, games.len()] {
        fs::write(&pgn, &games[..length])?;
        let mut output = philidor(&resumed).output()?;
        let said = String::from_utf8(std::mem::take(&mut output.stderr))?;
        let is_cut = said.ends_with(" bytes of a game that was not finished are cut\n");
        assert_eq!(is_cut, length > 0 && length < games.len() - 1, "{length} bytes: {said}");
        assert_eq!(standing(&output)?, whole, "{length} bytes");
        let rounds = fs::read_to_string(&pgn)?.matches("[Round ").count();
        assert_eq!(rounds, 16, "{length} bytes");
    }
    let read = philidor_pgn::check(&fs::read(&pgn)?, |error| eprintln!("{error}"));
    assert_eq!((read.games, read.bad_games), (16, 0));

    let other = [&resumed[..], &["--shuffle", "3"]].concat();
    let refused = text(&philidor(&other).output()?)?.1;
    assert!(
        refused.contains("this match cannot be resumed: game 1: round 1.1 has another opening"),
        "{refused}"
    );
    let other = [&resumed[..], &["--event", "another"]].concat();
    let refused = philidor(&other).output()?;
    assert_eq!(refused.status.code(), Some(1));
    let words = text(&refused)?.1;
    assert!(words.contains("game 1: the event was `philidor match` and is `another`"), "{words}");
    fs::remove_file(openings)?;
    Ok(fs::remove_file(pgn)?)
}

/// Openings from a PGN all begin at the same start, so their moves are compared.
#[test]
fn a_match_is_resumed_with_the_same_moves_of_its_openings() -> Outcome {
    let (openings, pgn) = (file("openings.pgn"), file("plies.pgn"));
    fs::write(&openings, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 *\n")?;
    let [openings_name, name] = [&openings, &pgn].map(|path| path.display().to_string());
    let arguments =
        [&RANDOM[..], &["--games", "4", "--max-moves", "5", "--openings", &openings_name]].concat();
    let recorded = [&arguments[..], &["--plies", "6", "--pgn", &name]].concat();
    assert!(philidor(&recorded).output()?.status.success());
    assert!(philidor(&[&recorded[..], &["--resume"]].concat()).output()?.status.success());
    for plies in ["4", "2"] {
        let other = [&arguments[..], &["--plies", plies, "--pgn", &name, "--resume"]].concat();
        let refused = philidor(&other).output()?;
        let words = text(&refused)?.1;
        assert_eq!(refused.status.code(), Some(1), "{words}");
        assert!(words.contains("game 1: round 1.1 has another opening in this match"), "{plies}: {words}");
    }
    fs::remove_file(openings)?;
    Ok(fs::remove_file(pgn)?)
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_is_named_once() -> Outcome {
    let arguments = ["match", "--engine", "cmd=cat", "--against", "name=other random", "--timeout", "1"];
    let arguments = [&arguments[..], &["--log", "/dev/full"]].concat();
    let words = text(&philidor(&arguments).output()?)?.1;
    assert_eq!(words.matches("warning: /dev/full: No space left on device").count(), 1, "{words}");
    Ok(())
}

/// The first attempt uses up the engine's time, so the match does not try again.
#[cfg(unix)]
#[test]
fn an_engine_that_says_nothing_is_started_once() -> Outcome {
    let log = file("silent.log");
    let name = log.display().to_string();
    let arguments =
        ["match", "--engine", "cmd=cat", "--against", "name=other random", "--timeout", "1", "--log", &name];
    let output = philidor(&arguments).output()?;
    let words = text(&output)?.1;
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert!(words.contains("does not answer as a UCI engine does within 1 s"), "{words}");
    let lines = fs::read_to_string(&log)?;
    assert_eq!(lines.matches(" < uci\n").count(), 1, "{lines}");
    Ok(fs::remove_file(log)?)
}

#[test]
fn a_file_that_is_not_of_the_match_is_not_cut() -> Outcome {
    let pgn = file("not-of-the-match.pgn");
    let name = pgn.display().to_string();
    let arguments = [&RANDOM[..], &["--games", "2", "--tc", "depth=1", "--pgn", &name, "--resume"]].concat();
    let tags = "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n";
    let other =
        format!("{tags}[Round \"1.1\"]\n[White \"one\"]\n[Black \"somebody\"]\n[Result \"*\"]\n\n1. e4");
    let whole = format!("{tags}[Round \"5\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n");
    let later = format!("{tags}[Round \"7.1\"]\n[White \"one\"]\n[Black \"other\"]\n[Result \"*\"]\n\n1. e4");
    let half_white = format!("{tags}[Round \"1.1\"]\n[White \"Anna");
    let diary = format!("[Event \"?{}", "x".repeat(10_000));
    let texts = [
        "notes of mine\n",
        "{\"key\": [1, 2]}\n",
        "\x7fELF\0\0\u{1}",
        "\n \n",
        "1. e4 e5 *\n",
        "[Event \"Club championship\"]\n[Site \"Berlin\"]\n[Date \"2025.01.01\"]",
    ];
    let ours_in_part = [&other, &whole, &later, &half_white, &diary].map(String::as_str);
    for text in texts.into_iter().chain(ours_in_part) {
        fs::write(&pgn, text)?;
        let refused = philidor(&arguments).output()?;
        assert_eq!(refused.status.code(), Some(1), "{text}");
        assert_eq!(fs::read_to_string(&pgn)?, text);
    }
    Ok(fs::remove_file(pgn)?)
}

#[test]
fn what_is_wrong_is_said_before_anything_is_played() -> Outcome {
    for (arguments, code, message) in [
        (
            &["--against", "stockfish"][..],
            2,
            "`stockfish` is neither NAME=VALUE nor one of net, classic, chains",
        ),
        (
            &["--against", "net"],
            2,
            "two engines are called `philidor`, and each needs a name of its own: --against",
        ),
        (&["--against", "cmd=./no/such/engine"], 1, "engine: it cannot be started: ./no/such/engine: "),
        (&["--against", "name=x option.Foo=1 chains"], 1, "x: it cannot be set up: unknown option: Foo"),
        (&["--against", "random", "--openings", "no such file"], 1, "no such file: "),
        (&["--against", "random", "--tc", "fast"], 2, "`fast` is not a time control, such as 5+0.05"),
        (&["--against", "random", "--games", "3"], 2, "games come in pairs"),
        (&["--against", "random", "--schedule", "swiss"], 2, "--rounds <N>"),
        (&["--against", "random", "--rounds", "3"], 2, "--rounds needs --schedule swiss"),
        (&["--against", "random", "--schedule", "swiss", "--rounds", "99"], 2, "there can be from 1 to 20"),
        (
            &["--against", "random", "--schedule", "round-robin", "--sprt", "0,5"],
            2,
            "--sprt is a test of two engines",
        ),
        (
            &["--against", "random", "--against", "chains", "--sprt", "0,5"],
            2,
            "so it needs a gauntlet with one opponent",
        ),
        (&["--against", "name=x cmd="], 2, "cmd is empty: which program is it?"),
        (&["--against", "random", "--pgn", "no.pgn", "--log", "./no.pgn"], 2, "--pgn and --log are the same"),
        (
            &["--against", "random", "--openings", "./no", "--log", "no"],
            2,
            "no: the same command reads it, as ./no",
        ),
        (&["--against", "random ponder=yes"], 2, "ponder is true or false, not `yes`"),
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
    let program = format!("name=program cmd='\"{}\" uci'", env!("CARGO_BIN_EXE_philidor-engine"));
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

/// Formatted text has a largest width, and a name may be longer.
#[cfg(unix)]
#[test]
fn a_name_longer_than_any_column_has_a_row_in_the_cross_table() -> Outcome {
    let name = "n".repeat(70_000);
    let long = format!("name={name} random");
    let arguments = [&RANDOM[..], &["--against", &long, "--games", "2", "--tc", "9", "--max-moves", "4"]];
    let arguments = [&arguments.concat()[..], &["--schedule", "round-robin"]].concat();
    let output = philidor(&arguments).output()?;
    let (table, stderr) = text(&output)?;
    assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""));
    let rows = table.lines().skip_while(|line| !line.starts_with("engine "));
    assert_eq!(rows.filter(|row| row.starts_with(&name)).count(), 1);
    Ok(())
}

/// Cross table and ratings, live and resumed.
#[test]
fn everyone_meets_everyone_and_rounds_are_paired() -> Outcome {
    let pgn = file("swiss.pgn");
    let name = pgn.display().to_string();
    let four = [&RANDOM[..], &["--against", "name=third random", "--against", "classic"]].concat();
    let four = [&four[..], &["--games", "2", "--tc", "1+0.02", "--max-moves", "4"]].concat();
    let (table, stderr) = text(&philidor(&[&four[..], &["--schedule", "round-robin"]].concat()).output()?)?;
    assert_eq!(stderr, "");
    let rows: Vec<&str> = table.lines().skip_while(|line| !line.starts_with("engine ")).collect();
    assert_eq!(rows.len(), 5, "{table}");
    assert!(rows[1..].iter().all(|row| row.split_whitespace().nth(3) == Some("6")), "{table}");
    assert!(rows[1..].iter().all(|row| row.matches("/2").count() == 3), "{table}");

    let swiss = ["--schedule", "swiss", "--rounds", "2", "--json", "--pgn", &name];
    let swiss = [&four[..], &swiss].concat();
    let (whole, _) = text(&philidor(&swiss).output()?)?;
    let last = |text: &str, key: &str| text.lines().filter(|line| line.contains(key)).count();
    assert_eq!(
        [last(&whole, "\"round\""), last(&whole, "\"against\""), last(&whole, "\"rating\"")],
        [8, 4, 4]
    );
    let games = fs::read_to_string(&pgn)?;
    let fifth = games.match_indices("[Event ").nth(5).ok_or("no game")?.0;
    fs::write(&pgn, &games[..fifth])?;
    let (rest, stderr) = text(&philidor(&[&swiss[..], &["--resume"]].concat()).output()?)?;
    assert_eq!((last(&rest, "\"round\""), stderr.as_str()), (3, ""));
    assert_eq!(last(&rest, "\"rating\""), 4);
    Ok(fs::remove_file(pgn)?)
}

#[test]
fn a_test_can_be_in_normalized_elo() -> Outcome {
    let openings = file("normalized.epd");
    let (made, _) = text(&philidor(&["openings", "4", "--nodes", "50"]).output()?)?;
    fs::write(&openings, made)?;
    let name = openings.display().to_string();
    let arguments = ["--games", "8", "--tc", "nodes=20", "--openings", &name, "--sprt", "0,100,normalized"];
    let arguments = [&["match", "--against", "random"], &arguments[..]].concat();
    let (stdout, stderr) = text(&philidor(&arguments).output()?)?;
    assert_eq!(stderr, "");
    assert!(stdout.contains("  test of 0 or 100 normalized Elo: "), "{stdout}");
    Ok(fs::remove_file(openings)?)
}

/// An engine as a shell script: it runs some commands at the start, and others in answer to `go`.
#[cfg(unix)]
fn script(name: &str, begin: &str, go: &str) -> Result<(PathBuf, String), Box<dyn Error>> {
    let path = file(name);
    let answers = format!("uci) echo uciok ;; isready) echo readyok ;; go*) {go} ;; quit) exit ;;");
    fs::write(&path, format!("{begin}\nwhile read -r line; do case \"$line\" in {answers} esac; done\n"))?;
    let engine = format!("name=shell cmd='sh \"{}\"'", path.display());
    Ok((path, engine))
}

/// What an engine has started ends with the match, even if it has a session of its own: after the last game, after a
/// crash, after Ctrl-C and after a signal to end.
#[cfg(target_os = "linux")]
#[test]
fn nothing_that_an_engine_starts_outlives_the_match() -> Outcome {
    for (number, (signal, go)) in [
        (None, "echo bestmove 0000"),
        (None, "exit 3"),
        (Some(vec!["-INT"]), "sleep 1000"),
        (Some(vec!["-TERM"]), "sleep 1000"),
        (Some(vec!["-INT", "-INT"]), "sleep 1000"),
    ]
    .into_iter()
    .enumerate()
    {
        let numbers = file(&format!("numbers-{number}"));
        let note = format!("echo $! >> '{}'", numbers.display());
        let begin =
            format!("sleep 1000 >/dev/null 2>&1 & {note}; setsid sleep 1000 >/dev/null 2>&1 & {note}");
        let (path, engine) = script(&format!("leaver-{number}"), &begin, go)?;
        let arguments =
            ["match", "--engine", &engine, "--against", "random", "--games", "2", "--tc", "depth=1"];
        let child = philidor(&arguments).spawn()?;
        let started = || fs::read_to_string(&numbers).unwrap_or_default();
        for signal in signal.into_iter().flatten() {
            while started().lines().count() < 2 {
                std::thread::yield_now();
            }
            assert!(Command::new("kill").args([signal, &child.id().to_string()]).status()?.success());
        }
        child.wait_with_output()?;
        let lives = |number: &str| {
            let state = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            state.rsplit_once(") ").is_some_and(|(_, state)| !state.starts_with(['Z', 'X']))
        };
        let begin = Instant::now();
        while let Some(number) = started().lines().find(|number| lives(number)) {
            assert!(begin.elapsed() < Duration::from_secs(5), "{number} lives on: {go}");
            std::thread::yield_now();
        }
        assert!(started().lines().count() >= 2, "{go}");
        fs::remove_file(path)?;
        fs::remove_file(numbers)?;
    }
    Ok(())
}

/// An engine's lines are shown without characters that could reverse the text of a terminal, and logged with these as
/// escapes.
#[cfg(unix)]
#[test]
fn what_engines_say_is_logged_and_harmless() -> Outcome {
    let begin = r"echo 'careful' >&2";
    let (path, engine) = script("liar", begin, r"printf 'bestmove e2e4\342\200\256q\n'")?;
    let log = file("match.log");
    let name = log.display().to_string();
    fs::write(&log, "what was there\n")?;
    let arguments = [
        "match",
        "--engine",
        &engine,
        "--against",
        "random",
        "--games",
        "2",
        "--tc",
        "depth=1",
        "--log",
        &name,
    ];
    let (stdout, stderr) = text(&philidor(&arguments).output()?)?;
    assert!(stdout.contains("shell played `e2e4\u{fffd}q`") && !stdout.contains('\u{202e}'), "{stdout}");
    assert_eq!(stderr, "");
    let logged = fs::read_to_string(&log)?;
    assert!(logged.starts_with("what was there\n"), "{logged}");
    for line in [" < uci\n", " > uciok\n", " ! careful\n", " < go depth 1\n", " > bestmove e2e4<U+202E>q\n"] {
        assert!(logged.contains(line), "{line}: {logged}");
    }
    let line = logged.lines().nth(1).ok_or("no line")?;
    let words: Vec<&str> = line.split_whitespace().collect();
    assert!(
        words[0].parse::<f64>().is_ok() && words[1] == "shell" && words[2].parse::<u32>().is_ok(),
        "{line}"
    );
    fs::remove_file(path)?;
    fs::remove_file(log)?;
    Ok(())
}

/// Locks belong to open files, so that this process stands for another match.
#[test]
fn two_matches_do_not_share_a_file_of_games() -> Outcome {
    let pgn = file("shared.pgn");
    let name = pgn.display().to_string();
    let another = fs::File::create(&pgn)?;
    another.lock()?;
    for resume in [&[][..], &["--resume"]] {
        let output = philidor(&[&RANDOM[..], &["--games", "2", "--pgn", &name], resume].concat()).output()?;
        let said = text(&output)?.1;
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("shared.pgn: another process is writing into it"), "{said}");
    }
    drop(another);
    assert!(fs::read(&pgn)?.is_empty());
    Ok(fs::remove_file(pgn)?)
}

/// The program that plays, and the script that it runs, are files that are read.
#[test]
fn engines_are_not_replaced_by_their_games() -> Outcome {
    let engine = file("engine.py");
    let name = engine.display().to_string();
    fs::write(&engine, "")?;
    for engine in
        [format!("cmd={name}"), format!("cmd='python3 {name}'"), format!("net option.EvalFile={name}")]
    {
        for output in ["--pgn", "--log"] {
            let arguments = ["match", "--engine", &engine, "--against", "random", output, &name];
            let refused = philidor(&arguments).output()?;
            assert_eq!(refused.status.code(), Some(2), "{arguments:?} {refused:?}");
        }
    }
    assert!(fs::read(&engine)?.is_empty());
    Ok(fs::remove_file(engine)?)
}

#[test]
fn games_and_protocol_lines_are_two_files() -> Outcome {
    let one = file("both").display().to_string();
    let output = philidor(&[&RANDOM[..], &["--pgn", &one, "--log", &one]].concat()).output()?;
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(!PathBuf::from(one).exists());
    Ok(())
}
