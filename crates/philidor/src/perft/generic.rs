//! Counting with any generator: its moves are listed, played and taken back, down to the last leaf.

use alloc::vec::Vec;

use super::unrolled::{self, MAX_LINE};
use crate::movegen::{MoveGenerator, MoveKind};
use crate::types::{Move, MoveList};

/// Counts the leaves of the tree with any [`MoveGenerator`], which is unchanged afterwards.
///
/// Every leaf is played, since that is how most generators learn whether it is legal.
///
/// ```
/// use philidor::{perft::perft_with, MoveGenerator, Position};
/// let mut generator = Position::from_position(&Position::default())?;
/// assert_eq!(perft_with(&mut generator, 3), 8_902);
/// # Ok::<(), philidor::Unrepresentable>(())
/// ```
#[must_use]
pub fn perft_with<G: MoveGenerator>(generator: &mut G, depth: u32) -> u128 {
    unrolled::count(generator, depth, |generator, depth| {
        let mut lists: Vec<MoveList> = (0..depth).map(|_| MoveList::new()).collect();
        u128::from(count(generator, &mut lists))
    })
}

/// Counts the leaves below each legal move with any [`MoveGenerator`], in the order in which it lists them. Empty at
/// depth 0, where no move is played.
///
/// ```
/// use philidor::{perft::divide_with, Position};
/// let counts = divide_with(&mut Position::default(), 2);
/// assert!(counts.iter().all(|&(_, count)| count == 20));
/// ```
#[must_use]
pub fn divide_with<G: MoveGenerator>(generator: &mut G, depth: u32) -> Vec<(Move, u128)> {
    let Some(deeper) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let legal = generator.legal_moves_of(MoveKind::All);
    let divide = |mv| {
        let undo = generator.play_unchecked(mv);
        let count = match perft_with(generator, deeper) {
            // The line is too long only together with the move above it.
            1.. if depth > MAX_LINE => u128::MAX,
            count => count,
        };
        generator.undo(mv, undo);
        (mv, count)
    };
    legal.into_iter().map(divide).collect()
}

/// Counts a tree as deep as there are lists, one for each ply.
fn count<G: MoveGenerator>(generator: &mut G, lists: &mut [MoveList]) -> u64 {
    let Some((list, deeper)) = lists.split_first_mut() else {
        return 1;
    };
    generator.write_moves(MoveKind::All, list);
    let mut leaves = 0;
    for &mv in list.iter() {
        let undo = generator.play_unchecked(mv);
        if generator.last_move_was_legal(mv) {
            leaves += count(generator, deeper);
        }
        generator.undo(mv, undo);
    }
    leaves
}
