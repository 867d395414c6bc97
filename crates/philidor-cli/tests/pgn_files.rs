//! Files of games as no session can show them: bytes that are no text, packed and cut files, files of many parts.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::Compression;
use flate2::write::GzEncoder;

type Outcome = Result<(), Box<dyn Error>>;

const GAMES: &str = include_str!("cmd/pgn.in/games.pgn");

/// A folder of its own for each test.
fn folder(name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn philidor(folder: &Path, arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_philidor"));
    Ok(command.current_dir(folder).arg("pgn").args(arguments).output()?)
}

fn packed(text: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text)?;
    Ok(encoder.finish()?)
}

/// Good games and bad ones, so many bytes and more.
fn many(bytes: usize) -> String {
    let bad = "[Event \"bad\"]\n\n1. e4 e5 2. Ke3 *\n\n";
    format!("{GAMES}\n{bad}").repeat(bytes / (GAMES.len() + bad.len()) + 1)
}

#[test]
fn standard_output_has_the_bytes_of_a_file() -> Outcome {
    let folder = folder("bytes")?;
    let mut games = GAMES.replace("Paris FRA", "M?nchen \u{1b}[1m").into_bytes();
    if let Some(mark) = games.iter_mut().find(|byte| **byte == b'?') {
        *mark = 0xfc; // ü in Latin-1
    }
    fs::write(folder.join("games.pgn"), &games)?;
    for arguments in
        [["convert", "--to", "binary"].as_slice(), &["filter"], &["fens"], &["convert", "--to", "pgn"]]
    {
        let shown = philidor(&folder, &[arguments, &["games.pgn"]].concat())?;
        let kept = philidor(&folder, &[arguments, &["games.pgn", "-o", "out"]].concat())?;
        assert!(shown.status.success() && kept.status.success(), "{arguments:?}");
        assert_eq!(shown.stdout, fs::read(folder.join("out"))?, "{arguments:?}");
        assert!(shown.stdout.len() > 50, "{arguments:?}");
    }
    Ok(())
}

#[test]
fn a_file_that_cannot_be_read_whole_leaves_the_old_result_alone() -> Outcome {
    let folder = folder("cut")?;
    let whole = packed(many(1 << 20).as_bytes())?;
    fs::write(folder.join("cut.pgn.gz"), &whole[..whole.len() / 2])?;
    for arguments in [
        ["fens", "missing.pgn", "-o", "old"].as_slice(),
        &["fens", "cut.pgn.gz", "-o", "old"],
        &["filter", "cut.pgn.gz", "-o", "old"],
        &["convert", "--to", "pgn", "cut.pgn.gz", "-o", "old"],
        &["book", "cut.pgn.gz", "-o", "old"],
    ] {
        fs::write(folder.join("old"), "old")?;
        let output = philidor(&folder, arguments)?;
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(fs::read_to_string(folder.join("old"))?, "old", "{arguments:?}");
        assert!(!folder.join("old.partial").exists(), "{arguments:?}");
    }
    // What was read before the cut is checked all the same.
    let output = philidor(&folder, &["check", "cut.pgn.gz", "--json"])?;
    let summary: serde_json::Value =
        serde_json::from_slice(output.stdout.split(|byte| *byte == b'\n').rev().nth(1).unwrap_or_default())?;
    assert!(summary["games"].as_u64() > Some(1000), "{summary}");
    Ok(())
}

#[test]
fn packed_files_say_what_plain_ones_say() -> Outcome {
    let folder = folder("packed")?;
    let text = many(100_000);
    fs::write(folder.join("plain"), &text)?;
    fs::write(folder.join("gzip"), packed(text.as_bytes())?)?;
    fs::write(folder.join("zstd"), zstd::encode_all(text.as_bytes(), 1)?)?;
    let [plain, gzip, zstd] = ["plain", "gzip", "zstd"].map(|file| philidor(&folder, &["fens", file]));
    let plain = plain?.stdout;
    assert!(plain.len() > 10_000);
    assert_eq!(gzip?.stdout, plain);
    assert_eq!(zstd?.stdout, plain);
    Ok(())
}

#[test]
fn any_number_of_threads_answers_in_the_order_of_the_file() -> Outcome {
    let folder = folder("jobs")?;
    fs::write(folder.join("many.pgn"), many(10 << 20))?;
    for arguments in [["check"].as_slice(), &["convert", "--to", "uci"], &["filter", "--result", "1-0"]] {
        let answers = |jobs| {
            let output = philidor(&folder, &[arguments, &["many.pgn", "--jobs", jobs]].concat())?;
            let text = String::from_utf8(output.stdout)? + &String::from_utf8(output.stderr)?;
            // The time alone may differ.
            Ok::<_, Box<dyn Error>>(
                text.lines().filter(|line| !line.contains("MB/s")).collect::<Vec<_>>().join("\n"),
            )
        };
        let one = answers("1")?;
        assert!(one.len() > 100_000, "{arguments:?}");
        assert_eq!(answers("5")?, one, "{arguments:?}");
    }
    Ok(())
}
