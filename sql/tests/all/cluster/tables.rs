//! Syzygy tables on the machines of workers.
//!
//! As in `files.rs`, `/proc/self/cwd` names other files for each process.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{Cluster, answered};
use crate::machine::{copy_syzygy, written};

/// A folder with `endgames.parquet`.
fn endgames() -> TempDir {
    let folder = TempDir::new().unwrap();
    let rows = "SELECT from_fen(fen) AS position FROM (VALUES ('8/8/8/8/8/4k3/4q3/4K3 w - -'), ('8/8/8/8/8/4k3/8/R3K3 w - -'), \
                ('8/8/8/8/8/4k3/8/B3K3 w - -'), ('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1')) AS t(fen)";
    written(["query", rows, "--output", folder.path().join("endgames.parquet").to_str().unwrap()]);
    folder
}

const SQL: &str =
    "SELECT tb_wdl(position) AS wdl, count(*) AS n FROM './endgames.parquet' GROUP BY wdl ORDER BY wdl";
const ANSWER: &str = "wdl,n\n-2,1\n0,1\n2,1\n,1\n";

#[test]
fn a_folder_of_whoever_asks_is_opened_by_the_workers() {
    let folder = endgames();
    let elsewhere = TempDir::new().unwrap();
    copy_syzygy(&folder.path().join("syzygy"), |_| true);
    let mut cluster = Cluster::with(&[], elsewhere.path());
    for _ in 0..2 {
        cluster.add(&[], &[], elsewhere.path());
    }
    // The name is relative, and the constant is asked for where the statement is planned.
    let constant = SQL.replace("AS n", "AS n, tb_wdl('8/8/8/8/8/4k3/4q3/4K3 w - -') AS c");
    for (sql, expected) in [(SQL, ANSWER), (&constant, "wdl,n,c\n-2,1,-2\n0,1,-2\n2,1,-2\n,1,-2\n")] {
        let found = answered(cluster.begin_asking(sql, &["--tables", "syzygy"], folder.path()));
        assert_eq!(found.as_deref(), Ok(expected), "{}", cluster.logs());
    }
    // A worker keeps nothing for those who ask without tables.
    let error = answered(cluster.begin_asking(SQL, &[], folder.path())).expect_err("no tables are given");
    assert!(error.contains("worker 127.0.0.1:") && error.contains("--tables DIR"), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_sees_other_tables_is_noticed() {
    let folder = endgames();
    let other = TempDir::new().unwrap();
    fs::copy(folder.path().join("endgames.parquet"), other.path().join("endgames.parquet")).unwrap();
    copy_syzygy(&folder.path().join("syzygy"), |_| true);
    let there = other.path().join("syzygy");
    let mut cluster = Cluster::with(&[], folder.path());
    cluster.add(&[], &[], other.path());
    let ask = |cluster: &Cluster| {
        let sql = SQL.replace("./", "/proc/self/cwd/");
        answered(cluster.begin_asking(&sql, &["--tables", "/proc/self/cwd/syzygy"], folder.path()))
    };
    let fails = |cluster: &Cluster, causes: &[&str]| {
        let error = ask(cluster).expect_err("the tables are others");
        for cause in ["worker 127.0.0.1:", "tb_wdl: /proc/self/cwd/syzygy"].iter().chain(causes) {
            assert!(error.contains(cause), "{cause}: {error}\n{}", cluster.logs());
        }
    };
    fails(&cluster, &[": No such file or directory"]);
    copy_syzygy(&there, |name| !name.starts_with("KR"));
    fails(&cluster, &["has 8 files of ", "but 10 files of "]);
    copy_syzygy(&there, |_| true);
    let queens = Path::new("syzygy/KQvK.rtbw");
    let mut bytes = fs::read(folder.path().join(queens)).unwrap();
    bytes[0] ^= 1;
    fs::write(other.path().join(queens), bytes).unwrap();
    fails(&cluster, &["/KQvK.rtbw at byte 0: "]);
    // The same worker, once the file is whole again.
    copy_syzygy(&there, |_| true);
    assert_eq!(ask(&cluster).as_deref(), Ok(ANSWER), "{}", cluster.logs());
}
