//! Sliding along lines, on eight boards at a time.
//!
//! Four lines cross on every square, and each has two directions: *ahead* to higher bits and *behind* to lower ones.
//! The squares that all sliders of a set reach along a line, up to and including the first piece, are found in one of
//! two ways.
//!
//! *Fills* serve every line: three steps of doubling, stopped by pieces (Kogge and Stone's adder, 1973; Steffan
//! Westcott's use of it for chess, 2003).
//!
//! *Subtraction*, `o ^ (o - 2r)` (*hyperbola quintessence*, if done from both ends), serves ranks, which are bytes.
//! Doubling a slider's bit gives the square ahead of it. Subtracted from the pieces, it borrows from the next piece
//! ahead, and all squares up to and including that piece change. The next slider's borrow starts where this one's ends,
//! so one subtraction serves all sliders on all ranks:
//!
//! ```text
//!                      h g f e d c b a
//! pieces               . 1 . . 1 . 1 .
//! sliders              . . . . 1 . 1 .       on b and d
//! pieces - 2 * sliders . . 1 1 . 1 1 .
//! exclusive or         . 1 1 1 1 1 . .       from b: c and d; from d: e, f and g
//! ```
//!
//! Behind is ahead on the mirrored board, and a file is a rank of the board flipped about the diagonal from a8 to h1.
//! Mirroring and flipping take one instruction each on CPUs with GFNI; ARM has one for mirroring. Where such an
//! instruction is missing, those lines are filled, too.

use super::{Direction, ray};
use crate::simd::lanes::Lanes;
use crate::types::{Bitboard, File, Square};

/// One of the four lines through every square, with its attacks and pins.
#[derive(Clone, Copy)]
pub(crate) struct SliderLine<W> {
    means: Means<W>,
    /// The attacks of the enemy's sliders along it.
    pub(crate) danger: W,
    /// Of the king's own pieces exactly those that are pinned on it; other squares may be among them.
    pub(crate) pinned: W,
}

/// How targets along a line are found; known at compile time.
#[derive(Clone, Copy)]
enum Means<W> {
    Idle,
    Fills(BothDirections<W>),
    Ranks(Ranks<W>),
    Files(Ranks<W>),
}

/// A king and the pieces around it.
#[derive(Clone, Copy)]
pub(crate) struct Around<K, W> {
    pub(crate) king: K,
    pub(crate) occupied: W,
}

/// Where the king stands: on the same [`Square`] of all boards, or anywhere on each, a set of one square in a lane.
pub(crate) trait King<W: Lanes>: Copy {
    /// What it sees in both directions along a line.
    fn sight(
        self,
        proof: W::Proof,
        paths: BothDirections<W>,
        occupied: W,
        directions: (Direction, Direction),
    ) -> Sight<W>;

    /// The next square ahead on its rank, if there is one.
    fn ahead(self, proof: W::Proof) -> W;

    /// Its square on the mirrored board: a1 goes to h1.
    fn mirrored(self, proof: W::Proof) -> Self;

    /// Its square on the board flipped about the diagonal from a8 to h1: a1 goes to h8.
    fn turned(self, proof: W::Proof) -> Self;
}

impl<W: Lanes> King<W> for Square {
    /// The rays of the square end at the first piece.
    #[inline(always)]
    fn sight(
        self,
        proof: W::Proof,
        paths: BothDirections<W>,
        occupied: W,
        directions: (Direction, Direction),
    ) -> Sight<W> {
        let (ahead_ray, behind_ray) =
            (W::all(proof, ray(self, directions.0).0), W::all(proof, ray(self, directions.1).0));
        // Ahead the first piece is the lowest bit, behind it is the highest.
        let (ahead, behind) = (ahead_ray & occupied, behind_ray & occupied);
        Sight {
            ahead: ahead_ray & ahead.up_to_lowest(),
            behind: behind_ray & behind.down_to_highest(paths.ahead.squares),
        }
    }

    #[inline(always)]
    fn ahead(self, proof: W::Proof) -> W {
        W::all(proof, Bitboard::from_square(self).east().0)
    }

    #[inline(always)]
    fn mirrored(self, _: W::Proof) -> Square {
        Square::wrapping(self.index() as u32 ^ 7)
    }

    #[inline(always)]
    fn turned(self, _: W::Proof) -> Square {
        let (file, rank) = (self.index() as u32 % 8, self.index() as u32 / 8);
        Square::wrapping((7 - file) * 8 + (7 - rank))
    }
}

/// The king of each board, as a set.
#[derive(Clone, Copy)]
pub(crate) struct OfEach<W>(pub(crate) W);

impl<W: Lanes> King<W> for OfEach<W> {
    /// It sees as far as a queen in its place would move.
    #[inline(always)]
    fn sight(self, proof: W::Proof, paths: BothDirections<W>, _: W, _: (Direction, Direction)) -> Sight<W> {
        Sight { ahead: paths.ahead.fill(proof, self.0), behind: paths.behind.fill(proof, self.0) }
    }

    #[inline(always)]
    fn ahead(self, proof: W::Proof) -> W {
        self.0.shift(EAST) & W::all(proof, landing(EAST))
    }

    #[inline(always)]
    fn mirrored(self, proof: W::Proof) -> OfEach<W> {
        OfEach(self.0.mirrored(proof))
    }

    #[inline(always)]
    fn turned(self, proof: W::Proof) -> OfEach<W> {
        OfEach(self.0.turned(proof))
    }
}

impl<W: Lanes> SliderLine<W> {
    /// A line without sliders.
    #[inline(always)]
    pub(crate) fn idle(proof: W::Proof) -> SliderLine<W> {
        let none = W::all(proof, 0);
        SliderLine { means: Means::Idle, danger: none, pinned: none }
    }

    #[inline(always)]
    pub(crate) fn ranks<K: King<W>>(proof: W::Proof, around: Around<K, W>, sliders: W) -> SliderLine<W> {
        if W::MIRRORS_AT_ONCE {
            SliderLine::ranks_subtracted(proof, around, sliders)
        } else {
            SliderLine::filled(proof, around, sliders, EAST, (Direction::East, Direction::West))
        }
    }

    #[inline(always)]
    pub(crate) fn files<K: King<W>>(proof: W::Proof, around: Around<K, W>, sliders: W) -> SliderLine<W> {
        if W::TURNS_AT_ONCE {
            SliderLine::files_subtracted(proof, around, sliders)
        } else {
            SliderLine::filled(proof, around, sliders, NORTH, (Direction::North, Direction::South))
        }
    }

    /// The diagonals that rise toward the h-file.
    #[inline(always)]
    pub(crate) fn rising<K: King<W>>(proof: W::Proof, around: Around<K, W>, sliders: W) -> SliderLine<W> {
        SliderLine::filled(proof, around, sliders, NORTH_EAST, (Direction::NorthEast, Direction::SouthWest))
    }

    /// The diagonals that fall toward the h-file.
    #[inline(always)]
    pub(crate) fn falling<K: King<W>>(proof: W::Proof, around: Around<K, W>, sliders: W) -> SliderLine<W> {
        SliderLine::filled(proof, around, sliders, NORTH_WEST, (Direction::NorthWest, Direction::SouthEast))
    }

    /// The ranks by subtraction.
    #[inline(always)]
    fn ranks_subtracted<K: King<W>>(proof: W::Proof, around: Around<K, W>, sliders: W) -> SliderLine<W> {
        let ranks = Ranks::new(proof, around.occupied);
        let (danger, pinned) = ranks.danger_and_pinned(proof, around.king, sliders);
        SliderLine { means: Means::Ranks(ranks), danger, pinned }
    }

    /// The files by subtraction.
    #[inline(always)]
    fn files_subtracted<K: King<W>>(proof: W::Proof, around: Around<K, W>, sliders: W) -> SliderLine<W> {
        let ranks = Ranks::new(proof, around.occupied.turned(proof));
        let king = around.king.turned(proof);
        let (danger, pinned) = ranks.danger_and_pinned(proof, king, sliders.turned(proof));
        SliderLine { means: Means::Files(ranks), danger: danger.turned(proof), pinned: pinned.turned(proof) }
    }

    #[inline(always)]
    fn filled<K: King<W>>(
        proof: W::Proof,
        around: Around<K, W>,
        sliders: W,
        squares: i32,
        directions: (Direction, Direction),
    ) -> SliderLine<W> {
        let Around { king, occupied } = around;
        let paths = BothDirections::over(proof, !occupied, squares);
        let (onward, back) = (paths.ahead.fill(proof, sliders), paths.behind.fill(proof, sliders));
        let sight = king.sight(proof, paths, occupied, directions);
        // Where the king's ray meets a slider's in the opposite direction, a piece is pinned.
        let pinned = (sight.ahead & back) | (sight.behind & onward);
        SliderLine { means: Means::Fills(paths), danger: onward | back, pinned }
    }

    /// Adds the moves of sliders along the line, in both directions: two sliders never share a target in the same
    /// direction.
    #[inline(always)]
    pub(crate) fn count(&self, proof: W::Proof, count: W, sliders: W, targets: W) -> W {
        match self.means {
            Means::Idle => count,
            Means::Fills(BothDirections { ahead, behind }) => {
                let ahead = (ahead.fill(proof, sliders) & targets).count();
                let behind = (behind.fill(proof, sliders) & targets).count();
                count.plus(ahead).plus(behind)
            }
            Means::Ranks(ranks) => ranks.count(proof, count, sliders, targets),
            Means::Files(ranks) => ranks.count(proof, count, sliders.turned(proof), targets.turned(proof)),
        }
    }
}

/// The pieces rank by rank, as they stand and mirrored.
#[derive(Clone, Copy)]
struct Ranks<W> {
    occupied: W,
    mirrored: W,
}

impl<W: Lanes> Ranks<W> {
    #[inline(always)]
    fn new(proof: W::Proof, occupied: W) -> Ranks<W> {
        Ranks { occupied, mirrored: occupied.mirrored(proof) }
    }

    /// The attacks of the enemy's sliders, and the king's own pieces that they pin.
    #[inline(always)]
    fn danger_and_pinned<K: King<W>>(self, proof: W::Proof, king: K, sliders: W) -> (W, W) {
        let Ranks { occupied, mirrored } = self;
        let onward = reached(occupied, sliders);
        let back = reached(mirrored, sliders.mirrored(proof)).mirrored(proof);
        let seen_ahead = occupied ^ occupied.minus_rankwise(king.ahead(proof));
        let seen_behind = mirrored ^ mirrored.minus_rankwise(king.mirrored(proof).ahead(proof));
        (onward | back, (seen_ahead & back) | (seen_behind.mirrored(proof) & onward))
    }

    #[inline(always)]
    fn count(self, proof: W::Proof, count: W, sliders: W, targets: W) -> W {
        let ahead = reached(self.occupied, sliders) & targets;
        let behind = reached(self.mirrored, sliders.mirrored(proof)) & targets.mirrored(proof);
        count.plus(ahead.count()).plus(behind.count())
    }
}

/// The squares that sliders reach ahead of them on their ranks. All sliders must be among `occupied`.
#[inline(always)]
fn reached<W: Lanes>(occupied: W, sliders: W) -> W {
    occupied ^ occupied.minus_rankwise(sliders).minus_rankwise(sliders)
}

/// How far a fill can go in one direction: one, two and four squares over empty ones.
#[derive(Clone, Copy)]
pub(crate) struct Paths<W> {
    squares: i32,
    one: W,
    two: W,
    four: W,
}

/// The squares on which a step in a direction may end: all but those that it reaches by wrapping around the edge.
#[inline(always)]
pub(crate) fn landing(squares: i32) -> u64 {
    match squares {
        1 | 9 | -7 => !Bitboard::from_file(File::A).0,
        -1 | -9 | 7 => !Bitboard::from_file(File::H).0,
        _ => !0,
    }
}

impl<W: Lanes> Paths<W> {
    #[inline(always)]
    fn over(proof: W::Proof, empty: W, squares: i32) -> Paths<W> {
        let one = empty & W::all(proof, landing(squares));
        let two = one & one.shift(squares);
        let four = two & two.shift(2 * squares);
        Paths { squares, one, two, four }
    }

    /// The squares that sliders attack in this direction, up to and including the first piece.
    #[inline(always)]
    fn fill(self, proof: W::Proof, sliders: W) -> W {
        let Paths { squares, one, two, four } = self;
        let filled = sliders | (one & sliders.shift(squares));
        let filled = filled | (two & filled.shift(2 * squares));
        let filled = filled | (four & filled.shift(4 * squares));
        filled.shift(squares) & W::all(proof, landing(squares))
    }
}

/// The distance from a square to the next in each direction; opposite directions are negatives of each other.
pub(crate) const NORTH: i32 = 8;
pub(crate) const EAST: i32 = 1;
pub(crate) const NORTH_EAST: i32 = 9;
pub(crate) const NORTH_WEST: i32 = 7;

/// The paths along one line.
#[derive(Clone, Copy)]
pub(crate) struct BothDirections<W> {
    ahead: Paths<W>,
    behind: Paths<W>,
}

impl<W: Lanes> BothDirections<W> {
    #[inline(always)]
    fn over(proof: W::Proof, empty: W, squares: i32) -> BothDirections<W> {
        BothDirections {
            ahead: Paths::over(proof, empty, squares),
            behind: Paths::over(proof, empty, -squares),
        }
    }
}

/// The squares that a king sees along one of its lines in both directions, up to and including the first piece.
pub(crate) struct Sight<W> {
    ahead: W,
    behind: W,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::lanes::{Portable, WIDTH};

    /// Random words, by Marsaglia's generator (2003).
    fn words(state: &mut u64) -> [u64; WIDTH] {
        core::array::from_fn(|_| {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            *state
        })
    }

    fn lanes(words: [u64; WIDTH]) -> Portable {
        Portable::load((), &words)
    }

    fn stored(lanes: Portable) -> [u64; WIDTH] {
        let mut words = [0; WIDTH];
        lanes.store(&mut words);
        words
    }

    fn assert_alike(
        subtracted: &SliderLine<Portable>,
        filled: &SliderLine<Portable>,
        own: Portable,
        targets: Portable,
    ) {
        assert_eq!(stored(subtracted.danger), stored(filled.danger));
        assert_eq!(stored(subtracted.pinned), stored(filled.pinned));
        let none = Portable::all((), 0);
        let counts = [subtracted, filled].map(|line| stored(line.count((), none, own, targets)));
        assert_eq!(counts[0], counts[1]);
    }

    #[test]
    fn subtraction_agrees_with_fills() {
        let state = &mut 0x9e37_79b9_7f4a_7c15;
        // Five kings under Miri, which would take minutes for all.
        for king in Square::ALL.into_iter().step_by(if cfg!(miri) { 15 } else { 1 }) {
            let home = Portable::all((), 1 << king.index());
            let crowd = lanes(words(state));
            let occupied = home | (crowd & lanes(words(state)));
            let enemy = (occupied & lanes(words(state))).without(home);
            let own = occupied.without(enemy);
            let around = Around { king, occupied };
            let directions = (Direction::East, Direction::West);
            let filled = SliderLine::filled((), around, enemy, EAST, directions);
            assert_alike(&SliderLine::ranks_subtracted((), around, enemy), &filled, own, !own);
            let directions = (Direction::North, Direction::South);
            let filled = SliderLine::filled((), around, enemy, NORTH, directions);
            assert_alike(&SliderLine::files_subtracted((), around, enemy), &filled, own, !own);
        }
    }
}
