//! `philidor match`: engines play each other.
//!
//! `philidor_uci::tournament` plays. Here are the arguments, the files, the live table and Ctrl-C.
//!
//! `record.rs` continues and writes the PGN, and `table.rs` is the live table.

mod record;
mod table;

use std::fs::File;
use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow};
use indicatif::ProgressBar;
use philidor::Position;
use philidor_engine::arguments::interrupt;
use philidor_host::ending::INTERRUPTED;
use philidor_host::{Visible, append_to, interruption, note, processes, progress};
use philidor_tables::syzygy::Tables;
use philidor_uci::arguments::{contender, opening_file};
use philidor_uci::tournament::{
    Event, MatchOpening, PlayedGame, Rating, Resumption, Schedule, Sprt, Standing, Tournament,
    TournamentError,
};
use serde::Serialize;

use self::record::Record;
use self::table::{RatingReport, StandingReport, Table};
use crate::args::MatchArgs;
use philidor_program::quantity::Several;
use philidor_program::terminal::output::{Output, WrongUsage};

/// What is drawn while the match runs: the table is the message.
const PROGRESS: &str = "{wide_bar} {pos} of {len} games  {elapsed}, {eta} left\n{msg}";

/// A game that is over, as JSON.
#[derive(Serialize)]
struct GameReport<'a> {
    round: String,
    white: &'a str,
    black: &'a str,
    result: &'static str,
    ending: String,
    termination: &'static str,
    plies: usize,
    start: String,
}

pub(super) fn run(args: &MatchArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let tournament = tournament(args)?;
    let opened = args.pgn.as_deref().map(|path| Record::open(path, args.resume, &args.event)).transpose()?;
    let (mut record, resumption) = match opened {
        Some((record, resumption)) => (Some(record), resumption),
        None => (None, Resumption::default()),
    };
    let tournament = tournament.resumed(&resumption).context("this match cannot be resumed")?;
    record.as_mut().map_or(Ok(()), Record::cut)?;

    let (schedule, sprt, games) = (tournament.schedule(), tournament.sprt(), tournament.games());
    // What programs leave behind, even outside of their groups, comes to this process where the system allows it.
    processes::adopt_orphans();
    // The games that are over are recorded all the same.
    let stop = interrupt::control();
    let bar = progress::bar(Some(games as u64), PROGRESS);
    let is_live = !bar.is_hidden() && stdout().is_terminal();
    show(&bar, schedule, tournament.standings(), sprt);
    bar.reset_eta();
    let (mut failure, mut so_far) = (None, Vec::new());
    let standings = tournament.run(&stop, &mut |event| {
        let Event::Ended { game, standings } = event else { return };
        let kept = keep(game, args, record.as_mut(), output, is_live);
        if let Err(error) = kept {
            failure.get_or_insert(error);
            stop.stop();
        }
        show(&bar, schedule, standings, sprt);
        so_far = standings.to_vec();
    });
    processes::end_orphans();
    bar.finish_and_clear();
    if let Some(error) = failure {
        return Err(error);
    }
    let is_complete = standings.is_ok() && !interruption::is_interrupted();
    // The games that are over count, whatever the match ended with.
    let (standings, ended) = match standings {
        Ok(standings) => (standings, Ok(())),
        Err(error) if so_far.is_empty() => return Err(error.into()),
        Err(error) => (so_far, Err(error)),
    };
    if output.json {
        for standing in &standings {
            output.write_json(&StandingReport::new(standing, sprt, is_complete))?;
        }
        let ratings = if schedule == Schedule::Gauntlet { Vec::new() } else { Rating::of(&standings) };
        ratings.iter().try_for_each(|rating| output.write_json(&RatingReport::new(rating)))?;
    } else {
        write!(output.writer, "{}", Table { schedule, standings: &standings, sprt })?;
    }
    ended?;
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}

/// The log, to which lines are added. If that fails the match continues, and a warning says so once.
struct Log {
    path: PathBuf,
    file: File,
    has_failed: bool,
}

impl Log {
    fn open(path: &Path) -> anyhow::Result<Log> {
        let file = append_to(path).with_context(|| path.display().to_string())?;
        Ok(Log { path: path.to_owned(), file, has_failed: false })
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        if let Err(error) = &written
            && !std::mem::replace(&mut self.has_failed, true)
        {
            let path = self.path.display().to_string();
            note(&format!("warning: {}: {error}; the match continues without those lines", Visible(&path)));
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The match that the arguments describe.
fn tournament(args: &MatchArgs) -> anyhow::Result<Tournament> {
    if args.rounds.is_some() && !matches!(args.schedule(), Schedule::Swiss { .. }) {
        return Err(WrongUsage(anyhow!("--rounds needs --schedule swiss; others have --games")).into());
    }
    let contender = |text: &String| contender::contender(text).map_err(WrongUsage);
    let others = args.against.iter().map(contender).collect::<Result<Vec<_>, _>>()?;
    let tournament = Tournament::new(contender(&args.engine)?, others);
    let mut tournament = tournament
        .map_err(|error| WrongUsage(unnamed(error)))?
        .with_pairs(args.games / 2)
        .with_time_control(args.tc)
        .with_adjudication(args.adjudication())
        .with_concurrency(args.concurrency)
        .with_time_margin(Duration::from_millis(args.margin))
        .with_timeout(args.timeout())
        .with_start_time(args.start_time());
    if !args.tables.is_empty() {
        tournament = tournament.with_endgame_tables(Tables::new().with_folders(&args.tables)?.into());
    }
    if let Some(path) = &args.log {
        tournament = tournament.with_log(Log::open(path)?);
    }
    if let Some((openings, seed)) = openings(args)? {
        tournament = tournament.with_openings(openings, seed);
    }
    tournament = tournament.with_schedule(args.schedule()).map_err(|error| WrongUsage(error.into()))?;
    if args.affinity {
        tournament = tournament.with_affinity();
    }
    let pairs = args.games / 2 * args.rounds.unwrap_or(1);
    let repeated = tournament.repeated_pairs();
    if repeated > 0 {
        let error = anyhow!(
            "{repeated} of {pairs} pairs would repeat the games of others: `philidor openings {pairs} > openings.epd` \
             makes enough for --openings"
        );
        return Err(WrongUsage(error).into());
    }
    if let Some(sprt) = args.sprt {
        if args.schedule() != Schedule::Gauntlet || args.against.len() > 1 {
            let words = "--sprt is a test of two engines, so it needs a gauntlet with one opponent";
            return Err(WrongUsage(anyhow!(words)).into());
        }
        tournament = tournament.with_sprt(sprt.with_errors(args.errors.0, args.errors.1));
    }
    Ok(tournament)
}

/// The openings, and a seed if they are shuffled; `None` for the start position alone.
fn openings(args: &MatchArgs) -> anyhow::Result<Option<(Vec<MatchOpening>, Option<u64>)>> {
    if args.chess960.is_some() {
        let starts = (0..960).filter_map(Position::chess960).map(MatchOpening::from_position);
        return Ok(Some((starts.collect(), args.chess960)));
    }
    let read = |path: &PathBuf| opening_file::read(path, args.plies);
    Ok(args.openings.as_ref().map(read).transpose()?.map(|openings| (openings, args.shuffle)))
}

/// Why no match is played and, if a name is missing or taken, how to give one.
fn unnamed(error: TournamentError) -> anyhow::Error {
    match error {
        TournamentError::Name { .. } => anyhow!("{error}: --against 'name=other net'"),
        error => error.into(),
    }
}

/// Records a game, and reports it where no live table does.
fn keep(
    game: &PlayedGame,
    args: &MatchArgs,
    record: Option<&mut Record>,
    output: &mut Output<'_>,
    is_live: bool,
) -> anyhow::Result<()> {
    if let Some(record) = record {
        let written = record.add(&game.pgn(&args.event));
        written.with_context(|| args.pgn.as_deref().unwrap_or(Path::new("")).display().to_string())?;
    }
    let [white, black] = &game.names;
    let (round, ending) = (game.turn.round(), &game.ending);
    if output.json {
        output.write_json(&GameReport {
            round,
            white,
            black,
            result: ending.outcome.result().as_str(),
            ending: ending.to_string(),
            termination: ending.termination(),
            plies: game.game.ply(),
            start: game.game.start().to_string(),
        })?;
    } else if !is_live {
        let (result, moves) = (ending.outcome.result(), Several(game.game.ply().div_ceil(2) as u128, "move"));
        let [white, black] = [white, black].map(|name| Visible(name));
        writeln!(output.writer, "{round}  {white} - {black}  {result}  {moves}, {ending}")?;
    }
    Ok(output.writer.flush()?)
}

/// Draws the table.
fn show(bar: &ProgressBar, schedule: Schedule, standings: &[Standing], sprt: Option<Sprt>) {
    bar.set_position(standings.iter().map(|standing| standing.tally.games()).sum());
    if !bar.is_hidden() && stderr().is_terminal() {
        bar.set_message(Table { schedule, standings, sprt }.to_string());
    }
}
