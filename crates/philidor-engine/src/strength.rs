//! Weaker play on purpose, for `UCI_LimitStrength`: fewer nodes for a move, and nothing else.
//!
//! A weak engine of this kind makes no blunders on purpose and never looks away from a mate; it sees less far, the same in
//! every position, on every machine.
//!
//! **Unmeasured:** the table says which number of nodes stands for which `UCI_Elo`. It is a guess, by the rule of thumb
//! that twice the nodes are worth 80 to 120 Elo, until matches have measured it; then it changes here, and only here.

/// `UCI_Elo`, and the nodes of a move that stand for it.
const LEVELS: [(u32, u64); 8] = [
    (1_300, 16),
    (1_700, 64),
    (2_050, 256),
    (2_330, 1_024),
    (2_580, 4_096),
    (2_800, 16_384),
    (2_960, 65_536),
    (3_100, 262_144),
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
        assert_eq!((nodes_at(0), nodes_at(1_500), nodes_at(9_999)), (16, 32, 262_144));
        assert!((MIN_ELO..MAX_ELO).all(|elo| nodes_at(elo) <= nodes_at(elo + 1)));
    }
}
