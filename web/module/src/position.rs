//! Positions: read, written, played on, asked.

use alloc::vec::Vec;
use core::fmt::Write;

use philidor::binary::PackedPosition;
use philidor::chain::ChainBoard;
use philidor::{
    Bitboard, CastlingMode, CastlingNotation, Color, EnPassantPolicy, MoveDigest, MoveGenerator, MoveKind,
    Position, Setup, Strictness,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::refusals;
use crate::state::{REFUSED, State, with};

/// Added to an answer: the position does not fit into 32 bytes.
const UNPACKED: i32 = 1;
/// Added to an answer: castling is written as in Chess960.
const CHESS960: i32 = 2;

pub(crate) const fn strictness(is_strict: bool) -> Strictness {
    if is_strict { Strictness::Reachable } else { Strictness::WellDefined }
}

pub(crate) const fn mode(chess960: bool) -> CastlingMode {
    if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
}

pub(crate) const fn color(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

impl State {
    /// Puts a position where JavaScript wants it, and its 32 bytes where it finds them.
    #[inline(always)]
    pub(crate) fn deliver(&mut self, place: u32, position: Position) -> i32 {
        let mut flags = 0;
        match position.try_pack() {
            Ok(packed) => self.packed.0 = packed.to_bytes(),
            Err(_) => flags |= UNPACKED,
        }
        if CastlingMode::detect(&position) == CastlingMode::Chess960 {
            flags |= CHESS960;
        }
        self.put(place, position);
        flags
    }

    /// Answers the digests of the list.
    #[inline(always)]
    pub(crate) fn list_digests(&mut self) -> u32 {
        for (digest, mv) in self.moves.iter_mut().zip(&self.list) {
            *digest = mv.digest().0;
        }
        self.list.len() as u32
    }
}

/// Reads a FEN.
#[wasm_bindgen]
pub fn read_fen(place: u32, length: u32, is_strict: bool) -> i32 {
    with(|state| {
        let text = state.given_text(length);
        let read = match is_strict {
            true => text.parse::<Position>(),
            false => text
                .parse::<Setup>()
                .map_err(Into::into)
                .and_then(|setup| Position::from_setup(setup, Strictness::WellDefined).map_err(Into::into)),
        };
        match read {
            Ok(position) => state.deliver(place, position),
            Err(error) => {
                let reason = refusals::position(&error, text);
                state.refuse(reason)
            }
        }
    })
}

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

/// Reads 32 bytes that this module has written.
#[wasm_bindgen]
pub fn restore(place: u32) {
    with(|state| {
        if let Ok(position) = PackedPosition::from_bytes(state.packed.0).unpack_with(Strictness::WellDefined)
        {
            state.put(place, position);
        }
    });
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

/// The position after a move; negative if it is not legal.
#[wasm_bindgen]
pub fn play(from: u32, to: u32, digest: u16) -> i32 {
    with(|state| {
        let position = state.at(from);
        match position.decode(MoveDigest(digest)) {
            Some(mv) => {
                let after = position.after(mv);
                state.deliver(to, after)
            }
            None => REFUSED,
        }
    })
}

/// The position after a null move, which passes the turn; negative in check.
#[wasm_bindgen]
pub fn pass(from: u32, to: u32) -> i32 {
    with(|state| {
        let position = state.at(from);
        match position.null_move() {
            Some(mv) => {
                let after = position.after(mv);
                state.deliver(to, after)
            }
            None => {
                let reason = refusals::illegal(
                    "null-move",
                    "in check the turn cannot be passed",
                    "--",
                    position,
                    None,
                    Bitboard::EMPTY,
                );
                state.refuse(reason)
            }
        }
    })
}

/// The move between two positions, or -1.
#[wasm_bindgen]
pub fn move_to(from: u32, to: u32) -> i32 {
    with(|state| state.at(from).move_to(state.at(to)).map_or(-1, |mv| i32::from(mv.digest().0)))
}

/// The legal moves, as digests; answers how many.
#[wasm_bindgen]
pub fn legal_moves(place: u32) -> u32 {
    with(|state| {
        let position = state.positions[place as usize % crate::state::PLACES];
        position.legal_moves_into(&mut state.list);
        state.list_digests()
    })
}

/// The legal moves of a kind: 0 all, 1 tactical, 2 quiet; of one square, or of all if it is 64.
#[wasm_bindgen]
pub fn moves_of(place: u32, kind: u32, origin: u32) -> u32 {
    with(|state| {
        let position = *state.at(place);
        let kind = match kind {
            0 => MoveKind::All,
            1 => MoveKind::Tactical,
            _ => MoveKind::Quiet,
        };
        position.moves_into(kind, &mut state.list);
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

/// Whether 16 bits are a legal move.
#[wasm_bindgen]
pub fn is_legal(place: u32, digest: u16) -> bool {
    with(|state| state.at(place).decode(MoveDigest(digest)).is_some())
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

/// Whether something is true of a position: 0 check, 1 it has a legal move, 2 it is certainly dead, 3 White and 4 Black
/// cannot mate, 5 a legal en-passant capture, 6 Black to move.
#[wasm_bindgen]
pub fn status(place: u32, question: u32) -> bool {
    with(|state| {
        let position = state.at(place);
        match question {
            0 => position.is_check(),
            1 => position.has_legal_move(),
            2 => position.is_certainly_dead(),
            3 => position.has_insufficient_material(Color::White),
            4 => position.has_insufficient_material(Color::Black),
            5 => position.has_legal_en_passant(),
            _ => position.side_to_move() == Color::Black,
        }
    })
}

/// Numbers of a position: the halfmove clock, the fullmove number, the en-passant square or 64, the kings.
#[wasm_bindgen]
pub fn number(place: u32, question: u32) -> u32 {
    with(|state| {
        let position = state.at(place);
        match question {
            0 => u32::from(position.halfmove_clock()),
            1 => position.fullmove_number(),
            2 => position.en_passant().map_or(64, |square| square.index() as u32),
            3 => position.king(Color::White).index() as u32,
            _ => position.king(Color::Black).index() as u32,
        }
    })
}

/// The key, or that of Polyglot.
#[wasm_bindgen]
pub fn key(place: u32, polyglot: bool) -> u64 {
    with(|state| if polyglot { state.at(place).polyglot_key() } else { state.at(place).key() })
}

/// The pieces on all squares: a byte each, its letter or zero.
#[wasm_bindgen]
pub fn board(place: u32) -> i32 {
    with(|state| {
        let board = *state.at(place).board();
        state.text_out.clear();
        for square in philidor::Square::ALL {
            let letter = board.piece_at(square).map_or(b'.', |piece| piece.letter() as u8);
            state.text_out.push(letter);
        }
        state.text_out.len() as i32
    })
}

/// The FEN. `policy`: always, pseudo-legal, legal; with Shredder's castling rights or those of X-FEN.
#[wasm_bindgen]
pub fn write_fen(place: u32, policy: u32, shredder: bool) -> i32 {
    with(|state| {
        let position = *state.at(place);
        let policy = match policy {
            0 => EnPassantPolicy::Always,
            1 => EnPassantPolicy::PseudoLegal,
            _ => EnPassantPolicy::Legal,
        };
        let castling = if shredder { CastlingNotation::Shredder } else { CastlingNotation::XFen };
        state.write(position.to_fen(policy, castling))
    })
}

impl State {
    /// Answers what is printed.
    pub(crate) fn write(&mut self, value: impl core::fmt::Display) -> i32 {
        self.text_out.clear();
        // Writing to memory does not fail.
        let _ = write!(Utf8(&mut self.text_out), "{value}");
        self.text_out.len() as i32
    }
}

/// Bytes as a target of formatting.
pub(crate) struct Utf8<'a>(pub(crate) &'a mut Vec<u8>);

impl Write for Utf8<'_> {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// Whether two positions are the same, clocks included.
#[wasm_bindgen]
pub fn equal(one: u32, other: u32) -> bool {
    with(|state| state.at(one) == state.at(other))
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
