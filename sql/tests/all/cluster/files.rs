//! Scheduler, workers and clients must see the same files, and notice if they do not.
//!
//! `/proc/self/cwd` is the folder in which a process works, so under one name each process sees files of its own, as
//! machines do.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{Cluster, answered, here};
use crate::machine::frontier;

#[test]
fn a_pattern_means_the_same_files_on_a_cluster() {
    let folder = frontier();
    // A file with letters that mean something in names of files on the network.
    fs::copy(folder.path().join("frontier/0.parquet"), folder.path().join("frontier/100% #1.parquet"))
        .unwrap();
    let cluster = Cluster::of(1);
    let mut counts = Vec::new();
    for pattern in ["[0-2].parquet", "*.parquet", "", "3.parquet", "1*.parquet"] {
        let sql = format!(
            "SELECT count(*) AS n, sum(legal_move_count(position)) AS moves FROM '{}/frontier/{pattern}'",
            folder.path().display()
        );
        let here = here(&sql);
        assert_eq!(cluster.ask(&sql).as_ref(), Ok(&here), "{pattern}\n{}", cluster.logs());
        counts.push(here);
    }
    assert_eq!(counts[1], counts[2], "a folder is all of its files");
    counts.remove(2);
    counts.sort();
    counts.dedup();
    assert_eq!(counts.len(), 4, "the patterns are different files: {counts:?}");
}

#[test]
fn names_and_copies_are_in_the_folder_of_whoever_asks() {
    let folder = frontier();
    let elsewhere = TempDir::new().unwrap();
    let mut cluster = Cluster::with(&[], elsewhere.path());
    cluster.add(&[], &[], elsewhere.path());
    let sql = "CREATE VIEW few AS SELECT paths FROM 'frontier/[0-2].parquet'; \
               COPY (SELECT sum(paths) AS paths FROM few) TO 'sum.parquet'; SELECT paths FROM './sum.parquet'";
    let there = answered(cluster.begin_asking(sql, &[], folder.path()));
    let three =
        format!("SELECT sum(paths) AS paths FROM '{}/frontier/[0-2].parquet'", folder.path().display());
    let expected = format!("count\n1\n{}", here(&three));
    assert_eq!(there.as_ref(), Ok(&expected), "{}", cluster.logs());
    assert!(folder.path().join("sum.parquet").is_file());
    let error = answered(cluster.begin_asking("SELECT paths + 1 FROM 'sum.parquet'", &[], folder.path()));
    assert!(error.is_err_and(|error| error.contains("'./sum.parquet'")));
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0, "something was written elsewhere");
}

#[cfg(target_os = "linux")]
#[test]
fn a_scheduler_that_sees_other_files_is_noticed() {
    let folder = frontier();
    let other = TempDir::new().unwrap();
    let mut cluster = Cluster::with(&[], other.path());
    cluster.add(&[], &[], folder.path());
    let ask = |cluster: &Cluster, name: &str| {
        let sql = format!("SELECT count(*) AS n FROM '/proc/self/cwd/{name}'");
        answered(cluster.begin_asking(&sql, &[], folder.path()))
    };
    for name in ["frontier/*.parquet", "frontier/[0-3].parquet", "frontier/", "frontier/0.parquet"] {
        let error = ask(&cluster, name).expect_err(name);
        assert!(error.contains("the scheduler sees no files"), "{name}: {error}\n{}", cluster.logs());
    }
    copy_frontier(folder.path(), other.path(), "7.parquet");
    let error = ask(&cluster, "frontier/*.parquet").expect_err("a file is missing");
    assert!(error.contains("the scheduler sees 7 files"), "{error}");
    assert!(ask(&cluster, "frontier/[0-3].parquet").is_ok(), "{}", cluster.logs());
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_sees_other_files_is_noticed() {
    let folder = frontier();
    let other = TempDir::new().unwrap();
    let mut cluster = Cluster::with(&[], folder.path());
    cluster.add(&[], &[], other.path());
    let ask = |cluster: &Cluster| {
        let sql = "SELECT sum(paths) AS n FROM '/proc/self/cwd/frontier/*.parquet'";
        answered(cluster.begin_asking(sql, &[], folder.path()))
    };
    copy_frontier(folder.path(), other.path(), "7.parquet");
    let error = ask(&cluster).expect_err("a file is missing");
    assert!(error.contains("worker 127.0.0.1:") && error.contains("7.parquet is not here"), "{error}");
    fs::write(other.path().join("frontier/7.parquet"), "something else").unwrap();
    let error = ask(&cluster).expect_err("a file is another one");
    assert!(error.contains("7.parquet has 14 bytes here"), "{error}");
    fs::copy(folder.path().join("frontier/7.parquet"), other.path().join("frontier/7.parquet")).unwrap();
    assert_eq!(ask(&cluster).as_deref(), Ok("n\n8902\n"), "{}", cluster.logs());
}

/// Copies a frontier without one of its files.
fn copy_frontier(from: &Path, to: &Path, without: &str) {
    fs::create_dir(to.join("frontier")).unwrap();
    for entry in fs::read_dir(from.join("frontier")).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name() != without {
            fs::copy(entry.path(), to.join("frontier").join(entry.file_name())).unwrap();
        }
    }
}
