//! Mates are found, and the distance is right.

use philidor::{Game, Position};
use philidor_engine::{Bot, Control, Limits, Report, standard};

use crate::positions;

/// In how many moves the side to move mates, if it can in at most so many; by trying everything.
fn mates_in(position: &Position, moves: u32) -> Option<u32> {
    (1..=moves).find(|&moves| forces(position, moves))
}

fn forces(position: &Position, moves: u32) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let after = position.after(mv);
        let replies = after.legal_moves();
        if replies.is_empty() {
            return after.is_check();
        }
        moves > 1 && replies.iter().all(|&reply| forces(&after.after(reply), moves - 1))
    })
}

fn search(engine: &mut impl Bot, position: &Position, limits: Limits) -> Option<i32> {
    engine.new_game();
    let answer =
        engine.search(&Game::from_position(*position), &limits, &Control::new(), &mut |_: &Report| {});
    answer.score().and_then(|score| score.mate())
}

#[test]
fn mates_of_random_games_are_found_with_their_distance() {
    let mut engine = standard();
    let mut found = [0; 3];
    let mut dice = positions::Dice(7);
    while found.iter().sum::<u32>() < 200 {
        let plies = 30 + dice.below(60);
        let game = positions::game(Position::default(), plies, &mut dice);
        let Some(moves) = mates_in(game.position(), 2) else { continue };
        found[moves as usize] += 1;
        let limits = Limits::new().with_mate(moves).with_nodes(300_000);
        assert_eq!(search(&mut engine, game.position(), limits), Some(moves as i32), "{}", game.position());
    }
    assert!(found[1] > 20 && found[2] > 20, "{found:?}");
}

#[test]
fn known_mates_are_found() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1),
        ("8/8/8/8/8/2k5/1r6/K7 w - - 0 1", 0),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1),
        ("8/8/8/8/8/4k3/7q/4K3 b - - 0 1", 1),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("8/8/8/3k4/8/8/5Q2/4K3 w - - 0 1", 10),
    ] {
        let position: Position = fen.parse().expect("a position");
        let limits = Limits::new().with_mate(moves).with_nodes(3_000_000);
        let mate = search(&mut standard(), &position, limits);
        if moves == 0 {
            continue;
        }
        assert!(mate.is_some_and(|mate| mate > 0 && mate.unsigned_abs() <= moves + 1), "{fen}: {mate:?}");
    }
}
