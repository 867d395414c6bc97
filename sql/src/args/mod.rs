//! The arguments of the command line and their help: one file for each group of subcommands.

mod cluster;
mod explorer;
mod export;
mod functions;
mod import;
mod perft;
mod query;
mod search;
mod study;

use clap::{Parser, Subcommand};

pub(crate) use cluster::{ClusterArgs, ClusterCommand, SchedulerArgs, WorkerArgs};
pub(crate) use explorer::{BuildArgs, ExplorerArgs, ExplorerCommand};
pub(crate) use export::ExportArgs;
pub(crate) use functions::FunctionsArgs;
pub(crate) use import::ImportArgs;
pub(crate) use perft::PerftArgs;
pub(crate) use query::{Format, QueryArgs, SessionArgs};
pub(crate) use search::SearchArgs;
pub(crate) use study::StudyArgs;

/// SQL over chess positions, on one machine or a cluster.
#[derive(Debug, Parser)]
#[command(
    name = "philidor-sql",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  philidor-sql functions                                 the chess functions, with examples
  philidor-sql query \"SELECT legal_move_count(fen) FROM 'positions.csv'\"
  philidor-sql search lichess --pattern 'passed P on 7'  games with a pattern
  philidor-sql perft 7 --frontier 4                      3,195,901,860
  philidor-sql explorer build lichess -o explorer        an opening explorer, as philidor-explorer
  philidor-sql cluster scheduler                         start a cluster …
  philidor-sql cluster worker                            … and add a worker
  philidor-sql query --cluster df://localhost:50050 \"SELECT …\"

Exit code: 0 fine, 1 a statement or a file that fails, 2 wrong usage, 130 interrupted."
)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Query(QueryArgs),
    Import(ImportArgs),
    Export(ExportArgs),
    /// Make a Parquet table from Lichess's file of evaluations
    #[command(after_help = study::EVALUATIONS)]
    Evaluations(StudyArgs),
    /// Make a Parquet table from Lichess's file of puzzles
    #[command(after_help = study::PUZZLES)]
    Puzzles(StudyArgs),
    Search(Box<SearchArgs>),
    Perft(PerftArgs),
    Functions(FunctionsArgs),
    Explorer(ExplorerArgs),
    Cluster(ClusterArgs),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_has_no_contradictions() {
        Args::command().debug_assert();
    }
}
