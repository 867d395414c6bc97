//! `philidor hunt`: what is wrong in another program's move generator.
//!
//! ```text
//! agenda.rs      the questions: counts of a suite, small ones first
//! suspect/       the program, and the ways to ask it
//! interview.rs   the program and everything it was asked
//! difference.rs  an answer compared with the truth
//! case.rs        a wrong count followed down to where it comes from, and what it takes to see it
//! memory.rs      a tree that is wrong because of a count that is remembered
//! reason.rs      why a move is illegal, or what is special about one that is missing; told.rs reads moves
//! verdict.rs     the rules that a case breaks; class.rs names them
//! shrink.rs      a case made small
//! search.rs      all of this for the whole suite
//! report/        what is told: on the terminal, as JSON, as a page
//! ```

mod agenda;
mod case;
mod class;
mod difference;
mod interview;
mod memory;
mod reason;
mod report;
mod search;
mod shrink;
mod suspect;
mod told;
mod verdict;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;
use philidor::Position;
use philidor::perft::perft;

use super::perft::suite::{self, Entry, Limits};
use super::{INTERRUPTED, Output, WrongUsage};
use crate::args::{HuntArgs, Men, Protocol};
use crate::named;
use crate::outfile::WholeFile;
use crate::quantity::Grouped;
use interview::Interview;
use report::Report;
use suspect::Suspect;

/// The most leaves of a question of the suite, if nothing is said.
const LEAVES: u64 = 100_000;

/// How deep a single position is asked if nothing is said.
const DEPTH: u32 = 4;

pub(super) fn run(args: &HuntArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let limits = limits(args);
    let agenda = agenda(args, limits).map_err(WrongUsage)?;
    // Before the search nothing is found, so that a file that cannot be written is known first.
    let page = args.html.as_deref().map(WholeFile::create).transpose()?;
    let [limit, time] = [args.timeout, args.time].map(Duration::from_secs_f64);
    let mut interview = Interview::new(suspect(args, limit)?, limit, time);
    let outcome = search::search(&mut interview, &agenda)
        .map_err(|failure| anyhow::anyhow!("{}: {failure}", interview.name()))?;
    let command = args.command.clone().unwrap_or_else(|| args.program.join(" "));
    let report = Report::new(&interview, outcome, began.elapsed(), command, in_words(limits, args));
    if let Some(mut page) = page {
        report::write_page(&report, &mut page)?;
        page.finish()?;
    }
    if output.json {
        output.write_json(&report)?;
    } else {
        report::write_text(&report, Men::from(args.men), output)?;
    }
    Ok(if report.is_interrupted() {
        ExitCode::from(INTERRUPTED)
    } else if report.is_clean() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// How much of the suite is asked. A single position is asked as deep as is said, whatever that costs.
fn limits(args: &HuntArgs) -> Limits {
    let most = args.fen.is_none().then_some(LEAVES);
    Limits { depth: args.suite.depth_limit, leaves: args.suite.nodes_limit.or(most) }
}

/// `at most 100,000 leaves a question, 60 s`
fn in_words(limits: Limits, args: &HuntArgs) -> String {
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let leaves = limits.leaves.map(|leaves| format!("{} leaves", Grouped(leaves.into())));
    let asked: Vec<String> = [depth, leaves].into_iter().flatten().collect();
    let asked =
        if asked.is_empty() { String::new() } else { format!("{} a question, ", asked.join(" and ")) };
    format!("at most {asked}{} s, {} s for an answer", args.time, args.timeout)
}

/// The questions.
fn agenda(args: &HuntArgs, limits: Limits) -> anyhow::Result<Vec<agenda::Item>> {
    if !args.options.is_empty() && (args.command.is_some() || args.protocol != Protocol::Uci) {
        bail!("only a program that speaks UCI has options to set");
    }
    let entries = entries(args)?;
    let agenda = agenda::of(&entries, limits);
    if agenda.is_empty() {
        bail!("there is no count within the limits");
    }
    Ok(agenda)
}

/// The positions to ask about.
fn entries(args: &HuntArgs) -> anyhow::Result<Vec<Entry>> {
    if let Some(text) = &args.fen {
        let position = named::position(text)?;
        let depth = args.suite.depth_limit.unwrap_or(DEPTH);
        let counts = counts(&position, depth, Duration::from_secs_f64(args.time));
        return Ok(vec![Entry { name: "the position given".to_owned(), position, counts }]);
    }
    let text = match &args.suite.file {
        Some(path) => suite::read(path)?,
        None => super::verify::built_in().into_bytes(),
    };
    let mut entries = Vec::new();
    for (line, entry) in suite::entries(&text) {
        match entry {
            Ok(entry) => entries.push(entry),
            Err(error) => bail!("line {line}: {error}"),
        }
    }
    Ok(entries)
}

/// The counts of a position, as deep as is asked, unless that takes more than a quarter of the time.
fn counts(position: &Position, depth: u32, time: Duration) -> Vec<(u32, u128)> {
    let began = Instant::now();
    let mut counts: Vec<(u32, u128)> = Vec::new();
    for depth in 1..=depth {
        let branches = match counts.as_slice() {
            [.., (_, one), (_, two)] => *two as f64 / (*one).max(1) as f64,
            _ => 1.0,
        };
        if began.elapsed().as_secs_f64() * branches > time.as_secs_f64() / 4.0 {
            break;
        }
        counts.push((depth, perft(position, depth)));
    }
    counts
}

/// The program, started.
fn suspect(args: &HuntArgs, limit: Duration) -> anyhow::Result<Box<dyn Suspect>> {
    if let Some(template) = &args.command {
        let template =
            suspect::Template::new(template).map_err(|words| WrongUsage(anyhow::Error::msg(words)))?;
        return Ok(Box::new(template));
    }
    let (program, options) = (&args.program, &args.options);
    let started: Result<Box<dyn Suspect>, suspect::Failure> = match args.protocol {
        Protocol::Uci => suspect::Uci::start(program, options, limit).map(|suspect| Box::new(suspect) as _),
        Protocol::Lines => suspect::Lines::start(program, limit).map(|suspect| Box::new(suspect) as _),
    };
    started.map_err(|failure| anyhow::anyhow!("{}: {failure}", program.join(" ")))
}
