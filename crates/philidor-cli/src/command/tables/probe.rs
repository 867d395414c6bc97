//! `philidor tables probe`: what Syzygy tables say of a position, or of each line of a file.

use std::process::ExitCode;

use philidor_games::{EndgameReport, answer_endgames};
use philidor_tables::syzygy::Tables;

use super::folders::open_as;
use crate::args::ProbeArgs;
use crate::terminal::output::{Output, code};

pub(super) fn run(args: &ProbeArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let tables = if args.no_mmap { Tables::new().unmapped() } else { Tables::new() };
    let tables = open_as(tables, &args.paths)?;
    if let Some(file) = &args.positions.file {
        let door = args.positions.position.door.into();
        let are_fine = answer_endgames(file, door, &tables, args.moves, &output.answers(), output.writer)?;
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
