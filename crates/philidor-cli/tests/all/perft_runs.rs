//! Long counts that are cut short: by Ctrl-C, by a kill, by a file that cannot serve.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::command::{Outcome, fed, philidor};

/// A count of seconds, in a few hundred parts.
const LONG: [&str; 5] = ["perft", "6", "--plain", "--threads", "2"];
const LONG_TOTAL: u64 = 119_060_324;

/// A path in the folder of the tests, where nothing is yet.
fn fresh(name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    if path.exists() {
        fs::remove_file(&path)?;
    }
    Ok(path)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of UTF-8")
}

fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [arguments, more].concat()
}

fn json(arguments: &[&str]) -> Result<Value, Box<dyn Error>> {
    let Output { status, stdout, stderr } = philidor(&with(arguments, &["--json"])).output()?;
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    Ok(serde_json::from_slice(&stdout)?)
}

/// What a command that must fail says on standard error.
fn complaint(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let Output { status, stderr, .. } = philidor(arguments).output()?;
    assert_eq!(status.code(), Some(1));
    Ok(String::from_utf8(stderr)?)
}

/// Waits until a checkpoint has this many lines.
fn await_lines(path: &Path, lines: usize, child: &mut Child) -> Outcome {
    let start = Instant::now();
    loop {
        let there = fs::read(path).unwrap_or_default().iter().filter(|&&byte| byte == b'\n').count();
        if there >= lines || child.try_wait()?.is_some() {
            return Ok(());
        }
        assert!(start.elapsed() < Duration::from_secs(60), "nothing is written");
        sleep(Duration::from_millis(1));
    }
}

/// Every leaf that an interrupted count reports is in the checkpoint, and the last run counts the others.
#[test]
fn a_count_killed_at_any_moment_resumes_and_is_right() -> Outcome {
    let path = fresh("killed")?;
    let arguments = with(&LONG, &["--divide", "--checkpoint", text(&path)]);
    let lines = || fs::read(&path).unwrap_or_default().iter().filter(|&&byte| byte == b'\n').count();
    let (mut kills, mut before) = (0, 0);
    // At once, before the head is written; then, however slow the machine is, after some more lines.
    for more in [0, 0, 5, 1, 7, 2, 1] {
        let mut child = philidor(&arguments).spawn()?;
        await_lines(&path, if more == 0 { 0 } else { before + more }, &mut child)?;
        kills += u32::from(child.try_wait()?.is_none());
        child.kill()?;
        child.wait()?;
        assert!(lines() >= before, "{} lines of {before} are left", lines());
        before = lines();
    }
    assert!(kills >= 4, "the count is too short for this test");
    #[cfg(unix)]
    let known = {
        let mut child = philidor(&with(&arguments, &["--json"])).spawn()?;
        await_lines(&path, before + 30, &mut child)?;
        let output = interrupt(child)?;
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        let known: Value = serde_json::from_slice(&output.stdout)?;
        let finished: u64 =
            known["moves"].as_object().ok_or("no moves")?.values().filter_map(Value::as_u64).sum();
        let counted = known["parts_counted"].as_u64().ok_or("no parts")?;
        assert_eq!((&known["interrupted"], &known["parts"]), (&Value::from(true), &Value::from(400)));
        assert!((26..400).contains(&counted) && Some(finished) <= known["nodes"].as_u64(), "{known}");
        known
    };
    let whole = json(&arguments)?;
    assert_eq!(whole["nodes"], LONG_TOTAL);
    assert!((1..LONG_TOTAL).contains(&whole["resumed_nodes"].as_u64().ok_or("nothing said")?), "{whole}");
    #[cfg(unix)]
    {
        let mut moves = known["moves"].as_object().ok_or("no moves")?.iter();
        assert!(moves.all(|(uci, count)| whole["moves"][uci] == *count), "{known}\n{whole}");
        assert_eq!(whole["resumed_nodes"], known["nodes"]);
    }

    // Once more, with nothing left to count, printed for people.
    let Output { stdout, .. } = philidor(&with(&LONG, &["--checkpoint", text(&path)])).output()?;
    let stdout = String::from_utf8(stdout)?;
    assert!(stdout.contains("119,060,324 leaves from the checkpoint\nperft 6: 119,060,324\n"), "{stdout}");
    fs::remove_file(&path)?;
    Ok(())
}

/// A file that is cut or damaged loses parts, which are counted again, but no leaves. The tests of `checkpoint.rs` cut
/// and damage every byte.
#[test]
fn a_torn_checkpoint_is_good_for_what_it_has() -> Outcome {
    let path = fresh("torn")?;
    let arguments =
        ["perft", "3", "--fen", "position3", "--divide", "--threads", "1", "--checkpoint", text(&path)];
    let whole = json(&arguments)?;
    assert_eq!((&whole["nodes"], &whole["resumed_nodes"]), (&Value::from(2_812), &Value::from(0)));
    let written = fs::read(&path)?;
    let mut damaged = written.clone();
    damaged[written.len() - 9] ^= 1;
    for torn in [&written[..0], &written[..20], &written[..60], &written[..written.len() - 9], &damaged] {
        fs::write(&path, torn)?;
        let answer = json(&arguments)?;
        assert_eq!((&answer["nodes"], &answer["moves"]), (&whole["nodes"], &whole["moves"]), "{answer}");
        assert_eq!(json(&arguments)?["resumed_nodes"], 2_812);
    }
    fs::remove_file(&path)?;
    Ok(())
}

#[test]
fn a_file_of_something_else_is_refused_and_left_alone() -> Outcome {
    let path = fresh("foreign")?;
    let checkpoint = ["--checkpoint", text(&path)];
    fs::write(&path, "my diary\n")?;
    let said = complaint(&with(&["perft", "2"], &checkpoint))?;
    assert!(said.contains("it is not a checkpoint of perft"), "{said}");
    assert_eq!(fs::read_to_string(&path)?, "my diary\n");

    fs::remove_file(&path)?;
    json(&with(&["perft", "3"], &checkpoint))?;
    let before = fs::read(&path)?;
    let said = complaint(&with(&["perft", "2"], &checkpoint))?;
    assert!(said.contains("it has `depth 3` where this one has `depth 2`"), "{said}");
    let said = complaint(&with(&["perft", "3", "--fen", "kiwipete"], &checkpoint))?;
    assert!(said.contains("it is of another count: it has `fen rnbqkbnr/"), "{said}");
    assert_eq!(fs::read(&path)?, before);

    // A tail, too.
    let diary = [&before[..], b"my diary"].concat();
    fs::write(&path, &diary)?;
    let said = complaint(&with(&["perft", "3"], &checkpoint))?;
    let place = format!("what begins at byte {}, `my diary`, is not a line of this program", before.len());
    assert!(said.contains(&place), "{said}");
    assert_eq!(fs::read(&path)?, diary);
    fs::write(&path, &before[..before.len() - 1])?;
    let output = philidor(&with(&["perft", "3"], &checkpoint)).output()?;
    let said = String::from_utf8(output.stderr)?;
    assert!(said.contains("bytes of a line that was not finished are cut"), "{said}");
    fs::remove_file(&path)?;
    Ok(())
}

/// A device without end is refused before it is read.
#[cfg(unix)]
#[test]
fn a_device_is_not_a_checkpoint() -> Outcome {
    for device in ["/dev/zero", "/dev/null", "/dev"] {
        let said = complaint(&["perft", "2", "--checkpoint", device])?;
        assert!(
            said.contains(&format!("cannot use the checkpoint {device}: it is not a regular file")),
            "{said}"
        );
    }
    Ok(())
}

/// A level that is not UTF-8 is refused like one that does not exist, and not ignored.
#[cfg(unix)]
#[test]
fn a_level_that_is_not_utf_8_is_refused() -> Outcome {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let mut command = philidor(&["perft", "1"]);
    let Output { status, stderr, .. } = command.env("PHILIDOR_CPU", OsStr::from_bytes(b"bm\xff")).output()?;
    let said = String::from_utf8(stderr)?;
    assert_eq!(status.code(), Some(2), "{said}");
    assert!(
        said.contains("the environment variable PHILIDOR_CPU is `bm\u{fffd}`, which is not one of the levels: portable, "),
        "{said}"
    );
    Ok(())
}

#[test]
fn two_processes_do_not_share_a_checkpoint() -> Outcome {
    let path = fresh("shared")?;
    let arguments = with(&LONG, &["--checkpoint", text(&path)]);
    let mut first = philidor(&arguments).spawn()?;
    await_lines(&path, 5, &mut first)?;
    let said = complaint(&arguments);
    first.kill()?;
    first.wait()?;
    let said = said?;
    assert!(said.contains("another process is writing into it"), "{said}");
    fs::remove_file(&path)?;
    Ok(())
}

/// Tests do not wait for parts that take minutes; people get words.
#[cfg(unix)]
#[test]
fn ctrl_c_does_not_wait_for_the_parts_that_are_begun() -> Outcome {
    let start = Instant::now();
    let path = fresh("begun")?;
    let arguments = ["perft", "14", "--fen", "position3", "--threads", "2", "--checkpoint", text(&path)];
    let mut child = philidor(&arguments).spawn()?;
    await_lines(&path, 4, &mut child)?; // the head
    let output = interrupt(child)?;
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let said = String::from_utf8(output.stdout)?;
    let last = said.lines().last().ok_or("nothing said")?;
    assert!(last.starts_with("interrupted: ") && last.ends_with(" parts"), "{said}");
    Ok(fs::remove_file(&path)?)
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_suite_with_what_has_passed() -> Outcome {
    let path = fresh("suite")?;
    fs::write(&path, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 24 ;D20 1\n")?;
    let child = philidor(&["verify", "--suite", text(&path)]).spawn()?;
    sleep(Duration::from_millis(300));
    let output = interrupt(child)?;
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let said = String::from_utf8(output.stdout)?;
    assert!(said.contains("interrupted\n") && said.ends_with("\n1 passed, 1 failed\n"), "{said}");
    fs::remove_file(&path)?;
    Ok(())
}

/// Presses Ctrl-C, and waits for the end.
#[cfg(unix)]
fn interrupt(child: Child) -> Result<Output, Box<dyn Error>> {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
    assert!(sent.success(), "there is no `kill`, or the count has ended before");
    Ok(child.wait_with_output()?)
}

#[test]
fn a_table_beyond_the_memory_is_refused() -> Outcome {
    if cfg!(target_os = "linux") {
        let said = complaint(&["perft", "3", "--hash", "4000000T"])?;
        assert!(said.contains("a table of 4000000T does not fit in memory: "), "{said}");
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_suite_is_read_from_standard_input() -> Outcome {
    let suite = b"4k3/8/8/8/8/8/8/4K3 w - - 0 1;D1 5;D0 1;D2 25\n";
    let Output { status, stdout, .. } = fed(&mut philidor(&["verify", "--suite", "-"]), suite)?;
    let stdout = String::from_utf8(stdout)?;
    assert!(status.success() && stdout.ends_with("\n3 passed, 0 failed\n"), "{stdout}");
    Ok(())
}

/// The two bytes that end a line on Windows are one end of a line, also where lines are limited.
#[test]
fn a_suite_of_windows_has_as_many_lines_as_any_other() -> Outcome {
    let file = fresh("lines")?;
    for (lines, code, words) in [(300_000, 0, "1 passed, 0 failed\n"), (600_000, 1, "more than 524288")] {
        fs::write(&file, format!("startpos ;D1 20{}", "\r\n".repeat(lines)))?;
        let Output { status, stdout, stderr } = philidor(&["verify", "--suite", text(&file)]).output()?;
        let said = String::from_utf8([stdout, stderr].concat())?;
        assert!(status.code() == Some(code) && said.contains(words), "{lines}: {:?} {said}", status.code());
    }
    Ok(fs::remove_file(file)?)
}

/// Suites, frontiers and files of positions may be packed, as games may be.
#[test]
fn packed_files_of_positions_are_read() -> Outcome {
    use std::io::Write;
    const FEN: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let packed = |name: &str, line: &str| -> Result<PathBuf, Box<dyn Error>> {
        let path = fresh(name)?;
        let mut file = flate2::write::GzEncoder::new(fs::File::create(&path)?, flate2::Compression::fast());
        writeln!(file, "{line}")?;
        file.finish()?;
        Ok(path)
    };
    let (suite, frontier) =
        (packed("suite.gz", &format!("{FEN} ;D1 5"))?, packed("frontier.gz", &format!("{FEN} ;paths 3"))?);
    let positions = packed("positions.gz", FEN)?;
    for (arguments, expected) in [
        (["verify", "--suite", text(&suite)].as_slice(), "1 passed, 0 failed\n"),
        (&["perft", "2", "--sum", text(&frontier)], " 75\n"),
        (&["check-fen", text(&positions)], "ok\n"),
    ] {
        let Output { status, stdout, stderr } = philidor(arguments).output()?;
        let stdout = String::from_utf8(stdout)?;
        assert!(
            status.success() && stdout.ends_with(expected),
            "{stdout}{}",
            String::from_utf8_lossy(&stderr)
        );
    }
    [suite, frontier, positions].iter().try_for_each(fs::remove_file)?;
    Ok(())
}

/// An interrupted frontier leaves nothing.
#[cfg(unix)]
#[test]
fn an_interrupted_frontier_leaves_no_file() -> Outcome {
    let path = fresh("frontier")?;
    let partial = path.with_file_name(format!("frontier-{}.1.philidor-partial", std::process::id()));
    let mut child = philidor(&["perft", "9", "--unique", "--frontier", text(&path)]).spawn()?;
    while !partial.exists() {
        assert!(child.try_wait()?.is_none(), "it ended before it began a file");
        sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status()?.success());
    assert_eq!(child.wait()?.code(), Some(130));
    assert!(!partial.exists() && !path.exists());
    Ok(())
}

/// A killed run leaves a part of a file behind; the next run that writes the same file reports and removes it.
#[cfg(unix)]
#[test]
fn what_a_killed_run_has_left_is_removed_by_the_next() -> Outcome {
    let path = fresh("left-behind")?;
    let partial = path.with_file_name(format!("left-behind-{}.1.philidor-partial", std::process::id()));
    let long = ["perft", "9", "--unique", "--frontier", text(&path)];
    let short = ["perft", "2", "--unique", "--frontier", text(&path)];
    let mut child = philidor(&long).spawn()?;
    while !partial.exists() {
        assert!(child.try_wait()?.is_none(), "it ended before it began a file");
        sleep(Duration::from_millis(1));
    }
    // As long as it is being written, the file is left alone.
    let Output { status, stderr, .. } = philidor(&short).output()?;
    assert!(
        status.success() && stderr.is_empty() && partial.exists(),
        "{}",
        String::from_utf8_lossy(&stderr)
    );
    child.kill()?;
    child.wait()?;
    assert!(partial.exists(), "a kill cannot be listened to");
    let Output { status, stderr, .. } = philidor(&short).output()?;
    let said = String::from_utf8(stderr)?;
    let expected = format!(
        "{}, which an earlier run did not finish\n",
        partial.file_name().unwrap_or_default().display()
    );
    assert!(said.starts_with("warning: removed ") && said.ends_with(&expected), "{said}");
    assert!(status.success() && !partial.exists() && path.exists());
    fs::remove_file(&path)?;
    Ok(())
}

/// The parts that a checkpoint knew are counted again, too.
#[test]
fn a_resumed_count_is_verified_as_a_whole() -> Outcome {
    let path = fresh("verified")?;
    let arguments = ["perft", "4", "--checkpoint", text(&path)];
    json(&arguments)?;
    let answer = json(&with(&arguments, &["--verify"]))?;
    assert_eq!(
        (&answer["resumed_nodes"], &answer["verified_parts"]),
        (&Value::from(197_281), &Value::from(20))
    );
    assert_eq!(answer["verified"], true);
    fs::remove_file(&path)?;
    Ok(())
}

/// Ctrl-C during the second count reports the whole first count, and that it is not verified.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_verification() -> Outcome {
    let path = fresh("verification")?;
    let arguments = ["perft", "6", "--verify", "--plain", "--cpu", "portable", "--threads", "1", "--json"];
    let mut child = philidor(&with(&arguments, &["--checkpoint", text(&path)])).spawn()?;
    // Whichever count it reaches, what is known is reported.
    await_lines(&path, 9, &mut child)?;
    let output = interrupt(child)?;
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let known: Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(known["interrupted"], true);
    assert_ne!(known["verified"], true);
    Ok(fs::remove_file(&path)?)
}

/// With a closed standard output, every command fails that has something to write.
#[cfg(unix)]
#[test]
fn a_closed_standard_output_is_an_error() -> Outcome {
    let philidor = env!("CARGO_BIN_EXE_philidor");
    let shell = |line: &str| Command::new("sh").args(["-c", line, philidor]).stdin(Stdio::null()).output();
    for arguments in
        ["perft 3", "perft 3 --json", "moves", "show", "--help", "verify --export epd", "--version"]
    {
        let Output { status, stderr, .. } = shell(&format!("\"$0\" {arguments} >&-"))?;
        let said = String::from_utf8(stderr)?;
        assert_eq!(
            (status.code(), said.as_str()),
            (Some(1), "error: standard output is closed\n"),
            "{arguments}"
        );
        // A device that accepts everything is fine, even if it is also open for reading.
        for device in [">/dev/null", "1<>/dev/null", "| head -c 0"] {
            assert!(shell(&format!("\"$0\" {arguments} {device}"))?.status.success(), "{arguments} {device}");
        }
    }
    // A closed input has nothing in it.
    let Output { status, stderr, .. } = shell("\"$0\" verify --suite - <&-")?;
    let said = String::from_utf8(stderr)?;
    assert_eq!((status.code(), said.as_str()), (Some(1), "error: - has no count within the limits\n"));
    Ok(())
}
