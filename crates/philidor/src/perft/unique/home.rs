//! What the positions of a frontier have in common, so that a packed one need not hold it: the side to move, and the
//! squares from which rooks castle.

use super::FrontierFault;
use crate::position::Position;
use crate::types::{CastlingRights, CastlingRooks, CastlingSide, Color, Square};

/// The properties that all positions of a frontier share, as far as they are known, for reading one line by line.
///
/// ```
/// use philidor::{perft::{FrontierFault, FrontierHome}, Position};
/// let mut home = FrontierHome::default();
/// assert_eq!(home.agree_with(&Position::default()), Ok(()));
/// let other_side = "4k3/8/8/8/8/8/8/4K3 b - - 0 1".parse()?;
/// assert_eq!(home.agree_with(&other_side), Err(FrontierFault::OtherSide));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FrontierHome {
    pub(super) side_to_move: Option<Color>,
    /// The rights of any position so far, and the homes of their rooks; the corners for the others.
    rights: CastlingRights,
    pub(super) rooks: CastlingRooks,
}

impl Default for FrontierHome {
    /// The home of no position yet.
    fn default() -> FrontierHome {
        FrontierHome { side_to_move: None, rights: CastlingRights::NONE, rooks: CastlingRooks::STANDARD }
    }
}

impl FrontierHome {
    /// Adds a position, unless it contradicts those before.
    ///
    /// # Errors
    ///
    /// If the other side is to move, or a rook that may castle has a different home, or castles to the other side: a
    /// packed position says which rooks may castle, and the homes say to which side.
    pub fn agree_with(&mut self, position: &Position) -> Result<(), FrontierFault> {
        let side = position.side_to_move();
        if *self.side_to_move.get_or_insert(side) != side {
            return Err(FrontierFault::OtherSide);
        }
        for (right, color, wing) in CastlingRights::EACH {
            if position.castling_rights().has(color, wing) {
                let square = position.castling_rooks().square(color, wing);
                if self.has_other_home(color, wing, square) {
                    return Err(FrontierFault::OtherRooks);
                }
                self.rooks.set(color, wing, square.file());
                self.rights.insert(right);
            }
        }
        Ok(())
    }

    /// Whether the rook of a right is known to come from another square, or this square to be the home of the rook that
    /// castles to the other side.
    fn has_other_home(&self, color: Color, wing: CastlingSide, square: Square) -> bool {
        CastlingSide::ALL.into_iter().any(|known| {
            let is_known = self.rights.has(color, known);
            is_known && (known == wing) != (self.rooks.square(color, known) == square)
        })
    }
}
