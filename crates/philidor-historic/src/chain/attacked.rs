//! Which pieces attack which squares: for one square, or for all 64 at once.
//!
//! To find the attackers of a square, walk away from it. A knight that stands a knight's walk away attacks it, and
//! likewise for each piece type; for pawns the walk is that of the other color. These were `Sqatakd` and `ataks` in
//! 1989.

use core::fmt;

use super::ChainBoard;
use super::walks::pawn_captures;
use philidor::{Bitboard, Color, PieceType, Square};

/// How many pieces of a side attack each square, and of which types.
///
/// A piece attacks the squares that its walk reaches, up to and including the first piece on each ray, of either color:
/// pieces guard their own side's. A pawn attacks the two squares diagonally in front of it. Pinned pieces attack, too,
/// and no piece attacks through another.
///
/// ```text
///  15       6   5   4   3   2   1   0
/// +----------+---+---+---+---+---+---+
/// |  count   | P | N | B | R | Q | K |      one word a square, 128 bytes in all
/// +----------+---+---+---+---+---+---+
/// ```
///
/// ```
/// use philidor_historic::chain::ChainBoard;
/// use philidor::{Color, PieceType, Position, Square};
///
/// let counts = ChainBoard::new(&Position::default()).attack_counts(Color::White);
/// assert_eq!(counts.count(Square::F3), 3); // the knight g1, the pawns e2 and g2
/// assert!(counts.piece_types(Square::F3).eq([PieceType::Knight, PieceType::Pawn]));
/// assert!(counts.has(Square::D2, PieceType::King)); // guarded by the king, among others
/// assert_eq!(counts.count(Square::E4), 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct AttackCounts {
    words: [u16; 64],
}

const COUNT_SHIFT: u32 = 6;

impl AttackCounts {
    /// How many pieces attack a square.
    #[must_use]
    #[inline]
    pub const fn count(&self, square: Square) -> u32 {
        (self.words[square.index()] >> COUNT_SHIFT) as u32
    }

    /// Whether a piece of this type attacks a square.
    #[must_use]
    #[inline]
    pub const fn has(&self, square: Square, piece_type: PieceType) -> bool {
        self.words[square.index()] >> piece_type as u32 & 1 != 0
    }

    /// The piece types that attack a square, the most valuable first.
    pub fn piece_types(&self, square: Square) -> impl Iterator<Item = PieceType> {
        PieceType::ALL.into_iter().filter(move |&piece_type| self.has(square, piece_type))
    }

    /// All squares that are attacked.
    ///
    /// ```
    /// use philidor_historic::chain::ChainBoard;
    /// use philidor::{Bitboard, Color, Position, Rank};
    /// let counts = ChainBoard::new(&Position::default()).attack_counts(Color::Black);
    /// assert!(Bitboard::from_rank(Rank::Sixth).is_subset_of(counts.attacked()));
    /// ```
    #[must_use]
    pub fn attacked(&self) -> Bitboard {
        Square::ALL.into_iter().filter(|&square| self.count(square) > 0).collect()
    }
}

impl fmt::Debug for AttackCounts {
    /// The counts as a drawn board, the eighth rank on top, in hexadecimal digits (sixteen is `10`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in self.words.chunks(8).rev() {
            f.write_str("\n")?;
            for word in rank {
                write!(f, "{:x} ", word >> COUNT_SHIFT)?;
            }
        }
        Ok(())
    }
}

impl ChainBoard {
    /// Whether some piece of `by` attacks a square, occupied or not.
    ///
    /// ```
    /// use philidor_historic::chain::ChainBoard;
    /// use philidor::{Color, Position, Square};
    /// let board = ChainBoard::new(&Position::default());
    /// assert!(board.is_attacked(Square::A3, Color::White));
    /// assert!(!board.is_attacked(Square::A4, Color::White));
    /// ```
    #[doc(alias = "Sqatakd")]
    #[must_use]
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        let stands_there = |at: Square, kinds: &[PieceType]| {
            self.colors[at.index()] == Some(by)
                && self.pieces[at.index()].is_some_and(|piece| kinds.contains(&piece))
        };
        let walks_to = |walk, kinds| self.reach(walk, square).any(|(at, _)| stands_there(at, kinds));
        walks_to(PieceType::Bishop, &[PieceType::Bishop, PieceType::Queen])
            || walks_to(PieceType::Rook, &[PieceType::Rook, PieceType::Queen])
            || walks_to(PieceType::Knight, &[PieceType::Knight])
            || walks_to(PieceType::King, &[PieceType::King])
            || pawn_captures(!by, square).any(|at| stands_there(at, &[PieceType::Pawn]))
    }

    /// The attacks of all pieces of a side on all squares.
    #[doc(alias = "ataks")]
    #[must_use]
    pub fn attack_counts(&self, by: Color) -> AttackCounts {
        let mut words = [0; 64];
        for (from, piece) in self.pieces_of(by) {
            for at in self.attacks_from(from) {
                let word = &mut words[at.index()];
                *word = (*word + (1 << COUNT_SHIFT)) | 1 << piece.index();
            }
        }
        AttackCounts { words }
    }
}
