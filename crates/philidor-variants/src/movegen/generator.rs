//! The generator: sets of legal moves, reported to a sink.

use core::ops::ControlFlow;

use philidor::attacks::{self, Magic};
use philidor::{
    Bitboard, Board, CastlingPath, CastlingRights, CastlingSide, Color, PawnStep, PieceType, Rank, Square,
};

use super::named::NamedMoves;
use super::safety::{
    Checks, Limits, checks_by_en_passant, survives_en_passant, survives_explosion, without_pawn_checks,
};
use super::sets::{ExtendedMoveSet, ExtendedMoveSink};
use crate::attackers::{Lines, attacked, attackers, attackers_by};
use crate::extra::{Extra, Pocket};
use crate::position::{GeneratorInput, Rules};

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    Captures,
    Rest,
}

/// Reports all legal moves of a game that is not over, with these look-ups.
#[inline(always)]
pub(crate) fn report<R: Rules, A: Lines, S: ExtendedMoveSink>(
    lines: A,
    input: &GeneratorInput,
    extra: &R::Extra,
    sink: &mut S,
) -> ControlFlow<()> {
    let generator = Generator::<R, A>::new(lines, input, extra);
    if !R::CAPTURE_IS_COMPULSORY {
        return generator.report(Wanted::All, sink);
    }
    let mut captures = false;
    generator.report(Wanted::Captures, &mut |set: ExtendedMoveSet| {
        captures |= !set.is_empty();
        sink.accept(set)
    })?;
    if captures { ControlFlow::Continue(()) } else { generator.report(Wanted::Rest, sink) }
}

/// Whether there is a move: it stops at the first one.
pub(crate) fn has_move<R: Rules>(input: &GeneratorInput, extra: &R::Extra) -> bool {
    let found = report::<R, _, _>(Magic, input, extra, &mut |set: ExtendedMoveSet| {
        if set.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found.is_break()
}

/// Whether a capture en passant is legal.
pub(crate) fn has_legal_en_passant<R: Rules>(input: &GeneratorInput, extra: &R::Extra) -> bool {
    let generator = Generator::<R, Magic>::new(Magic, input, extra);
    let found = generator.en_passant(&mut |_: ExtendedMoveSet| ControlFlow::Break(()));
    found.is_break()
}

/// Reports the legal moves that a text names, in code for any CPU: a list of one move is too short to gain from more.
pub(super) fn report_named<R: Rules, S: ExtendedMoveSink>(
    named: NamedMoves,
    input: &GeneratorInput,
    extra: &R::Extra,
    sink: &mut S,
) -> ControlFlow<()> {
    let mut generator = Generator::<R, Magic>::new(Magic, input, extra);
    if R::CAPTURE_IS_COMPULSORY && !generator.captures(named) && generator.has_capture() {
        return ControlFlow::Continue(());
    }
    match named {
        NamedMoves::To(piece_type, destination) => {
            generator.only = destination.into();
            generator.moves_to(piece_type, destination, sink)
        }
        NamedMoves::DropOn(square) => {
            generator.only = square.into();
            generator.drops(sink)
        }
        NamedMoves::Castling if generator.may_castle() => {
            generator.castling(generator.danger(Wanted::Rest, true), sink)
        }
        NamedMoves::Castling => ControlFlow::Continue(()),
    }
}

struct Generator<'a, R: Rules, A> {
    lines: A,
    input: &'a GeneratorInput,
    extra: &'a R::Extra,
    board: &'a Board,
    us: Color,
    /// The destinations of the moves to report, castling aside.
    only: Bitboard,
    /// Our king that must not be captured, if there is one.
    royal: Option<Square>,
    /// Squares on which it is safe from everything.
    untouchable: Bitboard,
    limits: Limits,
    checks: Option<Checks>,
}

#[inline(always)]
fn forward(set: Bitboard, us: Color) -> Bitboard {
    match us {
        Color::White => set.north(),
        Color::Black => set.south(),
    }
}

impl<'a, R: Rules, A: Lines> Generator<'a, R, A> {
    #[inline(always)]
    fn new(lines: A, input: &'a GeneratorInput, extra: &'a R::Extra) -> Generator<'a, R, A> {
        let (board, us) = (input.board(), input.side_to_move());
        let royal = R::royal(board, us);
        let untouchable = R::untouchable(board, us);
        let limits = match royal {
            Some(king) if !untouchable.contains(king) => Limits::new(lines, board, us, king),
            _ => Limits::NONE,
        };
        let checks = R::CHECK_IS_FORBIDDEN.then(|| Checks::new::<R, A>(lines, board, us));
        let only = Bitboard::FULL;
        Generator { lines, input, extra, board, us, only, royal, untouchable, limits, checks }
    }

    #[inline(always)]
    fn queen(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.lines.bishop(square, occupied) | self.lines.rook(square, occupied)
    }

    #[inline(always)]
    fn report<S: ExtendedMoveSink>(&self, wanted: Wanted, sink: &mut S) -> ControlFlow<()> {
        let castles = wanted != Wanted::Captures && self.may_castle();
        let danger = self.danger(wanted, castles);
        self.kings(wanted, danger, sink)?;
        if self.limits.checkers.has_several() && !R::CAPTURES_EXPLODE {
            return ControlFlow::Continue(());
        }
        self.pieces(wanted, sink)?;
        self.pawns(wanted, sink)?;
        if wanted != Wanted::Rest {
            self.en_passant(sink)?;
        }
        if castles {
            self.castling(danger, sink)?;
        }
        if wanted != Wanted::Captures && <R::Extra as Extra>::HAS_POCKETS {
            self.drops(sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether moves that a text names capture.
    fn captures(&self, named: NamedMoves) -> bool {
        let NamedMoves::To(piece_type, destination) = named else { return false };
        let is_passed = self.input.state().en_passant == Some(destination);
        self.board.colors(!self.us).contains(destination) || piece_type == PieceType::Pawn && is_passed
    }

    fn has_capture(&self) -> bool {
        let found = self.report(Wanted::Captures, &mut |set: ExtendedMoveSet| {
            if set.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        found.is_break()
    }

    /// Reports the moves of a piece type to the only destination: its pieces stand where one on that square would
    /// reach.
    #[inline(always)]
    fn moves_to<S: ExtendedMoveSink>(
        &self,
        piece_type: PieceType,
        destination: Square,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let occupied = self.board.occupied();
        let reached = match piece_type {
            PieceType::King => return self.kings(Wanted::All, self.danger(Wanted::All, false), sink),
            PieceType::Queen => self.queen(destination, occupied),
            PieceType::Rook => self.lines.rook(destination, occupied),
            PieceType::Bishop => self.lines.bishop(destination, occupied),
            PieceType::Knight => attacks::knight(destination),
            PieceType::Pawn => {
                self.pawns(Wanted::All, sink)?;
                return self.en_passant(sink);
            }
        };
        for origin in reached & self.board.colored_pieces(self.us, piece_type) {
            self.piece(piece_type, origin, self.only, self.pin(origin), Wanted::All, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// The squares on which our king could be captured once it has left its own; looked for only if it can go
    /// somewhere.
    #[inline(always)]
    fn danger(&self, wanted: Wanted, castles: bool) -> Bitboard {
        match self.royal {
            Some(king) if castles || !self.king_targets(king, wanted).is_empty() => {
                let without_king = self.board.occupied() - king.into();
                attacked(self.lines, self.board, !self.us, without_king) - self.untouchable
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// Where a king would go if nothing attacked it.
    #[inline(always)]
    fn king_targets(&self, origin: Square, wanted: Wanted) -> Bitboard {
        let targets = attacks::king(origin) & self.destinations(wanted);
        if R::KING_CAPTURES { targets } else { targets - self.board.colors(!self.us) }
    }

    /// Where the wanted moves of pieces may end, checks apart.
    #[inline(always)]
    fn destinations(&self, wanted: Wanted) -> Bitboard {
        self.only
            & match wanted {
                Wanted::All => !self.board.colors(self.us),
                Wanted::Captures => self.board.colors(!self.us),
                Wanted::Rest => !self.board.occupied(),
            }
    }

    #[inline(always)]
    fn kings<S: ExtendedMoveSink>(&self, wanted: Wanted, danger: Bitboard, sink: &mut S) -> ControlFlow<()> {
        for origin in self.board.colored_pieces(self.us, PieceType::King) {
            let mut targets = self.king_targets(origin, wanted);
            if self.royal == Some(origin) {
                targets -= danger;
            }
            self.send(PieceType::King, origin, targets, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Reports the targets of a piece, less those that give check where that is forbidden.
    #[inline(always)]
    fn send<S: ExtendedMoveSink>(
        &self,
        piece_type: PieceType,
        origin: Square,
        mut targets: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        if let Some(checks) = &self.checks {
            targets = checks.without(piece_type, origin, targets);
        }
        sink.accept(ExtendedMoveSet::Chess(philidor::MoveSet::Piece { piece_type, origin, targets }))
    }

    #[inline(always)]
    fn pieces<S: ExtendedMoveSink>(&self, wanted: Wanted, sink: &mut S) -> ControlFlow<()> {
        let Limits { pinned_diagonally, pinned_straight, .. } = self.limits;
        let pinned = pinned_diagonally | pinned_straight;
        let occupied = self.board.occupied();
        let movers = |kind| self.board.colored_pieces(self.us, kind);
        for origin in movers(PieceType::Knight) {
            let pin = if pinned.contains(origin) { Bitboard::EMPTY } else { Bitboard::FULL };
            self.piece(PieceType::Knight, origin, attacks::knight(origin), pin, wanted, sink)?;
        }
        for origin in movers(PieceType::Bishop) {
            self.piece(
                PieceType::Bishop,
                origin,
                self.lines.bishop(origin, occupied),
                self.pin(origin),
                wanted,
                sink,
            )?;
        }
        for origin in movers(PieceType::Rook) {
            self.piece(
                PieceType::Rook,
                origin,
                self.lines.rook(origin, occupied),
                self.pin(origin),
                wanted,
                sink,
            )?;
        }
        for origin in movers(PieceType::Queen) {
            self.piece(
                PieceType::Queen,
                origin,
                self.queen(origin, occupied),
                self.pin(origin),
                wanted,
                sink,
            )?;
        }
        ControlFlow::Continue(())
    }

    /// The squares to which a pin keeps a slider.
    #[inline(always)]
    fn pin(&self, origin: Square) -> Bitboard {
        let Limits { pinned_diagonally, pinned_straight, .. } = self.limits;
        match self.royal {
            Some(king) if (pinned_diagonally | pinned_straight).contains(origin) => {
                attacks::line(king, origin)
            }
            _ => Bitboard::FULL,
        }
    }

    #[inline(always)]
    fn piece<S: ExtendedMoveSink>(
        &self,
        piece_type: PieceType,
        origin: Square,
        reached: Bitboard,
        pin: Bitboard,
        wanted: Wanted,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let reachable = reached & self.destinations(wanted);
        let mut targets = reachable & self.limits.allowed & pin;
        if self.limits.checkers.has_several() {
            targets = Bitboard::EMPTY;
        }
        if R::CAPTURES_EXPLODE {
            targets -= self.board.colors(!self.us);
            targets |= self.surviving(origin, reachable & self.board.colors(!self.us));
        }
        self.send(piece_type, origin, targets, sink)
    }

    /// The captures among these after which our king is safe.
    #[inline(always)]
    fn surviving(&self, origin: Square, captures: Bitboard) -> Bitboard {
        let mut surviving = captures;
        for destination in captures {
            if !survives_explosion::<R, A>(self.lines, self.board, self.us, origin, destination, destination)
            {
                surviving.remove(destination);
            }
        }
        surviving
    }

    #[inline(always)]
    fn pawns<S: ExtendedMoveSink>(&self, wanted: Wanted, sink: &mut S) -> ControlFlow<()> {
        let Limits { mut allowed, pinned_diagonally, pinned_straight, checkers } = self.limits;
        if checkers.has_several() {
            allowed = Bitboard::EMPTY;
        }
        let us = self.us;
        let pawns = self.board.colored_pieces(us, PieceType::Pawn);
        let free = pawns - pinned_diagonally - pinned_straight;
        let ahead = forward(free, us);
        if wanted != Wanted::Rest {
            let enemy = self.board.colors(!us) & self.only;
            let [west, east] = if R::CAPTURES_EXPLODE {
                let ahead = forward(pawns, us);
                [
                    self.surviving_pawns(PawnStep::CaptureWest, ahead.west() & enemy),
                    self.surviving_pawns(PawnStep::CaptureEast, ahead.east() & enemy),
                ]
            } else {
                let on_pin = forward(pawns & pinned_diagonally, us);
                let victims = enemy & allowed;
                [
                    (ahead.west() | on_pin.west() & pinned_diagonally) & victims,
                    (ahead.east() | on_pin.east() & pinned_diagonally) & victims,
                ]
            };
            self.pawn_steps(PawnStep::CaptureWest, west, sink)?;
            self.pawn_steps(PawnStep::CaptureEast, east, sink)?;
        }
        if wanted != Wanted::Captures {
            let empty = !self.board.occupied();
            let on_pin = forward(pawns & pinned_straight, us) & pinned_straight;
            let once = (ahead | on_pin) & empty;
            let from_home = forward(R::double_step_origins(us), us);
            let twice = forward(once & from_home, us) & empty;
            let allowed = allowed & self.only;
            self.pawn_steps(PawnStep::Push, once & allowed, sink)?;
            self.pawn_steps(PawnStep::DoublePush, twice & allowed, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// The same for pawns that capture by one kind of step.
    #[inline(always)]
    fn surviving_pawns(&self, step: PawnStep, captures: Bitboard) -> Bitboard {
        let mut surviving = captures;
        for target in captures {
            let origin = step.origin(self.us, target);
            if !survives_explosion::<R, A>(self.lines, self.board, self.us, origin, target, target) {
                surviving.remove(target);
            }
        }
        surviving
    }

    /// Reports pawns that make one kind of step, those that promote apart.
    #[inline(always)]
    fn pawn_steps<S: ExtendedMoveSink>(
        &self,
        step: PawnStep,
        targets: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let quiet = |targets, becomes| match R::royal(self.board, !self.us) {
            Some(king) if R::CHECK_IS_FORBIDDEN => {
                without_pawn_checks(self.board, self.us, king, step, targets, becomes)
            }
            _ => targets,
        };
        let last_rank = Bitboard::from_rank(Rank::Eighth.relative_to(self.us));
        let targets_of_pawns = quiet(targets - last_rank, PieceType::Pawn);
        sink.accept(ExtendedMoveSet::Chess(philidor::MoveSet::Pawns { step, targets: targets_of_pawns }))?;
        let promoting = targets & last_rank;
        if promoting.is_empty() {
            return ControlFlow::Continue(());
        }
        // The four promotions of chess are one set, whatever else there may be, unless moves that give check are
        // illegal.
        let others = match R::PROMOTIONS.split_at_checked(4) {
            Some((four, others)) if *four == PieceType::PROMOTIONS && !R::CHECK_IS_FORBIDDEN => {
                sink.accept(ExtendedMoveSet::Chess(philidor::MoveSet::Promotions {
                    step,
                    targets: promoting,
                }))?;
                others
            }
            _ => R::PROMOTIONS,
        };
        for &piece_type in others {
            let targets = quiet(promoting, piece_type);
            sink.accept(ExtendedMoveSet::PromotionsTo { piece_type, step, targets })?;
        }
        ControlFlow::Continue(())
    }

    /// En passant is rare and judged move by move.
    #[inline(always)]
    fn en_passant<S: ExtendedMoveSink>(&self, sink: &mut S) -> ControlFlow<()> {
        let target = self.input.state().en_passant.filter(|&target| self.only.contains(target));
        let Some(target) = target else { return ControlFlow::Continue(()) };
        let origins = attacks::pawn(!self.us, target) & self.board.colored_pieces(self.us, PieceType::Pawn);
        for origin in origins {
            if self.can_take_en_passant(origin, target) {
                sink.accept(ExtendedMoveSet::Chess(philidor::MoveSet::EnPassant { origin, target }))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn can_take_en_passant(&self, origin: Square, target: Square) -> bool {
        let (board, us) = (self.board, self.us);
        if R::CAPTURES_EXPLODE {
            return survives_en_passant::<R>(board, us, origin, target);
        }
        let ours = self.royal.filter(|&king| !self.untouchable.contains(king));
        let theirs = if R::CHECK_IS_FORBIDDEN { R::royal(board, !us) } else { None };
        !checks_by_en_passant(board, us, (origin, target), [ours, theirs])
    }

    /// Whether castling has to be looked at: there is a right, no check, and nothing in the way.
    #[inline(always)]
    fn may_castle(&self) -> bool {
        let rights = self.input.state().castling_rights;
        if (rights & CastlingRights::for_color(self.us)).is_empty() || !self.limits.checkers.is_empty() {
            return false;
        }
        self.is_open(CastlingSide::KingSide) || self.is_open(CastlingSide::QueenSide)
    }

    /// Whether there is a right to castle to a side, and nothing in the way.
    #[inline(always)]
    fn is_open(&self, side: CastlingSide) -> bool {
        self.input.state().castling_rights.has(self.us, side) && self.has_free_path(side)
    }

    /// Whether nothing stands between king, rook and where they go.
    #[inline(always)]
    fn has_free_path(&self, side: CastlingSide) -> bool {
        self.castling_path(side).is_free_of(self.board.occupied())
    }

    #[inline(always)]
    fn castling_path(&self, side: CastlingSide) -> CastlingPath {
        let rook = self.input.setup.castling_rooks.square(self.us, side);
        CastlingPath::new(self.us, side, self.castling_king(), rook)
    }

    #[inline(always)]
    fn castling<S: ExtendedMoveSink>(&self, danger: Bitboard, sink: &mut S) -> ControlFlow<()> {
        let rights = self.input.state().castling_rights;
        for side in CastlingSide::ALL {
            if rights.has(self.us, side) && self.can_castle(side, danger) {
                let origin = self.castling_king();
                sink.accept(ExtendedMoveSet::Chess(philidor::MoveSet::Castling { side, origin }))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn can_castle(&self, side: CastlingSide, danger: Bitboard) -> bool {
        let us = self.us;
        let king = self.castling_king();
        let rook = self.input.setup.castling_rooks.square(us, side);
        if !self.has_free_path(side) {
            return false;
        }
        let is_safe = match self.royal {
            Some(royal) if royal == king => self.can_walk(self.castling_path(side), side, rook, danger),
            _ => true,
        };
        is_safe && !(R::CHECK_IS_FORBIDDEN && self.castling_gives_check(side, king, rook))
    }

    /// Whether the king is safe on the squares that it passes and, once the rook has moved, where it arrives.
    #[inline(always)]
    fn can_walk(&self, path: CastlingPath, side: CastlingSide, rook: Square, danger: Bitboard) -> bool {
        if self.untouchable.is_empty() {
            // As in chess: a rook that shields its king is pinned along the rank.
            return !path.must_be_safe().intersects(danger) && !self.limits.pinned_straight.contains(rook);
        }
        // In atomic, a king beside the other one may castle although an enemy rook attacks along the rank, if our rook
        // stands between the two afterwards.
        let arrives = side.king_destination(self.us);
        let mut passed = path.must_be_safe();
        passed.remove(arrives);
        let after = self.after_castling(side, rook);
        let is_attacked = !self.untouchable.contains(arrives)
            && !attackers_by(self.lines, self.board, arrives, after, !self.us).is_empty();
        !passed.intersects(danger) && !is_attacked
    }

    /// The occupied squares after castling.
    fn after_castling(&self, side: CastlingSide, rook: Square) -> Bitboard {
        let arrived = Bitboard::from(side.king_destination(self.us)) | side.rook_destination(self.us).into();
        let king = self.castling_king();
        (self.board.occupied() - king.into() - rook.into()) | arrived
    }

    #[inline(always)]
    fn castling_gives_check(&self, side: CastlingSide, king: Square, rook: Square) -> bool {
        let Some(enemy_king) = R::royal(self.board, !self.us) else { return false };
        let (gone, after) = (Bitboard::from(king) | rook.into(), self.after_castling(side, rook));
        let rook = side.rook_destination(self.us);
        !(attackers(self.board, enemy_king, after, self.us) - gone).is_empty()
            || Magic.rook(rook, after).contains(enemy_king)
    }

    #[inline(always)]
    fn drops<S: ExtendedMoveSink>(&self, sink: &mut S) -> ControlFlow<()> {
        let pocket = self.extra.pocket(self.us);
        if self.limits.checkers.has_several() || pocket == Pocket::EMPTY {
            return ControlFlow::Continue(());
        }
        for piece_type in Pocket::KINDS {
            if pocket.count(piece_type) > 0 {
                let mut targets = R::drop_squares(self.board, piece_type) & self.limits.allowed & self.only;
                if let Some(checks) = &self.checks {
                    targets = checks.without_drops(self.us, piece_type, targets);
                }
                sink.accept(ExtendedMoveSet::Drops { piece_type, targets })?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castling_king(&self) -> Square {
        self.input.castling_kings[self.us.index()]
    }
}
