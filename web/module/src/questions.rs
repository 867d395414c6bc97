//! What positions are asked beyond the rules: sets of squares, parts of the list of moves, words, mirror images.

use philidor::binary::PackedPosition;
use philidor::{Bitboard, Color, MoveDigest, MoveGenerator, MoveKind, Position};
use philidor_historic::chain::ChainBoard;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::position::{color, strictness};
use crate::refusals;
use crate::state::{REFUSED, with};

/// Reads 32 bytes.
#[wasm_bindgen]
pub fn unpack(place: u32, is_strict: bool) -> i32 {
    with(|state| {
        let packed = PackedPosition::from_bytes(state.packed.0);
        match packed.unpack_with(strictness(is_strict)) {
            Ok(position) => state.deliver(place, position),
            Err(error) => state.refuse(refusals::packed(&error)),
        }
    })
}

/// A start position of Chess960.
#[wasm_bindgen]
pub fn chess960(place: u32, number: u32) -> i32 {
    with(|state| match u16::try_from(number).ok().and_then(Position::chess960) {
        Some(position) => state.deliver(place, position),
        None => REFUSED,
    })
}

/// The number of a start position, or -1.
#[wasm_bindgen]
pub fn chess960_number(place: u32) -> i32 {
    with(|state| state.at(place).chess960_number().map_or(-1, i32::from))
}

/// The move between two positions, or -1.
#[wasm_bindgen]
pub fn move_to(from: u32, to: u32) -> i32 {
    with(|state| state.at(from).move_to(state.at(to)).map_or(-1, |mv| i32::from(mv.digest().0)))
}

/// The kinds of moves by number.
pub(crate) const KINDS: [MoveKind; 4] =
    [MoveKind::All, MoveKind::Tactical, MoveKind::Quiet, MoveKind::Captures];

/// The legal moves of a kind, by its number; of one square, or of all if it is 64.
#[wasm_bindgen]
pub fn moves_of(place: u32, kind: u32, origin: u32) -> u32 {
    with(|state| {
        let position = *state.at(place);
        position.moves_into(KINDS[kind as usize % KINDS.len()], &mut state.list);
        let all = state.list.iter().filter(|mv| origin >= 64 || mv.orig_square().index() == origin as usize);
        let mut count = 0;
        for (digest, mv) in state.moves.iter_mut().zip(all) {
            *digest = mv.digest().0;
            count += 1;
        }
        count
    })
}

/// The moves that would be legal if kings could be captured, without castling through an attack.
#[wasm_bindgen]
pub fn pseudo_legal_moves(place: u32) -> u32 {
    with(|state| {
        // The chains list them, too: the library's own code for it would be a thirtieth of the module.
        let mut board = ChainBoard::new(state.at(place));
        board.write_moves(MoveKind::All, &mut state.list);
        state.list_digests()
    })
}

/// How many legal moves there are.
#[wasm_bindgen]
pub fn legal_move_count(place: u32) -> u32 {
    with(|state| state.at(place).legal_move_count())
}

/// The word of a legal move; zero, which is none, if it is not legal.
#[wasm_bindgen]
pub fn word(place: u32, digest: u16) -> u64 {
    with(|state| state.at(place).decode(MoveDigest(digest)).map_or(0, |mv| mv.raw()))
}

/// Whether a legal move gives check.
#[wasm_bindgen]
pub fn gives_check(place: u32, digest: u16) -> bool {
    with(|state| {
        let position = state.at(place);
        position.decode(MoveDigest(digest)).is_some_and(|mv| position.gives_check(mv))
    })
}

/// The position with its colors and ranks swapped, or with its files mirrored; negative if the result is not a
/// position.
#[wasm_bindgen]
pub fn flip(from: u32, to: u32, files: bool) -> i32 {
    with(|state| {
        let position = state.at(from);
        let flipped = if files { position.flip_files() } else { Some(position.flip_colors()) };
        match flipped {
            Some(position) => state.deliver(to, position),
            None => REFUSED,
        }
    })
}

/// Sets of squares: 0 occupied, 1 White's, 2 Black's, 3 the checkers, 4 White's pinned pieces, 5 Black's, 6 attacked by
/// White, 7 by Black, 8 the check mask, 9 where the king would be in check.
#[wasm_bindgen]
pub fn set(place: u32, question: u32) -> u64 {
    with(|state| {
        let position = state.at(place);
        let (us, occupied) = (position.side_to_move(), position.board().occupied());
        let set = match question {
            0 => occupied,
            1 => position.board().colors(Color::White),
            2 => position.board().colors(Color::Black),
            3 => position.checkers(),
            4 => position.pinned(Color::White),
            5 => position.pinned(Color::Black),
            6 => position.attacked_by(Color::White),
            7 => position.attacked_by(Color::Black),
            8 => check_mask(position),
            _ => {
                let through = occupied - position.king(us).into();
                let enemies = position.board().colors(!us);
                let attacked =
                    |&square: &philidor::Square| position.attackers_to(square, through).intersects(enemies);
                philidor::Square::ALL.into_iter().filter(attacked).collect()
            }
        };
        set.0
    })
}

fn check_mask(position: &Position) -> Bitboard {
    let (checkers, king) = (position.checkers(), position.king(position.side_to_move()));
    match checkers.first() {
        None => Bitboard::FULL,
        Some(_) if checkers.has_several() => Bitboard::EMPTY,
        Some(checker) => philidor::attacks::between(king, checker) | checkers,
    }
}

/// The squares that the piece on a square attacks among occupied ones.
#[wasm_bindgen]
pub fn attacks_from(place: u32, square: u32, occupied: u64) -> u64 {
    with(|state| state.at(place).attacks_from(refusals::square(square), Bitboard(occupied)).0)
}

/// The pieces that attack a square: `by` 1 White's, 2 Black's, 3 all.
#[wasm_bindgen]
pub fn attackers_to(place: u32, square: u32, by: u32, occupied: u64) -> u64 {
    with(|state| {
        let position = state.at(place);
        let all = position.attackers_to(refusals::square(square), Bitboard(occupied));
        let mut of = Bitboard::EMPTY;
        for (bit, color) in [(1, Color::White), (2, Color::Black)] {
            if by & bit != 0 {
                of |= position.board().colors(color);
            }
        }
        (all & of).0
    })
}

/// Whether a position is certainly dead.
#[wasm_bindgen]
pub fn certainly_dead(place: u32) -> bool {
    with(|state| state.at(place).is_certainly_dead())
}

/// Whether it has a legal en-passant capture.
#[wasm_bindgen]
pub fn legal_en_passant(place: u32) -> bool {
    with(|state| state.at(place).has_legal_en_passant())
}

/// The king of a side.
#[wasm_bindgen]
pub fn king(place: u32, black: bool) -> u32 {
    with(|state| state.at(place).king(color(black)).index() as u32)
}

/// The key of Polyglot.
#[wasm_bindgen]
pub fn polyglot_key(place: u32) -> u64 {
    with(|state| state.at(place).polyglot_key())
}
