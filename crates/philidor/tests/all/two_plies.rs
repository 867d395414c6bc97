//! Two plies counted by what each move disturbs, on suites, games, crowded boards and those at the edge of each rule.

use crate::laws::two_plies::are_counted_as_played;
use crate::{crowded, edges, games, suites};
use philidor_proof::samples;

#[test]
fn every_suite() {
    suites::positions().for_each(|position| are_counted_as_played(&position));
}

#[test]
fn positions_of_random_games_and_of_chess960() {
    games::positions(41)
        .step_by(3)
        .take(samples(3_000))
        .for_each(|position| are_counted_as_played(&position));
    games::chess960_positions(42)
        .step_by(3)
        .take(samples(3_000))
        .for_each(|position| are_counted_as_played(&position));
}

#[test]
fn positions_that_no_game_reaches() {
    games::unreachable_positions(43)
        .take(samples(2_000))
        .for_each(|position| are_counted_as_played(&position));
    crowded::positions(44).take(samples(1_000)).for_each(|position| are_counted_as_played(&position));
}

#[test]
fn boards_at_the_edge_of_each_rule() {
    edges::positions(45).take(samples(3_000)).for_each(|position| are_counted_as_played(&position));
}
