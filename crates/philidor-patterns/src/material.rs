//! Material: exactly this, at least, at most, and the surplus of one side.

use philidor::{Board, Color, PieceType};

/// The piece types that material counts, in the order of its text; kings are always there.
pub(crate) const COUNTED: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// What they are worth in pawns, in the same order.
pub(crate) const WORTH: [i32; 5] = [9, 5, 3, 3, 1];

/// How many queens, rooks, bishops, knights and pawns White and Black have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceCounts(pub [[u8; 5]; 2]);

impl PieceCounts {
    /// What is on a board.
    ///
    /// ```
    /// use philidor_patterns::PieceCounts;
    /// let material = PieceCounts::of(philidor::Position::default().board());
    /// assert_eq!(material.0, [[1, 2, 2, 2, 8]; 2]);
    /// ```
    #[must_use]
    pub fn of(board: &Board) -> PieceCounts {
        PieceCounts(Color::ALL.map(|color| COUNTED.map(|kind| board.colored_pieces(color, kind).len() as u8)))
    }

    /// White's surplus of each piece type, negative where Black has more; at most 127, which no board reaches.
    ///
    /// ```
    /// use philidor_patterns::PieceCounts;
    /// assert_eq!(PieceCounts([[1, 0, 0, 0, 200], [0, 2, 0, 0, 0]]).imbalance(), [1, -2, 0, 0, 127]);
    /// ```
    #[must_use]
    pub fn imbalance(&self) -> [i8; 5] {
        let [white, black] = self.0.map(|counts| counts.map(|count| i8::try_from(count).unwrap_or(i8::MAX)));
        std::array::from_fn(|kind| white[kind].saturating_sub(black[kind]))
    }

    /// The number of a side's pieces and pawns, with its king.
    pub(crate) fn total(&self, color: Color) -> u8 {
        self.0[color.index()].iter().fold(1, |total: u8, &count| total.saturating_add(count))
    }
}

/// How material is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Exactly this.
    Exactly,
    /// This or more.
    AtLeast,
    /// This or less.
    AtMost,
}

impl Bound {
    /// Whether a count compares like this.
    pub(crate) const fn admits(self, count: u8, wanted: u8) -> bool {
        match self {
            Bound::Exactly => count == wanted,
            Bound::AtLeast => count >= wanted,
            Bound::AtMost => count <= wanted,
        }
    }
}
