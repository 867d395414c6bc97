//! The script for CI that hunts, as its users meet it.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use philidor_prey::mutant;
use philidor_proof::program::{Outcome, programs};

/// The script for CI and pre-commit, in a folder with nothing else in it, and with no program of ours but the hunter.
#[cfg(unix)]
#[test]
fn the_script_for_ci_hunts_in_a_clean_folder() -> Outcome {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("ci-{}", std::process::id()));
    fs::create_dir_all(folder.join("bin"))?;
    fs::copy(programs().join("philidor-hunt"), folder.join("bin/philidor-hunt"))?;
    fs::copy(mutant(), folder.join("engine"))?;
    fs::copy("../examples/hunt/hunt.sh", folder.join("hunt.sh"))?;
    let run = |path: &str, arguments: &[&str]| {
        let mut command = Command::new("bash");
        command.arg("hunt.sh").args(arguments).current_dir(&folder).env_clear();
        command.env("PATH", path).env("HOME", &folder).env("HUNT_SECONDS", "60");
        command.env("HUNT_REPORTS", "reports").stdin(Stdio::null()).output()
    };
    let ours = format!("{}:/usr/bin:/bin", folder.join("bin").display());
    let pawn = ["--fen", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "--", "./engine"];
    for (bug, code) in [(["--bug", "promotion-queen-only"].as_slice(), 1), (&[], 0)] {
        let output = run(&ours, &[&pawn, bug].concat())?;
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        let reports = ["hunt.txt", "hunt.html", "hunt.md"].map(|name| folder.join("reports").join(name));
        assert_eq!(fs::read(&reports[0])?, output.stdout, "{output:?}");
        assert!(fs::read_to_string(&reports[1])?.starts_with("<!doctype html>"), "{output:?}");
        assert_eq!(reports[2].exists(), code == 1, "{output:?}");
    }
    // Without a hunter it says what to do.
    let output = run("/usr/bin:/bin", &["./engine"])?;
    let complaint = String::from_utf8(output.stderr)?;
    assert!(output.status.code() == Some(2) && complaint.contains("PHILIDOR_RELEASES"), "{complaint}");
    // A release that does not exist is a usage error, whatever the download program says, and leaves nothing behind.
    let left = folder.join("left");
    fs::create_dir(&left)?;
    let mut command = Command::new("bash");
    command.args(["hunt.sh", "./engine"]).current_dir(&folder).env_clear().stdin(Stdio::null());
    command.env("PATH", "/usr/bin:/bin").env("HOME", &folder).env("TMPDIR", &left);
    command.env("PHILIDOR_VERSION", "0.1.0").env("PHILIDOR_RELEASES", "no-such-protocol://releases");
    let output = command.output()?;
    let complaint = String::from_utf8(output.stderr)?;
    assert!(output.status.code() == Some(2) && complaint.contains("cannot download"), "{complaint}");
    assert_eq!(fs::read_dir(&left)?.count(), 0);
    fs::remove_dir_all(&folder)?;
    Ok(())
}
