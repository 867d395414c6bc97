//! Counting the replies to eight moves at once.
//!
//! All children of one position share nearly everything. The side that replies is the same, its king stands on the
//! same square, its men stand where they stood but for the one that was captured. So a child is not made: it is noted
//! as what changes, one word or two, and eight children are counted side by side, each in a lane:
//!
//! ```text
//! parent      pawns  knights  diagonal  straight  king     of the mover, and of the replier: the same in all lanes
//!               ^       ^        ^         ^       ^
//! changes     e2|e4     0        0         0       0       lane 0: e2e4
//!               0     g1|f3      0         0       0       lane 1: g1f3
//!               …
//! captured      the square of the man that is taken, lane by lane
//! ```
//!
//! The count needs no branch and no table:
//!
//! 1. *Fills* in eight directions show what the mover's sliders attack, all of them at once: three steps of doubling,
//!    stopped by men (Kogge and Stone's adder, 1973; Steffan Westcott's use of it for chess, 2003).
//! 2. With the attacks of the other men that makes the *danger* to the king. Where the king stands in it, the lane is
//!    in check and leaves for the plain counter.
//! 3. The king looks along its eight lines up to the first man. Where a look one way and a fill the other way meet,
//!    a man is *pinned* on that line.
//! 4. The replier's sliders that are free, or pinned along that very line, are filled in each direction. The targets
//!    of one direction never overlap, since a slider stops at the next, so the number of moves is a count of squares.
//!    Pawns move by shifts, knights one by one: their squares are the same in all lanes.
//!
//! Lanes in check, and those in which a pawn can be captured en passant, are a few per cent.

use core::ops::ControlFlow;

use super::children::Node;
use super::counted::Leaves;
use crate::attacks::{self, Direction};
use crate::cpu::lanes::{Block, Lanes, WIDTH};
use crate::cpu::{Job, Level};
use crate::movegen::{MoveSet, MoveSink, PawnStep};
use crate::position::{Board, captured_en_passant, castling_path};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, File, PieceType, Rank, Side, Square};

/// How many children are noted before they are counted.
const CAPACITY: usize = 64;

/// One word of each child.
type Column = [Block; CAPACITY / WIDTH];

/// The men of one side, as the counting sees them: a queen is among both kinds of sliders.
#[derive(Clone, Copy)]
struct Men<T> {
    pawns: T,
    knights: T,
    diagonal: T,
    straight: T,
    king: T,
}

impl Men<u64> {
    fn of(board: &Board, color: Color) -> Men<u64> {
        Men {
            pawns: board.men(color, PieceType::Pawn).0,
            knights: board.men(color, PieceType::Knight).0,
            diagonal: board.diagonal_sliders(color).0,
            straight: board.straight_sliders(color).0,
            king: board.men(color, PieceType::King).0,
        }
    }

    /// The men by piece type, from king to pawn, as a board has them.
    #[inline(always)]
    fn by_piece_type(self) -> [Bitboard; 6] {
        let Men { pawns, knights, diagonal, straight, king } = self;
        [king, diagonal & straight, straight & !diagonal, diagonal & !straight, knights, pawns].map(Bitboard)
    }
}

/// What changes from the parent to each of its children.
#[repr(align(64))]
pub(super) struct Changes {
    /// The mover's men, by exclusive or.
    men: Men<Column>,
    /// What the mover's king and knights attack, by exclusive or.
    leaps: Column,
    /// The replier's man that is gone.
    captured: Column,
}

/// Counts the moves of all children of a position: a sink for the generator at depth two.
pub(super) struct Batch<'a, S, L> {
    parent: &'a Node,
    level: L,
    mover: Men<u64>,
    replier: Men<u64>,
    /// What the mover's king and knights attack.
    leaps: u64,
    changes: &'a mut Changes,
    /// How many children are noted.
    len: usize,
    /// Those of them that the plain counter must count: a bit for each.
    plain: u64,
    count: u64,
    side: core::marker::PhantomData<S>,
}

impl<'a, S: Side, L: Level> Batch<'a, S, L> {
    #[inline(always)]
    pub(super) fn new(parent: &'a Node, changes: &'a mut Changes, level: L) -> Batch<'a, S, L> {
        let mover = Men::of(&parent.board, S::COLOR);
        let leaps = knight_attacks(mover.knights) | attacks::king(Bitboard(mover.king).first_or_a1()).0;
        Batch {
            parent,
            level,
            mover,
            replier: Men::of(&parent.board, <S::Other as Side>::COLOR),
            leaps,
            changes,
            len: 0,
            plain: 0,
            count: 0,
            side: core::marker::PhantomData,
        }
    }

    /// The count of all children's moves, those noted last included.
    #[inline(always)]
    pub(super) fn finish(mut self) -> u64 {
        self.count_noted();
        self.count
    }

    /// Notes a child in which a man has gone from somewhere to `target`; what it changes is written by `change`.
    #[inline(always)]
    fn note(&mut self, captured: Bitboard, change: impl FnOnce(&mut Changes, usize)) {
        let lane = self.len & (CAPACITY - 1);
        note_word(&mut self.changes.captured, lane, captured.0);
        change(self.changes, lane);
        self.len += 1;
        if self.len == CAPACITY {
            self.count_noted();
        }
    }

    /// Counts the children that are noted, and forgets them.
    #[inline(always)]
    fn count_noted(&mut self) {
        let len = self.len;
        let level = self.level;
        level.call(CountNoted::<S, L> { batch: self, len });
        self.len = 0;
        self.plain = 0;
    }
}

struct CountNoted<'a, 'b, S, L> {
    batch: &'a mut Batch<'b, S, L>,
    len: usize,
}

impl<S: Side, M: Level> Job for CountNoted<'_, '_, S, M> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let CountNoted { batch, len } = self;
        let replies = Replies::<S::Other, L::Lanes>::of(batch, level.lanes());
        let mut first = 0;
        while first < len {
            let (counts, in_check) = replies.count(batch.changes, first / WIDTH);
            let noted = u8::MAX >> (WIDTH - (len - first).min(WIDTH));
            let plain = in_check | (batch.plain >> first) as u8;
            batch.count += counts.sum_of(noted & !plain);
            for lane in Bitboard(u64::from(noted & plain)) {
                batch.count += level.call(Leaves::<S::Other>::of(&batch.child(first + lane.index())));
            }
            first += WIDTH;
        }
        batch.changes.forget(len);
    }
}

impl Changes {
    /// Nothing noted.
    pub(super) const NONE: Changes = {
        const NOTHING: Column = [Block([0; WIDTH]); CAPACITY / WIDTH];
        let men =
            Men { pawns: NOTHING, knights: NOTHING, diagonal: NOTHING, straight: NOTHING, king: NOTHING };
        Changes { men, leaps: NOTHING, captured: NOTHING }
    };

    /// Forgets the first so many children. What they captured may stay: it is written for every child.
    #[inline(always)]
    fn forget(&mut self, len: usize) {
        let Men { pawns, knights, diagonal, straight, king } = &mut self.men;
        for column in [pawns, knights, diagonal, straight, king, &mut self.leaps] {
            for block in column.iter_mut().take(len.div_ceil(WIDTH)) {
                *block = Block([0; WIDTH]);
            }
        }
    }
}

/// Writes a child's word.
#[inline(always)]
fn note_word(column: &mut Column, index: usize, word: u64) {
    column[index / WIDTH % (CAPACITY / WIDTH)].0[index % WIDTH] = word;
}

/// Reads a child's word.
fn word_of(column: &Column, index: usize) -> u64 {
    column[index / WIDTH % (CAPACITY / WIDTH)].0[index % WIDTH]
}

impl<S: Side, L: Level> Batch<'_, S, L> {
    /// Makes the board of a child that was noted, for the plain counter.
    #[inline(always)]
    fn child(&self, index: usize) -> Node {
        let (us, them) = (S::COLOR, <S::Other as Side>::COLOR);
        let (changes, captured) = (&self.changes.men, word_of(&self.changes.captured, index));
        let mover = Men {
            pawns: self.mover.pawns ^ word_of(&changes.pawns, index),
            knights: self.mover.knights ^ word_of(&changes.knights, index),
            diagonal: self.mover.diagonal ^ word_of(&changes.diagonal, index),
            straight: self.mover.straight ^ word_of(&changes.straight, index),
            king: self.mover.king ^ word_of(&changes.king, index),
        };
        let replier = Men {
            pawns: self.replier.pawns & !captured,
            knights: self.replier.knights & !captured,
            diagonal: self.replier.diagonal & !captured,
            straight: self.replier.straight & !captured,
            king: self.replier.king,
        };
        let board = Board::of_sets(us, mover.by_piece_type(), replier.by_piece_type());
        let rooks = self.parent.castling_rooks;
        Node {
            board,
            castling_rights: (self.parent.castling_rights & CastlingRights::both(them))
                - rooks.rights_touched(Bitboard(captured)),
            castling_rooks: rooks,
            en_passant: passed_square::<S>(Bitboard(word_of(&changes.pawns, index))),
        }
    }
}

/// The square between the two squares of a pawn's double push; none for other pairs of squares.
fn passed_square<S: Side>(pawns: Bitboard) -> Option<Square> {
    let origin = pawns & S::rank(Rank::Second);
    let target = pawns & S::rank(Rank::Fourth);
    if S::forward(S::forward(origin)) == target { S::forward(origin).first() } else { None }
}

fn knight_attacks(knights: u64) -> u64 {
    Bitboard(knights).into_iter().fold(0, |set, knight| set | attacks::knight(knight).0)
}

impl<S: Side, L: Level> MoveSink for Batch<'_, S, L> {
    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()> {
        let us = S::COLOR;
        let enemy = self.parent.board.color(<S::Other as Side>::COLOR);
        match set {
            MoveSet::Piece { piece_type, origin, targets } => {
                let from = 1_u64 << origin.index();
                // What the mover's king and knights attack without the man that moves.
                let others = match piece_type {
                    PieceType::King => knight_attacks(self.mover.knights),
                    PieceType::Knight => {
                        knight_attacks(self.mover.knights & !from)
                            | attacks::king(Bitboard(self.mover.king).first_or_a1()).0
                    }
                    _ => 0,
                };
                let leaps = self.leaps;
                for target in targets {
                    let change = from | 1 << target.index();
                    self.note(enemy & target.into(), |changes, lane| match piece_type {
                        PieceType::King => {
                            note_word(&mut changes.men.king, lane, change);
                            note_word(&mut changes.leaps, lane, leaps ^ (others | attacks::king(target).0));
                        }
                        PieceType::Knight => {
                            note_word(&mut changes.men.knights, lane, change);
                            note_word(&mut changes.leaps, lane, leaps ^ (others | attacks::knight(target).0));
                        }
                        PieceType::Bishop => note_word(&mut changes.men.diagonal, lane, change),
                        PieceType::Rook => note_word(&mut changes.men.straight, lane, change),
                        PieceType::Queen => {
                            note_word(&mut changes.men.diagonal, lane, change);
                            note_word(&mut changes.men.straight, lane, change);
                        }
                        PieceType::Pawn => note_word(&mut changes.men.pawns, lane, change),
                    });
                }
            }
            MoveSet::Pawns { step, targets } => {
                for target in targets {
                    let change = 1 << step.origin(us, target).index() | 1 << target.index();
                    if step == PawnStep::DoublePush {
                        // Beside the pawn stands one that could capture it: en passant is the plain counter's.
                        let beside = Bitboard::of(target).east() | Bitboard::of(target).west();
                        self.plain |=
                            u64::from(beside.0 & self.replier.pawns != 0) << (self.len & (CAPACITY - 1));
                    }
                    let captured = match step {
                        PawnStep::Push | PawnStep::DoublePush => Bitboard::EMPTY,
                        PawnStep::CaptureWest | PawnStep::CaptureEast => target.into(),
                    };
                    self.note(captured, |changes, lane| note_word(&mut changes.men.pawns, lane, change));
                }
            }
            MoveSet::Promotions { step, targets } => {
                for target in targets {
                    let from = 1_u64 << step.origin(us, target).index();
                    let to = 1_u64 << target.index();
                    let leaps = self.leaps;
                    for piece_type in PieceType::PROMOTIONS {
                        self.note(enemy & target.into(), |changes, lane| {
                            note_word(&mut changes.men.pawns, lane, from);
                            if piece_type == PieceType::Knight {
                                note_word(&mut changes.men.knights, lane, to);
                                note_word(
                                    &mut changes.leaps,
                                    lane,
                                    leaps ^ (leaps | attacks::knight(target).0),
                                );
                            }
                            if matches!(piece_type, PieceType::Queen | PieceType::Bishop) {
                                note_word(&mut changes.men.diagonal, lane, to);
                            }
                            if matches!(piece_type, PieceType::Queen | PieceType::Rook) {
                                note_word(&mut changes.men.straight, lane, to);
                            }
                        });
                    }
                }
            }
            MoveSet::EnPassant { origin, target } => {
                let change = 1 << origin.index() | 1 << target.index();
                let captured = captured_en_passant(origin, target);
                self.note(captured.into(), |changes, lane| note_word(&mut changes.men.pawns, lane, change));
            }
            MoveSet::Castling { side, origin } => {
                let king = side.king_target(us);
                let rook = self.parent.castling_rooks.square(us, side);
                let others = knight_attacks(self.mover.knights);
                let leaps = self.leaps;
                self.note(Bitboard::EMPTY, |changes, lane| {
                    note_word(&mut changes.men.king, lane, 1 << origin.index() ^ 1 << king.index());
                    note_word(
                        &mut changes.men.straight,
                        lane,
                        1 << rook.index() ^ 1 << side.rook_target(us).index(),
                    );
                    note_word(&mut changes.leaps, lane, leaps ^ (others | attacks::king(king).0));
                });
            }
        }
        ControlFlow::Continue(())
    }
}

/// What is the same in all lanes when the replies of side `S` are counted.
struct Replies<S, W: Lanes> {
    proof: W::Proof,
    mover: Men<u64>,
    replier: Men<u64>,
    /// All men of the replier.
    men: u64,
    leaps: u64,
    king: Square,
    /// Whether there is any man that slides along diagonals, or may be after a promotion; and along ranks and files.
    slides_diagonally: bool,
    slides_straight: bool,
    castlings: [Option<Castling>; 2],
    side: core::marker::PhantomData<S>,
}

/// What must hold for a castling of the replier.
#[derive(Clone, Copy)]
struct Castling {
    /// No man on these squares.
    empty: u64,
    /// No attack on these.
    safe: u64,
    /// The rook, not captured and not pinned.
    rook: u64,
}

impl Castling {
    fn of<S: Side>(node: &Node, king: Square, side: CastlingSide) -> Option<Castling> {
        let rook = node.castling_rooks.square(S::COLOR, side);
        let path = castling_path(S::COLOR, side, king, rook);
        let has = node.castling_rights.has(S::COLOR, side);
        has.then(|| Castling { empty: path.empty.0, safe: path.king.0, rook: Bitboard::of(rook).0 })
    }
}

/// How far a fill can go in one direction: one, two and four squares over empty ones.
#[derive(Clone, Copy)]
struct Paths<W> {
    squares: i32,
    one: W,
    two: W,
    four: W,
}

/// The squares on which a step in a direction may end: those that it does not reach around the edge.
#[inline(always)]
fn landing(squares: i32) -> u64 {
    match squares {
        1 | 9 | -7 => !Bitboard::file(File::A).0,
        -1 | -9 | 7 => !Bitboard::file(File::H).0,
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

    /// What sliders attack in this direction, up to the first man and including it.
    #[inline(always)]
    fn fill(self, proof: W::Proof, sliders: W) -> W {
        let Paths { squares, one, two, four } = self;
        let filled = sliders | (one & sliders.shift(squares));
        let filled = filled | (two & filled.shift(2 * squares));
        let filled = filled | (four & filled.shift(4 * squares));
        filled.shift(squares) & W::all(proof, landing(squares))
    }
}

/// The distance from a square to the next in each direction; opposite ones are each other's negatives.
const NORTH: i32 = 8;
const EAST: i32 = 1;
const NORTH_EAST: i32 = 9;
const NORTH_WEST: i32 = 7;

/// What a king sees along one of its lines in both directions, up to the first man and including it.
struct Sight<W> {
    ahead: W,
    behind: W,
}

impl<W: Lanes> Sight<W> {
    #[inline(always)]
    fn of(proof: W::Proof, king: Square, occupied: W, ahead: Direction, behind: Direction) -> Sight<W> {
        let ahead_ray = W::all(proof, attacks::ray(king, ahead).0);
        let behind_ray = W::all(proof, attacks::ray(king, behind).0);
        // Ahead the first man is the lowest bit: all up to it is `men ^ (men - 1)`. Behind it is the highest: all
        // from it upwards is the sign bit spread that far. Bit 0 ends every ray that has it, so it may stop any.
        let men = ahead_ray & occupied;
        let nearest = (behind_ray & occupied) | W::all(proof, 1);
        Sight { ahead: ahead_ray & men.up_to_lowest(), behind: behind_ray & nearest.down_to_highest() }
    }
}

impl<S: Side, W: Lanes> Replies<S, W> {
    #[inline(always)]
    fn of<P, L>(batch: &Batch<'_, P, L>, proof: W::Proof) -> Replies<S, W> {
        let node = batch.parent;
        let king = Bitboard(batch.replier.king).first_or_a1();
        let promotes = batch.mover.pawns & <S::Other as Side>::rank(Rank::Seventh).0 != 0;
        Replies {
            proof,
            mover: batch.mover,
            replier: batch.replier,
            men: node.board.color(S::COLOR).0,
            leaps: batch.leaps,
            king,
            slides_diagonally: promotes || batch.mover.diagonal | batch.replier.diagonal != 0,
            slides_straight: promotes || batch.mover.straight | batch.replier.straight != 0,
            castlings: CastlingSide::ALL.map(|side| Castling::of::<S>(node, king, side)),
            side: core::marker::PhantomData,
        }
    }

    /// Counts the replies in eight lanes, and says which lanes are in check: their counts mean nothing.
    ///
    /// No closure is used here: the compiler may leave one out of the function that may use the wide registers.
    #[inline(always)]
    fn count(&self, changes: &Changes, chunk: usize) -> (W, u8) {
        match (self.slides_straight, self.slides_diagonally) {
            (true, true) => self.count_with::<true, true>(changes, chunk),
            (true, false) => self.count_with::<true, false>(changes, chunk),
            (false, true) => self.count_with::<false, true>(changes, chunk),
            (false, false) => self.count_with::<false, false>(changes, chunk),
        }
    }

    /// As `count`, where the compiler knows which lines can be left out.
    #[inline(always)]
    fn count_with<const STRAIGHT: bool, const DIAGONAL: bool>(
        &self,
        changes: &Changes,
        chunk: usize,
    ) -> (W, u8) {
        let chunk = chunk % (CAPACITY / WIDTH);
        let mover = Men {
            pawns: self.all(self.mover.pawns) ^ self.load(&changes.men.pawns[chunk]),
            knights: self.all(self.mover.knights) ^ self.load(&changes.men.knights[chunk]),
            diagonal: self.all(self.mover.diagonal) ^ self.load(&changes.men.diagonal[chunk]),
            straight: self.all(self.mover.straight) ^ self.load(&changes.men.straight[chunk]),
            king: self.all(self.mover.king) ^ self.load(&changes.men.king[chunk]),
        };
        let captured = self.load(&changes.captured[chunk]);
        let enemy = mover.pawns | mover.knights | mover.diagonal | mover.straight | mover.king;
        let own = self.all(self.men).without(captured);
        let occupied = own | enemy;
        let targets = !own;

        let (file, rank) = if STRAIGHT {
            (
                self.line(occupied, mover.straight, NORTH, (Direction::North, Direction::South)),
                self.line(occupied, mover.straight, EAST, (Direction::East, Direction::West)),
            )
        } else {
            (self.idle_line(), self.idle_line())
        };
        let (rising, falling) = if DIAGONAL {
            (
                self.line(occupied, mover.diagonal, NORTH_EAST, (Direction::NorthEast, Direction::SouthWest)),
                self.line(occupied, mover.diagonal, NORTH_WEST, (Direction::NorthWest, Direction::SouthEast)),
            )
        } else {
            (self.idle_line(), self.idle_line())
        };

        let by_pawns = self.pawn_attacks::<S::Other>(mover.pawns);
        let by_leapers = self.all(self.leaps) ^ self.load(&changes.leaps[chunk]);
        let by_sliders = file.danger | rank.danger | rising.danger | falling.danger;
        let danger = by_sliders | by_pawns.0 | by_pawns.1 | by_leapers;
        let in_check = (danger & self.all(self.replier.king)).occupied_lanes();

        let king_steps = self.all(attacks::king(self.king).0) & targets;
        let mut count = king_steps.without(danger).count();

        // The sliders that are free or pinned along the very line on which they move.
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

        // Knights stand still, so each is counted by itself where it is neither captured nor pinned.
        let stays = !(captured | pinned_straight | pinned_diagonally);
        for knight in Bitboard(self.replier.knights) {
            let reached = (self.all(attacks::knight(knight).0) & targets).count();
            count = count.plus(reached.where_any(stays & self.all(1 << knight.index())));
        }

        let pawns = self.all(self.replier.pawns).without(captured | rank.pinned);
        count = self.pawn_pushes(count, pawns.without(pinned_diagonally), !occupied);
        let capturers = pawns.without(file.pinned);
        // West of White's pawns is the falling diagonal, of Black's the rising one; a pin along the other forbids.
        let (west, east) = match S::COLOR {
            Color::White => (capturers.without(rising.pinned), capturers.without(falling.pinned)),
            Color::Black => (capturers.without(falling.pinned), capturers.without(rising.pinned)),
        };
        count = self.count_with_promotions(count, self.pawn_attacks::<S>(west).0 & enemy);
        count = self.count_with_promotions(count, self.pawn_attacks::<S>(east).1 & enemy);

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

    #[inline(always)]
    fn load(&self, block: &Block) -> W {
        W::load(self.proof, block)
    }

    /// What the mover's sliders attack along one line and what they pin on it.
    #[inline(always)]
    fn line(&self, occupied: W, sliders: W, squares: i32, ways: (Direction, Direction)) -> Line<W> {
        let ahead = Paths::over(self.proof, !occupied, squares);
        let behind = Paths::over(self.proof, !occupied, -squares);
        let (onward, back) = (ahead.fill(self.proof, sliders), behind.fill(self.proof, sliders));
        let sight = Sight::of(self.proof, self.king, occupied, ways.0, ways.1);
        let pinned = (sight.ahead & back) | (sight.behind & onward);
        Line { ahead, behind, danger: onward | back, pinned }
    }

    /// A line on which nobody slides.
    #[inline(always)]
    fn idle_line(&self) -> Line<W> {
        let none = self.all(0);
        let nowhere = Paths { squares: 0, one: none, two: none, four: none };
        Line { ahead: nowhere, behind: nowhere, danger: none, pinned: none }
    }

    /// Adds one and two steps forward of pawns.
    #[inline(always)]
    fn pawn_pushes(&self, count: W, pawns: W, empty: W) -> W {
        let forward = if S::COLOR == Color::White { NORTH } else { -NORTH };
        let once = pawns.shift(forward) & empty;
        let twice = (once & self.all(S::rank(Rank::Third).0)).shift(forward) & empty;
        self.count_with_promotions(count, once).plus(twice.count())
    }

    /// Adds the moves of pawns to some targets: four each on the last rank, which is asked only if a pawn can be there.
    #[inline(always)]
    fn count_with_promotions(&self, count: W, targets: W) -> W {
        let count = count.plus(targets.count());
        if self.replier.pawns & S::rank(Rank::Seventh).0 == 0 {
            return count;
        }
        let promotions = (targets & self.all(S::rank(Rank::Eighth).0)).count();
        count.plus(promotions).plus(promotions).plus(promotions)
    }

    /// What pawns of side `P` attack towards the a-file and towards the h-file.
    #[inline(always)]
    fn pawn_attacks<P: Side>(&self, pawns: W) -> (W, W) {
        let (west, east) = match P::COLOR {
            Color::White => (NORTH_WEST, NORTH_EAST),
            Color::Black => (-NORTH_EAST, -NORTH_WEST),
        };
        (pawns.shift(west) & self.all(landing(west)), pawns.shift(east) & self.all(landing(east)))
    }
}

/// One of the four lines through every square, with what holds on it.
struct Line<W> {
    ahead: Paths<W>,
    behind: Paths<W>,
    /// What the mover's sliders attack along it.
    danger: W,
    /// The replier's men that are pinned on it, and no other man of the replier.
    pinned: W,
}

impl<W: Lanes> Line<W> {
    /// Adds the moves of sliders along the line, both ways.
    #[inline(always)]
    fn count(&self, proof: W::Proof, count: W, sliders: W, targets: W) -> W {
        let ahead = (self.ahead.fill(proof, sliders) & targets).count();
        let behind = (self.behind.fill(proof, sliders) & targets).count();
        count.plus(ahead).plus(behind)
    }
}

#[cfg(test)]
mod tests {
    use super::super::counted::count_at;
    use super::*;
    use crate::attacks::Magic;
    use crate::cpu::lanes::Portable;
    use crate::perft::perft_plain;
    use crate::position::Position;

    /// Batches on any CPU: every other level that counts them needs a CPU that may not be here.
    #[derive(Clone, Copy)]
    struct PortableBatches;

    impl Level for PortableBatches {
        type Sliders = Magic;
        type Lanes = Portable;

        const COUNTS_BATCHES: bool = true;

        fn sliders(self) -> Magic {
            Magic
        }

        fn lanes(self) {}

        fn call<J: Job>(self, job: J) -> J::Output {
            job.run(self)
        }
    }

    /// Positions in which something of every kind happens within three half-moves.
    const POSITIONS: [&str; 9] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1",
    ];

    #[test]
    fn batches_count_what_the_plain_path_counts() {
        for fen in POSITIONS {
            let position: Position = fen.parse().expect("a position");
            let depth = if cfg!(miri) { 2 } else { 3 };
            assert_eq!(count_at(PortableBatches, &position, depth), perft_plain(&position, depth), "{fen}");
        }
    }
}
