//! All moves of one side, piece by piece and offset by offset, into two lists.
//!
//! The squares are visited as the board is read, from a8 to h1. Each piece follows its own offsets until it is stopped:
//! an empty square is a quiet move; an enemy piece a tactical one; a piece of its own side or the frame none. Whether
//! the king is left attacked is not checked.

use super::board::{self, EAST, FramedBoard, Index, Occupant, Offset, WEST};
use super::state::PackedState;
use crate::types::{CastlingSide, Color, Move, MoveList, MoveType, PieceType, Square};

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
    /// The fields that the words of all moves share: castling rights and en-passant file before the move.
    shared: Move,
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
        let shared = Move::blank(state.castling_rights(), state.en_passant().map(Square::file));
        Generation { board, state, us: state.side_to_move(), quiet_moves, shared, lists }
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
        const KING: u32 = PieceType::King as u32;
        const QUEEN: u32 = PieceType::Queen as u32;
        const ROOK: u32 = PieceType::Rook as u32;
        const BISHOP: u32 = PieceType::Bishop as u32;
        const KNIGHT: u32 = PieceType::Knight as u32;
        match piece.code() {
            KING => {
                self.leaps(index, PieceType::King, &board::KING_OFFSETS);
                if self.quiet_moves {
                    self.castling(index);
                }
            }
            QUEEN => {
                self.slides(index, PieceType::Queen, &board::DIAGONALS);
                self.slides(index, PieceType::Queen, &board::STRAIGHTS);
            }
            ROOK => self.slides(index, PieceType::Rook, &board::STRAIGHTS),
            BISHOP => self.slides(index, PieceType::Bishop, &board::DIAGONALS),
            KNIGHT => self.leaps(index, PieceType::Knight, &board::KNIGHT_OFFSETS),
            _ => self.pawn(index),
        }
    }

    /// King or knight: one step along each offset.
    fn leaps(&mut self, index: Index, piece_type: PieceType, offsets: &[Offset; 8]) {
        let stem = self.stem(MoveType::Normal, index, piece_type);
        for &offset in offsets {
            let target = board::step(index, offset);
            let met = self.board.at(target);
            if met.is_empty() {
                self.push_quiet(stem, target);
            } else if met.is_piece_of(!self.us) {
                self.push_capture(stem, target, met);
            }
        }
    }

    /// Queen, rook or bishop: along each offset while the squares are empty, and one step more onto an enemy.
    fn slides(&mut self, index: Index, piece_type: PieceType, offsets: &[Offset; 4]) {
        let stem = self.stem(MoveType::Normal, index, piece_type);
        for &offset in offsets {
            let mut target = board::step(index, offset);
            let mut met = self.board.at(target);
            while met.is_empty() {
                self.push_quiet(stem, target);
                target = board::step(target, offset);
                met = self.board.at(target);
            }
            if met.is_piece_of(!self.us) {
                self.push_capture(stem, target, met);
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
                let stem = self.stem(MoveType::Normal, index, PieceType::Pawn);
                self.push_quiet(stem, once);
                if home.contains(&index) && self.board.at(twice).is_empty() {
                    self.push_quiet(stem, twice);
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
                self.push_capture(self.stem(MoveType::Normal, index, PieceType::Pawn), target, met);
            }
        } else if target == self.state.en_passant_index() {
            let stem = self.stem(MoveType::EnPassant, index, PieceType::Pawn);
            self.push_capture(stem, target, Occupant::piece(!self.us, PieceType::Pawn));
        }
    }

    /// Castling short, then long, if it is permitted and all squares between king and rook are empty.
    fn castling(&mut self, index: Index) {
        let between: [(CastlingSide, &[Offset]); 2] =
            [(CastlingSide::KingSide, &[1, 2]), (CastlingSide::QueenSide, &[-1, -2, -3])];
        for (side, offsets) in between {
            let is_empty = |&offset: &Offset| self.board.at(board::step(index, offset)).is_empty();
            if self.state.may_castle(self.us, side) && offsets.iter().all(is_empty) {
                let stem = self.stem(MoveType::Castling, index, PieceType::King);
                self.push_quiet(stem, board::index_of(side.king_destination(self.us)));
            }
        }
    }

    /// The word of a piece's moves without their destination.
    #[inline(always)]
    fn stem(&self, move_type: MoveType, index: Index, piece_type: PieceType) -> Move {
        self.shared.with_type(move_type).with_played(piece_type).with_origin(board::square_on_board(index))
    }

    // The lists hold more moves than any position has, so none of a position is dropped; see `MoveList`.

    #[inline(always)]
    fn push_quiet(&mut self, stem: Move, target: Index) {
        if self.quiet_moves {
            let _ = self.lists.quiet.push(stem.with_destination(board::square_on_board(target)));
        }
    }

    #[inline(always)]
    fn push_capture(&mut self, stem: Move, target: Index, captured: Occupant) {
        let mv = stem.with_destination(board::square_on_board(target)).with_capture(captured.code());
        let _ = self.lists.tactical.push(mv);
    }

    /// The four promotions of a pawn, to queen, rook, knight and bishop. They are tactical with or without a capture,
    /// and never left out.
    fn push_promotions(&mut self, index: Index, target: Index, captured: Option<Occupant>) {
        let stem = self.stem(MoveType::Promotion, index, PieceType::Pawn);
        let mut mv = stem.with_destination(board::square_on_board(target));
        if let Some(piece) = captured {
            mv = mv.with_capture(piece.code());
        }
        for promotion in [PieceType::Queen, PieceType::Rook, PieceType::Knight, PieceType::Bishop] {
            let _ = self.lists.tactical.push(mv.with_aux_data(Move::aux_data_of(promotion)));
        }
    }
}
