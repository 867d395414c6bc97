//! Philidor and cozy-chess agree along random games and in every position of the suites.
//!
//! Half of the games are Chess960 or double Fischer random. The fuzz target of the same name asserts the same laws on
//! positions that no game reaches.

use philidor::Position;
use philidor_proof::{at_least, samples};

use crate::games;
use crate::games::Random;
use crate::laws::cozy_chess as laws;
use crate::laws::cozy_chess::Pair;
use crate::suites;

#[test]
fn a_hundred_thousand_positions_of_random_games() {
    let mut random = Random(1749);
    let mut compared = 0;
    for start in games::starts(960) {
        let mut pair = Pair::new(start).expect("a game starts with low numbers");
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
        let Some(pair) = Pair::new(position) else {
            without_twin += 1;
            continue;
        };
        pair.agrees();
        for mv in position.legal_moves() {
            let mut after = Pair::new(position).expect("it had a twin before");
            after.play(mv);
            after.agrees();
        }
    }
    assert_eq!(without_twin, 2, "the two with a clock past 150");
}

/// Boards that no game reaches: both libraries agree on valid positions, and refuse the others.
#[test]
fn pieces_put_elsewhere() {
    let (mut accepted, mut refused) = (0, 0);
    for setup in games::disordered(1836).take(samples(40_000)) {
        laws::both_refuse(setup);
        match Position::try_from(setup).ok().and_then(Pair::new) {
            Some(pair) => {
                pair.agrees();
                accepted += 1;
            }
            None => refused += 1,
        }
    }
    assert!(
        accepted >= at_least(10_000) && refused >= at_least(10_000),
        "{accepted} accepted, {refused} refused"
    );
}

#[test]
fn moves_from_positions_that_no_game_reaches() {
    for position in games::unreachable_positions(1837).take(samples(2_000)) {
        for mv in position.legal_moves() {
            let Some(mut pair) = Pair::new(position).filter(Pair::has_time) else {
                continue;
            };
            pair.play(mv);
            pair.agrees();
        }
    }
}
