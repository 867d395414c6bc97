//! Counting the kinds of moves without playing them.
//!
//! As in `counted.rs`, moves of the last half-move are counted from their sets, not played. Checks are sets, too, as
//! seen from the enemy king:
//!
//! ```text
//! . . . . k . . .     squares from which a piece of each kind checks it: those that such a piece on the
//! . . . . . . . .     king's own square would reach;
//! . . . . N . . .     shields: our pieces that stand alone between one of our sliders and the king;
//! . . . . . . . .     one that leaves its line discovers a check
//! . . . . R . . .
//! ```
//!
//! Only moves that give check are played, to see whether there is a reply. Promotions that may check, castling and en
//! passant are rare, change more than two squares, or see through the square that was left: they are played, and
//! classified by the pieces that attack the king then.

use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::Statistics;
use crate::attacks::{self, Sliders};
use crate::cpu::{self, Cpu, Job, Level};
use crate::movegen::{MoveSet, MoveSink, PawnStep};
use crate::perft::children::{Node, Visitor, generate_all, visit, visit_sets};
use crate::position::Position;
use crate::types::{Bitboard, Black, Color, PieceType, Side, Square, White};

/// Counts a whole tree on the calling thread.
pub(super) fn count(cpu: Cpu, position: &Position, depth: u32) -> Statistics {
    let mut tally = Statistics::default();
    let (node, tally_here) = (&Node::new(position), &mut tally);
    match position.side_to_move() {
        _ if depth == 0 => tally.nodes = 1,
        Color::White => {
            cpu::dispatch_at_few(cpu, Subtree::<White> { node, depth, tally: tally_here, side: PhantomData });
        }
        Color::Black => {
            cpu::dispatch_at_few(cpu, Subtree::<Black> { node, depth, tally: tally_here, side: PhantomData });
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
            visit_sets::<S, _, _>(node, level, &mut descend);
        }
    }
}

/// Descends to each child.
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
        let view = View::new::<S, _>(node, level.sliders());
        let mut sink = Classify::<S, L> {
            node,
            enemy: node.board.colors(<S::Other as Side>::COLOR),
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
    /// The squares that a bishop and a rook on the king's square would reach.
    diagonal: Bitboard,
    straight: Bitboard,
    /// Our pieces that discover a check when they leave their line to the king.
    shields: Bitboard,
}

impl View {
    #[inline(always)]
    fn new<S: Side, A: Sliders>(node: &Node, sliders: A) -> View {
        let (us, board) = (S::COLOR, &node.board);
        let king = board.king(<S::Other as Side>::COLOR);
        let (own, enemy) = (board.colors(us), board.colors(<S::Other as Side>::COLOR));
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

    /// The squares from which a piece checks the king. A slider cannot come from a square where it would already have
    /// given check, so leaving a square never opens its own line.
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

    /// Counts the moves of a piece that shields a line: each that leaves the line discovers a check. It is rare, so it
    /// is a job of its own and not inlined wherever a set is reported.
    #[inline(always)]
    fn count_shield(&mut self, origin: Square, direct: Bitboard, targets: Bitboard, set: MoveSet) {
        let level = self.level;
        level.call(Shield { sink: self, origin, direct, targets, set });
    }

    #[inline(always)]
    fn count_shield_here(&mut self, origin: Square, direct: Bitboard, targets: Bitboard, set: MoveSet) {
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

    /// Plays moves and classifies the checks they give; the piece that moved is on `arrival`.
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
                self.play(set, side.rook_destination(S::COLOR));
            }
        }
        ControlFlow::Continue(())
    }
}

/// The moves of a piece that shields a line.
struct Shield<'a, 'b, S, L> {
    sink: &'a mut Classify<'b, S, L>,
    origin: Square,
    direct: Bitboard,
    targets: Bitboard,
    set: MoveSet,
}

impl<S: Side, M: Level> Job for Shield<'_, '_, S, M> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, _: L) {
        let Shield { sink, origin, direct, targets, set } = self;
        sink.count_shield_here(origin, direct, targets, set);
    }
}

/// The squares where pawns arrive by a step.
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

/// Plays moves and classifies their checks by the pieces that give them.
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
        let checkers = attackers & board.colors(S::COLOR);
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
