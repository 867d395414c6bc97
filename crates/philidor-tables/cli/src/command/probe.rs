//! `philidor tables probe`: what Syzygy tables say of a position, or of each line of a file.

use std::process::ExitCode;

use std::fmt;

use philidor::Position;
use philidor_program::positions::{Answer, answer_positions};
use philidor_tables::report::EndgameReport;
use philidor_tables::syzygy::Tables;
use serde::Serialize;

use crate::args::ProbeArgs;
use philidor_program::terminal::output::{Output, code};

pub(super) fn run(args: &ProbeArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let tables = if args.no_mmap { Tables::new().unmapped() } else { Tables::new() };
    let tables = tables.with_folders(&args.paths)?;
    if let Some(file) = &args.positions.file {
        let door = args.positions.position.door.into();
        let answer = |position: &Position| EndgameReport::new(&tables, position, args.moves).map(EndgameLine);
        let are_fine = answer_positions(file, door, &output.answers(), output.writer, answer)?;
        return Ok(code(are_fine));
    }
    let position = args.positions.position.read()?;
    let report = EndgameReport::new(&tables, &position, args.moves)?;
    if output.json {
        output.write_json(&report)?;
    } else {
        write_words(&report, output)?;
    }
    Ok(code(report.is_complete()))
}

/// What tables say of the position in a line of a file.
#[derive(Serialize)]
#[serde(transparent)]
struct EndgameLine(EndgameReport);

impl Answer for EndgameLine {
    fn is_fine(&self) -> bool {
        self.0.is_complete()
    }
}

impl fmt::Display for EndgameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

fn write_words(report: &EndgameReport, output: &mut Output<'_>) -> anyhow::Result<()> {
    let (bad, result) = (output.paint.bad(), output.paint.result());
    writeln!(output.writer, "{result}{}{result:#}", report.value)?;
    for one in report.moves.iter().flatten() {
        writeln!(output.writer, "  {:7} {:20} {}", one.san, one.outcome, one.distance)?;
    }
    if let Some(error) = &report.error {
        writeln!(output.writer, "{bad}no moves:{bad:#} {error}")?;
    }
    Ok(())
}
