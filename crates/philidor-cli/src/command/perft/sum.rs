//! `philidor perft --sum`: paths times perft, summed over the positions of a frontier.
//!
//! The lines are read a few thousand at a time and counted by all threads, so that a file may be larger than memory.
//! A frontier that was cut into several files has the sum of their sums.

use std::io::BufRead;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use philidor::Position;
use philidor::perft::FrontierHome;
use philidor_host::ending::INTERRUPTED;
use philidor_host::{Input, read_line, threads};
use philidor_program::positions::{Door, read_fen};
use serde::Serialize;

use super::table;
use crate::args::PerftArgs;
use philidor_program::counting::interruptible::InterruptibleCount;
use philidor_program::counting::options::CountOptions;
use philidor_program::counting::progress::{Progress, Unit};
use philidor_program::quantity::{Grouped, Several, Span, per_second};
use philidor_program::terminal::output::Output;

/// How many lines are read before they are counted.
const LINES: usize = 4096;

/// No line of a frontier is longer than this, and no comment may be.
const MAX_LINE: u64 = 4096;

/// A sum, as it is written for a program.
#[derive(Serialize)]
struct SumReport {
    depth: u32,
    file: String,
    #[serde(flatten)]
    sum: Sum,
    seconds: f64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

/// What is summed so far.
#[derive(Clone, Copy, Default, Serialize)]
struct Sum {
    positions: u64,
    paths: u128,
    nodes: u128,
}

impl Sum {
    /// Adds a position; `None` if the sum has more than 128 bits.
    fn plus(self, paths: u128, leaves: u128) -> Option<Sum> {
        let nodes = self.nodes.checked_add(paths.checked_mul(leaves)?)?;
        Some(Sum { positions: self.positions + 1, paths: self.paths.checked_add(paths)?, nodes })
    }
}

/// What the threads share.
#[derive(Default)]
struct Known {
    sum: Sum,
    /// How the reading ended, once it has.
    ended: Option<anyhow::Result<()>>,
    closed: bool,
}

/// A position, and how many paths lead to it.
type FrontierLine = (Position, u128);

pub(super) fn run(
    path: &Path,
    args: &PerftArgs,
    options: &CountOptions,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let depth = args.depth;
    let file = if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
    let Input { length, read, reader, .. } =
        Input::open(path).with_context(|| format!("cannot read {file}"))?;
    let options = CountOptions { table: table::requested(args, 0)?, ..options.clone() };
    // Only now, so that Ctrl-C still ends the program while standard input is read.
    let run = InterruptibleCount::new()?;
    let progress = Progress::new(Unit::Parts, length, 0);
    let known = Arc::new(Mutex::new(Known::default()));
    let start = Instant::now();
    let door = args.position.door.into();
    let worker = {
        let (known, progress) = (Arc::clone(&known), progress.clone());
        move || {
            let mut lines = FrontierReader { reader, door, number: 0, read, home: FrontierHome::default() };
            let ended = sum_all(&mut lines, &options, depth, &known, &progress);
            locked(&known).ended = Some(ended);
        }
    };
    run.work(worker)?;
    let time = start.elapsed();
    let mut known = locked(&known);
    known.closed = true;
    progress.clear();
    let interrupted = match known.ended.take() {
        None => true,
        Some(ended) => ended.with_context(|| file.clone()).map(|()| false)?,
    };
    let sum = known.sum;
    if output.json {
        output.write_json(&SumReport { depth, file, sum, seconds: time.as_secs_f64(), interrupted })?;
    } else {
        write_text(sum, depth, time, interrupted, output)?;
    }
    Ok(if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn locked(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    // A thread that panicked has left whole sums behind.
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write_text(
    sum: Sum,
    depth: u32,
    time: Duration,
    interrupted: bool,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let (label, result, bad) = (output.paint.label(), output.paint.result(), output.paint.bad());
    let Sum { positions, paths, nodes } = sum;
    let rate = Grouped(per_second(nodes, time));
    let (positions, paths) = (Several(positions.into(), "position"), Several(paths, "path"));
    writeln!(output.writer, "{label}{positions}, {paths}, {}, {rate} leaves/s{label:#}", Span(time))?;
    if interrupted {
        write!(output.writer, "{bad}interrupted:{bad:#} ")?;
    }
    writeln!(output.writer, "sum of paths × perft {depth}: {result}{}{result:#}", Grouped(nodes))?;
    Ok(())
}

/// Sums all lines, some thousands at a time.
fn sum_all(
    lines: &mut FrontierReader,
    options: &CountOptions,
    depth: u32,
    known: &Mutex<Known>,
    progress: &Progress,
) -> anyhow::Result<()> {
    loop {
        let read = lines.some()?;
        if read.is_empty() {
            return Ok(());
        }
        sum_some(options, &read, depth, known).with_context(|| "the sum has more than 128 bits")?;
        progress.reach(lines.read.load(Relaxed), locked(known).sum.nodes);
    }
}

/// Adds paths times perft of some lines; `None` if the sum has more than 128 bits. Stops when its reader is gone.
fn sum_some(options: &CountOptions, lines: &[FrontierLine], depth: u32, known: &Mutex<Known>) -> Option<()> {
    let (next, fits) = (AtomicUsize::new(0), AtomicBool::new(true));
    // Each thread counts positions of its own.
    let alone = CountOptions { threads: 1, ..options.clone() };
    let perft = alone.perft();
    threads::share(options.threads.min(lines.len()), &|| {
        while let Some((position, paths)) = lines.get(next.fetch_add(1, Relaxed)) {
            let leaves = perft.count(position, depth);
            let mut known = locked(known);
            match known.sum.plus(*paths, leaves) {
                _ if known.closed => return,
                None => return fits.store(false, Relaxed),
                Some(sum) => known.sum = sum,
            }
        }
    });
    fits.into_inner().then_some(())
}

/// The lines of a frontier that are still to be read.
struct FrontierReader {
    reader: Box<dyn BufRead + Send>,
    door: Door,
    number: u64,
    /// The bytes of the file that have been read, still packed.
    read: Arc<AtomicU64>,
    home: FrontierHome,
}

impl FrontierReader {
    /// The next lines; none at the end.
    fn some(&mut self) -> anyhow::Result<Vec<FrontierLine>> {
        let mut lines = Vec::new();
        let mut bytes = Vec::new();
        while lines.len() < LINES {
            let read = read_line(&mut self.reader, MAX_LINE, &mut bytes);
            if read.with_context(|| format!("line {}", self.number + 1))? == 0 {
                break;
            }
            self.number += 1;
            let text = str::from_utf8(&bytes).map_err(|error| {
                anyhow!("line {}: byte {} is not UTF-8", self.number, error.valid_up_to() + 1)
            })?;
            if !text.ends_with('\n') {
                bail!("line {}: it has no line feed at its end; has the file been cut?", self.number);
            }
            let stripped = text.trim();
            if !stripped.is_empty() && !stripped.starts_with('#') {
                lines.push(self.read(stripped).with_context(|| format!("line {}", self.number))?);
            }
        }
        Ok(lines)
    }

    fn read(&mut self, text: &str) -> anyhow::Result<FrontierLine> {
        let (fen, paths) =
            text.split_once(";paths ").context("there is no `;paths ` and a number after the FEN")?;
        let paths = paths.trim();
        let paths = paths.parse().ok().with_context(|| format!("`{paths}` is not a number of paths"))?;
        let position = read_fen(fen.trim(), self.door)?;
        // The keys of the table do not distinguish games whose rooks castle from other squares.
        self.home.agree_with(&position).map_err(|fault| anyhow!("{fault}"))?;
        Ok((position, paths))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> anyhow::Result<Vec<FrontierLine>> {
        FrontierReader {
            reader: Box::new(std::io::Cursor::new(text.to_owned())),
            door: Door::Strict,
            number: 0,
            read: Arc::default(),
            home: FrontierHome::default(),
        }
        .some()
    }

    #[test]
    fn faults_name_their_line() {
        let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        for (second, fault) in
            [("nonsense", ";paths"), ("x ;paths 1", "FEN"), (&format!("{fen} ;paths x"), "`x`")]
        {
            let error = format!("{:#}", read(&format!("{fen} ;paths 1\n{second}\n")).expect_err(second));
            assert!(error.starts_with("line 2: ") && error.contains(fault), "{error}");
        }
    }

    #[test]
    fn any_number_of_threads_has_the_same_sum() {
        let lines = [(Position::default(), 3), (Position::default(), u128::from(u64::MAX))];
        for threads in [1, 2, 5] {
            let options =
                CountOptions { cpu: philidor::cpu::Cpu::best(), threads, plain: false, table: None };
            let known = Mutex::new(Known::default());
            assert_eq!(sum_some(&options, &lines, 2, &known), Some(()));
            assert_eq!(locked(&known).sum.nodes, 400 * (3 + u128::from(u64::MAX)));
            assert_eq!(sum_some(&options, &[(Position::default(), u128::MAX)], 1, &known), None);
        }
    }

    #[test]
    fn a_frontier_that_was_cut_within_a_line_is_refused() {
        let text = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;paths 12";
        assert!(format!("{:#}", read(text).expect_err("cut")).contains("line feed"));
    }

    #[test]
    fn every_frontier_that_is_written_can_be_summed() {
        let fen = "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1";
        let text = philidor::perft::frontier(&fen.parse().expect("a position"), 3).to_string();
        assert!(read(&text).is_ok_and(|lines| lines.len() > 1000));
    }
}
