//! Pawn skeletons, followed through moves that are not played.
//!
//! A pawn leaves the square where a move begins and stands where it ends, and whatever was there is gone. So the origin
//! and destination of each move determine all pawns at each ply, without a board, a legal move or a key:
//!
//! ```text
//! e4 c5 Nf3 d6 d4 cxd4      d4 takes the pawn from d2; cxd4 the one from c5, and the white one there is gone
//! exd6 e.p.                 the pawn on d5, too
//! e8=Q                      the pawn on e7 stands nowhere
//! ```

use philidor::{Bitboard, Board, Color, MoveDigest, MoveType, PieceType, Position, Square};

use crate::board::pawn_home;
use crate::bounds::Requirements;
use crate::pattern::Pattern;

/// With more skeletons than this, plies are not checked for them.
const MAX_SKELETONS: usize = 8;

/// All pawns of White and of Black.
type Pawns = [Bitboard; 2];

/// Skeletons, one of which every game with a pattern has at some ply.
#[derive(Clone, Debug)]
pub(super) struct Skeletons {
    /// None if the pattern names none.
    all: Vec<Skeleton>,
    /// Pawns that are at home where the pattern holds.
    kept: Bitboard,
}

/// The pawns of one side or of both.
#[derive(Clone, Copy, Debug)]
struct Skeleton {
    pawns: Pawns,
    /// All squares for a side whose pawns matter, none for the other.
    asked: Pawns,
}

impl Skeletons {
    pub(super) fn of(pattern: &Pattern) -> Skeletons {
        let all = skeletons(pattern).filter(|all| all.len() <= MAX_SKELETONS).unwrap_or_default();
        Skeletons { all, kept: Requirements::of(pattern).home_pawns }
    }

    /// Whether a game may have the pattern at some ply.
    #[inline]
    pub(super) fn allow(&self, start: &Position, moves: impl Iterator<Item = MoveDigest>) -> bool {
        if self.all.is_empty() {
            return true;
        }
        let mut pawns = pawns_of(start.board());
        if self.have(pawns) {
            return true;
        }
        let home = Color::ALL.map(pawn_home);
        for digest in moves {
            follow(&mut pawns, digest);
            if self.have(pawns) {
                return true;
            }
            // A pawn that has left home does not come back.
            if !self.kept.is_subset_of(pawns[0] & home[0] | pawns[1] & home[1]) {
                return false;
            }
        }
        false
    }

    #[inline]
    fn have(&self, [white, black]: Pawns) -> bool {
        self.all.iter().any(|Skeleton { pawns, asked }| {
            ((white ^ pawns[0]) & asked[0] | (black ^ pawns[1]) & asked[1]).is_empty()
        })
    }
}

/// The skeletons, one of which every game with a pattern has; `None` if such a game may have none.
fn skeletons(pattern: &Pattern) -> Option<Vec<Skeleton>> {
    let fewest = |all: &mut dyn Iterator<Item = &Pattern>| all.filter_map(skeletons).min_by_key(Vec::len);
    match pattern {
        Pattern::Pawns { white: None, black: None } => None,
        Pattern::Pawns { white, black } => {
            let asked =
                |pawns: &Option<Bitboard>| if pawns.is_some() { Bitboard::FULL } else { Bitboard::EMPTY };
            let pawns = [white, black].map(|pawns| pawns.unwrap_or_default());
            Some(vec![Skeleton { pawns, asked: [asked(white), asked(black)] }])
        }
        Pattern::Position(position) => {
            Some(vec![Skeleton { pawns: pawns_of(position.board()), asked: [Bitboard::FULL; 2] }])
        }
        Pattern::For(pattern, _) | Pattern::Once(pattern) => skeletons(pattern),
        // Each part holds at some ply, and each step.
        Pattern::All(patterns) => fewest(&mut patterns.iter()),
        Pattern::Sequence(steps) => fewest(&mut steps.iter().map(|step| &step.pattern)),
        Pattern::Any(patterns) => {
            let each = patterns.iter().map(skeletons).collect::<Option<Vec<_>>>()?;
            Some(each.concat())
        }
        _ => None,
    }
}

fn pawns_of(board: &Board) -> Pawns {
    Color::ALL.map(|color| board.colored_pieces(color, PieceType::Pawn))
}

/// The pawns after a move.
#[inline(always)]
fn follow(pawns: &mut Pawns, digest: MoveDigest) {
    let (orig, dest) = (digest.orig_square(), digest.dest_square());
    let (from, to) = (Bitboard::from(orig), Bitboard::from(dest));
    let move_type = digest.move_type();
    let arrives = if move_type == MoveType::Promotion { Bitboard::EMPTY } else { to };
    let taken = if move_type == MoveType::EnPassant {
        Square::new(dest.file(), orig.rank()).into()
    } else {
        Bitboard::EMPTY
    };
    for side in pawns {
        let moves = side.intersects(from);
        *side -= from | to | taken;
        *side |= if moves { arrives } else { Bitboard::EMPTY };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SplitMix64 (Sebastiano Vigna).
    fn below(seed: &mut u64, bound: usize) -> usize {
        *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*seed ^ *seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }

    #[test]
    fn pawns_are_followed_as_a_board_has_them() {
        let starts = [
            Position::default(),
            "7k/PPPP4/8/pp3Pp1/PP1Pp3/8/4pp1p/K7 w - g6 0 1".parse().expect("a position"),
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1".parse().expect("a position"),
        ];
        let (mut en_passant, mut promotions, mut pawns_taken, mut seed) = (0, 0, 0, 1);
        for game in 0..600 {
            let mut position: Position = starts[game % starts.len()];
            let mut pawns = pawns_of(position.board());
            for _ in 0..150 {
                let moves = position.legal_moves();
                // En passant is rare, so it is played where it can be.
                let rare = moves.iter().find(|mv| mv.move_type() == MoveType::EnPassant);
                let Some(&mv) = rare.or_else(|| moves.get(below(&mut seed, moves.len().max(1)))) else {
                    break;
                };
                en_passant += usize::from(mv.move_type() == MoveType::EnPassant);
                promotions += usize::from(mv.move_type() == MoveType::Promotion);
                let before = pawns_of(position.board()).map(|side| side.len()).iter().sum::<u32>();
                follow(&mut pawns, mv.digest());
                position.play_unchecked(mv);
                assert_eq!(pawns, pawns_of(position.board()), "{mv:?} to {position}");
                let after = pawns.map(|side| side.len()).iter().sum::<u32>();
                pawns_taken += usize::from(after < before && mv.move_type() == MoveType::Normal);
            }
        }
        assert!(
            en_passant > 50 && promotions > 200 && pawns_taken > 2_000,
            "{en_passant} {promotions} {pawns_taken}"
        );
    }

    /// Which games are ruled out: those in which no position has the pawns.
    #[test]
    fn a_game_is_allowed_if_one_of_its_positions_has_the_pawns() {
        let pawns = |position: &Position, colors: [bool; 2]| {
            let [white, black] = pawns_of(position.board());
            let side = |is_asked: bool, pawns| is_asked.then_some(pawns);
            Pattern::Pawns { white: side(colors[0], white), black: side(colors[1], black) }
        };
        let (mut seed, mut counts) = (7, [0; 2]);
        let mut games = Vec::new();
        for _ in 0..60 {
            let (mut position, mut digests, mut positions) = (Position::default(), Vec::new(), Vec::new());
            for _ in 0..40 {
                positions.push(position);
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(below(&mut seed, moves.len().max(1))) else { break };
                digests.push(mv.digest());
                position.play_unchecked(mv);
            }
            positions.push(position);
            games.push((digests, positions));
        }
        for (_, wanted) in &games {
            for colors in [[true, true], [true, false], [false, true]] {
                let wanted = &wanted[below(&mut seed, wanted.len())];
                let pattern = pawns(wanted, colors);
                for pattern in [pattern.clone(), pattern.either_color(), Pattern::Position(Box::new(*wanted))]
                {
                    let skeletons = Skeletons::of(&pattern);
                    for (digests, positions) in &games {
                        let has = positions.iter().any(|position| skeletons.have(pawns_of(position.board())));
                        let allows = skeletons.allow(&positions[0], digests.iter().copied());
                        assert_eq!(allows, has, "{pattern:?}");
                        counts[usize::from(allows)] += 1;
                    }
                }
            }
        }
        assert!(counts[0] > 10_000 && counts[1] > 1_000, "{counts:?}");
    }
}
