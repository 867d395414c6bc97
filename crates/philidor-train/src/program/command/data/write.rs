//! The subcommands that write a file: each record goes into the format of the output, and is kept, dropped or delayed.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use philidor_host::{Grouped, Output as FileOutput, STANDARD, Several, note};
use philidor_train::data::{Filter, Format, Record, SeenKeys, Shuffle, Writer, is_in_share};
use serde::Serialize;

use super::Inputs;
use crate::args::{DataCommand, DataFiles, DataOutput};
use philidor_program::terminal::output::{Output, WrongUsage};
use philidor_program::terminal::streams;

/// What was written, as JSON.
#[derive(Default, Serialize)]
struct WriteReport {
    format: &'static str,
    read: u64,
    written: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forgotten: Option<u64>,
    /// Games or positions that are left out, if that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    faulty: Option<u64>,
}

impl WriteReport {
    fn new(format: Format) -> WriteReport {
        WriteReport { format: format.name(), ..WriteReport::default() }
    }
}

/// An output in a format. Its errors name the file.
struct Target(Writer<FileOutput>);

impl Target {
    fn create(path: &Path, format: Format) -> anyhow::Result<Target> {
        Ok(Target(Writer::new(format, streams::create(Some(path))?)))
    }

    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        Ok(self.0.write(bytes)?)
    }

    fn finish(self) -> anyhow::Result<()> {
        Ok(self.0.finish().and_then(FileOutput::finish)?)
    }
}

/// What is read, and where it goes, in which format.
struct Job<'a> {
    inputs: Inputs,
    format: Format,
    output: &'a Path,
}

pub(super) fn run(command: &DataCommand, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let (input, out) = match command {
        DataCommand::Convert { input, output }
        | DataCommand::Filter { input, output, .. }
        | DataCommand::Shuffle { input, output, .. }
        | DataCommand::Split { input, output, .. }
        | DataCommand::Dedupe { input, output, .. } => (input, output),
        DataCommand::Check(_) | DataCommand::Stats(_) => return Ok(ExitCode::SUCCESS),
    };
    let inputs = Inputs::of(input)?;
    let files = &input.files;
    let format = format(&inputs, files, out)?;
    let job = Job { inputs, format, output: &out.output };
    let report = match command {
        DataCommand::Split { held_out, share, seed, .. } => job.split(held_out, *share, *seed)?,
        DataCommand::Shuffle { seed, memory, .. } => job.shuffle(*seed, memory.0)?,
        DataCommand::Filter { filter, .. } => job.pass(Some(Filter::from(filter)), None)?,
        DataCommand::Dedupe { memory, .. } => {
            let seen = SeenKeys::new(memory.0);
            let seen = seen.ok_or_else(|| anyhow::anyhow!("--memory: {memory} do not fit in memory"))?;
            job.pass(None, Some(seen))?
        }
        _ => job.pass(None, None)?,
    };
    summarize(&report, out, format, output)?;
    Ok(ExitCode::SUCCESS)
}

impl Job<'_> {
    /// Puts a share of the games into another file.
    fn split(self, held_out: &Path, share: f64, seed: u64) -> anyhow::Result<WriteReport> {
        let Job { inputs, format, output } = self;
        if inputs.formats().any(|format| !format.has_games()) {
            let words = "positions without games cannot be split by game: split the games, then convert";
            return Err(WrongUsage(anyhow::Error::msg(words)).into());
        }
        if !(0.0..=1.0).contains(&share) {
            return Err(WrongUsage(anyhow::anyhow!("--share {share} is not from 0 to 1")).into());
        }
        let mut learned = Target::create(output, format)?;
        let mut tested = Target::create(held_out, format)?;
        let (mut report, mut held) = (WriteReport::new(format), 0);
        report.faulty = inputs.each(&mut |record| {
            let is_held_out = is_in_share(seed, report.read, share);
            report.read += 1;
            held += u64::from(is_held_out);
            report.written += u64::from(!is_held_out);
            let target = if is_held_out { &mut tested } else { &mut learned };
            each_part(record, format, None, &mut |part| target.write(&part.bytes))
        })?;
        tested.finish()?;
        learned.finish()?;
        Ok(WriteReport { held_out: Some(held), ..report })
    }

    /// Writes in a random order.
    fn shuffle(self, seed: u64, memory: u64) -> anyhow::Result<WriteReport> {
        let Job { inputs, format, output } = self;
        let mut target = Target::create(output, format)?;
        let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut shuffle = Shuffle::new(seed, memory, folder.unwrap_or(Path::new(".")));
        let mut report = WriteReport::new(format);
        report.faulty = inputs.each(&mut |record| {
            report.read += 1;
            each_part(record, format, None, &mut |part| {
                shuffle.add(&part.bytes).context("a temporary file beside the output")
            })
        })?;
        report.written = shuffle.records();
        shuffle.finish(&mut |bytes| target.0.write(bytes))?;
        target.finish()?;
        Ok(report)
    }

    /// Writes in the order of the inputs what a filter keeps and what has not been seen.
    fn pass(self, filter: Option<Filter>, mut seen: Option<SeenKeys>) -> anyhow::Result<WriteReport> {
        let Job { inputs, format, output } = self;
        let mut target = Target::create(output, format)?;
        let mut report = WriteReport::new(format);
        report.faulty = inputs.each(&mut |record| {
            report.read += 1;
            each_part(record, format, filter.as_ref(), &mut |part| {
                if seen.as_mut().is_none_or(|seen| seen.is_new(part.key())) {
                    report.written += 1;
                    target.write(&part.bytes)?;
                }
                Ok(())
            })
        })?;
        target.finish()?;
        Ok(WriteReport { forgotten: seen.map(|seen| seen.forgotten()), ..report })
    }
}

/// The format of the output; an error if it cannot hold what the inputs have.
fn format(inputs: &Inputs, files: &DataFiles, out: &DataOutput) -> anyhow::Result<Format> {
    let is_standard = out.output == Path::new(STANDARD);
    let named = out.to.or_else(|| Format::from_path(&out.output));
    let format = named.or_else(|| inputs.formats().next().filter(|_| is_standard || files.from.is_some()));
    let format = format.ok_or_else(|| {
        WrongUsage(anyhow::anyhow!("{}: its name says no format: --to FORMAT", out.output.display()))
    })?;
    match inputs.formats().find(|input| format.has_games() && !input.has_games()) {
        Some(input) => {
            Err(WrongUsage(anyhow::anyhow!("{input} has positions without games, and {format} games")).into())
        }
        None => Ok(format),
    }
}

/// Passes on each part of what a record becomes, up to the first error.
fn each_part(
    record: Record,
    format: Format,
    filter: Option<&Filter>,
    with: &mut dyn FnMut(Record) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut result = Ok(());
    record.into_format(format, filter, &mut |part| {
        if result.is_ok() {
            result = with(part);
        }
    });
    result
}

/// Says what was written; on standard error, if standard output has it.
fn summarize(
    report: &WriteReport,
    out: &DataOutput,
    format: Format,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let is_standard = out.output == Path::new(STANDARD);
    if output.json && !is_standard {
        return output.write_json(report);
    }
    let mut text = format!(
        "{} read, {} written",
        Grouped(report.read.into()),
        Several(report.written.into(), format.noun()),
    );
    if let Some(held_out) = report.held_out {
        text += &format!(", {} held out", Grouped(held_out.into()));
    }
    if let Some(forgotten) = report.forgotten.filter(|&forgotten| forgotten > 0) {
        text += &format!("; {} forgotten: --memory was too small", Several(forgotten.into(), "key"));
    }
    if is_standard {
        note(&text);
    } else {
        writeln!(output.writer, "{text}")?;
    }
    Ok(())
}
