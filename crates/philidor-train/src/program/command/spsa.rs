//! `philidor spsa`: numbers of a search, tuned by games.

mod conditions;

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use philidor_engine::{Selective, TunableParameter, threads_of_this_machine};
use philidor_host::{Visible, WholeFile, ending, processes, progress};
use philidor_train::spsa::{Spsa, SpsaGames, SpsaParameter, SpsaPlan, tunable_engine};
use philidor_uci::tournament::{Contender, TimeControl};
use serde::Serialize;

use self::conditions::Conditions;
use crate::args::SpsaArgs;
use philidor_engine::arguments::interrupt::control;
use philidor_program::quantity::Grouped;
use philidor_program::terminal::output::{Output, WrongUsage};
use philidor_uci::arguments::contender::contender_with;
use philidor_uci::arguments::opening_file;

/// The values, as JSON.
#[derive(Serialize)]
struct SpsaReport<'a> {
    pairs: u64,
    of: u64,
    parameters: Vec<ParameterReport<'a>>,
}

#[derive(Serialize)]
struct ParameterReport<'a> {
    name: &'a str,
    start: f64,
    value: f64,
}

/// A number of the search, as JSON.
#[derive(Serialize)]
struct NumberReport {
    name: &'static str,
    start: i32,
    min: i32,
    max: i32,
    step: i32,
}

pub(super) fn run(args: &SpsaArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let (Some(state), Some(book), false) = (&args.state, &args.openings, args.list) else {
        // The parser of arguments lets nothing else pass.
        return list(output);
    };
    let plan = SpsaPlan::new(args.pairs, args.seed);
    let plan = plan
        .with_rate(args.rate.unwrap_or(plan.rate))
        .with_batch(args.batch)
        .with_stability(args.stability)
        .with_exponents(args.alpha, args.gamma);
    let parameters = parameters(args).map_err(WrongUsage)?;
    let begun = Spsa::new(parameters, plan).map_err(|error| WrongUsage(error.into()))?;
    contender(&args.engine, "first").map_err(WrongUsage)?;
    let openings = opening_file::read(book, args.plies)?;
    let conditions = Conditions::new(args, &openings)?;
    let mut spsa = resumed((args, state), begun, &conditions)?;
    // Whether the file can be written shows before hours of games, and no other run writes it meanwhile.
    let _alone = WholeFile::create_alone(state)?;

    let engine = args.engine.clone();
    // This does not fail: a contender was made from the same words above.
    let make = move |name: &str| {
        contender(&engine, name).unwrap_or_else(|_| Contender::from_program(name, vec![engine.clone()]))
    };
    let games = SpsaGames::new(make, openings, TimeControl::fixed_nodes(args.nodes), args.seed);
    let threads = args.threads.or_else(|| NonZero::new(threads_of_this_machine()));
    processes::adopt_orphans();
    let stop = control();
    let bar = progress::bar(Some(args.pairs), "{wide_bar} pair {pos} of {len}  {elapsed}, {eta} left");
    bar.set_position(spsa.played());
    bar.reset_eta();
    let numbers = spsa.parameters().to_vec();
    let played = spsa.run(
        threads.unwrap_or(NonZero::<usize>::MIN),
        &stop,
        |pair| {
            let half_points = games.play(pair, &numbers, &stop)?;
            bar.inc(1);
            anyhow::Ok(half_points)
        },
        |spsa| {
            bar.set_position(spsa.played());
            write(state, spsa, &conditions)
        },
    );
    processes::end_orphans();
    bar.finish_and_clear();
    played?;
    report(&spsa, output)?;
    Ok(if stop.is_stopped() { ExitCode::from(ending::INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Lists the numbers of the search, as --parameter takes them.
fn list(output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    for TunableParameter { name, value, min, max, step, .. } in Selective::parameters() {
        if output.json {
            output.write_json(&NumberReport { name, start: value, min, max, step })?;
        } else {
            writeln!(output.writer, "{name},{value},{min},{max},{step}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The engine, whose numbers are options.
fn contender(text: &str, name: &str) -> anyhow::Result<Contender> {
    let contender = contender_with(&format!("{text} name={name}"), |own, name| {
        tunable_engine(own).with_context(|| format!("of `{own}` nothing can be tuned: net, classic"))?;
        let own = own.to_owned();
        let engine = move || tunable_engine(&own).unwrap_or_else(philidor_engine::standard);
        Ok(Contender::from_bot(name, engine))
    })?;
    if let Some(time_control) = contender.time_control() {
        bail!("tc={time_control} means nothing here: --nodes limits each move");
    }
    ensure!(!contender.ponders(), "ponder=true means nothing here: --nodes limits each move");
    Ok(contender)
}

/// What is tuned: each by its name, or with all its numbers.
fn parameters(args: &SpsaArgs) -> anyhow::Result<Vec<SpsaParameter>> {
    let known = Selective::parameters();
    if args.parameter.is_empty() {
        return Ok(known.iter().map(SpsaParameter::from).collect());
    }
    let read = |text: &String| match known.iter().find(|known| known.name.eq_ignore_ascii_case(text)) {
        Some(known) => Ok(known.into()),
        None => text.parse().context("not a parameter of `philidor spsa --list`, nor one of your own"),
    };
    args.parameter.iter().map(read).collect()
}

/// The run, from its file if it is resumed.
fn resumed((args, state): (&SpsaArgs, &Path), begun: Spsa, conditions: &Conditions) -> anyhow::Result<Spsa> {
    let name = || Visible(&state.display().to_string()).to_string();
    if !state.exists() {
        return Ok(begun);
    }
    ensure!(args.resume, "{} exists: --resume continues it", name());
    let text = fs::read_to_string(state).with_context(name)?;
    let spsa: Spsa = text.parse().with_context(name)?;
    let is_same = spsa.plan() == begun.plan() && spsa.parameters() == begun.parameters();
    ensure!(is_same, "{} was begun with other arguments", name());
    conditions.check(&text).with_context(name)?;
    Ok(spsa)
}

/// Writes the values, whole or not at all.
fn write(state: &Path, spsa: &Spsa, conditions: &Conditions) -> anyhow::Result<()> {
    Ok(WholeFile::write_bytes(state, format!("{spsa}{}", conditions.text()).as_bytes())?)
}

fn report(spsa: &Spsa, output: &mut Output<'_>) -> anyhow::Result<()> {
    let rows = || spsa.parameters().iter().zip(spsa.values());
    let (pairs, of) = (spsa.played(), spsa.plan().pairs);
    if output.json {
        let row = |(parameter, &value): (&'_ SpsaParameter, &f64)| (parameter.start, value);
        let names = spsa.parameters().iter().map(|parameter| parameter.name.as_str());
        let numbers = rows().map(row);
        let parameters =
            names.zip(numbers).map(|(name, (start, value))| ParameterReport { name, start, value });
        return output.write_json(&SpsaReport { pairs, of, parameters: parameters.collect() });
    }
    let width = spsa
        .parameters()
        .iter()
        .map(|parameter| parameter.name.chars().count())
        .max()
        .unwrap_or(0)
        .min(1_000);
    writeln!(output.writer, "{} of {} pairs", Grouped(pairs.into()), Grouped(of.into()))?;
    writeln!(output.writer, "{:width$}     start       now  steps", "")?;
    for (SpsaParameter { name, start, step, .. }, value) in rows() {
        let steps = (value - start) / step;
        writeln!(output.writer, "{name:width$}  {start:8}  {value:8.1}  {steps:+5.2}")?;
    }
    Ok(())
}
