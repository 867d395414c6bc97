//! `philidor train`: a network from games or positions with scores.

mod curve;

use std::fs;
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anstyle::Style;
use anyhow::{Context, ensure};
use philidor_engine::evaluation::net::{Layout, Network};
use philidor_engine::{Control, threads_of_this_machine};
use philidor_host::{WholeFile, ending, note, progress};
use philidor_train::data::{Filter, Sample, TrainingPosition};
use philidor_train::network::{Training, TrainingEpoch, TrainingPlan, fit_scale};
use serde::Serialize;

use self::curve::Curve;
use super::data::Inputs;
use crate::args::TrainArgs;
use philidor_engine::arguments::interrupt::control;
use philidor_program::quantity::{Grouped, Several, per_second};
use philidor_program::terminal::output::Output;

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
    /// Null for an epoch before the checkpoint.
    seconds: Option<f64>,
}

pub(super) fn run(args: &TrainArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    if let Some(path) = args.checkpoint.as_ref().filter(|_| !args.resume) {
        ensure!(!path.exists(), "{} exists: --resume continues it", path.display());
    }
    let start = args.start.as_deref().map(network).transpose()?;
    // Whether the files can be written shows before an epoch, not after it, and no other run writes them meanwhile.
    let outputs = [&args.output].into_iter().chain(&args.checkpoint);
    let _alone = outputs.map(|path| WholeFile::create_alone(path)).collect::<io::Result<Vec<WholeFile>>>()?;
    let control = control();
    let mut positions = match read(args, &control) {
        Err(_) if control.is_stopped() => return Ok(ExitCode::from(ending::INTERRUPTED)),
        read => read?,
    };
    ensure!(!positions.learned.is_empty(), "nothing to learn from: no position is kept");
    note_batch(args.batch, positions.learned.len());
    let plan = plan(args, start, &positions.learned);
    if !output.json {
        write_head(&positions, plan.scale, args.scale, output)?;
    }
    let training = begin(args, plan, &mut positions.learned)?;
    learn(args, training, &mut positions, &control, output)?;
    Ok(if control.is_stopped() { ExitCode::from(ending::INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn plan(args: &TrainArgs, start: Option<Network>, learned: &[TrainingPosition]) -> TrainingPlan {
    let threads = args.threads.or_else(|| NonZero::new(threads_of_this_machine()));
    // The parser of arguments lets no other number pass.
    let plain = Layout::new(args.buckets.into()).unwrap_or_default();
    TrainingPlan {
        layout: if args.no_mirror { plain } else { plain.with_mirroring() },
        start: start.map(Arc::new),
        epochs: args.epochs,
        batch: args.batch.get(),
        rate: (args.rate, args.last_rate),
        result_share: (args.result_share, args.last_result_share),
        scale: args.scale.unwrap_or_else(|| fit_scale(learned).round()),
        seed: args.seed,
        threads: threads.unwrap_or(NonZero::<usize>::MIN),
    }
}

/// Writes what there is to learn from, and the head of the table of epochs. A scale that is given is not one of scores.
fn write_head(
    positions: &Positions,
    scale: f32,
    given: Option<f32>,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    writeln!(
        output.writer,
        "{}, {} to learn from, {} held out; score scale {scale} centipawns{}",
        Several(positions.games.into(), "game"),
        Several(positions.learned.len() as u128, "position"),
        Grouped(positions.held_out.len() as u128),
        if given.is_none() { ", of scores mixed with later ones" } else { "" },
    )?;
    writeln!(output.writer, "epoch      loss  held out  positions/s  {}", Curve::HEAD)?;
    Ok(())
}

/// Trains epoch by epoch, and writes the network after each.
fn learn(
    args: &TrainArgs,
    mut training: Training,
    positions: &mut Positions,
    control: &Control,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let mut curve = Curve::default();
    for epoch in training.epochs() {
        report(*epoch, None, &mut curve, output)?;
    }
    if !training.epochs().is_empty() {
        // The network may have been removed since that epoch.
        write_network(&args.output, &training)?;
    }
    let count = positions.learned.len() as u64;
    while !training.is_over() && !control.is_stopped() {
        let begin = Instant::now();
        let Some(epoch) = train_epoch(&mut training, positions, control) else { break };
        write_network(&args.output, &training)?;
        if let Some(path) = &args.checkpoint {
            WholeFile::write_bytes(path, &training.checkpoint())?;
        }
        report(epoch, Some((count, begin.elapsed())), &mut curve, output)?;
    }
    if let Some(words) = of_rising_loss(training.epochs().iter().map(|epoch| (epoch.number, epoch.held_out)))
    {
        note(&words);
    }
    Ok(())
}

/// Says that a batch is never full: then each epoch has one step, and is not that of the batch size.
pub(super) fn note_batch(batch: NonZero<usize>, positions: usize) {
    if batch.get() > positions {
        let (batch, positions) = (Grouped(batch.get() as u128), Several(positions as u128, "position"));
        note(&format!("--batch {batch} is more than the {positions}: each epoch has one step"));
    }
}

/// What to say of a loss of held-out positions that only rises at the end.
fn of_rising_loss(epochs: impl Iterator<Item = (u32, Option<f64>)>) -> Option<String> {
    let losses: Vec<(u32, f64)> = epochs.filter_map(|(number, loss)| Some((number, loss?))).collect();
    let rises = losses.windows(2).rev().take_while(|pair| pair[1].1 > pair[0].1).count();
    let (lowest, _) = losses.get(losses.len().checked_sub(1 + rises)?)?;
    let is_clear = rises >= 3 || rises > 0 && rises + 1 == losses.len();
    is_clear.then(|| {
        format!(
            "the held-out loss has only risen since epoch {lowest}: the network remembers more than it learns; \
             more games help, or fewer epochs"
        )
    })
}

/// One epoch behind a progress bar; `None` if it was interrupted.
fn train_epoch(
    training: &mut Training,
    positions: &mut Positions,
    control: &Control,
) -> Option<TrainingEpoch> {
    let bar = progress::bar(
        Some(positions.learned.len() as u64),
        "{wide_bar} {pos} of {len} positions  {eta} left",
    );
    let mut continues = |done| {
        bar.inc(done as u64);
        if control.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let epoch = training.epoch(&mut positions.learned, &positions.held_out, &mut continues);
    bar.finish_and_clear();
    epoch
}

/// Reports an epoch: one of this run with its positions and time, or one before it, dimmed.
fn report(
    epoch: TrainingEpoch,
    run: Option<(u64, Duration)>,
    curve: &mut Curve,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let TrainingEpoch { number, loss, held_out, .. } = epoch;
    if output.json {
        let seconds = run.map(|(_, time)| time.as_secs_f64());
        output.write_json(&EpochReport { epoch: number, loss, held_out, seconds })?;
    } else {
        let rate =
            run.map_or("-".to_owned(), |(count, time)| Grouped(per_second(count.into(), time)).to_string());
        let line = curve.line(loss, held_out);
        let held_out = held_out.map_or("        -".into(), |loss| format!("{loss:9.6}"));
        let dim = if run.is_none() { output.paint.label() } else { Style::new() };
        writeln!(output.writer, "{dim}{number:5}  {loss:.6} {held_out}  {rate:>11}  {line}{dim:#}")?;
    }
    Ok(output.writer.flush()?)
}

/// A new training, or the one of the checkpoint.
fn begin(
    args: &TrainArgs,
    plan: TrainingPlan,
    positions: &mut [TrainingPosition],
) -> anyhow::Result<Training> {
    let Some(path) = args.checkpoint.as_deref().filter(|_| args.resume) else {
        return Ok(Training::new(plan, positions));
    };
    match fs::read(path) {
        Ok(bytes) => Training::resume(plan, positions, &bytes).with_context(|| path.display().to_string()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Training::new(plan, positions)),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// The network of a file.
fn network(path: &Path) -> anyhow::Result<Network> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    Network::from_bytes(&bytes).with_context(|| path.display().to_string())
}

fn write_network(path: &Path, training: &Training) -> anyhow::Result<()> {
    let network = training.network().context("the weights overflow")?;
    Ok(WholeFile::write_bytes(path, &network.to_bytes())?)
}

fn read(args: &TrainArgs, control: &Control) -> anyhow::Result<Positions> {
    let filter = Filter::default();
    let mut positions = Positions::default();
    Inputs::open(&args.games, args.from)?.lenient(args.lenient).each_split(&mut |record, is_held_out| {
        ensure!(!control.is_stopped(), "interrupted");
        positions.games += u64::from(matches!(record.sample, Sample::Game(_)));
        let part = if is_held_out { &mut positions.held_out } else { &mut positions.learned };
        part.extend(record.training_positions(&filter, args.later_scores));
        Ok(())
    })?;
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor_program::terminal::paint::Paint;

    #[test]
    fn a_held_out_loss_that_only_rises_is_named() {
        for (losses, is_named) in [
            (&[0.3, 0.31][..], true),
            (&[0.3], false),
            (&[0.3, 0.2, 0.21, 0.22], false),
            (&[0.3, 0.2, 0.21, 0.22, 0.23], true),
            (&[0.3, 0.2, 0.1], false),
        ] {
            let epochs = losses.iter().zip(1..).map(|(&loss, number)| (number, Some(loss)));
            assert_eq!(of_rising_loss(epochs).is_some(), is_named, "{losses:?}");
        }
        assert_eq!(of_rising_loss([(1, None)].into_iter()), None);
    }

    /// `data stats` prints another number for the same file.
    #[test]
    fn the_head_says_of_which_scores_the_scale_is() -> anyhow::Result<()> {
        for (given, end) in
            [(None, " 214 centipawns, of scores mixed with later ones"), (Some(214.0), " 214 centipawns")]
        {
            let mut written = Vec::new();
            let mut output = Output { writer: &mut written, paint: Paint::Plain, json: false };
            write_head(&Positions::default(), 214.0, given, &mut output)?;
            let text = String::from_utf8(written)?;
            assert!(text.lines().next().is_some_and(|line| line.ends_with(end)), "{text}");
        }
        Ok(())
    }
}
