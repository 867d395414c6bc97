//! The generator of unmoves: legal ones, set-wise, from bitboards.
//!
//! *We* are the side that has moved, and whose pieces go back; *they* are to move. Two things can be wrong with an
//! origin: a piece of ours would have attacked their king when it was our turn, or the way back is blocked. So legality
//! is a matter of the lines that end at *their* king, and all of it is worked out before any unmove is generated:
//!
//! ```text
//! check        . . . . k . . .      The last move explains each check. The checker has come, from anywhere (the
//!              . . . . x . . .      knight); or another piece has left the line in between (to x), and had stood
//!              . . . . x . . .      there. Of two checkers, one has come from the line of the other.
//!              . . . N R . . .
//!
//! battery      . . . . k . . .      The bishop alone keeps the rook from the king. It has come along the line, or it
//!              . . . . . . . .      has captured: then what it captured stood in its place, and the line was closed
//!              . . . . B . . .      all the time.
//!              . . . . R . . .
//!
//! guard        . . . . k . . .      The rook has not come from any x: it would have given check there. That is what a
//!              r x x x x x x x      rook attacks from the square of the king, in all kinds of unmoves but one: a
//!              . . . . x . . .      checker that captured nothing has not come from its own line either, beyond
//!              . . . . R . . .      itself.
//! ```
//!
//! Our own king may have been in check, but not by three pieces. That can only be where the king has come from a square
//! that two of theirs attack already, so only the king's unmoves are checked for it. Castling and en passant, which
//! move two pieces at once, are checked one by one.

use core::ops::ControlFlow;

use philidor::{
    Bitboard, Board, CastlingMode, CastlingPath, CastlingRights, CastlingRooks, CastlingSide, Color, File,
    PawnStep, PieceType, Position, Rank, Square, attacks,
};

use super::predecessors::may_pass;
use super::retractor::{ClockReading, EnPassantReading, Retractor};
use super::sets::{PutBack, UnmoveSet, UnmoveSink};

/// The most pieces of a side, and the most pawns.
const MAX_PIECES: u32 = 16;
const MAX_PAWNS: u32 = 8;

/// The side that has moved, White or Black at compile time, and what limits its unmoves.
struct Generator<'a, const WHITE: bool> {
    position: &'a Position,
    board: &'a Board,
    retractor: Retractor,
    /// Their king, which nothing of ours may have attacked.
    king: Square,
    empty: Bitboard,
    /// Our pieces that attack it now.
    checkers: Bitboard,
    diagonal: Battery,
    straight: Battery,
    /// The squares from which a bishop or a rook attacks it now.
    bishop_guard: Bitboard,
    rook_guard: Bitboard,
    /// The choice of putting nothing back; empty if the last move is known to have been a capture or a pawn's move.
    nothing: PutBack,
    /// What may be put back on a square that can hold a pawn.
    uncaptures: PutBack,
    /// Whether a pawn may have moved or a piece captured.
    zeroing: bool,
    /// Whether we may have had one more pawn.
    may_unpromote: bool,
}

/// Sliders of ours that one piece of ours keeps from their king.
#[derive(Clone, Copy)]
struct Battery {
    /// The squares between king and slider.
    lines: Bitboard,
    /// The pieces in between.
    fronts: Bitboard,
}

impl Battery {
    /// Looks from their king outwards, through our pieces, to each slider of ours that could reach it.
    #[inline(always)]
    fn new(king: Square, snipers: Bitboard, ours: Bitboard, checkers: &mut Bitboard) -> Battery {
        let mut battery = Battery { lines: Bitboard::EMPTY, fronts: Bitboard::EMPTY };
        for sniper in snipers {
            let between = attacks::between(king, sniper);
            let front = between & ours;
            if front.is_empty() {
                checkers.insert(sniper);
            } else if !front.has_several() {
                battery.lines |= between;
                battery.fronts |= front;
            }
        }
        battery
    }
}

/// Reports the unmoves of the side that is not to move, White or Black, to a sink.
#[inline(always)]
pub(super) fn generate<const WHITE: bool, M: UnmoveSink>(
    position: &Position,
    retractor: Retractor,
    sink: &mut M,
) -> ControlFlow<()> {
    let board = position.board();
    if !Color::ALL.into_iter().all(|color| is_possible_material(board, color)) {
        return ControlFlow::Continue(());
    }
    let generator = Generator::<WHITE>::new(position, retractor);
    match position.en_passant() {
        Some(passed) => generator.double_push(passed, sink),
        None => generator.report(sink),
    }
}

/// Whether a side has no more pieces and pawns than a game begins with: the door refuses the others.
#[inline(always)]
fn is_possible_material(board: &Board, color: Color) -> bool {
    board.colors(color).len() <= MAX_PIECES && board.colored_pieces(color, PieceType::Pawn).len() <= MAX_PAWNS
}

impl<'a, const WHITE: bool> Generator<'a, WHITE> {
    const US: Color = if WHITE { Color::White } else { Color::Black };

    #[inline(always)]
    fn new(position: &'a Position, retractor: Retractor) -> Generator<'a, WHITE> {
        let (board, us, them) = (position.board(), Self::US, !Self::US);
        let (ours, theirs) = (board.colors(us), board.colors(them));
        let king = position.king(them);
        let occupied = ours | theirs;

        let mut checkers = (attacks::pawn(them, king) & board.colored_pieces(us, PieceType::Pawn))
            | (attacks::knight(king) & board.colored_pieces(us, PieceType::Knight));
        let sliders =
            |piece_type| board.colored_pieces(us, piece_type) | board.colored_pieces(us, PieceType::Queen);
        let snipers = attacks::bishop(king, theirs) & sliders(PieceType::Bishop);
        let diagonal = Battery::new(king, snipers, ours, &mut checkers);
        let snipers = attacks::rook(king, theirs) & sliders(PieceType::Rook);
        let straight = Battery::new(king, snipers, ours, &mut checkers);

        let (quiet, zeroing) = match (retractor.clock, position.halfmove_clock()) {
            (ClockReading::Unknown, _) => (true, true),
            (ClockReading::Exact, clock) => (clock > 0, clock == 0),
        };
        let uncaptures = if !zeroing || theirs.len() == MAX_PIECES {
            PutBack::NONE
        } else if board.colored_pieces(them, PieceType::Pawn).len() == MAX_PAWNS {
            PutBack::OFFICERS
        } else {
            PutBack::ANY
        };
        Generator {
            position,
            board,
            retractor,
            king,
            empty: !occupied,
            checkers,
            diagonal,
            straight,
            bishop_guard: attacks::bishop(king, occupied),
            rook_guard: attacks::rook(king, occupied),
            nothing: if quiet { PutBack::NOTHING } else { PutBack::NONE },
            uncaptures,
            zeroing,
            may_unpromote: zeroing && board.colored_pieces(us, PieceType::Pawn).len() < MAX_PAWNS,
        }
    }

    /// All unmoves where the last move was not known to be a double push.
    #[inline(always)]
    fn report<M: UnmoveSink>(&self, sink: &mut M) -> ControlFlow<()> {
        let movers = self.movers();
        // Which pieces go back where, seen from the checks alone: the checkers, and the others.
        let nowhere = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut checkers = self.checkers.into_iter();
        let parts = match (checkers.next(), checkers.next(), checkers.next()) {
            (None, ..) => [(movers, Bitboard::FULL), nowhere],
            (Some(checker), None, _) => {
                let one = Bitboard::from_square(checker);
                [(movers & one, Bitboard::FULL), (movers - one, attacks::between(self.king, checker))]
            }
            (Some(one), Some(other), None) => [
                (movers & one.into(), attacks::between(self.king, other)),
                (movers & other.into(), attacks::between(self.king, one)),
            ],
            _ => [nowhere; 2],
        };
        for (movers, explained) in parts {
            if !movers.is_empty() && !explained.is_empty() {
                self.retract(movers, explained, sink)?;
            }
        }
        if self.zeroing && self.uncaptures.contains(Some(PieceType::Pawn)) {
            self.en_passant(sink)?;
        }
        if !self.nothing.is_empty()
            && (self.position.castling_rights() & CastlingRights::for_color(Self::US)).is_empty()
        {
            self.castling(sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Our pieces but those that have not moved: kings and rooks with a castling right.
    #[inline(always)]
    fn movers(&self) -> Bitboard {
        let mut movers = self.board.colors(Self::US);
        for side in CastlingSide::ALL {
            if self.position.castling_rights().has(Self::US, side) {
                movers.remove(self.position.king(Self::US));
                movers.remove(self.position.castling_rooks().square(Self::US, side));
            }
        }
        movers
    }

    /// The unmoves of some pieces to origins that explain the checks.
    #[inline(always)]
    fn retract<M: UnmoveSink>(&self, movers: Bitboard, explained: Bitboard, sink: &mut M) -> ControlFlow<()> {
        let open = self.empty & explained;
        let occupied = !self.empty;
        let of_type = |piece_type| movers & self.board.pieces(piece_type);
        for square in of_type(PieceType::King) {
            self.king(square, attacks::king(square) & (open - attacks::king(self.king)), sink)?;
        }
        for square in of_type(PieceType::Knight) {
            let origins = attacks::knight(square) & (open - attacks::knight(self.king));
            self.piece(PieceType::Knight, square, origins, sink)?;
        }
        for square in of_type(PieceType::Bishop) {
            let origins = attacks::bishop(square, occupied) & (open - self.bishop_guard);
            self.piece(PieceType::Bishop, square, origins, sink)?;
        }
        for square in of_type(PieceType::Rook) {
            let origins = attacks::rook(square, occupied) & (open - self.rook_guard);
            self.piece(PieceType::Rook, square, origins, sink)?;
        }
        for square in of_type(PieceType::Queen) {
            let reached = attacks::queen(square, occupied);
            let origins = reached & (open - (self.bishop_guard | self.rook_guard));
            self.piece(PieceType::Queen, square, origins, sink)?;
        }
        if self.zeroing {
            self.pawns(of_type(PieceType::Pawn), open, sink)?;
            let promoted = movers & self.rank(Rank::Eighth);
            if self.may_unpromote && !promoted.is_empty() {
                self.unpromotions(promoted, open, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The origins among some from which a piece has come without a capture: off the line of the check that it gives,
    /// and along the line of its battery.
    #[inline(always)]
    fn without_capture(&self, square: Square, origins: Bitboard) -> Bitboard {
        let mut origins = origins;
        if (self.checkers | self.diagonal.fronts | self.straight.fronts).contains(square) {
            let line = attacks::line(self.king, square);
            if self.checkers.contains(square) {
                origins -= line;
            }
            if (self.diagonal.fronts | self.straight.fronts).contains(square) {
                origins &= line & (self.diagonal.lines | self.straight.lines);
            }
        }
        origins
    }

    /// What may be put back on a square: no pawn on the last ranks.
    #[inline(always)]
    fn uncaptures_on(&self, square: Square) -> PutBack {
        if Bitboard::LAST_RANKS.contains(square) {
            self.uncaptures.without(PieceType::Pawn)
        } else {
            self.uncaptures
        }
    }

    /// One piece goes back to some origins, with or without a piece put back.
    #[inline(always)]
    fn piece<M: UnmoveSink>(
        &self,
        piece_type: PieceType,
        square: Square,
        origins: Bitboard,
        sink: &mut M,
    ) -> ControlFlow<()> {
        let uncaptures = self.uncaptures_on(square);
        let quiet = self.without_capture(square, origins);
        let set = |origins, put_back| UnmoveSet::Piece { piece_type, destination: square, origins, put_back };
        if quiet == origins {
            return sink.accept(set(origins, self.nothing.or(uncaptures)));
        }
        sink.accept(set(quiet, self.nothing))?;
        sink.accept(set(origins, uncaptures))
    }

    /// The king goes back, but not where three pieces would have attacked it.
    #[inline(always)]
    fn king<M: UnmoveSink>(&self, square: Square, origins: Bitboard, sink: &mut M) -> ControlFlow<()> {
        let them = !Self::US;
        let attackers = |origin| self.attackers(them, origin, !self.empty);
        let mut crowded = Bitboard::EMPTY;
        for origin in origins {
            if attackers(origin).has_several() {
                crowded.insert(origin);
            }
        }
        self.piece(PieceType::King, square, origins - crowded, sink)?;
        for origin in crowded {
            if attackers(origin).len() > 2 {
                continue;
            }
            // Two pieces attack this square already, so what is put back beside it may not do so, too.
            let quiet = self.without_capture(square, origin.into());
            let uncaptures = self.uncaptures_on(square).and(bystanders(them, square, origin));
            let nothing = if quiet.is_empty() { PutBack::NONE } else { self.nothing };
            let (piece_type, destination, origins) = (PieceType::King, square, origin.into());
            let put_back = nothing.or(uncaptures);
            sink.accept(UnmoveSet::Piece { piece_type, destination, origins, put_back })?;
        }
        ControlFlow::Continue(())
    }

    /// The steps of pawns that end without a promotion.
    #[inline(always)]
    fn pawns<M: UnmoveSink>(&self, pawns: Bitboard, open: Bitboard, sink: &mut M) -> ControlFlow<()> {
        let open = open - self.pawn_guard() - self.rank(Rank::First);
        let along = |pawns| self.along_battery(pawns);
        let once = self.backward(pawns);
        let (free, fronts) = along(pawns);
        let pushed = (self.backward(free) | self.backward(fronts) & self.straight.lines) & open;
        let destinations = self.forward(pushed);
        sink.accept(UnmoveSet::Pawns { step: PawnStep::Push, destinations, put_back: PutBack::NOTHING })?;

        if self.retractor.en_passant != EnPassantReading::Always {
            let passed = once & self.empty & self.rank(Rank::Third);
            let (free, fronts) = along(self.forward(passed));
            let twice = |pawns| self.backward(self.backward(pawns));
            let origins = (twice(free) | twice(fronts) & self.straight.lines) & open;
            let destinations = self.forward(self.forward(origins));
            let destinations = self.unanswered(destinations);
            sink.accept(UnmoveSet::Pawns {
                step: PawnStep::DoublePush,
                destinations,
                put_back: PutBack::NOTHING,
            })?;
        }
        if self.uncaptures.is_empty() {
            return ControlFlow::Continue(());
        }
        // A capture to the west ends west of the square ahead of the origin, so the origin is east of the square one
        // step back from the destination.
        let (west, east) = (self.forward(once.east() & open).west(), self.forward(once.west() & open).east());
        let put_back = self.uncaptures;
        sink.accept(UnmoveSet::Pawns { step: PawnStep::CaptureWest, destinations: west, put_back })?;
        sink.accept(UnmoveSet::Pawns { step: PawnStep::CaptureEast, destinations: east, put_back })
    }

    /// The squares from which a pawn of ours attacks their king.
    #[inline(always)]
    fn pawn_guard(&self) -> Bitboard {
        attacks::pawn(!Self::US, self.king)
    }

    /// Pieces that are in front of no slider, and those that may go back along a rank or file to stay there.
    #[inline(always)]
    fn along_battery(&self, pieces: Bitboard) -> (Bitboard, Bitboard) {
        (pieces - self.diagonal.fronts - self.straight.fronts, pieces & self.straight.fronts)
    }

    /// Pawns that may have advanced two squares although the position has no en-passant square.
    #[inline(always)]
    fn unanswered(&self, pawns: Bitboard) -> Bitboard {
        if self.retractor.en_passant == EnPassantReading::Unknown {
            return pawns;
        }
        let theirs = self.board.colored_pieces(!Self::US, PieceType::Pawn);
        let is_answered = |pawn: Square| {
            let (passed, pawn) = (PawnStep::Push.origin(Self::US, pawn), Bitboard::from_square(pawn));
            let is_safe = |origin: Square| {
                let occupied = (!self.empty - origin.into() - pawn) | passed.into();
                (self.attackers(Self::US, self.king, occupied) - pawn).is_empty()
            };
            ((pawn.west() | pawn.east()) & theirs).into_iter().any(is_safe)
        };
        pawns.into_iter().filter(|&pawn| !is_answered(pawn)).collect()
    }

    /// Pieces on the last rank become pawns again.
    #[inline(always)]
    fn unpromotions<M: UnmoveSink>(
        &self,
        promoted: Bitboard,
        open: Bitboard,
        sink: &mut M,
    ) -> ControlFlow<()> {
        let open = open - self.pawn_guard();
        let uncaptures = self.uncaptures.without(PieceType::Pawn);
        for piece_type in PieceType::PROMOTIONS {
            let pieces = promoted & self.board.pieces(piece_type);
            if pieces.is_empty() {
                continue;
            }
            // A piece on the last rank that is in front of a slider is so along this rank, which its pawn leaves.
            let (free, _) = self.along_battery(pieces);
            let once = self.backward(pieces);
            let pushed = self.forward(self.backward(free) & open);
            let (west, east) =
                (self.forward(once.east() & open).west(), self.forward(once.west() & open).east());
            for (step, destinations, put_back) in [
                (PawnStep::CaptureWest, west, uncaptures),
                (PawnStep::CaptureEast, east, uncaptures),
                (PawnStep::Push, pushed, PutBack::NOTHING),
            ] {
                sink.accept(UnmoveSet::Unpromotions { piece_type, step, destinations, put_back })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The position has an en-passant square, so its pawn has passed it.
    #[inline(always)]
    fn double_push<M: UnmoveSink>(&self, passed: Square, sink: &mut M) -> ControlFlow<()> {
        let (origin, destination) = (self.backward(passed.into()), self.forward(passed.into()));
        let before = (!self.empty - destination) | origin;
        if self.zeroing && !self.attacked_from(before, destination, origin) {
            let step = PawnStep::DoublePush;
            sink.accept(UnmoveSet::Pawns { step, destinations: destination, put_back: PutBack::NOTHING })?;
        }
        ControlFlow::Continue(())
    }

    /// Whether our pieces, one pawn moved, attack their king when these squares are occupied.
    #[inline(always)]
    fn attacked_from(&self, occupied: Bitboard, pawn: Bitboard, origin: Bitboard) -> bool {
        let attackers = self.attackers(Self::US, self.king, occupied);
        !(attackers - pawn).is_empty() || origin.intersects(self.pawn_guard())
    }

    /// En passant is rare and checked by itself: two pawns come back beside each other.
    ///
    /// ```text
    /// 7 | . . . . x . . .   ← where their pawn came from: empty
    /// 6 | . . . . P . . .   ← our pawn now
    /// 5 | . . . x p . . .   ← our pawn then, and theirs: empty now
    /// ```
    #[inline(always)]
    fn en_passant<M: UnmoveSink>(&self, sink: &mut M) -> ControlFlow<()> {
        let pawns = self.board.colored_pieces(Self::US, PieceType::Pawn) & self.rank(Rank::Sixth);
        let candidates = pawns & self.forward(self.empty) & self.backward(self.empty);
        for destination in candidates {
            let theirs = self.backward(destination.into());
            for origin in (theirs.west() | theirs.east()) & self.empty {
                let before = (!self.empty - destination.into()) | theirs | origin.into();
                if !self.attacked_from(before, destination.into(), origin.into())
                    && self.could_capture_en_passant(origin, destination, theirs)
                {
                    sink.accept(UnmoveSet::EnPassant { origin, destination })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the position before a capture en passant could have its square.
    fn could_capture_en_passant(&self, origin: Square, destination: Square, theirs: Bitboard) -> bool {
        let mut setup = self.position.to_setup();
        setup.board.toggle(Self::US, PieceType::Pawn, Bitboard::from_square(origin) | destination.into());
        setup.board.toggle(!Self::US, PieceType::Pawn, theirs);
        setup.state.side_to_move = Self::US;
        may_pass(setup, destination)
    }

    /// Castling taken back: from the squares of standard chess, or from any.
    #[inline(always)]
    fn castling<M: UnmoveSink>(&self, sink: &mut M) -> ControlFlow<()> {
        let king = self.position.king(Self::US);
        for side in CastlingSide::ALL {
            let rook = side.rook_destination(Self::US);
            let has_castled = side.king_destination(Self::US) == king
                && self.board.colored_pieces(Self::US, PieceType::Rook).contains(rook);
            if !has_castled {
                continue;
            }
            if self.retractor.castling == CastlingMode::Chess960 {
                self.castling_from_anywhere(side, sink)?;
            } else {
                let home = Square::new(File::E, king.rank());
                let corner = CastlingRooks::STANDARD.square(Self::US, side);
                self.castling_from(side, home, corner, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Castling in Chess960: the rook stood on the castling side of the king.
    #[inline(never)]
    fn castling_from_anywhere<M: UnmoveSink>(&self, side: CastlingSide, sink: &mut M) -> ControlFlow<()> {
        for king in self.rank(Rank::First) {
            for rook in self.rank(Rank::First) {
                let is_king_side = rook.file() > king.file();
                if rook != king && is_king_side == (side == CastlingSide::KingSide) {
                    self.castling_from(side, king, rook, sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Castling from two squares, if the way was free, the king safe, and theirs not in check.
    #[inline(always)]
    fn castling_from<M: UnmoveSink>(
        &self,
        side: CastlingSide,
        king: Square,
        rook: Square,
        sink: &mut M,
    ) -> ControlFlow<()> {
        let us = Self::US;
        let now = [side.king_destination(us), side.rook_destination(us)].map(Bitboard::from_square);
        let others = !self.empty - now[0] - now[1];
        let origins = Bitboard::from_square(king) | rook.into();
        let path = CastlingPath::new(us, side, king, rook);
        if origins.intersects(others)
            || !path.is_free_of(others)
            || attacks::king(self.king).contains(king)
            || self.rook_attacks(others | origins, now[1], rook)
        {
            return ControlFlow::Continue(());
        }
        let is_attacked = |square| !self.attackers(!us, square, others | rook.into()).is_empty();
        if !path.must_be_safe().into_iter().any(is_attacked) {
            sink.accept(UnmoveSet::Castling { side, king, rook })?;
        }
        ControlFlow::Continue(())
    }

    /// Whether a piece of ours attacks their king when these squares are occupied and one rook is elsewhere.
    #[inline(always)]
    fn rook_attacks(&self, occupied: Bitboard, now: Bitboard, then: Square) -> bool {
        let attackers = self.attackers(Self::US, self.king, occupied);
        !(attackers - now).is_empty() || attacks::rook(self.king, occupied).contains(then)
    }

    /// The pieces of a color that attack a square when these squares are occupied.
    #[inline(always)]
    fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        self.position.attackers_to(square, occupied) & self.board.colors(color)
    }

    /// One rank forward, as we see it.
    #[inline(always)]
    fn forward(&self, squares: Bitboard) -> Bitboard {
        if WHITE { squares.north() } else { squares.south() }
    }

    /// One rank backward, as we see it.
    #[inline(always)]
    fn backward(&self, squares: Bitboard) -> Bitboard {
        if WHITE { squares.south() } else { squares.north() }
    }

    /// A rank counted from our side.
    #[inline(always)]
    fn rank(&self, rank: Rank) -> Bitboard {
        Bitboard::from_rank(rank.relative_to(Self::US))
    }
}

/// What may stand beside a king without attacking it: a piece of a color on `square`, next to `king`.
#[inline(always)]
fn bystanders(color: Color, square: Square, king: Square) -> PutBack {
    let along_line = square.file() == king.file() || square.rank() == king.rank();
    let mut harmless = PutBack::ANY.without(PieceType::Queen);
    harmless = harmless.without(if along_line { PieceType::Rook } else { PieceType::Bishop });
    if attacks::pawn(color, square).contains(king) { harmless.without(PieceType::Pawn) } else { harmless }
}
