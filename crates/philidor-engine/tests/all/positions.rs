//! Positions by random play, drawn anew by a quick run.

use philidor::{Game, Position};
use philidor_engine::Random;

/// A number below a limit. The suite of mates was made with the remainder, which [`Random::below`] is not.
pub(crate) fn below(random: &mut Random, limit: usize) -> usize {
    (random.next_number() % limit as u64) as usize
}

/// A game of at most this many random moves; it may be over.
pub(crate) fn game(start: Position, plies: usize, random: &mut Random) -> Game {
    let mut game = Game::from_position(start);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        let _ = game.play(moves[below(random, moves.len())]);
    }
    game
}

/// Different positions with a legal move, from openings to endgames.
pub(crate) fn some(count: usize) -> Vec<Game> {
    const STARTS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
    ];
    let mut random = Random::new(philidor_proof::seed(2026));
    let mut games = Vec::new();
    while games.len() < count {
        let start = STARTS[games.len() % STARTS.len()].parse().expect("a position");
        let plies = below(&mut random, 50);
        let game = game(start, plies, &mut random);
        if game.position().has_legal_move() {
            games.push(game);
        }
    }
    games
}
