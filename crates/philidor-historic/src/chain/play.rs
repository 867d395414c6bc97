//! Playing a move on the board of the chain generator, and taking it back.
//!
//! The move word has everything needed to take it back: the captured piece, and the castling rights and en-passant file
//! before the move. The board has no clocks, so nothing else needs to be stored.

use super::ChainBoard;
use philidor::{Bitboard, CastlingRights, Color, Move, MoveType, PieceType, Rank, Square};

impl ChainBoard {
    /// Moves the pieces and updates rights, en-passant square and side to move.
    #[inline(always)]
    pub(super) fn play_move(&mut self, mv: Move) {
        let us = self.side_to_move;
        let (origin, destination) = (mv.orig_square(), mv.dest_square());
        if let Some(side) = mv.castling_side() {
            let rook = self.castling_rooks.square(us, side);
            self.castle(us, [origin, rook], [destination, side.rook_destination(us)]);
        } else {
            self.lift(origin);
            if mv.move_type() == MoveType::EnPassant {
                self.lift(captured_en_passant(origin, destination));
            }
            self.put(destination, us, mv.promotion().unwrap_or(mv.played_piece()));
        }
        if !self.castling_rights.is_empty() {
            self.castling_rights -= self.rights_lost(mv, us);
        }
        self.en_passant = passed_square(mv, us);
        self.side_to_move = !us;
    }

    /// Takes back the move that was played last.
    #[inline(always)]
    pub(super) fn undo_move(&mut self, mv: Move) {
        let us = !self.side_to_move;
        let (origin, destination) = (mv.orig_square(), mv.dest_square());
        if let Some(side) = mv.castling_side() {
            let rook = self.castling_rooks.square(us, side);
            self.castle(us, [destination, side.rook_destination(us)], [origin, rook]);
        } else {
            self.lift(destination);
            self.put(origin, us, mv.played_piece());
            if let Some(captured) = mv.captured_piece() {
                let passed = mv.move_type() == MoveType::EnPassant;
                let square = if passed { captured_en_passant(origin, destination) } else { destination };
                self.put(square, !us, captured);
            }
        }
        self.castling_rights = mv.castling_rights();
        let sixth = Rank::Sixth.relative_to(us);
        self.en_passant = mv.enpassant_file().map(|file| Square::new(file, sixth));
        self.side_to_move = us;
    }

    /// Moves king and rook. Both leave before either arrives: in Chess960 one may end where the other stood.
    fn castle(&mut self, us: Color, leave: [Square; 2], arrive: [Square; 2]) {
        leave.into_iter().for_each(|square| self.lift(square));
        self.put(arrive[0], us, PieceType::King);
        self.put(arrive[1], us, PieceType::Rook);
    }

    /// Empties a square.
    #[inline(always)]
    pub(super) fn lift(&mut self, square: Square) {
        self.pieces[square.index()] = None;
        self.colors[square.index()] = None;
    }

    /// Puts a piece on a square, replacing any that stood there.
    #[inline(always)]
    pub(super) fn put(&mut self, square: Square, color: Color, piece_type: PieceType) {
        self.pieces[square.index()] = Some(piece_type);
        self.colors[square.index()] = Some(color);
        if piece_type == PieceType::King {
            self.kings[color.index()] = square;
        }
    }

    /// The rights that a move ends: those of a king that moves, a rook that leaves, and a rook that is captured.
    fn rights_lost(&self, mv: Move, us: Color) -> CastlingRights {
        let touched = Bitboard::from_square(mv.orig_square()) | Bitboard::from_square(mv.dest_square());
        let by_king = mv.played_piece() == PieceType::King;
        let mut lost = if by_king { CastlingRights::for_color(us) } else { CastlingRights::NONE };
        for (right, color, side) in CastlingRights::EACH {
            if touched.contains(self.castling_rooks.square(color, side)) {
                lost |= right;
            }
        }
        lost
    }
}

/// The square of the pawn that an en-passant capture takes.
#[inline(always)]
pub(super) fn captured_en_passant(origin: Square, destination: Square) -> Square {
    Square::new(destination.file(), origin.rank())
}

/// The square that a pawn passes, if the move is a double push: its two squares differ only in bit 4.
#[inline(always)]
fn passed_square(mv: Move, us: Color) -> Option<Square> {
    let (origin, destination) = (mv.orig_square(), mv.dest_square());
    let advances_two = mv.played_piece() == PieceType::Pawn && origin as u8 ^ destination as u8 == 16;
    advances_two.then(|| Square::new(origin.file(), Rank::Third.relative_to(us)))
}
