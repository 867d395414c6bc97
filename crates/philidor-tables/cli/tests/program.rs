//! The program as its users meet it: what no session can show. The sessions are in the book's tests.

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::process::{Command, Output};

use philidor_proof::program::{Outcome, program};
use serde_json::Value;

/// The program with these words.
fn philidor_tables(words: &[impl AsRef<OsStr>]) -> Command {
    program(env!("CARGO_BIN_EXE_philidor-tables"), words)
}

fn json(arguments: &[&str]) -> Result<Value, Box<dyn Error>> {
    let Output { stdout, stderr, .. } = philidor_tables(arguments).output()?;
    assert_eq!(String::from_utf8(stderr)?, "", "{arguments:?}");
    Ok(serde_json::from_slice(&stdout)?)
}

/// A saved table is read the next time, and a damaged one is named and not replaced.
#[test]
fn tables_that_were_kept_are_read_again() -> Outcome {
    let folder = std::env::temp_dir().join(format!("philidor-tables-{}", std::process::id()));
    let out = folder.to_str().ok_or("a folder")?;
    let generate = || {
        let mut report = json(&["generate", "KPvK", "--json", "--out", out])?;
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
    let output = philidor_tables(&["generate", "KPvK", "--out", out]).output()?;
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr)?.contains("KQvK.solved: the table ends too early"));
    assert_eq!(fs::read(&file)?, b"philidor");

    // A sound table under another name is refused, too.
    fs::copy(folder.join("KRvK.solved"), &file)?;
    let output = philidor_tables(&["generate", "KPvK", "--out", out]).output()?;
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stderr)?.contains("KQvK.solved: the table is that of KRvK, not of KQvK")
    );
    assert_eq!(fs::read(&file)?, fs::read(folder.join("KRvK.solved"))?);
    Ok(fs::remove_dir_all(&folder)?)
}

/// Whatever stands where a table would is reported before anything is solved. A device stands in for a pipe, on which
/// the test would wait forever.
#[cfg(unix)]
#[test]
fn what_stands_in_the_way_of_tables_is_named_before_they_are_solved() -> Outcome {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir()?;
    let path = folder.path().to_str().ok_or("a path of UTF-8")?;
    let refused = |option: &str, name: &str, words: &str| {
        let output = philidor_tables(&["generate", "KQvK", "KPvK", option, path]).output()?;
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
    json(&["generate", "KQvK", "--json", "--syzygy", path])?;
    let mut bytes = fs::read(&file)?;
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, &bytes)?;
    refused("--syzygy", "KQvK.rtbz at byte", "without the file it is written again")?;
    assert_eq!(fs::read(&file)?, bytes, "it stays");
    Ok(())
}

/// However a folder is named it is read once, and a name with the weaker side first is noticed.
#[test]
fn folders_are_checked_once_and_names_that_no_program_looks_for_are_named() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().to_str().ok_or("a path of UTF-8")?;
    json(&["generate", "KQvK", "--json", "--syzygy", path])?;
    let again = folder.path().join(".");
    let again = again.to_str().ok_or("a path of UTF-8")?;
    assert_eq!(json(&["check", path, again, path, "--json"])?["files"], 2);

    fs::rename(folder.path().join("KQvK.rtbw"), folder.path().join("KvKQ.rtbw"))?;
    fs::write(folder.path().join("readme.rtbz"), "text")?;
    let report = json(&["check", path, "--json"])?;
    let names: Vec<&Value> =
        report["misnamed"].as_array().ok_or("no list")?.iter().map(|one| &one["name"]).collect();
    assert_eq!((report["files"].as_u64(), names), (Some(1), vec![&Value::from("KQvK.rtbw"), &Value::Null]));
    let output = philidor_tables(&["check", path]).output()?;
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8(output.stdout)?;
    let expected =
        format!("misnamed: {}: its name would be KQvK.rtbw\n", folder.path().join("KvKQ.rtbw").display());
    assert!(words.starts_with(&expected) && words.ends_with("1 file, 0 damaged, 2 misnamed\n"), "{words}");
    fs::remove_file(folder.path().join("KQvK.rtbz"))?;
    let report = json(&["check", path, "--json"])?;
    assert_eq!((&report["files"], report["misnamed"].as_array().map(Vec::len)), (&Value::from(0), Some(2)));
    Ok(())
}
