//! The history heuristic: the default engine orders moves by how good they have been before.
//!
//! ```text
//! butterfly history      by side, origin and destination, and whether the opponent attacks either
//! continuation history   by the move one, two or four plies back, and this one: countermoves, follow-up moves
//! capture history        by piece, destination and victim
//! killer moves           the last two quiet moves that caused a cutoff at this distance from the root
//! ```
//!
//! A move that causes a beta cutoff gains (*history bonus*), those tried before it lose (*malus*). A quiet move also
//! gains if no reply of the opponent reached alpha. The higher a score already is, the less it gains (*gravity*), so
//! that scores stay in bounds and follow what is happening now: `score += gain − score × |gain| ÷ limit`.

use philidor::{Move, MoveDigest, Position};

use super::ordering::{Cutoff, MoveOrdering, SearchPath, mvv_lva, piece_to_index};

/// The largest score; the smallest is its negative.
const LIMIT: i32 = 16_384;

/// How many pairs of a piece and a square there are: two colors, six piece types, 64 squares.
const PLACES: usize = 768;

/// Killers are kept to this distance from the root.
const KILLER_PLIES: usize = 256;

/// The butterfly, capture and continuation histories, and the killer moves. See [`SearchPath`].
#[derive(Clone, Debug)]
pub struct Histories {
    quiet: Box<[[i16; 4096]]>,
    capture: Box<[[i16; 6]]>,
    continuation: Box<[[i16; PLACES]]>,
    killers: Box<[[Option<MoveDigest>; 2]]>,
}

impl Default for Histories {
    fn default() -> Histories {
        Histories {
            quiet: vec![[0; 4096]; 8].into(),
            capture: vec![[0; 6]; PLACES].into(),
            continuation: vec![[0; PLACES]; PLACES].into(),
            killers: vec![[None; 2]; KILLER_PLIES].into(),
        }
    }
}

/// What a move gains when the node after it fails low, in percent of what it gains by a cutoff.
const FAIL_LOW_PERCENT: i32 = 60;

/// The bonus of a quiet move if the piece that moves gives check: most checks are too rare for the histories to know
/// them.
const DIRECT_CHECK: i32 = 6_000;

/// How many plies back the continuation histories look.
const BACK: [usize; 3] = [1, 2, 4];

/// The butterfly table of a move: a piece that is attacked should move, and not where it is attacked.
#[inline(always)]
fn butterfly(position: &Position, path: SearchPath<'_>, mv: Move) -> usize {
    let is_attacked = |square| usize::from(path.attacked().contains(square));
    position.side_to_move().index() * 4 + is_attacked(mv.orig_square()) * 2 + is_attacked(mv.dest_square())
}

#[inline(always)]
fn from_to(mv: Move) -> usize {
    mv.orig_square().index() * 64 + mv.dest_square().index()
}

/// A score with a gain or, if negative, a loss.
#[inline(always)]
fn add(score: &mut i16, gain: i32) {
    let before = i32::from(*score);
    *score = (before + gain - before * gain.abs() / LIMIT) as i16;
}

#[inline(always)]
fn gain(depth: i32) -> i32 {
    (170 * depth - 60).clamp(60, 1_800)
}

impl Histories {
    #[inline(always)]
    fn add_quiet(&mut self, position: &Position, path: SearchPath<'_>, mv: Move, gain: i32) {
        add(&mut self.quiet[butterfly(position, path, mv)][from_to(mv)], gain);
        let place = piece_to_index(position, mv);
        for back in BACK {
            if let Some(before) = path.placed(back) {
                add(&mut self.continuation[before][place], gain);
            }
        }
    }

    #[inline(always)]
    fn add_tactical(&mut self, position: &Position, mv: Move, gain: i32) {
        let victim = mv.captured_piece().map_or(0, |piece_type| piece_type.index());
        add(&mut self.capture[piece_to_index(position, mv)][victim], gain);
    }
}

impl MoveOrdering for Histories {
    fn age(&mut self) {
        self.killers.fill([None; 2]);
    }

    fn clear(&mut self) {
        self.age();
        self.quiet.as_flattened_mut().fill(0);
        self.capture.as_flattened_mut().fill(0);
        self.continuation.as_flattened_mut().fill(0);
    }

    #[inline(always)]
    fn killers(&self, path: SearchPath<'_>) -> [Option<MoveDigest>; 2] {
        self.killers.get(path.ply()).copied().unwrap_or_default()
    }

    #[inline(always)]
    fn score_tactical(&self, position: &Position, mv: Move) -> i32 {
        let victim = mv.captured_piece().map_or(0, |piece_type| piece_type.index());
        mvv_lva(mv) * 512 + i32::from(self.capture[piece_to_index(position, mv)][victim])
    }

    #[inline(always)]
    fn score_quiet(&self, position: &Position, path: SearchPath<'_>, mv: Move) -> i32 {
        let mut score = i32::from(self.quiet[butterfly(position, path, mv)][from_to(mv)]);
        if path.gives_direct_check(position, mv) {
            score += DIRECT_CHECK;
        }
        let place = piece_to_index(position, mv);
        for back in BACK {
            if let Some(before) = path.placed(back) {
                score += i32::from(self.continuation[before][place]) / (1 + (back >> 2) as i32);
            }
        }
        score
    }

    #[inline(always)]
    fn adjust(&mut self, position: &Position, path: SearchPath<'_>, mv: Move, depth: i32, percent: i32) {
        self.add_quiet(position, path, mv, gain(depth) * percent / 100);
    }

    #[inline(always)]
    fn fail_low(&mut self, path: SearchPath<'_>, depth: i32) {
        let Some(place) = path.placed(1) else { return };
        for back in BACK {
            if let Some(before) = path.placed(1 + back) {
                add(&mut self.continuation[before][place], gain(depth) * FAIL_LOW_PERCENT / 100);
            }
        }
    }

    #[inline(always)]
    fn learn(&mut self, position: &Position, path: SearchPath<'_>, cutoff: Cutoff<'_>) {
        let gain = gain(cutoff.depth);
        if cutoff.best.is_tactical() {
            self.add_tactical(position, cutoff.best, gain);
        } else {
            if let Some(killers) = self.killers.get_mut(path.ply()) {
                let best = Some(cutoff.best.digest());
                if killers[0] != best {
                    *killers = [best, killers[0]];
                }
            }
            self.add_quiet(position, path, cutoff.best, gain);
            for &mv in cutoff.quiet {
                self.add_quiet(position, path, mv, -gain);
            }
        }
        for &mv in cutoff.tactical {
            self.add_tactical(position, mv, -gain);
        }
    }
}

#[cfg(test)]
mod tests {
    use philidor::Square;

    use super::*;

    #[test]
    fn scores_stay_in_bounds_and_turn() {
        let mut score = 0;
        for _ in 0..1_000 {
            add(&mut score, 1_800);
        }
        assert!(i32::from(score) <= LIMIT && score > 16_000, "{score}");
        for _ in 0..40 {
            add(&mut score, -1_800);
        }
        assert!(score < -15_000, "{score}");
    }

    #[test]
    fn what_was_good_comes_first() {
        let position = Position::default();
        let path = SearchPath::new(&[5, 700]);
        let [good, bad] = ["e2e4", "a2a3"].map(|text| position.parse_uci(text).expect("legal"));
        let mut histories = Histories::default();
        histories.learn(&position, path, Cutoff { best: good, quiet: &[bad], tactical: &[], depth: 5 });
        assert!(histories.score_quiet(&position, path, good) > 0);
        assert!(histories.score_quiet(&position, path, bad) < 0);
        assert_eq!(histories.killers(path), [Some(good.digest()), None]);
        let elsewhere = SearchPath::new(&[6, 701, 6]);
        let (here, there) =
            (histories.score_quiet(&position, path, good), histories.score_quiet(&position, elsewhere, good));
        assert!(there > 0 && here > there, "the continuation is another");
        histories.clear();
        assert_eq!(histories.score_quiet(&position, path, good), 0);
    }

    #[test]
    fn a_direct_check_comes_before_what_nothing_is_known_of() {
        let position: Position = "7k/8/8/8/8/8/4K3/R7 w - - 0 1".parse().expect("a position");
        let (histories, path) = (Histories::default(), SearchPath::new(&[]));
        let score =
            |path, uci| histories.score_quiet(&position, path, position.parse_uci(uci).expect("legal"));
        let checks = path.with_checks_of(&position);
        assert_eq!((score(checks, "a1a8"), score(checks, "a1a7")), (DIRECT_CHECK, 0));
        assert_eq!(score(path, "a1a8"), 0, "unknown in quiescence");
    }

    #[test]
    fn moves_from_attacked_squares_are_learned_apart() {
        let position = Position::default();
        let path = SearchPath::new(&[]);
        let attacked = path.with_attacked(Square::E2.into());
        let mv = position.parse_uci("e2e4").expect("legal");
        let mut histories = Histories::default();
        histories.learn(&position, attacked, Cutoff::new(mv, 5));
        assert!(histories.score_quiet(&position, attacked, mv) > 0);
        assert_eq!(histories.score_quiet(&position, path, mv), 0);
        assert_eq!(histories.score_quiet(&position, path.with_attacked(Square::E4.into()), mv), 0);
    }

    #[test]
    fn a_move_gains_when_its_replies_fail_low() {
        let position = Position::default();
        let [mv, other] = ["e2e4", "a2a3"].map(|text| position.parse_uci(text).expect("legal"));
        let mut histories = Histories::default();
        let place = piece_to_index(&position, mv) as u16;
        histories.fail_low(SearchPath::new(&[5, 700, place]), 5);
        let path = SearchPath::new(&[5, 700]);
        assert!(histories.score_quiet(&position, path, mv) > 0);
        // It follows the moves before it, one and two back, and not itself.
        for before in [[SearchPath::NULL_MOVE, 700], [5, SearchPath::NULL_MOVE]] {
            assert!(histories.score_quiet(&position, SearchPath::new(&before), mv) > 0, "{before:?}");
        }
        assert_eq!(histories.score_quiet(&position, SearchPath::new(&[place]), mv), 0);
        assert_eq!(histories.score_quiet(&position, path, other), 0);
        histories.clear();
        histories.fail_low(SearchPath::new(&[5, 700, SearchPath::NULL_MOVE]), 5);
        assert_eq!(histories.score_quiet(&position, path, mv), 0);
    }
}
