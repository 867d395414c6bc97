//! The arguments of `philidor-sql query`, and of the engine that answers.

use std::path::PathBuf;

use clap::ValueEnum;

/// Answer statements in SQL
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor-sql query \"SELECT perft('4k3/8/8/8/8/8/8/4K2R w K - 0 1', 5)\"
  philidor-sql query \"SELECT sum(paths * perft(position, 3)) FROM 'frontier/*.parquet'\"
  philidor-sql query \"SELECT material(fen), count(*) FROM 'fens.csv' GROUP BY 1\" --format csv
  philidor-sql query --file report.sql -o report.parquet
  philidor-sql query --plot men.svg \"SELECT ply, avg(legal_move_count(fen)) FROM 'fens.csv' GROUP BY 1\"
  philidor-sql query \"COPY (SELECT …) TO 'positions/' STORED AS PARQUET\"

A file is a table: its name in single quotes, with * and ? if you like. Parquet, CSV, JSON lines and
Arrow files are read, on a cluster by the workers, which must see the files under the same names;
there the name has its folder, as in './fens.csv'.

Every result is written, one after the other; --output and Parquet take only one. A result that is
written as a table is read to its end first. Of positions as 32 bytes, 1,024 are a row group of
Parquet: a cluster shares out row groups.

Exit code: 0 fine, 1 a statement or a file that fails, 2 wrong usage, 130 interrupted.")]
pub(crate) struct QueryArgs {
    /// Statements, with `;` between
    #[arg(required_unless_present = "file")]
    pub(crate) sql: Option<String>,

    /// Read the statements from a file; - is standard input
    #[arg(long, short, value_name = "FILE", conflicts_with = "sql")]
    pub(crate) file: Option<PathBuf>,

    /// How results are written; without it, as the name of the output ends: .parquet, .csv, or .json, .jsonl and
    /// .ndjson for JSON lines. On standard output it is a table
    #[arg(long, value_enum)]
    pub(crate) format: Option<Form>,

    /// Write the result to a file, which appears when it is whole
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Draw the result, too: its first column by the numbers of its second. Of several results the last is drawn
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,

    /// How many rows of a table are shown; without it 1000 on standard output, and all in a file
    #[arg(long, value_name = "N")]
    pub(crate) rows: Option<usize>,

    #[command(flatten)]
    pub(crate) session: SessionArgs,
}

/// How a result is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For people
    Table,
    /// With a head line
    Csv,
    /// One object a line
    Json,
    /// Compressed by zstd
    Parquet,
}

/// Which engine answers, and with which settings.
#[derive(Debug, clap::Args)]
pub(crate) struct SessionArgs {
    /// Ask a cluster: the address of its scheduler, such as df://localhost:50050
    #[arg(long, value_name = "URL", env = "PHILIDOR_CLUSTER")]
    pub(crate) cluster: Option<String>,

    /// A setting of the engine, such as datafusion.execution.batch_size=64
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) settings: Vec<String>,

    /// On how many threads, and into how many parts the tables are cut; all available cores if not given, on a
    /// cluster a part for 16 MiB of files, at least 2, or 16 if each row takes long, and at most 256
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(crate) partitions: Option<u32>,
}
