//! `philidor tables check`: whether Syzygy files are what they were when they were written, which are not there, and
//! which have names that no program looks for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::slice;

use anyhow::Context;
use philidor_host::progress;
use philidor_tables::Material;
use philidor_tables::syzygy::{FolderError, Metric, ProbeError, Tables};
use serde::Serialize;

use crate::args::CheckArgs;
use philidor_program::quantity::Several;
use philidor_program::terminal::output::{Output, code};

/// What is drawn while files are read.
const PROGRESS: &str = "{wide_bar} {pos}/{len}  {msg}  {elapsed}";

/// What was found, as JSON.
#[derive(Serialize)]
struct Report {
    files: usize,
    faults: Vec<DamagedFile>,
    missing: Vec<String>,
    misnamed: Vec<Misnamed>,
}

/// A damaged file.
#[derive(Serialize)]
struct DamagedFile {
    file: String,
    byte: u64,
    fault: String,
}

/// A file with the extension of a table, but not with the name of one.
#[derive(Serialize)]
struct Misnamed {
    file: String,
    /// The name that it should have, if its own says what it is.
    name: Option<String>,
}

pub(super) fn run(args: &CheckArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    // The files are not mapped into memory: one may be cut while it is compared, which is a fault and must not end the
    // program.
    let open = |folders: &[PathBuf]| {
        let mut tables = Tables::new().unmapped();
        for folder in folders {
            tables.add_folder(folder).with_context(|| folder.display().to_string())?;
        }
        anyhow::Ok(tables)
    };
    let all = open(&args.paths)?;
    let (mut files, mut faults, mut misnamed, mut seen) = (0, Vec::new(), Vec::new(), Vec::new());
    // Folder by folder: of a table that is in two of them, both files are read.
    for folder in &args.paths {
        let real = fs::canonicalize(folder).with_context(|| folder.display().to_string())?;
        if seen.contains(&real) {
            continue;
        }
        seen.push(real);
        let tables = open(slice::from_ref(folder))?;
        let wrong = misnamed_files(folder).with_context(|| folder.display().to_string())?;
        if tables.is_empty() && wrong.is_empty() {
            return Err(FolderError::NoTables { folder: folder.clone() }.into());
        }
        misnamed.extend(wrong);
        let bar = progress::bar(Some(tables.len() as u64), PROGRESS);
        for (material, metric) in tables.iter() {
            bar.set_message(name(material, metric));
            match tables.verify(&material, metric) {
                Ok(()) => {}
                Err(ProbeError::File(error)) => faults.push(DamagedFile {
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
    let report = Report { files, faults, missing, misnamed };
    let is_fine = report.faults.is_empty() && report.missing.is_empty() && report.misnamed.is_empty();
    if output.json {
        output.write_json(&report)?
    } else {
        write_words(&report, !args.missing.is_empty() || !args.endings.is_empty(), output)?
    }
    Ok(code(is_fine))
}

/// The files of a folder that no program looks for: most name the weaker side first.
fn misnamed_files(folder: &Path) -> std::io::Result<Vec<Misnamed>> {
    let mut misnamed = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        let metric = Metric::ALL.into_iter().find(|metric| Some(metric.extension()) == extension);
        let Some(metric) = metric.filter(|_| !Tables::new().add_file(&path)) else { continue };
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let name = stem.parse().ok().map(|material: Material| name(material.canonical(), metric));
        let name = name.filter(|name| Tables::new().add_file(name));
        misnamed.push(Misnamed { file: path.display().to_string(), name });
    }
    misnamed.sort_by(|one, other| one.file.cmp(&other.file));
    Ok(misnamed)
}

/// The name of a file: `KQvKR.rtbw`.
fn name(material: Material, metric: Metric) -> String {
    format!("{material}.{}", metric.extension())
}

/// With the number of missing tables, if they are asked for.
fn write_words(report: &Report, with_missing: bool, output: &mut Output<'_>) -> anyhow::Result<()> {
    let (bad, result) = (output.paint.bad(), output.paint.result());
    for DamagedFile { file, byte, fault } in &report.faults {
        writeln!(output.writer, "{bad}damaged:{bad:#} {file} at byte {byte}: {fault}")?;
    }
    for name in &report.missing {
        writeln!(output.writer, "{bad}missing:{bad:#} {name}")?;
    }
    for Misnamed { file, name } in &report.misnamed {
        let name = name
            .as_ref()
            .map_or("no table has this name".to_owned(), |name| format!("its name would be {name}"));
        writeln!(output.writer, "{bad}misnamed:{bad:#} {file}: {name}")?;
    }
    let files = Several(report.files as u128, "file");
    let missing = if with_missing { format!(", {} missing", report.missing.len()) } else { String::new() };
    let misnamed = match report.misnamed.len() {
        0 => String::new(),
        misnamed => format!(", {misnamed} misnamed"),
    };
    writeln!(output.writer, "{result}{files}, {} damaged{missing}{misnamed}{result:#}", report.faults.len())?;
    Ok(())
}
