//! Each level of entry is an example, and each example plays ten games. So do two evaluations.

use philidor::{Game, Position};
use philidor_engine::{Bot, Control, Random, Report, SearchLimits, standard, standard_with};
use philidor_proof::samples;

use crate::play::game;
use crate::positions;

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
#[path = "../../examples/searching_bot.rs"]
#[allow(dead_code, unreachable_pub)]
mod searching_bot;
#[path = "../../examples/tournament.rs"]
#[allow(dead_code, unreachable_pub)]
mod tournament;

/// Ten games, five with each color, of at most this many plies. Returns the points, two for a win.
fn ten_games(bot: &mut dyn Bot, opponent: &mut dyn Bot, plies: usize) -> u32 {
    games(10, bot, opponent, plies)
}

fn games(count: usize, bot: &mut dyn Bot, opponent: &mut dyn Bot, plies: usize) -> u32 {
    let mut random = Random::new(10);
    let limits = SearchLimits::new().with_nodes(500);
    let mut points = 0;
    for round in 0..count {
        let opening: Game = positions::game(Position::default(), 4, &mut random);
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

/// In a quick run, the first four of ten games.
#[test]
fn a_stronger_evaluation_wins() {
    let mut material = standard_with("material").expect("an evaluation");
    let count = samples(32).min(10);
    assert!(games(count, &mut *standard(), &mut *material, 200) >= count as u32 * 3 / 2);
}

#[test]
fn an_evaluation_of_level_1_beats_a_random_mover() {
    assert!(ten_games(&mut evaluation::bot(), &mut random_mover::bot(), 200) >= 18);
}

#[test]
fn parts_of_level_2_beat_a_random_mover() {
    assert!(ten_games(&mut parts::bot(), &mut random_mover::bot(), 200) >= 18);
}

/// In a quick run, two of four games.
#[test]
fn the_bare_library_of_level_3_beats_a_random_mover() {
    let count = samples(16).min(4);
    assert!(games(count, &mut monte_carlo::bot(), &mut random_mover::bot(), 60) >= count as u32);
}

#[test]
fn a_search_of_its_own_beats_a_random_mover_and_obeys_limits() {
    let mut bot = searching_bot::bot();
    assert!(ten_games(&mut bot, &mut random_mover::bot(), 200) >= 15);
    let mates: Position = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1".parse().expect("a position");
    let slow = mates.parse_san("Ka2").expect("legal");
    for (limits, best) in [
        (SearchLimits::new().with_depth(2), "Rd8#"),
        (SearchLimits::new().with_depth(4).with_moves(vec![slow]), "Ka2"),
        (SearchLimits::new().with_nodes(1), "any legal move"),
    ] {
        let game = Game::from_position(mates);
        let found = bot.search(&game, &limits, &Control::new(), &mut |_: &Report| {});
        let text = found.best.map(|mv| mates.to_san(mv).to_string());
        assert!(text.as_deref() == Some(best) || limits.nodes.is_some() && text.is_some(), "{text:?}");
    }
}

#[test]
fn a_tournament_in_process_plays_as_many_games_with_each_opponent() {
    let standings = tournament::play(2).expect("it can be played");
    assert_eq!(standings.len(), 2);
    for standing in standings {
        assert_eq!(standing.tally.games(), 4, "{}", standing.opponent);
        assert!(standing.tally.score() > 0.6, "{} {:?}", standing.opponent, standing.tally);
        assert!(standing.faults.iter().all(|faults| faults.total() == 0), "{}", standing.opponent);
    }
}
