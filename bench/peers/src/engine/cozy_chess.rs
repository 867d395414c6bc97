//! cozy-chess: sets of moves to a closure, cut down to the squares of the kind that is asked for; children on a copy.
//! Castling is the king taking its rook.

use ::cozy_chess::{
    BitBoard, Board as Position, File, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use engine::{Board, Kind, Report, Rules, Scene, Scored, Search, Value, at_least, place};

use super::{CASTLING, squares};

struct CozyChess;

impl Board for CozyChess {
    type Position = Position;
    type Move = Move;
    type List = Scored<Move>;
}

/// Searches a position.
pub(crate) fn search(position: &Position, search: Search) -> Report {
    search.run::<CozyChess, Plainly>(Plainly, &mut position.clone())
}

/// The work `exchange`.
pub(crate) fn good(captures: &[(Position, Vec<Move>)]) -> u128 {
    super::good::<CozyChess, _, _>(Plainly, captures)
}

#[derive(Clone, Copy)]
struct Plainly;

#[inline(always)]
fn is_castling(position: &Position, mv: Move) -> bool {
    position.colors(position.side_to_move()).has(mv.to)
}

/// Where the king goes, and the rook.
#[inline(always)]
fn castled(mv: Move) -> (Square, Square) {
    let (king, rook) = if mv.from.file() < mv.to.file() { (File::G, File::F) } else { (File::C, File::D) };
    (Square::new(king, mv.from.rank()), Square::new(rook, mv.from.rank()))
}

/// The squares of tactical moves: enemy pieces for all, en passant and the last rank for pawns.
#[inline(always)]
fn tactical_squares(position: &Position, piece: Piece) -> BitBoard {
    let us = position.side_to_move();
    let theirs = position.colors(!us);
    if piece != Piece::Pawn {
        return theirs;
    }
    let en_passant = position
        .en_passant()
        .map_or(BitBoard::EMPTY, |file| Square::new(file, Rank::Sixth.relative_to(us)).bitboard());
    theirs | en_passant | Rank::Eighth.relative_to(us).bitboard()
}

impl Rules<CozyChess> for Plainly {
    /// The library's key counts every double push; this one those that a pawn stands beside.
    #[inline(always)]
    fn key(self, position: &Position) -> u64 {
        let us = position.side_to_move();
        match position.en_passant() {
            Some(file) => {
                let square = Square::new(file, Rank::Sixth.relative_to(us));
                let pawns = get_pawn_attacks(square, !us) & position.colored_pieces(us, Piece::Pawn);
                if pawns.is_empty() { position.hash_without_ep() } else { position.hash() }
            }
            None => position.hash(),
        }
    }

    #[inline(always)]
    fn is_check(self, position: &Position) -> bool {
        !position.checkers().is_empty()
    }

    #[inline(always)]
    fn turn(self, position: &Position) -> usize {
        position.side_to_move() as usize
    }

    #[inline(always)]
    fn has_pieces(self, position: &Position) -> bool {
        let others = position.pieces(Piece::Pawn) | position.pieces(Piece::King);
        !(position.colors(position.side_to_move()) & !others).is_empty()
    }

    fn value(self, position: &Position) -> Value {
        let mut sum = Value::default();
        for square in position.occupied() {
            if let (Some(color), Some(piece)) = (position.color_on(square), position.piece_on(square)) {
                sum = sum + Value::of(color as usize, piece as usize, square as usize);
            }
        }
        sum
    }

    #[inline(always)]
    fn moves(self, position: &Position, kind: Kind, list: &mut Scored<Move>) {
        position.generate_moves(|mut moves| {
            let tactical = tactical_squares(position, moves.piece);
            moves.to &= if kind == Kind::Tactical { tactical } else { !tactical };
            for mv in moves {
                list.push(mv);
            }
            false
        });
    }

    #[inline(always)]
    fn find(self, position: &Position, digest: u16) -> Option<Move> {
        let (origin, destination, promotion) = squares(digest);
        let promotion = if promotion == 0 { None } else { Piece::try_index(promotion) };
        let mv = Move { from: Square::index(origin), to: Square::index(destination), promotion };
        // As the library's castling is a king's move to its rook, the mark says which of the two is meant.
        (position.is_legal(mv) && is_castling(position, mv) == (digest & CASTLING != 0)).then_some(mv)
    }

    #[inline(always)]
    fn digest(self, position: &Position, mv: Move) -> u16 {
        let digest = place(mv.from as usize, mv.to as usize, mv.promotion.map_or(0, |piece| piece as usize));
        if is_castling(position, mv) { digest | CASTLING } else { digest }
    }

    #[inline(always)]
    fn place(self, position: &Position, mv: Move) -> u16 {
        let to = if is_castling(position, mv) { castled(mv).0 } else { mv.to };
        place(mv.from as usize, to as usize, mv.promotion.map_or(0, |piece| piece as usize))
    }

    #[inline(always)]
    fn is_quiet(self, position: &Position, mv: Move) -> bool {
        position.piece_on(mv.from).is_none_or(|piece| !tactical_squares(position, piece).has(mv.to))
    }

    #[inline(always)]
    fn pieces(self, position: &Position, mv: Move) -> (usize, Option<usize>) {
        let moved = position.piece_on(mv.from).unwrap_or(Piece::King);
        let captured = match position.piece_on(mv.to) {
            Some(_) if is_castling(position, mv) => None,
            Some(piece) => Some(piece as usize),
            None if moved == Piece::Pawn && mv.from.file() != mv.to.file() => Some(Piece::Pawn as usize),
            None => None,
        };
        (moved as usize, captured)
    }

    #[inline(always)]
    fn value_after(self, position: &Position, mv: Move, value: Value) -> Value {
        let us = position.side_to_move() as usize;
        let moved = position.piece_on(mv.from).unwrap_or(Piece::King);
        let left = value - Value::of(us, moved as usize, mv.from as usize);
        if is_castling(position, mv) {
            let (king, rook) = castled(mv);
            return left - Value::of(us, Piece::Rook as usize, mv.to as usize)
                + Value::of(us, Piece::King as usize, king as usize)
                + Value::of(us, Piece::Rook as usize, rook as usize);
        }
        let arrived = left + Value::of(us, mv.promotion.unwrap_or(moved) as usize, mv.to as usize);
        match position.piece_on(mv.to) {
            Some(captured) => arrived - Value::of(us ^ 1, captured as usize, mv.to as usize),
            None if moved == Piece::Pawn && mv.from.file() != mv.to.file() => {
                arrived - Value::of(us ^ 1, Piece::Pawn as usize, mv.to as usize ^ 8)
            }
            None => arrived,
        }
    }

    #[inline(always)]
    fn wins(self, position: &Position, mv: Move, threshold: i32) -> bool {
        let (moved, captured) = self.pieces(position, mv);
        if is_castling(position, mv) {
            return 0 >= threshold;
        }
        let mut occupied = position.occupied().0;
        if moved == 0 && captured.is_some() && !position.occupied().has(mv.to) {
            occupied &= !(1 << (mv.to as usize ^ 8));
        }
        at_least(
            &Around(position, mv.to),
            position.side_to_move() as usize,
            moved,
            captured,
            mv.promotion.map(|piece| piece as usize),
            (mv.from as usize, mv.to as usize),
            occupied,
            threshold,
        )
    }

    #[inline(always)]
    fn child<T>(self, position: &mut Position, mv: Move, then: impl FnOnce(&mut Position) -> T) -> T {
        let mut child = position.clone();
        child.play_unchecked(mv);
        then(&mut child)
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
        use ::cozy_chess::Color::{Black, White};
        let &Around(position, square) = self;
        let pawns = (get_pawn_attacks(square, Black) & position.colored_pieces(White, Piece::Pawn))
            | (get_pawn_attacks(square, White) & position.colored_pieces(Black, Piece::Pawn));
        let steps = (get_knight_moves(square) & position.pieces(Piece::Knight))
            | (get_king_moves(square) & position.pieces(Piece::King));
        (pawns | steps).0 | self.diagonal(occupied) | self.straight(occupied)
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
        let color = if color == 0 { ::cozy_chess::Color::White } else { ::cozy_chess::Color::Black };
        self.0.colors(color).0
    }

    #[inline(always)]
    fn pieces(&self, piece: usize) -> u64 {
        self.0.pieces(Piece::ALL[piece % 6]).0
    }
}
