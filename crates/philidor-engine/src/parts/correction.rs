//! Correction history: by how much evaluations are wrong, learned from the search.
//!
//! An evaluation errs in the same direction in many positions with the same pawns, or with the same pieces of one side.
//! The table keeps the difference between the result of a search and the evaluation under these keys, and adds it the
//! next time.

use philidor::{Color, search_support::Keys};

/// The entries of each table for each side to move.
const PLACES: usize = 16_384;

/// The unit of the entries: 256ths of a centipawn.
const UNIT: i32 = 256;

/// The largest correction, in the unit; the smallest is its negative.
const LIMIT: i32 = 64 * UNIT;

/// The largest weight of a new difference, in 256ths.
const MAX_WEIGHT: i32 = 16;

/// The errors of evaluations, by pawn structure and by the pieces of each side.
#[derive(Clone, Debug)]
pub(crate) struct CorrectionHistory {
    tables: [Box<[[i16; PLACES]]>; 3],
}

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        CorrectionHistory { tables: [(); 3].map(|()| vec![[0; PLACES]; 2].into()) }
    }
}

#[inline(always)]
fn places(keys: &Keys) -> [usize; 3] {
    let keys = [keys.pawns(), keys.non_pawns(Color::White), keys.non_pawns(Color::Black)];
    keys.map(|key| (key >> 32) as usize % PLACES)
}

impl CorrectionHistory {
    pub(crate) fn clear(&mut self) {
        self.tables.iter_mut().for_each(|table| table.as_flattened_mut().fill(0));
    }

    /// What to add to an evaluation for the side to move.
    #[inline(always)]
    pub(crate) fn correction(&self, keys: &Keys, color: Color) -> i32 {
        let [pawns, white, black] = places(keys);
        let side = color.index();
        let sum = 2 * i32::from(self.tables[0][side][pawns])
            + i32::from(self.tables[1][side][white])
            + i32::from(self.tables[2][side][black]);
        sum / (2 * UNIT)
    }

    /// Learns that the search found this much more than the corrected evaluation.
    #[inline(always)]
    pub(crate) fn learn(&mut self, keys: &Keys, color: Color, difference: i32, depth: i32) {
        let weight = (depth + 1).min(MAX_WEIGHT);
        let target = (difference * UNIT).clamp(-LIMIT * 4, LIMIT * 4);
        for (table, place) in self.tables.iter_mut().zip(places(keys)) {
            let entry = &mut table[color.index()][place];
            let before = i32::from(*entry);
            *entry = (before + target * weight / 256).clamp(-LIMIT, LIMIT) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use philidor::Position;

    use super::*;

    #[test]
    fn a_lasting_error_is_corrected() {
        let keys = Keys::of(&Position::default());
        let mut corrections = CorrectionHistory::default();
        assert_eq!(corrections.correction(&keys, Color::White), 0);
        for _ in 0..200 {
            let now = corrections.correction(&keys, Color::White);
            corrections.learn(&keys, Color::White, 40 - now, 8);
        }
        assert!((35..=45).contains(&corrections.correction(&keys, Color::White)));
        assert_eq!(corrections.correction(&keys, Color::Black), 0);
        corrections.clear();
        assert_eq!(corrections.correction(&keys, Color::White), 0);
    }
}
