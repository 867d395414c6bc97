//! One thread searches; the main thread writes what the search finds.

use std::fmt::Display;
use std::io::stderr;
use std::process::ExitCode;
use std::sync::mpsc::channel;
use std::thread;

use indicatif::ProgressBar;
use philidor::Position;
use philidor_engine::{Analysis, Control, spawn_search_thread};
use philidor_host::ending::INTERRUPTED;
use philidor_host::{interruption, note, progress};
use serde::Serialize;

use philidor_engine::arguments::analysis::json::{AnalysisReport, LineReport};
use philidor_engine::arguments::analysis::table::Table;
use philidor_engine::arguments::interrupt;
use philidor_program::terminal::drawing::{Drawing, Glyphs};
use philidor_program::terminal::output::Output;
use philidor_program::terminal::paint::Paint;

/// What is drawn while the engine thinks: board and table are the message.
const PROGRESS: &str = "{msg}{spinner} {elapsed}";

/// The widest line of the live table, so that it fits on a terminal.
const COLUMNS: usize = 79;

/// A function that is called with what has been found so far.
pub(super) type Progress<'a> = &'a mut (dyn FnMut(&Analysis) + Send);

/// Writes what `think` finds about a position, and what endgame tables know of it. `think` also returns warnings, which
/// go to standard error.
pub(super) fn write(
    position: Position,
    think: impl FnOnce(&Control, Progress<'_>) -> (Analysis, Vec<String>) + Send,
    known: Option<impl Serialize + Display>,
    glyphs: Glyphs,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let stop = interrupt::control();
    let live = Live::new(glyphs);
    let (sender, news) = channel();
    let found = thread::scope(|scope| {
        let mut send = move |so_far: &Analysis| drop(sender.send(so_far.clone()));
        let control = &stop;
        let thinking = spawn_search_thread(scope, move || think(control, &mut send))?;
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
        note(&format!("warning: {notice}"));
    }
    let is_complete = !interruption::is_interrupted();
    if output.json {
        output.write_json(&AnalysisReport::new(&found, known, is_complete))?;
    } else {
        let board = Drawing::of(&position, glyphs, output.paint);
        let table = Table { analysis: &found, paint: output.paint, columns: usize::MAX };
        writeln!(output.writer, "{board}")?;
        write!(output.writer, "{table}")?;
        if let Some(known) = known {
            let label = output.paint.label();
            writeln!(output.writer, "{label}tables{label:#}  {known}")?;
        }
    }
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
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
