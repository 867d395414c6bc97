//! shakmaty: lists by value, moves that know what they capture, children on a copy, the key beside the position. A null
//! move goes through a setup: a position offers no shorter way.

use ::shakmaty::{
    Bitboard, CastlingSide, Chess, Color, EnPassantMode, Move, MoveList, Position as _, Role, Square,
    attacks,
    zobrist::{Zobrist64, ZobristValue},
};
use engine::{Board, Kind, Report, Rules, Scene, Scored, Search, Value, at_least, place};

use super::CASTLING;
use crate::key_after::key_after;

/// The mode that every board of the race counts en passant by.
const MODE: EnPassantMode = EnPassantMode::PseudoLegal;

struct Shakmaty;

/// A position and its key.
#[derive(Clone)]
pub(crate) struct Keyed {
    position: Chess,
    key: Zobrist64,
}

impl Keyed {
    pub(crate) fn of(position: &Chess) -> Self {
        Self { position: position.clone(), key: position.zobrist_hash(MODE) }
    }
}

impl Board for Shakmaty {
    type Position = Keyed;
    type Move = Move;
    type List = Scored<Move>;
}

/// Searches a position.
pub(crate) fn search(position: &Chess, search: Search) -> Report {
    search.run::<Shakmaty, Plainly>(Plainly, &mut Keyed::of(position))
}

/// The work `exchange`.
pub(crate) fn good(captures: &[(Keyed, MoveList)]) -> u128 {
    super::good::<Shakmaty, _, _>(Plainly, captures)
}

#[derive(Clone, Copy)]
struct Plainly;

/// The library's roles begin with the pawn = 1.
#[inline(always)]
fn number(role: Role) -> usize {
    role as usize - 1
}

#[inline(always)]
fn turn(color: Color) -> usize {
    usize::from(color == Color::Black)
}

/// Where king and rook go.
#[inline(always)]
fn castled(king: Square, rook: Square) -> (Square, Square) {
    let side = CastlingSide::from_queen_side(rook < king);
    (
        Square::from_coords(side.king_to_file(), king.rank()),
        Square::from_coords(side.rook_to_file(), rook.rank()),
    )
}

/// Origin and destination, a king's move of two squares for castling.
#[inline(always)]
fn from_to(mv: Move) -> (usize, usize) {
    match mv {
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (usize::from(from), usize::from(to)),
        Move::Castle { king, rook } => (usize::from(king), usize::from(castled(king, rook).0)),
        Move::Put { to, .. } => (usize::from(to), usize::from(to)), // Crazyhouse only
    }
}

impl Rules<Shakmaty> for Plainly {
    #[inline(always)]
    fn key(self, keyed: &Keyed) -> u64 {
        keyed.key.0
    }

    #[inline(always)]
    fn key_after(self, keyed: &Keyed, mv: Move) -> Option<u64> {
        keyed.position.update_zobrist_hash(keyed.key, mv, MODE).map(|key| key.0)
    }

    #[inline(always)]
    fn is_check(self, keyed: &Keyed) -> bool {
        keyed.position.is_check()
    }

    #[inline(always)]
    fn turn(self, keyed: &Keyed) -> usize {
        turn(keyed.position.turn())
    }

    #[inline(always)]
    fn has_pieces(self, keyed: &Keyed) -> bool {
        let board = keyed.position.board();
        !(keyed.position.us() & !(board.pawns() | board.kings())).is_empty()
    }

    fn value(self, keyed: &Keyed) -> Value {
        keyed.position.board().iter().fold(Value::default(), |sum, (square, piece)| {
            sum + Value::of(turn(piece.color), number(piece.role), usize::from(square))
        })
    }

    /// The library has a way to ask for captures, and one for promotions, which it repeats: those that capture are
    /// taken from the first.
    #[inline(always)]
    fn moves(self, keyed: &Keyed, kind: Kind, list: &mut Scored<Move>) {
        match kind {
            Kind::Tactical => {
                keyed.position.capture_moves().into_iter().for_each(|mv| list.push(mv));
                let promotions = keyed.position.promotion_moves();
                promotions.into_iter().filter(|mv| !mv.is_capture()).for_each(|mv| list.push(mv));
            }
            Kind::Quiet => {
                let moves = keyed.position.legal_moves();
                moves
                    .into_iter()
                    .filter(|mv| !mv.is_capture() && !mv.is_promotion())
                    .for_each(|mv| list.push(mv));
            }
        }
    }

    #[inline(always)]
    fn find(self, keyed: &Keyed, digest: u16) -> Option<Move> {
        let board = keyed.position.board();
        let (origin, destination, promotion) = super::squares(digest);
        let [from, to] = [origin, destination].map(|index| Square::new(index as u32));
        let role = board.role_at(from)?;
        let mv = if digest & CASTLING != 0 {
            Move::Castle { king: from, rook: to }
        } else if role == Role::Pawn && from.file() != to.file() && !board.occupied().contains(to) {
            Move::EnPassant { from, to }
        } else {
            let promotion = if promotion == 0 { None } else { Some(Role::ALL[promotion % 6]) };
            Move::Normal { role, from, capture: board.role_at(to), to, promotion }
        };
        keyed.position.is_legal(mv).then_some(mv)
    }

    #[inline(always)]
    fn digest(self, keyed: &Keyed, mv: Move) -> u16 {
        match mv {
            Move::Castle { king, rook } => place(usize::from(king), usize::from(rook), 0) | CASTLING,
            _ => self.place(keyed, mv),
        }
    }

    #[inline(always)]
    fn place(self, _: &Keyed, mv: Move) -> u16 {
        let (from, to) = from_to(mv);
        place(from, to, mv.promotion().map_or(0, number))
    }

    #[inline(always)]
    fn is_quiet(self, _: &Keyed, mv: Move) -> bool {
        !mv.is_capture() && !mv.is_promotion()
    }

    #[inline(always)]
    fn pieces(self, _: &Keyed, mv: Move) -> (usize, Option<usize>) {
        (number(mv.role()), mv.capture().map(number))
    }

    #[inline(always)]
    fn value_after(self, keyed: &Keyed, mv: Move, value: Value) -> Value {
        let us = turn(keyed.position.turn());
        match mv {
            Move::Normal { role, from, capture, to, promotion } => {
                let arrives = number(promotion.unwrap_or(role));
                let value = value - Value::of(us, number(role), usize::from(from))
                    + Value::of(us, arrives, usize::from(to));
                capture.map_or(value, |captured| value - Value::of(us ^ 1, number(captured), usize::from(to)))
            }
            Move::EnPassant { from, to } => {
                value - Value::of(us, 0, usize::from(from)) + Value::of(us, 0, usize::from(to))
                    - Value::of(us ^ 1, 0, usize::from(to) ^ 8)
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                value - Value::of(us, 5, usize::from(king)) + Value::of(us, 5, usize::from(king_to))
                    - Value::of(us, 3, usize::from(rook))
                    + Value::of(us, 3, usize::from(rook_to))
            }
            Move::Put { .. } => value, // Crazyhouse only
        }
    }

    #[inline(always)]
    fn wins(self, keyed: &Keyed, mv: Move, threshold: i32) -> bool {
        if mv.is_castle() {
            return 0 >= threshold;
        }
        let (moved, captured) = self.pieces(keyed, mv);
        let (from, to) = from_to(mv);
        let mut occupied = keyed.position.board().occupied().0;
        if mv.is_en_passant() {
            occupied &= !(1 << (to ^ 8));
        }
        let us = turn(keyed.position.turn());
        let promotion = mv.promotion().map(number);
        let scene = Around(keyed, Square::new(to as u32));
        at_least(&scene, us, moved, captured, promotion, (from, to), occupied, threshold)
    }

    #[inline(always)]
    fn child<T>(self, keyed: &mut Keyed, mv: Move, then: impl FnOnce(&mut Keyed) -> T) -> T {
        let mut position = keyed.position.clone();
        position.play_unchecked(mv);
        let key = key_after(&keyed.position, keyed.key, mv, &position, MODE);
        then(&mut Keyed { position, key })
    }

    #[inline(always)]
    fn passed<T>(self, keyed: &mut Keyed, then: impl FnOnce(&mut Keyed) -> T) -> T {
        let mut key = keyed.key ^ Zobrist64::zobrist_for_white_turn();
        if let Some(square) = keyed.position.ep_square(MODE) {
            key ^= Zobrist64::zobrist_for_en_passant_file(square.file());
        }
        match keyed.position.clone().swap_turn() {
            Ok(position) => then(&mut Keyed { position, key }),
            Err(_) => then(keyed),
        }
    }
}

/// A square and what is around it.
struct Around<'a>(&'a Keyed, Square);

impl Scene for Around<'_> {
    #[inline(always)]
    fn attackers(&self, occupied: u64) -> u64 {
        let board = self.0.position.board();
        let occupied = Bitboard(occupied);
        (board.attacks_to(self.1, Color::White, occupied) | board.attacks_to(self.1, Color::Black, occupied))
            .0
    }

    #[inline(always)]
    fn diagonal(&self, occupied: u64) -> u64 {
        let board = self.0.position.board();
        (attacks::bishop_attacks(self.1, Bitboard(occupied)) & board.bishops_and_queens()).0
    }

    #[inline(always)]
    fn straight(&self, occupied: u64) -> u64 {
        let board = self.0.position.board();
        (attacks::rook_attacks(self.1, Bitboard(occupied)) & board.rooks_and_queens()).0
    }

    #[inline(always)]
    fn color(&self, color: usize) -> u64 {
        self.0.position.board().by_color(if color == 0 { Color::White } else { Color::Black }).0
    }

    #[inline(always)]
    fn pieces(&self, piece: usize) -> u64 {
        self.0.position.board().by_role(Role::ALL[piece % 6]).0
    }
}
