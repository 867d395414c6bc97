//! What positions of some variants have besides pieces and state: pockets, promoted pieces, checks given.
//!
//! ```text
//! Crazyhouse     …/RNBQKB1R[Np] w …      pockets; Q~ is a promoted queen
//! Three-check    … w KQkq - 3+2 0 1      checks that are left, or as +0+1 at the end those that were given
//! ```

use core::fmt::Debug;
use core::hash::Hash;

use philidor::{Bitboard, Color, PieceType, Square};

use crate::key;

/// What positions of a variant have besides pieces and state; `()` for most.
///
/// By default there is nothing: no pocket, no promoted piece, no check. A type of your own overrides the methods for
/// what it has, with the constant that makes FENs show it and with [`key`](Extra::key), so that repetition counts it.
/// A FEN has nothing else: what a type of your own keeps besides is lost in it, and reads back as its `Default`.
///
/// Here is chess in which each side has a knight in reserve, to be dropped beside its pawns:
///
/// ```
/// use philidor::{Bitboard, Board, Color, Move, PieceType, Rank, Setup};
/// use philidor_variants::{Extra, Pocket, Rules, VariantPosition};
///
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
/// struct Reserves([Pocket; 2]);
///
/// impl Extra for Reserves {
///     const HAS_POCKETS: bool = true;
///
///     fn pocket(&self, color: Color) -> Pocket {
///         self.0[color.index()]
///     }
///
///     fn set_pocket(&mut self, color: Color, pocket: Pocket) {
///         self.0[color.index()] = pocket;
///     }
///
///     fn key(&self) -> u64 {
///         let [white, black] = self.0.map(|pocket| u64::from(pocket.len()));
///         white.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ black.wrapping_mul(0xbf58_476d_1ce4_e5b9)
///     }
/// }
///
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
/// struct Reserve;
///
/// impl Rules for Reserve {
///     type Extra = Reserves;
///     const NAME: &'static str = "Reserve";
///
///     fn drop_squares(board: &Board, _: PieceType) -> Bitboard {
///         (Bitboard::from_rank(Rank::Third) | Bitboard::from_rank(Rank::Sixth)) - board.occupied()
///     }
///
///     fn follow(reserves: &mut Reserves, us: Color, mv: Move) {
///         if mv.is_drop() {
///             reserves.0[us.index()].remove(mv.played_piece());
///         }
///     }
///
///     fn start() -> (Setup, Reserves) {
///         let mut pocket = Pocket::EMPTY;
///         pocket.add(PieceType::Knight);
///         (Setup::default(), Reserves([pocket; 2]))
///     }
/// }
///
/// let mut position = VariantPosition::<Reserve>::default();
/// assert_eq!(position.legal_moves().len(), 20 + 16);
/// position.play_unchecked(position.parse_san("N@f6+")?);
/// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/5N2/8/8/8/PPPPPPPP/RNBQKBNR[n] b KQkq - 1 1");
/// # Ok::<(), philidor::SanError>(())
/// ```
pub trait Extra: Copy + Debug + Default + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// Whether there are pockets, written in square brackets after the board.
    const HAS_POCKETS: bool = false;
    /// Whether checks are counted, written as a field after the en-passant square.
    const COUNTS_CHECKS: bool = false;

    /// The pieces in a side's pocket.
    fn pocket(&self, _color: Color) -> Pocket {
        Pocket::EMPTY
    }

    /// Sets the pieces in a side's pocket, for readers.
    fn set_pocket(&mut self, _color: Color, _pocket: Pocket) {}

    /// The squares of promoted pieces, which go to a pocket as pawns.
    fn promoted(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Sets the squares of promoted pieces, for readers.
    fn set_promoted(&mut self, _squares: Bitboard) {}

    /// How many checks a side has given.
    fn checks(&self, _color: Color) -> u8 {
        0
    }

    /// Sets how many checks a side has given.
    fn set_checks(&mut self, _color: Color, _checks: u8) {}

    /// The part of the key that is about this; 0 for nothing.
    fn key(&self) -> u64 {
        0
    }
}

impl Extra for () {}

/// The pieces that a side can drop: how many of each kind.
///
/// ```
/// use philidor::PieceType;
/// use philidor_variants::Pocket;
/// let mut pocket = Pocket::EMPTY;
/// pocket.add(PieceType::Knight);
/// assert_eq!(pocket.count(PieceType::Knight), 1);
/// assert!(pocket.remove(PieceType::Knight) && !pocket.remove(PieceType::Knight));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pocket([u8; 6]);

impl Pocket {
    /// No piece.
    pub const EMPTY: Pocket = Pocket([0; 6]);

    /// The kinds that can be in a pocket, from queen to pawn; a king never is.
    pub const KINDS: [PieceType; 5] =
        [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

    /// How many there are of a kind.
    #[must_use]
    #[inline(always)]
    pub const fn count(self, piece_type: PieceType) -> u8 {
        self.0[piece_type.index()]
    }

    /// How many pieces there are.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Pocket::EMPTY
    }

    /// Adds a piece; no more than 255 of a kind.
    #[inline(always)]
    pub const fn add(&mut self, piece_type: PieceType) {
        let count = &mut self.0[piece_type.index()];
        *count = count.saturating_add(1);
    }

    /// Takes a piece out, and returns whether there was one.
    #[inline(always)]
    pub const fn remove(&mut self, piece_type: PieceType) -> bool {
        let count = &mut self.0[piece_type.index()];
        let had = *count > 0;
        *count = count.saturating_sub(1);
        had
    }
}

/// Pockets of both sides, and which pieces on the board were pawns.
///
/// ```
/// use philidor::{Color, PieceType, Square};
/// use philidor_variants::{Extra, Pockets};
/// let mut pockets = Pockets::default();
/// pockets.pocket_mut(Color::White).add(PieceType::Rook);
/// pockets.promote(Square::A8);
/// pockets.follow(Square::A8, Square::A1);
/// assert_eq!(pockets.pocket(Color::White).len(), 1);
/// assert!(pockets.promoted().contains(Square::A1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pockets {
    pockets: [Pocket; 2],
    promoted: Bitboard,
}

impl Pockets {
    /// A side's pocket.
    #[inline(always)]
    pub const fn pocket_mut(&mut self, color: Color) -> &mut Pocket {
        &mut self.pockets[color.index()]
    }

    /// A piece goes from one square to another: whatever stood there is gone, and a promoted piece stays one.
    #[inline(always)]
    pub fn follow(&mut self, origin: Square, destination: Square) {
        let was_promoted = self.promoted.contains(origin);
        self.promoted.remove(origin);
        self.promoted.remove(destination);
        if was_promoted {
            self.promoted.insert(destination);
        }
    }

    /// A pawn has become the piece on a square.
    #[inline(always)]
    pub fn promote(&mut self, square: Square) {
        self.promoted.insert(square);
    }
}

impl Extra for Pockets {
    const HAS_POCKETS: bool = true;

    #[inline(always)]
    fn pocket(&self, color: Color) -> Pocket {
        self.pockets[color.index()]
    }

    fn set_pocket(&mut self, color: Color, pocket: Pocket) {
        self.pockets[color.index()] = pocket;
    }

    #[inline(always)]
    fn promoted(&self) -> Bitboard {
        self.promoted
    }

    fn set_promoted(&mut self, squares: Bitboard) {
        self.promoted = squares;
    }

    fn key(&self) -> u64 {
        let pieces = Color::ALL.into_iter().flat_map(|color| Pocket::KINDS.map(|kind| (color, kind)));
        let pockets = pieces.fold(0, |sum, (color, piece_type)| {
            sum ^ key::pocket(color, piece_type, self.pocket(color).count(piece_type))
        });
        self.promoted.into_iter().fold(pockets, |sum, square| sum ^ key::promoted(square))
    }
}

/// How many checks each side has given.
///
/// ```
/// use philidor::Color;
/// use philidor_variants::{Checks, Extra, ThreeCheck, VariantPosition};
/// let position: VariantPosition<ThreeCheck> = "4k3/8/8/8/8/8/8/4K2R w K - 1+3 0 1".parse()?;
/// assert_eq!(Color::ALL.map(|color| position.extra().checks(color)), [2, 0]);
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checks([u8; 2]);

impl Extra for Checks {
    const COUNTS_CHECKS: bool = true;

    #[inline(always)]
    fn checks(&self, color: Color) -> u8 {
        self.0[color.index()]
    }

    #[inline(always)]
    fn set_checks(&mut self, color: Color, checks: u8) {
        self.0[color.index()] = checks;
    }

    fn key(&self) -> u64 {
        Color::ALL.into_iter().fold(0, |sum, color| sum ^ key::checks(color, self.checks(color)))
    }
}
