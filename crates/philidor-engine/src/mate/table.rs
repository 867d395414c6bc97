//! What was proved about mates in positions.
//!
//! ```text
//! 63 ──────────────── 16   15 ── 8   7 ── 0
//!   the key's upper part   mates in  not in     counted in moves of the side to move; 0 if nothing is known
//! ```

/// In how many moves the side to move forces mate, and in how many it cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MateBounds {
    /// It does in this many, or fewer.
    pub(crate) mates_in: Option<u8>,
    /// It does not in this many, nor in fewer.
    pub(crate) not_in: u8,
}

/// The number of pairs of entries; 8 MiB.
const PAIRS: usize = 1 << 19;

/// A table of bounds. A new entry replaces the one of its pair that took less work.
#[derive(Debug)]
pub(crate) struct MateTable(Box<[[u64; 2]]>);

impl MateTable {
    pub(crate) fn new() -> MateTable {
        MateTable(vec![[0; 2]; PAIRS].into())
    }

    /// What was proved of the position with a key.
    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> MateBounds {
        let word = self.0[key as usize % PAIRS].into_iter().find(|word| (word ^ key) >> 16 == 0);
        unpack(word.unwrap_or_default())
    }

    /// Records that the side to move forces mate in at most `moves` moves.
    #[inline(always)]
    pub(crate) fn put_mate(&mut self, key: u64, moves: u32) {
        let known = self.get(key);
        let moves = moves.min(255) as u8;
        let mates_in = Some(known.mates_in.map_or(moves, |known| known.min(moves)));
        self.put(key, MateBounds { mates_in, ..known });
    }

    /// Records that the side to move cannot force mate in `moves` moves.
    #[inline(always)]
    pub(crate) fn put_refuted(&mut self, key: u64, moves: u32) {
        let known = self.get(key);
        self.put(key, MateBounds { not_in: known.not_in.max(moves.min(255) as u8), ..known });
    }

    #[inline(always)]
    fn put(&mut self, key: u64, bounds: MateBounds) {
        let pair = &mut self.0[key as usize % PAIRS];
        let work = |word: u64| (word as u8).max((word >> 8) as u8);
        let is_same = |word: u64| (word ^ key) >> 16 == 0;
        let at = if is_same(pair[0]) {
            0
        } else if is_same(pair[1]) {
            1
        } else {
            usize::from(work(pair[1]) <= work(pair[0]))
        };
        let MateBounds { mates_in, not_in } = bounds;
        pair[at] = key >> 16 << 16 | u64::from(mates_in.unwrap_or_default()) << 8 | u64::from(not_in);
    }
}

#[inline(always)]
fn unpack(word: u64) -> MateBounds {
    let mates_in = (word >> 8) as u8;
    MateBounds { mates_in: (mates_in > 0).then_some(mates_in), not_in: word as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_of_an_outcome_are_kept() {
        let mut table = MateTable::new();
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(table.get(key), MateBounds { mates_in: None, not_in: 0 });
        table.put_refuted(key, 2);
        table.put_refuted(key, 1);
        table.put_mate(key, 5);
        table.put_mate(key, 4);
        table.put_mate(key, 6);
        assert_eq!(table.get(key), MateBounds { mates_in: Some(4), not_in: 2 });
        assert_eq!(table.get(key ^ 1 << 40), MateBounds { mates_in: None, not_in: 0 });
    }

    #[test]
    fn what_took_most_stays() {
        let mut table = MateTable::new();
        let keys = [1_u64, 2, 3].map(|number| number << 32);
        for (key, moves) in keys.into_iter().zip([5, 3, 4]) {
            table.put_refuted(key, moves);
        }
        assert_eq!(keys.map(|key| table.get(key).not_in), [5, 0, 4]);
    }
}
