//! What a search remembers from node to node: the transposition table, killers and histories, and the keys of the line.

use crate::table::Table;

/// Lines are not followed further than this from the root.
pub(crate) const MAX_PLY: usize = 96;

/// What a search remembers from node to node.
pub(crate) struct Memory {
    pub(crate) table: Table,
    pub(crate) nodes: u64,
    pub(crate) has_room: bool,
    pub(crate) killers: [[u16; 2]; MAX_PLY + 1],
    history: Box<[[u16; 4096]; 2]>,
    pub(crate) keys: [u64; MAX_PLY + 1],
}

impl Memory {
    pub(crate) fn new(table_bits: u32) -> Memory {
        Memory {
            table: Table::new(table_bits),
            nodes: 0,
            has_room: true,
            killers: [[0; 2]; MAX_PLY + 1],
            history: Box::new([[0; 4096]; 2]),
            keys: [0; MAX_PLY + 1],
        }
    }

    #[inline(always)]
    pub(crate) fn history(&self, turn: usize, place: u16) -> u16 {
        self.history[turn & 1][usize::from(place) & 4095]
    }

    /// Rewards a quiet move that failed high: the nodes that follow try it earlier.
    #[inline(always)]
    pub(crate) fn reward(&mut self, turn: usize, ply: usize, (digest, place): (u16, u16), depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != digest {
            *killers = [digest, killers[0]];
        }
        let history = &mut self.history[turn & 1][usize::from(place) & 4095];
        *history = history.saturating_add((depth * depth) as u16);
        if *history > 60_000 {
            self.history.iter_mut().flatten().for_each(|history| *history /= 2);
        }
    }
}
