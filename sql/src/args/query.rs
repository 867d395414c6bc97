//! The arguments of `philidor-sql query`, and of the engine that answers.

use std::path::PathBuf;

use clap::ValueEnum;
use philidor_host::number;

/// Answer statements in SQL
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor-sql query \"SELECT perft('4k3/8/8/8/8/8/8/4K2R w K - 0 1', 5)\"
  philidor-sql query \"SELECT sum(paths * perft(position, 3)) FROM 'frontier/*.parquet'\"
  philidor-sql query \"SELECT material(fen), count(*) FROM 'fens.csv' GROUP BY 1\" --format csv
  philidor-sql query --file report.sql -o report.parquet
  philidor-sql query --plot pieces.svg \"SELECT ply, avg(legal_move_count(fen)) FROM 'fens.csv' GROUP BY 1\"
  philidor-sql query --tables syzygy \"SELECT tb_value(fen), count(*) FROM 'fens.csv' GROUP BY 1\"
  philidor-sql query \"COPY (SELECT …) TO 'positions/' STORED AS PARQUET\"

A file is a table: its name in single quotes, with the wildcards *, ? and []. A folder or a file
that is there is meant literally, whatever letters its name has. Parquet, CSV, JSON lines and Arrow
files are read, on a cluster by the workers, which must see them under the same names. There the
name must include a folder, as in './fens.csv'. Workers open the folders of --tables, too.

All results are written, one after another; --output and Parquet take only one. A result written as
a table is read to its end first. In Parquet, 1,024 positions as 32 bytes make a row group, twice as
many after each 2,048 groups: row groups are what a cluster distributes.

Exit code: 0 fine, 1 a statement or a file that fails, 2 wrong usage, 130 interrupted.")]
pub(crate) struct QueryArgs {
    /// Statements, separated by `;`
    #[arg(required_unless_present = "file")]
    pub(crate) sql: Option<String>,

    /// Read the statements from a file; - is standard input
    #[arg(long, short, value_name = "FILE", conflicts_with = "sql")]
    pub(crate) file: Option<PathBuf>,

    /// Format of the results [default: a table on standard output, otherwise by the extension of the file: .parquet,
    /// .csv, or .json, .jsonl and .ndjson for JSON lines]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,

    /// Write JSON lines, as --format json does
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Write the result to a file, which appears when it is complete
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Also draw the last result: its first column against the numbers of its second
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,

    /// Number of rows of a table to show [default: 1000 on standard output, all in a file]
    #[arg(long, value_name = "N", value_parser = number(0..=usize::MAX))]
    pub(crate) rows: Option<usize>,

    /// Folder of the Syzygy tables that tb_wdl, tb_dtz and tb_value ask; may be given several times
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) session: SessionArgs,
}

/// How a result is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Table,
    /// With a header line
    Csv,
    /// One object per line
    Json,
    /// Compressed with zstd
    Parquet,
}

/// The engine that answers, and its settings.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SessionArgs {
    /// Query the cluster with this scheduler, such as df://localhost:50050
    #[arg(long, value_name = "URL", env = "PHILIDOR_CLUSTER")]
    pub(crate) cluster: Option<String>,

    /// Setting of the engine, such as datafusion.execution.batch_size=64
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) settings: Vec<String>,

    /// Number of threads, and of parts of a table [default: all available cores; on a cluster a part per 16 MiB of
    /// files, from 2, or from 16 if each row takes long, to 256]
    #[arg(long, value_name = "N", value_parser = number(1..=65_536_u32))]
    pub(crate) partitions: Option<u32>,
}
