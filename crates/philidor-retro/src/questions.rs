//! The questions that can be asked: which unmoves there are, and what was before them.

use core::ops::ControlFlow;

use philidor::{Color, Position};

use super::generation::generate;
use super::list::{ListWriter, UnmoveList};
use super::predecessors::{self, Predecessors};
use super::retractor::Retractor;
use super::sets::{UnmoveSet, UnmoveSink};
use super::unmove::Unmove;

impl Retractor {
    /// All legal unmoves of the side that is not to move.
    ///
    /// The order: king, knights, bishops, rooks, queens, each from a1 to h8; pawns; unpromotions; en passant; castling.
    /// In check the checking pieces come first.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_retro::Retractor;
    /// // The castled king and rook, or one of them alone. White is to move, so this is Black's.
    /// let position: Position = "5rk1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1".parse()?;
    /// let unmoves: Vec<String> = Retractor::new().unmoves(&position).iter().map(|unmove| unmove.to_string()).collect();
    /// assert!(unmoves.contains(&"O-O".to_owned()) && unmoves.contains(&"Re8xQf8".to_owned()));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn unmoves(self, position: &Position) -> UnmoveList {
        let mut list = UnmoveList::new();
        self.unmoves_into(position, &mut list);
        list
    }

    /// Writes all legal unmoves into a list, replacing its contents, so that one list can be reused.
    pub fn unmoves_into(self, position: &Position, list: &mut UnmoveList) {
        list.clear();
        let mut writer = ListWriter { moved: !position.side_to_move(), list };
        let _ = self.generate(position, &mut writer);
    }

    /// Reports the legal unmoves to a sink, set by set, without allocation. Returns `Break` if the sink stopped.
    pub fn generate<M: UnmoveSink>(self, position: &Position, sink: &mut M) -> ControlFlow<()> {
        match position.side_to_move() {
            Color::White => generate::<false, _>(position, self, sink),
            Color::Black => generate::<true, _>(position, self, sink),
        }
    }

    /// Calls a closure with each legal unmove, until it breaks.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use philidor::Position;
    /// use philidor_retro::Retractor;
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let mut castled = 0;
    /// let _ = Retractor::new().for_each(&position, |unmove| {
    ///     castled += u32::from(unmove.castling_side().is_some());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(castled, 0);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn for_each<F: FnMut(Unmove) -> ControlFlow<()>>(
        self,
        position: &Position,
        mut each: F,
    ) -> ControlFlow<()> {
        let moved = !position.side_to_move();
        self.generate_to(position, &mut |set| set.for_each(moved, &mut each))
    }

    /// Like [`generate`](Retractor::generate), with a trait object as the sink. The questions share its code:
    /// generation is long, and each question would otherwise compile a copy.
    fn generate_to(
        self,
        position: &Position,
        mut sink: &mut dyn FnMut(UnmoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.generate(position, &mut sink)
    }

    /// Counts the legal unmoves without writing any.
    #[must_use]
    pub fn count(self, position: &Position) -> u32 {
        let mut count = 0;
        let _ = self.generate_to(position, &mut |set| {
            count += set.len();
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether an unmove, wherever it comes from, is legal here.
    #[must_use]
    pub fn is_legal(self, position: &Position, unmove: Unmove) -> bool {
        let same = |each| if each == unmove { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.for_each(position, same).is_break()
    }

    /// What is known of the position before an unmove that is known to be legal.
    ///
    /// Any other unmove gives a meaningless answer, but never panics.
    #[must_use]
    pub fn predecessors(self, position: &Position, unmove: Unmove) -> Predecessors {
        Predecessors::new(self, position, unmove)
    }

    /// The position before an unmove that is known to be legal, in [reduced](Predecessors::reduced) form: with the
    /// castling rights and the en-passant square that it must have had, and no others.
    ///
    /// Any other unmove gives a meaningless position, but never panics; for untrusted ones, ask
    /// [`is_legal`](Retractor::is_legal) first.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_retro::Retractor;
    /// let (position, retractor): (Position, _) = ("5rk1/8/8/8/8/8/8/6K1 w - - 0 1".parse()?, Retractor::new());
    /// let castling = retractor.unmoves(&position).into_iter().find(|unmove| unmove.castling_side().is_some());
    /// let before = retractor.before(&position, castling.expect("the king castled, or walked"));
    /// assert_eq!(before.to_string(), "4k2r/8/8/8/8/8/8/6K1 b k - 0 1");
    /// assert_eq!(before.legal_moves().iter().filter(|&&mv| before.after(mv).board() == position.board()).count(), 1);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn before(self, position: &Position, unmove: Unmove) -> Position {
        predecessors::before(self, position, unmove)
    }
}
