//! Weaker play on purpose, for `UCI_LimitStrength`: fewer nodes for a move, on one thread, and nothing else.
//!
//! A weak engine of this kind makes no blunders on purpose and never looks away from a mate; it sees less far, the same
//! in every position, on every machine.
//!
//! The levels were measured in games against Stockfish 15.1 at its own `UCI_Elo`: a number of nodes gets the level of
//! Stockfish against which it scores half of the points. So the levels are on Stockfish's scale, which was set by games
//! of other engines at a longer time control, and not on that of people. `bench/record/strength.md` has the games: with
//! net 9 up to 4,096 nodes, above with net 2, 40 to 100 for each number of nodes, so that a level may be off by some 70
//! Elo in the middle and by more than 100 at both ends. Against each other levels are farther apart than these numbers
//! say: an engine that sees a half-move more of the same evaluation wins nearly always.

/// `UCI_Elo`, and the nodes of a move that stand for it.
const LEVELS: [(u32, u64); 8] = [
    (920, 64),
    (1_350, 128),
    (1_580, 256),
    (1_690, 512),
    (1_760, 1_024),
    (1_930, 4_096),
    (2_270, 16_384),
    (2_590, 65_536),
];

/// The lowest `UCI_Elo`.
pub(crate) const MIN_ELO: u32 = LEVELS[0].0;

/// The highest.
pub(crate) const MAX_ELO: u32 = LEVELS[LEVELS.len() - 1].0;

/// The nodes of a move at this `UCI_Elo`: between two levels each Elo multiplies by the same factor.
pub(crate) fn nodes_at(elo: u32) -> u64 {
    let elo = elo.clamp(MIN_ELO, MAX_ELO);
    let above = LEVELS.iter().position(|&(level, _)| level >= elo).unwrap_or(0);
    let (high, most) = LEVELS[above];
    let (low, least) = LEVELS[above.saturating_sub(1)];
    if high == low {
        return most;
    }
    let share = f64::from(elo - low) / f64::from(high - low);
    (least as f64 * (most as f64 / least as f64).powf(share)).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_elo_is_more_nodes() {
        assert!(LEVELS.iter().all(|&(elo, nodes)| nodes_at(elo) == nodes));
        assert_eq!((nodes_at(0), nodes_at(1_845), nodes_at(9_999)), (64, 2_048, 65_536));
        assert!((MIN_ELO..MAX_ELO).all(|elo| nodes_at(elo) <= nodes_at(elo + 1)));
    }
}
