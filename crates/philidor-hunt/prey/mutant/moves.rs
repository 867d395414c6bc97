//! The moves: how each piece goes, and which of its moves are legal.
//!
//! First come all moves that the pieces can make by their geometry. Then those that leave the king in check are
//! removed; [`Safety`] knows which, and in atomic a look at the board after the move.

use crate::board::{AROUND, Color, Direction, Kind, LEAPS, Piece, Square, ray, step, step_round_the_edge};
use crate::bugs::Bug;
use crate::castling::is_way_free;
use crate::position::{Move, MoveKind, Position, Wing};
use crate::safety::Safety;
use crate::variant::Variant;

/// What a pawn may become in all games.
pub(crate) const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

impl Position {
    pub(crate) fn moves(&self) -> Vec<Move> {
        let mut moves = if self.is_over() { Vec::new() } else { self.legal_moves() };
        if self.has(Bug::OutputTwice) {
            moves.extend(moves.last().copied());
        }
        moves
    }

    /// The moves as if the game were not over.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        for (from, piece) in self.board.pieces.iter().enumerate() {
            if let Some(piece) = piece.filter(|piece| piece.color == self.side) {
                self.write_moves_of(piece, from, &mut moves);
            }
        }
        self.write_drops(&mut moves);
        let safety = Safety::of(self);
        match &safety {
            _ if self.variant == Variant::Atomic => moves.retain(|&mv| self.survives(mv)),
            Some(safety) => moves.retain(|&mv| safety.allows(self, mv)),
            None => {}
        }
        self.write_castlings(safety.as_ref(), &mut moves);
        match self.variant {
            Variant::RacingKings => moves.retain(|&mv| !self.gives_check(mv)),
            Variant::Antichess if self.must_capture(&moves) => moves.retain(|&mv| self.captures(mv)),
            _ => {}
        }
        moves
    }

    /// Whether there is a capture, which antichess demands.
    fn must_capture(&self, moves: &[Move]) -> bool {
        let is_seen = |mv: &Move| mv.kind != MoveKind::EnPassant || !self.has(Bug::EnPassantOptional);
        !self.has(Bug::CaptureOptional) && moves.iter().any(|mv| self.captures(*mv) && is_seen(mv))
    }

    fn write_moves_of(&self, piece: Piece, from: Square, moves: &mut Vec<Move>) {
        match piece.kind {
            Kind::Pawn => self.write_pawn(from, moves),
            Kind::Knight => self.write_steps(from, &LEAPS, Bug::KnightWraps, moves),
            Kind::King => self.write_steps(from, &AROUND, Bug::KingWraps, moves),
            slider => AROUND
                .into_iter()
                .filter(|&direction| slider.slides(direction))
                .for_each(|direction| self.write_slide(from, direction, moves)),
        }
    }

    /// The steps of a king or the leaps of a knight.
    fn write_steps(&self, from: Square, directions: &[Direction; 8], wraps: Bug, moves: &mut Vec<Move>) {
        let step = if self.has(wraps) { step_round_the_edge } else { step };
        let targets = directions.iter().filter_map(|&direction| step(from, direction));
        moves.extend(targets.filter(|&to| self.may_land(to)).map(|to| plain(from, to)));
    }

    /// A slider moves until it meets a piece, which it may capture if it is not one of its own.
    fn write_slide(&self, from: Square, direction: Direction, moves: &mut Vec<Move>) {
        let mut jumps = usize::from(self.has(Bug::SliderJumps));
        let reach = if self.has(Bug::SliderShort) { 6 } else { 7 };
        for to in ray(from, direction).take(reach) {
            if self.may_land(to) {
                moves.push(plain(from, to));
            }
            if !self.board.is_empty(to) {
                if jumps == 0 {
                    return;
                }
                jumps -= 1;
            }
        }
    }

    fn may_land(&self, to: Square) -> bool {
        !self.board.has_color(to, self.side) || self.has(Bug::OwnCapture)
    }

    fn write_pawn(&self, from: Square, moves: &mut Vec<Move>) {
        self.write_pushes(from, moves);
        for files in [-1, 1] {
            if files == 1 || !self.has(Bug::PawnCapturesOneSide) {
                self.write_pawn_capture(from, (files, self.side.forward()), moves);
            }
        }
    }

    /// One square ahead if it is empty, and one more from the pawns' first rank.
    fn write_pushes(&self, from: Square, moves: &mut Vec<Move>) {
        let ahead = (0, self.side.forward());
        let Some(one) = step(from, ahead) else { return };
        let is_free = self.board.is_empty(one);
        let captures_ahead = self.has(Bug::PawnCapturesAhead) && self.board.has_color(one, self.side.other());
        if is_free || captures_ahead {
            self.write_arrivals(from, one, moves);
        }
        let is_first = self.is_horde_rank(from);
        let is_home = self.side.rank(from) == 1
            || is_first && !self.has(Bug::FirstRankSlow)
            || self.has(Bug::DoublePushAnyRank);
        let is_missing = self.has(Bug::DoublePushBlackMissing) && self.side == Color::Black;
        let jumps = self.has(Bug::DoublePushOverPiece) || is_first && self.has(Bug::FirstRankJumps);
        if !is_home || is_missing || !is_free && !jumps {
            return;
        }
        if let Some(two) = step(one, ahead) {
            let captures = self.has(Bug::DoublePushOntoPiece) && self.board.has_color(two, self.side.other());
            if self.board.is_empty(two) || captures {
                moves.push(Move { from, to: two, kind: MoveKind::DoublePush });
            }
        }
    }

    /// Whether pawns may go two squares from here that cannot be captured en passant: White's first rank in horde.
    pub(crate) fn is_horde_rank(&self, from: Square) -> bool {
        self.variant == Variant::Horde && self.side == Color::White && self.side.rank(from) == 0
    }

    /// One square ahead to a side, if there is a piece to capture or a pawn that has just passed.
    fn write_pawn_capture(&self, from: Square, direction: Direction, moves: &mut Vec<Move>) {
        let step_with = |bug: Bug| if self.has(bug) { step_round_the_edge } else { step };
        if let Some(to) = step_with(Bug::PawnCaptureWraps)(from, direction) {
            let captures_nothing = self.has(Bug::PawnCapturesNothing) && self.board.is_empty(to);
            if self.board.has_color(to, self.side.other()) || captures_nothing {
                self.write_arrivals(from, to, moves);
            }
        }
        if let Some(to) = step_with(Bug::EnPassantWraps)(from, direction)
            && self.en_passant() == Some(to)
            && !self.has(Bug::EnPassantMissing)
        {
            moves.push(Move { from, to, kind: MoveKind::EnPassant });
        }
    }

    /// A pawn arrives: on the last rank it becomes another piece.
    fn write_arrivals(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        if self.side.rank(to) < 7 {
            return moves.push(plain(from, to));
        }
        let captures = !self.board.is_empty(to);
        if captures && self.has(Bug::PromotionCaptureMissing) {
            return;
        }
        if self.has(Bug::PromotionMissing) || self.has(Bug::PromotionOptional) {
            moves.push(plain(from, to));
        }
        let is_king_allowed = self.variant == Variant::Antichess && !self.has(Bug::NoKingPromotion);
        for kind in PROMOTIONS.into_iter().chain(is_king_allowed.then_some(Kind::King)) {
            let is_missing = self.has(Bug::PromotionMissing)
                || self.has(Bug::PromotionQueenOnly) && kind != Kind::Queen
                || self.has(Bug::PromotionPushNoKnight) && kind == Kind::Knight && !captures;
            if !is_missing {
                moves.push(Move { from, to, kind: MoveKind::Promotion(kind) });
            }
        }
    }

    /// Where no king need be safe, only the way must be free.
    fn write_castlings(&self, safety: Option<&Safety>, moves: &mut Vec<Move>) {
        let Some(king) = self.board.king_at_home(self.side) else { return };
        for wing in Wing::BOTH {
            let may_castle = |&rook: &Square| match safety {
                Some(safety) => safety.may_castle(self, rook, wing),
                None => is_way_free(self, king, rook, wing),
            };
            if let Some(rook) = self.right(self.side, wing).filter(may_castle) {
                moves.push(Move { from: king, to: rook, kind: MoveKind::Castling(wing) });
            }
        }
    }
}

fn plain(from: Square, to: Square) -> Move {
    Move { from, to, kind: MoveKind::Plain }
}
