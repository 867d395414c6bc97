//! Every generator against every other, on the suites and on random positions.

use philidor::Position;
use philidor_proof::samples;

use crate::drawn;
use crate::games;
use crate::laws::generators::{all_agree, all_count_alike};
use crate::suites;

#[test]
fn every_suite() {
    suites::positions().for_each(|position| all_agree(&position));
}

#[test]
fn divides_of_every_suite() {
    let most = 20_000 * samples(8) as u64;
    for entry in drawn::suites(6) {
        if let Some((depth, _)) = entry.counts_up_to(most).last() {
            all_count_alike(&entry.position(), depth);
        }
    }
}

#[test]
fn positions_of_random_games() {
    games::positions(1989).take(samples(20_000)).for_each(|position| all_agree(&position));
}

#[test]
fn positions_that_no_game_reaches() {
    games::unreachable_positions(2024).take(samples(5_000)).for_each(|position| all_agree(&position));
}

/// Two pawns promote on the same square, and no other promotion is there.
#[test]
fn two_pawns_that_promote_on_one_square_are_both_found() {
    for fen in ["1nnn3k/1P1P4/8/8/8/8/8/7K w - - 0 1", "7k/8/8/8/8/8/1p1p4/1NNN3K b - - 0 1"] {
        let position: Position = fen.parse().expect("a position");
        let promotions = position.legal_moves().iter().filter(|mv| mv.promotion().is_some()).count();
        assert_eq!(promotions, 8, "{fen}");
        all_agree(&position);
    }
}
