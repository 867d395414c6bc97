//! Every generator against every other, on the suites and on random positions.

mod games;
#[path = "laws/generators.rs"]
mod laws;
mod suites;

use laws::{all_agree, all_count_alike};

#[test]
fn every_suite() {
    suites::positions().for_each(|position| all_agree(&position));
}

#[test]
fn divides_of_every_suite() {
    for entry in suites::all() {
        if let Some((depth, _)) = entry.counts_up_to(20_000).last() {
            all_count_alike(&entry.position(), depth);
        }
    }
}

#[test]
fn twenty_thousand_positions_of_random_games() {
    games::positions(1989).take(20_000).for_each(|position| all_agree(&position));
}

#[test]
fn five_thousand_positions_that_no_game_reaches() {
    games::unreachable_positions(2024).take(5_000).for_each(|position| all_agree(&position));
}

#[test]
#[ignore = "half a minute in release builds"]
fn a_million_positions_of_random_games() {
    games::positions(1749).take(1_000_000).for_each(|position| all_agree(&position));
}
