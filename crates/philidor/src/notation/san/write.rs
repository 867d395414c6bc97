//! A move written in standard algebraic notation: the shortest text that fits it and no other legal move.
//!
//! ```text
//! 7 | . . . . r . . .
//! 6 | . . . . . . . .     From c3 it is Nd5: the knight on e3 is pinned, so there is no need to
//! 5 | . . . . . . . .     exclude it. With a third one on f4, which is free to move there, it would be Ncd5.
//! 4 | . . . . . . . .
//! 3 | . . N . N . . .
//! 2 | . . . . . . . .
//! 1 | . . . . K . . .
//! ```

use core::fmt;

use crate::attacks::{self, Magic, Sliders};
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Move, MoveType, PieceType, Square};

/// The longest texts: `Qa1xb2+`, `exd8=Q#`.
const MAX_BYTES: usize = 7;

/// A move written in standard algebraic notation; made by [`Position::to_san`]. It holds the text, of at most
/// seven bytes.
///
/// ```
/// use philidor::Position;
/// let position = Position::default();
/// let san = position.to_san(position.parse_uci("g1f3")?);
/// assert_eq!(san, "Nf3");
/// assert_eq!(position.parse_san(san.as_str()).map(|mv| mv.to_string()).as_deref(), Ok("g1f3"));
/// # Ok::<(), philidor::UciError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct San {
    text: [u8; MAX_BYTES],
    len: u8,
}

impl San {
    /// A text that a position of your own writes, such as `N@f3#` of crazyhouse; `None` if it has more than seven
    /// characters, or any that is not ASCII. Whether it is a move is not checked.
    ///
    /// ```
    /// use philidor::San;
    /// assert_eq!(San::new("N@f3#").map(|san| san.to_string()).as_deref(), Some("N@f3#"));
    /// assert_eq!(San::new("Qa1xb2=N"), None);
    /// ```
    #[must_use]
    pub fn new(text: &str) -> Option<San> {
        (text.len() <= MAX_BYTES && text.is_ascii()).then(|| San::from_bytes(text.as_bytes()))
    }

    /// The text.
    ///
    /// ```
    /// use philidor::Position;
    /// let position = Position::default();
    /// assert_eq!(position.to_san(position.legal_moves()[0]).as_str(), "Na3");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Only ASCII was written.
        str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The text, in bytes.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.text.get(..usize::from(self.len)).unwrap_or_default()
    }

    #[inline(always)]
    fn from_bytes(text: &[u8]) -> San {
        let mut san = San { text: [0; MAX_BYTES], len: 0 };
        text.iter().for_each(|&byte| san.push(byte));
        san
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.text.get_mut(usize::from(self.len)) {
            *place = byte;
            self.len += 1;
        }
    }

    #[inline(always)]
    fn push_file(&mut self, square: Square) {
        self.push(b'a' + square.file() as u8);
    }

    #[inline(always)]
    fn push_rank(&mut self, square: Square) {
        self.push(b'1' + square.rank() as u8);
    }

    #[inline(always)]
    fn push_kind(&mut self, piece_type: PieceType) {
        self.push(b"KQRBNP"[piece_type.index()]);
    }
}

/// Compares the text.
impl PartialEq<str> for San {
    fn eq(&self, text: &str) -> bool {
        self.as_str() == text
    }
}

/// Compares the text.
impl PartialEq<&str> for San {
    fn eq(&self, text: &&str) -> bool {
        self == *text
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for San {
    /// The text: `San(Nf3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "San({self})")
    }
}

impl AsRef<str> for San {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<[u8]> for San {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Position {
    /// A legal move of this position in standard algebraic notation, in the form of the PGN standard.
    ///
    /// A piece gets its file if another of its kind could legally move there, too; its rank if the file does not
    /// distinguish them; both if neither does alone. Pinned pieces do not count. A pawn's capture has its file. Check
    /// is `+`; the move is played to see whether it is mate (`#`). The null move is `--`. Does not allocate.
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "3rk3/4P3/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// let written: Vec<String> =
    ///     position.legal_moves().iter().map(|&mv| position.to_san(mv).to_string()).collect();
    /// for expected in ["exd8=Q+", "Ra8", "Rh8+", "Rf1", "Kf2", "O-O"] {
    ///     assert!(written.iter().any(|san| san == expected), "{expected}");
    /// }
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn to_san(&self, mv: Move) -> San {
        if mv.is_null() {
            return San::from_bytes(b"--");
        }
        let mut san = match mv.castling_side() {
            Some(CastlingSide::KingSide) => San::from_bytes(b"O-O"),
            Some(CastlingSide::QueenSide) => San::from_bytes(b"O-O-O"),
            None => self.san_without_mark(mv),
        };
        if self.gives_check(mv) {
            san.push(if self.after(mv).has_legal_move() { b'+' } else { b'#' });
        }
        san
    }

    /// A piece's move without the marks for check and mate.
    #[inline(always)]
    fn san_without_mark(&self, mv: Move) -> San {
        let (origin, destination) = (mv.orig_square(), mv.dest_square());
        let captures = mv.is_capture();
        let mut san = San::from_bytes(b"");
        if mv.played_piece() == PieceType::Pawn {
            if captures {
                san.push_file(origin);
            }
        } else {
            san.push_kind(mv.played_piece());
            let rivals = self.rivals(mv);
            if !rivals.is_empty() {
                // The file, unless a rival shares it; the rank, if one does; both, if one shares this, too.
                let shares_file = rivals.intersects(Bitboard::from_file(origin.file()));
                let shares_rank = rivals.intersects(Bitboard::from_rank(origin.rank()));
                if !shares_file || shares_rank {
                    san.push_file(origin);
                }
                if shares_file {
                    san.push_rank(origin);
                }
            }
        }
        if captures {
            san.push(b'x');
        }
        san.push_file(destination);
        san.push_rank(destination);
        if let Some(kind) = mv.promotion() {
            san.push(b'=');
            san.push_kind(kind);
        }
        san
    }

    /// The other pieces of the same type that could legally move to its destination, too.
    #[inline(always)]
    fn rivals(&self, mv: Move) -> Bitboard {
        let destination = mv.dest_square();
        let occupied = self.board().occupied();
        let attacked = match mv.played_piece() {
            PieceType::Queen => Magic.queen(destination, occupied),
            PieceType::Rook => Magic.rook(destination, occupied),
            PieceType::Bishop => Magic.bishop(destination, occupied),
            PieceType::Knight => attacks::knight(destination),
            PieceType::King | PieceType::Pawn => return Bitboard::EMPTY,
        };
        let pieces = self.board().colored_pieces(self.side_to_move(), mv.played_piece());
        let others = (attacked & pieces) - mv.orig_square().into();
        if others.is_empty() { others } else { self.legal_rivals(mv, others) }
    }

    /// The pieces among `others` that could legally make the same normal move.
    #[inline(never)]
    fn legal_rivals(&self, mv: Move, others: Bitboard) -> Bitboard {
        let stem = self.stem(mv.played_piece(), MoveType::Normal, mv.dest_square());
        others.into_iter().filter(|&origin| self.leaves_king_safe(stem.with_origin(origin))).collect()
    }
}
