//! `philidor check-fen --variant`: FENs in, answers out, one per line.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use philidor::Strictness;
use philidor_host::Visible;
use philidor_variants::{AnyPosition, Variant};
use serde::Serialize;

use crate::args::CheckFenArgs;
use crate::terminal::output::{Output, code};

#[derive(Serialize)]
struct FenReport {
    line: u64,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<String>>,
}

pub(in super::super) fn run(
    variant: Variant,
    args: &CheckFenArgs,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let mut are_fine = true;
    for (line, text) in (1..).zip(open(&args.file)?.split(b'\n')) {
        let text = text.with_context(|| format!("{}: cannot be read", args.file.display()))?;
        let text = String::from_utf8_lossy(&text);
        let strictness = Strictness::from(args.door);
        let position = AnyPosition::from_fen_with(variant, text.trim_end_matches('\r'), strictness);
        are_fine &= position.is_ok();
        if output.json {
            let errors = position.as_ref().err().map(|error| vec![error.to_string()]);
            let fen = position.as_ref().ok().map(ToString::to_string);
            output.write_json(&FenReport { line, ok: position.is_ok(), fen, errors })?;
        } else {
            match position {
                Ok(_) => writeln!(output.writer, "ok")?,
                Err(error) => writeln!(output.writer, "error: {}", Visible(&error.to_string()))?,
            }
        }
    }
    Ok(code(are_fine))
}

/// A file, or standard input for `-`.
fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("{}: cannot be opened", path.display()))?;
    Ok(Box::new(BufReader::new(file)))
}
