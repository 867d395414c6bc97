//! Positions of random games in which much happens: captures, drops, promotions and checks are preferred.

use philidor::{GamePosition, Move};
use philidor_variants::{AnyPosition, Variant};

/// How many half-moves a game has at most.
const MAX_PLIES: usize = 120;

/// One position in about this many is taken, so that a game gives several that differ.
const EVERY: usize = 5;

/// The positions of random games of a variant, every second one from a start of Chess960 where there are such.
pub(super) struct Games {
    variant: Variant,
    random: Random,
    games: u16,
    plies: usize,
    position: AnyPosition,
}

impl Games {
    pub(super) fn new(variant: Variant, seed: u64) -> Games {
        let position = AnyPosition::start(variant);
        Games { variant, random: Random(seed), games: 0, plies: 0, position }
    }

    fn begin(&mut self) {
        self.games += 1;
        self.plies = 0;
        let number = self.random.below(960) as u16;
        let other = if self.games % 2 == 1 { AnyPosition::chess960(self.variant, number) } else { None };
        self.position = other.unwrap_or_else(|| AnyPosition::start(self.variant));
    }

    /// A legal move; one of those with consequences in half of the cases.
    fn choose(&mut self, moves: &[Move]) -> Move {
        let checks = |mv: &Move| self.position.after(*mv).is_check();
        let lively = |mv: &&Move| mv.is_tactical() || mv.is_drop() || checks(mv);
        let is_liked = self.random.below(2) == 0;
        let liked: Vec<Move> = moves.iter().filter(|mv| is_liked && lively(mv)).copied().collect();
        let from = if liked.is_empty() { moves } else { &liked };
        from[self.random.below(from.len())]
    }
}

impl Iterator for Games {
    type Item = (String, AnyPosition);

    /// A position in which the game is not over, and a name for it.
    fn next(&mut self) -> Option<(String, AnyPosition)> {
        let steps = 1 + self.random.below(2 * EVERY - 1);
        let mut moves = self.position.legal_moves();
        for _ in 0..steps {
            if moves.is_empty() || self.plies == MAX_PLIES {
                self.begin();
            } else {
                let mv = self.choose(&moves);
                self.position.play_unchecked(mv);
                self.plies += 1;
            }
            moves = self.position.legal_moves();
        }
        if moves.is_empty() {
            self.begin();
        }
        Some((format!("game-{}-ply-{}", self.games + 1, self.plies), self.position))
    }
}

/// A small random number generator (SplitMix64, Sebastiano Vigna).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_continue_and_have_what_is_liked() {
        for variant in Variant::ALL {
            let positions: Vec<AnyPosition> =
                Games::new(variant, 1).take(300).map(|(_, position)| position).collect();
            assert!(positions.iter().all(|position| !position.legal_moves().is_empty()), "{variant}");
            let lively = |position: &AnyPosition| {
                let moves = position.legal_moves();
                moves.iter().any(|mv| mv.is_tactical() || mv.is_drop())
            };
            let count = positions.iter().filter(|position| lively(position)).count();
            assert!(count > 50, "{variant}: {count}");
            let others = positions.iter().filter(|position| position.is_chess960()).count();
            let has_none = matches!(variant, Variant::RacingKings | Variant::Antichess | Variant::Suicide);
            assert_eq!(others == 0, has_none, "{variant}");
        }
    }
}
