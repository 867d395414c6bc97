//! The files that a command reads, which none of its outputs replaces.
//!
//! Files that arguments name are noted before an output is opened. Which files a statement reads is known when the
//! statement is planned, maybe after others have run; outputs that are open then are asked again.

use std::path::{Path, PathBuf};

use anyhow::Context;
use datafusion::catalog::Session;
use datafusion::common::Result;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::datasource::listing::ListingTable;
use datafusion::datasource::source_as_provider;
use datafusion::logical_expr::LogicalPlan;
use philidor_host::refuse_standard_output;

use crate::files;

/// From now on, no output of this process replaces or changes these files; `-` is standard input.
pub(crate) fn protect<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> anyhow::Result<()> {
    paths.into_iter().for_each(|path| philidor_host::protect(path.as_ref()));
    refuse_standard_output().context("cannot write to standard output")
}

/// The files of this machine that a statement reads.
pub(crate) async fn files_of(plan: &LogicalPlan, session: &dyn Session) -> Result<Vec<PathBuf>> {
    let (mut tables, mut paths) = (Vec::new(), Vec::new());
    plan.apply_with_subqueries(|node| {
        if let LogicalPlan::TableScan(scan) = node {
            tables.extend(source_as_provider(&scan.source));
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    for table in tables.iter().filter_map(|table| table.downcast_ref::<ListingTable>()) {
        for url in table.table_paths().iter().filter(|url| url.scheme() == "file") {
            for file in files::look(url, &table.options().file_extension, session).await? {
                paths.extend(files::single(url, &file.location)?.get_url().to_file_path());
            }
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread;

    use clap::Parser;
    use philidor_host::{WholeFile, is_input};
    use tokio::runtime::Builder;

    use crate::args::{Args, Command};
    use crate::{export, import, query};

    fn run(arguments: &[&str]) -> anyhow::Result<()> {
        match Args::parse_from(arguments).command {
            Command::Query(args) => {
                let runtime = Builder::new_current_thread().enable_all().build()?;
                runtime.block_on(query::run(&args, Vec::new())).map(|_| ())
            }
            Command::Export(args) => export::run(&args),
            _ => panic!("another command"),
        }
    }

    fn no_output_is_an_input() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).to_str().expect("a text").to_owned();
        let select = |name: &str| format!("SELECT * FROM '{}'", path(name));
        let report = path("report.sql");
        fs::create_dir(path("games")).expect("a folder");
        let view = format!("CREATE VIEW v AS {}; SELECT * FROM v", select("c.csv"));
        let table =
            format!("CREATE EXTERNAL TABLE t STORED AS CSV LOCATION '{}'; SELECT a FROM t", path("d.csv"));
        for (name, arguments) in [
            ("a.csv", ["query", &select("a.csv"), "--output"]),
            ("b 1.csv", ["query", &select("b*.csv"), "--plot"]),
            ("c.csv", ["query", &view, "--output"]),
            ("d.csv", ["query", &table, "--output"]),
            ("report.sql", ["query", &format!("--file={report}"), "--format=csv"]),
            ("games/part-0.parquet", ["export", &path(""), "--output"]),
        ] {
            let content = if name.ends_with("sql") { "SELECT 1 AS a" } else { "a,b\n1,2\n" };
            fs::write(path(name), content).expect("written");
            let output = if name.ends_with("sql") { format!("--output={report}") } else { path(name) };
            let [command, from, to] = arguments;
            let error = run(&["philidor-sql", command, from, to, &output]).expect_err("an input");
            assert!(is_input(error.chain()), "{name}: {error:#}");
            assert_eq!(fs::read_to_string(path(name)).expect("read"), content, "{name}");
        }
        fs::write(path("games.pgn"), "1. e4 *").expect("written");
        import::inputs(&[path("*.pgn")]).expect("a file");
        let error = anyhow::Error::from(WholeFile::create(path("games.pgn").as_ref()).expect_err("an input"));
        assert!(is_input(error.chain()), "{error:#}");
    }

    /// On a thread with a stack that is large enough for the engine.
    #[test]
    fn no_output_replaces_what_the_command_reads() {
        let thread = thread::Builder::new().stack_size(32 << 20);
        thread.spawn(no_output_is_an_input).expect("a thread").join().expect("all are refused");
    }
}
