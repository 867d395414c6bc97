//! `philidor tables check`: whether Syzygy files are what they were when they were written, and which are not there.

use std::process::ExitCode;
use std::slice;

use philidor_host::progress;
use philidor_tables::Material;
use philidor_tables::syzygy::{Metric, ProbeError};
use serde::Serialize;

use super::folders::open;
use crate::args::CheckArgs;
use crate::quantity::Several;
use crate::terminal::output::{Output, code};

/// What is drawn while files are read.
const PROGRESS: &str = "{wide_bar} {pos}/{len}  {msg}  {elapsed}";

/// What was found, as JSON.
#[derive(Serialize)]
struct Report {
    files: usize,
    faults: Vec<Fault>,
    missing: Vec<String>,
}

/// A damaged file.
#[derive(Serialize)]
struct Fault {
    file: String,
    byte: u64,
    fault: String,
}

pub(super) fn run(args: &CheckArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let all = open(&args.paths)?;
    let (mut files, mut faults) = (0, Vec::new());
    // Folder by folder: of a table that is in two of them, both files are read.
    for folder in &args.paths {
        let tables = open(slice::from_ref(folder))?;
        let bar = progress::bar(Some(tables.len() as u64), PROGRESS);
        for (material, metric) in tables.iter() {
            bar.set_message(name(material, metric));
            match tables.verify(&material, metric) {
                Ok(()) => {}
                Err(ProbeError::File(error)) => faults.push(Fault {
                    file: error.file.clone(),
                    byte: error.offset,
                    fault: error.fault.to_string(),
                }),
                Err(error) => return Err(error.into()),
            }
            bar.inc(1);
        }
        files += tables.len();
        bar.finish_and_clear();
    }
    let mut missing = Vec::new();
    for metric in Metric::ALL {
        let of_counts = args.missing.iter().flat_map(|&pieces| all.missing(pieces, metric));
        let of_endings = args.endings.iter().flat_map(|ending| all.missing_for(ending, metric));
        for name in of_counts.chain(of_endings).map(|material| name(material, metric)) {
            if !missing.contains(&name) {
                missing.push(name);
            }
        }
    }
    let report = Report { files, faults, missing };
    let is_fine = report.faults.is_empty() && report.missing.is_empty();
    if output.json {
        output.write_json(&report)?
    } else {
        write_words(&report, !args.missing.is_empty() || !args.endings.is_empty(), output)?
    }
    Ok(code(is_fine))
}

/// The name of a file: `KQvKR.rtbw`.
fn name(material: Material, metric: Metric) -> String {
    format!("{material}.{}", metric.extension())
}

/// With the number of missing tables, if they are asked for.
fn write_words(report: &Report, with_missing: bool, output: &mut Output<'_>) -> anyhow::Result<()> {
    let (bad, result) = (output.paint.bad(), output.paint.result());
    for Fault { file, byte, fault } in &report.faults {
        writeln!(output.writer, "{bad}damaged:{bad:#} {file} at byte {byte}: {fault}")?;
    }
    for name in &report.missing {
        writeln!(output.writer, "{bad}missing:{bad:#} {name}")?;
    }
    let files = Several(report.files as u128, "file");
    let missing = if with_missing { format!(", {} missing", report.missing.len()) } else { String::new() };
    writeln!(output.writer, "{result}{files}, {} damaged{missing}{result:#}", report.faults.len())?;
    Ok(())
}
