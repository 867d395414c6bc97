//! Positions of random games in every variant, from the start and from starts of Chess960.

use philidor::GamePosition;
pub(crate) use philidor_proof::Random;
use philidor_variants::{AnyPosition, Variant};

/// Calls `each` with the positions of some random games of a variant; captures and promotions are liked, so that much
/// happens.
pub(crate) fn games(variant: Variant, count: usize, seed: u64, mut each: impl FnMut(&AnyPosition)) {
    let mut random = Random(seed ^ (variant as u64) << 32);
    // What a quick run has drawn is in the upper bits (`philidor_proof::seed`).
    let drawn = (seed >> 16) as usize % 960;
    for game in 0..count {
        let chess960 = || AnyPosition::chess960(variant, ((game + drawn) * 37 % 960) as u16);
        let start = if game % 2 == 1 { chess960() } else { None };
        let mut position = start.unwrap_or_else(|| AnyPosition::start(variant));
        for _ in 0..200 {
            each(&position);
            let mut moves = position.legal_moves();
            if random.below(3) == 0 && moves.iter().any(|mv| mv.is_tactical()) {
                moves.retain(|mv| mv.is_tactical());
            }
            let Some(&mv) = moves.get(random.below(moves.len())) else { break };
            position.play_unchecked(mv);
        }
    }
}
