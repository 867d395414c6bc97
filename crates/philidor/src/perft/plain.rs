//! The oracle: every move is written, played with its key kept, and taken back, down to the last leaf.

use alloc::vec::Vec;
use core::hint::black_box;

use crate::cpu::{self, Cpu, Job, Level};
use crate::movegen::{MoveKind, list_at};
use crate::position::Position;
use crate::types::MoveList;

/// Counts the tree below a position.
pub(super) fn count(cpu: Cpu, position: &Position, depth: u32) -> u128 {
    let mut lists: Vec<MoveList> = (0..depth).map(|_| MoveList::new()).collect();
    let mut position = *position;
    u128::from(cpu::dispatch_without_gfni_at(cpu, Plain { position: &mut position, lists: &mut lists }))
}

/// A subtree as deep as there are lists, one for each ply.
struct Plain<'a> {
    position: &'a mut Position,
    lists: &'a mut [MoveList],
}

impl Job for Plain<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u64 {
        let Some((list, deeper)) = self.lists.split_first_mut() else {
            return 1;
        };
        list_at(L::CPU, self.position, MoveKind::All, list);
        let mut count = 0;
        for &mv in list.iter() {
            let undo = self.position.play_unchecked(mv);
            count += if deeper.is_empty() {
                // A leaf: its key is computed and used, or the compiler would leave it out.
                black_box(self.position.key());
                1
            } else {
                level.call(Plain { position: self.position, lists: deeper })
            };
            self.position.undo(mv, undo);
        }
        count
    }
}
