//! `philidor-sql search`: games with a pattern, found by one statement.
//!
//! ```text
//! the pattern ──► what the end of a game must be      home_pawns, white_left, black_left     asked of a row group's
//!            └──► first_match(moves, …)               the moves of the games that are left   statistics and of columns
//! ```
//!
//! The columns about the end are those of tables that [`import`](crate::import) makes; without them every game is played.
//! Where they rule most games out or few, the rest of an `AND` may still be asked of all rows; so moves are behind a `CASE`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use anyhow::ensure;
use datafusion::arrow::datatypes::Schema;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::SessionContext;
use philidor_host::Output;
use philidor_patterns::EndLimits;

use crate::args::{Form, QueryArgs, SearchArgs};
use crate::ending::Ending;
use crate::{query, session};

/// The columns that say who played, when, and how it ended, where a table has them.
const SHOWN: [&str; 5] = ["White", "Black", "UTCDate", "Date", "Result"];

/// No side has more pieces and pawns in a game.
const MOST: u8 = 16;

/// Finds the games.
pub(crate) async fn run(args: &SearchArgs, functions: Vec<Arc<ScalarUDF>>) -> anyhow::Result<Ending> {
    let table = table(&args.table)?;
    ensure!(
        !args.count || args.limits() == (None, 0),
        "--count counts all games, so that skip and limit of the query cannot be kept"
    );
    let (session, scheduler) = session::open(&args.session, &[], &functions).await?;
    let schema = schema(&session, &table).await?;
    let sql = statement(args, &table, &schema);
    if args.statement {
        let mut output = Output::create(None)?;
        writeln!(output, "{sql}")?;
        output.finish()?;
        return Ok(Ending::Done);
    }
    let statements = query::parsed(&sql)?;
    let args = QueryArgs {
        sql: None,
        file: None,
        format: Some(if args.json { Form::Json } else { Form::Table }),
        output: None,
        plot: None,
        rows: None,
        tables: Vec::new(),
        session: args.session.clone(),
    };
    query::answer(&args, statements, &session, scheduler.as_deref()).await
}

/// The table in SQL: the games of an import, given by its folder or by that of its games, or files.
fn table(name: &str) -> anyhow::Result<String> {
    ensure!(!name.is_empty(), "the name of the table is empty; `.` is the import in this folder");
    let path = Path::new(name);
    let is_parquet = path.extension().is_some_and(|extension| extension == "parquet");
    ensure!(
        is_parquet || !path.is_file(),
        "{name} is not a table; `philidor pgn filter` looks in files of games, or import it first"
    );
    let folder = name.trim_end_matches('/');
    let is_games = path.ends_with("games") && !path.join("games").exists();
    let games = match (is_parquet, is_games) {
        (true, _) => name.to_owned(),
        (false, true) => format!("{folder}/*.parquet"),
        (false, false) => format!("{folder}/games/*.parquet"),
    };
    Ok(quoted(&games))
}

/// The columns of the table.
async fn schema(session: &SessionContext, table: &str) -> anyhow::Result<Schema> {
    let plan = session.state().create_logical_plan(&format!("SELECT * FROM {table}")).await;
    Ok(plan.map_err(query::named)?.schema().as_arrow().clone())
}

/// The statement that finds the games.
fn statement(args: &SearchArgs, table: &str, schema: &Schema) -> String {
    let has = |name: &str| schema.field_with_name(name).is_ok();
    let (text, pattern) = args.sought();
    let search = pattern.search();
    let start = if has("start_fen") { "start_fen" } else { "NULL" };
    let result = if search.asks_result() { ", \"Result\"" } else { "" };
    let first = format!("first_match(moves, {}, {start}{result})", quoted(&text));
    let mut conditions = if args.play_all { Vec::new() } else { of_end(search.end_limits(), has) };
    conditions.extend(args.condition.as_ref().map(|condition| format!("({condition})")));
    // The conditions stand alone, too, for the statistics of row groups. A CASE that is true or false would be made an
    // AND again, so this one gives the ply.
    conditions.push(match conditions.join(" AND ") {
        cheap if cheap.is_empty() => format!("{first} IS NOT NULL"),
        cheap => format!("CASE WHEN {cheap} THEN {first} END IS NOT NULL"),
    });
    let conditions = conditions.join("\n  AND ");
    if args.count {
        return format!("SELECT count(*) AS games\nFROM {table}\nWHERE {conditions}");
    }
    let mut columns = vec!["id".to_owned()];
    columns.extend(SHOWN.iter().filter(|name| has(name)).map(|name| format!("\"{name}\"")));
    columns.push(format!("{first} AS ply"));
    columns.extend(Some("\"Site\"".to_owned()).filter(|_| has("Site")));
    let columns: Vec<String> = columns.into_iter().filter(|name| name != "id" || has("id")).collect();
    let mut sql = format!("SELECT {}\nFROM {table}\nWHERE {conditions}", columns.join(", "));
    let (limit, skip) = args.limits();
    if (limit.is_none() || skip > 0) && has("id") {
        sql.push_str("\nORDER BY id");
    }
    for (word, number) in [("LIMIT", limit), ("OFFSET", Some(skip).filter(|&skip| skip > 0))] {
        if let Some(number) = number {
            // Writing to a string cannot fail.
            let _ = write!(sql, "\n{word} {number}");
        }
    }
    sql
}

/// What the end of a game must be, as far as the table knows it.
fn of_end(limits: EndLimits, has: impl Fn(&str) -> bool) -> Vec<String> {
    let mut conditions = Vec::new();
    for (name, most) in ["white_left", "black_left"].into_iter().zip(limits.most_pieces) {
        if most < MOST && has(name) {
            conditions.push(format!("{name} <= {most}"));
        }
    }
    if limits.moved_pawns != 0 && has("home_pawns") {
        conditions.push(format!("(home_pawns & {}) = 0", limits.moved_pawns));
    }
    conditions
}

/// A text in SQL.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
