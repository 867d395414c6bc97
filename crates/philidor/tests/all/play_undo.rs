//! Moves are played and taken back along random games, which restores everything; keys are equal exactly for positions
//! that are the same under the rule of repetition.

use std::collections::{HashMap, HashSet};

use philidor::{
    CastlingNotation, CastlingRights, EnPassantPolicy, File, IllegalMove, Move, MoveDigest, MoveList,
    PieceType, Position, Square, perft::perft,
};
use philidor_proof::{at_least, samples};
use proptest::prelude::*;

use crate::games;
use crate::laws::play_undo::Line;
use crate::suites;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn every_move_is_taken_back() {
    for position in suites::positions().chain(games::unreachable_positions(9).step_by(7).take(samples(500))) {
        for mv in position.legal_moves() {
            let mut line = Line::from(position);
            line.play(mv);
            line.take_back_all();
        }
    }
}

proptest! {
    /// Any line from any position of the suites, with null moves. Proptest shrinks failures.
    #[test]
    fn any_line_is_taken_back(entry in any::<prop::sample::Index>(), choices in prop::collection::vec(any::<u8>(), 0..60)) {
        let starts: Vec<Position> = suites::positions().collect();
        let mut line = Line::from(*entry.get(&starts));
        for choice in choices {
            let moves = line.position().legal_moves();
            let null = line.position().null_move().filter(|_| choice < 16);
            let Some(mv) = null.or_else(|| moves.get(usize::from(choice) % moves.len().max(1)).copied()) else {
                break;
            };
            line.play(mv);
        }
        line.take_back_all();
    }
}

/// A null move passes the turn and the en-passant square, and nothing else; in check there is none.
#[test]
fn null_moves_pass_the_turn() {
    for before in suites::positions().chain(games::positions(4).take(samples(5_000))) {
        let Some(null) = before.null_move() else {
            assert!(before.is_check(), "{before}");
            continue;
        };
        assert!(!before.is_check() && null.is_null() && !before.is_legal(null), "{before}");
        let after = before.after(null);
        let mut expected = before.to_setup();
        expected.state.side_to_move = !before.side_to_move();
        expected.state.en_passant = None;
        expected.state.halfmove_clock += 1;
        expected.state.fullmove_number += before.side_to_move() as u32;
        assert_eq!(after.to_setup(), expected, "{before}");
        let mut line = Line::from(before);
        line.play(null);
        line.take_back_all();
    }
}

/// The word that a digest would be if it were a move here, with all fields taken from the position.
fn word(position: &Position, digest: MoveDigest) -> Move {
    let kind_on = |square| position.piece_at(square).map(|piece| piece.piece_type);
    Move::new(
        digest.move_type(),
        digest.orig_square(),
        digest.dest_square(),
        digest.aux_data(),
        kind_on(digest.dest_square()),
        kind_on(digest.orig_square()).unwrap_or(PieceType::Queen),
        position.castling_rights(),
        position.en_passant().map(Square::file),
        0,
    )
}

#[test]
fn an_illegal_move_is_named() {
    let mut position = Position::default();
    let e4 = position.parse_uci("e2e4").expect("legal at first");
    position.play_unchecked(e4);
    let error = position.play(e4).expect_err("not legal twice");
    assert_eq!(error.to_string(), "e2e4 is not a legal move in this position");
}

/// What an en-passant square adds to the key depends only on its file.
#[test]
fn an_en_passant_square_changes_the_key_by_the_word_of_its_file() {
    let mut words = [None; 8];
    let open = games::positions(21)
        .take(samples(200_000))
        .chain(games::chess960_positions(22).take(samples(200_000)));
    for position in open.filter(|position| position.has_legal_en_passant()) {
        let file = position.en_passant().expect("a square").file();
        let mut setup = position.to_setup();
        setup.state.en_passant = None;
        let without = Position::try_from(setup).expect("a position without the square");
        let word = position.key() ^ without.key();
        assert_eq!(*words[file.index()].get_or_insert(word), word, "{position}");
    }
    let words = words.map(|word| word.expect("an en-passant capture on every file"));
    assert!((1..8).all(|file| !words[..file].contains(&words[file])), "{words:x?}");
}

#[test]
fn illegal_moves_are_not_played() {
    for before in suites::positions().step_by(10).chain(games::positions(5).step_by(97).take(20)) {
        for digest in (0..=u16::MAX).map(MoveDigest) {
            let mv = word(&before, digest);
            if before.decode(digest).is_some() {
                continue;
            }
            let mut position = before;
            assert_eq!(position.play(mv), Err(IllegalMove(mv)), "{mv:?} in {before}");
            assert_eq!(position, before, "{mv:?}");
        }
    }
}

/// A legal digest in a word for another position is not legal: it could not be taken back. The score does not matter.
#[test]
fn a_word_from_another_position_is_not_played() {
    for before in suites::positions() {
        for mv in before.legal_moves() {
            let with = |rights: CastlingRights, file| {
                let (origin, target) = (mv.orig_square(), mv.dest_square());
                let (captured, played) = (mv.captured_piece(), mv.played_piece());
                Move::new(mv.move_type(), origin, target, mv.aux_data(), captured, played, rights, file, 9)
            };
            let (rights, file) = (before.castling_rights(), mv.enpassant_file());
            assert!(before.is_legal(with(rights, file)), "{mv:?} in {before}");
            let other_file = match file {
                None => Some(File::A),
                Some(_) => None,
            };
            for stranger in [with(!rights, file), with(rights, other_file)] {
                let mut position = before;
                assert_eq!(position.play(stranger), Err(IllegalMove(stranger)), "{before}");
                assert_eq!(position, before);
            }
        }
    }
}

/// Different positions have different keys; an en-passant square makes a difference only if a capture is legal.
#[test]
fn keys_distinguish_the_positions_that_the_rules_distinguish() {
    for (one, other, keys, polyglot_keys) in [
        // A pawn could capture.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", false, false),
        // None stands there.
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", true, true),
        // One stands there and is pinned along its file, which Polyglot ignores.
        ("k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "k3r3/8/8/3pP3/8/8/8/4K3 w - - 0 1", true, false),
        // Both pawns leave the rank, and the king would be exposed.
        ("4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1", "4k3/8/8/r2pP2K/8/8/8/8 w - - 0 1", true, false),
        // Of two capturers one is pinned.
        ("k3r3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "k3r3/8/8/2PpP3/8/8/8/4K3 w - - 0 1", false, false),
        // The turn, the rights, the pieces; and the clocks, which do not count.
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", false, false),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", false, false),
        ("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", false, false),
        ("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", "4k3/8/8/8/8/8/8/4K1Q1 w - - 0 1", false, false),
        ("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", "4k3/8/8/8/8/8/8/4KQ2 w - - 99 80", true, true),
    ] {
        let [a, b] = [one, other].map(position);
        assert_eq!(a.key() == b.key(), keys, "{one} and {other}");
        assert_eq!(a.polyglot_key() == b.polyglot_key(), polyglot_keys, "Polyglot: {one} and {other}");
    }
}

/// Among positions of random games, keys are equal exactly where pieces, turn, rights and legal en passant are.
#[test]
fn keys_are_equal_exactly_for_the_same_positions() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    let mut repeated = 0;
    for position in games::positions(6).take(samples(100_000)) {
        let fen = position.to_fen(EnPassantPolicy::Legal, CastlingNotation::Shredder).to_string();
        let identity: String = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        if let Some(before) = seen.insert(position.key(), identity.clone()) {
            assert_eq!(before, identity);
            repeated += 1;
        }
    }
    let different: HashSet<&String> = seen.values().collect();
    assert_eq!(different.len(), seen.len(), "the same position has two keys");
    assert!(repeated >= at_least(100), "only {repeated} repetitions");
}

/// Moves of other positions, played unchecked, leave nonsense on the board, but nothing panics: neither playing and
/// taking back nor generating moves from the nonsense.
#[test]
fn foreign_moves_do_no_harm() {
    let strangers: Vec<Move> =
        suites::positions().step_by(7).flat_map(|position| position.legal_moves()).collect();
    for (index, mut position) in suites::positions().enumerate() {
        let line = strangers.iter().cycle().skip(index * 31).take(12);
        let mut past = Vec::new();
        for &mv in line {
            past.push((mv, position.play_unchecked(mv)));
            let moves = position.legal_moves();
            assert!(moves.len() <= MoveList::CAPACITY);
            assert!(position.pseudo_legal_moves().len() <= MoveList::CAPACITY);
            let _ = (position.key(), position.checkers(), position.has_legal_move(), perft(&position, 2));
            let _ = (position.decode(mv.digest()), position.gives_check(mv), position.to_string());
        }
        for (mv, undo) in past.into_iter().rev() {
            position.undo(mv, undo);
        }
    }
}
