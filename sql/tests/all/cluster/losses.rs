//! Workers, schedulers and clients go away in the middle.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

use super::{Cluster, PERFT_6, Process, answered, command, unused_address};
#[cfg(unix)]
use crate::machine::philidor_sql;
use crate::machine::{errors, frontier, written};

/// The statement of perft(6) over a frontier, each row of which takes some milliseconds more.
fn slow_sum(folder: &TempDir, milliseconds: u32) -> String {
    format!(
        "SELECT sum(delay(CAST(paths AS BIGINT), {milliseconds}) * perft(position, 3)) AS leaves \
         FROM '{}/frontier/*.parquet'",
        folder.path().display()
    )
}

#[test]
fn a_worker_that_is_killed_in_the_middle_changes_nothing() {
    let folder = frontier();
    let mut cluster = Cluster::of(2);
    let asking = cluster.begin_asking(&slow_sum(&folder, 1), &[], Path::new("."));
    cluster.wait_until("the first worker is in the middle of a task", |cluster| cluster.tasks(0).1 > 0);
    cluster.workers[0].kill();
    assert!(cluster.tasks(0).1 > 0, "it had finished all of its tasks");
    assert_eq!(answered(asking).as_deref(), Ok(&*format!("leaves\n{PERFT_6}\n")), "{}", cluster.logs());
    assert!(cluster.workers[1].lives());
}

#[test]
fn what_a_worker_had_made_is_made_again_when_it_is_killed() {
    let folder = TempDir::new().unwrap();
    let name = |part: u32| folder.path().join(format!("{part}.parquet"));
    // One part takes longer than all others, so one worker still works on it when the other has done the rest.
    for part in 0..4 {
        let sql = format!(
            "SELECT value % 3 AS kind, value AS n, CASE WHEN value = 0 AND {part} = 3 THEN 3000 ELSE 0 END AS wait \
             FROM generate_series(0, 99)"
        );
        written(["query", &sql, "--output", name(part).to_str().unwrap()]);
    }
    let sql = format!(
        "SELECT kind, sum(delay(n, wait)) AS n FROM '{}/*.parquet' GROUP BY kind ORDER BY kind",
        folder.path().display()
    );
    let mut cluster = Cluster::of(2);
    // A reader of a dead worker gives up at once rather than after nine seconds.
    let patience = ["--set", "ballista.client.io_retries_times=1", "--partitions", "4"];
    let asking = cluster.begin_asking(&sql, &patience, Path::new("."));
    let done = |cluster: &Cluster| {
        (0..2).find(|&worker| {
            let (finished, running) = cluster.tasks(worker);
            finished > 0 && running == 0 && cluster.tasks(1 - worker).1 > 0
        })
    };
    cluster.wait_until("three of four parts are done", |cluster| {
        cluster.tasks(0).0 + cluster.tasks(1).0 == 3 && done(cluster).is_some()
    });
    let idle = done(&cluster).expect("a worker that has done its share");
    cluster.workers[idle].kill();
    assert_eq!(answered(asking).as_deref(), Ok("kind,n\n0,6732\n1,6468\n2,6600\n"), "{}", cluster.logs());
    let all = cluster.tasks_of_first_stage(1 - idle);
    assert!(all >= 4, "{all} of the four parts were made by the worker that is left\n{}", cluster.logs());
}

#[test]
fn without_any_worker_there_is_an_error_and_a_new_worker_is_welcome() {
    let folder = frontier();
    let mut cluster = Cluster::of(2);
    let asking = cluster.begin_asking(&slow_sum(&folder, 20), &[], Path::new("."));
    cluster.wait_until("a task is being done", |cluster| cluster.tasks(0).1 + cluster.tasks(1).1 > 0);
    for worker in &mut cluster.workers {
        worker.kill();
    }
    let error = answered(asking).expect_err("there is no worker");
    assert!(!error.contains("Error("), "{error}");
    cluster.add_worker();
    let table = cluster.ask(&slow_sum(&folder, 0));
    assert_eq!(table.as_deref(), Ok(&*format!("leaves\n{PERFT_6}\n")), "{}", cluster.logs());
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_workers_too() {
    let folder = frontier();
    let cluster = Cluster::of(1);
    // Hours of work, half a second a row: 64 rows, which the engine hands over, take longer than anybody waits here.
    let asking = cluster.begin_asking(&slow_sum(&folder, 500), &[], Path::new("."));
    cluster.wait_until("a task is being done", |cluster| cluster.tasks(0).1 > 0);
    asking.interrupt();
    let output = asking.ended();
    assert_eq!(output.status.code(), Some(130), "{}", errors(&output));
    assert!(output.stdout.is_empty());
    cluster.wait_until("the task is given up", |cluster| cluster.logged(0, "Task cancelled") > 0);
    cluster.wait_until("the worker is free", |cluster| cluster.tasks(0).1 == 0);
    assert!(cluster.tasks(0).0 < 8, "all parts were counted though the answer was not wanted");
}

/// Four units are counted at once, each by a statement of its own.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_every_unit_of_a_perft() {
    let folder = TempDir::new().unwrap();
    let cluster = Cluster::of(2);
    let (results, url) = (folder.path().join("run"), cluster.url());
    let arguments = ["perft", "8", "--units", "4", "--results", results.to_str().unwrap(), "--cluster", &url];
    let mut command = philidor_sql(arguments);
    let counting = Process(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    cluster.wait_until("all units are being counted", |cluster| {
        let (begun, ended) = ("Job submitted: [", "Job finished successfully: [");
        results.join("plan.json").exists() && cluster.scheduled(begun) == cluster.scheduled(ended) + 4
    });
    counting.interrupt();
    let output = counting.ended();
    assert_eq!(output.status.code(), Some(130), "{}", errors(&output));
    cluster.wait_until("all units are given up", |cluster| cluster.scheduled("Job cancelled: [") == 4);
    cluster.wait_until("the workers are free", |cluster| (0..2).all(|worker| cluster.tasks(worker).1 == 0));
    assert_eq!(fs::read_to_string(results.join("counts.jsonl")).unwrap(), "", "no unit was counted");
}

#[test]
fn a_scheduler_that_is_killed_ends_the_statement_and_a_new_one_has_its_workers_back() {
    let folder = frontier();
    let mut cluster = Cluster::of(2);
    let asking = cluster.begin_asking(&slow_sum(&folder, 2), &[], Path::new("."));
    cluster.wait_until("a task is being done", |cluster| cluster.tasks(0).1 > 0);
    cluster.scheduler.kill();
    let error = answered(asking).expect_err("there is no worker");
    assert!(error.contains("the scheduler does not answer"), "{error}");
    let complaint = "Executor poll work loop failed";
    cluster.wait_until("a worker notices", |cluster| cluster.logged(0, complaint) > 0);
    // It asks twenty times a second, and there are a few ways to find no scheduler.
    sleep(Duration::from_secs(1));
    assert!(cluster.logged(0, complaint) < 6, "{}", cluster.logs());
    cluster.restart_scheduler();
    for worker in &mut cluster.workers {
        assert!(worker.lives());
    }
    let table = cluster.ask(&slow_sum(&folder, 0));
    assert_eq!(table.as_deref(), Ok(&*format!("leaves\n{PERFT_6}\n")), "{}", cluster.logs());
}

#[cfg(unix)]
#[test]
fn a_worker_that_ends_removes_its_own_folder_and_no_other() {
    let folder = frontier();
    let mut cluster = Cluster::of(0);
    cluster.add(&["--work", folder.path().to_str().unwrap()], &[], Path::new("."));
    let names = || {
        let entries = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        entries.map(|name| name.into_string().unwrap()).collect::<Vec<_>>()
    };
    let file = format!("{}/frontier/*.parquet", folder.path().display());
    let table = cluster.ask(&format!("SELECT sum(paths) AS paths FROM '{file}'"));
    assert_eq!(table.as_deref(), Ok("paths\n8902\n"), "{}", cluster.logs());
    assert_eq!(names().len(), 2, "{:?}", names());
    let worker = cluster.workers.remove(0);
    worker.interrupt();
    assert_eq!(worker.ended().status.code(), Some(0), "{}", cluster.logs());
    assert_eq!(names(), ["frontier"], "{}", cluster.logs());
    assert_eq!(fs::read_dir(folder.path().join("frontier")).unwrap().count(), 8);
}

#[test]
fn a_worker_without_a_scheduler_gives_up() {
    let unused_address = unused_address();
    let worker = command(&["cluster", "worker", "--scheduler", &unused_address, "--connect-timeout", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let output = Process(worker).ended();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        errors(&output).contains(&format!("no scheduler at {unused_address} within 1 s")),
        "{}",
        errors(&output)
    );
}

#[test]
fn who_asks_where_no_scheduler_is_hears_so() {
    let url = format!("df://{}", unused_address());
    let asking = command(&["query", "SELECT 1", "--cluster", &url])
        .env("PHILIDOR_LOG", "off")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let error = answered(Process(asking)).expect_err("there is no scheduler");
    assert!(error.contains("the scheduler does not answer") && error.contains("refused"), "{error}");
}
