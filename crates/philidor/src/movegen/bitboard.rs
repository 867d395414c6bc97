//! The default generator: legal moves, set-wise, from bitboards.
//!
//! Legality is worked out before any move is generated, in [`Limits`]:
//!
//! ```text
//! allowed   in check: the squares between king and checker, and the checker itself; otherwise all
//! pins      along diagonals and along ranks and files: from the king's side up to and including the pinner
//!
//! . . . . r . . .      . . . . X . . .
//! . . . . . . . .      . . . . X . . .
//! . . . . R . . .      . . . . X . . .      the rook may move on the pin and nowhere else
//! . . . . K . . .      . . . . . . . .
//! ```
//!
//! Every piece's targets are then cut down by set operations. The king's are cut down by *danger*, the squares that the
//! enemy attacks once our king has left. Finding it takes as long as everything above, so it is found only if the king
//! has a square to go to or could castle; among captures, it seldom has one.
//!
//! One case is checked move by move: en passant, where two pawns leave a rank at once.
//!
//! Two masks of pins are enough for any number of pinned pieces: a piece pinned along a diagonal that moves diagonally
//! and lands on *some* diagonal pin is still on its own, because two diagonals through the king meet nowhere else; the
//! same holds for ranks and files.

use core::ops::ControlFlow;

use super::{MoveKind, MoveSet, MoveSink, PawnStep};
use crate::attacks::{self, Sliders};
use crate::position::{Board, CastlingPath, Position};
use crate::types::{Bitboard, CastlingRights, CastlingRooks, CastlingSide, PieceType, Rank, Side, Square};

/// What the moves depend on besides the pieces and the side to move.
#[derive(Clone, Copy)]
pub(crate) struct Rights {
    pub(crate) castling: CastlingRights,
    pub(crate) rooks: CastlingRooks,
    pub(crate) en_passant: Option<Square>,
}

impl Rights {
    #[inline(always)]
    pub(crate) fn of(position: &Position) -> Rights {
        Rights {
            castling: position.castling_rights(),
            rooks: position.castling_rooks(),
            en_passant: position.en_passant(),
        }
    }
}

/// The generator's view of a position: everything except the side to move, which is a type, and the clocks.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) board: &'a Board,
    pub(crate) rights: Rights,
}

impl<'a> Scene<'a> {
    #[inline(always)]
    pub(crate) fn new(position: &'a Position) -> Scene<'a> {
        Scene { board: position.board(), rights: Rights::of(position) }
    }
}

/// The limits that the safety of our king puts on every move.
struct Limits {
    checkers: Bitboard,
    allowed: Bitboard,
    pinned_diagonally: Bitboard,
    pinned_straight: Bitboard,
}

impl Limits {
    /// No limits: pseudo-legal moves.
    const NONE: Limits = Limits {
        checkers: Bitboard::EMPTY,
        allowed: Bitboard::FULL,
        pinned_diagonally: Bitboard::EMPTY,
        pinned_straight: Bitboard::EMPTY,
    };

    /// Looks from our king outwards, through our own pieces, to every enemy slider that could reach it.
    #[inline(always)]
    fn new<S: Side, A: Sliders>(board: &Board, sliders: A, king: Square) -> Limits {
        let (us, them) = (S::COLOR, <S::Other as Side>::COLOR);
        let (own, enemy) = (board.colors(us), board.colors(them));
        let mut checkers = (attacks::pawn(us, king) & board.colored_pieces(them, PieceType::Pawn))
            | (attacks::knight(king) & board.colored_pieces(them, PieceType::Knight));

        let mut pinned_diagonally = Bitboard::EMPTY;
        for sniper in sliders.bishop(king, enemy) & board.diagonal_sliders(them) {
            look_along(king, sniper, own, &mut checkers, &mut pinned_diagonally);
        }
        let mut pinned_straight = Bitboard::EMPTY;
        for sniper in sliders.rook(king, enemy) & board.straight_sliders(them) {
            look_along(king, sniper, own, &mut checkers, &mut pinned_straight);
        }

        let allowed = match checkers.first() {
            Some(checker) => attacks::between(king, checker) | checkers,
            None => Bitboard::FULL,
        };
        Limits { checkers, allowed, pinned_diagonally, pinned_straight }
    }
}

/// Adds an enemy slider aimed at our king to the checkers if none of our pieces is in between, and to the pins if just
/// one is.
#[inline(always)]
fn look_along(king: Square, sniper: Square, own: Bitboard, checkers: &mut Bitboard, pins: &mut Bitboard) {
    let between = attacks::between(king, sniper);
    let shield = between & own;
    if shield.is_empty() {
        checkers.insert(sniper);
    } else if !shield.has_several() {
        *pins |= between | sniper.into();
    }
}

/// All squares that the enemy attacks with our king off the board, so that it cannot hide in its own shadow.
#[inline(always)]
fn danger<S: Side, A: Sliders>(board: &Board, sliders: A, king: Square) -> Bitboard {
    let them = <S::Other as Side>::COLOR;
    let occupied = board.occupied() ^ king.into();
    let pieces = [
        board.colored_pieces(them, PieceType::Knight),
        board.diagonal_sliders(them),
        board.straight_sliders(them),
    ];
    attacks::pawns(them, board.colored_pieces(them, PieceType::Pawn))
        | attacks::king(board.king(them))
        | sliders.attacked(pieces, occupied)
}

/// Reports the moves of one kind by the pieces on `movers` to a sink: the legal ones, or all pseudo-legal ones.
///
/// Where this is inlined into a fast path, `kind`, `movers` and the type parameters are constants and cost nothing.
#[inline(always)]
pub(crate) fn generate<S: Side, A: Sliders, M: MoveSink, const LEGAL: bool>(
    scene: &Scene<'_>,
    sliders: A,
    kind: MoveKind,
    movers: Bitboard,
    sink: &mut M,
) -> ControlFlow<()> {
    Generator::new::<S, LEGAL>(scene, sliders, kind, movers).report::<S, M, LEGAL>(sink)
}

/// A generator that knows the limits, so that the caller can choose a sink by whether there is a check.
pub(super) struct Generator<'a, A> {
    scene: &'a Scene<'a>,
    sliders: A,
    kind: MoveKind,
    movers: Bitboard,
    king: Square,
    limits: Limits,
}

impl<'a, A: Sliders> Generator<'a, A> {
    #[inline(always)]
    pub(super) fn new<S: Side, const LEGAL: bool>(
        scene: &'a Scene<'a>,
        sliders: A,
        kind: MoveKind,
        movers: Bitboard,
    ) -> Generator<'a, A> {
        let king = scene.board.king(S::COLOR);
        let limits = if LEGAL { Limits::new::<S, A>(scene.board, sliders, king) } else { Limits::NONE };
        Generator { scene, sliders, kind, movers, king, limits }
    }

    /// Whether the king is in check; always false for pseudo-legal moves.
    #[inline(always)]
    pub(super) fn is_check(&self) -> bool {
        !self.limits.checkers.is_empty()
    }

    #[inline(always)]
    pub(super) fn report<S: Side, M: MoveSink, const LEGAL: bool>(&self, sink: &mut M) -> ControlFlow<()> {
        let (board, sliders, king) = (self.scene.board, self.sliders, self.king);
        let steps = self.king_targets::<S>();
        let may_castle = self.may_castle::<S>();
        let needs_danger = LEGAL && (may_castle || !steps.is_empty());
        let danger = if needs_danger { danger::<S, A>(board, sliders, king) } else { Bitboard::EMPTY };
        let targets = steps - danger;
        sink.accept(MoveSet::Piece { piece_type: PieceType::King, origin: king, targets })?;
        if self.limits.checkers.has_several() {
            return ControlFlow::Continue(()); // in double check no other piece can help
        }
        self.pieces::<S, M>(sink)?;
        self.pawns::<S, M>(sink)?;
        self.en_passant::<S, M, LEGAL>(sink)?;
        if may_castle { self.castling::<S, M, LEGAL>(danger, sink) } else { ControlFlow::Continue(()) }
    }

    /// The squares on which a move of the requested kind may end, except for pawns.
    #[inline(always)]
    fn wanted<S: Side>(&self) -> Bitboard {
        let board = self.scene.board;
        match self.kind {
            MoveKind::All => !board.colors(S::COLOR),
            MoveKind::Tactical | MoveKind::Captures => board.colors(<S::Other as Side>::COLOR),
            MoveKind::Quiet => !board.occupied(),
        }
    }

    #[inline(always)]
    fn movers<S: Side>(&self, piece_type: PieceType) -> Bitboard {
        self.scene.board.colored_pieces(S::COLOR, piece_type) & self.movers
    }

    /// Where the king would go if nothing attacked it.
    #[inline(always)]
    fn king_targets<S: Side>(&self) -> Bitboard {
        let targets = attacks::king(self.king) & self.wanted::<S>();
        if self.movers.contains(self.king) { targets } else { Bitboard::EMPTY }
    }

    /// Whether castling has to be considered.
    #[inline(always)]
    fn may_castle<S: Side>(&self) -> bool {
        self.kind.has_quiet()
            && !(self.scene.rights.castling & CastlingRights::for_color(S::COLOR)).is_empty()
            && !self.is_check()
            && self.movers.contains(self.king)
    }

    /// Whether most pieces have no target: in check, and for captures.
    #[inline(always)]
    fn has_few_targets(&self) -> bool {
        !self.kind.has_quiet() || self.is_check()
    }

    /// Knights, bishops, rooks and queens. A pinned knight has no move; a pinned slider stays on its pin.
    #[inline(always)]
    fn pieces<S: Side, M: MoveSink>(&self, sink: &mut M) -> ControlFlow<()> {
        let Limits { allowed, pinned_diagonally, pinned_straight, .. } = self.limits;
        let wanted = self.wanted::<S>() & allowed;
        let occupied = self.scene.board.occupied();
        // Most pieces have no capture. Where only captures are wanted, looking from all targets at once finds the
        // pieces that have one. In check there are so few targets that asking each piece is faster
        // (bench/record/engine.md).
        let able = if A::AT_ONCE && !self.kind.has_quiet() && !self.is_check() {
            self.sliders.attacked([wanted; 3], occupied)
        } else {
            Bitboard::FULL
        };

        for origin in able & (self.movers::<S>(PieceType::Knight) - pinned_diagonally - pinned_straight) {
            let targets = attacks::knight(origin) & wanted;
            sink.accept(MoveSet::Piece { piece_type: PieceType::Knight, origin, targets })?;
        }
        for origin in able & (self.movers::<S>(PieceType::Bishop) - pinned_straight) {
            let mut targets = self.sliders.bishop(origin, occupied) & wanted;
            if pinned_diagonally.contains(origin) {
                targets &= pinned_diagonally;
            }
            sink.accept(MoveSet::Piece { piece_type: PieceType::Bishop, origin, targets })?;
        }
        for origin in able & (self.movers::<S>(PieceType::Rook) - pinned_diagonally) {
            let mut targets = self.sliders.rook(origin, occupied) & wanted;
            if pinned_straight.contains(origin) {
                targets &= pinned_straight;
            }
            sink.accept(MoveSet::Piece { piece_type: PieceType::Rook, origin, targets })?;
        }
        for origin in able & self.movers::<S>(PieceType::Queen) {
            let mut targets = self.sliders.queen(origin, occupied) & wanted;
            if (pinned_diagonally | pinned_straight).contains(origin) {
                targets &= attacks::line(self.king, origin);
            }
            sink.accept(MoveSet::Piece { piece_type: PieceType::Queen, origin, targets })?;
        }
        ControlFlow::Continue(())
    }

    /// Captures and pushes of all pawns at once, by shifting the set.
    #[inline(always)]
    fn pawns<S: Side, M: MoveSink>(&self, sink: &mut M) -> ControlFlow<()> {
        let Limits { allowed, pinned_diagonally, pinned_straight, .. } = self.limits;
        let board = self.scene.board;
        let last_rank = S::rank(Rank::Eighth);
        let (tactical, quiet) = (self.kind.has_tactical(), self.kind.has_quiet());
        let pawns = self.movers::<S>(PieceType::Pawn);
        let free = pawns - pinned_diagonally - pinned_straight;

        let on_pin = S::forward(pawns & pinned_diagonally);
        let forward = S::forward(free);
        let victims = board.colors(<S::Other as Side>::COLOR) & allowed;
        let west = (forward.west() | on_pin.west() & pinned_diagonally) & victims;
        let east = (forward.east() | on_pin.east() & pinned_diagonally) & victims;

        let empty = !board.occupied();
        let on_pin = S::forward(pawns & pinned_straight) & pinned_straight;
        let once = (forward | on_pin) & empty;
        let twice = S::forward(once & S::rank(Rank::Third)) & empty & allowed;
        let once = once & allowed;

        if self.has_few_targets() && (west | east | once | twice).is_empty() {
            return ControlFlow::Continue(());
        }
        if tactical {
            sink.accept(MoveSet::Pawns { step: PawnStep::CaptureWest, targets: west - last_rank })?;
            sink.accept(MoveSet::Pawns { step: PawnStep::CaptureEast, targets: east - last_rank })?;
        }
        if quiet {
            sink.accept(MoveSet::Pawns { step: PawnStep::Push, targets: once - last_rank })?;
            sink.accept(MoveSet::Pawns { step: PawnStep::DoublePush, targets: twice })?;
        }
        if tactical && (west | east | once).intersects(last_rank) {
            // Rare, so a loop: what a sink does with promotions is compiled once and not three times.
            let pushed = if self.kind == MoveKind::Captures { Bitboard::EMPTY } else { once };
            let steps =
                [(PawnStep::CaptureWest, west), (PawnStep::CaptureEast, east), (PawnStep::Push, pushed)];
            for (step, targets) in steps {
                sink.accept(MoveSet::Promotions { step, targets: targets & last_rank })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// En passant is rare and checked by itself: both pawns leave the rank at once.
    #[inline(always)]
    fn en_passant<S: Side, M: MoveSink, const LEGAL: bool>(&self, sink: &mut M) -> ControlFlow<()> {
        let Some(target) = self.scene.rights.en_passant else {
            return ControlFlow::Continue(());
        };
        if !self.kind.has_tactical() {
            return ControlFlow::Continue(());
        }
        let candidates = attacks::pawn(<S::Other as Side>::COLOR, target) & self.movers::<S>(PieceType::Pawn);
        for origin in candidates {
            if !LEGAL || self.scene.board.is_safe_en_passant(self.sliders, S::COLOR, origin, target) {
                sink.accept(MoveSet::EnPassant { origin, target })?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castling<S: Side, M: MoveSink, const LEGAL: bool>(
        &self,
        danger: Bitboard,
        sink: &mut M,
    ) -> ControlFlow<()> {
        for side in CastlingSide::ALL {
            if self.scene.rights.castling.has(S::COLOR, side) && self.can_castle::<S, LEGAL>(danger, side) {
                sink.accept(MoveSet::Castling { side, origin: self.king })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the path is empty, the king's squares are safe, and the rook does not shield the king.
    ///
    /// A rook on its home rank can be pinned only along that rank, by a slider farther out; wherever the two pieces
    /// end, it no longer stands between the king and that slider.
    #[inline(always)]
    fn can_castle<S: Side, const LEGAL: bool>(&self, danger: Bitboard, side: CastlingSide) -> bool {
        let rook = self.scene.rights.rooks.square(S::COLOR, side);
        let path = CastlingPath::new(S::COLOR, side, self.king, rook);
        path.is_free_of(self.scene.board.occupied())
            && !(LEGAL && path.must_be_safe().intersects(danger))
            && !(LEGAL && self.limits.pinned_straight.contains(rook))
    }
}
