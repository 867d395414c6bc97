//! The tree: alpha-beta with a principal variation, deepened iteratively.

use crate::{
    Board, Rules, Value, Work,
    memory::{MAX_PLY, Memory},
    picker::Picker,
    table::{Bound, Entry},
};

/// The value of mate at the root; one less for each ply further away.
const MATE: i32 = 30_000;

/// A search to a fixed depth.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The depth of the last iteration.
    pub depth: i32,
    /// The table has room for `1 << table_bits` positions; three quarters of them may be used.
    pub table_bits: u32,
}

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The positions that were looked at, quiescence included.
    pub nodes: u64,
    /// In centipawns, from the side to move.
    pub value: i32,
    /// The place of the best move.
    pub best: u16,
    /// Whether the table was large enough. If not, the tree may be another one with another board.
    pub has_room: bool,
}

impl Report {
    /// The nodes; 0 if the table was too small, since they are worth nothing then.
    pub fn comparable_nodes(&self) -> u128 {
        if self.has_room { u128::from(self.nodes) } else { 0 }
    }
}

impl Search {
    /// A search with room for 786,432 positions, which take 16 MiB.
    pub fn to_depth(depth: u32) -> Search {
        Search { depth: depth.min(64) as i32, table_bits: 20 }
    }

    /// Searches a position.
    pub fn run<B: Board, R: Rules<B>>(self, rules: R, position: &mut B::Position) -> Report {
        let mut memory = Memory::new(self.table_bits);
        let mut value = 0;
        for depth in 1..=self.depth {
            let line = Line {
                value: rules.value(position),
                position: &mut *position,
                memory: &mut memory,
                bounds: (-MATE, MATE),
                depth,
                ply: 0,
                reversible: 0,
                may_pass: true,
            };
            value = rules.enter(Full(line));
        }
        let best =
            memory.table.get(rules.key(position) | 1).and_then(|entry| rules.find(position, entry.digest));
        let best = best.map_or(0, |mv| rules.place(position, mv));
        Report { nodes: memory.nodes, value, best, has_room: memory.has_room }
    }
}

/// A node, and what is known of the line that leads to it.
struct Line<'a, P> {
    position: &'a mut P,
    memory: &'a mut Memory,
    value: Value,
    bounds: (i32, i32),
    depth: i32,
    ply: usize,
    /// How many of the last moves were neither captures nor moves of pawns.
    reversible: usize,
    may_pass: bool,
}

/// A node of the full-width search.
struct Full<'a, P>(Line<'a, P>);

/// A node of the quiescence search, which looks only at captures, promotions and evasions.
struct Quiescence<'a, P>(Line<'a, P>);

impl<B: Board> Work<B> for Full<'_, B::Position> {
    type Output = i32;

    #[inline(always)]
    fn run<R: Rules<B>>(self, rules: R) -> i32 {
        let Line { position, memory, value, bounds: (mut alpha, beta), mut depth, ply, reversible, may_pass } =
            self.0;
        // A key of zero would stand for an empty place of the table.
        let key = rules.key(position) | 1;
        memory.keys[ply] = key;
        if ply > 0 && (reversible >= 100 || repeats(&memory.keys[..=ply], reversible)) {
            memory.nodes += 1;
            return 0;
        }
        let is_check = rules.is_check(position);
        depth += i32::from(is_check);
        if depth <= 0 || ply == MAX_PLY {
            let line =
                Line { position, memory, value, bounds: (alpha, beta), depth, ply, reversible, may_pass };
            return rules.enter(Quiescence(line));
        }
        memory.nodes += 1;
        let known = memory.table.get(key);
        if let Some(entry) = known
            && ply > 0
            && i32::from(entry.depth) >= depth
        {
            let value = from_table(entry.value, ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if decides {
                return value;
            }
        }
        let turn = rules.turn(position);
        if may_pass && !is_check && depth >= 3 && beta - alpha == 1 && rules.has_pieces(position) {
            let now = value.centipawns(turn);
            if now >= beta {
                let found = -rules.passed(position, |position| {
                    let line = Line {
                        position,
                        memory: &mut *memory,
                        value,
                        bounds: (-beta, 1 - beta),
                        depth: depth - 3,
                        ply: ply + 1,
                        reversible: 0,
                        may_pass: false,
                    };
                    rules.enter(Full(line))
                });
                if found >= beta {
                    return beta;
                }
            }
        }

        let killers = memory.killers[ply];
        let mut picker =
            Picker::<B>::new([known.map_or(0, |entry| entry.digest), killers[0], killers[1]], false);
        let (mut best, mut best_digest, mut bound, mut index) = (-MATE, 0, Bound::AtMost, 0);
        while let Some(picked) = picker.next(rules, position, memory) {
            if depth > 1
                && let Some(key) = rules.key_after(position, picked.mv)
            {
                memory.table.prefetch(key | 1);
                // The table entry of the next move arrives while this one is searched.
                if let Some(mv) = picker.peek()
                    && let Some(key) = rules.key_after(position, mv)
                {
                    memory.table.prefetch(key | 1);
                }
            }
            let after = rules.value_after(position, picked.mv, value);
            let (moved, _) = rules.pieces(position, picked.mv);
            let reversible = if picked.is_quiet && moved != 0 { reversible + 1 } else { 0 };
            let reduction =
                if depth >= 3 && index >= 4 && picked.is_quiet && !is_check { 1 + index / 12 } else { 0 };
            let found = rules.child(position, picked.mv, |position| {
                let mut search = |bounds, depth| {
                    let line = Line {
                        position: &mut *position,
                        memory: &mut *memory,
                        value: after,
                        bounds,
                        depth,
                        ply: ply + 1,
                        reversible,
                        may_pass: true,
                    };
                    -rules.enter(Full(line))
                };
                let mut found = alpha + 1;
                if reduction > 0 {
                    found = search((-alpha - 1, -alpha), depth - 1 - reduction);
                }
                if index > 0 && found > alpha {
                    found = search((-alpha - 1, -alpha), depth - 1);
                }
                if index == 0 || (found > alpha && found < beta) {
                    found = search((-beta, -alpha), depth - 1);
                }
                found
            });
            index += 1;
            if found > best {
                best = found;
                if found > alpha {
                    (alpha, best_digest, bound) = (found, rules.digest(position, picked.mv), Bound::Exact);
                }
            }
            if alpha >= beta {
                bound = Bound::AtLeast;
                if picked.is_quiet {
                    let names = (rules.digest(position, picked.mv), picked.place);
                    memory.reward(turn, ply, names, depth);
                }
                break;
            }
        }
        if index == 0 {
            return if is_check { ply as i32 - MATE } else { 0 };
        }
        let digest = if best_digest == 0 { known.map_or(0, |entry| entry.digest) } else { best_digest };
        let entry = Entry { key, value: to_table(best, ply), digest, depth: depth.min(127) as i8, bound };
        memory.has_room &= memory.table.put(entry);
        best
    }
}

impl<B: Board> Work<B> for Quiescence<'_, B::Position> {
    type Output = i32;

    #[inline(always)]
    fn run<R: Rules<B>>(self, rules: R) -> i32 {
        let Line { position, memory, value, bounds: (mut alpha, beta), depth, ply, .. } = self.0;
        memory.nodes += 1;
        let now = value.centipawns(rules.turn(position));
        let is_check = rules.is_check(position);
        if ply == MAX_PLY {
            return now;
        }
        let mut best = if is_check { ply as i32 - MATE } else { now };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut picker = Picker::<B>::new([0; 3], !is_check);
        while let Some(picked) = picker.next(rules, position, memory) {
            let after = rules.value_after(position, picked.mv, value);
            let found = rules.child(position, picked.mv, |position| {
                let line = Line {
                    position,
                    memory: &mut *memory,
                    value: after,
                    bounds: (-beta, -alpha),
                    depth: depth - 1,
                    ply: ply + 1,
                    reversible: 0,
                    may_pass: true,
                };
                -rules.enter(Quiescence(line))
            });
            best = best.max(found);
            alpha = alpha.max(found);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Whether the last position occurred before in this line, since the last irreversible move.
#[inline(always)]
fn repeats(keys: &[u64], reversible: usize) -> bool {
    let Some((&now, before)) = keys.split_last() else { return false };
    let mut back = 2;
    while back <= reversible && back <= before.len() {
        if before[before.len() - back] == now {
            return true;
        }
        back += 2;
    }
    false
}

/// Mates are counted from the node in the table, from the root in the tree.
#[inline(always)]
fn to_table(value: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    let value = if value > MATE - 1000 {
        value + ply
    } else if value < 1000 - MATE {
        value - ply
    } else {
        value
    };
    value.clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16
}

#[inline(always)]
fn from_table(value: i16, ply: usize) -> i32 {
    let (value, ply) = (i32::from(value), ply as i32);
    if value > MATE - 1000 {
        value - ply
    } else if value < 1000 - MATE {
        value + ply
    } else {
        value
    }
}
