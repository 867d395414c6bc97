//! What kinds of moves the last half-move of a tree consists of: captures, castles, promotions, checks, mates.
//!
//! The classes are those of the Grand Chess Tree. A check is *direct* if the man that moved gives it, *discovered* if
//! another does, and so there are four kinds:
//!
//! ```text
//!                       the man that moved gives check
//!                       yes                   no
//! others that do   0    direct                —
//!                  1    direct discovered     single discovered
//!                  2    direct discovered     double discovered
//! ```
//!
//! A check that mates counts as a mate of its kind and not as a check: the two are apart in the tables of the Grand
//! Chess Tree, unlike in older ones. The man that moved is the one on the square of arrival; in castling it is the rook, since a king gives no check.
//! Two men are discovered at once only by capturing en passant, which opens two lines.
//!
//! As in `counted.rs`, moves of the last half-move are counted from their sets, not played. Checks are sets, too, once
//! the node is looked at from the enemy king:
//!
//! ```text
//! . . . . k . . .     squares from which a man of each kind checks it: what such a man on the
//! . . . . . . . .     king's own square would reach;
//! . . . . N . . .     shields: our men that alone stand between one of our sliders and the king;
//! . . . . . . . .     whatever leaves its line discovers a check
//! . . . . R . . .
//! ```
//!
//! Only moves that give check are played, to see whether there is a reply. Promotions that may check, castling and en
//! passant are rare, change more than two squares, or see through the square that was left: they are played, and
//! classified by who attacks the king then.

use core::fmt;
use core::iter::Sum;
use core::marker::PhantomData;
use core::ops::{Add, AddAssign, ControlFlow};

use super::children::{Node, Visitor, generate_all, visit, visit_all};
use super::{Part, Perft, subtrees};
use crate::attacks::{self, Sliders};
use crate::cpu::{self, Cpu, Job, Level};
use crate::movegen::{MoveSet, MoveSink, PawnStep};
use crate::position::Position;
use crate::types::{Bitboard, Black, Color, PieceType, Side, Square, White};

/// What the last half-moves of a tree are, counted: a line of the tables that the Grand Chess Tree keeps.
///
/// Statistics add up, as those of the parts of a tree do to those of the whole.
///
/// ```
/// use philidor::{perft::statistics, Position};
/// let kiwipete: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let statistics = statistics(&kiwipete, 2);
/// assert_eq!((statistics.nodes, statistics.captures, statistics.en_passant), (2_039, 351, 1));
/// assert_eq!((statistics.castles, statistics.checks(), statistics.mates()), (91, 3, 0));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Statistics {
    /// All moves: the perft.
    pub nodes: u64,
    /// Captures, en passant among them.
    pub captures: u64,
    /// Captures en passant.
    pub en_passant: u64,
    /// Castlings.
    pub castles: u64,
    /// Promotions, each kind of man for itself, by captures, too.
    pub promotions: u64,
    /// Checks by the man that moved alone, in castling the rook; here and below without mates.
    pub direct_checks: u64,
    /// Checks by one man that did not move.
    pub single_discovered_checks: u64,
    /// Checks by the man that moved and another.
    pub direct_discovered_checks: u64,
    /// Checks by two men that did not move.
    pub double_discovered_checks: u64,
    /// Direct checks that leave no move.
    pub direct_mates: u64,
    /// Checks by one man that did not move, which leave no move.
    pub single_discovered_mates: u64,
    /// Checks by the man that moved and another, which leave no move.
    pub direct_discovered_mates: u64,
    /// Checks by two men that did not move, which leave no move.
    pub double_discovered_mates: u64,
}

impl Statistics {
    /// What is counted, in the order of [`to_counts`](Statistics::to_counts).
    pub const NAMES: [&'static str; 13] = [
        "nodes",
        "captures",
        "en passant",
        "castles",
        "promotions",
        "direct checks",
        "single discovered checks",
        "direct discovered checks",
        "double discovered checks",
        "direct mates",
        "single discovered mates",
        "direct discovered mates",
        "double discovered mates",
    ];

    /// All checks that are no mates. Tables older than those of the Grand Chess Tree count the mates among the checks:
    /// `checks() + mates()`.
    ///
    /// ```
    /// use philidor::{perft::statistics, Position};
    /// let statistics = statistics(&Position::default(), 4);
    /// assert_eq!((statistics.checks(), statistics.mates()), (461, 8)); // 469 in all
    /// ```
    #[must_use]
    pub const fn checks(&self) -> u64 {
        self.direct_checks
            + self.single_discovered_checks
            + self.direct_discovered_checks
            + self.double_discovered_checks
    }

    /// All mates.
    ///
    /// ```
    /// use philidor::{perft::statistics, Position};
    /// assert_eq!(statistics(&Position::default(), 4).mates(), 8); // fool's mates
    /// ```
    #[must_use]
    pub const fn mates(&self) -> u64 {
        self.direct_mates
            + self.single_discovered_mates
            + self.direct_discovered_mates
            + self.double_discovered_mates
    }

    /// The counts in the order of the fields, which is that of [`NAMES`](Statistics::NAMES).
    ///
    /// ```
    /// use philidor::perft::Statistics;
    /// let statistics = Statistics { nodes: 20, ..Statistics::default() };
    /// let (name, count) = (Statistics::NAMES[0], statistics.to_counts()[0]);
    /// assert_eq!((name, count), ("nodes", 20));
    /// ```
    #[must_use]
    pub const fn to_counts(&self) -> [u64; 13] {
        [
            self.nodes,
            self.captures,
            self.en_passant,
            self.castles,
            self.promotions,
            self.direct_checks,
            self.single_discovered_checks,
            self.direct_discovered_checks,
            self.double_discovered_checks,
            self.direct_mates,
            self.single_discovered_mates,
            self.direct_discovered_mates,
            self.double_discovered_mates,
        ]
    }

    /// The statistics with these counts, in the order of [`to_counts`](Statistics::to_counts).
    ///
    /// ```
    /// use philidor::{perft::statistics, perft::Statistics, Position};
    /// let statistics = statistics(&Position::default(), 3);
    /// assert_eq!(Statistics::from_counts(statistics.to_counts()), statistics);
    /// ```
    #[must_use]
    pub const fn from_counts(counts: [u64; 13]) -> Statistics {
        let [
            nodes,
            captures,
            en_passant,
            castles,
            promotions,
            direct_checks,
            single_discovered_checks,
            direct_discovered_checks,
            double_discovered_checks,
            direct_mates,
            single_discovered_mates,
            direct_discovered_mates,
            double_discovered_mates,
        ] = counts;
        Statistics {
            nodes,
            captures,
            en_passant,
            castles,
            promotions,
            direct_checks,
            single_discovered_checks,
            direct_discovered_checks,
            double_discovered_checks,
            direct_mates,
            single_discovered_mates,
            direct_discovered_mates,
            double_discovered_mates,
        }
    }
}

impl Add for Statistics {
    type Output = Statistics;

    fn add(self, other: Statistics) -> Statistics {
        let (left, right) = (self.to_counts(), other.to_counts());
        Statistics::from_counts(core::array::from_fn(|kind| left[kind] + right[kind]))
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Statistics) {
        *self = *self + other;
    }
}

impl Sum for Statistics {
    fn sum<I: Iterator<Item = Statistics>>(parts: I) -> Statistics {
        parts.fold(Statistics::default(), Add::add)
    }
}

impl fmt::Display for Statistics {
    /// A line for each count, and for the totals of checks and mates after their kinds; no line feed at the end.
    ///
    /// ```
    /// use philidor::{perft::statistics, Position};
    /// let text = statistics(&Position::default(), 3).to_string();
    /// assert_eq!(text.lines().nth(1), Some("captures                               34"));
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, count)) in Statistics::NAMES.into_iter().zip(self.to_counts()).enumerate() {
            if index == 9 {
                writeln!(f, "{:<24} {:>16}", "checks", self.checks())?;
            }
            writeln!(f, "{name:<24} {count:>16}")?;
        }
        write!(f, "{:<24} {:>16}", "mates", self.mates())
    }
}

/// Counts what the last half-moves of the tree are, `depth` half-moves deep. At depth 0 there is one node and no move.
///
/// ```
/// use philidor::{perft::statistics, Position};
/// let statistics = statistics(&Position::default(), 4);
/// assert_eq!((statistics.nodes, statistics.captures), (197_281, 1_576));
/// ```
#[must_use]
pub fn statistics(position: &Position, depth: u32) -> Statistics {
    Perft::new().statistics(position, depth)
}

impl Perft<'_> {
    /// Counts what the last half-moves of the tree are. The path and the table do not matter to statistics.
    ///
    /// ```
    /// use philidor::{perft::Perft, Cpu, Position};
    /// let statistics = Perft::new().cpu(Cpu::Portable).statistics(&Position::default(), 3);
    /// assert_eq!((statistics.nodes, statistics.checks()), (8_902, 12));
    /// ```
    #[must_use]
    pub fn statistics(self, position: &Position, depth: u32) -> Statistics {
        if self.threads == 1 {
            return self.statistics_here(position, depth);
        }
        self.statistics_reporting(position, depth, &|_| ())
    }

    /// As [`statistics`](Perft::statistics), and calls `report` whenever a part of the tree is counted, from any
    /// thread.
    ///
    /// ```
    /// use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
    /// use philidor::{perft::Perft, Position};
    /// let seen = AtomicU64::new(0);
    /// let statistics = Perft::new().statistics_reporting(&Position::default(), 4, &|part| {
    ///     seen.fetch_add(part.leaves, Relaxed);
    /// });
    /// assert_eq!(seen.into_inner(), statistics.nodes);
    /// ```
    #[must_use]
    pub fn statistics_reporting(
        self,
        position: &Position,
        depth: u32,
        report: &(dyn Fn(Part) + Sync),
    ) -> Statistics {
        if depth <= 1 {
            // A part would be less than a half-move deep, and not know what kind of move led to it.
            let statistics = self.statistics_here(position, depth);
            report(Part { leaves: statistics.nodes, parts: 1 });
            return statistics;
        }
        subtrees::statistics(self, position, depth, report)
    }

    /// Counts a whole tree on the calling thread.
    pub(super) fn statistics_here(self, position: &Position, depth: u32) -> Statistics {
        count(self.cpu, position, depth)
    }
}

/// Counts a whole tree on the calling thread.
fn count(cpu: Cpu, position: &Position, depth: u32) -> Statistics {
    let mut tally = Statistics::default();
    let (node, tally_here) = (&Node::of(position), &mut tally);
    match position.side_to_move() {
        _ if depth == 0 => tally.nodes = 1,
        Color::White => {
            cpu::dispatch_at(cpu, Subtree::<White> { node, depth, tally: tally_here, side: PhantomData });
        }
        Color::Black => {
            cpu::dispatch_at(cpu, Subtree::<Black> { node, depth, tally: tally_here, side: PhantomData });
        }
    }
    tally
}

/// A tree to count, at least one half-move deep.
struct Subtree<'a, S> {
    node: &'a Node,
    depth: u32,
    tally: &'a mut Statistics,
    side: PhantomData<S>,
}

impl<S: Side> Job for Subtree<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let Subtree { node, depth, tally, side } = self;
        if depth == 1 {
            level.call(Leaves::<S> { node, tally, side });
        } else {
            let mut descend = Descend::<S, L> { depth: depth - 1, tally, level, side };
            visit_all::<S, _, _>(node, level, &mut descend);
        }
    }
}

/// Goes down to each child.
struct Descend<'a, S, L> {
    /// The depth of the children.
    depth: u32,
    tally: &'a mut Statistics,
    level: L,
    side: PhantomData<S>,
}

impl<S: Side, L: Level> Visitor for Descend<'_, S, L> {
    #[inline(always)]
    fn visit(&mut self, child: &Node) {
        let tally = &mut *self.tally;
        if self.depth == 1 {
            self.level.call(Leaves::<S::Other> { node: child, tally, side: PhantomData });
        } else {
            let depth = self.depth;
            self.level.call(Subtree::<S::Other> { node: child, depth, tally, side: PhantomData });
        }
    }
}

/// The moves of one node, classified.
struct Leaves<'a, S> {
    node: &'a Node,
    tally: &'a mut Statistics,
    side: PhantomData<S>,
}

impl<S: Side> Job for Leaves<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let Leaves { node, tally, .. } = self;
        let view = View::of::<S, _>(node, level.sliders());
        let mut sink = Classify::<S, L> {
            node,
            enemy: node.board.color(<S::Other as Side>::COLOR),
            view,
            nodes: 0,
            captures: 0,
            direct_checks: 0,
            tally,
            level,
            side: PhantomData,
        };
        let _ = generate_all::<S, _, _>(node, level, &mut sink);
        let Classify { nodes, captures, direct_checks, tally, .. } = sink;
        tally.nodes += u64::from(nodes);
        tally.captures += u64::from(captures);
        tally.direct_checks += u64::from(direct_checks);
    }
}

/// The enemy king's view of the board.
struct View {
    king: Square,
    /// What a bishop and a rook on the king's square would reach.
    diagonal: Bitboard,
    straight: Bitboard,
    /// Our men that discover a check when they leave their line to the king.
    shields: Bitboard,
}

impl View {
    #[inline(always)]
    fn of<S: Side, A: Sliders>(node: &Node, sliders: A) -> View {
        let (us, board) = (S::COLOR, &node.board);
        let king = board.king(<S::Other as Side>::COLOR);
        let (own, enemy) = (board.color(us), board.color(<S::Other as Side>::COLOR));
        let snipers = (sliders.bishop(king, enemy) & board.diagonal_sliders(us))
            | (sliders.rook(king, enemy) & board.straight_sliders(us));
        let mut shields = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & own;
            if !between.has_several() {
                shields |= between;
            }
        }
        let occupied = board.occupied();
        let (diagonal, straight) = (sliders.bishop(king, occupied), sliders.rook(king, occupied));
        View { king, diagonal, straight, shields }
    }

    /// The squares from which a man checks the king. A slider cannot come from where it would have checked already, so
    /// the square it leaves never opens its own line.
    #[inline(always)]
    fn checks_by<S: Side>(&self, piece_type: PieceType) -> Bitboard {
        match piece_type {
            PieceType::King => Bitboard::EMPTY,
            PieceType::Queen => self.diagonal | self.straight,
            PieceType::Rook => self.straight,
            PieceType::Bishop => self.diagonal,
            PieceType::Knight => attacks::knight(self.king),
            PieceType::Pawn => attacks::pawn(<S::Other as Side>::COLOR, self.king),
        }
    }
}

/// A sink that counts moves by kind.
struct Classify<'a, S, L> {
    node: &'a Node,
    enemy: Bitboard,
    view: View,
    nodes: u32,
    captures: u32,
    direct_checks: u32,
    tally: &'a mut Statistics,
    level: L,
    side: PhantomData<S>,
}

impl<S: Side, L: Level> Classify<'_, S, L> {
    /// Counts the moves to `direct` as direct checks, and those among them that mate.
    #[inline(always)]
    fn count_direct(&mut self, direct: Bitboard, set: MoveSet) {
        if !direct.is_empty() {
            let mates = self.mates(set, direct);
            self.direct_checks += direct.len() - mates;
            self.tally.direct_mates += u64::from(mates);
        }
    }

    /// How many of the moves to `targets`, all of them checks, leave no reply.
    #[inline(always)]
    fn mates(&self, set: MoveSet, targets: Bitboard) -> u32 {
        let set = match set {
            MoveSet::Piece { piece_type, origin, .. } => MoveSet::Piece { piece_type, origin, targets },
            MoveSet::Pawns { step, .. } => MoveSet::Pawns { step, targets },
            other => other,
        };
        self.level.call(Mates::<S> { node: self.node, set, side: PhantomData })
    }

    /// Counts the moves of a man that shields a line: each that leaves the line discovers a check.
    #[inline(always)]
    fn count_shield(&mut self, origin: Square, direct: Bitboard, targets: Bitboard, set: MoveSet) {
        let discovered = targets - attacks::line(self.view.king, origin);
        self.count_direct(direct - discovered, set);
        let (both, single) = (discovered & direct, discovered - direct);
        if !both.is_empty() {
            let mates = self.mates(set, both);
            self.tally.direct_discovered_checks += u64::from(both.len() - mates);
            self.tally.direct_discovered_mates += u64::from(mates);
        }
        if !single.is_empty() {
            let mates = self.mates(set, single);
            self.tally.single_discovered_checks += u64::from(single.len() - mates);
            self.tally.single_discovered_mates += u64::from(mates);
        }
    }

    /// The promotions on one square: counted, and played if one of them may give check.
    #[inline(always)]
    fn count_promotion(&mut self, step: PawnStep, target: Square) {
        let origin = step.origin(S::COLOR, target);
        self.nodes += 4;
        self.tally.promotions += 4;
        if self.enemy.contains(target) {
            self.captures += 4;
        }
        let king = self.view.king;
        let occupied = self.node.board.occupied() - origin.into();
        let sliders = self.level.sliders();
        let seen = sliders.queen(king, occupied) | attacks::knight(king);
        if seen.contains(target) || self.view.shields.contains(origin) {
            self.play(MoveSet::Promotions { step, targets: target.into() }, target);
        }
    }

    /// Plays moves and classifies the checks they give; the man that moved is on `arrival`.
    #[inline(always)]
    fn play(&mut self, set: MoveSet, arrival: Square) {
        let (node, tally) = (self.node, &mut *self.tally);
        self.level.call(Play::<S> { node, set, arrival, tally, side: PhantomData });
    }
}

impl<S: Side, L: Level> MoveSink for Classify<'_, S, L> {
    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()> {
        match set {
            MoveSet::Piece { piece_type, origin, targets } => {
                self.nodes += targets.len();
                self.captures += (targets & self.enemy).len();
                let direct = targets & self.view.checks_by::<S>(piece_type);
                // A queen is never a shield: it would give check itself.
                if piece_type != PieceType::Queen && self.view.shields.contains(origin) {
                    self.count_shield(origin, direct, targets, set);
                } else if piece_type != PieceType::King {
                    self.count_direct(direct, set);
                }
            }
            MoveSet::Pawns { step, targets } => {
                self.nodes += targets.len();
                if matches!(step, PawnStep::CaptureWest | PawnStep::CaptureEast) {
                    self.captures += targets.len();
                }
                let checks = self.view.checks_by::<S>(PieceType::Pawn);
                let mut free = targets;
                for shield in self.view.shields & self.node.board.pieces(PieceType::Pawn) {
                    let of_shield = targets & step_from::<S>(step, shield.into());
                    self.count_shield(shield, of_shield & checks, of_shield, set);
                    free -= of_shield;
                }
                self.count_direct(free & checks, set);
            }
            MoveSet::Promotions { step, targets } => {
                for target in targets {
                    self.count_promotion(step, target);
                }
            }
            MoveSet::EnPassant { target, .. } => {
                self.nodes += 1;
                self.captures += 1;
                self.tally.en_passant += 1;
                self.play(set, target);
            }
            MoveSet::Castling { side, .. } => {
                self.nodes += 1;
                self.tally.castles += 1;
                self.play(set, side.rook_target(S::COLOR));
            }
        }
        ControlFlow::Continue(())
    }
}

/// Where pawns arrive by a step.
#[inline(always)]
fn step_from<S: Side>(step: PawnStep, pawns: Bitboard) -> Bitboard {
    let forward = S::forward(pawns);
    match step {
        PawnStep::Push => forward,
        PawnStep::DoublePush => S::forward(forward),
        PawnStep::CaptureWest => forward.west(),
        PawnStep::CaptureEast => forward.east(),
    }
}

/// How many of some moves, all of them checks, leave no reply.
struct Mates<'a, S> {
    node: &'a Node,
    set: MoveSet,
    side: PhantomData<S>,
}

impl<S: Side> Job for Mates<'_, S> {
    type Output = u32;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u32 {
        let mut mates = CountMates::<S, L> { count: 0, level, side: PhantomData };
        visit::<S, _>(self.node, self.set, &mut mates);
        mates.count
    }
}

struct CountMates<S, L> {
    count: u32,
    level: L,
    side: PhantomData<S>,
}

impl<S: Side, L: Level> Visitor for CountMates<S, L> {
    #[inline(always)]
    fn visit(&mut self, child: &Node) {
        let has_reply = self.level.call(HasReply::<S::Other> { node: child, side: PhantomData });
        self.count += u32::from(!has_reply);
    }
}

/// Whether there is a legal move.
struct HasReply<'a, S> {
    node: &'a Node,
    side: PhantomData<S>,
}

impl<S: Side> Job for HasReply<'_, S> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> bool {
        generate_all::<S, _, _>(self.node, level, &mut StopAtAny).is_break()
    }
}

/// A sink that stops at the first move.
struct StopAtAny;

impl MoveSink for StopAtAny {
    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()> {
        if set.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Some moves, played, and their checks classified by who gives them.
struct Play<'a, S> {
    node: &'a Node,
    set: MoveSet,
    arrival: Square,
    tally: &'a mut Statistics,
    side: PhantomData<S>,
}

impl<S: Side> Job for Play<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let Play { node, set, arrival, tally, side } = self;
        visit::<S, _>(node, set, &mut Judge::<S, L> { arrival, tally, level, side });
    }
}

struct Judge<'a, S, L> {
    arrival: Square,
    tally: &'a mut Statistics,
    level: L,
    side: PhantomData<S>,
}

impl<S: Side, L: Level> Visitor for Judge<'_, S, L> {
    #[inline(always)]
    fn visit(&mut self, child: &Node) {
        let board = &child.board;
        let king = board.king(<S::Other as Side>::COLOR);
        let attackers = board.attackers(self.level.sliders(), king, board.occupied());
        let checkers = attackers & board.color(S::COLOR);
        if checkers.is_empty() {
            return;
        }
        let has_reply = self.level.call(HasReply::<S::Other> { node: child, side: PhantomData });
        let tally = &mut *self.tally;
        let count = match (checkers.contains(self.arrival), checkers.has_several(), has_reply) {
            (true, false, true) => &mut tally.direct_checks,
            (true, false, false) => &mut tally.direct_mates,
            (true, true, true) => &mut tally.direct_discovered_checks,
            (true, true, false) => &mut tally.direct_discovered_mates,
            (false, false, true) => &mut tally.single_discovered_checks,
            (false, false, false) => &mut tally.single_discovered_mates,
            (false, true, true) => &mut tally.double_discovered_checks,
            (false, true, false) => &mut tally.double_discovered_mates,
        };
        *count += 1;
    }
}
