//! The best lines of a position, searched by the engine that philidor plays with.

use philidor::{Color, Game, Position};
use philidor_engine::{Analyst, Control, SearchLimits, bot};

#[test]
fn every_line_is_a_move_of_its_own_and_the_scores_fall() {
    let game = Game::from_uci(Position::default(), ["e2e4", "e7e5"]).expect("legal moves");
    let limits = SearchLimits::new().with_depth(4);
    let found = Analyst::new().with_limits(limits.clone()).with_lines(40).analyze(&game);
    assert_eq!(found.lines().len() as u32, game.position().legal_move_count());
    assert!(found.lines().is_sorted_by(|one, next| one.score >= next.score));
    let few = Analyst::new().with_limits(limits).with_lines(2).analyze(&game);
    assert_eq!((few.lines().len(), few.best()), (2, few.lines()[0].moves.first().copied()));
    assert_eq!(few.score_for(Color::Black), few.score().map(|score| -score));
}

#[test]
fn a_search_limited_by_nodes_is_the_same_after_a_new_game() {
    let mut analyst = Analyst::new().with_limits(SearchLimits::new().with_nodes(3_000)).with_lines(3);
    let positions = ["e2e4", "d2d4"].map(|mv| Game::from_uci(Position::default(), [mv]).expect("legal"));
    let mut all = || {
        analyst.new_game();
        let found = positions.each_ref().map(|game| analyst.analyze(game));
        found.map(|found| {
            found.lines().iter().map(|line| (line.moves.clone(), line.score)).collect::<Vec<_>>()
        })
    };
    let first = all();
    assert_eq!(first, all());
}

#[test]
fn a_bot_that_does_not_search_names_a_move() {
    let mut analyst = Analyst::from_bot(bot::from_fn("last", |game, _| game.position().legal_moves()[19]));
    analyst = analyst.with_lines(5);
    let found = analyst.analyze(&Game::new());
    assert_eq!((found.lines(), found.depth(), found.score()), (&[][..], 0, None));
    assert_eq!(found.best(), Some(Position::default().legal_moves()[19]));
}

#[test]
fn what_is_stopped_before_it_begins_still_has_a_best_move() {
    let control = Control::new();
    control.stop();
    let found = Analyst::new().analyze_with(&Game::new(), &control, &mut |_| {});
    assert!(found.best().is_some_and(|mv| Position::default().is_legal(mv)));
}
