//! Sets written out as moves, and counted: in code for levels of the CPU.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use philidor::cpu::Cpu;
use philidor::search_support::{Level, Work};
use philidor::{Bitboard, Board, Color, Move, PawnStep, PieceType, Square};

use super::generator::{report, report_named};
use super::named::NamedMoves;
use super::sets::{ExtendedMoveSet, ExtendedMoveSink};
use crate::attackers::AtLevel;
use crate::moves::Stem;
use crate::position::{GeneratorInput, Rules};

/// Where destination, origin and captured piece stand in a word, as drawn at [`Move`].
const DESTINATION: u64 = 1 << 2;
const ORIGIN: u64 = 1 << 8;
const CAPTURED_SHIFT: u32 = 27;
/// The code of "nothing captured".
const NOTHING: u64 = 6;

/// A sink that writes moves.
struct ListWriter<'a> {
    board: &'a Board,
    us: Color,
    stem: Stem,
    list: &'a mut Vec<Move>,
}

impl ListWriter<'_> {
    #[inline(always)]
    fn victim(&self, destination: Square) -> Option<PieceType> {
        self.board.piece_type_at(destination)
    }

    /// Appends a word for each of these squares: the first one plus `per_square` times the square.
    ///
    /// Writes four at a time, and then cuts off what is too many: hardly a branch is left to mispredict.
    #[inline(always)]
    fn extend(&mut self, first: u64, per_square: u64, squares: Bitboard) {
        let end = self.list.len() + squares.len() as usize;
        let mut left = squares.0;
        while left != 0 {
            let four = [
                next(first, per_square, &mut left),
                next(first, per_square, &mut left),
                next(first, per_square, &mut left),
                next(first, per_square, &mut left),
            ];
            self.list.extend_from_slice(&four);
        }
        self.list.truncate(end);
    }

    /// The same for captures, which are few.
    #[inline(always)]
    fn extend_capturing(&mut self, first: u64, per_square: u64, squares: Bitboard) {
        for square in squares {
            let word = first.wrapping_add(per_square * square as u64) ^ self.captured(square);
            self.list.push(Move::from_raw(word));
        }
    }

    /// What to XOR into a word that captures nothing so that it captures the piece on a square: the bits in which the
    /// code of the piece differs from that of nothing, found without a branch, since each piece is in one set.
    #[inline(always)]
    fn captured(&self, square: Square) -> u64 {
        let stands = |kind| u64::from(self.board.pieces(kind).contains(square));
        let code = stands(PieceType::Queen)
            + 2 * stands(PieceType::Rook)
            + 3 * stands(PieceType::Bishop)
            + 4 * stands(PieceType::Knight)
            + 5 * stands(PieceType::Pawn);
        (code ^ NOTHING) << CAPTURED_SHIFT
    }

    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, origin: Square, targets: Bitboard) {
        let enemy = self.board.colors(!self.us);
        let first = self.stem.normal(piece_type, origin, Square::A1, None).raw();
        self.extend_capturing(first, DESTINATION, targets & enemy);
        self.extend(first, DESTINATION, targets - enemy);
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: Bitboard) {
        // The origin is equally far from the target on every square.
        let back = step.origin(self.us, Square::E4) as i64 - Square::E4 as i64;
        let first = self.stem.normal(PieceType::Pawn, Square::A1, Square::A1, None).raw();
        let first = first.wrapping_add_signed(back * ORIGIN as i64);
        match step {
            PawnStep::Push | PawnStep::DoublePush => self.extend(first, DESTINATION + ORIGIN, targets),
            _ => self.extend_capturing(first, DESTINATION + ORIGIN, targets),
        }
    }

    #[inline(always)]
    fn chess(&mut self, set: philidor::MoveSet) {
        let (us, stem) = (self.us, self.stem);
        match set {
            philidor::MoveSet::Piece { piece_type, origin, targets } => {
                self.piece(piece_type, origin, targets)
            }
            philidor::MoveSet::Pawns { step, targets } => self.pawns(step, targets),
            philidor::MoveSet::Promotions { step, targets } => {
                for to in targets {
                    for piece_type in PieceType::PROMOTIONS {
                        self.list.push(stem.promotion(piece_type, step.origin(us, to), to, self.victim(to)));
                    }
                }
            }
            philidor::MoveSet::EnPassant { origin, target } => {
                self.list.push(stem.en_passant(origin, target))
            }
            philidor::MoveSet::Castling { side, origin } => {
                self.list.push(stem.castling(origin, side.king_destination(us)));
            }
        }
    }
}

/// Takes away the first square that is left, and returns its word. A function, not a closure, since it must be inlined
/// into the code for a level of the CPU.
#[inline(always)]
fn next(first: u64, per_square: u64, left: &mut u64) -> Move {
    let square = u64::from(left.trailing_zeros() & 63);
    *left &= left.wrapping_sub(1);
    Move::from_raw(first.wrapping_add(per_square * square))
}

impl ExtendedMoveSink for ListWriter<'_> {
    #[inline(always)]
    fn accept(&mut self, set: ExtendedMoveSet) -> ControlFlow<()> {
        match set {
            ExtendedMoveSet::Chess(set) => self.chess(set),
            ExtendedMoveSet::PromotionsTo { piece_type, step, targets } => {
                for to in targets {
                    let origin = step.origin(self.us, to);
                    self.list.push(self.stem.promotion(piece_type, origin, to, self.victim(to)));
                }
            }
            ExtendedMoveSet::Drops { piece_type, targets } => {
                let first = self.stem.drop(piece_type, Square::A1).raw();
                self.extend(first, DESTINATION, targets);
            }
        }
        ControlFlow::Continue(())
    }
}

/// A sink that counts. A type, not a closure, which the compiler might not inline.
struct Counter(u64);

impl ExtendedMoveSink for Counter {
    #[inline(always)]
    fn accept(&mut self, set: ExtendedMoveSet) -> ControlFlow<()> {
        self.0 += u64::from(set.len());
        ControlFlow::Continue(())
    }
}

/// Counting, with the CPU's own instructions: perft asks for it at every leaf parent. It borrows two things, which the
/// compiler passes in registers.
struct Count<'a, R: Rules>(&'a GeneratorInput, &'a R::Extra);

impl<R: Rules> Work for Count<'_, R> {
    type Output = u64;
    const USES_AVX512: bool = false;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u64 {
        let Count(input, extra) = self;
        let mut counter = Counter(0);
        let _ = report::<R, _, _>(AtLevel(level), input, extra, &mut counter);
        counter.0
    }
}

/// Writing a list, with the CPU's own instructions.
struct List<'a, R: Rules> {
    input: &'a GeneratorInput,
    extra: &'a R::Extra,
    list: &'a mut Vec<Move>,
}

impl<R: Rules> Work for List<'_, R> {
    type Output = ();
    const USES_AVX512: bool = false; // 7 % of a list, and a tenth of what the crate takes to compile

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let List { input, extra, list } = self;
        let (board, us, stem) = (input.board(), input.side_to_move(), input.stem());
        let _ = report::<R, _, _>(AtLevel(level), input, extra, &mut ListWriter { board, us, stem, list });
    }
}

/// Adds the moves that the generator of these rules finds to a list.
#[inline]
pub(crate) fn append<R: Rules>(input: &GeneratorInput, extra: &R::Extra, list: &mut Vec<Move>) {
    Cpu::best().run(List::<R> { input, extra, list });
}

/// The moves that a text names, as the generator of these rules finds them.
pub(crate) fn named<R: Rules>(input: &GeneratorInput, extra: &R::Extra, named: NamedMoves) -> Vec<Move> {
    let mut list = Vec::new();
    let (board, us, stem) = (input.board(), input.side_to_move(), input.stem());
    let mut writer = ListWriter { board, us, stem, list: &mut list };
    let _ = report_named::<R, _>(named, input, extra, &mut writer);
    list
}

/// How many moves the generator of these rules finds.
#[inline]
pub(crate) fn count<R: Rules>(input: &GeneratorInput, extra: &R::Extra) -> u64 {
    Cpu::best().run(Count::<R>(input, extra))
}
