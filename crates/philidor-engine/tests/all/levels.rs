//! Each level of entry is an example, and each example plays ten games.

use philidor::{Game, Position};
use philidor_engine::{Bot, Limits};

use crate::play::game;
use crate::positions::{self, Dice};

#[path = "../../examples/closure.rs"]
#[allow(dead_code, unreachable_pub)]
mod closure;
#[path = "../../examples/evaluation.rs"]
#[allow(dead_code, unreachable_pub)]
mod evaluation;
#[path = "../../examples/greedy.rs"]
#[allow(dead_code, unreachable_pub)]
mod greedy;
#[path = "../../examples/monte_carlo.rs"]
#[allow(dead_code, unreachable_pub)]
mod monte_carlo;
#[path = "../../examples/parts.rs"]
#[allow(dead_code, unreachable_pub)]
mod parts;
#[path = "../../examples/random_mover.rs"]
#[allow(dead_code, unreachable_pub)]
mod random_mover;
#[path = "../../examples/tournament.rs"]
#[allow(dead_code, unreachable_pub)]
mod tournament;

/// Ten games, five with each color, of at most this many plies. Returns the points, two for a win.
fn ten_games(bot: &mut dyn Bot, opponent: &mut dyn Bot, plies: usize) -> u32 {
    let mut dice = Dice(10);
    let limits = Limits::new().with_nodes(500);
    let mut points = 0;
    for round in 0..10 {
        let opening: Game = positions::game(Position::default(), 4, &mut dice);
        let is_white = round % 2 == 0;
        let players: [&mut dyn Bot; 2] = if is_white { [bot, opponent] } else { [opponent, bot] };
        let played = game(players, opening, &limits, plies);
        let winner = played.outcome().and_then(|outcome| outcome.winner());
        points += match winner {
            Some(color) if (color == philidor::Color::White) == is_white => 2,
            Some(_) => 0,
            None => 1,
        };
    }
    points
}

#[test]
fn bots_of_level_0_play() {
    ten_games(&mut random_mover::bot(), &mut closure::bot(), 400);
    assert!(ten_games(&mut greedy::bot(), &mut random_mover::bot(), 400) > 10);
}

#[test]
fn an_evaluation_of_level_1_beats_a_random_mover() {
    assert!(ten_games(&mut evaluation::bot(), &mut random_mover::bot(), 200) >= 18);
}

#[test]
fn parts_of_level_2_beat_a_random_mover() {
    assert!(ten_games(&mut parts::bot(), &mut random_mover::bot(), 200) >= 18);
}

#[test]
fn the_bare_library_of_level_3_beats_a_random_mover() {
    assert!(ten_games(&mut monte_carlo::bot(), &mut random_mover::bot(), 120) >= 10);
}

#[test]
fn a_tournament_in_process_plays_ten_games_with_each_opponent() {
    let standings = tournament::play(5).expect("it can be played");
    assert_eq!(standings.len(), 2);
    for standing in standings {
        assert_eq!(standing.tally.games(), 10, "{}", standing.opponent);
        assert!(standing.tally.score() > 0.6, "{} {:?}", standing.opponent, standing.tally);
        assert!(standing.faults.iter().all(|faults| faults.total() == 0), "{}", standing.opponent);
    }
}
