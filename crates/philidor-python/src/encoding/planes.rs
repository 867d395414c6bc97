//! A position as planes of 8 × 8 numbers, the first rank first.
//!
//! An encoding is a function that puts sets of squares and whole planes into a [`Canvas`], which knows the type of the
//! numbers. Only squares that are not zero are written: the place is zeroed first, in one go.

use philidor::{Bitboard, CastlingSide, Color, PieceType, Position};

/// The numbers of planes: `u8`, `f16`, `f32`.
pub(crate) trait Number: Copy + Send + numpy::Element {
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;

    /// A small number.
    fn of(number: u8) -> Self;
}

impl Number for u8 {
    const ZERO: u8 = 0;
    const ONE: u8 = 1;

    fn of(number: u8) -> u8 {
        number
    }
}

impl Number for f32 {
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;

    fn of(number: u8) -> f32 {
        number.into()
    }
}

impl Number for half::f16 {
    const ZERO: half::f16 = half::f16::ZERO;
    const ONE: half::f16 = half::f16::ONE;

    fn of(number: u8) -> half::f16 {
        number.into()
    }
}

/// The planes of one position, all zero at first.
struct Canvas<'a, N>(&'a mut [N]);

impl<N: Number> Canvas<'_, N> {
    /// Ones on the squares of a set.
    #[inline(always)]
    fn put(&mut self, plane: usize, set: Bitboard) {
        let Some(place) = self.0.get_mut(plane * 64..plane * 64 + 64) else { return };
        let mut bits = set.0;
        while bits != 0 {
            place[bits.trailing_zeros() as usize & 63] = N::ONE;
            bits &= bits - 1;
        }
    }

    /// A plane of one number.
    #[inline(always)]
    fn fill(&mut self, plane: usize, number: u8) {
        if number != 0 {
            self.0[plane * 64..plane * 64 + 64].fill(N::of(number));
        }
    }
}

/// The encodings.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Planes {
    /// 12: P N B R Q K of White, then of Black.
    Pieces,
    /// The 112 of lc0's nets, with the history that a FEN has.
    Lc0,
}

/// The order of piece types in planes.
const ORDER: [PieceType; 6] = [
    PieceType::Pawn,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
    PieceType::King,
];

impl Planes {
    /// All encodings by name.
    pub(crate) const ALL: [(&'static str, Planes); 2] =
        [("pieces_12", Planes::Pieces), ("lc0_112", Planes::Lc0)];

    /// How many planes there are.
    pub(crate) fn count(self) -> usize {
        match self {
            Planes::Pieces => 12,
            Planes::Lc0 => 112,
        }
    }

    /// Writes the planes of a position.
    #[inline(always)]
    pub(crate) fn write<N: Number>(self, position: &Position, place: &mut [N]) {
        place.fill(N::ZERO);
        let mut canvas = Canvas(place);
        match self {
            Planes::Pieces => pieces(position, &mut canvas),
            Planes::Lc0 => lc0(position, &mut canvas),
        }
    }
}

/// Twelve sets.
#[inline(always)]
fn pieces<N: Number>(position: &Position, canvas: &mut Canvas<'_, N>) {
    let board = position.board();
    for (number, color) in Color::ALL.into_iter().enumerate() {
        for (plane, piece_type) in ORDER.into_iter().enumerate() {
            canvas.put(number * 6 + plane, board.men(color, piece_type));
        }
    }
}

/// Eight times 13 for the last eight positions (ours, theirs, repetition), then castling (ours long, ours short, theirs
/// long, theirs short), whether Black is to move, the halfmove clock, zeros, ones. Ranks are mirrored if Black is to move.
///
/// A FEN has no history: each earlier position is taken to be the same, except after an advance of two squares, before
/// which the pawn stood at home; the start position has none before it.
fn lc0<N: Number>(position: &Position, canvas: &mut Canvas<'_, N>) {
    let (us, board) = (position.side_to_move(), position.board());
    let seen = |set: Bitboard| if us == Color::Black { set.flip_ranks() } else { set };
    let has_history = *position != Position::default();
    for time in 0..if has_history { 8 } else { 1 } {
        for (number, color) in [us, !us].into_iter().enumerate() {
            for (plane, piece_type) in ORDER.into_iter().enumerate() {
                let mut set = board.men(color, piece_type);
                if let (Some(passed), PieceType::Pawn, true) =
                    (position.en_passant(), piece_type, time > 0 && color != us)
                {
                    let ahead = if us == Color::White { -1 } else { 1 };
                    for (square, is_home) in
                        [(passed.offset(0, ahead), false), (passed.offset(0, -ahead), true)]
                    {
                        let Some(square) = square else { continue };
                        if is_home { set.insert(square) } else { set.remove(square) }
                    }
                }
                canvas.put(time * 13 + number * 6 + plane, seen(set));
            }
        }
    }
    let rights = position.castling_rights();
    let wanted =
        [us, !us].into_iter().flat_map(|color| [(color, CastlingSide::Long), (color, CastlingSide::Short)]);
    for (number, (color, side)) in wanted.enumerate() {
        canvas.fill(104 + number, u8::from(rights.has(color, side)));
    }
    canvas.fill(108, u8::from(us == Color::Black));
    canvas.fill(109, u8::try_from(position.halfmove_clock()).unwrap_or(u8::MAX));
    canvas.fill(111, 1);
}
