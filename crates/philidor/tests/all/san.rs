//! Moves as text: written strictly, read leniently, and refused with a reason.

use std::fmt::Write;

use philidor::{
    CastlingMode, CastlingSide, MoveFault, MoveType, PieceType, Position, SanErrorKind, Square, UciErrorKind,
};
use philidor_proof::samples;
use proptest::prelude::*;

use crate::games;
use crate::laws::san as laws;
use crate::suites;

fn position(fen: &str) -> Position {
    fen.parse().expect("a position")
}

/// The legal moves of a position in SAN, sorted.
fn written(fen: &str) -> Vec<String> {
    let position = position(fen);
    let mut texts: Vec<String> =
        position.legal_moves().iter().map(|&mv| position.to_san(mv).to_string()).collect();
    texts.sort();
    texts
}

fn fault(fen: &str, text: &str) -> SanErrorKind {
    position(fen).parse_san(text).expect_err(text).kind
}

#[test]
fn every_move_of_the_suites_is_written_and_read_back() {
    suites::positions().for_each(|position| laws::of_moves(&position));
}

#[test]
fn every_move_of_random_games_is_written_and_read_back() {
    games::positions(11).step_by(9).take(samples(1_500)).for_each(|position| laws::of_moves(&position));
}

/// Positions with many queens and pinned pieces, which no game reaches.
#[test]
fn every_move_of_unreachable_positions_is_written_and_read_back() {
    games::unreachable_positions(12)
        .step_by(9)
        .take(samples(1_500))
        .for_each(|position| laws::of_moves(&position));
}

#[test]
fn a_written_move_is_text_and_bytes() {
    let start = Position::default();
    let san = start.to_san(start.parse_uci("g1f3").expect("legal"));
    assert_eq!((AsRef::<str>::as_ref(&san), AsRef::<[u8]>::as_ref(&san)), ("Nf3", &b"Nf3"[..]));
    assert_eq!(format!("{san:?}"), "San(Nf3)");
}

/// Each has moves that must be among the written ones, and moves that must not.
#[test]
fn hard_moves_are_written_as_the_standard_says() {
    for (fen, among, not_among) in [
        // The knight on e3 is pinned: the other needs no file.
        ("4r1k1/8/8/8/8/2N1N3/8/4K3 w - - 0 1", "Nd5", "Ncd5"),
        // With a free knight on f4 it needs one; the pinned one on e3 still does not count.
        ("4r1k1/8/8/8/5N2/2N1N3/8/4K3 w - - 0 1", "Ncd5 Nfd5", "Nd5 Ned5"),
        // In check only one of two knights can help, and both can go there: two names.
        ("4r1k1/8/8/8/5N2/2N5/8/4K3 w - - 0 1", "Nce2 Nfe2 Ne4", "Nd5"),
        // Three queens: the file, the rank, and both for the one that shares either with another.
        ("1k6/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "Qae4 Q1e4 Qh4e4", "Qe4 Q4e4 Qhe4"),
        ("k7/8/8/1R6/7K/8/7P/1R5R w - - 0 1", "R1b3 R5b3 Rbf1 Rhf1", "Rb3 Rf1"),
        // Promotion by capture, with check; and promotion to a knight gives none.
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q+ exd8=R+ exd8=B exd8=N", "exd8=Q exd8=N+"),
        // En passant opens the file of the rook and covers e7: mate.
        ("3rkr2/5p2/8/2NpP3/8/8/8/4R1K1 w - d6 0 1", "exd6# e6", "exd6 exd6+"),
        // Castling gives check, and mate.
        ("5k2/4p1pp/4P1P1/8/8/8/8/4K2R w K - 0 1", "O-O+ Rf1+ gxh7", "O-O"),
        ("4rkr1/4p1p1/4P1P1/8/8/8/8/4K2R w K - 0 1", "O-O# Rf1#", "O-O"),
        ("2rkr3/2p1p3/2P1P3/8/8/8/8/R3K3 w Q - 0 1", "O-O-O# Rd1#", "O-O-O"),
        // Chess960: the king on b1 castles with the rook on f1.
        ("4k3/8/8/8/8/8/8/1K3R2 w F - 0 1", "O-O Kc1 Kc2", "Kg1"),
        // The king stays on its square.
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O Kf1", "Kg1"),
    ] {
        let texts = written(fen);
        for text in among.split_whitespace() {
            assert!(texts.iter().any(|written| written == text), "{text} in {fen}: {texts:?}");
        }
        for text in not_among.split_whitespace() {
            assert!(texts.iter().all(|written| written != text), "{text} in {fen}: {texts:?}");
        }
    }
}

#[test]
fn castling_is_read_in_every_notation() {
    let standard = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (side, texts) in [
        (CastlingSide::KingSide, "O-O 0-0 o-o O-0 O-O+ 0-0!? e1g1 e1h1 e1-g1 Ke1-g1 Ke1g1"),
        (CastlingSide::QueenSide, "O-O-O 0-0-0 o-o-o O-O-O# e1c1 e1a1 Ke1-c1"),
    ] {
        for text in texts.split_whitespace() {
            let side_read = standard.parse_san(text).map(|mv| mv.castling_side());
            assert_eq!(side_read, Ok(Some(side)), "{text}");
        }
    }
    // In Chess960 the king may be able to step to its castling destination: then the step is meant, and taking the rook
    // castles.
    let chess960 = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    for (text, expected) in [
        ("Kg1", MoveType::Normal),
        ("f1g1", MoveType::Normal),
        ("f1h1", MoveType::Castling),
        ("O-O", MoveType::Castling),
    ] {
        assert_eq!(chess960.parse_san(text).map(|mv| mv.move_type()), Ok(expected), "{text}");
    }
    assert_eq!(chess960.parse_uci("f1g1").map(|mv| mv.move_type()), Ok(MoveType::Normal));
    assert_eq!(chess960.parse_uci("f1h1").map(|mv| mv.move_type()), Ok(MoveType::Castling));
    // If it stays on its square, there is no step.
    let stays = position("4k3/8/8/8/8/8/8/6KR w H - 0 1");
    for text in ["g1g1", "g1h1"] {
        assert_eq!(stays.parse_uci(text).map(|mv| mv.move_type()), Ok(MoveType::Castling), "{text}");
    }
}

/// A king's step or capture is not castling, unless its whole origin is written without an `x`, as in UCI. Where the
/// castling would be legal, the fault says how it is written.
#[test]
fn odd_moves_of_kings_are_not_castling() {
    let standard = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let moves = "Kg1 Kg1# Kxg1 Keg1 K1xg1 Ke1xg1 e1xg1 Kc1 Kxc1 Kec1 e1:c1 Kxh1 Ke1xh1 e1xh1 K1xa1 e1xa1";
    for text in moves.split_whitespace() {
        let square = text.trim_end_matches('#');
        let destination: Square = square[square.len() - 2..].parse().expect("a square");
        let is_short = destination > Square::E1;
        let side = if is_short { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        let fault = MoveFault::CastlingMisspelled { destination, side };
        let read = standard.parse_san(text).map_err(|error| error.kind);
        assert_eq!(read, Err(SanErrorKind::Illegal(fault)), "{text}");
    }
    for text in ["Kh1", "Keh1", "Ka1"] {
        let error = standard.parse_san(text).expect_err(text).to_string();
        assert!(error.starts_with("illegal: the king cannot move to ") && !error.contains("O-O"), "{error}");
    }
    let error = standard.parse_san("Kg1").expect_err("a step too far");
    assert_eq!(error.to_string(), "illegal: the king cannot move to g1; castling is written O-O");
    // A move that would not be legal as castling, either, is not blamed on it.
    let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for text in ["Kg1", "Kh1", "Ka1", "Kxa1"] {
        let error = start.parse_san(text).expect_err(text);
        assert!(error.to_string().starts_with("illegal: the king cannot move to "), "{error}");
        assert!(!error.to_string().contains("O-O"), "{error}");
    }
}

/// Strictly, a move is read as it is written, but for a mark that may be missing.
#[test]
fn a_move_is_read_strictly() {
    let position = position("r3k2r/1P6/8/3p4/2P1P3/8/8/RN2K2R w KQkq - 0 1");
    for (strict, loose) in [
        ("O-O", "0-0 o-o O-O+ O-O! e1g1 Ke1g1 e1h1"),
        ("exd5", "e4d5 ed5 ed exd5+ exd5e.p. Pexd5 e:d5"),
        ("bxa8=Q+", "ba8=Q+ bxa8Q bxa8=q+ bxa8=Q# bxa8(Q)"),
        ("Nc3", "Nbc3 N1c3 Nb1c3 Nb1-c3 b1c3 ♘c3 Nc3+ Nxc3 Nc3!"),
    ] {
        let mv = position.parse_san(strict).expect(strict);
        for text in [strict, strict.trim_end_matches('+')] {
            assert_eq!(position.parse_san_strictly(text), Ok(mv), "{text}");
        }
        for text in loose.split_whitespace() {
            let read = position.parse_san_strictly(text).map_err(|error| error.to_string());
            let expected = format!("strictly it is written {strict}");
            assert!(read.is_err(), "{text}");
            assert!(position.parse_san(text).is_err() || read == Err(expected), "{text}: {read:?}");
        }
    }
}

/// A small `b` is the file: the same square, two pieces.
#[test]
fn a_small_b_is_a_pawn() {
    let position = position("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1");
    for (text, piece_type) in [
        ("bxc3", PieceType::Pawn),
        ("bc3", PieceType::Pawn),
        ("Bxc3", PieceType::Bishop),
        ("Bc3", PieceType::Bishop),
    ] {
        assert_eq!(position.parse_san(text).map(|mv| mv.played_piece()), Ok(piece_type), "{text}");
    }
}

/// After the last rank a small `b` is the promotion piece.
#[test]
fn promotions_are_read_in_every_notation() {
    let position = position("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1");
    for (texts, expected) in [
        ("b8Q b8=Q b8q b8=q b8(Q) b8/Q b8=♕ b8♛ b7b8q b7-b8=Q Pb7-b8=Q b8=Q!?", "b7b8q"),
        ("b8b b8B b8=b b8=B b8(b)", "b7b8b"),
        ("bxa8=N ba8n ba8=n xa8=N b7xa8N Pxa8N", "b7a8n"),
    ] {
        for text in texts.split_whitespace() {
            assert_eq!(position.parse_san(text).map(|mv| mv.notation()).as_deref(), Ok(expected), "{text}");
        }
    }
}

#[test]
fn texts_that_are_not_moves_are_refused_with_their_place() {
    let position = Position::default();
    for (text, offset) in [
        ("", 0),
        ("e", 1),
        ("e9", 1),
        ("N", 1),
        ("Nf", 2),
        ("Nf9", 2),
        ("nf3", 0),
        ("Yf3", 0),
        ("i4", 0),
        ("4", 1),
        ("e4 ", 2),
        (" e4", 0),
        ("e4e", 2),
        ("e4-", 3),
        ("e4-e", 4),
        ("e4x5", 3),
        ("O", 1),
        ("O-", 2),
        ("O-O-", 4),
        ("O-O-O-O", 5),
        ("OO", 1),
        ("0-1", 2),
        ("1-0", 2),
        ("1/2-1/2", 1),
        ("*", 0),
        ("-", 0),
        ("--x", 2),
        ("Z1", 0),
        ("e8=K", 3),
        ("e8=P", 3),
        ("e8=", 3),
        ("e8(Q", 4),
        ("e8(Q]", 4),
        ("e4+x", 3),
        ("e4.", 2),
        ("e4e.p", 2),
        ("é4", 0),
        ("\u{2653}f3", 0),
        ("N1bf3", 3),
        ("Nf3g", 3),
        ("Nf3=Z", 4),
        ("e2e4e5", 4),
        ("Nxx", 2),
    ] {
        let kind = position.parse_san(text).map_err(|error| error.kind);
        assert_eq!(kind, Err(SanErrorKind::Syntax { offset }), "{text:?}");
    }
}

#[test]
fn illegal_moves_are_refused_with_their_reason() {
    use CastlingSide::{KingSide, QueenSide};
    use PieceType::{King, Knight, Pawn, Queen};
    let unreachable = |piece_type, destination| MoveFault::Unreachable { piece_type, destination };
    let in_check = |piece_type, destination| MoveFault::KingInCheck { piece_type, destination };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let pinned = "4r1k1/8/8/8/8/4N3/8/4K3 w - - 0 1";
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1";
    let promotes = "8/P5k1/8/8/8/8/8/4K3 w - - 0 1";
    for (fen, text, expected) in [
        (start, "e5", unreachable(Pawn, Square::E5)),
        (start, "xe3", unreachable(Pawn, Square::E3)),
        (start, "exd3", unreachable(Pawn, Square::D3)),
        (start, "Qd3", unreachable(Queen, Square::D3)),
        // Own pieces stand there.
        (start, "Qd2", unreachable(Queen, Square::D2)),
        (start, "Ke2", unreachable(King, Square::E2)),
        // The file is wrong.
        (start, "Nbf3", unreachable(Knight, Square::F3)),
        (start, "N2f3", unreachable(Knight, Square::F3)),
        (start, "g1e2", unreachable(Knight, Square::E2)),
        (start, "e4e5", MoveFault::NoPiece { origin: Square::E4 }),
        (start, "e7e5", MoveFault::NoPiece { origin: Square::E7 }),
        (start, "O-O", MoveFault::CastlingBlocked(KingSide)),
        (start, "--", MoveFault::NullMove),
        (start, "Z0", MoveFault::NullMove),
        (pinned, "Nd5", in_check(Knight, Square::D5)),
        (pinned, "e3d5", in_check(Knight, Square::D5)),
        (pinned, "O-O", MoveFault::NoCastlingRight(KingSide)),
        (castles, "O-O-O", MoveFault::NoCastlingRight(QueenSide)),
        (castles, "e1c1", MoveFault::NoCastlingRight(QueenSide)),
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", MoveFault::CastlingAttacked(KingSide)),
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kf1", in_check(King, Square::F1)),
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kg1", unreachable(King, Square::G1)),
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", MoveFault::CastlingAttacked(KingSide)),
        (promotes, "a8", MoveFault::PromotionMissing),
        (promotes, "a7a8", MoveFault::PromotionMissing),
        (promotes, "Kd1=Q", MoveFault::PromotionMisplaced),
        (promotes, "e1d1q", MoveFault::PromotionMisplaced),
        ("8/8/P5k1/8/8/8/8/4K3 w - - 0 1", "a7=Q", MoveFault::PromotionMisplaced),
        // A pawn's capture must be written as one.
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", unreachable(Pawn, Square::D5)),
    ] {
        assert_eq!(fault(fen, text), SanErrorKind::Illegal(expected), "{text} in {fen}");
    }
}

#[test]
fn several_moves_are_all_named() {
    for (fen, text, origins, names) in [
        (
            "4k3/8/8/3p4/2P1P3/8/4K3/R6R w - - 0 1",
            "Rd1",
            [Square::A1, Square::H1],
            "more than one move: Ra1d1 or Rh1d1",
        ),
        (
            "4k3/8/8/3p4/2P1P3/8/4K3/R6R w - - 0 1",
            "xd5",
            [Square::C4, Square::E4],
            "more than one move: c4d5 or e4d5",
        ),
        (
            "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
            "xd6",
            [Square::C5, Square::E5],
            "more than one move: c5d6 or e5d6",
        ),
        (
            "1r2k3/P1P5/8/8/8/8/8/4K3 w - - 0 1",
            "xb8=N",
            [Square::A7, Square::C7],
            "more than one move: a7b8n or c7b8n",
        ),
    ] {
        let position = position(fen);
        let error = position.parse_san(text).expect_err(text);
        let SanErrorKind::Ambiguous(candidates) = error.kind else { panic!("{text}: {error:?}") };
        assert!(candidates.origins().into_iter().eq(origins), "{text}");
        assert!(candidates.moves().all(|mv| position.is_legal(mv)), "{text}");
        assert_eq!(error.to_string(), names);
    }
}

#[test]
fn uci_distinguishes_syntax_errors_from_illegal_moves() {
    let position = Position::default();
    for (text, offset) in [
        ("", 0),
        ("e", 1),
        ("e2", 2),
        ("e2e", 3),
        ("e9e4", 1),
        ("e2e4x", 4),
        ("e7e8k", 4),
        ("e2e4qq", 5),
        ("Ng1f3", 0),
        ("e2 e4", 2),
    ] {
        let kind = position.parse_uci(text).map_err(|error| error.kind);
        assert_eq!(kind, Err(UciErrorKind::Syntax { offset }), "{text:?}");
    }
    for (text, fault) in [
        ("0000", MoveFault::NullMove),
        ("e2e4q", MoveFault::PromotionMisplaced),
        ("e4e5", MoveFault::NoPiece { origin: Square::E4 }),
        ("e2e5", MoveFault::Unreachable { piece_type: PieceType::Pawn, destination: Square::E5 }),
        ("e1c1", MoveFault::CastlingBlocked(CastlingSide::QueenSide)),
    ] {
        let kind = position.parse_uci(text).map_err(|error| error.kind);
        assert_eq!(kind, Err(UciErrorKind::Illegal(fault)), "{text}");
    }
    assert_eq!(
        position.parse_uci(b"g1f3").map(|mv| position.to_uci_in(mv, CastlingMode::Standard).to_string()),
        Ok("g1f3".into())
    );
}

/// Characters that may occur in a move, and others.
const PARTS: [&str; 40] = [
    "a", "b", "c", "d", "e", "f", "g", "h", "1", "2", "3", "4", "5", "6", "7", "8", "K", "Q", "R", "B", "N",
    "P", "x", "-", "=", "(", ")", "/", "+", "#", "!", "e.p.", "O-O", "0-0-0", "♘", "♛", "\u{fe0e}", "q", " ",
    "\u{0}",
];

#[test]
fn texts_of_likely_parts_are_moves_or_refused() {
    let mut random = games::Random(13);
    for position in suites::positions().chain(games::positions(14).step_by(11).take(samples(500))) {
        for _ in 0..100 {
            let parts = (0..random.below(7)).map(|_| PARTS[random.below(PARTS.len())]);
            laws::of_text(&position, parts.collect::<String>().as_bytes());
        }
    }
}

/// A text with one byte changed is a legal move, or refused.
#[test]
fn texts_with_a_wrong_byte_are_moves_or_refused() {
    let mut random = games::Random(15);
    for position in suites::positions().chain(games::positions(16).step_by(11).take(samples(300))) {
        for mv in position.legal_moves() {
            let mut text = String::new();
            write!(text, "{}", position.to_san(mv)).expect("a string takes everything");
            let mut bytes = text.into_bytes();
            let at = random.below(bytes.len());
            bytes[at] = random.next() as u8;
            laws::of_text(&position, &bytes);
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_move_or_refused(bytes: Vec<u8>) {
        laws::of_text(&Position::default(), &bytes);
    }
}
