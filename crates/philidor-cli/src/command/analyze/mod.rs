//! `philidor analyze`: the best moves of a position.
//!
//! ```text
//! one thread   searches, and sends what is new
//! this thread  writes it: a live table on a terminal, or JSON
//! ```
//!
//! `table.rs` and `json.rs` are what is written.

mod json;
mod table;

use std::io::stderr;
use std::process::ExitCode;
#[cfg(feature = "tables")]
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use indicatif::ProgressBar;
use philidor::{Game, Move, Position};
#[cfg(feature = "tables")]
use philidor_engine::standard_with_tables;
use philidor_engine::{Analysis, Analyst, Limits};
#[cfg(feature = "tables")]
use philidor_games::EndgameAnswer;
use philidor_games::{read_move, shown_move};
use philidor_host::ending::{INTERRUPTED, threads};
use philidor_host::{Size, interruption, progress};
#[cfg(feature = "tables")]
use philidor_tables::syzygy::Tables;

pub(super) use self::json::AnalysisReport;
use self::json::LineReport;
pub(super) use self::table::Table;
use crate::args::AnalyzeArgs;
use crate::command::interrupt;
use crate::terminal::drawing::{Drawing, Glyphs};
use crate::terminal::output::Output;
use crate::terminal::paint::Paint;

/// What is drawn while the engine thinks: board and table are the message.
const PROGRESS: &str = "{msg}{spinner} {elapsed}";

/// The time without a limit.
const TIME: Duration = Duration::from_secs(5);

/// The widest line of the live table, so that it fits on a terminal.
const COLUMNS: usize = 79;

pub(super) fn run(args: &AnalyzeArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let position = args.position.read()?;
    let endgames = Endgames::new(args)?;
    let mut analyst = endgames.analyst(args, limits(args, &position)?)?;
    let known = endgames.known(&position);
    let game = Game::from_position(position);
    let stop = interrupt::control();
    let live = Live::new(args.glyphs.into());
    let (sender, news) = channel();
    let found = thread::scope(|scope| {
        let mut send = move |so_far: &Analysis| drop(sender.send(so_far.clone()));
        let (game, control) = (&game, &stop);
        let thinking =
            scope.spawn(move || (analyst.analyze_with(game, control, &mut send), analyst.notices()));
        let written = news.iter().try_for_each(|so_far| {
            live.show(&so_far);
            let newest = so_far.newest().filter(|_| output.json);
            newest.map_or(Ok(()), |line| output.write_json(&LineReport::new(&position, line)))?;
            anyhow::Ok(output.writer.flush()?)
        });
        if written.is_err() {
            stop.stop();
        }
        let found = thinking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.map(|()| found)
    });
    live.end();
    let (found, notices) = found?;
    for notice in notices {
        eprintln!("warning: {notice}");
    }
    let is_complete = !interruption::is_interrupted();
    if output.json {
        output.write_json(&AnalysisReport::new(&found, known, is_complete))?;
    } else {
        let board = Drawing::of(&position, args.glyphs.into(), output.paint);
        let table = Table { analysis: &found, paint: output.paint, columns: usize::MAX };
        write!(output.writer, "{board}\n{table}")?;
        if let Some(known) = known {
            let label = output.paint.label();
            writeln!(output.writer, "{label}tables{label:#}  {known}")?;
        }
    }
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}

/// The Syzygy tables that are given, if any.
#[cfg(feature = "tables")]
struct Endgames(Option<Arc<Tables>>);

#[cfg(feature = "tables")]
impl Endgames {
    fn new(args: &AnalyzeArgs) -> anyhow::Result<Endgames> {
        let are_given = !args.tables.is_empty();
        Ok(Endgames(are_given.then(|| super::tables::open(&args.tables)).transpose()?.map(Arc::new)))
    }

    fn analyst(&self, args: &AnalyzeArgs, limits: Limits) -> anyhow::Result<Analyst> {
        match &self.0 {
            Some(tables) => {
                analyst(args, limits, Analyst::from_bot(standard_with_tables(Arc::clone(tables))))
            }
            None => analyst(args, limits, Analyst::new()),
        }
    }

    /// What they know of the position.
    fn known(&self, position: &Position) -> Option<EndgameAnswer> {
        Some(EndgameAnswer::new(self.0.as_ref()?, position))
    }
}

#[cfg(not(feature = "tables"))]
struct Endgames;

#[cfg(not(feature = "tables"))]
impl Endgames {
    fn new(_: &AnalyzeArgs) -> anyhow::Result<Endgames> {
        Ok(Endgames)
    }

    fn analyst(&self, args: &AnalyzeArgs, limits: Limits) -> anyhow::Result<Analyst> {
        analyst(args, limits, Analyst::new())
    }

    fn known(&self, _: &Position) -> Option<String> {
        None
    }
}

fn analyst(args: &AnalyzeArgs, limits: Limits, analyst: Analyst) -> anyhow::Result<Analyst> {
    let mut analyst = analyst.with_limits(limits).with_lines(args.lines);
    set_hash(&mut analyst, args.hash)?;
    analyst.set_option("Threads", &threads(args.threads).to_string()).context("--threads")?;
    // No clock has to be reached.
    analyst.set_option("Move Overhead", "0")?;
    Ok(analyst)
}

/// Gives an engine its table; less than a mebibyte would be no table.
pub(super) fn set_hash(analyst: &mut Analyst, size: Size) -> anyhow::Result<()> {
    let set = analyst.set_option("Hash", &size.0.div_ceil(1 << 20).to_string());
    // Its words have the number of mebibytes, which is not what was typed.
    set.map_err(|_| anyhow::anyhow!("--hash: a table of {size} does not fit in memory"))
}

/// The limits, with the moves that are considered.
fn limits(args: &AnalyzeArgs, position: &Position) -> anyhow::Result<Limits> {
    let read = |text: &String| {
        let mv = read_move(position, text);
        mv.map_err(|error| anyhow::anyhow!("`{}`: {error}", shown_move(text)))
    };
    let moves = args.moves.iter().map(read).collect::<anyhow::Result<Vec<Move>>>()?;
    let unless_given = match args.mate {
        Some(_) => Limits::new(),
        None => Limits::new().with_time(TIME),
    };
    let mut limits = args.effort.limits_or(unless_given).with_moves(moves);
    limits.mate = args.mate;
    Ok(limits)
}

/// The board and the table on standard error, if that is a terminal.
struct Live {
    bar: ProgressBar,
    glyphs: Glyphs,
    paint: Paint,
}

impl Live {
    fn new(glyphs: Glyphs) -> Live {
        Live { bar: progress::bar(None, PROGRESS), glyphs, paint: Paint::for_stream(&stderr()) }
    }

    fn show(&self, analysis: &Analysis) {
        if !self.bar.is_hidden() {
            let board = Drawing::of(analysis.position(), self.glyphs, self.paint);
            let table = Table { analysis, paint: self.paint, columns: COLUMNS };
            self.bar.set_message(format!("{board}\n{table}"));
        }
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
