//! What a bishop, a rook or a queen does along its lines, in one walk: `BRscan` in 1989.
//!
//! The walk does not turn at the first man but looks on behind it, to the second:
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
//! A ray that ends is known by its links, which agree there; the man in front is then forgotten.

use super::ChainBoard;
use super::table::{Chain, Walker};
use super::walks::neighbors;
use crate::types::{Bitboard, PieceType, Square};

/// How a slider bears on an enemy man behind another man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bearing {
    /// An enemy man, not the king, stands in front of another enemy man, and may not leave the line without exposing
    /// it. If that is the king, the man in front is pinned by the rules.
    Pin,
    /// The slider's own man stands in front, whose leaving would discover the attack; or the enemy king, which is in
    /// check and must leave.
    XRay,
}

/// Two men on one line of a slider, the second of them the enemy's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MenInLine {
    /// Where the nearer man stands.
    pub front: Square,
    /// Where the farther man stands, with nobody between them.
    pub behind: Square,
    /// What that means for the man in front.
    pub bearing: Bearing,
}

/// What a bishop, a rook or a queen does along its lines. Facts of the board, whosever turn it is; no rules of
/// legality.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LineScan {
    /// The empty squares that it reaches.
    pub reached: Bitboard,
    /// The enemy men that it can take, the king among them if it gives check.
    pub captures: Bitboard,
    /// Its own side's men that it guards.
    pub guarded: Bitboard,
    /// Of the enemy king's square and those next to it, the ones that it attacks, occupied or not.
    pub near_king: Bitboard,
    /// A line has at most one pair.
    in_line: [Option<MenInLine>; 8],
}

impl LineScan {
    /// How many squares it could go to: empty ones and captures.
    #[must_use]
    pub const fn mobility(&self) -> u32 {
        self.reached.len() + self.captures.len()
    }

    /// The enemy men before other enemy men.
    pub fn pins(&self) -> impl Iterator<Item = MenInLine> {
        self.in_line.into_iter().flatten().filter(|men| men.bearing == Bearing::Pin)
    }

    /// Its own men, or the enemy king, before enemy men.
    pub fn x_rays(&self) -> impl Iterator<Item = MenInLine> {
        self.in_line.into_iter().flatten().filter(|men| men.bearing == Bearing::XRay)
    }
}

impl ChainBoard {
    /// What the bishop, rook or queen on a square does along its lines; `None` if no such man stands there.
    ///
    /// ```
    /// use philidor::{chain::{Bearing, ChainBoard, MenInLine}, Position, Square};
    ///
    /// let position: Position = "3k4/8/8/3n4/8/8/8/K2R2Bq b - - 0 1".parse()?;
    /// let scan = ChainBoard::new(&position).line_scan(Square::D1).expect("a rook");
    /// assert_eq!(scan.mobility(), 8); // d2, d3, d4, b1, c1, e1, f1 and the knight
    /// assert_eq!(scan.guarded.len(), 2); // the king and the bishop
    /// assert!(scan.near_king.is_empty());
    /// let pin = MenInLine { front: Square::D5, behind: Square::D8, bearing: Bearing::Pin };
    /// assert!(scan.pins().eq([pin]));
    /// let x_ray = MenInLine { front: Square::G1, behind: Square::H1, bearing: Bearing::XRay };
    /// assert!(scan.x_rays().eq([x_ray]));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn line_scan(&self, square: Square) -> Option<LineScan> {
        let us = self.colors[square.index()]?;
        let man = self.men[square.index()]
            .filter(|man| matches!(man, PieceType::Queen | PieceType::Rook | PieceType::Bishop))?;
        let chain = Chain::of(Walker::of(us, Some(man)), square);

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
                        *pair = Some(MenInLine { front, behind: at, bearing: self.bearing(square, front) });
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

    /// What it means for the man in front that an enemy of the slider stands behind it.
    fn bearing(&self, slider: Square, front: Square) -> Bearing {
        let own = self.colors[slider.index()] == self.colors[front.index()];
        if own || self.men[front.index()] == Some(PieceType::King) { Bearing::XRay } else { Bearing::Pin }
    }
}
