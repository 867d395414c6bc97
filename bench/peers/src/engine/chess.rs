//! chess: an iterator over sets of moves with a mask of squares, play into another board. It knows neither which moves
//! capture nor promotions apart, and castling is a king's move of two squares.

use ::chess::{
    BitBoard, Board as Position, ChessMove, Color, EMPTY, MoveGen, Piece, Rank, Square, get_bishop_moves,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rank, get_rook_moves,
};
use arrayvec::ArrayVec;
use engine::{Board, Kind, Report, Rules, Scene, Scored, Search, Value, at_least, place};

use super::{CASTLING, squares};

struct Chess;

impl Board for Chess {
    type Position = Position;
    type Move = ChessMove;
    type List = Scored<ChessMove>;
}

/// Searches a position.
pub(crate) fn search(position: &Position, search: Search) -> Report {
    search.run::<Chess, Plainly>(Plainly, &mut position.clone())
}

/// The work `exchange`.
pub(crate) fn good(captures: &[(Position, ArrayVec<ChessMove, 256>)]) -> u128 {
    super::good::<Chess, _, _>(Plainly, captures)
}

#[derive(Clone, Copy)]
struct Plainly;

#[inline(always)]
fn from_to(mv: ChessMove) -> (usize, usize) {
    (mv.get_source().to_index(), mv.get_dest().to_index())
}

#[inline(always)]
fn promotion(mv: ChessMove) -> usize {
    mv.get_promotion().map_or(0, |piece| piece.to_index())
}

/// The piece that moves; the king if there is none, which no legal move does.
#[inline(always)]
fn moved(position: &Position, mv: ChessMove) -> Piece {
    position.piece_on(mv.get_source()).unwrap_or(Piece::King)
}

#[inline(always)]
fn is_castling(position: &Position, mv: ChessMove) -> bool {
    let (from, to) = from_to(mv);
    moved(position, mv) == Piece::King && from.abs_diff(to) == 2
}

impl Rules<Chess> for Plainly {
    #[inline(always)]
    fn key(self, position: &Position) -> u64 {
        position.get_hash()
    }

    #[inline(always)]
    fn is_check(self, position: &Position) -> bool {
        *position.checkers() != EMPTY
    }

    #[inline(always)]
    fn turn(self, position: &Position) -> usize {
        position.side_to_move().to_index()
    }

    #[inline(always)]
    fn has_pieces(self, position: &Position) -> bool {
        let others = position.pieces(Piece::Pawn) | position.pieces(Piece::King);
        position.color_combined(position.side_to_move()) & !others != EMPTY
    }

    fn value(self, position: &Position) -> Value {
        let mut sum = Value::default();
        for square in *position.combined() {
            if let (Some(color), Some(piece)) = (position.color_on(square), position.piece_on(square)) {
                sum = sum + Value::of(color.to_index(), piece.to_index(), square.to_index());
            }
        }
        sum
    }

    /// Captures come by the mask; en passant and promotions have squares of their own, to which others go quietly, too.
    #[inline(always)]
    fn moves(self, position: &Position, kind: Kind, list: &mut Scored<ChessMove>) {
        let us = position.side_to_move();
        let theirs = *position.color_combined(!us);
        let pawns = position.pieces(Piece::Pawn) & position.color_combined(us);
        let near = get_rank(if us == Color::White { Rank::Seventh } else { Rank::Second });
        let mut moves = MoveGen::new_legal(position);
        let special = (pawns & near) != EMPTY || position.en_passant().is_some();
        match kind {
            Kind::Tactical => {
                moves.set_iterator_mask(theirs);
                for mv in &mut moves {
                    list.push(mv);
                }
                if special {
                    moves.set_iterator_mask(!theirs);
                    for mv in &mut moves {
                        if !self.is_quiet(position, mv) {
                            list.push(mv);
                        }
                    }
                }
            }
            Kind::Quiet => {
                moves.set_iterator_mask(!theirs);
                for mv in &mut moves {
                    if !special || self.is_quiet(position, mv) {
                        list.push(mv);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn find(self, position: &Position, digest: u16) -> Option<ChessMove> {
        let (origin, destination, promotion) = squares(digest);
        let promotion = if promotion == 0 { None } else { Some(::chess::ALL_PIECES[promotion % 6]) };
        let [from, to] = [origin, destination].map(|index| ::chess::ALL_SQUARES[index]);
        let mv = ChessMove::new(from, to, promotion);
        (position.legal(mv) && is_castling(position, mv) == (digest & CASTLING != 0)).then_some(mv)
    }

    #[inline(always)]
    fn digest(self, position: &Position, mv: ChessMove) -> u16 {
        let place = self.place(position, mv);
        if is_castling(position, mv) { place | CASTLING } else { place }
    }

    #[inline(always)]
    fn place(self, _: &Position, mv: ChessMove) -> u16 {
        let (from, to) = from_to(mv);
        place(from, to, promotion(mv))
    }

    #[inline(always)]
    fn is_quiet(self, position: &Position, mv: ChessMove) -> bool {
        mv.get_promotion().is_none() && self.pieces(position, mv).1.is_none()
    }

    #[inline(always)]
    fn pieces(self, position: &Position, mv: ChessMove) -> (usize, Option<usize>) {
        let moved = moved(position, mv);
        let captured = match position.piece_on(mv.get_dest()) {
            Some(piece) => Some(piece.to_index()),
            None if moved == Piece::Pawn && mv.get_source().get_file() != mv.get_dest().get_file() => Some(0),
            None => None,
        };
        (moved.to_index(), captured)
    }

    #[inline(always)]
    fn value_after(self, position: &Position, mv: ChessMove, value: Value) -> Value {
        let us = position.side_to_move().to_index();
        let (from, to) = from_to(mv);
        let moved = moved(position, mv);
        let arrives = mv.get_promotion().unwrap_or(moved).to_index();
        let value = value - Value::of(us, moved.to_index(), from) + Value::of(us, arrives, to);
        match position.piece_on(mv.get_dest()) {
            Some(captured) => value - Value::of(us ^ 1, captured.to_index(), to),
            None if moved == Piece::Pawn && from % 8 != to % 8 => value - Value::of(us ^ 1, 0, to ^ 8),
            None if is_castling(position, mv) => {
                let (rook, target) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
                value - Value::of(us, 3, rook) + Value::of(us, 3, target)
            }
            None => value,
        }
    }

    #[inline(always)]
    fn wins(self, position: &Position, mv: ChessMove, threshold: i32) -> bool {
        if is_castling(position, mv) {
            return 0 >= threshold;
        }
        let (moved, captured) = self.pieces(position, mv);
        let (from, to) = from_to(mv);
        let mut occupied = position.combined().0;
        if moved == 0 && captured.is_some() && occupied & 1 << to == 0 {
            occupied &= !(1 << (to ^ 8));
        }
        let promotion = mv.get_promotion().map(|piece| piece.to_index());
        let us = position.side_to_move().to_index();
        let scene = Around(position, mv.get_dest());
        at_least(&scene, us, moved, captured, promotion, (from, to), occupied, threshold)
    }

    #[inline(always)]
    fn child<T>(self, position: &mut Position, mv: ChessMove, then: impl FnOnce(&mut Position) -> T) -> T {
        then(&mut position.make_move_new(mv))
    }

    #[inline(always)]
    fn passed<T>(self, position: &mut Position, then: impl FnOnce(&mut Position) -> T) -> T {
        match position.null_move() {
            Some(mut passed) => then(&mut passed),
            None => then(position),
        }
    }
}

/// A square and what is around it.
struct Around<'a>(&'a Position, Square);

impl Scene for Around<'_> {
    #[inline(always)]
    fn attackers(&self, occupied: u64) -> u64 {
        let &Around(position, square) = self;
        let pawns = position.pieces(Piece::Pawn);
        let white = get_pawn_attacks(square, Color::Black, pawns & position.color_combined(Color::White));
        let black = get_pawn_attacks(square, Color::White, pawns & position.color_combined(Color::Black));
        let steps = (get_knight_moves(square) & position.pieces(Piece::Knight))
            | (get_king_moves(square) & position.pieces(Piece::King));
        (white | black | steps).0 | self.diagonal(occupied) | self.straight(occupied)
    }

    #[inline(always)]
    fn diagonal(&self, occupied: u64) -> u64 {
        let sliders = self.0.pieces(Piece::Bishop) | self.0.pieces(Piece::Queen);
        (get_bishop_moves(self.1, BitBoard(occupied)) & sliders).0
    }

    #[inline(always)]
    fn straight(&self, occupied: u64) -> u64 {
        let sliders = self.0.pieces(Piece::Rook) | self.0.pieces(Piece::Queen);
        (get_rook_moves(self.1, BitBoard(occupied)) & sliders).0
    }

    #[inline(always)]
    fn color(&self, color: usize) -> u64 {
        self.0.color_combined(if color == 0 { Color::White } else { Color::Black }).0
    }

    #[inline(always)]
    fn pieces(&self, piece: usize) -> u64 {
        self.0.pieces(::chess::ALL_PIECES[piece % 6]).0
    }
}
