//! `philidor perft --sum`: paths times perft, summed over the positions of a frontier.
//!
//! The lines are read a few thousand at a time and counted by all threads, so that a file may be larger than memory.
//! A frontier that was cut into several files has the sum of their sums.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use philidor::perft::Perft;
use philidor::{CastlingRooks, Position};
use serde::Serialize;

use super::ledger::Method;
use super::progress::{Progress, Unit};
use super::{Output, table};
use crate::args::PerftArgs;
use crate::quantity::{Grouped, Span, per_second};
use crate::refusal;

/// How many lines are read before they are counted.
const LINES: usize = 4096;

/// A sum, as it is told to a program.
#[derive(Serialize)]
struct Answer {
    depth: u32,
    file: String,
    positions: u64,
    paths: u128,
    nodes: u128,
    seconds: f64,
}

/// A position, and how many paths lead to it.
type Line = (Position, u128);

pub(super) fn run(
    path: &Path,
    args: &PerftArgs,
    method: &Method,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let depth = args.depth.unwrap_or_default();
    let (reader, length) = open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let table = table(args, 0)?;
    let perft = Perft::new().cpu(method.cpu);
    let perft = table.as_deref().map_or(perft, |table| perft.table(table));
    let progress = Progress::new(Unit::Parts, length, 0);
    let start = Instant::now();
    let mut answer =
        Answer { depth, file: path.display().to_string(), positions: 0, paths: 0, nodes: 0, seconds: 0.0 };
    let mut lines = Lines { reader, number: 0, bytes: 0, rooks: None };
    loop {
        let read = lines.some().with_context(|| format!("{}", path.display()))?;
        if read.is_empty() {
            break;
        }
        let nodes = sum(perft, &read, depth, method.threads);
        answer.positions += read.len() as u64;
        answer.paths =
            read.iter().try_fold(answer.paths, |sum, line| sum.checked_add(line.1)).ok_or_else(overflow)?;
        answer.nodes = nodes.and_then(|nodes| answer.nodes.checked_add(nodes)).ok_or_else(overflow)?;
        progress.reach(lines.bytes, answer.nodes);
    }
    progress.clear();
    let time = start.elapsed();
    answer.seconds = time.as_secs_f64();
    if output.json {
        output.write_json(&answer)?;
    } else {
        let (label, result) = (output.paint.label(), output.paint.result());
        let Answer { positions, paths, nodes, .. } = answer;
        let rate = Grouped(per_second(nodes, time));
        let (positions, paths) = (Grouped(positions.into()), Grouped(paths));
        writeln!(
            output.writer,
            "{label}{positions} positions, {paths} paths, {}, {rate} leaves/s{label:#}",
            Span(time)
        )?;
        writeln!(output.writer, "sum of paths × perft {depth}: {result}{}{result:#}", Grouped(nodes))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn overflow() -> anyhow::Error {
    anyhow!("the sum has more than 128 bits")
}

/// A file and its length in bytes, or standard input, whose length nobody knows.
fn open(path: &Path) -> io::Result<(Box<dyn BufRead>, u64)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin().lock()), 0));
    }
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    Ok((Box::new(BufReader::new(file)), length))
}

/// The lines of a frontier that are still to be read.
struct Lines {
    reader: Box<dyn BufRead>,
    number: u64,
    bytes: u64,
    rooks: Option<CastlingRooks>,
}

impl Lines {
    /// The next lines; none at the end.
    fn some(&mut self) -> anyhow::Result<Vec<Line>> {
        let mut lines = Vec::new();
        let mut text = String::new();
        while lines.len() < LINES {
            text.clear();
            let read = self.reader.read_line(&mut text)?;
            if read == 0 {
                break;
            }
            self.number += 1;
            self.bytes += read as u64;
            let stripped = text.trim();
            if !stripped.is_empty() && !stripped.starts_with('#') {
                lines.push(self.read(stripped).with_context(|| format!("line {}", self.number))?);
            }
        }
        Ok(lines)
    }

    fn read(&mut self, text: &str) -> anyhow::Result<Line> {
        let (fen, paths) =
            text.split_once(";paths ").context("there is no `;paths ` and a number after the FEN")?;
        let paths = paths.trim();
        let paths = paths.parse().ok().with_context(|| format!("`{paths}` is no number of paths"))?;
        let position = refusal::read(fen.trim())?;
        // The keys of the table do not tell games apart whose rooks castle from other squares.
        if !position.castling_rights().is_empty() {
            let rooks = position.castling_rooks();
            if *self.rooks.get_or_insert(rooks) != rooks {
                bail!("a castling rook from another square than in the lines before");
            }
        }
        Ok((position, paths))
    }
}

/// Paths times perft, summed by so many threads; none if that has more than 128 bits.
fn sum(perft: Perft<'_>, lines: &[Line], depth: u32, threads: usize) -> Option<u128> {
    let next = AtomicUsize::new(0);
    let count = || {
        let mut sum: u128 = 0;
        while let Some((position, paths)) = lines.get(next.fetch_add(1, Relaxed)) {
            sum = sum.checked_add(perft.count(position, depth).checked_mul(*paths)?)?;
        }
        Some(sum)
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(count)).collect();
        let own = count();
        others.into_iter().fold(own, |sum, other| {
            let other = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            sum?.checked_add(other?)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> anyhow::Result<Vec<Line>> {
        Lines { reader: Box::new(io::Cursor::new(text.to_owned())), number: 0, bytes: 0, rooks: None }.some()
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
    fn rooks_of_other_games_are_refused() {
        let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 ;paths 1\n1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1 ;paths 1\n";
        assert!(format!("{:#}", read(text).expect_err("two games")).contains("another square"));
    }

    #[test]
    fn any_number_of_threads_has_the_same_sum() {
        let lines = [(Position::default(), 3), (Position::default(), u128::from(u64::MAX))];
        for threads in [1, 2, 5] {
            assert_eq!(sum(Perft::new(), &lines, 2, threads), Some(400 * (3 + u128::from(u64::MAX))));
        }
        assert_eq!(sum(Perft::new(), &[(Position::default(), u128::MAX)], 1, 2), None);
    }
}
