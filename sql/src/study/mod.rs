//! `philidor-sql evaluations` and `philidor-sql puzzles`: what Lichess publishes beside games, as Parquet tables that
//! join positions of games by their key.
//!
//! ```text
//! line_parts.rs    files, cut into parts of whole lines
//! evaluations.rs   a line of JSON into a row for each variation
//! puzzles.rs       a line of CSV into a row
//! rows.rs          what both share: positions with their keys, rejects, the files of the tables
//! ```
//!
//! Each part of lines becomes one file, numbered like the part, which appears when it is complete. So the files do not
//! depend on the number of threads, and after a kill the same command resumes: it reads the lines of finished parts and
//! skips them. `plan.json` says what the folder was made from.
//!
//! The import of games needs a ledger for the same, since where one of its parts begins depends on the part before.
//! Here a file that is there is a part that is done, so a plan is enough.

mod evaluations;
mod line_parts;
mod puzzles;
mod rows;

use std::fs;
use std::io::{self, Write, stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use philidor_host::ending::threads;
use philidor_host::{Several, WholeFile, interruption, pipeline, progress};
use serde_json::{Value, json};

use self::evaluations::Evaluations;
use self::line_parts::{LinePart, LineParts};
use self::puzzles::Puzzles;
use self::rows::{Folder, Table, Written};
use crate::args::StudyArgs;
use crate::import::{Input, inputs};

/// Imports evaluations.
pub(crate) fn evaluations(args: &StudyArgs) -> Result<()> {
    run::<Evaluations>(args)
}

/// Imports puzzles.
pub(crate) fn puzzles(args: &StudyArgs) -> Result<()> {
    run::<Puzzles>(args)
}

fn run<T: Table>(args: &StudyArgs) -> Result<()> {
    // An incomplete file has another name, so a kill at any time does no harm.
    interruption::end_when_interrupted()?;
    let inputs = inputs(&args.files)?;
    let begun = Instant::now();
    note_or_check_plan(&args.output, &plan::<T>(&inputs, args))?;
    let folder = Folder::new(&args.output, T::NAME)?;

    let read = Arc::new(AtomicU64::new(0));
    let bar =
        progress::of_bytes(inputs.iter().map(|input| Some(input.length).filter(|&bytes| bytes > 0)).sum());
    let mut lines = LineParts::new(&inputs, args.part_lines.get(), T::HEADER, Arc::clone(&read));
    let mut total = Written::default();
    let mut failure = None;
    let take = |written: Result<Written>| {
        match written {
            Ok(written) => total += written,
            Err(error) => {
                failure = Some(error);
                return Ok(ControlFlow::Break(()));
            }
        }
        bar.set_position(read.load(Relaxed));
        bar.set_message(Several(total.rows.into(), T::ROW).to_string());
        Ok(ControlFlow::Continue(()))
    };
    let work = |part: LinePart, bytes: &[u8]| folder.finish::<T>(&part, bytes);
    let outcome = pipeline::run(|bytes| lines.next_part(bytes), threads(args.threads), work, take);
    bar.finish_and_clear();
    failure.map_or(Ok(()), Err)?;
    outcome.context("cannot read on")?;

    let seconds = begun.elapsed().as_secs_f64();
    let rejects = Several(total.rejects.into(), "reject");
    writeln!(stdout(), "{seconds:.3} s\n{}, {rejects}", Several(total.rows.into(), T::ROW))?;
    ensure!(total.rejects == 0, "{rejects}, listed in {}", args.output.join("rejects").display());
    Ok(())
}

/// What a folder is made from.
fn plan<T: Table>(inputs: &[Input], args: &StudyArgs) -> Value {
    let file = |input: &Input| json!({"name": input.name, "length": input.length, "crc32": input.crc32});
    json!({
        "table": T::NAME,
        "program": env!("CARGO_PKG_VERSION"),
        "files": inputs.iter().map(file).collect::<Vec<_>>(),
        "part_lines": args.part_lines,
    })
}

/// Notes the plan in a new folder, or refuses a folder with another plan.
fn note_or_check_plan(folder: &Path, plan: &Value) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = folder.join("plan.json");
    match fs::read_to_string(&path) {
        Ok(text) => {
            let known = serde_json::from_str::<Value>(&text).ok();
            let differs = ["table", "program", "files", "part_lines"]
                .into_iter()
                .find(|&key| known.as_ref().is_none_or(|known| known[key] != plan[key]));
            if let Some(differs) = differs {
                let known = known.map_or_else(|| "unreadable".to_owned(), |known| known[differs].to_string());
                anyhow::bail!("{} was made with another {differs}: {known}", folder.display());
            }
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            ensure!(is_new(folder)?, "{} is not empty, and has no plan.json", folder.display());
            let mut file = WholeFile::create(&path)?;
            writeln!(file, "{plan}")?;
            Ok(file.finish()?)
        }
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Whether there is nothing in a folder but what a kill may have left of a plan: while that is written, its file has a
/// longer name.
fn is_new(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        if !entry?.file_name().to_string_lossy().starts_with("plan.json.") {
            return Ok(false);
        }
    }
    Ok(true)
}
