//! Files of games as no session can show them: bytes that are not text, packed and cut files, files of many chunks
//! (`files.rs`), twins (`dedupe.rs`), files in order (`order.rs`), the formats that games have besides PGN
//! (`formats.rs`), faulty games that are kept (`lenient.rs`), and games of variants (`variants.rs`).

mod dedupe;
mod files;
mod formats;
mod lenient;
mod order;
mod variants;

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::command::{Outcome, fed, philidor as program};

const GAMES: &str = include_str!("../../../../../../book/tests/cmd/pgn.in/games.pgn");

/// A folder of its own for each test, without what an earlier run has left there.
fn folder(name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pgn").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn philidor(folder: &Path, arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    Ok(program(&["pgn"]).current_dir(folder).args(arguments).output()?)
}

/// Whether something was begun there and not finished.
fn has_partial_file(folder: &Path) -> Result<bool, Box<dyn Error>> {
    let mut names = fs::read_dir(folder)?.filter_map(Result::ok).map(|entry| entry.file_name());
    Ok(names.any(|name| name.to_string_lossy().contains("partial")))
}

/// What `convert` makes of an input on standard input, and what it says on standard error.
fn converted(input: &[u8], arguments: &[&str]) -> Result<(Vec<u8>, String), Box<dyn Error>> {
    let output = fed(program(&["pgn", "convert"]).args(arguments), input)?;
    Ok((output.stdout, String::from_utf8(output.stderr)?))
}

fn packed(text: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text)?;
    Ok(encoder.finish()?)
}

/// Good games and bad ones, at least this many bytes.
fn many(bytes: usize) -> String {
    let bad = "[Event \"bad\"]\n\n1. e4 e5 2. Ke3 *\n\n";
    format!("{GAMES}\n{bad}").repeat(bytes / (GAMES.len() + bad.len()) + 1)
}
