//! Endgame tables in the engine: the moves at the root, the score, and nodes of the search.

use std::sync::Arc;

use philidor::{Color, Game, Outcome, Position, Win};
use philidor_engine::tournament::{Contender, Event, Opening, Tournament};
use philidor_engine::{Bot, Control, Engine, Limits, Report, Score, SearchResult, bot};
use philidor_tables::solve::{Solved, Solver};
use philidor_tables::syzygy::{Metric, Tables, write};

/// Tables of these materials and all that they need.
fn tables(names: &[&str]) -> Arc<Tables> {
    let mut solved = Solved::new();
    for name in names {
        Solver::new().solve(&mut solved, name.parse().expect("a material")).expect("enough memory");
    }
    let mut tables = Tables::new();
    for table in solved.tables() {
        for metric in Metric::ALL {
            let bytes = write(&solved, table.material(), metric).expect("solved");
            tables.add(&table.material(), metric, bytes).expect("a table");
        }
    }
    Arc::new(tables)
}

fn search(engine: &mut impl Bot, game: &Game, depth: u32) -> SearchResult {
    engine.search(game, &Limits::new().with_depth(depth), &Control::new(), &mut |_: &Report| {})
}

fn game(fen: &str) -> Game {
    Game::from_position(fen.parse::<Position>().expect("a position"))
}

#[test]
fn tables_of_three_pieces_are_used() {
    let mut engine = Engine::default().with_endgame_tables(tables(&["KRvK", "KPvK"]));

    // The one move that wins, and a draw that no evaluation sees: the pawn of the edge.
    let won = search(&mut engine, &game("8/8/8/3k4/8/8/3PK3/8 w - - 0 1"), 3);
    assert!(won.score().is_some_and(|score| score > Score::MAX_EVALUATION), "{won:?}");
    let drawn = search(&mut engine, &game("8/8/8/k7/8/P7/K7/8 w - - 0 1"), 3);
    assert_eq!(drawn.score(), Some(Score::DRAW), "{drawn:?}");

    // Four pieces: the root is in no table, what captures lead to is.
    let captures = search(&mut engine, &game("8/8/8/8/3r4/3k4/8/K2R4 b - - 0 1"), 4);
    assert!(captures.report.is_some_and(|report| report.table_hits > 0));
}

/// The root is in no table, and what captures lead to is. Late moves must not be pruned after others that lose by the
/// tables, or the ones that save the rook or the knight are never seen.
#[test]
fn the_search_claims_no_loss_by_tables_before_it_has_seen_all_moves() {
    let mut engine = Engine::default().with_endgame_tables(tables(&["KPvK"]));
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
    let mut engine = Engine::default().with_endgame_tables(tables(&["KRvK"]));
    let mut game = game("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    while game.outcome().is_none() {
        assert!(game.ply() < 100, "{}", game.position());
        let best = search(&mut engine, &game, 2).best.expect("a legal move");
        game.play(best).expect("legal");
    }
    assert_eq!(game.outcome(), Some(Outcome::Win { winner: Color::White, by: Win::Mate }));
}

#[test]
fn a_path_without_tables_is_refused_with_its_text() {
    let mut engine = Engine::default();
    let error = engine.set_option("SyzygyPath", "/there/is/no/such/folder").expect_err("no folder");
    assert!(error.to_string().contains("/there/is/no/such/folder"), "{error}");
    engine.set_option("SyzygyPath", "<empty>").expect("no tables");
    engine.set_option("SyzygyProbeLimit", "8").expect_err("no table has more than seven pieces");
}

/// Both sides play any move, so no engine agrees on anything: the tables end the games.
#[test]
fn a_match_ends_where_tables_are_certain() {
    let player = |name| {
        let any = |game: &Game, _: &philidor_engine::Clock| game.position().legal_moves()[0];
        Contender::from_bot(name, move || bot::from_fn("any move", any))
    };
    let endings = |fen: &str| {
        let opening = Opening::from_position(fen.parse().expect("a position"));
        let tournament = Tournament::new(player("one"), vec![player("other")]).expect("two names");
        let tournament = tournament
            .with_time_control("depth=1".parse().expect("a time control"))
            .with_openings(vec![opening], None)
            .with_pairs(1)
            .with_endgame_tables(tables(&["KRvK"]));
        let mut endings = Vec::new();
        let standings = tournament.run(&Control::new(), &mut |event| {
            if let Event::Ended { game, .. } = event {
                endings.push((game.ending.to_string(), game.moves.len()));
            }
        });
        standings.expect("both start");
        endings
    };
    let win = ("White wins by adjudication: endgame tables".to_owned(), 1);
    assert_eq!(endings("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"), [win.clone(), win]);
    let win = ("Black wins by adjudication: endgame tables".to_owned(), 1);
    assert_eq!(endings("r3k3/8/8/3K4/8/8/8/8 w - - 0 1"), [win.clone(), win]);
    // At this clock the rook is a draw.
    let draw = ("draw by adjudication: endgame tables".to_owned(), 1);
    assert_eq!(endings("8/8/8/3k4/8/8/8/R3K3 w - - 90 99"), [draw.clone(), draw]);
}
