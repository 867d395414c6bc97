//! How the command starts other programs: scripts stand in their places.

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use philidor_proof::program::{fed, program};

use crate::command::Outcome;

/// A folder with the command and these programs, which are scripts.
fn folder(scripts: &[(&str, &str)]) -> Result<tempfile::TempDir, Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    fs::copy(env!("CARGO_BIN_EXE_philidor"), folder.path().join("philidor"))?;
    for (name, script) in scripts {
        write(&folder.path().join(name), script)?;
    }
    Ok(folder)
}

fn write(path: &Path, script: &str) -> std::io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    fs::write(path, format!("#!/bin/sh\n{script}\n"))?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

/// The command of a folder, with a PATH that has the system's own programs alone.
fn philidor(folder: &Path, words: &[&str]) -> Command {
    let mut command = program(folder.join("philidor"), words);
    command.env("PATH", "/usr/bin:/bin");
    command
}

#[test]
fn a_program_gets_words_and_input_and_its_code_and_signal_are_those_of_the_command() -> Outcome {
    let folder = folder(&[
        ("philidor-pgn", "shift; echo \"$@\"; cat; exit 7"),
        ("philidor-hunt", "kill -TERM $$"),
        ("philidor-foreign", "echo foreign \"$@\""),
    ])?;
    let Output { stdout, status, .. } =
        fed(&mut philidor(folder.path(), &["--json", "pgn", "check", "a b"]), b"games")?;
    assert_eq!((String::from_utf8(stdout)?.as_str(), status.code()), ("--json check a b\ngames", Some(7)));
    assert_eq!(philidor(folder.path(), &["hunt"]).status()?.signal(), Some(15));
    // A foreign program gets its words alone.
    let Output { stdout, .. } = philidor(folder.path(), &["foreign", "x"]).output()?;
    assert_eq!(String::from_utf8(stdout)?, "foreign x\n");
    Ok(())
}

#[test]
fn a_program_is_looked_for_beside_the_command_and_then_on_the_path() -> Outcome {
    let folder = folder(&[("philidor-pgn", "echo beside")])?;
    for name in ["philidor-pgn", "philidor-hunt"] {
        write(&folder.path().join("path").join(name), "echo path")?;
    }
    let link = folder.path().join("link/philidor");
    fs::create_dir(folder.path().join("link"))?;
    std::os::unix::fs::symlink(folder.path().join("philidor"), &link)?;
    let path = format!("{}:/usr/bin:/bin", folder.path().join("path").display());
    for (started, name, found) in [
        (folder.path().join("philidor"), "pgn", "beside\n"),
        (folder.path().join("philidor"), "hunt", "path\n"),
        (link, "pgn", "beside\n"),
    ] {
        let Output { stdout, .. } = program(started, &[name]).env("PATH", &path).output()?;
        assert_eq!(String::from_utf8(stdout)?, found, "{name}");
    }
    Ok(())
}

#[test]
fn a_program_that_is_not_here_is_said_how_to_get() -> Outcome {
    let folder = folder(&[])?;
    let Output { stdout, stderr, status } = philidor(folder.path(), &["pgn", "check"]).output()?;
    let said = String::from_utf8(stderr)?;
    assert_eq!((status.code(), stdout.len()), (Some(127), 0), "{said}");
    let where_not = "error: philidor-pgn answers this, and is neither beside this program nor on the PATH: ";
    assert!(said.starts_with(&format!("{where_not}`cargo install ")), "{said}");
    let Output { stdout, .. } = philidor(folder.path(), &["help"]).output()?;
    let help = String::from_utf8(stdout)?;
    assert!(help.lines().any(|line| line.contains("philidor-hunt, not installed")), "{help}");
    Ok(())
}

/// Each program refuses a command of another build, the command itself included.
#[test]
fn another_build_is_refused() -> Outcome {
    let Output { stderr, status, .. } =
        program(env!("CARGO_BIN_EXE_philidor"), &["--started-by=0-x philidor", "perft", "1"]).output()?;
    let said = String::from_utf8(stderr)?;
    assert!(status.code() == Some(2) && said.contains("`philidor` is of build 0-x"), "{said}");
    Ok(())
}

/// A program that says nothing does not keep the completions of the others waiting for long.
#[test]
fn completions_do_without_a_program_that_does_not_answer() -> Outcome {
    let folder = folder(&[
        ("philidor-pgn", "exec sleep 60"),
        ("philidor-hunt", "echo '{\"name\":1}'"),
        ("philidor-tables", "exit 1"),
    ])?;
    let mut child = philidor(folder.path(), &["completions", "zsh"]).stdout(Stdio::piped()).spawn()?;
    let mut script = String::new();
    child.stdout.take().ok_or("no output")?.read_to_string(&mut script)?;
    assert!(child.wait()?.success() && script.contains("check-fen"));
    Ok(())
}
