//! Moves played, and taken back.

use philidor::{
    Bitboard, CastlingRights, CastlingSide, Color, IllegalMove, Move, MoveType, Piece, PieceType, Rank,
    Square,
};

use super::{VariantPosition, castling};
use crate::extra::Extra;
use crate::key;
use crate::position::Rules;

impl<R: Rules> VariantPosition<R> {
    /// Plays a move if it is legal here.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] returns the move; the position is unchanged.
    ///
    /// ```
    /// use philidor_variants::{Atomic, VariantPosition};
    /// let mut position = VariantPosition::<Atomic>::default();
    /// let e4 = position.parse_san("e4")?;
    /// position.play(e4)?;
    /// assert!(position.play(e4).is_err()); // it is Black's turn now
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<VariantPosition<R>, IllegalMove> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMove(mv)) }
    }

    /// Plays a move that is known to be legal here, unchecked. Any other move leaves a meaningless position, but
    /// never panics.
    ///
    /// ```
    /// use philidor_variants::{Atomic, VariantPosition};
    /// let mut position = VariantPosition::<Atomic>::default();
    /// let before = position;
    /// for mv in before.legal_moves() {
    ///     let undo = position.play_unchecked(mv);
    ///     position.undo(mv, undo);
    ///     assert_eq!(position, before);
    /// }
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> VariantPosition<R> {
        let before = *self;
        self.advance(mv);
        before
    }

    /// Takes back the move that was played last, given what playing it returned: the position before. The move is there
    /// so that the call reads as in chess.
    #[inline]
    pub fn undo(&mut self, _mv: Move, before: VariantPosition<R>) {
        *self = before;
    }

    /// The position after a move that is known to be legal.
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> VariantPosition<R> {
        let mut child = *self;
        child.advance(mv);
        child
    }

    #[inline(always)]
    pub(crate) fn advance(&mut self, mv: Move) {
        self.advance_as::<true>(mv);
    }

    /// The position after a legal move for callers that never ask for its key, which is not kept.
    #[inline(always)]
    pub(crate) fn after_without_key(&self, mv: Move) -> VariantPosition<R> {
        let mut child = *self;
        child.advance_as::<false>(mv);
        child
    }

    #[inline(always)]
    fn advance_as<const KEYED: bool>(&mut self, mv: Move) {
        let us = self.input.setup.state.side_to_move;
        let destination = mv.destination();
        let mut touched = Bitboard::from_square(destination);
        if !mv.is_drop() {
            touched.insert(mv.origin());
        }
        match (mv.move_type(), mv.aux_data()) {
            (MoveType::Normal, Move::DROP) => self.toggle::<KEYED>(us, mv.played_piece(), destination),
            (MoveType::Normal, aux) if aux != Move::TO_KING => {
                self.capture::<KEYED>(mv, us, destination, &mut touched, |position, origin| {
                    position.toggle::<KEYED>(us, mv.played_piece(), origin);
                    position.toggle::<KEYED>(us, mv.played_piece(), destination);
                });
            }
            _ => self.advance_specially(mv, us, &mut touched),
        }
        let joins_a_king = mv.played_piece() == PieceType::King
            && self.input.setup.board.colored_pieces(us, PieceType::King).has_several();
        if (touched.intersects(self.castling_homes) || joins_a_king) && !mv.is_null() {
            self.lose_rights(touched);
        }
        self.input.setup.state.en_passant = passed(mv, us);
        self.input.setup.state.halfmove_clock = if mv.is_pawn_advance_or_capture() {
            0
        } else {
            self.input.setup.state.halfmove_clock.saturating_add(1)
        };
        self.input.setup.state.fullmove_number =
            self.input.setup.state.fullmove_number.wrapping_add(us as u32);
        self.input.setup.state.side_to_move = !us;
        self.kept_key ^= key::BLACK_TO_MOVE;
        if !mv.is_null() {
            R::follow(&mut self.extra, us, mv);
        }
        if <R::Extra as Extra>::COUNTS_CHECKS && self.is_check() {
            self.extra.set_checks(us, self.extra.checks(us).saturating_add(1));
        }
    }

    /// Promotion, castling and en passant.
    #[inline(never)]
    fn advance_specially(&mut self, mv: Move, us: Color, touched: &mut Bitboard) {
        let destination = mv.destination();
        match (mv.move_type(), mv.promotion(), mv.castling_side()) {
            (_, Some(to), _) => self.capture::<true>(mv, us, destination, touched, |position, origin| {
                position.toggle::<true>(us, PieceType::Pawn, origin);
                position.toggle::<true>(us, to, destination);
            }),
            (MoveType::EnPassant, ..) => {
                let victim = Square::new(destination.file(), mv.origin().rank());
                self.capture::<true>(mv, us, victim, touched, |position, origin| {
                    position.toggle::<true>(us, PieceType::Pawn, origin);
                    position.toggle::<true>(us, PieceType::Pawn, destination);
                });
            }
            (.., Some(side)) => self.castle(us, side, destination),
            _ => {}
        }
    }

    /// Takes what is captured, moves, and lets the capture explode.
    #[inline(always)]
    fn capture<const KEYED: bool>(
        &mut self,
        mv: Move,
        us: Color,
        victim: Square,
        touched: &mut Bitboard,
        go: impl FnOnce(&mut Self, Square),
    ) {
        let captured = mv.captured();
        if let Some(captured) = captured {
            self.toggle::<KEYED>(!us, captured, victim);
        }
        go(self, mv.origin());
        if R::CAPTURES_EXPLODE && captured.is_some() {
            let blast = R::blast(&self.input.setup.board, mv.destination());
            *touched |= blast;
            for square in blast {
                if let Some(Piece { color, piece_type }) = self.input.setup.board.piece_at(square) {
                    self.toggle::<KEYED>(color, piece_type, square);
                }
            }
        }
    }

    fn castle(&mut self, us: Color, side: CastlingSide, destination: Square) {
        let king = self.castling_king(us);
        let rook = self.input.setup.castling_rooks.square(us, side);
        self.toggle::<true>(us, PieceType::King, king);
        self.toggle::<true>(us, PieceType::Rook, rook);
        self.toggle::<true>(us, PieceType::King, destination);
        self.toggle::<true>(us, PieceType::Rook, side.rook_destination(us));
    }

    #[inline(always)]
    fn toggle<const KEYED: bool>(&mut self, color: Color, piece_type: PieceType, square: Square) {
        self.input.setup.board.toggle(color, piece_type, square.into());
        if KEYED {
            self.kept_key ^= key::piece(color, piece_type, square);
        }
    }

    /// Ends the rights of kings and rooks whose homes a move leaves or reaches, and those that a FEN would give to
    /// another king.
    #[inline(never)]
    fn lose_rights(&mut self, touched: Bitboard) {
        let before = self.input.setup.state.castling_rights;
        for (right, color, side) in CastlingRights::EACH {
            let rook = self.input.setup.castling_rooks.square(color, side);
            if touched.contains(rook) || touched.contains(self.castling_king(color)) {
                self.input.setup.state.castling_rights.remove(right);
            }
        }
        for color in Color::ALL {
            castling::keep_readable_rights(
                &mut self.input.setup,
                color,
                self.input.castling_kings[color.index()],
            );
        }
        self.kept_key ^= key::castling(before) ^ key::castling(self.input.setup.state.castling_rights);
        self.castling_homes = self.homes();
    }
}

/// The square that a pawn passes, if it advances from its second rank by two squares.
#[inline(always)]
fn passed(mv: Move, us: Color) -> Option<Square> {
    if mv.played_piece() != PieceType::Pawn {
        return None;
    }
    if mv.is_drop() {
        return None;
    }
    let (origin, destination) = (mv.origin(), mv.destination());
    let (from, to) = (origin.index(), destination.index());
    if from ^ to != 16 || origin.rank() != Rank::Second.relative_to(us) {
        return None;
    }
    Square::from_index((from + to) / 2)
}
