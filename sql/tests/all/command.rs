//! What a user of the command sees.

use std::fs::{self, File};
use std::io::Write;
use std::process::{self, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::Value;
use tempfile::TempDir;

use crate::machine::{START, errors, frontier, philidor_sql, written};

#[test]
fn the_leaves_of_a_frontier_are_those_of_the_tree() {
    let folder = frontier();
    let sql = "SELECT sum(paths * perft(position, 3)) AS leaves FROM 'frontier/*.parquet'";
    let output = philidor_sql(["query", sql, "--format", "csv"]).current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "leaves\n119060324\n");
}

#[test]
fn a_result_is_written_in_every_form() {
    let sql = "SELECT 1 AS a, [1, 2] AS b, CAST(NULL AS VARCHAR) AS c";
    assert_eq!(written(["query", sql, "--format", "csv"]), "a,b,c\n1,\"[1, 2]\",\n");
    for json in [&["--format", "json"][..], &["--json"]] {
        assert_eq!(written(["query", sql].iter().chain(json).copied()), "{\"a\":1,\"b\":[1,2],\"c\":null}\n");
    }
    let table = written(["query", sql]);
    assert!(table.lines().any(|line| line == "| 1 | [1, 2] |   |"), "{table}");
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("out.parquet");
    let file = file.to_str().unwrap();
    assert_eq!(written(["query", sql, "--output", file]), "");
    let again = format!("SELECT * FROM '{file}'");
    assert_eq!(written(["query", &again, "--format", "csv"]), "a,b,c\n1,\"[1, 2]\",\n");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "something is left over");
}

#[test]
fn a_result_without_rows_has_its_columns() {
    let sql = "SELECT 1 AS a WHERE false";
    assert_eq!(written(["query", sql, "--format", "csv"]), "a\n");
    assert_eq!(written(["query", sql, "--format", "json"]), "");
    assert!(written(["query", sql]).contains("| a |"));
}

#[test]
fn statements_come_from_a_file_or_standard_input_one_after_the_other() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("report.sql");
    fs::write(&file, "CREATE VIEW v AS SELECT 3 AS a; SELECT a FROM v; SELECT a + 1 AS b FROM v;").unwrap();
    assert_eq!(written(["query", "--file", file.to_str().unwrap(), "--format", "csv"]), "a\n3\nb\n4\n");
    let mut child = philidor_sql(["query", "--file", "-", "--format", "csv"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"SELECT 7 AS seven").unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, b"seven\n7\n");
}

#[test]
fn two_columns_are_drawn_as_a_line_or_as_bars() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("plot.svg");
    let draw = |sql: &str| philidor_sql(["query", sql, "--plot", file.to_str().unwrap()]).output().unwrap();
    assert!(draw("SELECT value AS ply, value * value AS moves FROM generate_series(1, 9)").status.success());
    let line = fs::read_to_string(&file).unwrap();
    assert!(
        line.contains("<polyline") && line.matches("<circle").count() == 9 && line.contains(">moves<"),
        "{line}"
    );
    assert!(
        draw("SELECT * FROM (VALUES ('R<B', 2.5), ('Q', -1.0), (NULL, 7.0)) AS t(pieces, score)")
            .status
            .success()
    );
    let bars = fs::read_to_string(&file).unwrap();
    assert!(bars.contains("R&lt;B") && bars.matches("<rect").count() == 3, "{bars}");
    for (sql, named) in
        [("SELECT 1", "two columns"), ("SELECT 1, 'a'", "numbers"), ("SELECT 1, 2 WHERE false", "nothing")]
    {
        let output = draw(sql);
        assert_eq!(output.status.code(), Some(1), "{sql}");
        assert!(errors(&output).contains(named), "{sql}: {}", errors(&output));
    }
}

/// What a statement draws, which must succeed.
fn drawn(sql: &str) -> String {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("plot.svg");
    written(["query", sql, "--plot", file.to_str().unwrap()]);
    fs::read_to_string(file).unwrap()
}

#[test]
fn a_line_has_a_dot_for_each_point_or_none() {
    for (points, dots) in [(100, 100), (101, 0)] {
        let svg = drawn(&format!("SELECT value, value * 2 AS double FROM generate_series(1, {points})"));
        assert_eq!(svg.matches("<circle").count(), dots);
        let (_, line) = svg.split_once("points=\"").unwrap();
        assert_eq!(line.split('"').next().unwrap().split(' ').count(), points);
    }
}

#[test]
fn long_words_in_a_plot_have_room_or_are_shortened() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let svg = drawn(&format!("VALUES ('{fen}', 0.0001), (repeat('q', 300), 0.0009), (chr(1), 0.0004)"));
    assert!(svg.contains(&format!(">{fen}</text>")) && svg.contains("qqq…</text>"), "{svg}");
    assert!(svg.contains(">0.0002</text>") && svg.contains(">\u{FFFD}</text>"), "{svg}");
    // Labels end where the drawing begins, so 30 characters of 7 pixels fit to the left of it.
    let (before, _) = svg.split_once(&format!(">{fen}<")).unwrap();
    let (_, place) = before.rsplit_once("<text x=\"").unwrap();
    let end: f64 = place.split('"').next().unwrap().parse().unwrap();
    assert!(end > 30.0 * 7.0, "{end}");
}

#[test]
fn a_number_that_no_axis_can_have_is_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("plot.svg");
    let sql = "VALUES (1, -1e308), (2, 1e308)";
    let output = philidor_sql(["query", sql, "--plot", file.to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("-1e308"), "{}", errors(&output));
    assert!(!file.exists());
    assert!(!drawn("VALUES (1, -1e300), (2, 1e300), (3, 1e-320)").contains("NaN"));
}

#[test]
fn a_plot_without_a_result_fails() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("plot.svg");
    let sql = "CREATE VIEW v AS SELECT 1 AS a, 2 AS b";
    let output = philidor_sql(["query", sql, "--plot", file.to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("no statement has a result"), "{}", errors(&output));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn what_cannot_be_written_is_named_before_anything_runs() {
    let folder = TempDir::new().unwrap();
    let (side, nowhere) = (folder.path().join("side.csv"), folder.path().join("none/out"));
    let copy = format!("COPY (SELECT 1 AS a, 2 AS b) TO '{}'", side.display());
    let out = folder.path().join("out.csv");
    let cases = [
        (copy.clone(), "--plot", nowhere.with_extension("svg"), "none/out.svg"),
        (copy.clone(), "-o", nowhere.with_extension("csv"), "none/out.csv"),
        (copy.clone(), "-o", folder.path().join("out.txt"), "out.txt does not end in .parquet"),
        (copy.clone(), "-o", folder.path().join("out"), "--format"),
        (format!("{copy}; SELECT 1 AS a"), "-o", out.clone(), "second"),
        (format!("{copy}; EXPLAIN SELECT 1 AS a"), "-o", out, "second"),
    ];
    for (sql, option, path, named) in cases {
        let output = philidor_sql(["query", &sql, option, path.to_str().unwrap()]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{sql} {option}");
        let errors = errors(&output);
        assert!(errors.contains(named) && !errors.contains(".partial"), "{errors}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{option} {named}: the statement has run");
    }
    // Without the fault the statement does run.
    written(["query", &copy]);
    assert!(side.exists());
}

#[test]
fn a_table_shows_as_many_rows_as_wanted() {
    let table = written(["query", "SELECT * FROM generate_series(1, 5)", "--rows", "2"]);
    assert!(table.contains("2 of 5 rows"), "{table}");
    assert!(table.contains("| 2 ") && !table.contains("| 3 "), "{table}");
}

#[test]
fn a_result_without_a_reader_is_not_a_failure() {
    for form in ["table", "csv", "json", "parquet"] {
        let query = ["query", "SELECT * FROM generate_series(1, 9)", "--format", form];
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = philidor_sql(query).stdout(writer).output().unwrap();
        assert_eq!((output.status.code(), errors(&output)), (Some(0), String::new()), "{form}");
    }
}

#[test]
fn a_table_is_whole_in_a_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("table.txt");
    let sql = "SELECT * FROM generate_series(1, 1001)";
    let query = ["query", sql, "--format", "table", "-o", file.to_str().unwrap()];
    assert_eq!(written(query), "");
    let table = fs::read_to_string(&file).unwrap();
    assert!(table.contains("| 1001 ") && !table.contains(" rows"), "{table}");
    assert_eq!(written(query.into_iter().chain(["--rows", "2"])), "");
    assert!(fs::read_to_string(&file).unwrap().ends_with("2 of 1001 rows; --rows shows more\n"));
    // On standard output the table has no more rows than people read.
    let shown = written(["query", sql]);
    assert!(shown.ends_with("1000 of 1001 rows; --rows shows more\n"));
}

#[test]
fn positions_are_in_row_groups_that_a_cluster_can_share_out() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("out.parquet");
    let groups = |sql: &str| -> Vec<i64> {
        written(["query", sql, "-o", file.to_str().unwrap()]);
        let reader = SerializedFileReader::new(File::open(&file).unwrap()).unwrap();
        reader.metadata().row_groups().iter().map(RowGroupMetaData::num_rows).collect()
    };
    let children = format!("(SELECT unnest(expand('{START}', 3)) AS child)");
    let sql = format!("SELECT child.position AS position, child.paths AS paths FROM {children}");
    assert_eq!(groups(&sql), [1024, 1024, 1024, 1024, 1024, 242]);
    assert_eq!(groups(&format!("SELECT child.paths AS paths FROM {children}")), [5362]);
}

#[test]
fn what_fails_is_said_and_leaves_no_file() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out.csv");
    let cases = [
        ("SELEC 1", "error: line 1, column 1: expected an SQL statement, found SELEC\n"),
        ("SELECT nobody", "error: line 1, column 8: No field named nobody."),
        (
            "SELECT perft('x')",
            "error: perft is called as perft(position, depth[, seed]), not with 1 argument\n",
        ),
        ("SELECT CAST('a' AS INT)", "error: Cast error: Cannot cast string 'a' to value of Int32 type\n"),
        ("SELECT b FROM (VALUES (1)) AS t(a)", "column 8: No field named b. Valid fields are t.a.\n"),
        ("SELECT * FROM 'not/there*.parquet'", "error: there is no file or table `not/there*.parquet`"),
        ("SELECT to_fen(f) FROM (VALUES ('no position')) AS t(f)", "`no position`"),
        ("SELECT 1 AS a; SELECT 2 AS b", "second"),
    ];
    for (sql, named) in cases {
        let output = philidor_sql(["query", sql, "-o", out.to_str().unwrap()]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{sql}");
        assert!(errors(&output).contains(named), "{sql}: {}", errors(&output));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{sql} left a file");
    }
    assert_eq!(philidor_sql(["query"]).output().unwrap().status.code(), Some(2));
    for address in ["localhost:50050", "df://localhost"] {
        let output = philidor_sql(["query", "--cluster", address, "SELECT 1"]).output().unwrap();
        let said = format!("error: a cluster is df://HOST:PORT, not {address}\n");
        assert_eq!((output.status.code(), errors(&output)), (Some(1), said));
    }
}

#[test]
fn the_list_names_every_function() {
    let list = written(["functions"]);
    for function in philidor_sql::functions::FUNCTIONS {
        assert!(list.contains(&function.usage()) && list.contains(function.about()), "{}", function.name());
    }
    let some = written(["functions", "is_"]);
    assert!(some.contains("is_check(position) → boolean") && !some.contains("perft"), "{some}");
    let json = written(["functions", "--json"]);
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<&str> = lines.iter().map(|line| line["name"].as_str().unwrap()).collect();
    let functions = philidor_sql::functions::FUNCTIONS.iter();
    assert_eq!(names, functions.map(|function| function.name()).collect::<Vec<_>>());
}

/// The last line of a run of `philidor-sql perft`.
fn counted(arguments: &[&str]) -> String {
    let all = ["perft"].iter().chain(arguments).copied();
    written(all).lines().last().unwrap().to_owned()
}

#[test]
fn perft_from_a_frontier_is_the_perft() {
    for (depth, plies, count) in
        [("0", "3", "1"), ("2", "3", "400"), ("3", "0", "8902"), ("4", "1", "197281"), ("5", "3", "4865609")]
    {
        assert_eq!(counted(&[depth, "--frontier", plies, "--units", "5"]), count, "{depth} from {plies}");
    }
    // Positions with en passant, castling and promotions; and no moves at all.
    let fen = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    assert_eq!(counted(&["4", "--frontier", "2", "--fen", fen, "--units", "3"]), "422333");
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(counted(&["3", "--frontier", "2", "--fen", mate, "--units", "2"]), "0");
    let json = ["4", "--frontier", "2", "--units", "3", "--recheck", "100%", "--json"];
    let line: Value = serde_json::from_str(&written(["perft"].into_iter().chain(json))).unwrap();
    assert_eq!(line["nodes"], "197281");
    assert_eq!((&line["positions"], &line["rechecked"]), (&400.into(), &3.into()));
}

/// Two kings behind a wall of pawns: few positions, and with each half-move six times as many paths.
#[test]
fn a_frontier_with_more_paths_than_38_digits_is_refused() {
    let fen = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1";
    let arguments = ["perft", "60", "--frontier", "60", "--units", "1", "--fen", fen];
    let output = philidor_sql(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(errors(&output).contains("has more paths than 38 digits can count"), "{}", errors(&output));
}

/// A folder is meant literally, whatever letters its name has.
#[test]
fn perft_keeps_its_results_in_a_folder_that_looks_like_a_pattern() {
    let folder = TempDir::new().unwrap();
    let results = folder.path().join("run [9]");
    let arguments = ["4", "--frontier", "2", "--units", "3", "--results", results.to_str().unwrap()];
    assert_eq!(counted(&arguments), "197281");
    // As the folder that the name would mean as a pattern, with the units of another count.
    let other = folder.path().join("run 9");
    let arguments = ["3", "--frontier", "2", "--units", "3", "--results", other.to_str().unwrap()];
    assert_eq!(counted(&arguments), "8902");
    fs::remove_file(results.join("counts.jsonl")).unwrap();
    let arguments = ["4", "--frontier", "2", "--units", "3", "--results", results.to_str().unwrap()];
    assert_eq!(counted(&arguments), "197281");
    let files = format!("SELECT sum(paths) AS paths FROM '{}/unit-*.parquet'", results.display());
    assert_eq!(written(["query", &files, "--format", "csv"]), "paths\n400\n");
}

#[test]
fn a_count_resumes_where_it_was_killed() {
    let folder = TempDir::new().unwrap();
    let results = folder.path().join("run");
    let arguments = ["5", "--frontier", "2", "--units", "6", "--results", results.to_str().unwrap()];
    assert_eq!(counted(&arguments), "4865609");
    let ledger = results.join("counts.jsonl");
    let lines = fs::read_to_string(&ledger).unwrap();
    assert_eq!(lines.lines().count(), 6);
    // The ledger as a kill leaves it: two whole lines and part of another. The file of a noted unit is removed, so that
    // its count can only come from the ledger.
    let kept: Vec<&str> = lines.split_inclusive('\n').take(2).collect();
    fs::write(&ledger, format!("{}{}", kept.concat(), &lines.lines().nth(3).unwrap()[..9])).unwrap();
    let noted = kept[0].split_once("\"unit\":").unwrap().1;
    let noted: u32 = noted.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap();
    fs::remove_file(results.join(format!("unit-{noted:04}.parquet"))).unwrap();
    assert_eq!(counted(&arguments), "4865609");
    // Another count does not mix with this one.
    let other =
        philidor_sql(["perft", "4"].into_iter().chain(arguments[1..].iter().copied())).output().unwrap();
    assert_eq!(other.status.code(), Some(1));
    assert!(errors(&other).contains("another count"), "{}", errors(&other));
}

#[test]
fn a_recheck_finds_a_wrong_count() {
    let folder = TempDir::new().unwrap();
    let results = folder.path().join("run");
    let arguments = ["4", "--frontier", "2", "--units", "4", "--results", results.to_str().unwrap()];
    let recheck: Vec<&str> = arguments.iter().copied().chain(["--recheck", "100%", "--seed", "7"]).collect();
    assert_eq!(counted(&recheck), "197281");
    let ledger = results.join("counts.jsonl");
    let lines = fs::read_to_string(&ledger).unwrap();
    assert_eq!(lines.lines().filter(|line| line.contains("\"seed\":7")).count(), 4);
    let first = lines.lines().next().unwrap();
    let wrong = first.replacen("\"nodes\":\"", "\"nodes\":\"1", 1);
    fs::write(&ledger, lines.replacen(first, &wrong, 1)).unwrap();
    let output = philidor_sql(["perft"].iter().chain(&recheck).copied()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("one of the two counts is wrong"), "{}", errors(&output));
}

#[cfg(unix)]
#[test]
fn statements_without_end_are_not_read_for_ever() {
    for input in [vec!["query", "--file", "/dev/zero"], vec!["query", "--file", "-"]] {
        let zero = fs::File::open("/dev/zero").unwrap();
        let output = philidor_sql(input).stdin(zero).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(errors(&output).contains("it has more than 16 MiB, the limit"), "{}", errors(&output));
    }
}

/// Ctrl-C while rows are counted, and while a constant is: the engine works that out when it plans.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_query_that_would_take_days() {
    let rows = format!("SELECT sum(perft('{START}', 5 + value % 4)) FROM generate_series(1, 100000)");
    let constant = format!("SELECT perft('{START}', 10)");
    for sql in [rows, constant] {
        let mut child = philidor_sql(["query", &sql]).stdout(Stdio::piped()).spawn().unwrap();
        sleep(Duration::from_secs(2));
        let pid = child.id().to_string();
        assert!(process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        let until = Instant::now() + Duration::from_secs(120);
        while child.try_wait().unwrap().is_none() {
            if Instant::now() > until {
                child.kill().unwrap();
                panic!("still at it: {sql}");
            }
            sleep(Duration::from_millis(50));
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{sql}");
        assert!(output.stdout.is_empty());
    }
}

/// A reader that has gone is not an error; a full disk is, and is reported.
#[cfg(target_os = "linux")]
#[test]
fn output_without_a_reader_is_no_fault_and_a_full_disk_is() {
    let folder = TempDir::new().unwrap();
    let games = folder.path().join("a.pgn");
    fs::write(&games, "[Event \"a\"]\n\n1. e4 *\n").unwrap();
    let (games, tables) = (games.to_str().unwrap(), folder.path().join("tables"));
    for arguments in [vec!["perft", "2"], vec!["import", games, "-o", tables.to_str().unwrap()]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = philidor_sql(arguments.clone()).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(errors(&output).starts_with("error: No space left"), "{}", errors(&output));
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = philidor_sql(arguments.clone()).stdout(writer).output().unwrap();
        assert_eq!((output.status.code(), errors(&output)), (Some(0), String::new()), "{arguments:?}");
    }
}
