//! The tree of unmoves, counted: perft backward.

use alloc::vec::Vec;

use philidor::Position;

use super::retractor::Retractor;
use super::unmove::Unmove;

impl Retractor {
    /// Counts the lines of `depth` unmoves: the different series of last moves that some game, or some play from a
    /// position that [`Position::try_from`] accepts, can have had before this position.
    ///
    /// A line counts once, whatever castling rights and clocks were before it: each step is taken from the
    /// [reduced](super::Predecessors::reduced) predecessor, in which a pawn may have made a double push unless the next
    /// move captured en passant. From [`u64::MAX`] lines on, the count is that.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_retro::Retractor;
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
            _ => self.unperft_unrolled(position, depth),
        }
    }

    /// The same for a depth of two or more. The line of unmoves has a stack of its own: it may be as long as one likes.
    fn unperft_unrolled(self, position: &Position, depth: u32) -> u64 {
        let step = |retractor: Retractor, position: Position| {
            let unmoves: Vec<Unmove> = retractor.unmoves(&position).iter().copied().collect();
            (retractor, position, unmoves.into_iter())
        };
        let mut leaves = 0_u64;
        let mut line = Vec::from([step(self, *position)]);
        loop {
            let left = depth.saturating_sub(line.len() as u32);
            let Some((retractor, position, unmoves)) = line.last_mut() else { return leaves };
            let Some(unmove) = unmoves.next() else {
                line.pop();
                continue;
            };
            let (before, back) = (retractor.before(position, unmove), retractor.further_back(unmove));
            if left > 1 {
                line.push(step(back, before));
            } else {
                leaves = leaves.saturating_add(u64::from(back.count(&before)));
            }
        }
    }
}
