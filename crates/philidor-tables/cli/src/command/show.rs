//! `philidor show --tables`: a board to look at, with what Syzygy tables know.

use std::process::ExitCode;

use philidor_program::show::{self, ShowArgs};
use philidor_program::terminal::output::Output;
use philidor_tables::report::EndgameAnswer;
use philidor_tables::syzygy::Tables;

pub(super) fn run(args: &ShowArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let tables = Tables::new().with_folders(&args.tables)?;
    show::run(
        args,
        |position| {
            let answer = EndgameAnswer::new(&tables, position);
            let is_fine = answer.is_fine();
            Ok(((!args.tables.is_empty()).then_some(answer), is_fine || args.tables.is_empty()))
        },
        output,
    )
}
