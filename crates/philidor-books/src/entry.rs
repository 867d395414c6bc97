//! A record of a book, and the sixteen bits of its move.

use philidor::{File, Move, PieceType, Position, Rank, Square};

/// A record: in this position this move, with this weight.
///
/// ```
/// use philidor::Position;
/// use philidor_books::{BookEntry, BookMove};
/// let start = Position::default();
/// let e4 = start.parse_san("e4")?;
/// let entry = BookEntry { key: start.polyglot_key(), mv: BookMove::new(&start, e4), weight: 3, learn: 0 };
/// assert_eq!(entry.to_bytes()[8..], [0x03, 0x1c, 0, 3, 0, 0, 0, 0]);
/// assert_eq!(BookEntry::from_bytes(entry.to_bytes()), entry);
/// # Ok::<(), philidor::SanError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookEntry {
    /// The key of the position.
    pub key: u64,
    /// The move.
    pub mv: BookMove,
    /// How good the move is, compared with the others of the position; zero means that it should not be played.
    pub weight: u16,
    /// Data of programs that learn; otherwise zero.
    pub learn: u32,
}

impl BookEntry {
    /// The size of a record in bytes.
    pub const BYTES: usize = 16;

    /// The record in these bytes; any bytes are valid.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; BookEntry::BYTES]) -> BookEntry {
        let word = u128::from_be_bytes(bytes);
        BookEntry {
            key: (word >> 64) as u64,
            mv: BookMove((word >> 48) as u16),
            weight: (word >> 32) as u16,
            learn: word as u32,
        }
    }

    /// The bytes of the record.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; BookEntry::BYTES] {
        let word = (self.key as u128) << 64
            | (self.mv.0 as u128) << 48
            | (self.weight as u128) << 32
            | self.learn as u128;
        word.to_be_bytes()
    }
}

/// A move in the encoding of books.
///
/// ```text
///  15 14    12 11     9 8      6 5      3 2      0
/// +--+--------+--------+--------+--------+--------+
/// | 0| becomes|     origin      |   destination   |      becomes: 0 nothing, 1 knight, 2 bishop, 3 rook, 4 queen
/// |  |        |  rank  |  file  |  rank  |  file  |
/// +--+--------+--------+--------+--------+--------+
/// ```
///
/// Castling is the king taking its own rook, e1h1, in both standard chess and Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BookMove(pub u16);

/// The promotion pieces by number; none at 0.
const BECOMES: [Option<PieceType>; 5] =
    [None, Some(PieceType::Knight), Some(PieceType::Bishop), Some(PieceType::Rook), Some(PieceType::Queen)];

impl BookMove {
    /// Encodes a legal move of a position.
    #[must_use]
    pub fn new(position: &Position, mv: Move) -> BookMove {
        let destination = match mv.castling_side() {
            Some(side) => position.castling_rooks().square(position.side_to_move(), side),
            None => mv.dest_square(),
        };
        let becomes = BECOMES.iter().position(|kind| *kind == mv.promotion()).unwrap_or(0);
        BookMove((becomes << 12 | mv.orig_square().index() << 6 | destination.index()) as u16)
    }

    /// The legal move of a position that this stands for, if any. Castling by the king's destination, e1g1, as some
    /// programs write it, is understood as well.
    ///
    /// ```
    /// use philidor::{MoveType, Position};
    /// use philidor_books::BookMove;
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// for word in [0o0407, 0o0406] {
    ///     let mv = BookMove(word).legal_in(&position);
    ///     assert_eq!(mv.map(|mv| mv.move_type()), Some(MoveType::Castling));
    /// }
    /// assert_eq!(BookMove(0).legal_in(&position), None);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn legal_in(self, position: &Position) -> Option<Move> {
        let promotion = *BECOMES.get(usize::from(self.0 >> 12))?;
        position.find_move(self.square(6), self.square(0), promotion).ok()
    }

    fn square(self, shift: u32) -> Square {
        let line = |shift: u32| usize::from(self.0 >> shift & 7);
        Square::new(File::ALL[line(shift)], Rank::ALL[line(shift + 3)])
    }
}
