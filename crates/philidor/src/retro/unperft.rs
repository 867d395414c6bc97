//! The tree of unmoves, counted: perft backward.

use core::ops::ControlFlow;

use super::list::UnmoveList;
use super::retractor::Retractor;
use crate::position::Position;

impl Retractor {
    /// Counts the lines of `depth` unmoves: the different series of last moves that some game, or some play from a
    /// position that [`Position::try_from`] accepts, can have had before this position.
    ///
    /// A line counts once, whatever castling rights and clocks were before it: each step is taken from the
    /// [reduced](super::Predecessors::reduced) predecessor, in which a pawn may have made a double push unless the next
    /// move captured en passant.
    ///
    /// ```
    /// use philidor::{Position, retro::Retractor};
    /// // Fool's mate: the queen came to h4 along the diagonal, or from another square from which it gave no check.
    /// let position: Position = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse()?;
    /// let retractor = Retractor::new();
    /// assert_eq!(retractor.unperft(&position, 1), u64::from(retractor.count(&position)));
    /// assert!(retractor.unperft(&position, 2) > retractor.unperft(&position, 1));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn unperft(self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from(self.count(position)),
            _ => {
                let mut leaves = 0;
                let _ = self.for_each(position, |unmove| {
                    let before = self.before(position, unmove);
                    leaves += self.further_back(unmove).unperft(&before, depth - 1);
                    ControlFlow::Continue(())
                });
                leaves
            }
        }
    }

    /// The same for each unmove at the root, in the order of [`Retractor::unmoves`].
    ///
    /// ```
    /// use philidor::{Position, retro::Retractor};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K3 w - - 9 50".parse()?;
    /// let (mut sum, retractor) = (0, Retractor::new());
    /// retractor.unperft_divide(&position, 2, |_, leaves| sum += leaves);
    /// assert_eq!(sum, retractor.unperft(&position, 2));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn unperft_divide(
        self,
        position: &Position,
        depth: u32,
        mut each: impl FnMut(super::unmove::Unmove, u64),
    ) {
        let list: UnmoveList = self.unmoves(position);
        for &unmove in &list {
            let before = self.before(position, unmove);
            let further = self.further_back(unmove);
            each(unmove, depth.checked_sub(1).map_or(1, |depth| further.unperft(&before, depth)));
        }
    }
}
