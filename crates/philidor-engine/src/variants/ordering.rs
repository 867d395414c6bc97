//! Which move comes first: captures by victim and attacker, killers, and the history of quiet moves and drops.

use philidor::{Color, MoveDigest, PieceType, Square};
use philidor_variants::{Playable, VariantMove};

use super::evaluation::distance;

/// No score of the history is higher.
const LIMIT: i32 = 1 << 13;

const CAPTURE: i32 = 1 << 16;
const PROMOTION: i32 = CAPTURE - 64;
const KILLER: i32 = 1 << 15;

/// What a piece is worth for ordering: king, queen, rook, bishop, knight, pawn.
const WORTH: [i32; 6] = [10, 9, 5, 3, 3, 1];

/// What has been good before.
#[derive(Clone, Debug)]
pub(super) struct Ordering {
    /// By side, piece and destination, so that drops have their place, too.
    history: Box<[[[i32; 64]; 6]; 2]>,
    /// The last two quiet moves that caused a cutoff at each ply.
    killers: Vec<[Option<MoveDigest>; 2]>,
}

impl Default for Ordering {
    fn default() -> Ordering {
        Ordering { history: Box::new([[[0; 64]; 6]; 2]), killers: Vec::new() }
    }
}

impl Ordering {
    /// A new search begins.
    pub(super) fn age(&mut self, plies: usize) {
        self.killers.clear();
        self.killers.resize(plies, [None; 2]);
        self.history.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|score| *score /= 2);
    }

    /// Sets the scores of moves; the higher, the earlier.
    pub(super) fn score<P: Playable>(
        &self,
        position: &P,
        ply: usize,
        best: Option<MoveDigest>,
        moves: &mut [VariantMove],
    ) {
        let us = position.side_to_move();
        let target = position.board().colored_pieces(!us, PieceType::King).first();
        for mv in moves {
            let score = if Some(mv.digest()) == best { 2 * CAPTURE } else { self.of(us, target, ply, *mv) };
            // The word has room for a positive number.
            mv.set_score((score + LIMIT).max(0).unsigned_abs());
        }
    }

    fn of(&self, us: Color, target: Option<Square>, ply: usize, mv: VariantMove) -> i32 {
        if let Some(victim) = mv.captured() {
            let near = target.map_or(0, |target| 7 - distance(target, mv.destination()));
            let victim = 16 * WORTH[victim.index()] - WORTH[mv.piece_type().index()] + 4 * near;
            return CAPTURE + victim + mv.promotion().map_or(0, |to| WORTH[to.index()]);
        }
        if let Some(to) = mv.promotion() {
            return PROMOTION + WORTH[to.index()];
        }
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        match killers.iter().position(|&killer| killer == Some(mv.digest())) {
            Some(place) => KILLER - place as i32,
            None => self.history_of(us, mv),
        }
    }

    fn history_of(&self, us: Color, mv: VariantMove) -> i32 {
        self.history[us.index()][mv.piece_type().index()][mv.destination().index()]
    }

    /// A quiet move has caused a cutoff; those tried before have not.
    pub(super) fn learn(
        &mut self,
        us: Color,
        ply: usize,
        depth: i32,
        best: VariantMove,
        tried: &[VariantMove],
    ) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(best.digest())
        {
            *killers = [Some(best.digest()), killers[0]];
        }
        let gain = (depth * depth).min(400);
        self.add(us, best, gain);
        tried.iter().for_each(|&mv| self.add(us, mv, -gain));
    }

    fn add(&mut self, us: Color, mv: VariantMove, gain: i32) {
        let score = &mut self.history[us.index()][mv.piece_type().index()][mv.destination().index()];
        *score += gain - *score * gain.abs() / LIMIT;
    }
}

/// Brings the move with the highest score to a place.
pub(super) fn bring_best(moves: &mut [VariantMove], place: usize) {
    if let Some(best) = (place..moves.len()).max_by_key(|&at| (moves[at].score(), core::cmp::Reverse(at))) {
        moves.swap(place, best);
    }
}
