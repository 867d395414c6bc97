//! Trees of any depth: nodes too deep for recursion wait in a list.
//!
//! Counting recurses once per half-move, and a thread's stack ends after a few thousand. So the upper part of a deep
//! tree is walked with a list of the nodes of one line in place of the stack, down to trees that recursion can hold:
//!
//! ```text
//! depth        walked with a list          RECURSED      counted by recursion       0
//!   |------------------------------------------|------------------------------------|
//! ```
//!
//! Hardly any tree this deep can be counted, but some can: if every line ends early, or few moves are ever legal.

use alloc::vec::{IntoIter, Vec};

use super::coverage::{Mark, mark};
use crate::movegen::{MoveGenerator, MoveKind};
use crate::types::Move;

/// The deepest tree, in half-moves, that is counted by recursion. Without optimization a half-move takes 100 kB of
/// stack.
const RECURSED: u32 = if cfg!(unoptimized) { 8 } else { 48 };

/// The longest line, in half-moves, below which leaves are counted. A tree with a longer one has the count
/// [`u128::MAX`], as has one with that many leaves.
///
/// Whatever the requested depth, a tree whose lines all end earlier is counted exactly.
pub const MAX_LINE: u32 = 65_535;

/// A tree has a line longer than [`MAX_LINE`].
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLong;

/// A node of the line that is walked, and its moves that are still to be played.
struct Ply<G> {
    node: G,
    moves: IntoIter<Move>,
}

impl<G: MoveGenerator> Ply<G> {
    fn new(mut node: G) -> Ply<G> {
        let moves = node.legal_moves_of(MoveKind::All).into_iter();
        Ply { node, moves }
    }
}

/// Shows a visitor trees that together have the leaves of a whole one, each of a depth that recursion can hold.
pub(super) fn each_tree<G: MoveGenerator>(
    root: &mut G,
    depth: u32,
    mut visit: impl FnMut(&mut G, u32),
) -> Result<(), TooLong> {
    if depth <= RECURSED {
        visit(root, depth);
        return Ok(());
    }
    let mut line = Vec::from([Ply::new(root.clone())]);
    while let Some(ply) = line.last_mut() {
        let Some(mv) = ply.moves.next() else {
            line.pop();
            continue;
        };
        let mut child = ply.node.clone();
        child.play(mv);
        let played = line.len() as u32;
        if depth - played <= RECURSED {
            visit(&mut child, depth - played);
        } else if played < MAX_LINE {
            mark(Mark::Unrolled);
            line.push(Ply::new(child));
        } else {
            return Err(TooLong);
        }
    }
    Ok(())
}

/// Counts a tree of any depth with a function that counts trees that recursion can hold.
pub(super) fn count<G: MoveGenerator>(
    root: &mut G,
    depth: u32,
    mut count: impl FnMut(&mut G, u32) -> u128,
) -> u128 {
    let mut leaves: u128 = 0;
    let whole = each_tree(root, depth, |node, depth| leaves = leaves.saturating_add(count(node, depth)));
    let is_too_long = depth > MAX_LINE && leaves > 0;
    whole.map_or(u128::MAX, |()| if is_too_long { u128::MAX } else { leaves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::{Perft, Subtrees, divide_with, perft, perft_plain, perft_with, statistics};
    use crate::position::Position;

    /// Each king goes back and forth between two squares; nothing else can ever move.
    ///
    /// ```text
    /// 8 | . . . . b . . k      h8 ⇄ g8
    /// 7 | . . . p P p . p
    /// 6 | . . . P . P . P
    /// 5 | . . . . . . . .
    /// 4 | . . . . . . . .
    /// 3 | p . p . p . . .
    /// 2 | P . P p P . . .
    /// 1 | K . . B . . . .      a1 ⇄ b1
    /// ```
    const FORCED: &str = "4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1";

    fn position(fen: &str) -> Position {
        fen.parse().expect("a position")
    }

    #[test]
    fn a_tree_whose_lines_end_early_is_counted_at_any_depth() {
        // Mated, stalemated, and mated after whatever is played.
        for fen in ["R3k3/8/4K3/8/8/8/8/8 b - - 0 1", "k7/2Q5/2K5/8/8/8/8/8 b - - 0 1"] {
            let position = position(fen);
            for depth in [1, RECURSED, RECURSED + 1, 1_000, 100_000, u32::MAX] {
                assert_eq!(perft(&position, depth), 0, "{fen}, depth {depth}");
                assert_eq!(perft_plain(&position, depth), 0, "{fen}, depth {depth}");
                assert_eq!(perft_with(&mut position.clone(), depth), 0, "{fen}, depth {depth}");
                assert_eq!(statistics(&position, depth).nodes, 0, "{fen}, depth {depth}");
                assert!(Subtrees::new(&position, depth).is_empty(), "{fen}, depth {depth}");
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore)]
    fn a_line_of_forced_moves_is_followed_as_far_as_is_promised() {
        let forced = position(FORCED);
        for depth in [1, RECURSED, RECURSED + 1, 1_000, MAX_LINE] {
            assert_eq!(perft(&forced, depth), 1, "depth {depth}");
            assert_eq!(perft_plain(&forced, depth), 1, "depth {depth}");
            assert_eq!(perft_with(&mut forced.clone(), depth), 1, "depth {depth}");
            assert_eq!(statistics(&forced, depth).nodes, 1, "depth {depth}");
            assert_eq!(Perft::new().divide(&forced, depth)[0].1, 1, "depth {depth}");
        }
        let too_deep = MAX_LINE + RECURSED + 1;
        assert_eq!(perft(&forced, too_deep), u128::MAX);
        assert_eq!(perft_plain(&forced, too_deep), u128::MAX);
        assert_eq!(perft_with(&mut forced.clone(), too_deep), u128::MAX);
        assert_eq!(statistics(&forced, too_deep).nodes, u64::MAX);
        for (depth, leaves) in [(MAX_LINE, 1), (MAX_LINE + 1, u128::MAX)] {
            assert_eq!(divide_with(&mut forced.clone(), depth)[0].1, leaves, "depth {depth}");
        }
    }

    /// What is left of a line for recursion is what the list has not walked.
    #[test]
    fn the_list_ends_where_recursion_begins() {
        for (depth, walked) in
            [(RECURSED, 0), (RECURSED + 1, 1), (RECURSED + 2, 2), (1_000, 1_000 - RECURSED)]
        {
            let mut trees = Vec::new();
            let whole = each_tree(&mut position(FORCED), depth, |node, left| trees.push((node.key(), left)));
            assert!(whole.is_ok(), "depth {depth}");
            let reached = (0..walked).fold(position(FORCED), |node, _| node.after(node.legal_moves()[0]));
            assert_eq!(trees, [(reached.key(), depth - walked)], "depth {depth}");
        }
    }

    #[test]
    fn the_forced_line_is_forced() {
        let mut position = position(FORCED);
        for _ in 0..100 {
            assert_eq!(position.legal_moves().len(), 1, "{position}");
            position = position.after(position.legal_moves()[0]);
        }
    }
}
