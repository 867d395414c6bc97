//! Which move leads from one position to another: for boards that report what stands on them, and for diffs of FENs.

use super::Position;
use crate::types::Move;

impl Position {
    /// The legal move that leads to `next`, if there is one; there are never two.
    ///
    /// Clocks are not compared, and the en-passant square counts only where a capture there is legal, so that FENs of
    /// any origin will do.
    ///
    /// ```
    /// use philidor::Position;
    /// let start = Position::default();
    /// let next: Position = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 9 9".parse()?;
    /// assert_eq!(start.move_to(&next).map(|mv| mv.notation()).as_deref(), Some("g1f3"));
    /// assert_eq!(next.move_to(&start), None);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn move_to(&self, next: &Position) -> Option<Move> {
        self.legal_moves().into_iter().find(|&mv| {
            let after = self.after(mv);
            after.board == next.board && after.key() == next.key()
        })
    }
}
