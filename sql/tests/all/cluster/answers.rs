//! A cluster gives the answers of one machine, and its errors.

use std::path::Path;

use philidor_sql::functions::FUNCTIONS;
use tempfile::TempDir;

use super::{Cluster, PERFT_6, here};
use crate::machine::{KIWIPETE, START, errors, frontier, philidor_sql, syzygy, written};

/// Both ways in which a scheduler can plan: again after each stage, or once.
const ADAPTIVE: [&str; 2] =
    ["ballista.planner.adaptive.enabled=true", "ballista.planner.adaptive.enabled=false"];

#[test]
fn every_function_gives_the_same_on_a_cluster() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("positions.parquet");
    let rows = format!(
        "SELECT id, fen, from_fen(fen) AS position, 'e4 e5 Nf3' AS moves, legal_moves(fen)[1] AS move FROM \
         (VALUES (1, '{START}'), (2, '{KIWIPETE}'), (3, NULL), (4, '8/8/8/8/8/4k3/4q3/4K3 w - - 0 1')) AS t(id, fen)"
    );
    written(["query", &rows, "--output", file.to_str().unwrap()]);
    let calls = [
        "to_fen(from_fen(fen))",
        "to_fen(position)",
        "legal_moves(position)",
        "legal_move_count(position)",
        "is_check(position)",
        "is_checkmate(fen)",
        "is_stalemate(position)",
        "outcome(fen)",
        "attackers(position, 'e2')",
        "attackers(position, 'e2', 'black')",
        "material(position)",
        "imbalance(fen)",
        "to_fen(play(position, move))",
        "to_san(position, move)",
        "to_uci(fen, move)",
        "to_fen(position_at(moves, id))",
        "to_pgn(moves)",
        "matches(moves, 'P on e4')",
        "first_match(moves, 'ply >= 1')",
        "reaches(moves, position)",
        "opening(position)",
        "eco(position)",
        "game_opening(moves)",
        "game_eco(moves)",
        "key(position)",
        "to_fen(without_clocks(position))",
        "perft(position, 3)",
        "perft(position, 3, 5)",
        "expand(position)",
        "explorer_plies(moves, id)",
        "explorer_row(0, id, '1-0', 1500, 1500, '2024.10.31', '300+3')",
        "explorer_join([x'0000a2d266903307', x'0000a2d266903308'])",
        "explorer_moves(x'0000a2d266903307')",
        "tb_wdl(fen)",
        "tb_dtz(position)",
        "tb_value(position)",
        "try_legal_move_count(moves)",
        "try_to_fen(moves)",
    ];
    for function in FUNCTIONS {
        let call = format!("{}(", function.name());
        assert!(calls.iter().any(|written| written.contains(&call)), "{} is not asked for", function.name());
    }
    let sql = format!(
        "SET philidor.tables = '{}'; SELECT id, {} FROM '{}' ORDER BY id",
        syzygy().display(),
        calls.join(", "),
        file.display()
    );
    let here = here(&sql);
    assert!(here.contains(KIWIPETE) && here.contains("-2,-1,loss") && here.lines().count() == 5, "{here}");
    let cluster = Cluster::of(2);
    assert_eq!(cluster.ask(&sql), Ok(here), "{}", cluster.logs());
}

#[test]
fn the_same_statement_counts_perft_6_on_a_cluster() {
    let folder = frontier();
    let cluster = Cluster::of(2);
    let sql = "SELECT sum(paths * perft(position, 3)) AS leaves FROM 'frontier/*.parquet'";
    let output = philidor_sql(["query", sql, "--format", "csv", "--cluster", &cluster.url()])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}\n{}", errors(&output), cluster.logs());
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("leaves\n{PERFT_6}\n"));
}

#[test]
fn joins_groups_and_windows_give_the_same_with_and_without_adaptive_plans() {
    let folder = frontier();
    let file = format!("{}/frontier/*.parquet", folder.path().display());
    // Sums of more than 64 bits must not wrap around either.
    let statements = [
        format!("SELECT sum(paths * 18446744073709551615 * perft(position, 1)) AS most FROM '{file}'"),
        format!(
            "SELECT a.moves, count(*) AS n, sum(a.paths) AS paths, sum(b.n) AS others \
             FROM (SELECT legal_move_count(position) AS moves, paths FROM '{file}') AS a \
             JOIN (SELECT legal_move_count(position) AS moves, count(*) AS n FROM '{file}' GROUP BY 1) AS b \
             ON a.moves = b.moves WHERE a.paths > (SELECT min(paths) FROM '{file}') GROUP BY 1 ORDER BY 1"
        ),
        format!(
            "SELECT moves, n, sum(n) OVER (ORDER BY moves) AS up_to FROM \
             (SELECT legal_move_count(position) AS moves, count(*) AS n FROM '{file}' GROUP BY 1) ORDER BY 1 LIMIT 9"
        ),
    ];
    let cluster = Cluster::of(2);
    for sql in &statements {
        let here = here(sql);
        assert!(here.lines().count() >= 2, "{here}");
        for adaptive in ADAPTIVE {
            let there = cluster.ask_with(sql, &["--set", adaptive]);
            assert_eq!(there.as_ref(), Ok(&here), "{adaptive}: {sql}\n{}", cluster.logs());
        }
    }
    let most = (u128::from(u64::MAX) * 197_281).to_string();
    assert!(here(&statements[0]).contains(&most), "the sum is not above two to the 64");
}

#[test]
fn perft_counts_its_units_on_a_cluster() {
    let cluster = Cluster::of(2);
    let arguments =
        ["perft", "5", "--frontier", "3", "--units", "4", "--recheck", "50%", "--cluster", &cluster.url()];
    let output = philidor_sql(arguments).output().unwrap();
    assert!(output.status.success(), "{}\n{}", errors(&output), cluster.logs());
    let written = String::from_utf8(output.stdout).unwrap();
    assert_eq!(written.lines().last(), Some("4865609"));
    assert!(written.contains("counting 2 of 4 units again"), "{written}");
}

#[test]
fn results_are_fetched_from_where_a_worker_says_that_it_is() {
    // All of 127.0.0.0/8 is this machine, so these are three addresses as on three machines.
    let folder = frontier();
    let mut cluster = Cluster::with(&["--listen", "127.0.0.2"], Path::new("."));
    cluster.add(&["--listen", "127.0.0.3"], &[], Path::new("."));
    cluster.add(&["--listen", "0.0.0.0", "--host", "127.0.0.4"], &[], Path::new("."));
    let file = format!("{}/frontier/*.parquet", folder.path().display());
    let table = cluster.ask(&format!("SELECT sum(paths) AS paths FROM '{file}'"));
    assert_eq!(table.as_deref(), Ok("paths\n8902\n"), "{}", cluster.logs());
    let error =
        cluster.ask(&format!("SELECT sum(explode(CAST(paths AS BIGINT))) FROM '{file}'")).unwrap_err();
    assert!(error.contains("worker 127.0.0.3:") || error.contains("worker 127.0.0.4:"), "{error}");
}

#[test]
fn what_goes_wrong_on_a_worker_is_said_in_plain_words() {
    let folder = frontier();
    let file = format!("{}/frontier/*.parquet", folder.path().display());
    let texts = folder.path().join("texts.parquet");
    written(["query", "SELECT 'no position' AS fen", "--output", texts.to_str().unwrap()]);
    let mut cluster = Cluster::of(0);
    cluster.add(&[], &[("FAULTY_WITHOUT", "imbalance")], Path::new("."));
    let cases = [
        (format!("SELECT to_fen(fen) FROM '{}'", texts.display()), "to_fen: `no position` is not a position"),
        (format!("SELECT sum(explode(CAST(paths AS BIGINT))) FROM '{file}'"), "explode was called"),
        (format!("SELECT count(DISTINCT imbalance(position)) FROM '{file}'"), "imbalance"),
    ];
    for (sql, cause) in cases {
        let error = cluster.ask(&sql).expect_err(&sql);
        assert!(error.contains(cause), "{error}\n{}", cluster.logs());
        for wrapping in ["Error(", "Shared", "External", "Job ", "stage", "\\\""] {
            assert!(!error.contains(wrapping), "{wrapping} in {error}");
        }
    }
    assert!(cluster.workers[0].lives(), "{}", cluster.logs());
    let table = cluster.ask(&format!("SELECT sum(paths) AS paths FROM '{file}'"));
    assert_eq!(table.as_deref(), Ok("paths\n8902\n"), "{}", cluster.logs());
}

#[test]
fn a_search_finds_the_same_games_on_a_cluster() {
    let folder = TempDir::new().unwrap();
    let pgn = folder.path().join("games.pgn");
    let games = "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"B\"]\n\n1. e4 e5 2. Qh5 Nc6 1-0\n\n\
                 [White \"C\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n";
    std::fs::write(&pgn, games.repeat(4)).unwrap();
    let tables = folder.path().join("tables");
    let (pgn, tables) = (pgn.to_str().unwrap(), tables.to_str().unwrap());
    written(["import", pgn, "-o", tables, "--part-games", "5"]);
    let cluster = Cluster::of(2);
    let url = cluster.url();
    for (arguments, lines) in [
        (["--pattern", "mate and A <= 16 and a <= 15", "--json", "--play-all"], 4),
        (["--pattern", "mate and A <= 16 and a <= 15", "--json", "--where=id > 3"], 3),
        (["--pattern", "result 1-0", "--count", "--json"], 1),
    ] {
        let arguments = || ["search", tables].into_iter().chain(arguments);
        let here = written(arguments());
        assert_eq!(here.lines().count(), lines, "{here}");
        let there = philidor_sql(arguments().chain(["--cluster", &url])).output().unwrap();
        assert!(there.status.success(), "{}\n{}", errors(&there), cluster.logs());
        assert_eq!(String::from_utf8_lossy(&there.stdout), here, "{}", cluster.logs());
    }
}
