//! Every bot plays legal moves.

use philidor::{Color, Game, Position};
use philidor_engine::{Bot, Control, Random, Report, Score, SearchLimits, standard, standard_with};

use crate::positions;

/// Plays a game to its end or to this many plies; panics if a move is not legal.
pub(crate) fn game(players: [&mut dyn Bot; 2], start: Game, limits: &SearchLimits, plies: usize) -> Game {
    let mut game = start;
    let [white, black] = players;
    for _ in 0..plies {
        if game.outcome().is_some() || game.claimable_draw().is_some() {
            break;
        }
        let player = match game.position().side_to_move() {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        let answer = player.search(&game, limits, &Control::new(), &mut |_: &Report| {});
        let best = answer.best.expect("a move");
        if let Some(reply) = answer.ponder {
            assert!(game.position().after(best).is_legal(reply), "{} {best} {reply}", game.position());
        }
        game.play(best).unwrap_or_else(|error| panic!("{error}: {}", game.position()));
    }
    game
}

#[test]
fn engines_play_legal_games() {
    let mut random = Random::new(99);
    let (mut net, mut material) = (standard(), standard_with("material").expect("an evaluation"));
    for round in 0..6 {
        let start =
            Position::chess960(positions::below(&mut random, 960) as u16).expect("a number below 960");
        let opening = positions::game(start, 6, &mut random);
        let limits = SearchLimits::new().with_nodes(400);
        let players: [&mut dyn Bot; 2] =
            if round % 2 == 0 { [&mut *net, &mut *material] } else { [&mut *material, &mut *net] };
        game(players, opening, &limits, 300);
    }
}

/// The transposition table knows nothing of the halfmove clock: it remembers that Black loses here. At this clock Ra4
/// draws, since White has no time for anything but an exchange.
#[test]
fn a_loss_that_is_remembered_is_drawn_where_the_clock_runs_out() {
    let mut engine = standard();
    let mut score = |clock: u32, depth: u32| {
        let fen = format!("8/8/8/1k3K2/4Q1p1/8/r7/8 b - - {clock} 99");
        let game = Game::from_position(fen.parse().expect("a position"));
        let limits = SearchLimits::new().with_depth(depth);
        engine.search(&game, &limits, &Control::new(), &mut |_: &Report| {}).score().expect("a score")
    };
    assert!(score(0, 8) < Score::DRAW);
    assert_eq!(score(98, 6), Score::DRAW);
}
