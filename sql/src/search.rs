//! `philidor-sql search`: games with a pattern, found by one statement.
//!
//! ```text
//! the pattern ──► limits for the end of a game     home_pawns, white_left, black_left     row groups and columns
//!            └──► first_match(moves, …)            the moves of the games that remain
//! ```
//!
//! Tables that [`import`](crate::import) makes have the columns about the end; without them the statement plays every
//! game. DataFusion may evaluate the second half of an `AND` for all rows, so a `CASE` guards the moves.

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

use crate::args::{QueryArgs, SearchArgs};
use crate::ending::Ending;
use crate::query::{self, quoted};
use crate::session;

/// What to show of a game, with the columns that may say it, the first choice first. `UTCDate` is a date in imported
/// tables; as a text it is like the tag `Date`, of which parts may be unknown.
const SHOWN: [(&str, &[(&str, &str)]); 5] = [
    ("White", &[("White", "\"White\"")]),
    ("Black", &[("Black", "\"Black\"")]),
    ("Date", &[("UTCDate", "replace(CAST(\"UTCDate\" AS VARCHAR), '-', '.')"), ("Date", "\"Date\"")]),
    ("Result", &[("Result", "\"Result\"")]),
    ("ECO", &[("ECO", "\"ECO\""), ("opening_eco", "opening_eco")]),
];

/// The most pieces and pawns of a side.
const MAX_PIECES: u8 = 16;

/// Finds the games.
pub(crate) async fn run(args: &SearchArgs, functions: Vec<Arc<ScalarUDF>>) -> anyhow::Result<Ending> {
    let table = table(&args.table)?;
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
        format: None,
        json: args.json,
        output: None,
        plot: None,
        rows: None,
        tables: Vec::new(),
        session: args.session.clone(),
    };
    query::answer(&args, statements, &session, scheduler.as_deref()).await
}

/// The table in SQL: the games of an import, by its folder or theirs, or Parquet files.
fn table(name: &str) -> anyhow::Result<String> {
    ensure!(!name.is_empty(), "the name of the table is empty; `.` is the import in this folder");
    let path = Path::new(name);
    let is_parquet = path.extension().is_some_and(|extension| extension == "parquet");
    ensure!(
        is_parquet || !path.is_file(),
        "{name} is not a table; import it first, or search it with `philidor pgn filter`"
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
    let (text, pattern) = args.pattern();
    let search = pattern.search();
    let start = if has("start_fen") { "start_fen" } else { "NULL" };
    let result = if search.asks_result() { ", \"Result\"" } else { "" };
    let first = format!("first_match(moves, {}, {start}{result})", quoted(&text));
    let mut conditions = if args.play_all { Vec::new() } else { end_conditions(search.end_limits(), has) };
    conditions.extend(args.condition.as_ref().map(|condition| format!("({condition})")));
    // The conditions also stand alone, for the statistics of row groups. The CASE returns the ply, since DataFusion
    // turns one that returns a truth back into an AND.
    conditions.push(match conditions.join(" AND ") {
        cheap if cheap.is_empty() => format!("{first} IS NOT NULL"),
        cheap => format!("CASE WHEN {cheap} THEN {first} END IS NOT NULL"),
    });
    let conditions = conditions.join("\n  AND ");
    if args.count {
        return format!("SELECT count(*) AS games\nFROM {table}\nWHERE {conditions}");
    }
    let mut columns = vec!["id".to_owned()];
    columns.extend(SHOWN.iter().filter_map(|(name, from)| shown(name, from, has)));
    columns.push(format!("{first} AS ply"));
    columns.extend(Some("\"Site\"".to_owned()).filter(|_| has("Site")));
    let columns: Vec<String> = columns.into_iter().filter(|name| name != "id" || has("id")).collect();
    let mut sql = format!("SELECT {}\nFROM {table}\nWHERE {conditions}", columns.join(", "));
    if let Some(limit) = args.limit {
        // Writing to a string cannot fail.
        let _ = write!(sql, "\nLIMIT {limit}");
    } else if has("id") {
        sql.push_str("\nORDER BY id");
    }
    sql
}

/// What a game says under a name; `None` if the table has no column for it.
fn shown(name: &str, from: &[(&str, &str)], has: impl Fn(&str) -> bool) -> Option<String> {
    let from: Vec<&str> = from.iter().filter(|(column, _)| has(column)).map(|(_, value)| *value).collect();
    let value = match from.as_slice() {
        [] => return None,
        [value] => (*value).to_owned(),
        several => format!("coalesce({})", several.join(", ")),
    };
    let name = format!("\"{name}\"");
    Some(if value == name { value } else { format!("{value} AS {name}") })
}

/// The conditions on the end of a game, on columns that the table has.
fn end_conditions(limits: EndLimits, has: impl Fn(&str) -> bool) -> Vec<String> {
    let mut conditions = Vec::new();
    for (name, most) in ["white_left", "black_left"].into_iter().zip(limits.most_pieces) {
        if most < MAX_PIECES && has(name) {
            conditions.push(format!("{name} <= {most}"));
        }
    }
    if limits.moved_pawns != 0 && has("home_pawns") {
        conditions.push(format!("(home_pawns & {}) = 0", limits.moved_pawns));
    }
    conditions
}
