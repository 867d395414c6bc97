//! Along random games and in every position of the suites, philidor and cozy-chess see the same.
//!
//! Half of the games are Chess960 or double Fischer random. The fuzz target of the same name asserts the same laws on
//! positions that no game reaches.

use games::Random;
use laws::Pair;
use philidor::{Position, Square};

mod games;
#[path = "laws/cozy_chess.rs"]
mod laws;
mod suites;

#[test]
fn a_hundred_thousand_positions_of_random_games() {
    let mut random = Random(1749);
    let mut compared = 0;
    for start in games::starts(960) {
        let mut pair = Pair::of(start).expect("a game starts with low numbers");
        pair.agrees();
        compared += 1;
        while let Some(mv) = random.chooses(pair.position()).filter(|_| pair.has_time()) {
            pair.play(mv);
            pair.agrees();
            compared += 1;
        }
        if compared >= 100_000 {
            break;
        }
    }
}

#[test]
fn every_suite_and_the_moves_from_it() {
    let mut without_twin = 0;
    for position in suites::positions() {
        let Some(pair) = Pair::of(position) else {
            without_twin += 1;
            continue;
        };
        pair.agrees();
        for mv in position.legal_moves() {
            let mut after = Pair::of(position).expect("it had a twin before");
            after.play(mv);
            after.agrees();
        }
    }
    assert_eq!(without_twin, 2, "the two with a clock past 150");
}

/// Men put elsewhere make positions that no game reaches, and setups that are none. Both libraries see the same in the
/// former and refuse the latter.
#[test]
fn men_put_elsewhere() {
    let mut random = Random(1836);
    let (mut accepted, mut refused) = (0, 0);
    for position in games::positions(1).take(40_000) {
        let mut setup = position.to_setup();
        for _ in 0..=random.below(3) {
            let [from, to] = [0, 0].map(|_| Square::ALL[random.below(64)]);
            if let Some(piece) = setup.board.remove(from) {
                setup.board.put(to, piece);
            }
        }
        laws::both_refuse(setup);
        match Position::try_from(setup).ok().and_then(Pair::of) {
            Some(pair) => {
                pair.agrees();
                accepted += 1;
            }
            None => refused += 1,
        }
    }
    assert!(accepted > 5_000 && refused > 5_000, "{accepted} accepted, {refused} refused");
}
