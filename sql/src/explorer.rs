//! `philidor-sql explorer`: what `philidor-explorer` does, and games counted on a cluster.
//!
//! On a cluster one statement counts the half-moves, and this machine makes the files:
//!
//! ```text
//! games ──explorer_plies──► key, move ──explorer_row──► key, row of a game ──GROUP BY key, explorer_join──► key, row
//! ──ORDER BY key──► a run
//! ```

use std::io::{Write, stdout};
use std::sync::Arc;

use anyhow::{Context, Result};
use datafusion::arrow::array::AsArray;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, UInt64Type};
use datafusion::logical_expr::ScalarUDF;
use philidor::Position;
use philidor_explorer::{CountedImport, TakeRow, summary};
use philidor_host::interruption;
use tokio::runtime::Runtime;

use crate::args::{BuildArgs, ExplorerArgs, ExplorerCommand, SessionArgs};
use crate::ending::{Ending, Interruption};
use crate::query::{self, Answer, quoted};
use crate::session;

/// The rows of a position are first joined for this many games at a time, and then all together, so that no worker
/// needs to hold more at once.
const JOINED_GAMES: u32 = 1 << 16;

/// Builds or serves an index, or writes files of it.
pub(crate) fn run(args: &ExplorerArgs, functions: &[Arc<ScalarUDF>], engine: &Runtime) -> Result<Ending> {
    match &args.command {
        ExplorerCommand::Build(args) => return build(args, functions, engine),
        // Searches for the games of a player may still run when it ends.
        ExplorerCommand::Serve(args) => engine.block_on(args.run())?,
        ExplorerCommand::Static(args) => writeln!(stdout(), "{}", args.run()?)?,
    }
    Ok(Ending::Done)
}

/// Ctrl-C ends a build as a kill does, except that it removes unfinished files; the next run resumes the build.
fn build(args: &BuildArgs, functions: &[Arc<ScalarUDF>], engine: &Runtime) -> Result<Ending> {
    let build = args.index.build();
    let manifest = if args.session.cluster.is_some() {
        let mut ending = Ending::Done;
        let built = build.run_with(|imports, take| {
            ending = engine.block_on(count(&args.session, functions, imports, take))?;
            anyhow::ensure!(ending == Ending::Done, "interrupted");
            interruption::end_when_interrupted().map_err(Into::into)
        });
        if ending == Ending::Interrupted {
            return Ok(ending);
        }
        built?
    } else {
        interruption::end_when_interrupted()?;
        build.run()?
    };
    writeln!(stdout(), "{}", summary(&manifest))?;
    Ok(Ending::Done)
}

/// Counts half-moves by one statement.
async fn count(
    args: &SessionArgs,
    functions: &[Arc<ScalarUDF>],
    imports: &[CountedImport],
    take: TakeRow<'_>,
) -> Result<Ending> {
    let (session, scheduler) = session::open(args, &[], functions).await?;
    let mut statements = query::parsed(&statement(imports))?;
    let statement = statements.pop_front().context("there is no statement")?;
    let plan = session.state().statement_to_plan(statement).await.map_err(query::named)?;
    let (frame, interruption) = (session.execute_logical_plan(plan).await?, Interruption::new());
    let mut answer = Answer::begin(frame, scheduler.as_deref(), &interruption).await?;
    while let Some(batch) = answer.next().await? {
        let [keys, rows] = batch.columns() else { continue };
        let keys = keys.as_primitive_opt::<UInt64Type>().context("keys are not numbers")?;
        let rows = cast(rows, &DataType::Binary)?;
        for (key, row) in keys.values().iter().zip(rows.as_binary::<i32>()) {
            take(*key, row.unwrap_or_default())?;
        }
    }
    Ok(answer.ending())
}

/// The statement that counts the half-moves of imports.
fn statement(imports: &[CountedImport]) -> String {
    let plies = imports.iter().map(|import| {
        let files = quoted(&import.games.join("*.parquet").to_string_lossy());
        let (offset, max_ply, start) = (import.offset, import.max_ply, Position::default());
        format!(
            "SELECT ply['key'] AS key, part, explorer_row(ply['move'], number, result, white, black, date, time) AS row \
             FROM (SELECT (id + {offset}) / {JOINED_GAMES} AS part, id + {offset} AS number, \"Result\" AS result, \
             coalesce(\"WhiteElo\", 0) AS white, coalesce(\"BlackElo\", 0) AS black, \
             coalesce(replace(CAST(\"UTCDate\" AS VARCHAR), '-', '.'), \"Date\", '') AS date, \
             coalesce(\"TimeControl\", '') AS time, unnest(explorer_plies(moves, {max_ply}, start_fen)) AS ply \
             FROM {files} WHERE \"Result\" <> '*' AND (start_fen IS NULL OR try_key(start_fen) = key('{start}')))"
        )
    });
    format!(
        "SELECT key, explorer_join(array_agg(row)) AS row FROM \
         (SELECT key, explorer_join(array_agg(row)) AS row FROM ({}) GROUP BY key, part) GROUP BY key ORDER BY key",
        plies.collect::<Vec<_>>().join(" UNION ALL ")
    )
}
