//! The lazy iterator gives the moves of the list, in its order.

use philidor::{Move, MoveKind};

use crate::suites;

#[test]
fn lazy_moves_are_those_of_the_list_in_its_order() {
    for position in suites::positions() {
        for kind in [MoveKind::All, MoveKind::Tactical, MoveKind::Quiet] {
            let lazy: Vec<Move> = position.moves_iter(kind).collect();
            assert_eq!(lazy, *position.moves(kind), "{position} {kind:?}");
        }
    }
}

#[test]
fn an_iterator_at_its_end_stays_there() {
    for position in suites::standard().map(|entry| entry.position()) {
        let mut moves = position.moves_iter(MoveKind::All);
        assert_eq!(moves.by_ref().count(), position.legal_moves().len());
        assert_eq!((moves.next(), moves.next()), (None, None));
    }
}
