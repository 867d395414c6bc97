//! All moves of one side, piece by piece and offset by offset, into two lists.
//!
//! The squares are visited as the board is read, from a8 to h1. Each piece follows its own offsets until it is stopped:
//! an empty square is a quiet move; an enemy piece a tactical one; a piece of its own side or the frame none. Whether
//! the king is left attacked is not checked.

use super::board::{self, EAST, FramedBoard, Index, Occupant, Offset, WEST};
use super::state::PackedState;
use crate::stem::Stem;
use philidor::{CastlingRights, CastlingSide, Color, File, Move, MoveList, MoveType, PieceType, Square};

/// The two lists at one depth.
#[derive(Clone, Default)]
pub(super) struct Lists {
    /// Captures, en passant, and every promotion.
    pub(super) tactical: MoveList,
    /// The rest, castling included.
    pub(super) quiet: MoveList,
}

/// The generator at work in one position.
pub(super) struct Generation<'a> {
    board: &'a FramedBoard,
    state: PackedState,
    us: Color,
    /// Whether quiet moves are wanted, too.
    quiet_moves: bool,
    /// The castling rights and the en-passant file before the move, which are in the words of all moves.
    rights: CastlingRights,
    en_passant_file: Option<File>,
    lists: &'a mut Lists,
}

impl<'a> Generation<'a> {
    /// Generation into lists, which are cleared first.
    pub(super) fn new(
        board: &'a FramedBoard,
        state: PackedState,
        quiet_moves: bool,
        lists: &'a mut Lists,
    ) -> Generation<'a> {
        lists.tactical.clear();
        lists.quiet.clear();
        let (rights, en_passant_file) = (state.castling_rights(), state.en_passant().map(Square::file));
        Generation { board, state, us: state.side_to_move(), quiet_moves, rights, en_passant_file, lists }
    }

    /// Visits every square, rank by rank from the eighth, each from the a-file.
    pub(super) fn run(mut self) {
        for row in (20..=90).step_by(10) {
            for index in row + 1..=row + 8 {
                let piece = self.board.at(index);
                if piece.is_piece_of(self.us) {
                    self.moves_from(index, piece);
                }
            }
        }
    }

    #[inline(always)]
    fn moves_from(&mut self, index: Index, piece: Occupant) {
        match piece.piece_type() {
            Some(PieceType::King) => {
                self.leaps(index, PieceType::King, &board::KING_OFFSETS);
                if self.quiet_moves {
                    self.castling(index);
                }
            }
            Some(PieceType::Queen) => {
                self.slides(index, PieceType::Queen, &board::DIAGONALS);
                self.slides(index, PieceType::Queen, &board::STRAIGHTS);
            }
            Some(PieceType::Rook) => self.slides(index, PieceType::Rook, &board::STRAIGHTS),
            Some(PieceType::Bishop) => self.slides(index, PieceType::Bishop, &board::DIAGONALS),
            Some(PieceType::Knight) => self.leaps(index, PieceType::Knight, &board::KNIGHT_OFFSETS),
            Some(PieceType::Pawn) | None => self.pawn(index),
        }
    }

    /// King or knight: one step along each offset.
    fn leaps(&mut self, index: Index, piece_type: PieceType, offsets: &[Offset; 8]) {
        let stem = self.stem(index, piece_type);
        for &offset in offsets {
            let target = board::step(index, offset);
            let met = self.board.at(target);
            if met.is_empty() {
                self.push_quiet(MoveType::Normal, stem, target);
            } else if met.is_piece_of(!self.us) {
                self.push_capture(MoveType::Normal, stem, target, met);
            }
        }
    }

    /// Queen, rook or bishop: along each offset while the squares are empty, and one step more onto an enemy.
    fn slides(&mut self, index: Index, piece_type: PieceType, offsets: &[Offset; 4]) {
        let stem = self.stem(index, piece_type);
        for &offset in offsets {
            let mut target = board::step(index, offset);
            let mut met = self.board.at(target);
            while met.is_empty() {
                self.push_quiet(MoveType::Normal, stem, target);
                target = board::step(target, offset);
                met = self.board.at(target);
            }
            if met.is_piece_of(!self.us) {
                self.push_capture(MoveType::Normal, stem, target, met);
            }
        }
    }

    /// Pawn: one square forward, two, a capture toward the a-file, one toward the h-file.
    fn pawn(&mut self, index: Index) {
        let forward = board::forward(self.us);
        let (home, last) = match self.us {
            Color::White => (81..=88, 21..=28),
            Color::Black => (31..=38, 91..=98),
        };
        let once = board::step(index, forward);
        let promotes = last.contains(&once);
        if self.board.at(once).is_empty() {
            let twice = board::step(once, forward);
            if promotes {
                self.push_promotions(index, once, None);
            } else {
                let stem = self.stem(index, PieceType::Pawn);
                self.push_quiet(MoveType::Normal, stem, once);
                if home.contains(&index) && self.board.at(twice).is_empty() {
                    self.push_quiet(MoveType::Normal, stem, twice);
                }
            }
        }
        for sideways in [WEST, EAST] {
            self.pawn_capture(index, board::step(once, sideways), promotes);
        }
    }

    fn pawn_capture(&mut self, index: Index, target: Index, promotes: bool) {
        let met = self.board.at(target);
        if met.is_piece_of(!self.us) {
            if promotes {
                self.push_promotions(index, target, Some(met));
            } else {
                self.push_capture(MoveType::Normal, self.stem(index, PieceType::Pawn), target, met);
            }
        } else if target == self.state.en_passant_index() {
            let passing = Occupant::piece(!self.us, PieceType::Pawn);
            self.push_capture(MoveType::EnPassant, self.stem(index, PieceType::Pawn), target, passing);
        }
    }

    /// Castling short, then long, if it is permitted and all squares between king and rook are empty.
    fn castling(&mut self, index: Index) {
        let between: [(CastlingSide, &[Offset]); 2] =
            [(CastlingSide::KingSide, &[1, 2]), (CastlingSide::QueenSide, &[-1, -2, -3])];
        for (side, offsets) in between {
            let is_empty = |&offset: &Offset| self.board.at(board::step(index, offset)).is_empty();
            if self.state.may_castle(self.us, side) && offsets.iter().all(is_empty) {
                let target = board::index_of(side.king_destination(self.us));
                self.push_quiet(MoveType::Castling, self.stem(index, PieceType::King), target);
            }
        }
    }

    #[inline(always)]
    fn stem(&self, index: Index, played: PieceType) -> Stem {
        Stem {
            origin: board::square_on_board(index),
            played,
            castling_rights: self.rights,
            en_passant_file: self.en_passant_file,
        }
    }

    // The lists hold more moves than any position has, so none of a position is dropped; see `MoveList`.

    #[inline(always)]
    fn push_quiet(&mut self, move_type: MoveType, stem: Stem, target: Index) {
        if self.quiet_moves {
            let _ = self.lists.quiet.push(stem.to(move_type, board::square_on_board(target), None, 0));
        }
    }

    #[inline(always)]
    fn push_capture(&mut self, move_type: MoveType, stem: Stem, target: Index, captured: Occupant) {
        let mv = stem.to(move_type, board::square_on_board(target), captured.piece_type(), 0);
        let _ = self.lists.tactical.push(mv);
    }

    /// The four promotions of a pawn, to queen, rook, knight and bishop. They are tactical with or without a capture,
    /// and never left out.
    fn push_promotions(&mut self, index: Index, target: Index, captured: Option<Occupant>) {
        let (stem, target) = (self.stem(index, PieceType::Pawn), board::square_on_board(target));
        let captured = captured.and_then(Occupant::piece_type);
        for promotion in [PieceType::Queen, PieceType::Rook, PieceType::Knight, PieceType::Bishop] {
            let mv = stem.to(MoveType::Promotion, target, captured, Move::aux_data_of(promotion));
            let _ = self.lists.tactical.push(mv);
        }
    }
}
