//! What the C library says of positions is what the Rust library says, one by one, in batches and in games.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "each pointer is to a value of the test, with the length that the value has"
)]

use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

use chess::GameResult;
use chess::binary::PackedPosition;
use chess::perft::Perft;
use chess::search_support::Exchange;
use chess::{CastlingMode, Claim, Color, Draw, Game, MoveKind, Outcome, Position, Square, Win, attacks};
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
            position.play_unchecked(moves[(step * 7919 + number * 31) % moves.len()]);
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

/// A text that the library has.
fn said(text: *const c_char) -> &'static str {
    unsafe { CStr::from_ptr(text) }.to_str().expect("UTF-8")
}

/// An outcome with its words; none if the game is not over.
fn outcome_in_words(outcome: philidor_outcome) -> &'static str {
    if outcome == philidor_outcome::PHILIDOR_ONGOING {
        ""
    } else {
        said(philidor_outcome_text(outcome as u8))
    }
}

fn words(position: &Position) -> String {
    position.outcome().map_or(String::new(), |outcome| outcome.to_string())
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

        for (number, kind) in
            [(0, MoveKind::All), (1, MoveKind::Tactical), (2, MoveKind::Quiet), (3, MoveKind::Captures)]
        {
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
            assert_eq!(san, position.to_san(mv).as_str());
            for (form, mode) in [(0, CastlingMode::Standard), (1, CastlingMode::Chess960)] {
                let uci = written(|buffer, size, length| unsafe {
                    philidor_write_uci(&bytes, bits, form, buffer, size, length)
                });
                assert_eq!(uci, position.to_uci_in(mv, mode).to_string());
                let (text, length, mut read) = (uci.as_ptr().cast(), uci.len(), 0);
                assert_eq!(unsafe { philidor_read_uci(&bytes, text, length, &mut read, null_mut()) }, OK);
                // The standard form of castling may also be a step of the king.
                let expected = position.parse_uci(&uci).expect("a legal move");
                assert_eq!(read, expected.digest().0, "{uci}");
            }
            let (mut read, mut check) = (0, false);
            assert_eq!(
                unsafe { philidor_read_san(&bytes, san.as_ptr().cast(), san.len(), &mut read, null_mut()) },
                OK
            );
            assert_eq!(read, bits);
            let (text, length) = (san.as_ptr().cast(), san.len());
            assert_eq!(
                unsafe { philidor_read_san_strictly(&bytes, text, length, &mut read, null_mut()) },
                OK
            );
            assert_eq!(read, bits);
            assert_eq!(unsafe { philidor_gives_check(&bytes, bits, &mut check) }, OK);
            assert_eq!(check, position.gives_check(mv));
            let mut value = 0;
            assert_eq!(unsafe { philidor_exchange(&bytes, bits, &mut value) }, OK);
            assert_eq!(value, Exchange::default().value(&position, mv));
            let [origin, destination] = [mv.orig_square(), mv.dest_square()].map(|square| square as u8);
            let promotion = mv.promotion().map_or(PHILIDOR_NO_PIECE, |piece| piece as u8);
            let error =
                unsafe { philidor_find_move(&bytes, origin, destination, promotion, &mut read, null_mut()) };
            let expected = position
                .find_move(mv.orig_square(), mv.dest_square(), mv.promotion())
                .map(|mv| mv.digest().0);
            assert_eq!((error, read), (OK, expected.expect("a legal move")));
        }
        let mut after = bytes;
        let passed = unsafe { philidor_play_null_move(&bytes, &mut after) };
        assert_eq!(passed == OK, !position.is_check());
        assert_eq!(unpacked(after), position.null_move().map_or(position, |mv| position.after(mv)));
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
            let legal = if depth > 0 { position.legal_moves() } else { Default::default() };
            assert!(moves[..count].iter().copied().eq(legal.iter().map(|mv| mv.digest().0)));
            for (&below, &mv) in below.iter().zip(&legal) {
                assert_eq!(u128::from(below), Perft::new().count(&position.after(mv), depth - 1));
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
        let (mut again, mut rights) = (philidor_position { bytes: [0; 32] }, 0);
        assert_eq!(unsafe { philidor_setup(&board, &mut again, null_mut()) }, OK);
        assert_eq!(again, bytes);
        assert_eq!(unsafe { philidor_castling_rights(&bytes, &mut rights) }, OK);
        assert_eq!(rights, position.castling_rights().bits());
        let (mut colors, mut pieces, mut castling_rooks, mut place) = ([0; 2], [0; 6], 0, 0);
        for square in Square::ALL {
            let (mut kind, mut color) = (philidor_piece::PHILIDOR_KING, philidor_color::PHILIDOR_WHITE);
            let error = unsafe { philidor_piece_at(&bytes, square as u8, &mut kind, &mut color) };
            let Some(piece) = position.piece_at(square) else {
                assert_eq!(error, philidor_error::PHILIDOR_NOTHING);
                continue;
            };
            assert_eq!((error, kind, color), (OK, piece.piece_type.into(), piece.color.into()));
            colors[piece.color as usize] |= 1 << square.index();
            pieces[piece.piece_type as usize] |= 1 << square.index();
            // The packed bytes have a number of its own for a rook that may castle.
            if bytes.bytes[8 + place / 2] >> (place % 2 * 4) & 7 == 6 {
                castling_rooks |= 1 << square.index();
            }
            place += 1;
        }
        assert_eq!((board.colors, board.pieces), (colors, pieces));
        assert_eq!(board.castling_rooks, castling_rooks);
        let mut checkers = 0;
        assert_eq!(unsafe { philidor_checkers(&bytes, &mut checkers) }, OK);
        assert_eq!([board.checkers, checkers], [position.checkers().0; 2]);
        assert_eq!(board.pinned, position.pinned(position.side_to_move()).0);
        for color in Color::ALL {
            let mut insufficient = false;
            let place = &mut insufficient;
            assert_eq!(unsafe { philidor_has_insufficient_material(&bytes, color as u8, place) }, OK);
            assert_eq!(insufficient, position.has_insufficient_material(color));
            let mut attacked = 0;
            assert_eq!(unsafe { philidor_attacked_by(&bytes, color as u8, &mut attacked) }, OK);
            assert_eq!(attacked, position.attacked_by(color).0);
        }
        let numbers = (board.fullmove_number, board.halfmove_clock, board.side_to_move);
        assert_eq!(
            numbers,
            (position.fullmove_number(), position.halfmove_clock(), position.side_to_move() as u8)
        );
        let en_passant = position.en_passant().map_or(64, |square| square.index());
        assert_eq!(usize::from(board.en_passant), en_passant);
        for square in Square::ALL {
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

/// As in Rust, where taking the move back restores the number.
#[test]
fn after_the_greatest_number_of_a_move_comes_zero() {
    let last: Position = "4k3/8/8/8/8/8/8/4K3 b - - 0 4294967295".parse().expect("a position");
    let mv = last.parse_uci("e8d8").expect("a legal move");
    let (mut after, mut board) = (packed(&last), std::mem::MaybeUninit::uninit());
    assert_eq!(unsafe { philidor_play(&packed(&last), mv.digest().0, &mut after) }, OK);
    assert_eq!(unpacked(after), last.after(mv));
    assert_eq!(unsafe { philidor_describe(&after, board.as_mut_ptr()) }, OK);
    assert_eq!(unsafe { board.assume_init() }.fullmove_number, 0);
}

#[test]
fn what_lies_between_is_that_of_rust() {
    for (one, other) in Square::ALL.into_iter().flat_map(|one| Square::ALL.map(|other| (one, other))) {
        let mut between = 7;
        assert_eq!(unsafe { philidor_between(one as u8, other as u8, &mut between) }, OK);
        assert_eq!(between, attacks::between(one, other).0, "{one} {other}");
    }
}

#[test]
fn each_end_has_the_words_of_rust() {
    use Draw::{DeadPosition, FivefoldRepetition, InsufficientMaterial, SeventyFiveMoves, Stalemate};
    let draws = [Stalemate, InsufficientMaterial, DeadPosition, FivefoldRepetition, SeventyFiveMoves];
    let wins = Color::ALL.map(|winner| Outcome::Win { winner, by: Win::Checkmate });
    for outcome in draws.map(Outcome::Draw).into_iter().chain(wins) {
        assert_eq!(outcome_in_words(Some(outcome).into()), outcome.to_string());
    }
    for claim in [Claim::ThreefoldRepetition, Claim::FiftyMoves] {
        assert_eq!(said(philidor_claim_text(philidor_claim::from(Some(claim)) as u8)), claim.to_string());
    }
    for result in [GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw] {
        assert_eq!(said(philidor_result_text(philidor_result::from(result) as u8)), result.as_str());
    }
}

/// What the C library says of a game in progress is what the Rust library says.
fn is_the_same(game: *const philidor_game, expected: &Game) {
    let nowhere = philidor_position { bytes: [0; 32] };
    let (mut start, mut now, mut ply, mut count, mut times) = (nowhere, nowhere, 7, 7, 7);
    let (mut outcome, mut claim) =
        (philidor_outcome::PHILIDOR_NO_OUTCOME, philidor_claim::PHILIDOR_OTHER_CLAIM);
    let (mut moves, mut played, mut listed) = ([0; PHILIDOR_MAX_MOVES], [0; 100], [7; 2]);
    unsafe {
        assert_eq!(philidor_game_start(game, &mut start), OK);
        assert_eq!(philidor_game_position(game, &mut now), OK);
        assert_eq!(philidor_game_ply(game, &mut ply), OK);
        assert_eq!(philidor_game_move_count(game, &mut count), OK);
        assert_eq!(philidor_game_repetitions(game, &mut times), OK);
        assert_eq!(philidor_game_outcome(game, &mut outcome), OK);
        assert_eq!(philidor_game_claim(game, &mut claim), OK);
        assert_eq!(philidor_game_moves(game, 0, moves.as_mut_ptr(), moves.len(), &mut listed[0]), OK);
        assert_eq!(philidor_game_played(game, played.as_mut_ptr(), played.len(), &mut listed[1]), OK);
    }
    let position = expected.position();
    assert_eq!([unpacked(start), unpacked(now)], [*expected.start(), *position]);
    assert_eq!((ply, count), (expected.ply(), position.legal_moves().len()));
    assert_eq!((times, claim), (expected.repetitions(), expected.claimable_draw().into()));
    assert_eq!(outcome, expected.outcome().into());
    assert!(moves[..listed[0]].iter().copied().eq(position.legal_moves().iter().map(|mv| mv.digest().0)));
    assert!(played[..listed[1]].iter().copied().eq(expected.moves().map(|mv| mv.digest().0)));
}

/// What a game says of its position is what the position says.
fn answers_as_its_position(game: *const philidor_game) {
    let mut position = philidor_position { bytes: [0; 32] };
    assert_eq!(unsafe { philidor_game_position(game, &mut position) }, OK);
    let [mut keys, mut checkers, mut attackers] = [[7_u64; 2]; 3];
    let mut narrow = [7_u8; 2];
    let mut boards = [std::mem::MaybeUninit::uninit(), std::mem::MaybeUninit::uninit()];
    unsafe {
        assert_eq!(philidor_key(&position, &mut keys[0]), philidor_game_key(game, &mut keys[1]));
        assert_eq!(
            philidor_checkers(&position, &mut checkers[0]),
            philidor_game_checkers(game, &mut checkers[1])
        );
        assert_eq!(
            philidor_attackers(&position, 27, &mut attackers[0]),
            philidor_game_attackers(game, 27, &mut attackers[1])
        );
        assert_eq!(
            philidor_castling_rights(&position, &mut narrow[0]),
            philidor_game_castling_rights(game, &mut narrow[1])
        );
        assert_eq!(
            philidor_describe(&position, boards[0].as_mut_ptr()),
            philidor_game_describe(game, boards[1].as_mut_ptr())
        );
        assert!(boards[0].assume_init() == boards[1].assume_init());
    }
    for [one, other] in [keys, checkers, attackers, narrow.map(u64::from)] {
        assert_eq!(one, other);
    }
    for square in 0..64 {
        let mut kinds = [philidor_piece::PHILIDOR_KING; 2];
        let mut colors = [philidor_color::PHILIDOR_WHITE; 2];
        let errors = unsafe {
            [
                philidor_piece_at(&position, square, &mut kinds[0], &mut colors[0]),
                philidor_game_piece_at(game, square, &mut kinds[1], &mut colors[1]),
            ]
        };
        assert_eq!((errors[0], kinds[0], colors[0]), (errors[1], kinds[1], colors[1]));
    }
    let (mut moves, mut count) = ([0; PHILIDOR_MAX_MOVES], 0);
    let room = moves.len();
    assert_eq!(unsafe { philidor_moves(&position, 0, moves.as_mut_ptr(), room, &mut count) }, OK);
    for &mv in &moves[..count] {
        let (mut legal, mut check, mut value) = (false, [false; 2], [7; 2]);
        unsafe {
            assert_eq!(philidor_game_is_legal(game, mv, &mut legal), OK);
            assert_eq!(philidor_game_gives_check(game, mv, &mut check[0]), OK);
            assert_eq!(philidor_gives_check(&position, mv, &mut check[1]), OK);
            assert_eq!(philidor_game_exchange(game, mv, &mut value[0]), OK);
            assert_eq!(philidor_exchange(&position, mv, &mut value[1]), OK);
        }
        assert!(legal && check[0] == check[1] && value[0] == value[1]);
        let san = written(|buffer, size, length| unsafe {
            philidor_game_write_san(game, mv, buffer, size, length)
        });
        let uci = written(|buffer, size, length| unsafe {
            philidor_game_write_uci(game, mv, 1, buffer, size, length)
        });
        let [mut by_san, mut by_uci, mut by_squares] = [0; 3];
        let board = unsafe { boards[0].assume_init() };
        let (origin, destination) = ((mv >> 8 & 63) as u8, (mv >> 2 & 63) as u8);
        let promotion = if mv >> 14 == 1 { (mv & 3) as u8 + 1 } else { PHILIDOR_NO_PIECE };
        unsafe {
            let (text, length) = (san.as_ptr().cast(), san.len());
            assert_eq!(philidor_game_read_san(game, text, length, &mut by_san, null_mut()), OK);
            let (text, length) = (uci.as_ptr().cast(), uci.len());
            assert_eq!(philidor_game_read_uci(game, text, length, &mut by_uci, null_mut()), OK);
            let place = &mut by_squares;
            assert_eq!(philidor_game_find_move(game, origin, destination, promotion, place, null_mut()), OK);
        }
        // The squares of castling in Chess960 may be those of another move.
        assert_eq!((by_san, by_uci), (mv, mv));
        assert!(by_squares == mv || board.castling_rooks != 0);
    }
}

#[test]
fn games_are_those_of_rust() {
    let mut games: Vec<Game> = vec![Game::new()];
    let mut claims = vec![];
    for _ in 0..5 {
        for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            games[0].play_uci(uci).expect("a legal move");
        }
        claims.push(games[0].claimable_draw());
    }
    assert!(claims.contains(&Some(Claim::ThreefoldRepetition)) && games[0].outcome().is_some());
    // The longest lines of the positions, each ended by one that does not follow.
    for position in positions() {
        let follows = |game: &mut Game| {
            let after = |mv: &&chess::Move| game.position().after(**mv) == position;
            let mv = game.position().legal_moves().iter().find(after).copied();
            mv.is_some_and(|mv| game.play(mv).is_ok())
        };
        if !games.last_mut().is_some_and(follows) {
            games.push(Game::from_position(position));
        }
    }
    for finished in games {
        let (mut game, mut copy, mut expected) =
            (null_mut(), null_mut(), Game::from_position(*finished.start()));
        let start = packed(finished.start());
        assert_eq!(unsafe { philidor_game_new(&start, &mut game) }, OK);
        let moves: Vec<u16> = finished.moves().map(|mv| mv.digest().0).collect();
        let mut after = vec![start; moves.len()];
        let (length, place) = (moves.len(), after.as_mut_ptr());
        assert_eq!(unsafe { philidor_play_line(&start, moves.as_ptr(), length, place, null_mut()) }, OK);
        for (mv, after) in finished.moves().zip(after) {
            is_the_same(game, &expected);
            assert_eq!(unsafe { philidor_game_play(game, mv.digest().0) }, OK);
            expected.play(mv).expect("a legal move");
            assert_eq!(unpacked(after), *expected.position());
        }
        is_the_same(game, &expected);
        answers_as_its_position(game);
        // Passing is a step like any other, before and after which nothing repeats.
        if !expected.position().is_check() {
            let (mut times, mut ply) = (7, 7);
            assert_eq!(unsafe { philidor_game_play_null_move(game) }, OK);
            answers_as_its_position(game);
            assert_eq!(unsafe { philidor_game_repetitions(game, &mut times) }, OK);
            assert_eq!(unsafe { philidor_game_ply(game, &mut ply) }, OK);
            assert_eq!((times, ply), (1, expected.ply() + 1));
            assert_eq!(unsafe { philidor_game_undo(game, null_mut()) }, OK);
            is_the_same(game, &expected);
        }
        assert_eq!(unsafe { philidor_game_copy(game, &mut copy) }, OK);
        while let Some(mv) = expected.undo() {
            let mut undone = 0;
            assert_eq!(unsafe { philidor_game_undo(game, &mut undone) }, OK);
            assert_eq!(undone, mv.digest().0);
        }
        is_the_same(game, &expected);
        is_the_same(copy, &finished);
        unsafe { philidor_game_free(game) };
        unsafe { philidor_game_free(copy) };
    }
}

#[test]
fn games_of_a_file_are_those_of_rust() {
    let text = std::fs::read("../crates/philidor-pgn/tests/data/features.pgn").expect("the file is there");
    let (mut reader, mut read) = (null_mut(), 0);
    assert_eq!(unsafe { philidor_pgn_new(text.as_ptr().cast(), text.len(), &mut reader) }, OK);
    for expected in games::games(&text) {
        let expected = expected.expect("a good game");
        let nowhere = philidor_position { bytes: [0; 32] };
        let (mut start, mut last, mut moves, mut count) = (nowhere, nowhere, null(), 0);
        let (mut result, mut tags) = (philidor_result::PHILIDOR_DRAW, 0);
        unsafe {
            assert_eq!(philidor_pgn_next(reader, null_mut()), OK);
            assert_eq!(philidor_pgn_start(reader, &mut start), OK);
            assert_eq!(philidor_pgn_last(reader, &mut last), OK);
            assert_eq!(philidor_pgn_moves(reader, &mut moves, &mut count), OK);
            assert_eq!(philidor_pgn_result(reader, &mut result), OK);
            assert_eq!(philidor_pgn_tag_count(reader, &mut tags), OK);
        }
        let line: Vec<_> = expected.main_line().collect();
        let digests = line.iter().filter_map(|&id| expected.mv(id)).map(|mv| mv.digest().0);
        assert!(digests.eq((0..count).map(|index| unsafe { moves.add(index).read() })));
        assert_eq!(unpacked(start), *expected.start());
        assert_eq!(unpacked(last), line.last().map_or(*expected.start(), |&id| expected.position(id)));
        assert_eq!(result, expected.result.into());
        // The tags of a tree lack those of its start.
        let nothing = philidor_text { data: null(), length: 0 };
        let mut all = vec![];
        for index in 0..tags {
            let (mut name, mut value) = (nothing, nothing);
            assert_eq!(unsafe { philidor_pgn_tag_at(reader, index, &mut name, &mut value) }, OK);
            all.push((said(name.data), said(value.data)));
        }
        for (name, value) in expected.tags.iter() {
            let mut found = nothing;
            let (pointer, length) = (name.as_ptr().cast(), name.len());
            assert_eq!(unsafe { philidor_pgn_tag(reader, pointer, length, &mut found) }, OK);
            assert_eq!((said(found.data), found.length), (value, value.len()));
            assert!(all.iter().rfind(|tag| tag.0 == name) == Some(&(name, value)));
        }
        read += 1;
    }
    assert!(read > 6);
    assert_eq!(unsafe { philidor_pgn_next(reader, null_mut()) }, philidor_error::PHILIDOR_END);
    unsafe { philidor_pgn_free(reader) };
}

/// A game whose moves are written otherwise is bad for a strict reader alone.
#[test]
fn a_strict_reader_refuses_other_spellings() {
    let text = b"1. e2-e4 *\n\n1. e4 *\n";
    for (make, first) in [
        (philidor_pgn_new as unsafe extern "C" fn(_, _, _) -> _, OK),
        (philidor_pgn_new_strict, philidor_error::PHILIDOR_INVALID_GAME),
    ] {
        let mut reader = null_mut();
        assert_eq!(unsafe { make(text.as_ptr().cast(), text.len(), &mut reader) }, OK);
        assert_eq!(unsafe { philidor_pgn_next(reader, null_mut()) }, first);
        assert_eq!(unsafe { philidor_pgn_next(reader, null_mut()) }, OK);
        unsafe { philidor_pgn_free(reader) };
    }
}

/// A game without a result has that of its tag, and keeps its tags and moves, if the reader is lenient.
#[test]
fn a_lenient_reader_loses_no_game_without_a_result() {
    let text = b"[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 foo e5\n\n[White \"B\"]\n\n1. d4 *\n";
    for (make, first) in [
        (philidor_pgn_new as unsafe extern "C" fn(_, _, _) -> _, philidor_error::PHILIDOR_INVALID_GAME),
        (philidor_pgn_new_lenient, OK),
    ] {
        let (mut reader, mut count, mut result) = (null_mut(), 0, philidor_result::PHILIDOR_DRAW);
        assert_eq!(unsafe { make(text.as_ptr().cast(), text.len(), &mut reader) }, OK);
        assert_eq!(unsafe { philidor_pgn_next(reader, null_mut()) }, first);
        let mut remark = philidor_fault { offset: 0, line: 0, column: 0, text: [0; 232] };
        let remarks = (0..)
            .take_while(|&index| unsafe { philidor_pgn_remark(reader, index, &mut remark) } == OK)
            .count();
        // The word, and the result that is missing.
        assert_eq!(remarks, if first == OK { 2 } else { 0 });
        if first == OK {
            let mut moves = null();
            assert_eq!(unsafe { philidor_pgn_moves(reader, &mut moves, &mut count) }, OK);
            assert_eq!(unsafe { philidor_pgn_result(reader, &mut result) }, OK);
            assert_eq!((count, result), (2, philidor_result::PHILIDOR_WHITE_WINS));
        }
        assert_eq!(unsafe { philidor_pgn_next(reader, null_mut()) }, OK);
        unsafe { philidor_pgn_free(reader) };
    }
}
