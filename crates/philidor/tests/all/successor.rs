//! The move between two positions is the one that was played.

use philidor::{CastlingNotation, EnPassantPolicy, Position, Setup};

use crate::suites;

#[test]
fn each_legal_move_is_found_again_from_the_positions_around_it() {
    for position in suites::positions() {
        for mv in position.legal_moves() {
            assert_eq!(position.move_to(&position.after(mv)), Some(mv), "{position} {mv}");
        }
    }
}

#[test]
fn clocks_and_a_useless_en_passant_square_do_not_matter() {
    for position in suites::positions() {
        for mv in position.legal_moves() {
            let mut setup: Setup =
                position.after(mv).to_fen(EnPassantPolicy::Legal, CastlingNotation::XFen).setup;
            (setup.state.halfmove_clock, setup.state.fullmove_number) = (7, 77);
            let next = Position::try_from(setup).expect("a reachable position");
            assert_eq!(position.move_to(&next), Some(mv), "{position} {mv}");
        }
    }
}

#[test]
fn no_move_leads_to_the_same_position_nor_two_moves_on() {
    for position in suites::positions() {
        assert_eq!(position.move_to(&position), None);
        if let Some(mv) = position.null_move() {
            assert_eq!(position.move_to(&position.after(mv)), None, "{position}: passing is not a move");
        }
    }
    let start = Position::default();
    let two_on = start.legal_moves().into_iter().flat_map(|mv| {
        let after = start.after(mv);
        after.legal_moves().into_iter().map(move |reply| after.after(reply))
    });
    assert!(two_on.into_iter().all(|position| start.move_to(&position).is_none()));
}
