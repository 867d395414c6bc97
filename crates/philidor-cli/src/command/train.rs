//! `philidor train`: a network from games or positions with scores.

mod curve;

use std::fs;
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, ensure};
use philidor_engine::evaluation::net::Layout;
use philidor_engine::{Control, threads_of_this_machine};
use philidor_host::{WholeFile, ending, progress};
use philidor_train::data::{Filter, Sample, TrainingPosition};
use philidor_train::network::{Plan, Training, fit_scale};
use serde::Serialize;

use self::curve::Curve;
use super::data::{Inputs, refuse_to_replace};
use super::interrupt;
use crate::args::TrainArgs;
use crate::quantity::{Grouped, per_second};
use crate::terminal::output::Output;

/// One record in 64 is held out.
const HELD_OUT: u64 = 64;

/// What is learned from.
#[derive(Default)]
struct Positions {
    games: u64,
    learned: Vec<TrainingPosition>,
    held_out: Vec<TrainingPosition>,
}

/// An epoch, as JSON.
#[derive(Serialize)]
struct EpochReport {
    epoch: u32,
    loss: f64,
    held_out: Option<f64>,
    seconds: f64,
}

pub(super) fn run(args: &TrainArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    refuse_to_replace(&args.games, "--output", &args.output)?;
    if let Some(path) = &args.checkpoint {
        refuse_to_replace(args.games.iter().chain([&args.output]), "--checkpoint", path)?;
        ensure!(args.resume || !path.exists(), "{} is there; --resume goes on with it", path.display());
    }
    // Whether the file can be written shows before an epoch, not after it.
    drop(WholeFile::create(&args.output)?);
    let control = interrupt::control();
    let mut positions = match read(args, &control) {
        Err(_) if control.is_stopped() => return Ok(ExitCode::from(ending::INTERRUPTED)),
        read => read?,
    };
    ensure!(!positions.learned.is_empty(), "nothing to learn from: no position is kept");
    let threads = args.threads.or_else(|| NonZero::new(threads_of_this_machine()));
    let scale = args.scale.unwrap_or_else(|| fit_scale(&positions.learned).round());
    let plan = Plan {
        layout: Layout { is_mirrored: !args.plain, buckets: args.buckets.into() },
        epochs: args.epochs,
        batch: args.batch.get(),
        rate: (args.rate, args.last_rate),
        result_share: (args.result_share, args.last_result_share),
        scale,
        seed: args.seed,
        threads: threads.unwrap_or(NonZero::<usize>::MIN),
    };
    if !output.json {
        writeln!(
            output.writer,
            "{} games, {} positions to learn from, {} held out; {scale} centipawns for e : 1",
            Grouped(positions.games.into()),
            Grouped(positions.learned.len() as u128),
            Grouped(positions.held_out.len() as u128),
        )?;
        writeln!(output.writer, "epoch      loss  held out  positions a second")?;
    }
    let (mut training, mut curve) = (begin(args, plan, &mut positions.learned)?, Curve::default());
    if training.epochs() > 0 {
        // The file may be gone.
        write_network(&args.output, &training)?;
    }
    while !training.is_over() && !control.is_stopped() {
        let count = positions.learned.len() as u64;
        let bar = progress::bar(Some(count), "{wide_bar} {pos} of {len} positions  {eta} left");
        let begin = Instant::now();
        let mut goes_on = |done| {
            bar.inc(done as u64);
            if control.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let epoch = training.epoch(&mut positions.learned, &positions.held_out, &mut goes_on);
        bar.finish_and_clear();
        let Some(epoch) = epoch else { break };
        write_network(&args.output, &training)?;
        if let Some(path) = &args.checkpoint {
            write_whole(path, &training.checkpoint(positions.learned.len()))?;
        }
        let time = begin.elapsed();
        if output.json {
            output.write_json(&EpochReport {
                epoch: epoch.number,
                loss: epoch.loss,
                held_out: epoch.held_out,
                seconds: time.as_secs_f64(),
            })?;
        } else {
            let held_out = epoch.held_out.map_or("        -".into(), |loss| format!("{loss:9.6}"));
            let rate = Grouped(per_second(count.into(), time));
            let curve = curve.line(epoch.loss, epoch.held_out);
            writeln!(output.writer, "{:5}  {:.6} {held_out}  {rate:>18}  {curve}", epoch.number, epoch.loss)?;
        }
        output.writer.flush()?;
    }
    Ok(if control.is_stopped() { ExitCode::from(ending::INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// A new training, or the one of the checkpoint.
fn begin(args: &TrainArgs, plan: Plan, positions: &mut [TrainingPosition]) -> anyhow::Result<Training> {
    let Some(path) = args.checkpoint.as_deref().filter(|_| args.resume) else {
        return Ok(Training::new(plan));
    };
    match fs::read(path) {
        Ok(bytes) => Training::resume(plan, positions, &bytes).with_context(|| path.display().to_string()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Training::new(plan)),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

fn write_network(path: &Path, training: &Training) -> anyhow::Result<()> {
    write_whole(path, &training.network().context("the weights overflow")?.to_bytes())
}

fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes)?;
    Ok(file.finish()?)
}

fn read(args: &TrainArgs, control: &Control) -> anyhow::Result<Positions> {
    let filter = Filter::default();
    let mut positions = Positions::default();
    let mut place = 0_u64;
    Inputs::open(&args.games, args.from)?.each(&mut |record| {
        ensure!(!control.is_stopped(), "interrupted");
        let is_held_out = place.is_multiple_of(HELD_OUT);
        place += 1;
        positions.games += u64::from(matches!(record.sample, Sample::Game(_)));
        let part = if is_held_out { &mut positions.held_out } else { &mut positions.learned };
        part.extend(record.training_positions(&filter, args.later_scores));
        Ok(())
    })?;
    Ok(positions)
}
