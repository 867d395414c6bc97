//! Rubbish at the boundary of the C library: null pointers, lengths too small, bytes that are nearly a position, any
//! moves, texts and numbers. Each call returns a known error, writes no further than it may, and says of valid bytes
//! what the library says.
#![no_main]
#![allow(unsafe_code)] // a caller in C has nothing else; each pointer is null, or to a value here with its true length
#![allow(unused_must_use)] // `known` has looked at each error

use std::ffi::CStr;
use std::ptr::{null, null_mut};

use c_boundary as c;
use c_boundary::philidor_error::{self, *};
use philidor::binary::PackedPosition;
use philidor_fuzz::Game;

/// The byte after each room, which each call must leave.
const CANARY: u8 = 0xa5;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    games(bytes);
    let game = Game::read(bytes);
    let mut given = Given(game.choices);
    let start = c::philidor_position { bytes: game.start.pack().to_bytes() };
    while !given.0.is_empty() {
        let position = given.position(start);
        let valid = PackedPosition::from_bytes(position.bytes).unpack();
        let expected = if valid.is_ok() { PHILIDOR_OK } else { PHILIDOR_INVALID_POSITION };
        let mut fault = Room::<1, c::philidor_fault>::new();
        let error = unsafe { c::philidor_check(&position, fault.pointer(given.byte())) };
        assert_eq!(error, expected);
        one(&mut given, &position);
        texts(&mut given, &position, bytes);
        many(&mut given, start);
    }
});

/// Bytes that decide what is called, and with what; zeros at their end.
struct Given<'a>(&'a [u8]);

impl Given<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        byte
    }

    fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// A position with up to three bits changed.
    fn position(&mut self, mut position: c::philidor_position) -> c::philidor_position {
        for _ in 0..self.byte() & 3 {
            let bit = self.byte();
            position.bytes[usize::from(bit / 8)] ^= 1 << (bit % 8);
        }
        position
    }
}

/// A room with canaries after it.
#[repr(C)]
struct Room<const N: usize, T> {
    values: [std::mem::MaybeUninit<T>; N],
    canaries: [u8; 16],
}

impl<const N: usize, T> Room<N, T> {
    fn new() -> Room<N, T> {
        Room { values: [const { std::mem::MaybeUninit::uninit() }; N], canaries: [CANARY; 16] }
    }

    /// Where it begins, or null for one choice in sixteen.
    fn pointer(&mut self, choice: u8) -> *mut T {
        if choice % 16 == 15 { null_mut() } else { self.values.as_mut_ptr().cast() }
    }
}

impl<const N: usize, T> Drop for Room<N, T> {
    fn drop(&mut self) {
        assert_eq!(self.canaries, [CANARY; 16]);
    }
}

/// The error is one that the header names, and not that of a bug.
fn known(error: philidor_error) -> philidor_error {
    assert!((0..15).contains(&(error as i32)), "{error:?}");
    error
}

/// Questions about one position.
fn one(given: &mut Given<'_>, position: &c::philidor_position) {
    let (mv, number, choice) = (given.word(), given.byte(), given.byte());
    let mut after = Room::<1, c::philidor_position>::new();
    let (mut word, mut count, mut flag) =
        (Room::<1, u64>::new(), Room::<1, usize>::new(), Room::<1, bool>::new());
    let mut moves = Room::<40, u16>::new();
    let mut leaves = Room::<40, u64>::new();
    let mut board = Room::<1, c::philidor_board>::new();
    let mut outcome = Room::<1, c::philidor_outcome>::new();
    let (mut piece, mut color) = (Room::<1, c::philidor_piece>::new(), Room::<1, c::philidor_color>::new());
    let (mut byte, mut value) = (Room::<1, u8>::new(), Room::<1, i32>::new());
    let room = usize::from(number % 41);
    for text in [
        c::philidor_error_text(i32::from(mv as i16)),
        c::philidor_outcome_text(number),
        c::philidor_claim_text(number),
        c::philidor_result_text(number),
    ] {
        assert!(!unsafe { CStr::from_ptr(text) }.is_empty());
    }
    unsafe {
        known(c::philidor_chess960(u32::from(mv), after.pointer(choice)));
        if known(c::philidor_play(position, mv, after.pointer(choice))) == PHILIDOR_OK {
            assert_eq!(c::philidor_check(after.pointer(0), null_mut()), PHILIDOR_OK);
        }
        known(c::philidor_is_legal(position, mv, flag.pointer(choice)));
        known(c::philidor_gives_check(position, mv, flag.pointer(choice)));
        known(c::philidor_key(position, word.pointer(choice)));
        known(c::philidor_polyglot_key(position, word.pointer(choice)));
        if known(c::philidor_describe(position, board.pointer(choice))) == PHILIDOR_OK {
            // Set up again as it is, and with some bits changed.
            let mut parts = board.values[0].assume_init();
            assert_eq!(c::philidor_setup(&parts, after.pointer(0), null_mut()), PHILIDOR_OK);
            assert_eq!(after.values[0].assume_init(), *position);
            parts.pieces[usize::from(choice % 6)] ^= 1 << (number % 64);
            parts.colors[usize::from(choice >> 3 & 1)] ^= 1 << (mv % 64);
            parts.castling_rooks ^= u64::from(choice) << 56;
            (parts.en_passant, parts.side_to_move) = (number, choice % 3);
            if known(c::philidor_setup(&parts, after.pointer(0), null_mut())) == PHILIDOR_OK {
                assert_eq!(c::philidor_check(after.pointer(0), null_mut()), PHILIDOR_OK);
            }
        }
        known(c::philidor_piece_at(position, number, piece.pointer(choice), color.pointer(0)));
        known(c::philidor_castling_rights(position, byte.pointer(choice)));
        known(c::philidor_find_move(
            position,
            number,
            mv as u8,
            choice % 9,
            moves.pointer(choice),
            null_mut(),
        ));
        known(c::philidor_exchange(position, mv, value.pointer(choice)));
        known(c::philidor_has_insufficient_material(position, number % 4, flag.pointer(choice)));
        if known(c::philidor_play_null_move(position, after.pointer(choice))) == PHILIDOR_OK {
            assert_eq!(c::philidor_check(after.pointer(0), null_mut()), PHILIDOR_OK);
        }
        known(c::philidor_position_outcome(position, outcome.pointer(choice)));
        known(c::philidor_move_count(position, count.pointer(choice)));
        known(c::philidor_attacks(
            number % 8,
            choice % 4,
            mv as u8,
            u64::from(mv) << 24,
            word.pointer(choice),
        ));
        known(c::philidor_attackers(position, number, word.pointer(choice)));
        known(c::philidor_checkers(position, word.pointer(choice)));
        known(c::philidor_attacked_by(position, number % 4, word.pointer(choice)));
        known(c::philidor_between(number, choice, word.pointer(0)));
        let (list, length) = (moves.pointer(choice), count.pointer(number));
        known(c::philidor_moves(position, u32::from(number % 5), list, room, length));
        known(c::philidor_perft(
            position,
            u32::from(number % 3),
            u32::from(choice % 3),
            word.pointer(choice),
        ));
        known(c::philidor_divide(
            position,
            u32::from(number % 3),
            1,
            list,
            leaves.pointer(choice),
            room,
            length,
        ));
    }
}

/// Texts read and written.
fn texts(given: &mut Given<'_>, position: &c::philidor_position, text: &[u8]) {
    let (mv, choice, style) = (given.word(), given.byte(), u32::from(given.byte() % 5));
    let start = usize::from(choice).min(text.len());
    let (pointer, length) =
        (text[start..].as_ptr().cast(), (text.len() - start).min(usize::from(given.byte())));
    let pointer = if choice == 7 { null() } else { pointer };
    let mut read = Room::<1, c::philidor_position>::new();
    let mut found = Room::<1, u16>::new();
    let mut fault = Room::<1, c::philidor_fault>::new();
    let mut mended = Room::<1, bool>::new();
    let mut written = Room::<128, std::ffi::c_char>::new();
    let mut count = Room::<1, usize>::new();
    let room = usize::from(given.byte() % 129);
    unsafe {
        if known(c::philidor_read_fen(pointer, length, read.pointer(0), fault.pointer(choice))) == PHILIDOR_OK
        {
            assert_eq!(c::philidor_check(read.pointer(0), null_mut()), PHILIDOR_OK);
        }
        let (place, is_mended) = (read.pointer(choice), mended.pointer(choice));
        let error =
            known(c::philidor_read_fen_leniently(pointer, length, place, is_mended, fault.pointer(0)));
        if error == PHILIDOR_OK {
            assert_eq!(c::philidor_check(place, null_mut()), PHILIDOR_OK);
        }
        known(c::philidor_read_san(position, pointer, length, found.pointer(choice), fault.pointer(0)));
        known(c::philidor_read_san_strictly(
            position,
            pointer,
            length,
            found.pointer(choice),
            fault.pointer(0),
        ));
        known(c::philidor_read_uci(position, pointer, length, found.pointer(choice), fault.pointer(0)));
        let (buffer, length) = (written.pointer(choice), count.pointer(choice));
        known(c::philidor_write_fen(position, style, buffer, room, length));
        known(c::philidor_write_san(position, mv, buffer, room, length));
        known(c::philidor_write_uci(position, mv, style, buffer, room, length));
    }
}

/// Batches, and a game in progress.
fn many(given: &mut Given<'_>, start: c::philidor_position) {
    let mut positions = [start; 5];
    positions.iter_mut().for_each(|position| *position = given.position(start));
    let (line, choice) = ([given.word(), given.word(), given.word()], given.byte());
    let (mut after, mut bad) = (Room::<5, c::philidor_position>::new(), Room::<1, usize>::new());
    let (mut counts, mut keys) = (Room::<5, u32>::new(), Room::<5, u64>::new());
    let (mut outcomes, mut moves) = (Room::<5, c::philidor_outcome>::new(), Room::<80, u16>::new());
    let mut value = Room::<1, i32>::new();
    let (mut offsets, mut claim) = (Room::<6, usize>::new(), Room::<1, c::philidor_claim>::new());
    let (all, bad) = (positions.as_mut_ptr(), bad.pointer(choice));
    unsafe {
        known(c::philidor_batch_move_counts(all, 5, counts.pointer(choice), bad));
        known(c::philidor_batch_keys(all, 5, keys.pointer(choice), bad));
        known(c::philidor_batch_outcomes(all, 5, outcomes.pointer(choice), bad));
        let room = usize::from(choice % 81);
        let error =
            known(c::philidor_batch_moves(all, 5, 0, moves.pointer(choice), room, offsets.pointer(0), bad));
        if matches!(error, PHILIDOR_OK | PHILIDOR_INVALID_POSITION) {
            assert!(offsets.values[5].assume_init() <= room);
        }
        known(c::philidor_play_line(all, line.as_ptr(), 3, after.pointer(choice), bad));
        known(c::philidor_batch_play(all, line.as_ptr(), 3, all, bad));
        let mut game = null_mut();
        if known(c::philidor_game_new(all, &mut game)) != PHILIDOR_OK {
            return;
        }
        let (mut list, mut count) = ([0; c::PHILIDOR_MAX_MOVES], 0);
        for _ in 0..choice % 8 {
            assert_eq!(
                c::philidor_game_moves(game, 0, list.as_mut_ptr(), list.len(), &mut count),
                PHILIDOR_OK
            );
            let mv = given.word();
            let mv = list.get(usize::from(mv) % (count + 1)).copied().filter(|_| count > 0).unwrap_or(mv);
            known(c::philidor_game_play(game, mv));
            if mv % 8 == 7 {
                known(c::philidor_game_play_null_move(game));
            }
            known(c::philidor_game_key(game, keys.pointer(choice)));
            known(c::philidor_game_checkers(game, keys.pointer(choice)));
            known(c::philidor_game_attackers(game, choice, keys.pointer(choice)));
            known(c::philidor_game_find_move(game, choice, mv as u8, 6, moves.pointer(choice), null_mut()));
            known(c::philidor_game_exchange(game, mv, value.pointer(choice)));
            known(c::philidor_game_outcome(game, outcomes.pointer(choice)));
            known(c::philidor_game_claim(game, claim.pointer(choice)));
            known(c::philidor_game_repetitions(game, counts.pointer(choice)));
            known(c::philidor_game_move_count(game, offsets.pointer(choice)));
            known(c::philidor_game_ply(game, offsets.pointer(choice)));
            known(c::philidor_game_played(game, moves.pointer(choice), room, offsets.pointer(choice)));
            known(c::philidor_game_start(game, after.pointer(0)));
            assert_eq!(after.values[0].assume_init(), all.read());
            known(c::philidor_game_position(game, after.pointer(0)));
            assert_eq!(c::philidor_check(after.pointer(0), null_mut()), PHILIDOR_OK);
            if choice >= 200 {
                known(c::philidor_game_undo(game, null_mut()));
            }
        }
        let (tags, mut written) =
            ([c::philidor_text { data: line.as_ptr().cast(), length: 2 }; 2], Room::<200, _>::new());
        let (place, length) = (written.pointer(choice), offsets.pointer(choice));
        known(c::philidor_write_pgn(game, tags.as_ptr(), 1, choice % 5, place, room, length, null_mut()));
        let mut copy = null_mut();
        assert_eq!(c::philidor_game_copy(game, &mut copy), PHILIDOR_OK);
        let mut last = [start; 2];
        assert_eq!(c::philidor_game_position(game, &mut last[0]), PHILIDOR_OK);
        c::philidor_game_free(game);
        assert_eq!(c::philidor_game_position(copy, &mut last[1]), PHILIDOR_OK);
        assert_eq!(last[0], last[1]);
        c::philidor_game_free(copy);
    }
}

/// Games from any text: what is given out can be read to its end.
fn games(text: &[u8]) {
    let mut reader = null_mut();
    let mut fault = Room::<1, c::philidor_fault>::new();
    unsafe {
        assert_eq!(c::philidor_pgn_new(text.as_ptr().cast(), text.len(), &mut reader), PHILIDOR_OK);
        loop {
            match known(c::philidor_pgn_next(reader, fault.pointer(0))) {
                PHILIDOR_OK => {}
                PHILIDOR_END => break,
                _ => continue,
            }
            let mut start = c::philidor_position { bytes: [0; 32] };
            let (mut moves, mut count, mut tags) = (null(), 0, 0);
            assert_eq!(c::philidor_pgn_start(reader, &mut start), PHILIDOR_OK);
            assert_eq!(c::philidor_pgn_moves(reader, &mut moves, &mut count), PHILIDOR_OK);
            let mut after = vec![start; count];
            assert_eq!(
                c::philidor_play_line(&start, moves, count, after.as_mut_ptr(), null_mut()),
                PHILIDOR_OK
            );
            let (mut last, mut result) = (start, Room::<1, c::philidor_result>::new());
            assert_eq!(c::philidor_pgn_result(reader, result.pointer(0)), PHILIDOR_OK);
            assert_eq!(c::philidor_pgn_last(reader, &mut last), PHILIDOR_OK);
            assert_eq!(after.last().unwrap_or(&start), &last);
            assert_eq!(c::philidor_pgn_tag_count(reader, &mut tags), PHILIDOR_OK);
            for index in 0..tags {
                let nothing = c::philidor_text { data: null(), length: 0 };
                let (mut name, mut value, mut found) = (nothing, nothing, nothing);
                assert_eq!(c::philidor_pgn_tag_at(reader, index, &mut name, &mut value), PHILIDOR_OK);
                assert_eq!(CStr::from_ptr(value.data).to_bytes().len(), value.length);
                assert_eq!(c::philidor_pgn_tag(reader, name.data, name.length, &mut found), PHILIDOR_OK);
            }
        }
        c::philidor_pgn_free(reader);
    }
}
