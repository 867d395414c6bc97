//! Random games, and random numbers for them.

use philidor::{Move, MoveDigest, Position};
pub(crate) use philidor_proof::Random;

/// A game with its positions.
pub(crate) struct Game {
    /// One more than there are moves.
    pub(crate) positions: Vec<Position>,
    pub(crate) moves: Vec<Move>,
}

impl Game {
    /// A random game that likes captures, promotions and castling, so that much happens.
    pub(crate) fn random(random: &mut Random) -> Game {
        let starts = ["8/2k3P1/8/8/3p4/8/4P1K1/8 w - - 0 1", "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1"];
        let start = match random.below(4) {
            0 => random.one(&starts).parse().expect("a position"),
            1 => Position::chess960(random.below(960) as u16).expect("there are 960"),
            _ => Position::default(),
        };
        let (mut positions, mut played) = (vec![start], Vec::new());
        let mut position = start;
        for _ in 0..random.below(160) {
            let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
            if random.below(3) == 0 && moves.iter().any(|mv| mv.is_tactical()) {
                moves.retain(|mv| mv.is_tactical());
            }
            let castles = |mv: &Move| mv.castling_side().is_some();
            if random.below(2) == 0 && moves.iter().any(castles) {
                moves.retain(castles);
            }
            if moves.is_empty() {
                break;
            }
            let mv = random.one(&moves);
            position.play_unchecked(mv);
            positions.push(position);
            played.push(mv);
        }
        Game { positions, moves: played }
    }

    pub(crate) fn digests(&self) -> impl Iterator<Item = MoveDigest> + Clone + '_ {
        self.moves.iter().map(|mv| mv.digest())
    }
}
