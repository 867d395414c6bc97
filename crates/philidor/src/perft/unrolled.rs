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
        child.play_unchecked(mv);
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
