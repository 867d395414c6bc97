//! Positions and games in bytes: packed, read back, and refused with the reason.

use philidor::binary::{PackedGameErrorKind, PackedPosition, PackedPositionError, pack_game, unpack_game};
use philidor::{Fault, Game, Move, Position, Setup, Square, Strictness};
use philidor_proof::samples;

use crate::games;
use crate::laws::binary as laws;
use crate::suites;

/// Fifteen queens with 241 moves: more than in any position that a game can reach.
const QUEENS: &str = "knQ1QQ1K/ppQ4Q/Q4Q2/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2 w - - 0 1";

/// A game from a start that no game reaches is read back with the strictness that accepted the start.
#[test]
fn a_game_from_an_unreachable_start_is_read_back_by_choice() {
    let start = |fen: &str| {
        let setup: Setup = fen.parse().expect("a FEN");
        Position::from_setup(setup, Strictness::WellDefined).expect("well-defined moves")
    };
    let mut game = Game::from_position(start("4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1"));
    while let Some(mv) = game.position().legal_moves().first().copied().filter(|_| game.ply() < 5) {
        game.play(mv).expect("a legal move");
    }
    let bytes = game.pack();
    let refused = Game::unpack(&bytes).map_err(|error| error.kind);
    assert!(matches!(refused, Err(PackedGameErrorKind::Start(_))));
    let read = Game::unpack_with(&bytes, Strictness::WellDefined).expect("the same game");
    assert_eq!((read.start(), read.position(), read.ply()), (game.start(), game.position(), game.ply()));
    assert!(read.moves().eq(game.moves()));

    // More than 32 pieces cannot be packed, and both strictnesses say so.
    let crowd = start("rnbqkbnr/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/RNBQKBNR w - - 0 1");
    let bytes = Game::from_position(crowd).pack();
    let too_many = PackedGameErrorKind::Start(PackedPositionError::TooManyPieces(48));
    for strictness in [Strictness::Reachable, Strictness::WellDefined] {
        assert_eq!(
            Game::unpack_with(&bytes, strictness).map_err(|error| error.kind).err(),
            Some(too_many.clone())
        );
    }
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The bytes of the start position as the documentation draws them: they never change.
#[test]
fn the_bytes_are_those_of_the_documentation() {
    let start = Position::default().pack().to_bytes();
    let mut expected = [0; 32];
    expected[..8].copy_from_slice(&[0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff]);
    // Rook that may castle 6, knight 4, bishop 3, queen 1, king 0; pawns 5; Black's with 8 more.
    expected[8..16].copy_from_slice(&[0x46, 0x13, 0x30, 0x64, 0x55, 0x55, 0x55, 0x55]);
    expected[16..24].copy_from_slice(&[0xdd, 0xdd, 0xdd, 0xdd, 0xce, 0x9b, 0xb8, 0xec]);
    expected[24..].copy_from_slice(&[0, 0, 1, 0, 0, 0, 8, 1]);
    assert_eq!(start, expected);

    let other = position("4k3/8/8/8/3pP3/8/8/R3K3 b Q e3 258 66051").pack().to_bytes();
    let mut expected = [0; 32];
    expected[..8].copy_from_slice(&[0x11, 0, 0, 0x18, 0, 0, 0, 0x10]);
    expected[8..11].copy_from_slice(&[0x06, 0x5d, 0x08]);
    expected[24..].copy_from_slice(&[2, 1, 3, 2, 1, 0, 0x14, 1]);
    assert_eq!(other, expected);
}

#[test]
fn every_position_of_the_suites_reads_back() {
    suites::positions().for_each(|position| laws::of_position(&position));
}

#[test]
fn random_positions_read_back() {
    games::positions(31).step_by(5).take(samples(5_000)).for_each(|position| laws::of_position(&position));
    games::unreachable_positions(32)
        .step_by(5)
        .take(samples(5_000))
        .for_each(|position| laws::of_position(&position));
}

#[test]
fn extremes_read_back() {
    for fen in [
        QUEENS,
        "4k3/8/8/8/8/8/8/4K3 b - - 65535 4294967295",
        "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w GCgc - 0 0",
        // The inner rook has the right.
        "rr2k1rr/8/8/8/8/8/8/RR2K1RR w BGbg - 3 9",
        "4k3/8/8/8/8/8/8/RRRRK1RR w DG - 3 9",
        // En passant where no pawn can capture.
        "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1",
    ] {
        laws::of_position(&position(fen));
    }
}

/// Equal positions have equal bytes: the rook homes of lost rights are dropped.
#[test]
fn the_form_is_canonical() {
    let mut moved = position("1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1");
    for uci in ["b1c1", "b8c8"] {
        moved.play_unchecked(moved.parse_uci(uci).expect("legal"));
    }
    let read = position("2r1k3/8/8/8/8/8/8/2R1K3 w - - 2 2");
    assert_eq!(moved, read);
    assert_eq!(moved.pack(), read.pack());
    assert_ne!(
        position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").pack(),
        position("4k3/8/8/8/8/8/8/4K2R w - - 0 1").pack()
    );
}

/// A position with some bytes changed.
fn changed(fen: &str, changes: &[(usize, u8)]) -> Result<Position, PackedPositionError> {
    let mut bytes = position(fen).pack().to_bytes();
    changes.iter().for_each(|&(at, byte)| bytes[at] = byte);
    laws::of_bytes(bytes);
    PackedPosition::from_bytes(bytes).unpack()
}

#[test]
fn every_error_of_a_position_has_a_name() {
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let rook = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    let two = "4k3/8/8/8/8/8/8/RR2K3 w A - 0 1";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (fen, changes, error) in [
        (kings, &[(31, 0)][..], PackedPositionError::Format { byte: 31, format: 0 }),
        (kings, &[(31, 2)], PackedPositionError::Format { byte: 31, format: 2 }),
        (start, &[(2, 1)], PackedPositionError::TooManyPieces(33)),
        (rook, &[(8, 0x07)], PackedPositionError::UnknownPiece { square: Square::A1, code: 7 }),
        (rook, &[(8, 0x0f)], PackedPositionError::UnknownPiece { square: Square::A1, code: 15 }),
        // Another rook on the same side; a rook without its king on the home rank; a rook on the other's home rank.
        (two, &[(8, 0x66)], PackedPositionError::CastlingRook(Square::B1)),
        ("4k3/8/8/8/8/8/4K3/R7 w - - 0 1", &[(8, 0x06)], PackedPositionError::CastlingRook(Square::A1)),
        (rook, &[(8, 0x0e)], PackedPositionError::CastlingRook(Square::A1)),
        (kings, &[(30, 9)], PackedPositionError::EnPassantFile(9)),
        (kings, &[(30, 0x28)], PackedPositionError::UnusedBits { byte: 30 }),
        (kings, &[(9, 0x01)], PackedPositionError::UnusedBits { byte: 9 }),
        (rook, &[(9, 0x88)], PackedPositionError::UnusedBits { byte: 9 }),
    ] {
        assert_eq!(changed(fen, changes), Err(error), "{fen} {changes:x?}");
    }
    // Two white kings and no black one; an en-passant square without its pawn.
    for (changes, faults) in [((8, 0x00), 2), ((30, 3), 1)] {
        let Err(PackedPositionError::Setup(error)) = changed(kings, &[changes]) else {
            panic!("{changes:?} does not give a valid position");
        };
        assert_eq!(error.faults.len(), faults, "{:?}", error.faults);
        assert!(!error.faults.iter().any(|fault| matches!(fault, Fault::TooManyPieces { .. })));
    }
    assert_eq!(PackedPosition::try_from(&[0; 31][..]), Err(PackedPositionError::Length(31)));
    assert_eq!(PackedPosition::try_from(&[0; 33][..]), Err(PackedPositionError::Length(33)));
}

/// A position with one bit or a few bytes changed is another position or an error, and both occur.
#[test]
fn damaged_bytes_are_a_position_or_refused() {
    let mut random = games::Random(33);
    let mut valid = 0;
    for position in games::positions(34).step_by(17).take(samples(300)) {
        for bit in 0..256 {
            let mut bytes = position.pack().to_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            laws::of_bytes(bytes);
            valid += u32::from(PackedPosition::from_bytes(bytes).unpack().is_ok());
            for _ in 0..random.below(4) {
                bytes[random.below(32)] = random.next() as u8;
            }
            laws::of_bytes(bytes);
        }
    }
    assert!((1_000..76_000).contains(&valid), "{valid} of 76,800 are positions");
}

#[test]
fn random_bytes_are_a_position_or_refused() {
    let mut random = games::Random(35);
    for _ in 0..50_000 {
        let mut bytes: [u8; 32] = core::array::from_fn(|_| random.next() as u8);
        laws::of_bytes(bytes);
        // Few pieces, so that checks beyond the first are reached.
        bytes[31] = 1;
        bytes[30] &= 0x1f;
        for byte in &mut bytes[..8] {
            *byte &= (random.next() & random.next()) as u8;
        }
        laws::of_bytes(bytes);
    }
}

/// A random game: its start and its moves.
fn line(start: Position, plies: usize, seed: u64) -> Vec<Move> {
    let mut random = games::Random(seed);
    let mut position = start;
    let next = || {
        let mv = random.chooses(&position)?;
        position.play_unchecked(mv);
        Some(mv)
    };
    core::iter::from_fn(next).take(plies).collect()
}

#[test]
fn random_games_read_back() {
    for (seed, start) in (0..400).zip(games::starts(36)) {
        laws::of_line(&start, &line(start, 150, seed));
    }
    for (seed, start) in (0..400).zip(games::unreachable_positions(37).step_by(31)) {
        laws::of_line(&start, &line(start, 20, seed));
    }
    for start in suites::positions() {
        laws::of_line(&start, &line(start, 30, 38));
    }
}

#[test]
fn two_hundred_and_forty_one_moves_take_a_byte_each() {
    let queens = position(QUEENS);
    let moves = queens.legal_moves();
    assert_eq!(moves.len(), 241);
    for (index, mv) in (0_u8..).zip(moves) {
        laws::of_line(&queens, &[mv]);
        assert_eq!(pack_game(&queens, [mv]).map(|bytes| bytes[33..].to_vec()), Ok(vec![index]));
    }
}

#[test]
fn every_error_of_a_game_has_a_name() {
    let queens = position(QUEENS).pack().to_bytes();
    let other = |moves: &[u8]| [&[1], &queens[..], moves].concat();
    let start = |packed: [u8; 32]| [&[1], &packed[..]].concat();
    let no_move = |index, moves| PackedGameErrorKind::NoMove { index, moves };
    let mut bad = queens;
    bad[31] = 7;
    for (bytes, offset, ply, kind) in [
        (vec![], 0, 0, PackedGameErrorKind::Truncated),
        (vec![2], 0, 0, PackedGameErrorKind::Format(2)),
        (vec![1, 0, 0], 1, 0, PackedGameErrorKind::Start(PackedPositionError::Length(2))),
        (start(bad), 1, 0, PackedGameErrorKind::Start(PackedPositionError::Format { byte: 31, format: 7 })),
        (start(Position::default().pack().to_bytes()), 0, 0, PackedGameErrorKind::Overlong),
        (vec![0, 3, 20], 2, 1, no_move(20, 20)),
        (vec![0, 3, 4, 255], 3, 2, PackedGameErrorKind::Truncated),
        (vec![0, 255, 0], 1, 0, PackedGameErrorKind::Truncated),
        (vec![0, 255, 3, 0], 1, 0, PackedGameErrorKind::Overlong),
        (vec![0, 255, 255, 0], 1, 0, no_move(255, 20)),
        (other(&[255, 254, 0]), 33, 0, PackedGameErrorKind::Overlong),
        (other(&[255, 255, 255]), 33, 0, no_move(u16::MAX, 241)),
    ] {
        laws::of_game_bytes(&bytes);
        let error = Game::unpack(&bytes).expect_err("no game");
        assert_eq!((error.offset, error.ply, error.kind), (offset, ply, kind), "{bytes:?}");
    }
    // After an error there are no more moves.
    let bytes = [0, 3, 20, 3];
    let mut moves = unpack_game(&bytes).expect("the standard start");
    assert!(moves.next().is_some_and(|mv| mv.is_ok()));
    assert!(moves.next().is_some_and(|mv| mv.is_err()));
    assert_eq!(moves.next(), None);

    let illegal = Move::invalid();
    assert_eq!(pack_game(&Position::default(), [illegal]).map_err(|error| error.0), Err(illegal));
}

#[test]
fn random_bytes_are_a_game_or_refused() {
    let mut random = games::Random(39);
    for _ in 0..5_000 {
        let length = random.below(60);
        let mut bytes: Vec<u8> = (0..length).map(|_| random.next() as u8 % 24).collect();
        laws::of_game_bytes(&bytes);
        if let Some(first) = bytes.first_mut() {
            *first = 0;
            laws::of_game_bytes(&bytes);
        }
    }
}

/// Moves that were taken back are not stored.
#[test]
fn a_game_packs_the_moves_up_to_its_position() {
    let mut game = Game::from_uci(Position::default(), ["e2e4", "e7e5", "g1f3"]).expect("legal moves");
    let whole = game.pack();
    game.undo();
    assert_eq!(game.pack(), whole[..3]);
    assert_eq!(Game::unpack(&whole).map(|game| game.ply()).ok(), Some(3));
}
