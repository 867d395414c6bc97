//! `philidor tune`: the numbers of the piece-square tables, tuned by positions.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anyhow::ensure;
use philidor_host::{Visible, WholeFile, interruption, progress};
use philidor_train::data::{Filter, Sample, ScoredPosition};
use philidor_train::tuning::{SquareTerms, Tuning, TuningEpoch, TuningPlan};
use serde::Serialize;

use super::data::Inputs;
use super::train::note_batch;
use crate::args::TuneArgs;
use philidor_program::quantity::{Grouped, Several};
use philidor_program::terminal::output::Output;

/// A number, as JSON.
#[derive(Serialize)]
struct NumberReport {
    name: String,
    middle: i32,
    end: i32,
}

pub(super) fn run(args: &TuneArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    // An epoch may take minutes, and the tables are those of all epochs.
    interruption::end_when_interrupted()?;
    // Whether it can be written shows before the epochs, not after them.
    let file = args.output.as_deref().map(WholeFile::create).transpose()?;
    let plan = TuningPlan {
        epochs: args.epochs,
        batch: args.batch.get(),
        rate: args.rate,
        result_share: args.result_share,
        seed: args.seed,
    };
    let mut tuning = Tuning::new(&SquareTerms, plan);
    read(args, &mut tuning)?;
    let [learned, held_out] = tuning.positions();
    ensure!(learned > 0, "nothing to learn from: no position is kept");
    note_batch(args.batch, learned);
    let mut log = String::new();
    let scale = tuning.scale();
    writeln!(
        log,
        "// {}, {} held out; score scale {scale} centipawns, of the evaluation\n// epoch      loss  held out",
        Several(learned as u128, "position"),
        Grouped(held_out as u128)
    )?;
    let before = [Some(tuning.loss()), tuning.held_out_loss()];
    note(&mut log, 0, before)?;
    let bar = progress::bar(Some(args.epochs.into()), "{wide_bar} epoch {pos} of {len}  {msg}  {eta} left");
    while !tuning.is_over() {
        let TuningEpoch { number, loss, held_out, .. } = tuning.epoch();
        note(&mut log, number, [Some(loss), held_out])?;
        bar.set_message(format!("loss {loss:.6}"));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let source = format!("// {}\n{log}\n{}", command(args), SquareTerms::source(&tuning.parameters()));
    match file {
        Some(mut file) => {
            file.write_all(source.as_bytes())?;
            file.finish()?;
        }
        None if !output.json => write!(output.writer, "{source}")?,
        None => {}
    }
    if output.json {
        for number in tuning.parameters() {
            let (middle, end) = (number.value.middle(), number.value.end());
            output.write_json(&NumberReport { name: number.name, middle, end })?;
        }
    } else if args.output.is_some() {
        write!(output.writer, "{log}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn note(log: &mut String, epoch: u32, losses: [Option<f64>; 2]) -> anyhow::Result<()> {
    let [loss, held_out] = losses.map(|loss| loss.map_or("       -".to_owned(), |loss| format!("{loss:.6}")));
    Ok(writeln!(log, "// {epoch:5}  {loss}  {held_out}")?)
}

/// The command that makes the same numbers.
fn command(args: &TuneArgs) -> String {
    let TuneArgs { games, from, lenient, epochs, batch, rate, result_share, seed, .. } = args;
    let games: Vec<String> = games.iter().map(|path| quoted(&path.display().to_string())).collect();
    let from = from.map_or_else(String::new, |format| format!(" --from {format}"));
    let lenient = if *lenient { " --lenient" } else { "" };
    format!(
        "philidor tune {}{from}{lenient} --epochs {epochs} --batch {batch} --rate {rate} --result-share {result_share} --seed {seed}",
        games.join(" ")
    )
}

/// A name as a word of a shell, on one line: it is in a comment of the source.
fn quoted(name: &str) -> String {
    let name = Visible(name).to_string();
    // This does not fail: only a NUL cannot be quoted, and it is not visible.
    shlex::try_quote(&name).map(Cow::into_owned).unwrap_or_default()
}

fn read(args: &TuneArgs, tuning: &mut Tuning) -> anyhow::Result<()> {
    let filter = Filter::default();
    Inputs::open(&args.games, args.from)?.lenient(args.lenient).each_split(&mut |record, is_held_out| {
        let mut add = |scored: &ScoredPosition| {
            let ScoredPosition { position, score, outcome } = *scored;
            if is_held_out {
                tuning.hold_out(&SquareTerms, &position, score, outcome);
            } else {
                tuning.learn_from(&SquareTerms, &position, score, outcome);
            }
        };
        match &record.sample {
            Sample::Game(game) => {
                for (ply, (scored, mv)) in game.positions().zip(&game.moves).enumerate() {
                    if filter.keeps(ply, &scored.position, mv) {
                        add(&scored);
                    }
                }
            }
            Sample::Position(scored) if filter.keeps_position(scored) => add(scored),
            Sample::Position(_) => {}
        }
        Ok(())
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_word_of_the_command_and_ends_no_comment() {
        assert_eq!(quoted("data/games.viri"), "data/games.viri");
        assert_eq!(quoted("my games.viri"), "'my games.viri'");
        let line = quoted("a\nfn main() {}.viri");
        assert!(!line.contains('\n') && line.starts_with(['\'', '"']), "{line}");
    }
}
