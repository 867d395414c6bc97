//! The threats to a king on its square: `KingScan` in 1989.

use super::ChainBoard;
use super::walks::neighbors;
use philidor::{Bitboard, Color, File, PieceType, Square};

/// The threats to a king on its square. Facts of the board, for either side to move. See [`ChainBoard::king_scan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct KingScan {
    /// The king's square.
    pub king: Square,
    /// The squares next to the king that the enemy attacks, occupied or not. X-ray attacks of a slider through the king
    /// do not count.
    pub controlled: Bitboard,
    /// The king's pawn shield: on its file and each file beside it, the nearest pawn of its own on a rank ahead of the
    /// king's, closer to the enemy's side.
    pub shield: Bitboard,
    /// By queen, rook, bishop and knight.
    safe_checks: [Bitboard; 4],
}

impl KingScan {
    /// The squares from which the enemy could safely give check with a piece of one type: a queen, rook, bishop or
    /// knight. For king and pawn there are none.
    ///
    /// They are the squares
    ///
    /// * from which such a piece would attack the king, with all other pieces where they are;
    /// * that are empty or hold a piece of the king's side;
    /// * that an enemy piece of this type attacks, so that it can go there, unless it is pinned;
    /// * and that no piece of the king's side attacks, including the king.
    #[must_use]
    pub fn safe_checks_by(&self, piece_type: PieceType) -> Bitboard {
        let mut kinds = PieceType::PROMOTIONS.into_iter().zip(self.safe_checks);
        kinds.find(|&(kind, _)| kind == piece_type).map_or(Bitboard::EMPTY, |(_, squares)| squares)
    }

    /// The squares from which the enemy could safely give check with a piece of any type.
    #[must_use]
    pub fn safe_checks(&self) -> Bitboard {
        self.safe_checks.into_iter().fold(Bitboard::EMPTY, |all, squares| all | squares)
    }

    /// The king's file and those beside it, if they have no pawn in [`shield`](KingScan::shield), from the a-file on. A
    /// king on the edge has two files.
    pub fn uncovered_files(&self) -> impl Iterator<Item = File> {
        let files = [-1, 0, 1].into_iter().filter_map(|east| self.king.offset(east, 0)).map(Square::file);
        files.filter(|&file| !self.shield.intersects(file.into()))
    }
}

impl ChainBoard {
    /// The threats to the king of `color`.
    ///
    /// ```
    /// use philidor_historic::chain::ChainBoard;
    /// use philidor::{Bitboard, Color, File, PieceType, Position, Square};
    ///
    /// let position: Position = "r5k1/5p2/8/8/3Q4/8/8/3R2K1 w - - 0 1".parse()?;
    /// let scan = ChainBoard::new(&position).king_scan(Color::Black);
    /// assert_eq!(scan.shield, Square::F7.into());
    /// assert!(scan.uncovered_files().eq([File::G, File::H]));
    /// assert_eq!(scan.controlled, Bitboard::from_iter([Square::G7, Square::H8]));
    /// // The queen checks from g4. On g7 and h8 the king would take it, and the rook is behind it.
    /// assert_eq!(scan.safe_checks_by(PieceType::Queen), Square::G4.into());
    /// assert!(scan.safe_checks_by(PieceType::Rook).is_empty());
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn king_scan(&self, color: Color) -> KingScan {
        let king = self.kings[color.index()];
        let (own, enemy) = (self.attack_counts(color), self.attack_counts(!color));
        let safe_checks = PieceType::PROMOTIONS.map(|kind| {
            let from_the_king = self.reach(kind, king).filter(|&(_, piece)| piece != Some(!color));
            let squares = from_the_king.map(|(at, _)| at);
            squares.filter(|&at| enemy.has(at, kind) && own.count(at) == 0).collect()
        });
        let controlled = neighbors(king).into_iter().filter(|&at| enemy.count(at) > 0).collect();
        KingScan { king, controlled, shield: self.shield(color, king), safe_checks }
    }

    /// The nearest pawns ahead of a king, at most one per file.
    fn shield(&self, color: Color, king: Square) -> Bitboard {
        let forward = match color {
            Color::White => 1,
            Color::Black => -1,
        };
        let is_own_pawn = |at: &Square| {
            self.colors[at.index()] == Some(color) && self.pieces[at.index()] == Some(PieceType::Pawn)
        };
        let nearest = |east| (1..8).map_while(|ranks| king.offset(east, forward * ranks)).find(is_own_pawn);
        [-1, 0, 1].into_iter().filter_map(nearest).collect()
    }
}
