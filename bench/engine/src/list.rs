//! Lists of moves with a place in the order for each. A board brings the one that suits its moves.

use arrayvec::ArrayVec;

/// A list of the moves of a position.
pub trait List<M> {
    /// An empty list.
    fn new() -> Self;

    /// How many moves it has.
    fn count(&self) -> usize;

    /// Gives a move a score.
    fn score(&mut self, at: usize, score: u32);

    /// Exchanges two moves.
    fn exchange(&mut self, one: usize, other: usize);

    /// A move and its score.
    fn get(&self, at: usize) -> (M, u32);
}

/// For boards whose moves have no room for a score: both side by side. No game reaches more than 218 legal moves.
#[derive(Debug)]
pub struct Scored<M>(ArrayVec<(M, u32), 256>);

impl<M> Scored<M> {
    /// Adds a move.
    #[inline(always)]
    pub fn push(&mut self, mv: M) {
        self.0.push((mv, 0));
    }
}

impl<M: Copy> List<M> for Scored<M> {
    #[inline(always)]
    fn new() -> Self {
        Scored(ArrayVec::new())
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn score(&mut self, at: usize, score: u32) {
        self.0[at].1 = score;
    }

    #[inline(always)]
    fn exchange(&mut self, one: usize, other: usize) {
        self.0.swap(one, other);
    }

    #[inline(always)]
    fn get(&self, at: usize) -> (M, u32) {
        self.0[at]
    }
}
