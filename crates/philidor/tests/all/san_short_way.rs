//! The quick ways of reading SAN against reading with care.

use philidor::{Move, MoveType, PieceType, Position, Square, proof};
use philidor_proof::samples;

use crate::edges;
use crate::games::Random;

/// Positions of random games from starts with castling, en passant, promotions, pins and checks.
fn positions() -> Vec<Position> {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "3Q3Q/8/8/1k6/8/8/6K1/Q2r3Q w - - 0 1",
    ];
    let mut random = Random(1749);
    let mut positions = Vec::new();
    for start in starts {
        let mut position: Position = start.parse().expect("a position");
        for _ in 0..40 {
            positions.push(position);
            let moves = position.legal_moves();
            let Some(mv) = moves.get(random.next() as usize % moves.len().max(1)) else { break };
            position.play_unchecked(*mv);
        }
    }
    positions.extend(edges::positions(1750).step_by(3).take(samples(100)));
    positions
}

#[test]
fn usual_moves_are_found_as_all_others_are() {
    let mut found = 0;
    for position in positions() {
        for letter in ["", "K", "Q", "R", "B", "N"] {
            for between in ["", "x", "a", "d", "ex", "gx", "1", "5", "8x"] {
                for square in Square::ALL {
                    let text = format!("{letter}{between}{square}");
                    let expected = proof::san_with_care(&position, &text);
                    assert_eq!(position.parse_san(&text), expected, "{text} in {position}");
                    found += usize::from(expected.is_ok());
                }
            }
        }
    }
    assert!(found > 5_000, "{found}");
}

#[test]
fn moves_that_are_followed_lead_where_moves_lead_that_are_played() {
    for position in positions() {
        for mv in position.legal_moves() {
            let (mut followed, played) = (position, position.after(mv));
            let text = position.to_san(mv);
            assert_eq!(proof::follow_san(&mut followed, text.as_str()), Ok(()), "{text} in {position}");
            assert_eq!(followed.board(), played.board(), "{text} in {position}");
            assert_eq!(followed.side_to_move(), played.side_to_move());
            assert_eq!(followed.castling_rights(), played.castling_rights(), "{text} in {position}");
            assert_eq!(followed.en_passant(), played.en_passant(), "{text} in {position}");
        }
        let mut followed = position;
        assert_eq!(proof::follow_san(&mut followed, "Na9"), position.parse_san("Na9").map(|_| ()));
        assert_eq!(followed, position);
    }
}

/// Reading is quick where it can be: where no other piece of the kind sees the destination, the usual text of a
/// normal move needs no care.
#[test]
fn the_quick_way_finds_every_normal_move_without_a_rival() {
    let mut texts = 0;
    for position in positions() {
        let moves = position.pseudo_legal_moves();
        for &mv in &moves {
            let same = |&&other: &&Move| {
                (other.played_piece(), other.dest_square()) == (mv.played_piece(), mv.dest_square())
            };
            if mv.move_type() != MoveType::Normal || moves.iter().filter(same).count() > 1 {
                continue;
            }
            let origin = mv.orig_square();
            let x = if mv.captured_piece().is_some() { "x" } else { "" };
            let text = match mv.played_piece() {
                PieceType::Pawn if x.is_empty() => format!("{}", mv.dest_square()),
                PieceType::Pawn => format!("{}x{}", origin.file(), mv.dest_square()),
                piece => format!("{}{x}{}", piece.letter().to_ascii_uppercase(), mv.dest_square()),
            };
            let legal = position.leaves_king_safe(mv);
            assert_eq!(
                proof::origin_by_usual_san(&position, &text),
                legal.then_some(origin),
                "{text} in {position}"
            );
            texts += 1;
        }
    }
    assert!(texts > 4_000, "{texts}");
}
