//! philidor under the engine of `../../engine`: compiled for the CPU's level, or through methods that ask the CPU.

use engine::{Board, Kind, List, Report, Rules, Search, Value, Work, place};
use philidor::cpu::Cpu;
use philidor::{
    Color, Move, MoveDigest, MoveKind, MoveList, Piece, PieceType, Position, Square,
    search_support::{Change, Exchange, Level},
};

/// philidor's types.
pub(crate) struct Philidor;

/// A list whose moves have room for a score.
pub(crate) struct Moves(MoveList);

impl Board for Philidor {
    type Position = Position;
    type Move = Move;
    type List = Moves;
}

impl List<Move> for Moves {
    #[inline(always)]
    fn new() -> Self {
        Moves(MoveList::new())
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn score(&mut self, at: usize, score: u32) {
        self.0[at].set_score(score);
    }

    #[inline(always)]
    fn exchange(&mut self, one: usize, other: usize) {
        self.0.swap(one, other);
    }

    #[inline(always)]
    fn get(&self, at: usize) -> (Move, u32) {
        (self.0[at], self.0[at].score())
    }
}

/// How a position is asked: by its own methods, or at a level.
pub(crate) trait Asking: Copy {
    fn enter<W: Work<Philidor>>(self, work: W) -> W::Output;
    fn is_check(self, position: &Position) -> bool;
    fn moves_into(self, position: &Position, kind: MoveKind, list: &mut MoveList);
    fn wins(self, exchange: &Exchange, position: &Position, mv: Move, threshold: i32) -> bool;
}

/// By its own methods, which ask the CPU each time.
#[derive(Clone, Copy)]
pub(crate) struct Methods;

impl Asking for Methods {
    #[inline(always)]
    fn enter<W: Work<Philidor>>(self, work: W) -> W::Output {
        work.run(Asked(self))
    }

    #[inline(always)]
    fn is_check(self, position: &Position) -> bool {
        position.is_check()
    }

    #[inline(always)]
    fn moves_into(self, position: &Position, kind: MoveKind, list: &mut MoveList) {
        position.moves_into(kind, list);
    }

    #[inline(always)]
    fn wins(self, exchange: &Exchange, position: &Position, mv: Move, threshold: i32) -> bool {
        exchange.at_least(position, mv, threshold)
    }
}

/// At a level, which was found once.
#[derive(Clone, Copy)]
struct At<L>(L);

impl<L: Level> Asking for At<L> {
    #[inline(always)]
    fn enter<W: Work<Philidor>>(self, work: W) -> W::Output {
        self.0.call(Enter(work))
    }

    #[inline(always)]
    fn is_check(self, position: &Position) -> bool {
        self.0.is_check(position)
    }

    #[inline(always)]
    fn moves_into(self, position: &Position, kind: MoveKind, list: &mut MoveList) {
        self.0.moves_into(position, kind, list);
    }

    #[inline(always)]
    fn wins(self, exchange: &Exchange, position: &Position, mv: Move, threshold: i32) -> bool {
        self.0.exchange_at_least(exchange, position, mv, threshold)
    }
}

/// The engine's work as work of the library.
struct Enter<W>(W);

impl<W: Work<Philidor>> philidor::search_support::Work for Enter<W> {
    type Output = W::Output;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> W::Output {
        self.0.run(Asked(At(level)))
    }
}

/// A whole search as such work.
struct Whole<'a>(Search, &'a mut Position);

impl Work<Philidor> for Whole<'_> {
    type Output = Report;

    #[inline(always)]
    fn run<R: Rules<Philidor>>(self, rules: R) -> Report {
        self.0.run(rules, self.1)
    }
}

/// Searches in code that is compiled for this CPU.
pub(crate) fn search(position: &Position, search: Search) -> Report {
    Cpu::best().run(Enter(Whole(search, &mut position.clone())))
}

/// Searches in code that is compiled for what the build targets.
pub(crate) fn search_by_methods(position: &Position, search: Search) -> Report {
    Methods.enter(Whole(search, &mut position.clone()))
}

/// What the engine asks, however it is asked.
#[derive(Clone, Copy)]
struct Asked<A>(A);

/// The library numbers piece types from the king.
#[inline(always)]
fn number(piece_type: PieceType) -> usize {
    5 - piece_type.index()
}

#[inline(always)]
fn turn(color: Color) -> usize {
    color.index()
}

impl<A: Asking> Rules<Philidor> for Asked<A> {
    #[inline(always)]
    fn enter<W: Work<Philidor>>(self, work: W) -> W::Output {
        self.0.enter(work)
    }

    /// The key that counts en passant as all peers can: wherever an enemy pawn stands beside the one that advanced.
    #[inline(always)]
    fn key(self, position: &Position) -> u64 {
        position.polyglot_key()
    }

    #[inline(always)]
    fn key_after(self, position: &Position, mv: Move) -> Option<u64> {
        Some(position.key_after(mv))
    }

    #[inline(always)]
    fn is_check(self, position: &Position) -> bool {
        self.0.is_check(position)
    }

    #[inline(always)]
    fn turn(self, position: &Position) -> usize {
        turn(position.side_to_move())
    }

    #[inline(always)]
    fn has_pieces(self, position: &Position) -> bool {
        let board = position.board();
        let others = board.pieces(PieceType::Pawn) | board.pieces(PieceType::King);
        !(board.colors(position.side_to_move()) - others).is_empty()
    }

    fn value(self, position: &Position) -> Value {
        position.board().occupied().into_iter().fold(Value::default(), |sum, square| {
            match position.piece_at(square) {
                Some(piece) => sum + Value::of(turn(piece.color), number(piece.piece_type), square.index()),
                None => sum,
            }
        })
    }

    #[inline(always)]
    fn moves(self, position: &Position, kind: Kind, list: &mut Moves) {
        let kind = match kind {
            Kind::Tactical => MoveKind::Tactical,
            Kind::Quiet => MoveKind::Quiet,
        };
        self.0.moves_into(position, kind, &mut list.0);
    }

    #[inline(always)]
    fn find(self, position: &Position, digest: u16) -> Option<Move> {
        position.decode(MoveDigest(digest))
    }

    #[inline(always)]
    fn digest(self, _: &Position, mv: Move) -> u16 {
        mv.digest().0
    }

    #[inline(always)]
    fn place(self, _: &Position, mv: Move) -> u16 {
        place(mv.orig_square().index(), mv.dest_square().index(), mv.promotion().map_or(0, number))
    }

    #[inline(always)]
    fn is_quiet(self, _: &Position, mv: Move) -> bool {
        !mv.is_tactical()
    }

    #[inline(always)]
    fn pieces(self, _: &Position, mv: Move) -> (usize, Option<usize>) {
        (number(mv.played_piece()), mv.captured_piece().map(number))
    }

    #[inline(always)]
    fn value_after(self, position: &Position, mv: Move, value: Value) -> Value {
        let of = |piece: Piece, square: Square| {
            Value::of(turn(piece.color), number(piece.piece_type), square.index())
        };
        let take = |sum, piece, square| sum - of(piece, square);
        let put = |sum, piece, square| sum + of(piece, square);
        Change::new(position, mv).follow(value, take, put)
    }

    #[inline(always)]
    fn wins(self, position: &Position, mv: Move, threshold: i32) -> bool {
        self.0.wins(&Exchange::default().without_pins(), position, mv, threshold)
    }

    #[inline(always)]
    fn child<T>(self, position: &mut Position, mv: Move, then: impl FnOnce(&mut Position) -> T) -> T {
        let undo = position.play_unchecked(mv);
        let result = then(position);
        position.undo(mv, undo);
        result
    }

    #[inline(always)]
    fn passed<T>(self, position: &mut Position, then: impl FnOnce(&mut Position) -> T) -> T {
        match position.null_move() {
            Some(null) => self.child(position, null, then),
            None => then(position),
        }
    }
}
