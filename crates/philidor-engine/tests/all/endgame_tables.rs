//! Endgame tables in the engine: the moves at the root, the score, and nodes of the search.

use std::sync::{Arc, LazyLock};

use philidor::{Color, Game, Outcome, Position, Win};
use philidor_engine::{
    Analyst, Bot, Control, Report, Score, SearchLimits, SearchResult, standard, standard_with_tables,
};
use philidor_tables::Material;
use philidor_tables::solve::{SolvedTables, Solver};
use philidor_tables::syzygy::{Metric, Tables, write};

/// The files of the materials of three pieces: a pawn, and all that it may become.
static FILES: LazyLock<Vec<(Material, Metric, Vec<u8>)>> = LazyLock::new(|| {
    let mut solved = SolvedTables::new();
    Solver::new().solve(&mut solved, "KPvK".parse().expect("a material")).expect("enough memory");
    let materials = solved.tables().map(|table| table.material());
    let each = materials.flat_map(|material| Metric::ALL.map(|metric| (material, metric)));
    each.map(|(material, metric)| (material, metric, write(&solved, material, metric).expect("solved")))
        .collect()
});

/// Tables of these materials of three pieces and all that they need.
fn tables(names: &[&str]) -> Arc<Tables> {
    tables_of(names, &Metric::ALL)
}

/// The same, of some metrics.
fn tables_of(names: &[&str], metrics: &[Metric]) -> Arc<Tables> {
    let mut tables = Tables::new();
    let is_needed = |material: &Material| names.contains(&"KPvK") || names.contains(&&*material.to_string());
    for (material, metric, bytes) in FILES.iter().filter(|(material, _, _)| is_needed(material)) {
        if metrics.contains(metric) {
            tables.add(material, *metric, bytes.clone()).expect("a table");
        }
    }
    Arc::new(tables)
}

fn search(engine: &mut impl Bot, game: &Game, depth: u32) -> SearchResult {
    engine.search(game, &SearchLimits::new().with_depth(depth), &Control::new(), &mut |_: &Report| {})
}

fn game(fen: &str) -> Game {
    Game::from_position(fen.parse::<Position>().expect("a position"))
}

#[test]
fn tables_of_three_pieces_are_used() {
    let mut engine = standard_with_tables(tables(&["KRvK", "KPvK"]));

    // The one move that wins; and a draw by a rook pawn, which no evaluation sees.
    let won = search(&mut engine, &game("8/8/8/3k4/8/8/3PK3/8 w - - 0 1"), 3);
    assert!(won.score().is_some_and(|score| score > Score::MAX_EVALUATION), "{won:?}");
    let drawn = search(&mut engine, &game("8/8/8/k7/8/P7/K7/8 w - - 0 1"), 3);
    assert_eq!(drawn.score(), Some(Score::DRAW), "{drawn:?}");

    // Four pieces: the root is in no table, but positions after captures are.
    let captures = search(&mut engine, &game("8/8/8/8/3r4/3k4/8/K2R4 b - - 0 1"), 4);
    assert!(captures.report.is_some_and(|report| report.endgame_hits > 0));
}

/// The root is in no table, but positions after captures are. Late moves must not be pruned after others that lose by
/// the tables, or the ones that save the rook or the knight are never seen.
#[test]
fn the_search_claims_no_loss_by_tables_before_it_has_seen_all_moves() {
    let mut engine = standard_with_tables(tables(&["KPvK"]));
    let drawn = [
        "8/8/5k2/8/8/8/R7/1nK5 b - - 0 1",
        "8/8/4R3/8/8/7k/8/1n1K4 b - - 0 1",
        "8/2R5/8/5k2/8/8/1nK5/8 b - - 0 1",
        "8/8/3k4/8/8/8/2K5/R4n2 b - - 0 1",
        "n7/8/2R5/8/8/1k6/8/1K6 b - - 0 1",
    ];
    let lost = "8/8/8/1p6/8/R7/4K3/k7 b - - 0 1";
    for (fen, depth) in drawn.map(|fen| (fen, 5)).into_iter().chain([(lost, 4)]) {
        engine.new_game();
        let found = search(&mut engine, &game(fen), depth);
        let is_claimed = |score: Score| score.value().abs() > Score::MAX_EVALUATION.value();
        assert!(found.score().is_some_and(|score| !is_claimed(score)), "{fen}: {found:?}");
    }
}

#[test]
fn a_rook_mates_within_fifty_moves_at_little_depth() {
    let mut engine = standard_with_tables(tables(&["KRvK"]));
    let mut game = game("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    while game.outcome().is_none() {
        assert!(game.ply() < 100, "{}", game.position());
        let best = search(&mut engine, &game, 2).best.expect("a legal move");
        game.play(best).expect("legal");
    }
    assert_eq!(game.outcome(), Some(Outcome::Win { winner: Color::White, by: Win::Checkmate }));
}

#[test]
fn a_path_without_tables_is_refused_with_its_text() {
    let mut engine = standard();
    let error = engine.set_option("SyzygyPath", "/there/is/no/such/folder").expect_err("no folder");
    assert!(error.to_string().contains("/there/is/no/such/folder"), "{error}");
    engine.set_option("SyzygyPath", "<empty>").expect("no tables");
    engine.set_option("SyzygyProbeLimit", "8").expect_err("no table has more than seven pieces");
}

/// Kg6 repeats a position, so it makes no progress, but it mates.
#[test]
fn a_mate_that_is_asked_for_may_begin_with_any_move_that_wins() {
    let start = "7k/R7/6K1/8/8/8/8/8 b - - 0 1".parse().expect("a position");
    let game = Game::from_uci(start, ["h8g8", "g6g5", "g8h8"]).expect("legal moves");
    let engine = || standard_with_tables(tables(&["KRvK"]));
    let found = Analyst::from_bot(engine()).with_limits(SearchLimits::new().with_mate(2)).analyze(&game);
    let best = found.best().map(|mv| game.position().to_san(mv).to_string());
    assert_eq!(
        (best.as_deref(), found.score(), found.no_mate()),
        (Some("Kg6"), Some(Score::mates_in(3)), None)
    );
    // When playing a game, the engine prefers every move that makes progress.
    let played = search(&mut engine(), &game, 6).best.map(|mv| game.position().to_san(mv).to_string());
    assert_ne!(played.as_deref(), Some("Kg6"));
}

#[test]
fn each_line_has_the_value_that_the_tables_give_its_move() {
    let analyst = Analyst::from_bot(standard_with_tables(tables(&["KRvK", "KPvK"])));
    let mut analyst = analyst.with_limits(SearchLimits::new().with_depth(6)).with_lines(20);
    let found = analyst.analyze(&game("8/8/8/3k4/8/8/3PK3/8 w - - 0 1"));
    let scores: Vec<Score> = found.lines().iter().map(|line| line.score).collect();
    assert_eq!(scores.len() as u32, found.position().legal_move_count());
    // One move wins.
    assert!(scores[0] > Score::MAX_EVALUATION, "{scores:?}");
    assert!(scores[1..].iter().all(|&score| score == Score::DRAW), "{scores:?}");
    // At so high a clock the rook cannot mate in time, so every move draws.
    let found = analyst.analyze(&game("8/8/8/8/3k4/8/R7/4K3 w - - 90 99"));
    assert!(found.lines().iter().all(|line| line.score == Score::DRAW), "{:?}", found.lines());
}

/// The clock of the search below the root counts: a rook cannot mate in time, whatever the tables say of a clock at
/// zero.
#[test]
fn the_clock_counts_at_the_root_and_below() {
    let mut engine = standard_with_tables(tables(&["KRvK"]));
    let lost = |clock: u32| format!("8/8/8/4k3/8/8/R7/4K3 b - - {clock} 99");
    for (clock, is_lost) in [(0, true), (60, true), (90, false)] {
        let found = search(&mut engine, &game(&lost(clock)), 4);
        let score = found.score().expect("a score");
        let expected = if is_lost { score < -Score::MAX_EVALUATION } else { score == Score::DRAW };
        assert!(expected, "{clock}: {score}");
    }
}

#[test]
fn without_distances_a_value_is_claimed_only_where_the_clock_stands_at_zero() {
    let tables = tables_of(&["KRvK", "KPvK"], &[Metric::Wdl]);
    let mut engine = standard_with_tables(tables);
    let is_claimed = |score: Score| score.value().abs() > Score::MAX_EVALUATION.value();
    let mut score = |fen: &str| search(&mut engine, &game(fen), 4).score().expect("a score");
    assert!(is_claimed(score("8/8/8/4k3/8/8/R7/4K3 w - - 0 1")));
    assert!(!is_claimed(score("8/8/8/4k3/8/8/R7/4K3 w - - 40 99")));
    // A draw needs no distance, and a pawn move resets the clock.
    assert_eq!(score("8/8/8/k7/8/P7/K7/8 w - - 40 99"), Score::DRAW);
    assert!(is_claimed(score("8/4P3/8/8/8/8/k7/4K3 w - - 98 99")));
}

/// A limit of pieces holds at the root and in the search.
#[test]
fn the_limit_of_pieces_keeps_tables_out() {
    let mut engine = standard_with_tables(tables(&["KRvK"]));
    engine.set_option("SyzygyProbeLimit", "2").expect("an option");
    let found = search(&mut engine, &game("8/8/8/4k3/8/8/R7/4K3 w - - 0 1"), 4);
    assert_eq!(found.report.map(|report| report.endgame_hits), Some(0));
}

/// One folder of two is missing, and the other has a damaged file: each is reported once, and the rest is used.
#[test]
fn folders_and_damaged_files_are_named_once() {
    let folder = std::env::temp_dir().join(format!("philidor-tables-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("KRvK.rtbw"), b"no table").expect("a file");
    let missing = folder.join("missing");
    let path = std::env::join_paths([&missing, &folder]).expect("a path");
    let mut engine = standard();
    engine.set_option("SyzygyPath", path.to_str().expect("text")).expect("one folder is there");
    let notices = engine.notices();
    assert!(notices[0].starts_with(&missing.display().to_string()), "{notices:?}");
    assert_eq!(notices[1..], ["found 1 WDL and 0 DTZ tables of up to 3 pieces"]);
    for depth in 1..=3 {
        let found = search(&mut engine, &game("8/8/8/4k3/8/8/R7/4K3 w - - 0 1"), depth);
        assert!(found.best.is_some());
        let notices = engine.notices();
        assert_eq!(notices.len(), usize::from(depth == 1), "{notices:?}");
        assert!(notices.iter().all(|notice| notice.contains("KRvK.rtbw at byte")), "{notices:?}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
}
