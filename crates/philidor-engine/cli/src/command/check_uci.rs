//! `philidor check-uci`: whether a program keeps to the UCI protocol.
//!
//! `philidor_uci::conformance` checks. Here are the arguments, the words and Ctrl-C.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use philidor_host::ending::INTERRUPTED;
use philidor_host::{Visible, processes, progress};
use philidor_uci::client::{ClientError, Program, Speaker};
use philidor_uci::conformance::{
    Check, CheckLevel, CheckOutcome, CheckReport, ConversationLine, Examination,
};
use serde::Serialize;

use crate::args::CheckUciArgs;
use philidor_engine::arguments::interrupt;
use philidor_program::terminal::output::{Output, code};

/// How many of the last lines of an exchange are shown of a check that fails.
const SHOWN: usize = 12;

/// The report of a check, as JSON.
#[derive(Serialize)]
struct CheckReportJson<'a> {
    check: &'static str,
    level: String,
    rule: &'static str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    exchange: Vec<LineJson<'a>>,
}

#[derive(Serialize)]
struct LineJson<'a> {
    speaker: &'static str,
    line: &'a str,
}

/// A check, as JSON.
#[derive(Serialize)]
struct CheckJson {
    check: &'static str,
    level: String,
    rule: &'static str,
}

pub(super) fn run(args: &CheckUciArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    if args.list {
        Examination::checks().try_for_each(|check| list(check, output))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut examination = Examination::new(Program::new(args.engine.clone()))
        .with_timeout(Duration::from_secs(args.timeout))
        .with_promptness(Duration::from_millis(args.prompt))
        .with_margin(Duration::from_millis(args.margin));
    for (name, value) in &args.option {
        examination = examination.with_option(name, value);
    }
    let is_wanted = |check: &Check| args.only.is_empty() || args.only.iter().any(|name| name == check.name);
    processes::adopt_orphans();
    let stop = interrupt::control();
    let wanted = Examination::checks().filter(|check| is_wanted(check)).count() as u64;
    let bar = progress::bar(Some(wanted), "{spinner} {wide_bar} {pos} of {len} checks  {elapsed}");
    let mut failure = None;
    let reports = examination.run_some(&is_wanted, &stop, &mut |report| {
        // The bar may be on the same terminal.
        if let Err(error) = bar.suspend(|| show(report, output)) {
            failure.get_or_insert(error);
            stop.stop();
        }
        bar.inc(1);
    });
    bar.finish_and_clear();
    processes::end_orphans();
    if let Some(error) = failure {
        return Err(error);
    }
    let reports = match reports {
        Err(ClientError::Stopped) => return Ok(ExitCode::from(INTERRUPTED)),
        Err(error @ ClientError::NotStarted(_)) => return Err(error).context("the program"),
        other => other?,
    };
    if !output.json {
        summarize(&reports, output)?;
    }
    Ok(code(!reports.iter().any(CheckReport::is_breach)))
}

fn list(check: Check, output: &mut Output<'_>) -> anyhow::Result<()> {
    let Check { name, level, rule, .. } = check;
    if output.json {
        return output.write_json(&CheckJson { check: name, level: level.to_string(), rule });
    }
    Ok(writeln!(output.writer, "{name:18} {level:7} {rule}")?)
}

/// Writes a report as soon as it is made.
fn show(report: &CheckReport, output: &mut Output<'_>) -> anyhow::Result<()> {
    let Check { name, level, rule, .. } = report.check;
    let (outcome, reason) = match &report.outcome {
        CheckOutcome::Passed => ("pass", None),
        CheckOutcome::Failed(fault) => ("fail", Some(fault.as_str())),
        CheckOutcome::NotApplicable(reason) => ("not applicable", Some(reason.as_str())),
        _ => ("unknown", None),
    };
    if output.json {
        let exchange = report.exchange.iter().map(LineJson::new).collect();
        let level = level.to_string();
        output.write_json(&CheckReportJson { check: name, level, rule, outcome, reason, exchange })?;
        return Ok(output.writer.flush()?);
    }
    let (good, bad) = (output.paint.good(), output.paint.bad());
    match &report.outcome {
        CheckOutcome::Failed(fault) => {
            let word = if level == CheckLevel::Must { "FAIL" } else { "fail" };
            writeln!(output.writer, "{bad}{word}{bad:#}  {name:18} {level} {rule}: {}", Visible(fault))?;
            let skipped = report.exchange.len().saturating_sub(SHOWN);
            for said in report.exchange.iter().skip(skipped) {
                let sign = if said.speaker == Speaker::Parent { '<' } else { '>' };
                writeln!(output.writer, "        {sign} {}", Visible(&said.line))?;
            }
        }
        CheckOutcome::NotApplicable(reason) => {
            writeln!(output.writer, "n/a   {name:18} {}", Visible(reason))?
        }
        _ => writeln!(output.writer, "{good}pass{good:#}  {name:18} {rule}")?,
    }
    Ok(output.writer.flush()?)
}

impl<'a> LineJson<'a> {
    fn new(said: &'a ConversationLine) -> LineJson<'a> {
        let speaker = if said.speaker == Speaker::Parent { "philidor" } else { "engine" };
        LineJson { speaker, line: &said.line }
    }
}

fn summarize(reports: &[CheckReport], output: &mut Output<'_>) -> anyhow::Result<()> {
    let count = |is_it: &dyn Fn(&CheckReport) -> bool| reports.iter().filter(|report| is_it(report)).count();
    let passed = count(&|report| report.outcome == CheckOutcome::Passed);
    let breaches = count(&CheckReport::is_breach);
    let failed = count(&|report| matches!(report.outcome, CheckOutcome::Failed(_)));
    let (others, rest) = (failed - breaches, reports.len() - passed - failed);
    Ok(writeln!(
        output.writer,
        "{passed} passed, {breaches} that must pass failed, {others} that should, {rest} not applicable"
    )?)
}
