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

    /// A small number; what types of whole numbers cannot hold is cut off.
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
    fn fill(&mut self, plane: usize, number: f32) {
        let Some(place) = self.0.get_mut(plane * 64..plane * 64 + 64) else { return };
        if number != 0.0 {
            place.fill(N::of(number));
        }
    }

    /// A plane of ones if something is so.
    #[inline(always)]
    fn flag(&mut self, plane: usize, is_so: bool) {
        if is_so {
            self.fill(plane, 1.0);
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
    /// The 20 that OpenSpiel's chess observes.
    OpenSpiel,
    /// The 18 of Maia-2's nets.
    Maia2,
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
    pub(crate) const ALL: [(&'static str, Planes); 4] = [
        ("pieces_12", Planes::Pieces),
        ("lc0_112", Planes::Lc0),
        ("openspiel_20", Planes::OpenSpiel),
        ("maia2_18", Planes::Maia2),
    ];

    /// How many planes there are.
    pub(crate) fn count(self) -> usize {
        match self {
            Planes::Pieces => 12,
            Planes::Lc0 => 112,
            Planes::OpenSpiel => 20,
            Planes::Maia2 => 18,
        }
    }

    /// Whether all of its numbers are whole.
    pub(crate) fn is_whole(self) -> bool {
        self != Planes::OpenSpiel
    }

    /// Writes the planes of a position.
    #[inline(always)]
    pub(crate) fn write<N: Number>(self, position: &Position, place: &mut [N]) {
        place.fill(N::ZERO);
        let mut canvas = Canvas(place);
        match self {
            Planes::Pieces => pieces(position, &mut canvas),
            Planes::Lc0 => lc0(position, &mut canvas),
            Planes::OpenSpiel => openspiel(position, &mut canvas),
            Planes::Maia2 => maia2(position, &mut canvas),
        }
    }
}

/// Twelve sets.
#[inline(always)]
fn pieces<N: Number>(position: &Position, canvas: &mut Canvas<'_, N>) {
    let board = position.board();
    for (number, color) in Color::ALL.into_iter().enumerate() {
        for (plane, piece_type) in ORDER.into_iter().enumerate() {
            canvas.put(number * 6 + plane, board.colored_pieces(color, piece_type));
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
                let mut set = board.colored_pieces(color, piece_type);
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
        canvas.flag(104 + number, rights.has(color, side));
    }
    canvas.flag(108, us == Color::Black);
    canvas.fill(109, f32::from(position.halfmove_clock().min(255)));
    canvas.flag(111, true);
}

/// King, queen, rook, bishop, knight, pawn, each of White and then of Black, and the empty squares; how often the position
/// stood on the board before, which a FEN does not say; whether White is to move; the halfmove clock as a part of 101; and
/// castling (White's long, White's short, Black's long, Black's short). The board is never turned.
fn openspiel<N: Number>(position: &Position, canvas: &mut Canvas<'_, N>) {
    let board = position.board();
    for (number, piece_type) in ORDER.into_iter().rev().enumerate() {
        for (color, plane) in Color::ALL.into_iter().zip(2 * number..) {
            canvas.put(plane, board.colored_pieces(color, piece_type));
        }
    }
    canvas.put(12, !board.occupied());
    canvas.flag(14, position.side_to_move() == Color::White);
    canvas.fill(15, f32::from(position.halfmove_clock()) / 101.0);
    let rights = position.castling_rights();
    for (number, color) in Color::ALL.into_iter().enumerate() {
        canvas.flag(16 + 2 * number, rights.has(color, CastlingSide::Long));
        canvas.flag(17 + 2 * number, rights.has(color, CastlingSide::Short));
    }
}

/// Six of ours, six of theirs; ones; castling (ours short, ours long, theirs short, theirs long); the en-passant square. Ranks
/// are mirrored if Black is to move; so the net sees White to move in all positions, which the ones say.
fn maia2<N: Number>(position: &Position, canvas: &mut Canvas<'_, N>) {
    let (us, board) = (position.side_to_move(), position.board());
    let seen = |set: Bitboard| if us == Color::Black { set.flip_ranks() } else { set };
    let rights = position.castling_rights();
    for (number, color) in [us, !us].into_iter().enumerate() {
        for (plane, piece_type) in ORDER.into_iter().enumerate() {
            canvas.put(number * 6 + plane, seen(board.colored_pieces(color, piece_type)));
        }
        canvas.flag(13 + 2 * number, rights.has(color, CastlingSide::Short));
        canvas.flag(14 + 2 * number, rights.has(color, CastlingSide::Long));
    }
    canvas.flag(12, true);
    if let Some(passed) = position.en_passant() {
        canvas.put(17, seen(Bitboard::from(passed)));
    }
}
