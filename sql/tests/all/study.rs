//! Lichess's evaluations and puzzles as tables that join games by position.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::machine::{errors, philidor_sql, value};

/// Two evaluations of a position, one of them a mate; castling as in Chess960; a position without evaluations; and bad
/// lines.
const EVALUATIONS: &str = r#"{"fen":"4k3/8/8/8/8/8/8/4K2R w K -","evals":[{"pvs":[{"cp":500,"line":"e1h1 e8e7 f1f7"},{"mate":9,"line":"h1h8"}],"knodes":12,"depth":30},{"pvs":[{"cp":510,"line":""}],"knodes":1,"depth":9}]}

{"fen":"8/8/8/8/8/5k2/5p2/5K2 w - - 0 1","evals":[]}
{"fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -","evals":[{"pvs":[{"cp":30,"line":"g1f3 b8c6"}],"knodes":700,"depth":40}]}
not json
{"fen":"4k3/8/8/8/8/8/8/4K2R w K -","evals":[{"pvs":[{"cp":1,"line":"e1e2"},{"cp":0,"line":"e1e3"}],"knodes":1,"depth":1}]}
{"fen":"4k3/8/8/8/8/8/8/8 w - -","evals":[]}
"#;

const PUZZLES: &str = "\
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
a1,rnbqkbnr/ppppp2p/5p2/6p1/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 0 3,b1c3 e7e6,600,80,-3,,\"short, odd\",,
a2,rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2,f2f4 e5f4 g1f3,1500,75,94,6903,opening short,https://lichess.org/x#4,Kings_Gambit Kings_Gambit_Accepted
bad,rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2,f2f4,1500,75,94,1,,,
worse,rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2,f2f5 e5e4,1500,75,94,1,,,
none,rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2,f2f4 e5f4,many,75,94,1,,,
";

fn run(kind: &str, folder: &TempDir, more: &[&str]) -> std::process::Output {
    let file = folder.path().join("in");
    let out = folder.path().join("out");
    let paths = [file.display().to_string(), out.display().to_string()];
    philidor_sql([kind, &paths[0], "-o", &paths[1]]).args(more).output().unwrap()
}

/// Its standard output.
fn said(output: &std::process::Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn folder_with(text: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("in"), text).unwrap();
    folder
}

/// The value of an expression over a table of the folder.
fn ask(folder: &TempDir, expression: &str, table: &str, rest: &str) -> String {
    let files = folder.path().join("out").join(table).join("*.parquet");
    value(&format!("SELECT CAST({expression} AS VARCHAR) FROM '{}' {rest}", files.display()))
        .unwrap_or_default()
}

/// The files of a folder, with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.insert(path.display().to_string(), fs::read(&path).unwrap());
        }
    }
    found
}

#[test]
fn evaluations_are_rows_for_variations_and_bad_lines_are_rejects() {
    let folder = folder_with(EVALUATIONS);
    let output = run("evaluations", &folder, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("3 rejects, listed in"), "{}", errors(&output));
    assert!(said(&output).contains("4 variations, 3 rejects"), "{}", said(&output));
    let table = "evaluations";
    let first = "WHERE key = key('4k3/8/8/8/8/8/8/4K2R w K - 0 1') AND evaluation = 1 AND pv = ";
    assert_eq!(ask(&folder, "to_pgn(line, position)", table, &format!("{first}1")), "1. O-O Ke7 2. Rf7+");
    assert_eq!(ask(&folder, "to_san(position, move)", table, &format!("{first}1")), "O-O");
    assert_eq!(ask(&folder, "centipawns", table, &format!("{first}1")), "500");
    assert_eq!(ask(&folder, "mate", table, &format!("{first}2 AND centipawns IS NULL")), "9");
    assert_eq!(ask(&folder, "count(*)", table, "WHERE depth = 9 AND move IS NULL AND knodes = 1"), "1");
    assert_eq!(ask(&folder, "string_agg(line, ' ' ORDER BY line)", "rejects", ""), "5 6 7");
    // Nothing of a record with a bad variation is kept.
    assert_eq!(ask(&folder, "count(*)", table, "WHERE centipawns < 2"), "0");
    let reason = ask(&folder, "reason", "rejects", "WHERE line = 6");
    assert!(reason.starts_with("in 4k3") && reason.contains("illegal"), "{reason}");
}

#[test]
fn puzzles_begin_after_the_mistake() {
    let folder = folder_with(PUZZLES);
    let output = run("puzzles", &folder, &[]);
    assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
    assert!(said(&output).contains("2 puzzles, 3 rejects"), "{}", said(&output));
    let (table, second) = ("puzzles", "WHERE id = 'a2'");
    assert_eq!(ask(&folder, "to_pgn(solution, position)", table, second), "1... exf4 2. Nf3");
    assert_eq!(ask(&folder, "to_san(setup_fen, setup_move)", table, second), "f4");
    assert_eq!(ask(&folder, "opening(position)", table, second), "King's Gambit");
    assert_eq!(ask(&folder, "rating + rating_deviation + popularity + plays", table, second), "8572");
    assert_eq!(
        ask(&folder, "array_to_string(opening_tags, '+')", table, second),
        "Kings_Gambit+Kings_Gambit_Accepted"
    );
    assert_eq!(ask(&folder, "array_length(themes)", table, second), "2");
    assert_eq!(
        ask(&folder, "array_to_string(themes, '+')", table, "WHERE plays IS NULL AND game_url IS NULL"),
        "short,+odd"
    );
    assert_eq!(ask(&folder, "string_agg(line, ' ' ORDER BY line)", "rejects", ""), "4 5 6");
}

#[test]
fn a_header_may_have_another_order_and_must_have_what_is_needed() {
    let folder = folder_with(
        "PuzzleId,Moves,FEN\nx,f2f3 e7e5,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
    );
    assert!(said(&run("puzzles", &folder, &[])).contains("1 puzzle, 0 rejects"));
    assert_eq!(ask(&folder, "to_pgn(solution, position)", "puzzles", ""), "1... e5");
    let folder = folder_with("PuzzleId,Moves\nx,f2f3 e7e5\n");
    assert_eq!(run("puzzles", &folder, &[]).status.code(), Some(1));
    assert_eq!(ask(&folder, "reason", "rejects", ""), "the header has no column FEN");
}

#[test]
fn puzzles_and_evaluations_join_by_position() {
    let (puzzles, evaluations) = (folder_with(PUZZLES), folder_with(EVALUATIONS));
    run("puzzles", &puzzles, &[]);
    run("evaluations", &evaluations, &[]);
    let table = |folder: &TempDir, name: &str| folder.path().join("out").join(name).join("*.parquet");
    let joined = value(&format!(
        "SELECT CAST(e.centipawns AS VARCHAR) FROM '{}' p JOIN '{}' e ON key(p.setup_fen) = e.key WHERE p.id = 'a2'",
        table(&puzzles, "puzzles").display(),
        table(&evaluations, "evaluations").display()
    ));
    assert_eq!(joined.as_deref(), Ok("30"));
}

#[test]
fn the_files_are_the_same_for_any_threads_and_after_a_kill() {
    let mut text = String::new();
    for depth in 0..200 {
        if depth % 17 == 0 {
            text += "broken\n";
        }
        let fen = "4k3/8/8/8/8/8/8/4K2R w K -";
        writeln!(
            text,
            r#"{{"fen":"{fen}","evals":[{{"pvs":[{{"cp":1,"line":"h1h8"}}],"knodes":1,"depth":{depth}}}]}}"#
        )
        .unwrap();
    }
    let folder = folder_with(&text);
    let parts = ["--part-lines", "7"];
    let out = folder.path().join("out");
    let first = run("evaluations", &folder, &[&parts[..], &["--threads", "1"]].concat());
    let whole = files(&out);
    assert!(whole.len() > 30 && said(&first).contains("200 variations, 12 rejects"), "{}", said(&first));
    fs::remove_dir_all(&out).unwrap();
    run("evaluations", &folder, &[&parts[..], &["--threads", "5"]].concat());
    assert!(files(&out) == whole);

    // As a kill leaves them: some parts are missing, some of those but for their rejects.
    for part in [0, 3, 11, 28] {
        fs::remove_file(out.join(format!("evaluations/part-{part:05}.parquet"))).unwrap();
    }
    fs::remove_file(out.join("rejects/part-00000.parquet")).unwrap();
    let again = run("evaluations", &folder, &parts);
    assert!(said(&again).contains("200 variations, 12 rejects"), "{}", said(&again));
    assert!(files(&out) == whole);

    // Another plan is another folder.
    let refused = run("evaluations", &folder, &["--part-lines", "8"]);
    assert!(errors(&refused).contains("was made with another part_lines: 7"), "{}", errors(&refused));
    let refused = run("puzzles", &folder, &parts);
    assert!(errors(&refused).contains("was made with another table"), "{}", errors(&refused));
    assert!(files(&out) == whole);
}

#[test]
fn a_kill_while_the_plan_is_written_does_no_harm() {
    let folder = folder_with(EVALUATIONS);
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    let partial = out.join("plan.json.1.philidor-partial");
    fs::write(&partial, "{\"fi").unwrap();
    assert!(said(&run("evaluations", &folder, &[])).contains("4 variations, 3 rejects"));
    assert!(out.join("plan.json").exists() && !partial.exists());
    // What is somebody's is left alone.
    fs::remove_file(out.join("plan.json")).unwrap();
    let refused = run("evaluations", &folder, &[]);
    assert!(errors(&refused).contains("is not empty, and has no plan.json"), "{}", errors(&refused));
}

#[test]
fn a_file_without_ends_of_lines_is_refused_with_little_memory() {
    let folder = folder_with(&"x".repeat(17 << 20));
    let refused = run("evaluations", &folder, &[]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        errors(&refused).contains("in:1: a line has more than 16 MiB, the limit"),
        "{}",
        errors(&refused)
    );
}
