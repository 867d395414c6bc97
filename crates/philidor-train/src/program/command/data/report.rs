//! `philidor data check` and `stats`.

use std::io::Write;
use std::process::ExitCode;

use philidor_host::{Grouped, Several};
use philidor_train::data::{GameOutcome, Sample, Statistics, WdlFit, WinRates};
use serde::Serialize;

use super::Inputs;
use super::inputs::SHOWN;
use crate::args::{DataFiles, StatsArgs};
use philidor_program::terminal::output::{Output, code};

/// A fault, as JSON.
#[derive(Serialize)]
struct FaultReport<'a> {
    file: &'a str,
    record: u64,
    begin: u64,
    byte: u64,
    fault: String,
}

/// What was checked, as JSON.
#[derive(Serialize)]
struct CheckReport {
    games: u64,
    positions: u64,
    faults: u64,
}

pub(super) fn check(files: &DataFiles, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let mut report = CheckReport { games: 0, positions: 0, faults: 0 };
    Inputs::open(&files.files, files.from)?.each_or_fault(|file, record| {
        match record {
            Ok(record) => match record.sample {
                Sample::Game(game) => {
                    report.games += 1;
                    report.positions += game.moves.len() as u64;
                }
                Sample::Position(_) => report.positions += 1,
            },
            Err(error) => {
                report.faults += 1;
                if report.faults > SHOWN {
                    // They are counted.
                } else if output.json {
                    let (record, begin, byte) = (error.record, error.begin, error.offset);
                    output.write_json(&FaultReport {
                        file,
                        record,
                        begin,
                        byte,
                        fault: error.to_string(),
                    })?;
                } else {
                    writeln!(output.writer, "{file}: {error}")?;
                }
            }
        }
        Ok(())
    })?;
    if output.json {
        output.write_json(&report)?;
    } else {
        let CheckReport { games, positions, faults } = report;
        let [games, positions, faults] = [(games, "game"), (positions, "position"), (faults, "fault")]
            .map(|(count, thing)| Several(count.into(), thing));
        let shown =
            if report.faults > SHOWN { format!(", of which {SHOWN} are shown") } else { String::new() };
        writeln!(output.writer, "{games}, {positions}, {faults}{shown}")?;
    }
    Ok(code(report.faults == 0))
}

/// The numbers, as JSON.
#[derive(Serialize)]
struct StatisticsReport<'a> {
    games: u64,
    positions: u64,
    learnable: u64,
    checks: u64,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    /// Up to each of 25, 50, 100, 200, 400, 800, 1,600 centipawns, and beyond.
    scores: [u64; 8],
    /// With 1, 2, 3 … 32 pieces.
    pieces: &'a [u64],
    scale: Option<f32>,
    /// Games or positions that are left out, if that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    faulty: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<WdlReport>,
}

/// Wins, draws and losses by score and pieces, as JSON: what fits them best.
#[derive(Serialize)]
struct WdlReport {
    half: [f64; 3],
    spread: [f64; 3],
    loss: f64,
}

pub(super) fn stats(args: &StatsArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let (mut numbers, mut rates) = (Statistics::default(), args.wdl.then(WinRates::default));
    let faulty = Inputs::of(&args.input)?.each(&mut |record| {
        numbers.count(&record);
        if let Some(rates) = &mut rates {
            rates.count_record(&record);
        }
        Ok(())
    })?;
    let wdl = rates.and_then(|rates| Some((rates.fit()?, rates)));
    let report = StatisticsReport {
        games: numbers.games,
        positions: numbers.positions,
        learnable: numbers.learnable(),
        checks: numbers.checks,
        white_wins: numbers.of_outcome(GameOutcome::WhiteWins),
        draws: numbers.of_outcome(GameOutcome::Draw),
        black_wins: numbers.of_outcome(GameOutcome::BlackWins),
        scores: numbers.scores,
        pieces: &numbers.pieces,
        scale: numbers.scale().map(f32::round),
        faulty,
        wdl: wdl.as_ref().map(|&(WdlFit { half, spread, loss, .. }, _)| WdlReport { half, spread, loss }),
    };
    if output.json {
        output.write_json(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let writer = &mut output.writer;
    let mut row = |name: &str, count: u64| -> std::io::Result<()> {
        let share = count as f64 * 100.0 / numbers.positions.max(1) as f64;
        writeln!(writer, "{name:<16} {:>15} {share:6.1} %", Grouped(count.into()).to_string())
    };
    row("positions", report.positions)?;
    row("to learn from", report.learnable)?;
    row("in check", report.checks)?;
    row("White won", report.white_wins)?;
    row("drawn", report.draws)?;
    row("Black won", report.black_wins)?;
    for (place, &count) in report.scores.iter().enumerate() {
        match Statistics::SCORES.get(place) {
            Some(end) => row(&format!("score to {end}"), count)?,
            None => row("score beyond", count)?,
        }
    }
    for (eighth, counts) in report.pieces.chunks(4).enumerate() {
        row(&format!("{} to {} pieces", 4 * eighth + 1, 4 * eighth + 4), counts.iter().sum())?;
    }
    writeln!(writer, "{}", Several(report.games.into(), "game"))?;
    if let Some(scale) = report.scale {
        writeln!(
            writer,
            "score scale {scale} centipawns, fitted to all scores as they are: that many are an expected score of 73 %"
        )?;
    }
    if let Some((fit, rates)) = &wdl {
        write_wdl(fit, rates, writer)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The curve of wins, draws and losses, and beside it what it was fitted to.
fn write_wdl(fit: &WdlFit, rates: &WinRates, writer: &mut dyn Write) -> anyhow::Result<()> {
    let WdlFit { half, spread, loss, .. } = fit;
    writeln!(writer, "\nwin(s) = 1 / (1 + exp((half - s) / spread)), loss(s) = win(-s)")?;
    writeln!(writer, "centipawns     0 pieces  16 pieces  32 pieces")?;
    for (name, [none, middle, all]) in [("half", half), ("spread", spread)] {
        writeln!(writer, "{name:<14} {none:8.1} {middle:10.1} {all:10.1}")?;
    }
    writeln!(writer, "mean cross entropy {loss:.4} nats")?;
    writeln!(writer, "{:16} {:>15}  {:>20}   {:>20}", "", "", "won drawn lost, %", "as it is fitted")?;
    let ends = Statistics::SCORES.map(i32::from);
    for (begin, end) in [0].into_iter().chain(ends).zip(ends) {
        let Some((count, seen, fitted)) = rates.shares(begin..end, fit) else { continue };
        let [seen, fitted] = [seen, fitted].map(|[won, drawn, lost]| {
            format!("{:6.1} {:6.1} {:6.1}", won * 100.0, drawn * 100.0, lost * 100.0)
        });
        let count = Grouped(count.into()).to_string();
        let name = if ends.last() == Some(&end) {
            format!("beyond {begin}")
        } else {
            format!("score {begin} to {end}")
        };
        writeln!(writer, "{name:<16} {count:>15}  {seen}   {fitted}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor_program::terminal::paint::Paint;

    /// One flipped bit may make thousands of faults of a file.
    #[test]
    fn twenty_faults_are_shown_and_all_are_counted() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("damaged.txt");
        std::fs::write(&file, "4k3/8/8/8/8/8/8/8 w - - 0 1 | 0 | 0.5\n".repeat(34_815))?;
        for (json, lines, last) in [
            (false, 21, "0 games, 0 positions, 34,815 faults, of which 20 are shown"),
            (true, 21, r#"{"games":0,"positions":0,"faults":34815}"#),
        ] {
            let mut written = Vec::new();
            let mut output = Output { writer: &mut written, paint: Paint::Plain, json };
            check(&DataFiles { files: vec![file.clone()], from: None }, &mut output)?;
            let text = String::from_utf8(written)?;
            assert_eq!((text.lines().count(), text.lines().last()), (lines, Some(last)));
        }
        Ok(())
    }
}
