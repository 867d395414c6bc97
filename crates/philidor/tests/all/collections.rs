//! Lists, sets and words behave as the collections and numbers of the standard library do.

use std::collections::HashSet;

use philidor::{
    Bitboard, CastlingRights, Color, Game, Move, MoveDigest, MoveList, Outcome, Position, Square, Win,
};

#[test]
fn a_list_takes_moves_until_it_is_full_and_drops_the_rest() {
    let endless = std::iter::repeat(Move::invalid());
    let mut list: MoveList = endless.clone().collect();
    assert_eq!(list.len(), MoveList::CAPACITY);
    list.extend(endless.clone());
    assert_eq!(list.len(), MoveList::CAPACITY);
    list.clear();
    list.extend(endless.take(3));
    assert_eq!(list.len(), 3);
}

#[test]
fn collected_and_listed_moves_are_equal_and_hash_alike() {
    let listed = Position::default().legal_moves();
    let collected: MoveList = listed.iter().copied().collect();
    assert_eq!(collected, listed);
    let set: HashSet<MoveList> = [listed, collected].into();
    assert_eq!(set.len(), 1);
}

#[test]
fn moves_in_a_list_are_changed_in_place() {
    let mut moves = Position::default().legal_moves();
    for mv in &mut moves {
        mv.set_score(5);
    }
    assert!(moves.iter().all(|mv| mv.score() == 5));
}

#[test]
fn a_set_is_extended_by_squares_whether_they_are_in_it_or_not() {
    let mut set = Bitboard::from(Square::A1);
    set.extend([Square::A1, Square::H8]);
    assert_eq!(set, Bitboard::from_iter([Square::A1, Square::H8]));
}

#[test]
fn words_are_written_in_hexadecimal_and_binary_as_their_numbers_are() {
    let (set, digest) = (Bitboard(0x00ab_0000_0000_00cd), MoveDigest(0xbeef));
    assert_eq!(format!("{set:x} {set:#X} {set:#018x}"), "ab0000000000cd 0xAB0000000000CD 0x00ab0000000000cd");
    assert_eq!(format!("{digest:x} {digest:#06X} {digest:016b}"), "beef 0xBEEF 1011111011101111");
    assert_eq!(format!("{set:b}"), format!("{:b}", set.0));
}

#[test]
fn rights_are_sets_with_every_operator() {
    for (left, right) in (0..16).flat_map(|left| (0..16).map(move |right| (left, right))) {
        let [a, b] = [left, right].map(CastlingRights::from_bits);
        assert_eq!(
            [(a | b).bits(), (a & b).bits(), (a ^ b).bits()],
            [left | right, left & right, left ^ right]
        );
        let mut assigned = [a; 4];
        assigned[0] |= b;
        assigned[1] &= b;
        assigned[2] ^= b;
        assigned[3] -= b;
        assert_eq!(assigned, [a | b, a & b, a ^ b, a - b]);
    }
}

#[test]
fn an_empty_place_of_a_table_decodes_to_no_move() {
    let table = [MoveDigest::default(); 4];
    assert!(table.iter().all(|&digest| Position::default().decode(digest).is_none()));
    assert_eq!(table[0], MoveDigest::invalid());
}

#[test]
fn the_same_move_with_another_score_is_the_same_move() {
    let moves = Position::default().legal_moves();
    for (one, &mv) in moves.iter().enumerate() {
        let mut scored = mv;
        scored.set_score(1);
        assert_ne!(scored, mv);
        let same: Vec<usize> = (0..moves.len()).filter(|&other| moves[other].same_move(scored)).collect();
        assert_eq!(same, [one]);
    }
}

#[test]
fn games_are_equal_if_all_that_can_be_asked_of_them_is() {
    let game = Game::from_uci(Position::default(), ["e2e4", "e7e5"]).expect("legal moves");
    let mut other = Game::new();
    for &mv in &["e2e4", "e7e5"] {
        let mut mv = other.position().parse_uci(mv).expect("a legal move");
        mv.set_score(77);
        other.play(mv).expect("a legal move");
    }
    assert_eq!(game, other, "scores do not count");
    other.undo();
    assert_ne!(game, other);
    other.redo();
    assert_eq!(game, other);
    other.end(Outcome::Win { winner: Color::White, by: Win::Resignation });
    assert_ne!(game, other);
}
