//! A match that endgame tables end.

use std::sync::Arc;

use philidor::Game;
use philidor_engine::{Clock, Control, bot};
use philidor_tables::Material;
use philidor_tables::solve::{SolvedTables, Solver};
use philidor_tables::syzygy::{Metric, Tables, write};
use philidor_uci::tournament::{Contender, Event, MatchOpening, Tournament};

/// Tables of king and rook against king, of some metrics.
fn tables(metrics: &[Metric]) -> Arc<Tables> {
    let mut solved = SolvedTables::new();
    let material: Material = "KRvK".parse().expect("a material");
    Solver::new().solve(&mut solved, material).expect("enough memory");
    let mut tables = Tables::new();
    for &metric in metrics {
        let bytes = write(&solved, material, metric).expect("solved");
        tables.add(&material, metric, bytes).expect("a table");
    }
    Arc::new(tables)
}

/// Both sides play any move, so the engines' scores end no game: the tables do.
#[test]
fn a_match_ends_where_tables_are_certain() {
    let player = |name| {
        let any = |game: &Game, _: &Clock| game.position().legal_moves()[0];
        Contender::from_bot(name, move || bot::from_fn("any move", any))
    };
    let endings_with = |fen: &str, tables: Arc<Tables>| {
        let opening = MatchOpening::from_position(fen.parse().expect("a position"));
        let tournament = Tournament::new(player("one"), vec![player("other")]).expect("two names");
        let tournament = tournament
            .with_time_control("depth=1".parse().expect("a time control"))
            .with_openings(vec![opening], None)
            .with_pairs(1)
            .with_endgame_tables(tables);
        let mut endings = Vec::new();
        let standings = tournament.run(&Control::new(), &mut |event| {
            if let Event::Ended { game, .. } = event {
                endings.push((game.ending.to_string(), game.moves.len()));
            }
        });
        standings.expect("both start");
        endings
    };
    let endings = |fen: &str| endings_with(fen, tables(&Metric::ALL));
    let win = ("White wins by adjudication: endgame tables".to_owned(), 1);
    assert_eq!(endings("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"), [win.clone(), win]);
    let win = ("Black wins by adjudication: endgame tables".to_owned(), 1);
    assert_eq!(endings("r3k3/8/8/3K4/8/8/8/8 w - - 0 1"), [win.clone(), win]);
    // At this clock the rook only draws.
    let draw = ("draw by adjudication: endgame tables".to_owned(), 1);
    assert_eq!(endings("8/8/8/3k4/8/8/8/R3K3 w - - 90 99"), [draw.clone(), draw]);
    // Where the clock stands at zero, the value is enough.
    let values = tables(&[Metric::Wdl]);
    let only = "6R1/k7/8/8/8/8/6q1/7K w - - 0 1";
    let (won, moves) = endings_with(only, values)[0].clone();
    assert_eq!((won.as_str(), moves), ("White wins by adjudication: endgame tables", 1));
}
