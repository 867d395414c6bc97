//! The six piece types, and a piece type with its color.

use core::fmt;

use super::{Color, ParseNameError, only_letter, words_and_indices};

/// A piece type, the most valuable first.
///
/// A piece is any of the six, pawns included. The packed [`Move`](super::Move) sorts by this order: stored plainly, a
/// larger number is a less valuable attacker; stored inverted, a larger number is a more valuable victim.
///
/// ```
/// use philidor::PieceType;
/// assert_eq!(PieceType::King as u8, 0);
/// assert_eq!(PieceType::Pawn as u8, 5);
/// assert_eq!(PieceType::from_letter('n'), Some(PieceType::Knight));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceType {
    /// One step in any direction; may castle.
    King = 0,
    /// Slides along lines and diagonals.
    Queen = 1,
    /// Slides along ranks and files.
    Rook = 2,
    /// Slides along diagonals.
    Bishop = 3,
    /// Leaps two squares along a rank or file and one across.
    Knight = 4,
    /// Moves forward, captures diagonally forward.
    Pawn = 5,
}

impl PieceType {
    /// All six, from king to pawn.
    pub const ALL: [PieceType; 6] = [
        PieceType::King,
        PieceType::Queen,
        PieceType::Rook,
        PieceType::Bishop,
        PieceType::Knight,
        PieceType::Pawn,
    ];

    /// The promotion pieces, in the order of the packed move's auxiliary data: queen, rook, bishop, knight.
    pub const PROMOTIONS: [PieceType; 4] =
        [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

    /// 0 for the king up to 5 for a pawn: an index into `[T; 6]`.
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter in lower case: `k`, `q`, `r`, `b`, `n`, `p`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            PieceType::King => 'k',
            PieceType::Queen => 'q',
            PieceType::Rook => 'r',
            PieceType::Bishop => 'b',
            PieceType::Knight => 'n',
            PieceType::Pawn => 'p',
        }
    }

    /// The piece type that an English letter names, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<PieceType> {
        match letter.to_ascii_lowercase() {
            'k' => Some(PieceType::King),
            'q' => Some(PieceType::Queen),
            'r' => Some(PieceType::Rook),
            'b' => Some(PieceType::Bishop),
            'n' => Some(PieceType::Knight),
            'p' => Some(PieceType::Pawn),
            _ => None,
        }
    }
}

impl fmt::Display for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            PieceType::King => "king",
            PieceType::Queen => "queen",
            PieceType::Rook => "rook",
            PieceType::Bishop => "bishop",
            PieceType::Knight => "knight",
            PieceType::Pawn => "pawn",
        })
    }
}

words_and_indices! {
    PieceType, "a piece type from king to pawn", from_name,
        "a piece type, 0 for a king to 5 for a pawn", |index| PieceType::ALL.get(usize::from(index)).copied();
}

/// The piece type with this name, or with this letter in either case.
fn from_name(text: &str) -> Option<PieceType> {
    match text {
        "king" => Some(PieceType::King),
        "queen" => Some(PieceType::Queen),
        "rook" => Some(PieceType::Rook),
        "bishop" => Some(PieceType::Bishop),
        "knight" => Some(PieceType::Knight),
        "pawn" => Some(PieceType::Pawn),
        _ => only_letter(text).and_then(PieceType::from_letter),
    }
}

/// A piece on the board: a piece type and a color.
///
/// ```
/// use philidor::{Color, Piece, PieceType};
/// let knight = Piece::new(Color::Black, PieceType::Knight);
/// assert_eq!(knight.letter(), 'n');
/// assert_eq!(Piece::from_letter('Q'), Some(Piece::new(Color::White, PieceType::Queen)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The color.
    pub color: Color,
    /// The piece type.
    pub piece_type: PieceType,
}

impl Piece {
    /// A piece of this color and type.
    #[must_use]
    pub const fn new(color: Color, piece_type: PieceType) -> Piece {
        Piece { color, piece_type }
    }

    /// The FEN letter: upper case for White, lower case for Black.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.piece_type.letter().to_ascii_uppercase(),
            Color::Black => self.piece_type.letter(),
        }
    }

    /// The piece that a FEN letter names.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_letter(letter) {
            Some(piece_type) => Some(Piece { color, piece_type }),
            None => None,
        }
    }

    /// The figurine of Unicode's chess symbols, such as `♞`.
    #[must_use]
    pub const fn figurine(self) -> char {
        match (self.color, self.piece_type) {
            (Color::White, PieceType::King) => '♔',
            (Color::White, PieceType::Queen) => '♕',
            (Color::White, PieceType::Rook) => '♖',
            (Color::White, PieceType::Bishop) => '♗',
            (Color::White, PieceType::Knight) => '♘',
            (Color::White, PieceType::Pawn) => '♙',
            (Color::Black, PieceType::King) => '♚',
            (Color::Black, PieceType::Queen) => '♛',
            (Color::Black, PieceType::Rook) => '♜',
            (Color::Black, PieceType::Bishop) => '♝',
            (Color::Black, PieceType::Knight) => '♞',
            (Color::Black, PieceType::Pawn) => '♟',
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter().encode_utf8(&mut [0; 4]))
    }
}

impl core::str::FromStr for Piece {
    type Err = ParseNameError;

    /// From a FEN letter.
    fn from_str(text: &str) -> Result<Piece, ParseNameError> {
        let piece = only_letter(text).and_then(Piece::from_letter);
        piece.ok_or_else(|| ParseNameError::new(text, "the FEN letter of a piece, such as N or n"))
    }
}
