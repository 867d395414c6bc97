//! A position as planes of 8 × 8 numbers, the first rank first.
//!
//! An encoding is a function that puts sets of squares and whole planes on a [`Surface`]: on a [`Canvas`], which knows
//! the type of the numbers, or on a [`Sheet`](super::Sheet), which remembers what stands in an array. On a canvas only
//! squares that are not zero are written: the place is zeroed first, in one go.

use std::iter;

use philidor::{Bitboard, CastlingSide, Color, Position};

use super::moment::{Moment, ORDER};

/// The numbers of planes: `u8`, `f16`, `f32`.
pub(crate) trait Number: Copy + Send + numpy::Element {
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;

    /// A small number; integer types cut off what they cannot hold.
    fn of(number: f32) -> Self;
}

impl Number for u8 {
    const ZERO: u8 = 0;
    const ONE: u8 = 1;

    fn of(number: f32) -> u8 {
        number as u8
    }
}

impl Number for f32 {
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;

    fn of(number: f32) -> f32 {
        number
    }
}

impl Number for half::f16 {
    const ZERO: half::f16 = half::f16::ZERO;
    const ONE: half::f16 = half::f16::ONE;

    fn of(number: f32) -> half::f16 {
        half::f16::from_f32(number)
    }
}

/// What the planes of one position are put on, all zero at first.
pub(crate) trait Surface {
    /// Ones on the squares of a set.
    fn put(&mut self, plane: usize, set: Bitboard);

    /// A plane of one number.
    fn fill(&mut self, plane: usize, number: f32);

    /// A plane of ones if something is so.
    #[inline(always)]
    fn flag(&mut self, plane: usize, is_so: bool) {
        if is_so {
            self.fill(plane, 1.0);
        }
    }
}

/// The numbers themselves.
struct Canvas<'a, N>(&'a mut [N]);

impl<N: Number> Surface for Canvas<'_, N> {
    #[inline(always)]
    fn put(&mut self, plane: usize, set: Bitboard) {
        let Some(place) = self.0.get_mut(plane * 64..plane * 64 + 64) else { return };
        let mut bits = set.0;
        while bits != 0 {
            place[bits.trailing_zeros() as usize & 63] = N::ONE;
            bits &= bits - 1;
        }
    }

    #[inline(always)]
    fn fill(&mut self, plane: usize, number: f32) {
        let Some(place) = self.0.get_mut(plane * 64..plane * 64 + 64) else { return };
        if number != 0.0 {
            place.fill(N::of(number));
        }
    }
}

/// The encodings.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Planes {
    /// 12: P N B R Q K of White, then of Black.
    Pieces,
    /// The 112 of lc0's nets.
    Lc0,
    /// The 119 of AlphaZero.
    AlphaZero,
    /// The 20 that OpenSpiel's chess observes.
    OpenSpiel,
    /// The 18 of Maia-2's nets.
    Maia2,
}

impl Planes {
    /// All encodings by name.
    pub(crate) const ALL: [(&'static str, Planes); 5] = [
        ("pieces_12", Planes::Pieces),
        ("lc0_112", Planes::Lc0),
        ("alphazero_119", Planes::AlphaZero),
        ("openspiel_20", Planes::OpenSpiel),
        ("maia2_18", Planes::Maia2),
    ];

    /// How many planes there are.
    pub(crate) fn count(self) -> usize {
        match self {
            Planes::Pieces => 12,
            Planes::Lc0 => 112,
            Planes::AlphaZero => 119,
            Planes::OpenSpiel => 20,
            Planes::Maia2 => 18,
        }
    }

    /// Whether all of its numbers are whole.
    pub(crate) fn is_whole(self) -> bool {
        self != Planes::OpenSpiel
    }

    /// Writes the planes of a position, with the history that a FEN has.
    #[inline(always)]
    pub(crate) fn write<N: Number>(self, position: &Position, place: &mut [N]) {
        place.fill(N::ZERO);
        let (now, before) = (Moment::of(position, 1), self.before(position));
        let moments = iter::once(&now).chain(iter::repeat(&before)).take(MOMENTS);
        self.put(position, moments, &mut Canvas(place));
    }

    /// What is taken to have stood on the board before the first position of a game.
    ///
    /// For lc0, the same position, but with a pawn that has just advanced two squares back at home; nothing before the
    /// start position. For others, nothing.
    pub(crate) fn before(self, position: &Position) -> Moment {
        match self {
            Planes::Lc0 if *position != Position::default() => Moment::before(position),
            _ => Moment::NOTHING,
        }
    }

    /// Puts the planes of a position on a surface; `moments` begin with the position's own and go back in time.
    #[inline(always)]
    pub(crate) fn put<'a, S: Surface>(
        self,
        position: &Position,
        moments: impl Iterator<Item = &'a Moment>,
        surface: &mut S,
    ) {
        match self {
            Planes::Pieces => pieces(position, surface),
            Planes::Lc0 => lc0(position, moments, surface),
            Planes::AlphaZero => alphazero(position, moments, surface),
            Planes::OpenSpiel => openspiel(position, moments, surface),
            Planes::Maia2 => maia2(position, surface),
        }
    }
}

/// Twelve sets.
#[inline(always)]
fn pieces<S: Surface>(position: &Position, canvas: &mut S) {
    let board = position.board();
    for (number, color) in Color::ALL.into_iter().enumerate() {
        for (plane, piece_type) in ORDER.into_iter().enumerate() {
            canvas.put(number * 6 + plane, board.colored_pieces(color, piece_type));
        }
    }
}

/// How many positions planes look back on, the present one included.
pub(crate) const MOMENTS: usize = 8;

/// The twelve sets of a moment, ours and theirs, from a plane on. Ranks are mirrored if Black is to move.
#[inline(always)]
fn both_sides<S: Surface>(moment: &Moment, us: Color, first: usize, canvas: &mut S) {
    for (number, color) in [us, !us].into_iter().enumerate() {
        for (plane, &set) in moment.sets(color).iter().enumerate() {
            let set = if us == Color::Black { set.flip_ranks() } else { set };
            canvas.put(first + number * 6 + plane, set);
        }
    }
}

/// Castling from a plane on: ours long, ours short, theirs long, theirs short.
#[inline(always)]
fn castling<S: Surface>(position: &Position, first: usize, canvas: &mut S) {
    let (us, rights) = (position.side_to_move(), position.castling_rights());
    let wanted = [us, !us]
        .into_iter()
        .flat_map(|color| [(color, CastlingSide::QueenSide), (color, CastlingSide::KingSide)]);
    for (number, (color, side)) in wanted.enumerate() {
        canvas.flag(first + number, rights.has(color, side));
    }
}

/// Eight times 13 for the last eight positions (ours, theirs, repetition), then castling, whether Black is to move, the
/// halfmove clock, zeros, ones. Ranks are mirrored if Black is to move.
#[inline(always)]
fn lc0<'a, S: Surface>(position: &Position, moments: impl Iterator<Item = &'a Moment>, canvas: &mut S) {
    let us = position.side_to_move();
    for (time, moment) in moments.take(MOMENTS).enumerate() {
        both_sides(moment, us, time * 13, canvas);
        canvas.flag(time * 13 + 12, moment.repetitions >= 2);
    }
    castling(position, 104, canvas);
    canvas.flag(108, us == Color::Black);
    canvas.fill(109, f32::from(position.halfmove_clock().min(255)));
    canvas.flag(111, true);
}

/// Eight times 14 for the last eight positions (ours, theirs, whether it had occurred once before, twice before), then
/// whether Black is to move, the fullmove number, castling, the halfmove clock. Ranks are mirrored if Black is to move.
#[inline(always)]
fn alphazero<'a, S: Surface>(position: &Position, moments: impl Iterator<Item = &'a Moment>, canvas: &mut S) {
    let us = position.side_to_move();
    for (time, moment) in moments.take(MOMENTS).enumerate() {
        both_sides(moment, us, time * 14, canvas);
        canvas.flag(time * 14 + 12, moment.repetitions >= 2);
        canvas.flag(time * 14 + 13, moment.repetitions >= 3);
    }
    canvas.flag(112, us == Color::Black);
    canvas.fill(113, position.fullmove_number().min(255) as f32);
    castling(position, 114, canvas);
    canvas.fill(118, f32::from(position.halfmove_clock().min(255)));
}

/// King, queen, rook, bishop, knight, pawn, each of White and then of Black, and the empty squares; how often the
/// position has occurred, from 0 for once to 1 for three times; whether White is to move; the halfmove clock divided by
/// 101; and castling (White's long, White's short, Black's long, Black's short). The board is never turned.
fn openspiel<'a, S: Surface>(
    position: &Position,
    mut moments: impl Iterator<Item = &'a Moment>,
    canvas: &mut S,
) {
    let board = position.board();
    let repetitions = moments.next().map_or(1, |now| now.repetitions);
    for (number, piece_type) in ORDER.into_iter().rev().enumerate() {
        for (color, plane) in Color::ALL.into_iter().zip(2 * number..) {
            canvas.put(plane, board.colored_pieces(color, piece_type));
        }
    }
    canvas.put(12, !board.occupied());
    canvas.fill(13, repetitions.saturating_sub(1) as f32 / 2.0);
    canvas.flag(14, position.side_to_move() == Color::White);
    canvas.fill(15, f32::from(position.halfmove_clock()) / 101.0);
    let rights = position.castling_rights();
    for (number, color) in Color::ALL.into_iter().enumerate() {
        canvas.flag(16 + 2 * number, rights.has(color, CastlingSide::QueenSide));
        canvas.flag(17 + 2 * number, rights.has(color, CastlingSide::KingSide));
    }
}

/// Six of ours, six of theirs; ones; castling (ours short, ours long, theirs short, theirs long); the en-passant
/// square. Ranks are mirrored if Black is to move; so the net always sees White to move, which is what the ones say.
fn maia2<S: Surface>(position: &Position, canvas: &mut S) {
    let (us, board) = (position.side_to_move(), position.board());
    let seen = |set: Bitboard| if us == Color::Black { set.flip_ranks() } else { set };
    let rights = position.castling_rights();
    for (number, color) in [us, !us].into_iter().enumerate() {
        for (plane, piece_type) in ORDER.into_iter().enumerate() {
            canvas.put(number * 6 + plane, seen(board.colored_pieces(color, piece_type)));
        }
        canvas.flag(13 + 2 * number, rights.has(color, CastlingSide::KingSide));
        canvas.flag(14 + 2 * number, rights.has(color, CastlingSide::QueenSide));
    }
    canvas.flag(12, true);
    if let Some(passed) = position.en_passant() {
        canvas.put(17, seen(Bitboard::from(passed)));
    }
}
