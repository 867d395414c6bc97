//! `philidor selfplay`: games of an engine against itself, as viriformat.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail, ensure};
use philidor_engine::{Bot, standard, standard_with, threads_of_this_machine};
use philidor_host::{Visible, append_alone, ending, progress};
use philidor_train::data::{DataErrorKind, Format, GameOutcome, Reader, Sample, ScoredGame, viriformat};
use philidor_train::selfplay::{NoGame, Run, SelfplayRules, play, run as play_games};
use serde::Serialize;

use crate::args::SelfplayArgs;
use philidor_engine::arguments::interrupt::control;
use philidor_program::quantity::Several;
use philidor_program::terminal::output::{Output, WrongUsage};

/// The games of the file, as JSON.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct SelfplayReport {
    games: u64,
    plies: u64,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
}

impl SelfplayReport {
    fn count(&mut self, game: &ScoredGame) {
        self.games += 1;
        self.plies += game.moves.len() as u64;
        match game.outcome {
            GameOutcome::WhiteWins => self.white_wins += 1,
            GameOutcome::Draw => self.draws += 1,
            GameOutcome::BlackWins => self.black_wins += 1,
        }
    }
}

pub(super) fn run(args: &SelfplayArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let rules = SelfplayRules {
        nodes: args.nodes,
        random_plies: args.random_plies.into(),
        ..SelfplayRules::default()
    };
    check_name(&args.output)?;
    let mut bots = bots(args)?;
    let control = control();
    let mut report = SelfplayReport::default();
    let game = |number| play(&mut bots[0], &rules, args.seed, number, &control);
    let file = match open(args, &mut report, game) {
        Err(error) if error.downcast_ref::<NoGame>() == Some(&NoGame::Stopped) => {
            return Ok(ExitCode::from(ending::INTERRUPTED));
        }
        other => other?,
    };
    let mut writer = BufWriter::new(file);
    let bar = progress::bar(Some(args.games), "{wide_bar} game {pos} of {len}  {msg}  {eta} left");
    bar.set_position(report.games);
    bar.reset_eta();
    let mut written = Ok(());
    let plan = Run { rules, seed: args.seed, games: report.games..args.games.max(report.games) };
    let played = play_games(&plan, bots, &control, |game| {
        if written.is_ok() {
            written = viriformat::write(&game, &mut writer).and_then(|()| writer.flush());
        }
        match written {
            Ok(()) => report.count(&game),
            Err(_) => control.stop(),
        }
        bar.inc(1);
        bar.set_message(Several(report.plies.into(), "position").to_string());
    });
    bar.finish_and_clear();
    written.with_context(|| args.output.display().to_string())?;
    if let Err(fault) = played
        && fault != NoGame::Stopped
    {
        return Err(fault.into());
    }
    write_report(report, output)?;
    Ok(if played.is_err() { ExitCode::from(ending::INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Refuses a file whose name says that it is packed, or has another format: it would be read as such.
fn check_name(path: &Path) -> Result<(), WrongUsage> {
    let name = path.display().to_string();
    let refused = |reason: String| Err(WrongUsage(anyhow!("{}: {reason}", Visible(&name))));
    match Format::from_path(path) {
        Some(format) if format != Format::Viriformat => {
            let advice = "`philidor data convert` makes others of it";
            refused(format!("its name says {format}, and games are written as viriformat; {advice}"))
        }
        _ if is_packed(path) => refused("its name says that it is packed, and games are not".to_owned()),
        _ => Ok(()),
    }
}

fn is_packed(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    ["zst", "gz", "bz2"].iter().any(|packed| extension.eq_ignore_ascii_case(packed))
}

/// A bot for each thread, but no more than there are games.
fn bots(args: &SelfplayArgs) -> anyhow::Result<Vec<Box<dyn Bot>>> {
    let threads = args.threads.map_or_else(threads_of_this_machine, NonZero::get);
    let threads = threads.min(usize::try_from(args.games).unwrap_or(usize::MAX)).max(1);
    let bot = || -> anyhow::Result<Box<dyn Bot>> {
        let mut bot = standard_with(&args.engine).unwrap_or_else(standard);
        // A game's searches visit some 100,000 nodes, and the table is cleared for each game.
        bot.set_option("Hash", "1")?;
        if let Some(file) = &args.eval_file {
            bot.set_option("EvalFile", &file.to_string_lossy())?;
        }
        Ok(bot)
    };
    (0..threads).map(|_| bot()).collect()
}

/// The file for the games: a new one, or that of a run to be resumed.
fn open(
    args: &SelfplayArgs,
    report: &mut SelfplayReport,
    game: impl FnMut(u64) -> Result<ScoredGame, NoGame>,
) -> anyhow::Result<File> {
    let path = &args.output;
    ensure!(args.resume || !path.exists(), "{} exists: --resume continues it", path.display());
    let file = append_alone(path).with_context(|| path.display().to_string())?;
    if args.resume { open_again(path, file, report, game) } else { Ok(file) }
}

fn write_report(report: SelfplayReport, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        return output.write_json(&report);
    }
    let SelfplayReport { games, plies, white_wins, draws, black_wins } = report;
    writeln!(
        output.writer,
        "{}, {}; White won {white_wins}, Black {black_wins}, drawn {draws}",
        Several(games.into(), "game"),
        Several(plies.into(), "position"),
    )?;
    Ok(())
}

/// Prepares a file for more games: counts its games, and cuts off an unfinished one. The file has to begin with the
/// first game that this run would play, and what is cut off has to be the beginning of the next one: otherwise the
/// contents of some other file would be lost.
fn open_again(
    path: &Path,
    mut file: File,
    report: &mut SelfplayReport,
    mut game: impl FnMut(u64) -> Result<ScoredGame, NoGame>,
) -> anyhow::Result<File> {
    let name = || path.display().to_string();
    let (mut whole, mut is_torn) = (0, false);
    let mut reader = Reader::new(Format::Viriformat, BufReader::new(&file));
    while let Some(record) = reader.next() {
        match record.map(|record| record.sample) {
            Ok(Sample::Position(_)) => {}
            Ok(Sample::Game(found)) => {
                if report.games == 0 && game(0)? != found {
                    bail!("{}: its first game is not that of this engine, seed and limit", name());
                }
                report.count(&found);
                whole = reader.offset();
            }
            Err(error) if matches!(error.kind, DataErrorKind::Torn) => is_torn = true,
            Err(error) => return Err(error).with_context(name),
        }
    }
    if is_torn {
        let (mut next, mut there) = (Vec::new(), Vec::new());
        viriformat::write(&game(report.games)?, &mut next)?;
        file.seek(SeekFrom::Start(whole)).with_context(name)?;
        (&file).take(next.len() as u64).read_to_end(&mut there).with_context(name)?;
        let length = file.metadata().with_context(name)?.len() - whole;
        ensure!(
            length == there.len() as u64 && next.starts_with(&there),
            "{}: what is at byte {whole} is not the beginning of game {} of this engine, seed and limit",
            name(),
            report.games + 1,
        );
    }
    file.set_len(whole).with_context(name)?;
    Ok(file)
}
