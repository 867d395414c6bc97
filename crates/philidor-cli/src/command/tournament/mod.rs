//! `philidor match`: engines play each other.
//!
//! `philidor_engine::tournament` plays. Here are the arguments, the files, the live table and Ctrl-C.

mod description;
mod record;
mod table;

use std::io::{IsTerminal, Read, stderr, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow};
use indicatif::ProgressBar;
use philidor_engine::tournament::{
    Event, Opening, PlayedGame, Resumption, Standing, Tournament, TournamentError, openings_from_epd,
    openings_from_pgn,
};
use philidor_files::ending::INTERRUPTED;
use philidor_files::{Input, interruption, progress};
use serde::Serialize;

use self::record::Record;
use self::table::{Answer, Table};
use super::{Output, WrongUsage, interrupt};
use crate::args::MatchArgs;

/// What is drawn while the match runs: the table is the message.
const PROGRESS: &str = "{wide_bar} {pos} of {len} games  {elapsed}, {eta} left\n{msg}";

/// The least time that an engine has to start.
const START_TIME: Duration = Duration::from_secs(10);

/// A game that is over, as JSON.
#[derive(Serialize)]
struct GameAnswer<'a> {
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
    let opened = args.pgn.as_deref().map(|path| Record::open(path, args.resume)).transpose()?;
    let (mut record, resumption) = match opened {
        Some((record, resumption)) => (Some(record), resumption),
        None => (None, Resumption::default()),
    };
    let tournament = tournament.resumed(&resumption).context("this match cannot be resumed")?;

    let (first, sprt, games) = (tournament.first_name().to_owned(), tournament.sprt(), tournament.games());
    // The games that are over are recorded all the same.
    let stop = interrupt::control();
    let bar = progress::bar(Some(games as u64), PROGRESS);
    let is_live = !bar.is_hidden() && stdout().is_terminal();
    show(&bar, &first, tournament.standings(), args);
    bar.reset_eta();
    let mut failure = None;
    let standings = tournament.run(&stop, &mut |event| {
        let Event::Ended { game, standings } = event else { return };
        let kept = keep(game, args, record.as_mut(), output, is_live);
        if let Err(error) = kept {
            failure.get_or_insert(error);
            stop.stop();
        }
        show(&bar, &first, standings, args);
    });
    bar.finish_and_clear();
    let standings = standings?;
    if let Some(error) = failure {
        return Err(error);
    }
    let is_complete = !interruption::is_interrupted();
    if output.json {
        for standing in &standings {
            output.write_json(&Answer::of(&first, standing, sprt, is_complete))?;
        }
    } else {
        write!(output.writer, "{}", Table { first: &first, standings: &standings, sprt })?;
    }
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}

/// The match that the arguments describe.
fn tournament(args: &MatchArgs) -> anyhow::Result<Tournament> {
    let contender = |text: &String| description::contender(text).map_err(WrongUsage);
    let others = args.against.iter().map(contender).collect::<Result<Vec<_>, _>>()?;
    let tournament = Tournament::new(contender(&args.engine)?, others);
    let mut tournament = tournament
        .map_err(|error| WrongUsage(unnamed(error)))?
        .with_pairs(args.games / 2)
        .with_time_control(args.tc)
        .with_adjudication(args.adjudication())
        .with_concurrency(args.concurrency)
        .with_margin(Duration::from_millis(args.margin))
        .with_patience(args.patience())
        .with_start_time(args.patience().min(START_TIME));
    if let Some(path) = &args.openings {
        tournament = tournament.with_openings(openings(path, args.plies)?, args.shuffle);
    }
    let (pairs, repeated) = (args.games / 2, tournament.repeated_pairs());
    if repeated > 0 {
        let enough = format!("`philidor openings {pairs} > openings.epd` makes enough for --openings");
        let error = anyhow!("{repeated} of {pairs} pairs would repeat the games of others: {enough}");
        return Err(WrongUsage(error).into());
    }
    if let Some(sprt) = args.sprt {
        tournament = tournament.with_sprt(sprt.with_errors(args.errors.0, args.errors.1));
    }
    Ok(tournament)
}

/// Why no match is played and, if a name is missing or taken, how to give one.
fn unnamed(error: TournamentError) -> anyhow::Error {
    match error {
        TournamentError::Name { .. } => anyhow!("{error}: --against 'name=other classic'"),
        error => error.into(),
    }
}

/// The openings of a file: PGN, or positions line by line.
fn openings(path: &Path, plies: usize) -> anyhow::Result<Vec<Opening>> {
    let name = || path.display().to_string();
    let mut bytes = Vec::new();
    Input::open(path).and_then(|mut input| input.reader.read_to_end(&mut bytes)).with_context(name)?;
    let openings = if is_positions(&bytes) {
        openings_from_epd(&String::from_utf8_lossy(&bytes)).with_context(name)?
    } else {
        openings_from_pgn(&bytes, plies).with_context(name)?
    };
    anyhow::ensure!(!openings.is_empty(), "{}: there is no opening", name());
    Ok(openings)
}

/// Whether the first line that says something begins with eight ranks.
fn is_positions(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#")).unwrap_or_default();
    let board = first.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    board.iter().filter(|&&byte| byte == b'/').count() == 7
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
        output.write_json(&GameAnswer {
            round,
            white,
            black,
            result: ending.outcome.result(),
            ending: ending.to_string(),
            termination: ending.termination(),
            plies: game.game.ply(),
            start: game.game.start().to_string(),
        })?;
    } else if !is_live {
        let (result, moves) = (ending.outcome.result(), game.game.ply().div_ceil(2));
        writeln!(output.writer, "{round}  {white} - {black}  {result}  {moves} moves, {ending}")?;
    }
    Ok(output.writer.flush()?)
}

/// Draws the table.
fn show(bar: &ProgressBar, first: &str, standings: &[Standing], args: &MatchArgs) {
    bar.set_position(standings.iter().map(|standing| standing.tally.games()).sum());
    if !bar.is_hidden() && stderr().is_terminal() {
        bar.set_message(Table { first, standings, sprt: args.sprt }.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_games_are_told_apart() {
        assert!(is_positions(b"# made by chance\n\n4k3/8/8/8/8/8/8/4K3 w - - ce 0;\n"));
        assert!(!is_positions(b"[Event \"a/b/c/d/e/f/g/h\"]"));
        assert!(!is_positions(b"1. e4 e5 1/2-1/2"));
    }
}
