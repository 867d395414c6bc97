//! Pawn structure as sets, all pawns at once.
//!
//! ```text
//! 8 | . . . . . . . .
//! 7 | p . . . . . p .      passed     d5: no black pawn ahead of it, on its file or the two beside
//! 6 | p . . . . . . .      isolated   a6, a7: no black pawn on the b-file
//! 5 | . . . P . P . p      doubled    a7: another black pawn is ahead of it
//! 4 | . . . . . . . .      backward   g7: the pawn on h5 has gone ahead, and f5 attacks g6
//! 3 | . . . . . . . .
//! 2 | P . . . . . . .
//! 1 | . . . . . . . .
//! ```

use crate::position::Board;
use crate::types::{Bitboard, Color, File, PieceType};

/// The pawns of one side and of the other, to ask about their structure.
///
/// ```
/// use philidor::{Bitboard, Color, Position, Square, search_support::Pawns};
///
/// let position: Position = "4k3/p5p1/p7/3P1P1p/8/8/P7/4K3 w - - 0 1".parse()?;
/// let white = Pawns::of(position.board(), Color::White);
/// let black = Pawns::of(position.board(), Color::Black);
/// assert_eq!(white.passed(), Square::D5.into());
/// assert_eq!(black.isolated(), Bitboard::from_iter([Square::A6, Square::A7]));
/// assert_eq!(black.doubled(), Square::A7.into());
/// assert_eq!(black.backward(), Square::G7.into());
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pawns {
    color: Color,
    ours: Bitboard,
    theirs: Bitboard,
}

impl Pawns {
    /// The pawns of a board, as `color` sees them.
    #[must_use]
    #[inline]
    pub fn of(board: &Board, color: Color) -> Pawns {
        Pawns {
            color,
            ours: board.colored_pieces(color, PieceType::Pawn),
            theirs: board.colored_pieces(!color, PieceType::Pawn),
        }
    }

    /// The pawns with no enemy pawn ahead, on their file or beside it, and none of their own ahead on the file: of two
    /// on a file only the one in front is passed.
    #[must_use]
    pub fn passed(&self) -> Bitboard {
        let guards = behind(self.theirs, self.color);
        self.ours - (guards | beside(guards)) - behind(self.ours, self.color)
    }

    /// The pawns without another of their side on the adjacent files.
    #[must_use]
    pub fn isolated(&self) -> Bitboard {
        self.ours - beside(files(self.ours))
    }

    /// The pawns with another of their side ahead on the file.
    #[must_use]
    pub fn doubled(&self) -> Bitboard {
        self.ours & behind(self.ours, self.color)
    }

    /// The pawns that their neighbors have left behind and that cannot safely step forward: no pawn of their side
    /// stands beside or behind them on the adjacent files, and an enemy pawn attacks the square ahead.
    #[must_use]
    pub fn backward(&self) -> Bitboard {
        let supported = beside(self.ours | behind(self.ours, !self.color));
        let stop = ahead(self.ours, self.color) & self.attacked_by_theirs();
        (self.ours & ahead(stop, !self.color)) - supported
    }

    /// The pawns that another of their side defends.
    #[must_use]
    pub fn defended(&self) -> Bitboard {
        self.ours & beside(ahead(self.ours, self.color))
    }

    /// The pawns with another of their side beside them on the same rank.
    #[must_use]
    pub fn phalanx(&self) -> Bitboard {
        self.ours & beside(self.ours)
    }

    /// All squares of files without a pawn of this side: half-open for its rooks, or open where the other side has no
    /// pawn, either.
    #[must_use]
    pub fn half_open(&self) -> Bitboard {
        !files(self.ours)
    }

    fn attacked_by_theirs(&self) -> Bitboard {
        beside(ahead(self.theirs, !self.color))
    }
}

/// One step toward the other side.
#[inline(always)]
fn ahead(set: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => set.north(),
        Color::Black => set.south(),
    }
}

/// The squares to the left and to the right.
#[inline(always)]
fn beside(set: Bitboard) -> Bitboard {
    set.east() | set.west()
}

/// All squares behind those of a set, as `color` sees them: those with one of the set ahead on their file.
#[inline(always)]
fn behind(set: Bitboard, color: Color) -> Bitboard {
    let mut set = ahead(set, !color);
    set |= ahead(set, !color);
    set |= ahead(ahead(set, !color), !color);
    set | ahead(ahead(ahead(ahead(set, !color), !color), !color), !color)
}

/// The whole files of the squares of a set.
#[inline(always)]
fn files(set: Bitboard) -> Bitboard {
    File::ALL
        .into_iter()
        .map(Bitboard::from_file)
        .filter(|file| file.intersects(set))
        .fold(Bitboard::EMPTY, |all, file| all | file)
}
