//! The replies to eight moves, counted side by side.

use super::{Changes, Notes, Pieces};
use crate::attacks;
use crate::attacks::lane_sliders::{Around, NORTH, NORTH_EAST, NORTH_WEST, SliderLine, landing};
use crate::perft::children::Node;
use crate::position::CastlingPath;
use crate::simd::lanes::Lanes;
use crate::types::{Bitboard, CastlingSide, Color, Rank, Side, Square};

/// The data shared by all lanes when the replies of side `S` are counted.
pub(super) struct Replies<S, W: Lanes> {
    proof: W::Proof,
    mover: Pieces<u64>,
    replier: Pieces<u64>,
    /// All pieces of the replier.
    own: u64,
    /// All pieces of the mover.
    enemy: u64,
    leaps: u64,
    king: Square,
    /// Whether there is any piece that slides along diagonals, or may be after a promotion; and along ranks and files.
    slides_diagonally: bool,
    slides_straight: bool,
    castlings: [Option<Castling>; 2],
    side: core::marker::PhantomData<S>,
}

/// The conditions for a castling of the replier.
#[derive(Clone, Copy)]
struct Castling {
    /// No piece on these squares.
    empty: u64,
    /// No attack on these.
    safe: u64,
    /// The rook, not captured and not pinned.
    rook: u64,
}

impl Castling {
    fn new<S: Side>(node: &Node, king: Square, side: CastlingSide) -> Option<Castling> {
        let rook = node.rights.rooks.square(S::COLOR, side);
        let path = CastlingPath::new(S::COLOR, side, king, rook);
        let has = node.rights.castling.has(S::COLOR, side);
        has.then(|| Castling {
            empty: path.must_be_empty().0,
            safe: path.must_be_safe().0,
            rook: Bitboard::from_square(rook).0,
        })
    }
}

impl<S: Side, W: Lanes> Replies<S, W> {
    #[inline(always)]
    pub(super) fn new(notes: &Notes<'_>, proof: W::Proof) -> Replies<S, W> {
        let node = notes.parent;
        let king = Bitboard(notes.replier.king).first_or_a1();
        let promotes = notes.mover.pawns & <S::Other as Side>::rank(Rank::Seventh).0 != 0;
        Replies {
            proof,
            mover: notes.mover,
            replier: notes.replier,
            own: node.board.colors(S::COLOR).0,
            enemy: notes.mover.all(),
            leaps: notes.leaps,
            king,
            slides_diagonally: promotes || notes.mover.diagonal | notes.replier.diagonal != 0,
            slides_straight: promotes || notes.mover.straight | notes.replier.straight != 0,
            castlings: CastlingSide::ALL.map(|side| Castling::new::<S>(node, king, side)),
            side: core::marker::PhantomData,
        }
    }

    /// Counts the replies in eight lanes, and returns which lanes are in check: their counts have no meaning.
    ///
    /// No closure is used here: the compiler may leave one out of the function that may use the wide registers.
    #[inline(always)]
    pub(super) fn count(&self, changes: &Changes, changed: Pieces<u8>, first: usize) -> (W, u8) {
        match (self.slides_straight, self.slides_diagonally) {
            (true, true) => self.count_with::<true, true>(changes, changed, first),
            (true, false) => self.count_with::<true, false>(changes, changed, first),
            (false, true) => self.count_with::<false, true>(changes, changed, first),
            (false, false) => self.count_with::<false, false>(changes, changed, first),
        }
    }

    /// Like `count`, with the lines that can be left out known at compile time.
    #[inline(always)]
    fn count_with<const STRAIGHT: bool, const DIAGONAL: bool>(
        &self,
        changes: &Changes,
        changed: Pieces<u8>,
        first: usize,
    ) -> (W, u8) {
        let moved = W::load(self.proof, changes.moved.eight(first));
        let pieces = changes.pieces.eight(first);
        // A pawn that has promoted is left among the pawns: on its last rank it attacks nothing.
        let pawns = self.all(self.mover.pawns).toggled(changed.pawns, moved);
        let pieces = W::load(self.proof, pieces);
        let diagonal = self.all(self.mover.diagonal).toggled(changed.diagonal, pieces);
        let straight = self.all(self.mover.straight).toggled(changed.straight, pieces);
        let leaps = self
            .all(self.leaps)
            .replaced(changed.knights | changed.king, W::load(self.proof, changes.leaps.eight(first)));
        let enemy = self.all(self.enemy) ^ moved;
        // No other square that changes has a piece of the replier.
        let captured = moved;
        let own = self.all(self.own).without(captured);
        let occupied = own | enemy;
        let targets = !own;

        let around = Around { king: self.king, occupied };
        let (file, rank) = if STRAIGHT {
            (SliderLine::files(self.proof, around, straight), SliderLine::ranks(self.proof, around, straight))
        } else {
            (SliderLine::idle(self.proof), SliderLine::idle(self.proof))
        };
        let (rising, falling) = if DIAGONAL {
            (
                SliderLine::rising(self.proof, around, diagonal),
                SliderLine::falling(self.proof, around, diagonal),
            )
        } else {
            (SliderLine::idle(self.proof), SliderLine::idle(self.proof))
        };

        let by_pawns = self.pawn_attacks::<S::Other>(pawns);
        let by_sliders = file.danger | rank.danger | rising.danger | falling.danger;
        let danger = by_sliders | by_pawns.0 | by_pawns.1 | leaps;
        let in_check = (danger & self.all(self.replier.king)).occupied_lanes();

        let king_steps = self.all(attacks::king(self.king).0) & targets;
        let mut count = king_steps.without(danger).count();

        // The sliders that are free or pinned along the line on which they move.
        let pinned_straight = file.pinned | rank.pinned;
        let pinned_diagonally = rising.pinned | falling.pinned;
        if STRAIGHT {
            let straight = self.all(self.replier.straight).without(captured | pinned_diagonally);
            count = file.count(self.proof, count, straight.without(rank.pinned), targets);
            count = rank.count(self.proof, count, straight.without(file.pinned), targets);
        }
        if DIAGONAL {
            let diagonal = self.all(self.replier.diagonal).without(captured | pinned_straight);
            count = rising.count(self.proof, count, diagonal.without(falling.pinned), targets);
            count = falling.count(self.proof, count, diagonal.without(rising.pinned), targets);
        }

        // The replier's knights have not moved, so each is counted by itself in the lanes where it is neither captured
        // nor pinned.
        let stays = !(captured | pinned_straight | pinned_diagonally);
        for knight in Bitboard(self.replier.knights) {
            let reached = (self.all(attacks::knight(knight).0) & targets).count();
            count = count.plus(reached.where_any(stays & self.all(1 << knight.index())));
        }

        let pawns = self.all(self.replier.pawns).without(captured | rank.pinned);
        // Steps forward end on empty squares, captures on pieces: so two sets hold all four kinds of targets.
        let (once, twice) = self.pawn_pushes(pawns.without(pinned_diagonally), !occupied);
        let capturers = pawns.without(file.pinned);
        // West of White's pawns is the falling diagonal, of Black's the rising one; a pin along the other forbids.
        let (west, east) = match S::COLOR {
            Color::White => (capturers.without(rising.pinned), capturers.without(falling.pinned)),
            Color::Black => (capturers.without(falling.pinned), capturers.without(rising.pinned)),
        };
        let (west, east) = (self.pawn_attacks::<S>(west).0, self.pawn_attacks::<S>(east).1);
        count = self.count_with_promotions(count, once | (west & enemy));
        count = self.count_with_promotions(count, twice | (east & enemy));

        for castling in self.castlings.into_iter().flatten() {
            let obstacles = (occupied & self.all(castling.empty))
                | (danger & self.all(castling.safe))
                | ((captured | rank.pinned) & self.all(castling.rook));
            count = count.plus_one_where_none(obstacles);
        }
        (count, in_check)
    }

    #[inline(always)]
    fn all(&self, word: u64) -> W {
        W::all(self.proof, word)
    }

    /// One step forward of pawns, and two.
    #[inline(always)]
    fn pawn_pushes(&self, pawns: W, empty: W) -> (W, W) {
        let forward = if S::COLOR == Color::White { NORTH } else { -NORTH };
        let once = pawns.shift(forward) & empty;
        let twice = (once & self.all(S::rank(Rank::Third).0)).shift(forward) & empty;
        (once, twice)
    }

    /// Whether the replier has a pawn that is about to promote.
    #[inline(always)]
    fn may_promote(&self) -> bool {
        self.replier.pawns & S::rank(Rank::Seventh).0 != 0
    }

    /// Adds the moves of pawns to some targets: four each on the last rank, which is checked only if a pawn can be
    /// there.
    #[inline(always)]
    fn count_with_promotions(&self, count: W, targets: W) -> W {
        let count = count.plus(targets.count());
        if !self.may_promote() {
            return count;
        }
        let promotions = (targets & self.all(S::rank(Rank::Eighth).0)).count();
        count.plus(promotions).plus(promotions).plus(promotions)
    }

    /// The attacks of pawns of side `P` toward the a-file and toward the h-file.
    #[inline(always)]
    fn pawn_attacks<P: Side>(&self, pawns: W) -> (W, W) {
        let (west, east) = match P::COLOR {
            Color::White => (NORTH_WEST, NORTH_EAST),
            Color::Black => (-NORTH_EAST, -NORTH_WEST),
        };
        (pawns.shift(west) & self.all(landing(west)), pawns.shift(east) & self.all(landing(east)))
    }
}
