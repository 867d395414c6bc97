//! The moves of a position are the same however they are found: all at once or by kind, listed, counted or sent to a
//! sink, legal directly or filtered from the pseudo-legal ones, generated or decoded. And they come in the documented
//! order.

use std::collections::HashSet;

use philidor::{
    Move, MoveDigest, MoveFault, MoveKind, MoveList, MoveType, PieceType, Position, Square, UciError,
    UciErrorKind,
};
use philidor_proof::samples;

use crate::games;
use crate::laws::moves as laws;
use crate::suites;

/// All suites, then positions of random games, and as many that no game reaches.
fn positions(random: usize) -> impl Iterator<Item = Position> {
    let played = games::positions(3).step_by(7).take(samples(random));
    let disordered = games::unreachable_positions(4).step_by(7).take(samples(random));
    suites::positions().chain(played).chain(disordered)
}

#[test]
fn the_laws_of_moves_hold() {
    positions(3_000).for_each(|position| laws::of_moves(&position));
}

/// Of all 65,536 patterns, `decode` accepts the legal moves, and returns the generated words.
#[test]
fn decode_finds_exactly_the_legal_moves() {
    for position in positions(300) {
        let every_pattern = (0..=u16::MAX).map(MoveDigest);
        let decoded: Vec<Move> = every_pattern.filter_map(|digest| position.decode(digest)).collect();
        let mut legal = position.legal_moves();
        legal.sort_by_key(|mv| mv.digest());
        assert_eq!(decoded, *legal, "{position}");
    }
}

/// The rank of a move in the documented order of `Position::moves`, from the position and the move alone.
fn place(position: &Position, mv: Move) -> (u32, usize, bool, usize, u8) {
    let (origin, target) = (mv.orig_square(), mv.dest_square());
    let captures = mv.captured_piece().is_some();
    let step = origin.file().cmp(&target.file());
    let by_target = |group| (group, 0, false, target.index(), mv.aux_data());
    match (mv.move_type(), mv.played_piece(), step) {
        (MoveType::Castling, ..) => (60 + u32::from(target.file().letter() == 'c'), 0, false, 0, 0),
        (MoveType::EnPassant, ..) => (50, origin.file().index(), false, 0, 0),
        (MoveType::Promotion, _, step) if captures => by_target(if step.is_gt() { 40 } else { 41 }),
        (MoveType::Promotion, ..) => by_target(42),
        (MoveType::Normal, PieceType::Pawn, step) if captures => {
            by_target(if step.is_gt() { 30 } else { 31 })
        }
        (MoveType::Normal, PieceType::Pawn, _) => {
            let passed = position.after(mv).en_passant();
            by_target(if passed.is_some() { 33 } else { 32 })
        }
        (MoveType::Normal, piece, _) => {
            let kinds =
                [PieceType::King, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
            let group = (20..).zip(kinds).find(|&(_, kind)| kind == piece);
            let group = group.map_or(0, |(group, _)| group);
            (group, origin.index(), !captures, target.index(), 0)
        }
    }
}

#[test]
fn moves_come_in_the_documented_order() {
    for position in positions(3_000) {
        let moves = position.legal_moves();
        assert!(moves.is_sorted_by_key(|&mv| place(&position, mv)), "{position}: {moves:?}");
    }
}

/// Users may store the order, so it is spelled out here, and changing it means changing this test.
#[test]
fn the_order_of_moves_is_the_same_for_ever() {
    for (fen, expected) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "b1a3 b1c3 g1f3 g1h3 a2a3 b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3 a2a4 b2b4 c2c4 d2d4 e2e4 f2f4 g2g4 h2h4",
        ),
        // Both castlings, en passant from either side, and promotions of all three kinds.
        (
            "n1b1k3/1P6/8/1pPpP3/2p5/3P4/5N1P/R3K2R w KQ d6 0 2",
            "e1d1 e1f1 e1d2 e1e2 f2d1 f2h3 f2e4 f2g4 a1a8 a1b1 a1c1 a1d1 a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 h1f1 h1g1 \
             d3c4 h2h3 d3d4 c5c6 e5e6 h2h4 b7a8q b7a8r b7a8b b7a8n b7c8q b7c8r b7c8b b7c8n b7b8q b7b8r b7b8b b7b8n \
             c5d6 e5d6 e1g1 e1c1",
        ),
        // The same mirrored: for Black, too, west is toward the a-file and a1 comes first.
        (
            "r3k2r/5n1p/3p4/2P5/1PpPp3/8/1p6/N1B1K3 b kq d3 0 2",
            "e8d7 e8e7 e8d8 e8f8 f7e5 f7g5 f7h6 f7d8 a8a1 a8a2 a8a3 a8a4 a8a5 a8a6 a8a7 a8b8 a8c8 a8d8 h8f8 h8g8 \
             d6c5 c4c3 e4e3 d6d5 h7h6 h7h5 b2a1q b2a1r b2a1b b2a1n b2c1q b2c1r b2c1b b2c1n b2b1q b2b1r b2b1b b2b1n \
             c4d3 e4d3 e8g8 e8c8",
        ),
        // In check by a knight that bishop and queen can take.
        ("3nk3/1p2q3/3N4/2b5/8/8/4PPPP/4K3 b - - 0 1", "e8d7 e8f8 c5d6 e7d6"),
    ] {
        let position: Position = fen.parse().expect("a position");
        let moves: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
        assert_eq!(moves.join(" "), expected, "{fen}");
    }
}

/// A reused list has only the new moves.
#[test]
fn lists_are_written_anew() {
    let position = Position::default();
    let mut list = position.legal_moves();
    position.moves_into(MoveKind::Tactical, &mut list);
    assert!(list.is_empty());
    position.pseudo_legal_moves_into(MoveKind::All, &mut list);
    position.moves_into(MoveKind::Quiet, &mut list);
    assert_eq!(*list, *position.legal_moves());
}

/// The pseudo-legal moves divide into kinds as the legal ones do.
#[test]
fn kinds_part_the_pseudo_legal_moves() {
    for position in positions(500) {
        let [all, tactical, quiet] = [MoveKind::All, MoveKind::Tactical, MoveKind::Quiet].map(|kind| {
            let mut list = MoveList::new();
            position.pseudo_legal_moves_into(kind, &mut list);
            list
        });
        assert_eq!(*all, *position.pseudo_legal_moves());
        let parts: (Vec<Move>, Vec<Move>) = all.iter().partition(|mv| mv.is_tactical());
        assert_eq!((&*tactical, &*quiet), (&*parts.0, &*parts.1), "{position}");
    }
}

/// A move that is not legal either leaves the king in check, and then it is among the pseudo-legal ones, or its piece
/// cannot go there.
#[test]
fn faults_of_moves_say_whether_the_piece_could_go_there() {
    let mut counts = [0; 2];
    let pinned = [
        "4k3/8/2b5/4pP2/8/5r2/4P3/4KR2 w - e6 0 1",
        "5r1k/8/8/4pP2/8/8/8/5K2 w - e6 0 1",
        "8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1",
    ];
    let pinned = pinned.map(|fen| fen.parse::<Position>().expect(fen));
    for position in positions(50).step_by(9).chain(pinned) {
        let pseudo: HashSet<String> = position.pseudo_legal_moves().iter().map(Move::to_string).collect();
        for (origin, destination) in Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b))) {
            for promotion in ["", "q"] {
                let text = format!("{origin}{destination}{promotion}");
                let Err(UciError { kind: UciErrorKind::Illegal(fault), .. }) = position.parse_uci(&text)
                else {
                    continue;
                };
                let is_pseudo = pseudo.contains(&text);
                match fault {
                    MoveFault::KingInCheck { .. } => assert!(is_pseudo, "{text} in {position}"),
                    MoveFault::Unreachable { .. } => assert!(!is_pseudo, "{text} in {position}"),
                    _ => continue,
                }
                counts[usize::from(is_pseudo)] += 1;
            }
        }
    }
    assert!(counts[0] > 10_000 && counts[1] > 100, "{counts:?}");
}

#[test]
fn no_pawn_becomes_a_king_or_stays_one() {
    let position: Position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a position");
    for piece in [PieceType::King, PieceType::Pawn] {
        let found = position.find_move(Square::A7, Square::A8, Some(piece));
        assert_eq!(found, Err(MoveFault::PromotionMissing), "{piece}");
    }
}
