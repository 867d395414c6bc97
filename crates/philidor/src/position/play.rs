//! Playing a move and taking it back (*make* and *unmake*), or playing it on a copy (*copy-make*).
//!
//! Moving pieces is XOR on sets, and XOR is its own inverse: [`Position::play_unchecked`] and [`Position::undo`] call
//! the same `exchange`. Playing returns the rest as an [`Undo`], two registers, and `undo` puts it back: key, castling
//! rights, en-passant square, halfmove clock. The [`Move`] has the rights and the file, too, but taking them from there
//! and computing the key again is slower by a tenth (`bench/record/moves.md`).
//!
//! ```text
//! position ── play(move) ──► position after ── undo(move, ──► position
//!                │                                  ▲  bit for bit
//!                └──────────── Undo ────────────────┘
//! ```

use core::fmt;

use super::{Position, zobrist};
use crate::types::{
    Bitboard, Black, CastlingRights, CastlingSide, Color, Move, MoveType, PieceType, Side, Square, White,
};

/// The state before a move, which the pieces do not show: key, rights, en passant, clock. From playing, for `undo`.
///
/// ```
/// use philidor::Position;
/// let mut position = Position::default();
/// let mut played = Vec::new();
/// for san in ["e4", "c5", "Nf3"] {
///     let mv = position.parse_san(san)?;
///     played.push((mv, position.play_unchecked(mv)));
/// }
/// while let Some((mv, undo)) = played.pop() {
///     position.undo(mv, undo);
/// }
/// assert_eq!(position, Position::default());
/// # Ok::<(), philidor::SanError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Undo {
    kept_key: u64,
    halfmove_clock: u16,
    castling_rights: CastlingRights,
    en_passant: Option<Square>,
}

/// A move that is not legal in the position in which it was to be played. See [`Position::play`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move in this position", self.0)
    }
}

impl core::error::Error for IllegalMove {}

impl Position {
    /// Plays a move if it is legal here, whatever its score. The null move is not legal.
    ///
    /// For a move of this position's own list, [`play_unchecked`](Position::play_unchecked) is faster.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] returns the move; the position is unchanged.
    ///
    /// ```
    /// use philidor::{IllegalMove, Position};
    /// let mut position = Position::default();
    /// let e4 = position.parse_san("e4")?;
    /// position.play(e4)?;
    /// assert_eq!(position.play(e4), Err(IllegalMove(e4))); // it is Black's turn now
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMove(mv)) }
    }

    /// Plays a move that is known to be legal here: one that this position generated or decoded, or its
    /// [null move](Position::null_move).
    ///
    /// Nothing is checked. Any other move leaves a meaningless position, whose moves and key mean nothing, but never
    /// panics; [`undo`](Position::undo) still restores the position. For untrusted moves, use [`play`](Position::play).
    ///
    /// ```
    /// use philidor::Position;
    /// let mut position = Position::default();
    /// let before = position;
    /// for mv in before.legal_moves() {
    ///     let undo = position.play_unchecked(mv);
    ///     assert_ne!(position.key(), before.key());
    ///     position.undo(mv, undo);
    ///     assert_eq!(position, before);
    /// }
    /// ```
    #[inline(always)]
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        match self.state.side_to_move {
            Color::White => self.play_as::<White>(mv),
            Color::Black => self.play_as::<Black>(mv),
        }
    }

    /// Takes back the move that was played last, given what playing it returned.
    ///
    /// ```
    /// use philidor::Position;
    /// let mut position = Position::default();
    /// let mv = position.legal_moves()[0];
    /// let undo = position.play_unchecked(mv);
    /// position.undo(mv, undo);
    /// assert_eq!(position, Position::default());
    /// ```
    #[inline(always)]
    pub fn undo(&mut self, mv: Move, undo: Undo) {
        match self.state.side_to_move {
            Color::White => self.undo_as::<Black>(mv, undo),
            Color::Black => self.undo_as::<White>(mv, undo),
        }
    }

    /// The position after a move that is known to be legal: copies and plays (*copy-make*).
    ///
    /// ```
    /// use philidor::{Color, Position};
    /// let position = Position::default();
    /// let children = position.legal_moves().into_iter().map(|mv| position.after(mv));
    /// assert!(children.into_iter().all(|child| child.side_to_move() == Color::Black));
    /// ```
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> Position {
        let mut child = *self;
        child.play_unchecked(mv);
        child
    }

    /// The null move, which only passes the turn, for searches: a king's move to its own square.
    ///
    /// `None` in check, where passing would leave the king to be captured. It is played and taken back like any other
    /// move.
    ///
    /// ```
    /// use philidor::{Color, Position};
    /// let mut position = Position::default();
    /// let null = position.null_move().expect("no check");
    /// assert!(null.is_null());
    /// let undo = position.play_unchecked(null);
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// position.undo(null, undo);
    /// assert_eq!(position, Position::default());
    /// ```
    #[must_use]
    pub fn null_move(&self) -> Option<Move> {
        let king = self.king(self.state.side_to_move);
        let word = Move::new(
            MoveType::Normal,
            king,
            king,
            0,
            None,
            PieceType::King,
            self.state.castling_rights,
            self.state.en_passant.map(Square::file),
            0,
        );
        (!self.is_check()).then_some(word)
    }

    /// Plays a normal move of a piece to a square for callers that only need the legal moves afterwards: the key and
    /// the clocks are not updated, and the move cannot be taken back.
    #[inline(always)]
    pub(crate) fn follow(&mut self, piece_type: PieceType, origin: Square, destination: Square) {
        let us = self.state.side_to_move;
        let (left, arrived) = (Bitboard::from_square(origin), Bitboard::from_square(destination));
        if self.board.colors(!us).intersects(arrived) {
            self.board.clear(!us, arrived);
        }
        self.board.toggle(us, piece_type, left ^ arrived);
        let touched = left | arrived;
        if touched.intersects(self.castling_homes) && self.state.castling_rights != CastlingRights::NONE {
            let lost = self.rights_touched(touched, us, piece_type == PieceType::King);
            self.state.castling_rights -= lost;
        }
        self.state.en_passant = passed_by(piece_type, origin, destination);
        self.state.side_to_move = !us;
    }

    /// Plays a move of a side known at compile time.
    #[inline(always)]
    fn play_as<S: Side>(&mut self, mv: Move) -> Undo {
        let undo = Undo {
            kept_key: self.kept_key,
            halfmove_clock: self.state.halfmove_clock,
            castling_rights: self.state.castling_rights,
            en_passant: self.state.en_passant,
        };
        self.kept_key ^= self.exchange::<S>(mv) ^ zobrist::WHITE_TO_MOVE;
        let touched = Bitboard::from_square(mv.orig_square()) | Bitboard::from_square(mv.dest_square());
        if touched.intersects(self.castling_homes) {
            self.change_castling_rights(self.state.castling_rights - self.rights_lost(mv, S::COLOR, touched));
        }
        self.state.en_passant = passed_square(mv);
        self.state.halfmove_clock =
            if mv.is_pawn_advance_or_capture() { 0 } else { undo.halfmove_clock.saturating_add(1) };
        self.state.fullmove_number = self.state.fullmove_number.wrapping_add(S::COLOR as u32);
        self.state.side_to_move = !S::COLOR;
        undo
    }

    /// Takes back a move of a side known at compile time.
    #[inline(always)]
    fn undo_as<S: Side>(&mut self, mv: Move, undo: Undo) {
        self.exchange::<S>(mv);
        self.kept_key = undo.kept_key;
        self.state.castling_rights = undo.castling_rights;
        self.state.en_passant = undo.en_passant;
        self.state.halfmove_clock = undo.halfmove_clock;
        self.state.fullmove_number = self.state.fullmove_number.wrapping_sub(S::COLOR as u32);
        self.state.side_to_move = S::COLOR;
    }

    /// Moves the pieces of a move, forward or back: the same XORs do both. Returns the change of their key, which is
    /// not even computed where it is not used.
    #[inline(always)]
    fn exchange<S: Side>(&mut self, mv: Move) -> u64 {
        if mv.move_type() == MoveType::Normal {
            self.shift(S::COLOR, mv.played_piece(), mv.orig_square(), mv.dest_square())
                ^ self.capture(mv, !S::COLOR)
        } else {
            self.exchange_specially(mv, S::COLOR)
        }
    }

    /// Promotion, en passant and castling, kept out of the path of the many normal moves.
    #[inline(never)]
    fn exchange_specially(&mut self, mv: Move, us: Color) -> u64 {
        let (origin, destination) = (mv.orig_square(), mv.dest_square());
        match mv.move_type() {
            MoveType::Promotion => {
                self.toggle(us, PieceType::Pawn, origin)
                    ^ self.toggle(us, Move::piece_from_aux_data(mv.aux_data()), destination)
                    ^ self.capture(mv, !us)
            }
            MoveType::EnPassant => {
                self.shift(us, PieceType::Pawn, origin, destination)
                    ^ self.toggle(!us, PieceType::Pawn, captured_en_passant(origin, destination))
            }
            MoveType::Castling => {
                let side = mv.castling_side().unwrap_or(CastlingSide::KingSide);
                self.shift(us, PieceType::King, origin, destination)
                    ^ self.shift(
                        us,
                        PieceType::Rook,
                        self.castling_rooks.square(us, side),
                        side.rook_destination(us),
                    )
            }
            MoveType::Normal => 0,
        }
    }

    /// Toggles the piece captured on the destination, if any. Returns the change of the key.
    #[inline(always)]
    fn capture(&mut self, mv: Move, them: Color) -> u64 {
        match mv.captured_piece() {
            Some(captured) => self.toggle(them, captured, mv.dest_square()),
            None => 0,
        }
    }

    /// Moves a piece; to its own square, as in a null move, this does nothing. Returns the change of the key.
    #[inline(always)]
    fn shift(&mut self, color: Color, piece_type: PieceType, origin: Square, destination: Square) -> u64 {
        self.board.toggle(
            color,
            piece_type,
            Bitboard::from_square(origin) ^ Bitboard::from_square(destination),
        );
        zobrist::piece(color, piece_type, origin) ^ zobrist::piece(color, piece_type, destination)
    }

    /// Toggles a piece. Returns the change of the key.
    #[inline(always)]
    fn toggle(&mut self, color: Color, piece_type: PieceType, square: Square) -> u64 {
        self.board.toggle(color, piece_type, square.into());
        zobrist::piece(color, piece_type, square)
    }

    /// The rights that a move ends: those of a king that moves, a rook that leaves, and a rook that is captured.
    fn rights_lost(&self, mv: Move, us: Color, touched: Bitboard) -> CastlingRights {
        self.rights_touched(touched, us, mv.played_piece() == PieceType::King && !mv.is_null())
    }

    /// The same, given the squares that it touches and whether the king moves.
    fn rights_touched(&self, touched: Bitboard, us: Color, king_moves: bool) -> CastlingRights {
        let by_rooks = self.castling_rooks.rights_touched(touched);
        if king_moves { by_rooks | CastlingRights::for_color(us) } else { by_rooks }
    }

    /// Sets the castling rights, in the state and in the key.
    #[inline(always)]
    fn change_castling_rights(&mut self, rights: CastlingRights) {
        self.kept_key ^= zobrist::castling(self.state.castling_rights) ^ zobrist::castling(rights);
        self.state.castling_rights = rights;
    }
}

/// The square of the pawn that an en-passant capture takes: on the rank of the origin and the file of the destination.
#[inline(always)]
pub(crate) fn captured_en_passant(origin: Square, destination: Square) -> Square {
    Square::new(destination.file(), origin.rank())
}

/// The square that a pawn passes, if the move is a double push.
#[inline(always)]
pub(crate) fn passed_square(mv: Move) -> Option<Square> {
    passed_by(mv.played_piece(), mv.orig_square(), mv.dest_square())
}

/// The same for a piece and two squares: those of a double push differ only in bit 4.
#[inline(always)]
fn passed_by(piece_type: PieceType, origin: Square, destination: Square) -> Option<Square> {
    let (origin, destination) = (origin as u32, destination as u32);
    let advances_two = piece_type == PieceType::Pawn && origin ^ destination == 16;
    advances_two.then(|| Square::wrapping((origin + destination) / 2))
}
