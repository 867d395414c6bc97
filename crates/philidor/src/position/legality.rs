//! Tests of single moves: is this digest a legal move here, is this pseudo-legal move legal, does it give check.
//!
//! One rule decides nearly everything: *after the move, no enemy piece attacks our king*. "After the move" does not
//! need a board of its own, only the squares that would be occupied and the enemy pieces that would be left. Castling
//! has a rule of its own, since its king may not pass an attacked square either.

use super::play::captured_en_passant;
use super::{Board, Position};
use crate::attacks::{self, Magic, Sliders};
use crate::types::{Bitboard, CastlingSide, Color, Move, MoveDigest, MoveType, PieceType, Rank, Square};

impl Position {
    /// The legal move that a digest stands for, if any: defined for all 65,536 patterns.
    ///
    /// This makes a move from a transposition table, a file or the network playable without generating any other. The
    /// word has this position's undo data and score zero.
    ///
    /// ```
    /// use philidor::{MoveDigest, Position};
    /// let position = Position::default();
    /// let legal = (0..=u16::MAX).filter(|&bits| position.decode(MoveDigest(bits)).is_some());
    /// assert_eq!(legal.count(), 20);
    /// ```
    #[doc(alias = "try_move_digest")]
    #[must_use]
    pub fn decode(&self, digest: MoveDigest) -> Option<Move> {
        let (origin, destination) = (digest.orig_square(), digest.dest_square());
        let board = &self.board;
        if !board.colors(self.state.side_to_move).contains(origin) {
            return None;
        }
        let played = *PieceType::ALL.get(board.code_at(origin) as usize)?;
        let promotes = played == PieceType::Pawn && Bitboard::LAST_RANKS.contains(destination);
        // The word has the digest's bits as they are. Types are compared one by one: a jump to one of four places is
        // mispredicted more often.
        let word = Move::blank(self.state.castling_rights, self.state.en_passant.map(Square::file))
            .with_digest(digest)
            .with_played(played);
        let move_type = digest.move_type();
        if move_type != if promotes { MoveType::Promotion } else { MoveType::Normal } {
            return self.decode_specially(word);
        }
        if digest.aux_data() != 0 && !promotes {
            return None;
        }
        let is_legal =
            self.can_reach(played, origin, destination) && self.is_safe(played, origin, destination);
        let captured =
            if board.occupied().contains(destination) { board.code_at(destination) } else { Move::NO_CODE };
        if is_legal { Some(word.with_capture(captured)) } else { None }
    }

    /// The legal castling or capture en passant with these bits, if there is one. The played piece is known to stand on
    /// the origin.
    #[inline(never)]
    fn decode_specially(&self, word: Move) -> Option<Move> {
        let word = match word.move_type() {
            MoveType::EnPassant => word.with_capture(PieceType::Pawn as u32),
            MoveType::Castling => word,
            MoveType::Normal | MoveType::Promotion => return None,
        };
        // A pawn does not reach its last rank en passant.
        (word.aux_data() == 0 && self.is_legal_specially(word)).then_some(word)
    }

    /// Whether a castling or a capture en passant is legal.
    fn is_legal_specially(&self, word: Move) -> bool {
        let (origin, destination) = (word.orig_square(), word.dest_square());
        let is_possible = if word.move_type() == MoveType::Castling {
            word.played_piece() == PieceType::King && self.can_walk_castling(origin, destination)
        } else {
            self.state.en_passant == Some(destination)
                && self.en_passant_candidates(destination).contains(origin)
        };
        is_possible && self.leaves_king_safe(word)
    }

    /// Whether a move, its undo data included, is legal here. The score does not matter.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.decode(mv.digest()).is_some_and(|legal| legal.raw() as u32 == mv.raw() as u32)
    }

    /// Whether a *pseudo-legal* move of this position is legal: whether it leaves the king safe. Much cheaper than
    /// [`is_legal`], which checks everything. For any other move the answer is meaningless.
    ///
    /// [`is_legal`]: Position::is_legal
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "4k3/8/8/8/8/8/4r3/3QK3 w - - 0 1".parse()?;
    /// let legal = position.pseudo_legal_moves().iter().filter(|m| position.leaves_king_safe(**m)).count();
    /// assert_eq!(legal, position.legal_moves().len());
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn leaves_king_safe(&self, mv: Move) -> bool {
        let us = self.state.side_to_move;
        let (origin, destination) = (mv.orig_square(), mv.dest_square());
        match mv.move_type() {
            MoveType::Castling => mv.castling_side().is_some_and(|side| self.castling_is_safe(origin, side)),
            MoveType::EnPassant => self.board.is_safe_en_passant(Magic, us, origin, destination),
            MoveType::Normal if mv.played_piece() == PieceType::King => {
                let occupied = self.board.occupied() - origin.into();
                !self.attackers_to(destination, occupied).intersects(self.board.colors(!us))
            }
            MoveType::Normal | MoveType::Promotion => {
                let target = Bitboard::from_square(destination);
                self.board.king_is_safe(Magic, us, (self.board.occupied() - origin.into()) | target, target)
            }
        }
    }

    /// Whether a legal move of this position gives check, without playing it.
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "7k/8/8/8/8/8/4K3/R7 w - - 0 1".parse()?;
    /// let checks = position.legal_moves().into_iter().filter(|&m| position.gives_check(m));
    /// assert_eq!(checks.map(|m| m.to_string()).collect::<Vec<_>>(), ["a1h1", "a1a8"]);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.state.side_to_move;
        let king = self.board.king(!us);
        let (origin, destination) = (mv.orig_square(), mv.dest_square());
        let mut left = Bitboard::from_square(origin);
        let mut arrived = (mv.promotion().unwrap_or(mv.played_piece()), destination);
        let mut occupied = (self.board.occupied() - left) | destination.into();
        if mv.move_type() == MoveType::EnPassant {
            occupied -= captured_en_passant(origin, destination).into();
        } else if let Some(side) = mv.castling_side() {
            // The rook may give check; the king, which has left its square, never does.
            let rook = Bitboard::from_square(self.castling_rooks.square(us, side));
            left |= rook;
            arrived = (PieceType::Rook, side.rook_destination(us));
            occupied = (self.board.occupied() - left) | destination.into() | arrived.1.into();
        }
        // Looking from the king: does it see the piece that arrived, or a slider beyond a square that was left?
        let diagonal = Magic.bishop(king, occupied);
        let straight = Magic.rook(king, occupied);
        let directly = match arrived.0 {
            PieceType::King => Bitboard::EMPTY,
            PieceType::Queen => diagonal | straight,
            PieceType::Rook => straight,
            PieceType::Bishop => diagonal,
            PieceType::Knight => attacks::knight(king),
            PieceType::Pawn => attacks::pawn(!us, king),
        };
        let discovered = (diagonal & (self.board.diagonal_sliders(us) - left))
            | (straight & (self.board.straight_sliders(us) - left));
        directly.contains(arrived.1) || !discovered.is_empty()
    }

    /// Whether some en-passant capture is legal here.
    #[must_use]
    pub fn has_legal_en_passant(&self) -> bool {
        let us = self.state.side_to_move;
        self.state.en_passant.is_some_and(|target| self.board.can_capture_en_passant(Magic, us, target))
    }

    /// Whether a piece could go to a square if kings could be left in check, except for castling and en passant. All
    /// but pawns take the same look-ups, because a CPU cannot predict which piece type moves.
    #[inline(always)]
    pub(crate) fn can_reach(&self, piece_type: PieceType, origin: Square, destination: Square) -> bool {
        let us = self.state.side_to_move;
        if piece_type == PieceType::Pawn {
            return self.pawn_targets(us, origin).contains(destination);
        }
        let open = attacks::reach(piece_type, origin) - self.board.colors(us);
        open.contains(destination) && !attacks::between(origin, destination).intersects(self.board.occupied())
    }

    /// Whether the king is safe after a piece, possibly the king itself, has moved to a square:
    /// [`Position::leaves_king_safe`] for normal moves and promotions.
    ///
    /// Few sliders, usually none, would see the king on an empty board; for each of them the squares in between are
    /// checked.
    #[inline(always)]
    pub(crate) fn is_safe(&self, piece_type: PieceType, origin: Square, destination: Square) -> bool {
        let us = self.state.side_to_move;
        let board = &self.board;
        let king = if piece_type == PieceType::King { destination } else { self.king(us) };
        let target = Bitboard::from_square(destination);
        let enemies = board.colors(!us) - target;
        let leapers = (attacks::pawn(us, king) & board.pieces(PieceType::Pawn))
            | (attacks::knight(king) & board.pieces(PieceType::Knight))
            | (attacks::king(king) & board.pieces(PieceType::King));
        let queens = board.pieces(PieceType::Queen);
        let sliders = (attacks::reach(PieceType::Bishop, king) & (board.pieces(PieceType::Bishop) | queens))
            | (attacks::reach(PieceType::Rook, king) & (board.pieces(PieceType::Rook) | queens));
        if leapers.intersects(enemies) {
            return false;
        }
        let occupied = (board.occupied() - origin.into()) | target;
        for slider in sliders & enemies {
            if !attacks::between(king, slider).intersects(occupied) {
                return false;
            }
        }
        true
    }

    /// The captures and pushes of one pawn.
    fn pawn_targets(&self, us: Color, origin: Square) -> Bitboard {
        let empty = !self.board.occupied();
        let forward = |set: Bitboard| match us {
            Color::White => set.north() & empty,
            Color::Black => set.south() & empty,
        };
        let once = forward(origin.into());
        let twice = forward(once) & Bitboard::from_rank(Rank::Fourth.relative_to(us));
        attacks::pawn(us, origin) & self.board.colors(!us) | once | twice
    }

    /// Whether a king on `origin` has the right to castle to `destination` and its path is free of pieces.
    fn can_walk_castling(&self, origin: Square, destination: Square) -> bool {
        let us = self.state.side_to_move;
        CastlingSide::ALL.into_iter().any(|side| {
            side.king_destination(us) == destination
                && self.state.castling_rights.has(us, side)
                && CastlingPath::new(us, side, origin, self.castling_rooks.square(us, side))
                    .is_free_of(self.board.occupied())
        })
    }

    /// Whether no square of the king's path, including its own, is attacked, and the rook does not shield the king.
    fn castling_is_safe(&self, origin: Square, side: CastlingSide) -> bool {
        let us = self.state.side_to_move;
        let rook = self.castling_rooks.square(us, side);
        let path = CastlingPath::new(us, side, origin, rook);
        let enemy = self.board.colors(!us);
        let without_king = self.board.occupied() - origin.into();
        let after = (without_king - rook.into()) | side.rook_destination(us).into();
        path.must_be_safe()
            .into_iter()
            .all(|square| !self.attackers_to(square, without_king).intersects(enemy))
            && !self.attackers_to(side.king_destination(us), after).intersects(enemy)
    }
}

impl Board {
    /// Whether the king of `us` would be safe if the occupied squares were these and the pieces on `gone` were removed.
    #[inline(always)]
    fn king_is_safe<A: Sliders>(&self, sliders: A, us: Color, occupied: Bitboard, gone: Bitboard) -> bool {
        let attackers = self.attackers(sliders, self.king(us), occupied);
        !attackers.intersects(self.colors(!us) - gone)
    }

    /// Whether some pawn of `us` may legally capture en passant on `target`.
    #[inline]
    pub(crate) fn can_capture_en_passant<A: Sliders>(&self, sliders: A, us: Color, target: Square) -> bool {
        let candidates = attacks::pawn(!us, target) & self.colored_pieces(us, PieceType::Pawn);
        candidates.into_iter().any(|origin| self.is_safe_en_passant(sliders, us, origin, target))
    }

    /// Whether the king of `us` is safe once the pawn on `origin` has captured en passant on `target`. Both pawns
    /// leave their rank at once, which may open it.
    #[inline]
    pub(crate) fn is_safe_en_passant<A: Sliders>(
        &self,
        sliders: A,
        us: Color,
        origin: Square,
        target: Square,
    ) -> bool {
        let captured = Bitboard::from_square(captured_en_passant(origin, target));
        let occupied = (self.occupied() - origin.into() - captured) | target.into();
        self.king_is_safe(sliders, us, occupied, captured)
    }
}

/// The squares that matter for a castling from any two squares of the home rank.
///
/// ```text
/// 1 | . R . . K . . .     queen side, from b1 and e1
/// king's path:   c d e    not attacked
/// empty:       . c d      (b is the rook's own square, e the king's)
/// ```
///
/// ```
/// use philidor::{Bitboard, CastlingPath, CastlingSide, Color, Square};
/// let path = CastlingPath::new(Color::White, CastlingSide::QueenSide, Square::E1, Square::B1);
/// assert_eq!(path.must_be_safe(), [Square::C1, Square::D1, Square::E1].into_iter().collect());
/// assert_eq!(path.must_be_empty(), [Square::C1, Square::D1].into_iter().collect());
/// assert!(path.is_free_of(Bitboard::from_square(Square::A1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CastlingPath {
    king: Bitboard,
    empty: Bitboard,
}

impl CastlingPath {
    /// The path of `color`'s castling to a side, from the squares of the king and of the rook.
    #[must_use]
    #[inline(always)]
    pub fn new(color: Color, side: CastlingSide, king: Square, rook: Square) -> CastlingPath {
        let (king_destination, rook_destination) =
            (side.king_destination(color), side.rook_destination(color));
        let king_path = attacks::between(king, king_destination) | king.into() | king_destination.into();
        let rook_path = attacks::between(rook, rook_destination) | rook_destination.into();
        CastlingPath { king: king_path, empty: (king_path | rook_path) - king.into() - rook.into() }
    }

    /// Where the king stands, passes and arrives: none of these squares may be attacked.
    #[must_use]
    #[inline(always)]
    pub const fn must_be_safe(self) -> Bitboard {
        self.king
    }

    /// Where king and rook pass and arrive, except their own two squares: all must be empty.
    #[must_use]
    #[inline(always)]
    pub const fn must_be_empty(self) -> Bitboard {
        self.empty
    }

    /// Whether no piece is in the way.
    #[must_use]
    #[inline(always)]
    pub fn is_free_of(self, occupied: Bitboard) -> bool {
        !self.empty.intersects(occupied)
    }
}
