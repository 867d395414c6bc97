//! `philidor-sql query`: statements in, results out.
//!
//! ```text
//! mod.rs       reads the statements, plans them one after another
//! answer.rs    runs a plan until it is done or Ctrl-C comes
//! progress.rs  shows how far it is
//! formats.rs     a result as a table, CSV, JSON lines or Parquet
//! plot.rs      a result of two columns as a picture
//! ```

mod answer;
mod formats;
mod plot;
mod progress;

use std::collections::VecDeque;
use std::fs::File;
use std::io::{Write, stdin};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use datafusion::error::DataFusionError;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::{DFParser, Statement};
use philidor_host::{Output, STANDARD, read_whole};

use crate::args::QueryArgs;
use crate::ending::{Ending, Interruption};
use crate::{protection, session};

pub(crate) use answer::Answer;
use formats::Results;
use plot::Plot;

/// No statements are longer.
const MAX_BYTES: u64 = 16 << 20;

/// Runs all statements.
pub(crate) async fn run(args: &QueryArgs, functions: Vec<Arc<ScalarUDF>>) -> anyhow::Result<Ending> {
    let statements = parsed(&text(args)?)?;
    let (session, scheduler) = session::open(&args.session, &args.tables, &functions).await?;
    answer(args, statements, &session, scheduler.as_deref()).await
}

/// The statements of a text, at least one.
pub(crate) fn parsed(text: &str) -> anyhow::Result<VecDeque<Statement>> {
    let statements = DFParser::parse_sql(text)?;
    if statements.is_empty() {
        bail!("there is no statement");
    }
    Ok(statements)
}

/// A text in SQL.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Runs statements in an open session.
pub(crate) async fn answer(
    args: &QueryArgs,
    statements: VecDeque<Statement>,
    session: &SessionContext,
    scheduler: Option<&str>,
) -> anyhow::Result<Ending> {
    let mut results = Results::new(args, &statements)?;
    // If the output cannot be written, this fails now, not after hours.
    let picture = args.plot.as_deref().map(|path| Output::create(Some(path))).transpose()?;
    let (mut plot, mut left) = (None, statements.len());
    let interruption = Interruption::new();
    for statement in statements {
        left -= 1;
        let plan = session.state().statement_to_plan(statement).await.map_err(named)?;
        protection::protect(protection::files_of(&plan, &session.state()).await?)?;
        results.refuse_input()?;
        picture.as_ref().map_or(Ok(()), Output::refuse_input)?;
        let frame = session.execute_logical_plan(plan).await?;
        let mut answer = Answer::begin(frame, scheduler, &interruption).await?;
        let mut result = results.begin(answer.schema())?;
        if picture.is_some() && !answer.schema().fields().is_empty() {
            // Only the last result is drawn, so only that one has to be a plot; the last statement is refused at once.
            let begun = Plot::new(&answer.schema());
            plot = Some(if left == 0 { Ok(begun?) } else { begun });
        }
        while let Some(batch) = answer.next().await? {
            if let Some(Ok(drawn)) = &mut plot
                && let Err(error) = drawn.add(&batch)
            {
                plot = Some(Err(error));
            }
            answer.aside(|| result.write(&batch))?;
        }
        if answer.ending() == Ending::Interrupted {
            return Ok(Ending::Interrupted);
        }
        result.finish()?;
    }
    if let Some(mut picture) = picture {
        let plot = plot.context("no statement has a result to plot")??;
        picture.write_all(plot.svg()?.as_bytes())?;
        picture.finish()?;
    }
    results.finish()?;
    Ok(Ending::Done)
}

/// An error in planning. A missing table is most likely a missing file.
pub(crate) fn named(error: DataFusionError) -> anyhow::Error {
    let text = error.to_string();
    let missing =
        text.split_once("table 'datafusion.public.").and_then(|(_, rest)| rest.split_once("' not found"));
    match missing {
        Some((name, _)) => anyhow!("there is no file or table `{name}`"),
        None => error.into(),
    }
}

/// The statements as they were written.
fn text(args: &QueryArgs) -> anyhow::Result<String> {
    if let Some(sql) = &args.sql {
        return Ok(sql.clone());
    }
    let path = args.file.as_deref().unwrap_or(Path::new(STANDARD));
    protection::protect([path])?;
    let bytes = if path == Path::new(STANDARD) {
        read_whole(stdin().lock(), MAX_BYTES).context("cannot read standard input")?
    } else {
        let read = File::open(path).and_then(|file| read_whole(file, MAX_BYTES));
        read.with_context(|| format!("cannot read {}", path.display()))?
    };
    String::from_utf8(bytes).with_context(|| format!("cannot read {}", path.display()))
}
