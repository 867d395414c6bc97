//! Which pieces: sets of colored piece types, what may stand on a square, and pieces on some squares.

use std::ops::{BitAnd, BitOr};

use philidor::search_support::Pawns;
use philidor::{Bitboard, Board, Color, Piece, PieceType, Position};

/// A set of pieces, such as White's knights and bishops.
///
/// ```
/// use philidor_patterns::PieceSet;
/// let minor: PieceSet = "NB".chars().filter_map(philidor::Piece::from_letter).collect();
/// let position = philidor::Position::default();
/// assert_eq!(minor.on(position.board()).len(), 4);
/// assert!(PieceSet::WHITE.contains(philidor::Piece::from_letter('N').unwrap()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceSet(u16);

/// The bits of one color.
const ONE_COLOR: u16 = 0x3f;

impl PieceSet {
    /// No piece.
    pub const EMPTY: PieceSet = PieceSet(0);
    /// All pieces of White.
    pub const WHITE: PieceSet = PieceSet(ONE_COLOR);
    /// All pieces of Black.
    pub const BLACK: PieceSet = PieceSet(ONE_COLOR << 6);
    /// All pieces.
    pub const ALL: PieceSet = PieceSet(ONE_COLOR | ONE_COLOR << 6);

    /// All pieces of a color.
    #[must_use]
    pub const fn of_color(color: Color) -> PieceSet {
        match color {
            Color::White => PieceSet::WHITE,
            Color::Black => PieceSet::BLACK,
        }
    }

    /// The pieces of one type, of both colors.
    #[must_use]
    pub const fn of_type(piece_type: PieceType) -> PieceSet {
        PieceSet(0b100_0001 << piece_type.index())
    }

    /// Whether it contains a piece.
    #[must_use]
    #[inline]
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 >> (piece.color.index() * 6 + piece.piece_type.index()) & 1 != 0
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all its pieces are in another set.
    #[must_use]
    pub const fn is_subset_of(self, other: PieceSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// All pieces that are not in it.
    #[must_use]
    pub const fn complement(self) -> PieceSet {
        PieceSet(!self.0 & PieceSet::ALL.0)
    }

    /// The same with the colors swapped.
    #[must_use]
    pub const fn swap_colors(self) -> PieceSet {
        PieceSet(self.0 >> 6 | (self.0 & ONE_COLOR) << 6)
    }

    /// The squares of a board with one of these pieces.
    #[must_use]
    #[inline]
    pub fn on(self, board: &Board) -> Bitboard {
        let of = |color: Color, types: u16| match types {
            0 => Bitboard::EMPTY,
            ONE_COLOR => board.colors(color),
            _ => board.colors(color) & of_types(board, types),
        };
        of(Color::White, self.0 & ONE_COLOR) | of(Color::Black, self.0 >> 6)
    }
}

/// The squares of some piece types, a bit for each.
#[inline]
fn of_types(board: &Board, mut types: u16) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    while types != 0 {
        squares |= board.pieces(PieceType::ALL[types.trailing_zeros() as usize % 6]);
        types &= types - 1;
    }
    squares
}

impl From<Piece> for PieceSet {
    fn from(piece: Piece) -> PieceSet {
        PieceSet(1 << (piece.color.index() * 6 + piece.piece_type.index()))
    }
}

impl FromIterator<Piece> for PieceSet {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> PieceSet {
        pieces.into_iter().fold(PieceSet::EMPTY, |set, piece| set | piece.into())
    }
}

impl BitOr for PieceSet {
    type Output = PieceSet;

    fn bitor(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 | other.0)
    }
}

impl BitAnd for PieceSet {
    type Output = PieceSet;

    fn bitand(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & other.0)
    }
}

/// What may stand on a square, or what a move may capture: one of some pieces, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Occupant {
    /// The pieces.
    pub pieces: PieceSet,
    /// Whether the square may also be empty, or the move no capture.
    pub nothing: bool,
}

impl Occupant {
    /// Any piece, or nothing.
    pub const ANYTHING: Occupant = Occupant { pieces: PieceSet::ALL, nothing: true };
    /// Nothing.
    pub const NOTHING: Occupant = Occupant { pieces: PieceSet::EMPTY, nothing: true };

    /// One of some pieces.
    #[must_use]
    pub const fn one_of(pieces: PieceSet) -> Occupant {
        Occupant { pieces, nothing: false }
    }

    /// Whether it allows this.
    #[must_use]
    #[inline]
    pub fn allows(self, piece: Option<Piece>) -> bool {
        piece.map_or(self.nothing, |piece| self.pieces.contains(piece))
    }

    /// The same with the colors swapped.
    #[must_use]
    pub const fn swap_colors(self) -> Occupant {
        Occupant { pieces: self.pieces.swap_colors(), nothing: self.nothing }
    }
}

/// What else a piece can be. All but the last two are for pawns alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quality {
    /// A pawn with no pawn of its color on the files beside; see [`Pawns::isolated`].
    Isolated,
    /// A pawn behind another of its color on its file; see [`Pawns::doubled`].
    Doubled,
    /// A pawn that no enemy pawn can stop or take, with none of its color ahead; see [`Pawns::passed`].
    Passed,
    /// A pawn left behind by its neighbors that cannot safely step forward; see [`Pawns::backward`].
    Backward,
    /// A pawn with an enemy pawn right ahead of it.
    Blocked,
    /// A pawn that another defends: all of a chain but its base; see [`Pawns::defended`].
    Chained,
    /// A piece that must stay between its king and an enemy slider; see [`Position::pinned`].
    Pinned,
    /// A piece on a square that the enemy attacks; see [`Position::attacked_by`].
    Attacked,
}

impl Quality {
    /// The squares of pieces of both colors with this quality.
    #[must_use]
    pub fn squares(self, position: &Position) -> Bitboard {
        let [white, black] = Color::ALL.map(|color| self.squares_of(position, color));
        white | black
    }

    /// Whether only pawns can have it.
    pub(crate) const fn is_of_pawns(self) -> bool {
        !matches!(self, Quality::Pinned | Quality::Attacked)
    }

    fn squares_of(self, position: &Position, color: Color) -> Bitboard {
        let board = position.board();
        let pawns = || Pawns::of(board, color);
        match self {
            Quality::Isolated => pawns().isolated(),
            Quality::Doubled => pawns().doubled(),
            Quality::Passed => pawns().passed(),
            Quality::Backward => pawns().backward(),
            Quality::Chained => pawns().defended(),
            Quality::Blocked => {
                let theirs = board.colored_pieces(!color, PieceType::Pawn);
                let before = if color == Color::White { theirs.south() } else { theirs.north() };
                board.colored_pieces(color, PieceType::Pawn) & before
            }
            Quality::Pinned => position.pinned(color),
            Quality::Attacked => position.attacked_by(!color) & board.colors(color),
        }
    }
}

/// Some pieces on some squares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Pieces {
    /// Which pieces.
    pub set: PieceSet,
    /// The squares.
    pub zone: Bitboard,
    /// What else they must be, all of it.
    pub qualities: Vec<Quality>,
}

impl Pieces {
    /// Pieces on the whole board.
    #[must_use]
    pub const fn new(set: PieceSet) -> Pieces {
        Pieces { set, zone: Bitboard::FULL, qualities: Vec::new() }
    }

    /// The same on these squares alone.
    #[must_use]
    pub fn with_zone(mut self, zone: Bitboard) -> Pieces {
        self.zone = zone;
        self
    }

    /// The same with one more quality.
    #[must_use]
    pub fn with_quality(mut self, quality: Quality) -> Pieces {
        self.qualities.push(quality);
        self
    }

    /// Whether the pieces have a quality that only pawns can have, but do not include pawns.
    pub(crate) fn lack_pawns(&self) -> bool {
        let pawns = self.set & PieceSet::of_type(PieceType::Pawn);
        pawns.is_empty() && self.qualities.iter().any(|quality| quality.is_of_pawns())
    }

    /// Whether no board has such a piece.
    pub(crate) fn are_none(&self) -> bool {
        self.set.is_empty() || self.zone.is_empty() || self.lack_pawns()
    }

    /// The squares with such a piece.
    #[must_use]
    #[inline]
    pub fn squares(&self, position: &Position) -> Bitboard {
        let mut squares = self.set.on(position.board()) & self.zone;
        for quality in &self.qualities {
            if squares.is_empty() {
                break;
            }
            squares &= quality.squares(position);
        }
        squares
    }
}
