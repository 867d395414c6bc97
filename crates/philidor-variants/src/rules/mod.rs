//! Rules: what a variant changes, each change a method or a constant of one trait.
//!
//! The defaults are the rules of chess. A variant names its differences and nothing else:
//!
//! ```text
//!                   captures          king                     pawns            more pieces   ends
//! atomic            explode around    takes nothing, may       .                .             an exploded king
//!                                     touch the other king
//! antichess         compulsory        an ordinary piece        promote to kings .             nothing left, no move
//! crazyhouse        go to a pocket    .                        .                drops         .
//! three-check       .                 .                        .                .             the third check
//! king of the hill  .                 .                        .                .             a king in the center
//! horde             .                 White has none           White's advance  .             no white piece left
//!                                                              two from rank 1
//! racing kings      .                 no move gives check      .                .             a king on rank 8
//! ```
//!
//! Everything is known at compile time, so a rule that a variant does not have costs nothing.

// One file for each variant; `chess.rs` has no differences.
mod antichess;
mod atomic;
mod chess;
mod crazyhouse;
mod horde;
mod king_of_the_hill;
mod racing_kings;
mod three_check;

pub use antichess::{Antichess, Giveaway, Suicide};
pub use atomic::Atomic;
pub use chess::Chess;
pub use crazyhouse::Crazyhouse;
pub use horde::Horde;
pub use king_of_the_hill::KingOfTheHill;
pub use racing_kings::RacingKings;
pub use three_check::{ManyChecks, ThreeCheck};

use core::fmt::Debug;
use core::hash::Hash;

use alloc::vec::Vec;

use philidor::{Bitboard, Board, Color, Draw, Fault, PieceType, Rank, Setup, Square};

use crate::extra::{Extra, Pocket};
use crate::fault::VariantFault;
use crate::moves::VariantMove;
use crate::outcome::{VariantDraw, VariantOutcome, Victory};
use crate::position::VariantPosition;

/// The rules of a variant, as differences from those of chess.
///
/// A variant is a type without values; its rules are constants and functions. All have defaults, which are the rules of
/// chess, except for the name and the type of what positions have besides pieces and state.
///
/// ```
/// use philidor::{Bitboard, Board, Color, Square};
/// use philidor_variants::{Rules, VariantPosition, perft};
///
/// /// Kings that take nothing.
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
/// struct Pacifists;
///
/// impl Rules for Pacifists {
///     type Extra = ();
///     const NAME: &'static str = "Pacifists";
///     const KING_CAPTURES: bool = false;
/// }
///
/// let start = VariantPosition::<Pacifists>::default();
/// assert_eq!(perft(&start, 3), 8_902);
/// ```
pub trait Rules: Copy + Debug + Default + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// What positions have besides pieces and state: `()` for nothing.
    type Extra: Extra;

    /// The name, as the tag `Variant` of PGN has it on Lichess.
    const NAME: &'static str;

    /// Whether a side that can capture must.
    const CAPTURE_IS_COMPULSORY: bool = false;

    /// Whether a king can capture.
    const KING_CAPTURES: bool = true;

    /// Whether a capture takes more pieces than the captured one: those of [`Rules::blast`].
    const CAPTURES_EXPLODE: bool = false;

    /// The squares that a capture on `destination` empties, its own among them. Asked only if
    /// [`Rules::CAPTURES_EXPLODE`], of the board after the move.
    #[inline(always)]
    fn blast(board: &Board, destination: Square) -> Bitboard {
        let _ = (board, destination);
        Bitboard::EMPTY
    }

    /// The king that must not be left to be captured; `None` if a side has none, or if its kings are ordinary pieces.
    #[inline(always)]
    fn royal(board: &Board, color: Color) -> Option<Square> {
        board.colored_pieces(color, PieceType::King).first()
    }

    /// Squares on which the king of `color` cannot be captured, whatever attacks them.
    #[inline(always)]
    fn untouchable(board: &Board, color: Color) -> Bitboard {
        let _ = (board, color);
        Bitboard::EMPTY
    }

    /// Whether moves that give check are illegal.
    const CHECK_IS_FORBIDDEN: bool = false;

    /// What a pawn can become, best first.
    const PROMOTIONS: &'static [PieceType] = &PieceType::PROMOTIONS;

    /// The squares from which a side's pawns can advance two squares. En passant is possible only where they pass the
    /// third rank of their side.
    #[inline(always)]
    fn double_step_origins(color: Color) -> Bitboard {
        Bitboard::from_rank(Rank::Second.relative_to(color))
    }

    /// The squares on which a piece from the pocket can be dropped. Asked only if positions have pockets.
    #[inline(always)]
    fn drop_squares(board: &Board, piece_type: PieceType) -> Bitboard {
        let empty = !board.occupied();
        if piece_type == PieceType::Pawn { empty - Bitboard::LAST_RANKS } else { empty }
    }

    /// What a move by `us` changes besides pieces and state. Checks are counted elsewhere.
    #[inline(always)]
    fn follow(extra: &mut Self::Extra, us: Color, mv: VariantMove) {
        let _ = (extra, us, mv);
    }

    /// How the game has ended in this position, apart from moves that are lacking: a goal is reached, a king is gone.
    /// There is no legal move then.
    #[inline(always)]
    fn end(position: &VariantPosition<Self>) -> Option<VariantOutcome> {
        let _ = position;
        None
    }

    /// How the game has ended if the side to move has no legal move.
    fn end_without_moves(position: &VariantPosition<Self>) -> VariantOutcome {
        if position.is_check() {
            VariantOutcome::Win { winner: !position.side_to_move(), by: Victory::Mate }
        } else {
            VariantOutcome::Draw(VariantDraw::Chess(Draw::Stalemate))
        }
    }

    /// Whether a side can no longer win, whatever the other one does: it has too few pieces, and so has who should help.
    fn has_insufficient_material(position: &VariantPosition<Self>, color: Color) -> bool {
        chess::has_insufficient_material(position, color)
    }

    /// How many checks win; asked only if positions count them.
    const CHECKS_TO_WIN: u8 = 0;

    /// Whether fifty moves without capture or pawn move are a draw on claim, and seventy-five without.
    const COUNTS_MOVES: bool = true;

    /// The start position.
    fn start() -> (Setup, Self::Extra) {
        (Setup::default(), Self::Extra::default())
    }

    /// The start with a number of Chess960, 0 to 959; `None` for other numbers, or if the variant has no such starts.
    fn chess960(number: u16) -> Option<(Setup, Self::Extra)> {
        let setup = Setup::chess960(number)?;
        let (standard, extra) = Self::start();
        (standard == Setup::default()).then_some((setup, extra))
    }

    /// Whether this fault of a setup, by the rules of chess, is none here.
    fn excuses(setup: &Setup, fault: &Fault) -> bool {
        let _ = (setup, fault);
        false
    }

    /// Reports faults that chess does not know.
    fn faults(setup: &Setup, extra: &Self::Extra, faults: &mut Vec<VariantFault>) {
        let _ = (setup, extra, faults);
    }
}

/// The pieces of a side besides its king.
pub(crate) fn others(board: &Board, color: Color) -> Bitboard {
    board.color(color) - board.pieces(PieceType::King)
}

/// The pieces in both pockets.
pub(crate) fn in_pockets<E: Extra>(extra: &E) -> [Pocket; 2] {
    Color::ALL.map(|color| extra.pocket(color))
}
