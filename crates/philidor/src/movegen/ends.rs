//! How a position ends the game by itself, without what came before.

use crate::position::Position;
use crate::types::{Draw, Outcome, Win};

/// Half-moves without capture or pawn move after which the game is drawn automatically.
const SEVENTY_FIVE_MOVES: u16 = 150;

impl Position {
    /// How the game ends here by the rules, as far as a position shows; `None` while it goes on. Only repetition needs
    /// the moves before: [`Game::outcome`](crate::Game::outcome) knows them.
    ///
    /// The ends are, in this order: checkmate, stalemate, insufficient material, positions that are [certainly
    /// dead](Position::is_certainly_dead), and 75 moves without capture or pawn move. So checkmate takes precedence
    /// over all draws.
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "R3k3/8/4K3/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert_eq!(position.outcome().expect("mate").to_string(), "White wins by checkmate");
    /// assert_eq!(Position::default().outcome(), None);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(match self.is_check() {
                true => Outcome::Win { winner: !self.side_to_move(), by: Win::Checkmate },
                false => Outcome::Draw(Draw::Stalemate),
            });
        }
        let draw = if self.is_insufficient_material() {
            Draw::InsufficientMaterial
        } else if self.is_certainly_dead() {
            Draw::DeadPosition
        } else if self.halfmove_clock() >= SEVENTY_FIVE_MOVES {
            Draw::SeventyFiveMoves
        } else {
            return None;
        };
        Some(Outcome::Draw(draw))
    }

    /// Whether the side to move is in check and has no legal move.
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "R3k3/8/4K3/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert!(position.is_checkmate() && !position.is_stalemate());
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move is not in check and has no legal move.
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "k7/8/1Q6/8/8/8/8/4K3 b - - 0 1".parse()?;
    /// assert!(position.is_stalemate() && !position.is_checkmate());
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }
}
