//! What a bishop, rook or queen does along its lines, found in one walk: `BRscan` in 1989.
//!
//! The walk does not stop at the first piece but looks past it, to the second:
//!
//! ```text
//! 8 | . . . k . . . .      the rook reaches d2, d3, d4, a1, b1, c1, e1 and f1
//! 7 | . . . . . . . .      it can take the knight on d5, and guards the bishop on g1
//! 6 | . . . . . . . .      pin:    the knight, and the king behind it
//! 5 | . . . n . . . .      X-ray:  its own bishop, and the queen behind it
//! 4 | . . . . . . . .
//! 1 | . . . R . . B q
//! ```
//!
//! Where a ray ends, its two links agree; the piece in front is then forgotten.

use super::ChainBoard;
use super::table::{Chain, Walker};
use super::walks::neighbors;
use philidor::{Bitboard, PieceType, Square};

/// How a slider affects an enemy piece that stands behind another piece. See [`ChainBoard::line_scan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bearing {
    /// An enemy piece other than the king stands in front of another enemy piece, and cannot leave the line without
    /// exposing it. If the other one is the king, the rules forbid leaving.
    Pin,
    /// A piece of the slider's side stands in front, and would discover the attack by leaving; or the enemy king does,
    /// which is skewered: it is in check and must leave.
    XRay,
}

/// Two pieces on one line of a slider, the second of them the enemy's. See [`ChainBoard::line_scan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PiecesInLine {
    /// The nearer piece's square.
    pub front: Square,
    /// The farther piece's square, with all squares between them empty.
    pub behind: Square,
    /// What this means for the piece in front.
    pub bearing: Bearing,
}

/// What a bishop, rook or queen does along its lines. Facts of the board, for either side to move; no rules of
/// legality. See [`ChainBoard::line_scan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LineScan {
    /// The empty squares that it reaches.
    pub reached: Bitboard,
    /// The enemy pieces that it can take, the king among them if it gives check.
    pub captures: Bitboard,
    /// Its own side's pieces that it guards.
    pub guarded: Bitboard,
    /// Those of the enemy king's square and the squares next to it that it attacks, occupied or not.
    pub near_king: Bitboard,
    /// The pairs of pieces; a line has at most one.
    in_line: [Option<PiecesInLine>; 8],
}

impl LineScan {
    /// How many squares it could move to: empty ones and captures.
    #[must_use]
    pub const fn mobility(&self) -> u32 {
        self.reached.len() + self.captures.len()
    }

    /// The enemy pieces in front of other enemy pieces.
    pub fn pins(&self) -> impl Iterator<Item = PiecesInLine> {
        self.in_line.into_iter().flatten().filter(|pieces| pieces.bearing == Bearing::Pin)
    }

    /// Its own side's pieces, or the enemy king, in front of enemy pieces.
    pub fn x_rays(&self) -> impl Iterator<Item = PiecesInLine> {
        self.in_line.into_iter().flatten().filter(|pieces| pieces.bearing == Bearing::XRay)
    }
}

impl ChainBoard {
    /// What the bishop, rook or queen on a square does along its lines; `None` if there is no such piece.
    ///
    /// ```
    /// use philidor_historic::chain::{Bearing, ChainBoard, PiecesInLine};
    /// use philidor::{Position, Square};
    ///
    /// let position: Position = "3k4/8/8/3n4/8/8/8/K2R2Bq b - - 0 1".parse()?;
    /// let scan = ChainBoard::new(&position).line_scan(Square::D1).expect("a rook");
    /// assert_eq!(scan.mobility(), 8); // d2, d3, d4, b1, c1, e1, f1 and the knight
    /// assert_eq!(scan.guarded.len(), 2); // the king and the bishop
    /// assert!(scan.near_king.is_empty());
    /// let pin = PiecesInLine { front: Square::D5, behind: Square::D8, bearing: Bearing::Pin };
    /// assert!(scan.pins().eq([pin]));
    /// let x_ray = PiecesInLine { front: Square::G1, behind: Square::H1, bearing: Bearing::XRay };
    /// assert!(scan.x_rays().eq([x_ray]));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[doc(alias = "BRscan")]
    #[must_use]
    pub fn line_scan(&self, square: Square) -> Option<LineScan> {
        let us = self.colors[square.index()]?;
        let piece = self.pieces[square.index()]
            .filter(|piece| matches!(piece, PieceType::Queen | PieceType::Rook | PieceType::Bishop))?;
        let chain = Chain::new(Walker::new(us, Some(piece)), square);

        let [mut reached, mut captures, mut guarded] = [Bitboard::EMPTY; 3];
        let mut in_line = [None; 8];
        let mut pairs = in_line.iter_mut();
        let mut front = None;
        let mut next = chain.first();
        while let Some(at) = next {
            next = chain.next_position(at);
            match (self.colors[at.index()], front) {
                (None, None) => reached.insert(at),
                (None, Some(_)) => {}
                (Some(color), None) => {
                    if color == us {
                        guarded.insert(at)
                    } else {
                        captures.insert(at)
                    }
                    front = Some(at);
                }
                (Some(color), Some(front)) => {
                    if color != us
                        && let Some(pair) = pairs.next()
                    {
                        *pair =
                            Some(PiecesInLine { front, behind: at, bearing: self.bearing(square, front) });
                    }
                    next = chain.next_direction(at);
                }
            }
            if next == chain.next_direction(at) {
                front = None; // another line
            }
        }
        let king = self.kings[(!us).index()];
        let near_king = (reached | captures | guarded) & (neighbors(king) | king.into());
        Some(LineScan { reached, captures, guarded, near_king, in_line })
    }

    /// What it means for the piece in front that an enemy of the slider stands behind it.
    fn bearing(&self, slider: Square, front: Square) -> Bearing {
        let own = self.colors[slider.index()] == self.colors[front.index()];
        if own || self.pieces[front.index()] == Some(PieceType::King) { Bearing::XRay } else { Bearing::Pin }
    }
}
