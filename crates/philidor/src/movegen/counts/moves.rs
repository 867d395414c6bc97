//! The moves on eight boards, counted side by side.
//!
//! 1. The enemy's attacks are found for all pieces of a kind at once: the *danger* to the king. A king in danger is in
//!    check, and the lane's count has no meaning.
//! 2. Where the king's sight along a line meets an attack from the other end, a piece is *pinned*.
//! 3. The targets of one piece type in one direction never overlap: a slider stops at the next, knights and pawns are
//!    all shifted alike. So there are as many moves as targets.
//!
//! Numbers may be kept rank by rank, in a byte each (`simd/lanes/avx2.rs`). The king, the eight directions of sliders,
//! the eight leaps and the two sets of pawns' targets have at most eight squares on a rank, and promotions count four
//! times: 8 + 64 + 64 + 16 + 48 = 200 fit.

use super::boards::Boards;
use crate::attacks;
use crate::attacks::lane_sliders::{
    Around, EAST, NORTH, NORTH_EAST, NORTH_WEST, OfEach, SliderLine, landing,
};
use crate::simd::lanes::Lanes;
use crate::types::{Bitboard, Rank, Square};

/// Counts the moves in eight lanes, and returns in which of them the count has no meaning: there the king is in check
/// or a pawn may capture en passant.
///
/// No closure is used here: the compiler might not inline it into the function that may use the wide registers.
#[inline(always)]
pub(super) fn count<W: Lanes>(boards: &Boards, proof: W::Proof) -> (W, u8) {
    let own = W::load(proof, &boards.own);
    let enemy = W::load(proof, &boards.enemy);
    let kings = W::load(proof, &boards.kings);
    let straight = W::load(proof, &boards.straight);
    let diagonal = W::load(proof, &boards.diagonal);
    let knights = W::load(proof, &boards.knights);
    let pawns = W::load(proof, &boards.pawns);
    let occupied = own | enemy;
    let targets = !own;
    let king = kings & own;

    let around = Around { king: OfEach(king), occupied };
    let file = SliderLine::files(proof, around, straight & enemy);
    let rank = SliderLine::ranks(proof, around, straight & enemy);
    let rising = SliderLine::rising(proof, around, diagonal & enemy);
    let falling = SliderLine::falling(proof, around, diagonal & enemy);
    let by_sliders = file.danger | rank.danger | rising.danger | falling.danger;
    let enemy_pawns = pawns & enemy;
    let by_pawns = step(proof, enemy_pawns, -NORTH_EAST) | step(proof, enemy_pawns, -NORTH_WEST);
    let by_knights = leaps(proof, knights & enemy);
    let danger = by_sliders | by_pawns | by_knights | around_it(proof, kings & enemy);

    let mut count = (around_it(proof, king) & targets).without(danger).count();

    // The sliders that are free or pinned along the line on which they move.
    let pinned_straight = file.pinned | rank.pinned;
    let pinned_diagonally = rising.pinned | falling.pinned;
    let straight = (straight & own).without(pinned_diagonally);
    count = file.count(proof, count, straight.without(rank.pinned), targets);
    count = rank.count(proof, count, straight.without(file.pinned), targets);
    let diagonal = (diagonal & own).without(pinned_straight);
    count = rising.count(proof, count, diagonal.without(falling.pinned), targets);
    count = falling.count(proof, count, diagonal.without(rising.pinned), targets);

    let knights = (knights & own).without(pinned_straight | pinned_diagonally);
    for one in LEAPS {
        count = count.plus((leap(proof, knights, one) & targets).count());
    }

    let pawns = (pawns & own).without(rank.pinned);
    let pushers = pawns.without(pinned_diagonally);
    let once = pushers.shift(NORTH).without(occupied);
    let third = W::all(proof, Bitboard::from_rank(Rank::Third).0);
    let twice = (once & third).shift(NORTH).without(occupied);
    // A pin along the diagonal of a capture allows it, the other one forbids it.
    let capturers = pawns.without(file.pinned);
    let west = step(proof, capturers.without(rising.pinned), NORTH_WEST);
    let east = step(proof, capturers.without(falling.pinned), NORTH_EAST);
    // Steps forward end on empty squares, captures on pieces: so two sets hold all four kinds of targets.
    let (first, second) = (once | (west & enemy), twice | (east & enemy));
    count = count.plus(first.count()).plus(second.count());
    // On the last rank each is four moves: three more.
    let last = W::all(proof, Bitboard::from_rank(Rank::Eighth).0);
    let promotions = (first & last).count().plus((second & last).count());
    count = count.plus(promotions).plus(promotions).plus(promotions);

    if boards.can_castle {
        for castlings in &boards.castlings {
            let obstacles = (occupied & W::load(proof, &castlings.empty))
                | (danger & W::load(proof, &castlings.safe))
                | (rank.pinned & W::load(proof, &castlings.rook));
            count = count.plus_one_where_none(obstacles);
        }
    }
    let en_passant = W::load(proof, &boards.en_passant) & (west | east);
    (count, ((danger & king) | en_passant).occupied_lanes())
}

/// The leaps of a knight, each with the squares that it can end on.
const LEAPS: [(i32, u64); 8] = {
    let mut leaps = [(6, 0), (10, 0), (15, 0), (17, 0), (-6, 0), (-10, 0), (-15, 0), (-17, 0)];
    let mut number = 0;
    while number < leaps.len() {
        let mut origin = 0;
        while origin < 64 {
            let target = origin as i32 + leaps[number].0;
            let attacked = attacks::knight(Square::wrapping(origin)).0;
            if target >= 0 && target < 64 {
                leaps[number].1 |= attacked & 1 << target;
            }
            origin += 1;
        }
        number += 1;
    }
    leaps
};

/// The targets of knights by one leap.
#[inline(always)]
fn leap<W: Lanes>(proof: W::Proof, knights: W, (squares, ends): (i32, u64)) -> W {
    knights.shift(squares) & W::all(proof, ends)
}

/// What knights attack.
#[inline(always)]
fn leaps<W: Lanes>(proof: W::Proof, knights: W) -> W {
    let mut all = W::all(proof, 0);
    for one in LEAPS {
        all = all | leap(proof, knights, one);
    }
    all
}

/// What pieces attack by one step in a direction.
#[inline(always)]
fn step<W: Lanes>(proof: W::Proof, pieces: W, squares: i32) -> W {
    pieces.shift(squares) & W::all(proof, landing(squares))
}

/// What a king attacks.
#[inline(always)]
fn around_it<W: Lanes>(proof: W::Proof, king: W) -> W {
    let row = king | step(proof, king, EAST) | step(proof, king, -EAST);
    (row | row.shift(NORTH) | row.shift(-NORTH)).without(king)
}
