//! Each level of entry is an example, and each example plays ten games. So do two evaluations.

use philidor::{Game, Position};
use philidor_engine::{Bot, Control, Random, Report, SearchLimits, standard, standard_with};
use philidor_proof::samples;
use philidor_uci::tournament::{Adjudication, Contender, MatchOpening, Tally, TimeControl, Tournament};

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

/// Openings by four random moves.
fn openings(count: usize) -> Vec<MatchOpening> {
    let mut random = Random::new(10);
    let mut opening = || {
        let mut game = Game::new();
        for _ in 0..4 {
            let moves = game.position().legal_moves();
            let _ = game.play(moves[random.below(moves.len())]);
        }
        MatchOpening::from_game(&game, 4)
    };
    (0..count).map(|_| opening()).collect()
}

/// Ten games, five with each color, of at most this many moves. Returns the points, two for a win.
fn ten_games(bot: Contender, opponent: Contender, moves: u32) -> u32 {
    games(10, bot, opponent, moves)
}

fn games(count: usize, bot: Contender, opponent: Contender, moves: u32) -> u32 {
    let mut rules = Adjudication::default();
    rules.max_moves = Some(moves);
    let tournament = Tournament::new(bot, vec![opponent]).expect("two names").with_pairs(count / 2);
    let tournament = tournament.with_openings(openings(count / 2), None).with_adjudication(rules);
    let tournament = tournament.with_time_control(TimeControl::fixed_nodes(500));
    let standing = tournament.run(&Control::new(), &mut |_| {}).expect("both start").remove(0);
    assert!(standing.faults.iter().all(|faults| faults.total() == 0), "{standing:?}");
    let Tally { wins, draws, .. } = standing.tally;
    (2 * wins + draws) as u32
}

fn random_mover() -> Contender {
    Contender::from_bot("random mover", random_mover::bot)
}

#[test]
fn bots_of_level_0_play() {
    ten_games(random_mover(), Contender::from_bot("closure", closure::bot), 200);
    assert!(ten_games(Contender::from_bot("greedy", greedy::bot), random_mover(), 200) > 10);
}

/// In a quick run, the first four of ten games.
#[test]
fn a_stronger_evaluation_wins() {
    let material = Contender::from_bot("material", || standard_with("material").expect("an evaluation"));
    let count = samples(32).min(10);
    assert!(games(count, Contender::from_bot("net", standard), material, 100) >= count as u32 * 3 / 2);
}

#[test]
fn an_evaluation_of_level_1_beats_a_random_mover() {
    assert!(ten_games(Contender::from_bot("evaluation", evaluation::bot), random_mover(), 100) >= 18);
}

#[test]
fn parts_of_level_2_beat_a_random_mover() {
    assert!(ten_games(Contender::from_bot("parts", parts::bot), random_mover(), 100) >= 18);
}

/// In a quick run, two of four games.
#[test]
fn the_bare_library_of_level_3_beats_a_random_mover() {
    let count = samples(16).min(4);
    let monte_carlo = Contender::from_bot("Monte Carlo", monte_carlo::bot);
    assert!(games(count, monte_carlo, random_mover(), 30) >= count as u32);
}

#[test]
fn a_search_of_its_own_beats_a_random_mover_and_obeys_limits() {
    assert!(ten_games(Contender::from_bot("searching bot", searching_bot::bot), random_mover(), 100) >= 15);
    let mut bot = searching_bot::bot();
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
