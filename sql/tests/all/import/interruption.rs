//! Imports that are killed, that find other files than before, or that the system lets down.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::{content, file, import, imported, random_games, table};
use crate::machine::{errors, philidor_sql};

/// How many parts an import has noted.
fn noted(dir: &Path) -> usize {
    fs::read_to_string(dir.join("import.jsonl")).map_or(0, |text| text.lines().count().saturating_sub(1))
}

#[test]
fn an_import_resumes_after_a_kill_without_loss_or_duplicates() {
    let folder = TempDir::new().unwrap();
    let text = random_games(3000);
    // In two files, so that a kill may come in the second.
    let cut = text[..text.len() / 2].rfind("\n\n[").unwrap() + 2;
    let files = [file(&folder, "1.pgn", &text[..cut]), file(&folder, "2.pgn", &text[cut..])];
    let arguments = [&files[0], &files[1], "--positions", "--part-games", "100", "--threads", "2"];
    let whole = folder.path().join("whole");
    assert_eq!(import(&whole, &arguments).status.code(), Some(1), "some games are bad");

    let dir = folder.path().join("killed");
    let mut kills = 0;
    for (wanted, signal) in [(1, "KILL"), (7, "INT"), (16, "KILL"), (27, "INT")] {
        let arguments = ["import", "-o", dir.to_str().unwrap()].into_iter().chain(arguments);
        let mut child = philidor_sql(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        while noted(&dir) < wanted && child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "nothing happens");
            sleep(Duration::from_millis(1));
        }
        // The signal fails if the import has ended already.
        let _ = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        kills += usize::from(!child.wait().unwrap().success() && noted(&dir) < 30);
    }
    assert!(kills > 0, "the import was faster than the kill each time");
    assert_eq!(import(&dir, &arguments).status.code(), Some(1));
    assert!(content(&dir) == content(&whole), "other tables than without a kill");
    let before = fs::read(dir.join("import.jsonl")).unwrap();
    let again = import(&dir, &arguments);
    assert_eq!(again.status.code(), Some(1), "the rejects are still there");
    assert_eq!(fs::read(dir.join("import.jsonl")).unwrap(), before, "there was nothing left to do");
}

#[test]
fn an_import_is_not_resumed_with_changed_files() {
    let folder = TempDir::new().unwrap();
    let text = random_games(500);
    let names = ["1.pgn", "2.pgn"];
    let files = names.map(|name| file(&folder, name, &text));
    let arguments = [&*files[0], &*files[1], "--part-games", "100"];
    let dir = folder.path().join("dir");
    import(&dir, &arguments);
    let ledger = dir.join("import.jsonl");
    let noted = fs::read_to_string(&ledger).unwrap();
    // Whether something is left to do or not.
    for lines in [1, 3, noted.lines().count()] {
        let cut: String = noted.split_inclusive('\n').take(lines).collect();
        fs::write(&ledger, &cut).unwrap();
        for (name, changed) in names.iter().zip(&files) {
            fs::write(changed, text.replacen("1. ", "2. ", 1).replacen("e4", "d4", 1)).unwrap();
            let output = import(&dir, &arguments);
            assert_eq!(output.status.code(), Some(1));
            let message = format!("begun before {changed} changed");
            assert!(errors(&output).contains(&message), "{name}: {}", errors(&output));
            fs::write(changed, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(&ledger).unwrap(), cut);
        assert!(!errors(&import(&dir, &arguments)).contains("another"), "the same files as before");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_once_and_what_cannot_be_opened_ends_the_import() {
    let folder = TempDir::new().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::write(pipe, random_games(99)))
    };
    let dir = folder.path().join("dir");
    imported(&dir, &[pipe.to_str().unwrap()]);
    writer.join().unwrap().unwrap();
    assert_eq!(table(&dir, "games").num_rows(), 99);

    let socket = folder.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let dir = folder.path().join("other");
    let output = import(&dir, &[&file(&folder, "x.pgn", "1. e4 *"), socket.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("socket cannot be read any further: "), "{}", errors(&output));
    assert_eq!(noted(&dir), 0, "neither a part nor a reject");
}

/// `/dev/full` says that the disk is full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_waited_for() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "x.pgn", random_games(99));
    let arguments = [&*path, "--part-games", "40", "--positions"];
    let (whole, dir) = (folder.path().join("whole"), folder.path().join("dir"));
    imported(&whole, &arguments);
    for full in ["games/part-00001.parquet.partial", "positions/part-00002.parquet.partial"] {
        let _ = fs::remove_dir_all(&dir);
        imported(&dir, &arguments);
        let plan: String =
            fs::read_to_string(dir.join("import.jsonl")).unwrap().split_inclusive('\n').take(1).collect();
        fs::write(dir.join("import.jsonl"), plan).unwrap();
        std::os::unix::fs::symlink("/dev/full", dir.join(full)).unwrap();
        let output = import(&dir, &arguments);
        assert_eq!(output.status.code(), Some(1));
        let message = errors(&output);
        assert!(message.contains(full.trim_end_matches(".partial")), "{message}");
        assert!(message.contains("No space left on device"), "{message}");
        fs::remove_file(dir.join(full)).unwrap();
        imported(&dir, &arguments);
        assert!(content(&dir) == content(&whole));
    }
}

#[test]
fn a_file_of_somebody_by_the_name_of_the_ledger_is_refused_as_it_is() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "x.pgn", random_games(99));
    let arguments = [&*path, "--part-games", "40"];
    let dir = folder.path().join("dir");
    imported(&dir, &arguments);
    let ledger = dir.join("import.jsonl");
    let ours = fs::read_to_string(&ledger).unwrap();
    let lines: Vec<&str> = ours.split_inclusive('\n').collect();
    let begun = lines[..2].concat();
    let plan = lines[0];
    for foreign in [
        "notes",
        "notes\n",
        "{\"a\": 1}\n{\"b\"",
        "\u{0}\u{0}",
        &format!("{begun}notes"),
        &format!("{plan}1"),
    ] {
        fs::write(&ledger, foreign).unwrap();
        // What is not a plan is tried in a folder without tables, so that these are not the reason for the refusal.
        let dir = if foreign.starts_with(plan) { dir.clone() } else { folder.path().join("other") };
        fs::create_dir_all(&dir).unwrap();
        let ledger = dir.join("import.jsonl");
        fs::write(&ledger, foreign).unwrap();
        let output = import(&dir, &arguments);
        assert_eq!(output.status.code(), Some(1), "{foreign}");
        assert!(
            errors(&output).contains("is not a line of this program: nothing is cut"),
            "{}",
            errors(&output)
        );
        assert_eq!(fs::read_to_string(&ledger).unwrap(), foreign);
    }
    fs::write(&ledger, format!("{begun}{}", &lines[2][..9])).unwrap();
    let output = import(&dir, &arguments);
    assert!(
        errors(&output).contains("9 bytes of a line that was not finished are cut"),
        "{}",
        errors(&output)
    );
    assert_eq!(fs::read_to_string(&ledger).unwrap().lines().count(), lines.len());
    // A plan that was not written to its end is cut.
    let dir = folder.path().join("begun");
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("import.jsonl"), &plan[..plan.len() / 2]).unwrap();
    imported(&dir, &arguments);
    assert!(fs::read_to_string(dir.join("import.jsonl")).unwrap().starts_with(plan));
}
