//! What the C library says of positions is what the Rust library says, one by one, in batches and in games.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "each pointer is to a value of the test, with the length that the value has"
)]

use std::ffi::c_char;
use std::ptr::null_mut;

use chess::binary::PackedPosition;
use chess::perft::Perft;
use chess::{CastlingMode, Game, MoveKind, Position};
use philidor::*;

const OK: philidor_error = philidor_error::PHILIDOR_OK;

fn packed(position: &Position) -> philidor_position {
    philidor_position { bytes: position.pack().to_bytes() }
}

fn unpacked(position: philidor_position) -> Position {
    PackedPosition::from_bytes(position.bytes).unpack().expect("a position")
}

/// Positions along games from starts of every kind; each move follows from the number of the step.
fn positions() -> Vec<Position> {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rk5r/8/8/8/3Pp3/8/8/R5KR b Qkq d3 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 148 80",
        "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
    ];
    let mut positions = vec![];
    for (number, start) in starts.iter().enumerate() {
        let mut position: Position = start.parse().expect("a position");
        for step in 0..60 {
            positions.push(position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[(step * 7919 + number * 31) % moves.len()]);
        }
    }
    assert!(positions.len() > 300 && positions.iter().any(|position| position.legal_moves().is_empty()));
    positions
}

/// A text that a function writes.
fn written(write: impl Fn(*mut c_char, usize, *mut usize) -> philidor_error) -> String {
    let (mut buffer, mut length) = ([1 as c_char; PHILIDOR_FEN_SIZE], 0);
    assert_eq!(write(buffer.as_mut_ptr(), buffer.len(), &mut length), OK);
    assert_eq!(buffer[length], 0);
    String::from_utf8(buffer[..length].iter().map(|&byte| byte as u8).collect()).expect("UTF-8")
}

/// The outcome of a position with its words.
fn outcome_in_words(outcome: philidor_outcome) -> &'static str {
    match outcome {
        philidor_outcome::PHILIDOR_ONGOING => "",
        philidor_outcome::PHILIDOR_WHITE_MATES => "White wins by mate",
        philidor_outcome::PHILIDOR_BLACK_MATES => "Black wins by mate",
        philidor_outcome::PHILIDOR_STALEMATE => "draw by stalemate",
        philidor_outcome::PHILIDOR_INSUFFICIENT_MATERIAL => "draw by insufficient material",
        philidor_outcome::PHILIDOR_DEAD_POSITION => "draw by dead position",
        philidor_outcome::PHILIDOR_FIVEFOLD_REPETITION => "draw by fivefold repetition",
        philidor_outcome::PHILIDOR_SEVENTY_FIVE_MOVES => "draw by 75 moves",
        _ => "another",
    }
}

fn words(position: &Position) -> String {
    Game::from_position(*position).outcome().map_or(String::new(), |outcome| outcome.to_string())
}

#[test]
fn each_position_is_that_of_rust() {
    for position in positions() {
        let bytes = packed(&position);
        let fen =
            written(|buffer, size, length| unsafe { philidor_write_fen(&bytes, 0, buffer, size, length) });
        assert_eq!(fen, position.to_string());
        let mut read = philidor_position { bytes: [0; 32] };
        assert_eq!(unsafe { philidor_read_fen(fen.as_ptr().cast(), fen.len(), &mut read, null_mut()) }, OK);
        assert_eq!(read, bytes);

        let (mut key, mut polyglot, mut count) = (0, 0, 0);
        assert_eq!(unsafe { philidor_key(&bytes, &mut key) }, OK);
        assert_eq!(unsafe { philidor_polyglot_key(&bytes, &mut polyglot) }, OK);
        assert_eq!(unsafe { philidor_move_count(&bytes, &mut count) }, OK);
        assert_eq!((key, polyglot), (position.key(), position.polyglot_key()));
        assert_eq!(count, position.legal_move_count() as usize);

        for (number, kind) in [(0, MoveKind::All), (1, MoveKind::Tactical), (2, MoveKind::Quiet)] {
            let mut moves = [0; PHILIDOR_MAX_MOVES];
            let room = moves.len();
            assert_eq!(unsafe { philidor_moves(&bytes, number, moves.as_mut_ptr(), room, &mut count) }, OK);
            let expected: Vec<u16> = position.moves(kind).iter().map(|mv| mv.digest().0).collect();
            assert_eq!(moves[..count], expected);
        }
        for &mv in &position.legal_moves() {
            let bits = mv.digest().0;
            let mut after = philidor_position { bytes: [0; 32] };
            assert_eq!(unsafe { philidor_play(&bytes, bits, &mut after) }, OK);
            assert_eq!(unpacked(after), position.after(mv));
            let san = written(|buffer, size, length| unsafe {
                philidor_write_san(&bytes, bits, buffer, size, length)
            });
            assert_eq!(san, position.san(mv).as_str());
            for (form, mode) in [(0, CastlingMode::Standard), (1, CastlingMode::Chess960)] {
                let uci = written(|buffer, size, length| unsafe {
                    philidor_write_uci(&bytes, bits, form, buffer, size, length)
                });
                assert_eq!(uci, position.uci(mv, mode).to_string());
            }
            let (mut read, mut check) = (0, false);
            assert_eq!(
                unsafe { philidor_read_san(&bytes, san.as_ptr().cast(), san.len(), &mut read, null_mut()) },
                OK
            );
            assert_eq!(read, bits);
            assert_eq!(unsafe { philidor_gives_check(&bytes, bits, &mut check) }, OK);
            assert_eq!(check, position.gives_check(mv));
        }
        let mut outcome = philidor_outcome::PHILIDOR_NO_OUTCOME;
        assert_eq!(unsafe { philidor_position_outcome(&bytes, &mut outcome) }, OK);
        assert_eq!(outcome_in_words(outcome), words(&position), "{position}");
    }
}

#[test]
fn what_is_legal_is_what_rust_decodes() {
    for position in positions().into_iter().step_by(40) {
        let bytes = packed(&position);
        let legal: Vec<u16> = (0..=u16::MAX)
            .filter(|&bits| {
                let mut legal = false;
                assert_eq!(unsafe { philidor_is_legal(&bytes, bits, &mut legal) }, OK);
                legal
            })
            .collect();
        let mut expected: Vec<u16> = position.legal_moves().iter().map(|mv| mv.digest().0).collect();
        expected.sort_unstable();
        assert_eq!(legal, expected);
    }
}

/// More positions than are counted at once, and one that is not valid among them.
#[test]
fn batches_say_what_single_calls_say() {
    let positions = positions();
    let mut bytes: Vec<philidor_position> = positions.iter().map(packed).collect();
    let bad = 70;
    bytes[bad].bytes[31] = 0;
    let (length, mut first_bad) = (bytes.len(), 0);
    let mut counts = vec![7; length];
    let mut keys = vec![7; length];
    let mut outcomes = vec![philidor_outcome::PHILIDOR_OTHER_OUTCOME; length];
    let mut offsets = vec![7; length + 1];
    let mut moves = vec![0; 60 * length];
    let invalid = philidor_error::PHILIDOR_INVALID_POSITION;
    unsafe {
        let bytes = bytes.as_ptr();
        assert_eq!(philidor_batch_move_counts(bytes, length, counts.as_mut_ptr(), &mut first_bad), invalid);
        assert_eq!(first_bad, bad);
        assert_eq!(philidor_batch_keys(bytes, length, keys.as_mut_ptr(), null_mut()), invalid);
        assert_eq!(philidor_batch_outcomes(bytes, length, outcomes.as_mut_ptr(), null_mut()), invalid);
        let (room, offsets) = (moves.len(), offsets.as_mut_ptr());
        assert_eq!(
            philidor_batch_moves(bytes, length, 0, moves.as_mut_ptr(), room, offsets, null_mut()),
            invalid
        );
    }
    let mut played = vec![];
    for (index, position) in positions.iter().enumerate() {
        let list = &moves[offsets[index]..offsets[index + 1]];
        let legal = position.legal_moves();
        played.push(legal.first().map_or(0, |mv| mv.digest().0));
        if index == bad {
            assert_eq!((counts[index], keys[index], list.len()), (PHILIDOR_NO_COUNT, 0, 0));
            assert_eq!(outcomes[index], philidor_outcome::PHILIDOR_NO_OUTCOME);
            continue;
        }
        assert_eq!((counts[index], keys[index]), (position.legal_move_count(), position.key()));
        assert_eq!(outcome_in_words(outcomes[index]), words(position));
        assert!(list.iter().copied().eq(legal.iter().map(|mv| mv.digest().0)));
    }
    // In place.
    let place = bytes.as_mut_ptr();
    assert_ne!(unsafe { philidor_batch_play(place, played.as_ptr(), length, place, null_mut()) }, OK);
    for (index, position) in positions.iter().enumerate() {
        match position.legal_moves().first() {
            Some(&mv) if index != bad => assert_eq!(unpacked(bytes[index]), position.after(mv)),
            _ => assert_eq!(bytes[index].bytes, [0; 32]),
        }
    }
}

#[test]
fn trees_are_those_of_rust() {
    for position in positions().iter().step_by(50) {
        let bytes = packed(position);
        for depth in 0..4 {
            let mut leaves = 0;
            assert_eq!(unsafe { philidor_perft(&bytes, depth, depth % 3, &mut leaves) }, OK);
            assert_eq!(u128::from(leaves), Perft::new().count(position, depth));
            let (mut moves, mut below) = ([0; PHILIDOR_MAX_MOVES], [0; PHILIDOR_MAX_MOVES]);
            let (mut count, room) = (0, PHILIDOR_MAX_MOVES);
            assert_eq!(
                unsafe {
                    philidor_divide(
                        &bytes,
                        depth,
                        1,
                        moves.as_mut_ptr(),
                        below.as_mut_ptr(),
                        room,
                        &mut count,
                    )
                },
                OK
            );
            if depth > 0 {
                assert_eq!(below[..count].iter().sum::<u64>(), leaves);
                assert_eq!(count, position.legal_moves().len());
            }
        }
    }
    let mut leaves = 7;
    let bytes = packed(&Position::default());
    assert_eq!(unsafe { philidor_perft(&bytes, 1, u32::MAX, &mut leaves) }, OK);
    assert_eq!(leaves, 20);
}

#[test]
fn sets_are_those_of_rust() {
    for position in positions() {
        let bytes = packed(&position);
        let mut board = std::mem::MaybeUninit::uninit();
        assert_eq!(unsafe { philidor_describe(&bytes, board.as_mut_ptr()) }, OK);
        let board = unsafe { board.assume_init() };
        assert_eq!(board.colors[0] | board.colors[1], position.board().occupied().0);
        assert_eq!(board.pieces[5], position.board().pieces(chess::PieceType::Pawn).0);
        assert_eq!(board.checkers, position.checkers().0);
        assert_eq!(board.pinned, position.pinned(position.side_to_move()).0);
        assert_eq!(board.castling_rooks.count_ones(), position.castling_rights().bits().count_ones());
        let numbers = (board.fullmove_number, board.halfmove_clock, board.side_to_move as u8);
        assert_eq!(
            numbers,
            (position.fullmove_number(), position.halfmove_clock(), position.side_to_move() as u8)
        );
        let en_passant = position.en_passant().map_or(64, |square| square.index());
        assert_eq!(usize::from(board.en_passant), en_passant);
        for square in chess::Square::ALL {
            let (mut attackers, mut attacked) = (0, 0);
            assert_eq!(unsafe { philidor_attackers(&bytes, square as u8, &mut attackers) }, OK);
            assert_eq!(attackers, position.attackers_to(square, position.board().occupied()).0);
            if let Some(piece) = position.piece_at(square) {
                let (piece_type, color) = (piece.piece_type as u8, piece.color as u8);
                let occupied = position.board().occupied().0;
                assert_eq!(
                    unsafe { philidor_attacks(piece_type, color, square as u8, occupied, &mut attacked) },
                    OK
                );
                assert_eq!(attacked, position.attacks_from(square, position.board().occupied()).0);
            }
        }
    }
}
