//! `philidor perft --stats`: what the last half-moves of a tree are.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use philidor::Position;
use philidor::perft::{Perft, Statistics};
use philidor_host::ending::INTERRUPTED;
use serde::{Serialize, Serializer};

use crate::args::PerftArgs;
use philidor_program::counting::interruptible::{Ending, InterruptibleCount};
use philidor_program::counting::options::CountOptions;
use philidor_program::counting::progress::{Progress, Unit};
use philidor_program::counting::report::Interruption;
use philidor_program::quantity::{Grouped, Span, per_second};
use philidor_program::terminal::output::Output;

/// The classes that are checks, and those that are mates, among [`Statistics::NAMES`].
const CHECKS: std::ops::Range<usize> = 5..9;
const MATES: std::ops::Range<usize> = 9..13;

/// What is counted so far.
#[derive(Default)]
struct Tally {
    statistics: Statistics,
    parts_counted: usize,
    parts: usize,
    /// Whether all is counted. The parts do not show that for a position without a move, which has none.
    is_whole: bool,
    closed: bool,
}

pub(super) fn run(
    args: &PerftArgs,
    options: &CountOptions,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let position = args.position.read()?;
    let depth = args.depth;
    let run = InterruptibleCount::new()?;
    let progress = Progress::new(Unit::Parts, 0, 0);
    let start = Instant::now();
    let tally = take(&position, depth, options, &run, &progress)?;
    let time = start.elapsed();
    progress.clear();
    let ending = if tally.is_whole { Ending::Counted } else { Ending::Interrupted };
    if output.json {
        let Tally { statistics, parts_counted, parts, .. } = tally;
        let interruption = Interruption { interrupted: true, parts_counted, parts };
        output.write_json(&StatisticsReport {
            depth,
            fen: position.to_string(),
            kinds: Kinds(statistics),
            seconds: time.as_secs_f64(),
            interrupted: (ending == Ending::Interrupted).then_some(interruption),
        })?;
    } else {
        write_text(&tally, depth, ending, output)?;
        let label = output.paint.label();
        let rate = Grouped(per_second(tally.statistics.nodes.into(), time));
        let (threads, cpu) = (options.workers(tally.parts), options.cpu);
        let plural = if threads == 1 { "" } else { "s" };
        writeln!(
            output.writer,
            "{label}{}, {rate} leaves/s, {threads} thread{plural}, {cpu}{label:#}",
            Span(time)
        )?;
    }
    Ok(if ending == Ending::Interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Counts until all is counted or Ctrl-C comes.
fn take(
    position: &Position,
    depth: u32,
    options: &CountOptions,
    run: &InterruptibleCount,
    progress: &Progress,
) -> anyhow::Result<Tally> {
    let tally = Arc::new(Mutex::new(Tally::default()));
    let worker = {
        let (tally, position) = (Arc::clone(&tally), *position);
        let perft = Perft::new().cpu(options.cpu).threads(options.threads);
        let progress = progress.clone();
        move || {
            let _sum = perft.statistics_reporting(&position, depth, &|part| {
                let mut tally = locked(&tally);
                if tally.closed {
                    return ControlFlow::Break(());
                }
                tally.statistics += part.statistics;
                tally.parts_counted += 1;
                tally.parts = part.parts;
                progress.of_parts(part.parts as u64).advance(part.statistics.nodes.into());
                ControlFlow::Continue(())
            });
            let mut tally = locked(&tally);
            tally.is_whole = tally.parts_counted == tally.parts;
        }
    };
    run.work(worker)?;
    let mut tally = locked(&tally);
    tally.closed = true;
    Ok(Tally { closed: true, ..*tally })
}

fn locked(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    // A thread that panicked has left whole sums behind.
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The table for people: kinds of moves, then checks and mates side by side.
fn write_text(tally: &Tally, depth: u32, ending: Ending, output: &mut Output<'_>) -> anyhow::Result<()> {
    let statistics = &tally.statistics;
    let counts = statistics.to_counts();
    let result = output.paint.result();
    if ending == Ending::Interrupted {
        let bad = output.paint.bad();
        let Tally { parts_counted, parts, .. } = tally;
        writeln!(output.writer, "{bad}interrupted:{bad:#} {parts_counted} of {parts} parts")?;
    }
    writeln!(output.writer, "statistics {depth}")?;
    for (name, &count) in Statistics::NAMES.iter().zip(&counts).take(CHECKS.start) {
        let count = Grouped(count.into()).to_string();
        writeln!(output.writer, "  {name:<20} {result}{count:>24}{result:#}")?;
    }
    writeln!(output.writer, "\n  {:<20} {:>24} {:>24}", "", "checks", "mates")?;
    let row = |output: &mut Output<'_>, name: &str, checks: u64, mates: u64| {
        let [checks, mates] = [checks, mates].map(|count| Grouped(count.into()).to_string());
        writeln!(output.writer, "  {name:<20} {result}{checks:>24} {mates:>24}{result:#}")
    };
    for (check, mate) in CHECKS.zip(MATES) {
        let name = Statistics::NAMES[check].trim_end_matches(" checks");
        row(output, name, counts[check], counts[mate])?;
    }
    row(output, "all", statistics.checks(), statistics.mates())?;
    Ok(())
}

/// The answer for a program: every count under its name.
#[derive(Serialize)]
struct StatisticsReport {
    depth: u32,
    fen: String,
    #[serde(flatten)]
    kinds: Kinds,
    seconds: f64,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    interrupted: Option<Interruption>,
}

/// Statistics for a program: each count under its name, and the two sums.
struct Kinds(Statistics);

impl Serialize for Kinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Kinds(statistics) = self;
        let names = Statistics::NAMES.iter().map(|name| name.replace(' ', "_"));
        let sums = [("checks".to_owned(), statistics.checks()), ("mates".to_owned(), statistics.mates())];
        serializer.collect_map(names.zip(statistics.to_counts()).chain(sums))
    }
}
