//! A position of a variant, and the trait of its rules: each is defined by the other.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use philidor::{
    Bitboard, Board, CastlingRights, CastlingRooks, Color, Draw, Fault, File, Move, Outcome, Piece,
    PieceType, Rank, Setup, Square, State, Win,
};

use super::castling;
use super::input::{GeneratorInput, MovesOf};
use crate::extra::Extra;
use crate::key;
use crate::material;
use crate::moves::Stem;

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

    /// Whose legal moves a position has while the game is not over. If they are exactly those of chess or antichess,
    /// say so: their generator is asked, and is compiled once for all rules that share it. Whatever decides moves here
    /// is then ignored: the constants and functions from [`Rules::CAPTURE_IS_COMPULSORY`] to [`Rules::drop_squares`],
    /// except [`Rules::royal`] and [`Rules::untouchable`], which also say who is in check.
    const MOVES: MovesOf = MovesOf::Own;

    /// Whether a side that can capture must.
    const CAPTURE_IS_COMPULSORY: bool = false;

    /// Whether a king can capture.
    const KING_CAPTURES: bool = true;

    /// Whether a capture takes more pieces than the captured one: those of [`Rules::blast`]. Kings must not capture
    /// then ([`Rules::KING_CAPTURES`]).
    const CAPTURES_EXPLODE: bool = false;

    /// The squares that a capture on `destination` empties, its own among them. Asked only if
    /// [`Rules::CAPTURES_EXPLODE`], of the board after the move.
    #[inline(always)]
    fn blast(board: &Board, destination: Square) -> Bitboard {
        let _ = (board, destination);
        Bitboard::EMPTY
    }

    /// The king that must not be left to be captured; `None` if a side has none, or if its kings are ordinary pieces.
    /// It must be a king: the rules say how a king is kept safe, and [`VariantPosition::from_setup`] refuses a setup in
    /// which it is another piece.
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
    fn follow(extra: &mut Self::Extra, us: Color, mv: Move) {
        let _ = (extra, us, mv);
    }

    /// How the game has ended in this position, other than for lack of a move: a goal is reached, a king is gone. Then
    /// no move is legal.
    #[inline(always)]
    fn end(position: &VariantPosition<Self>) -> Option<Outcome> {
        let _ = position;
        None
    }

    /// How the game has ended if the side to move has no legal move.
    fn end_without_moves(position: &VariantPosition<Self>) -> Outcome {
        if position.is_check() {
            Outcome::Win { winner: !position.side_to_move(), by: Win::Checkmate }
        } else {
            Outcome::Draw(Draw::Stalemate)
        }
    }

    /// Whether a side can no longer win, whatever the other one does: it has too few pieces, and the other one has too
    /// few to help it.
    fn has_insufficient_material(position: &VariantPosition<Self>, color: Color) -> bool {
        material::is_insufficient(position.board(), color)
    }

    /// Whether no series of moves wins for either side, though both have the material. Asked only about games that are
    /// not over.
    fn is_dead(position: &VariantPosition<Self>) -> bool {
        let _ = position;
        false
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

    /// Whether this fault of a setup by the rules of chess is not a fault here.
    fn excuses(setup: &Setup, fault: &Fault) -> bool {
        let _ = (setup, fault);
        false
    }

    /// Reports faults that chess does not know.
    fn faults(setup: &Setup, extra: &Self::Extra, faults: &mut Vec<Fault>) {
        let _ = (setup, extra, faults);
    }
}

/// A position of a variant whose moves are well defined.
///
/// It is made from a FEN or a setup, and moves change it. `==` compares everything that a FEN shows.
///
/// ```
/// use philidor_variants::{Crazyhouse, VariantPosition};
/// let start = VariantPosition::<Crazyhouse>::default();
/// assert_eq!(start.legal_moves().len(), 20);
/// assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct VariantPosition<R: Rules> {
    pub(super) input: GeneratorInput,
    /// The key of pieces, rights and side to move.
    pub(super) kept_key: u64,
    /// All squares whose piece has a castling right or belongs to one.
    pub(super) castling_homes: Bitboard,
    pub(super) extra: R::Extra,
    rules: PhantomData<R>,
}

impl<R: Rules> PartialEq for VariantPosition<R> {
    fn eq(&self, other: &VariantPosition<R>) -> bool {
        self.to_setup() == other.to_setup() && self.extra == other.extra
    }
}

impl<R: Rules> Eq for VariantPosition<R> {}

impl<R: Rules> Hash for VariantPosition<R> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.board().hash(hasher);
        self.input.setup.state.hash(hasher);
        self.extra.hash(hasher);
    }
}

impl<R: Rules> Default for VariantPosition<R> {
    /// The start position of the variant.
    fn default() -> VariantPosition<R> {
        let (setup, extra) = R::start();
        VariantPosition::trusted(setup, extra)
    }
}

impl<R: Rules> VariantPosition<R> {
    /// A position from a setup whose moves are known to be well defined.
    pub(super) fn trusted(setup: Setup, extra: R::Extra) -> VariantPosition<R> {
        let castling_kings = Color::ALL.map(|color| castling::king(&setup, color).unwrap_or(Square::A1));
        let mut position = VariantPosition {
            input: GeneratorInput { setup: setup.without_unused_castling_rooks(), castling_kings },
            kept_key: 0,
            castling_homes: Bitboard::EMPTY,
            extra,
            rules: PhantomData,
        };
        position.castling_homes = position.homes();
        position.kept_key = position.key_of_all();
        position
    }

    pub(super) fn homes(&self) -> Bitboard {
        let mut homes = Bitboard::EMPTY;
        for (_, color, side) in CastlingRights::EACH {
            if self.state().castling_rights.has(color, side) {
                homes.insert(self.input.castling_kings[color.index()]);
                homes.insert(self.input.setup.castling_rooks.square(color, side));
            }
        }
        homes
    }

    /// The key of pieces, rights and side to move, computed from scratch.
    fn key_of_all(&self) -> u64 {
        let mut sum = key::castling(self.state().castling_rights);
        for square in self.board().occupied() {
            if let Some(Piece { color, piece_type }) = self.board().piece_at(square) {
                sum ^= key::piece(color, piece_type, square);
            }
        }
        if self.side_to_move() == Color::Black { sum ^ key::BLACK_TO_MOVE } else { sum }
    }

    /// The start with a number of Chess960, 0 to 959, if the variant has such starts. In horde, only Black's pieces
    /// stand as in Chess960.
    ///
    /// ```
    /// use philidor_variants::{Atomic, RacingKings, VariantPosition};
    /// assert!(VariantPosition::<Atomic>::chess960(0).is_some());
    /// assert!(VariantPosition::<RacingKings>::chess960(0).is_none());
    /// ```
    #[must_use]
    pub fn chess960(number: u16) -> Option<VariantPosition<R>> {
        R::chess960(number).map(|(setup, extra)| VariantPosition::trusted(setup, extra))
    }

    /// Board and state as a setup, which can be changed freely.
    #[must_use]
    pub const fn to_setup(&self) -> Setup {
        self.input.setup.without_unused_castling_rooks()
    }

    /// The pieces on the squares.
    #[must_use]
    #[inline(always)]
    pub const fn board(&self) -> &Board {
        &self.input.setup.board
    }

    /// Rights, en-passant square, clocks, side to move.
    #[must_use]
    #[inline(always)]
    pub const fn state(&self) -> &State {
        &self.input.setup.state
    }

    /// What the variant adds.
    #[must_use]
    #[inline(always)]
    pub const fn extra(&self) -> &R::Extra {
        &self.extra
    }

    /// The side to move.
    #[must_use]
    #[inline(always)]
    pub const fn side_to_move(&self) -> Color {
        self.input.setup.state.side_to_move
    }

    /// The home squares of the rooks that castle.
    #[must_use]
    pub const fn castling_rooks(&self) -> CastlingRooks {
        self.input.setup.castling_rooks
    }

    /// The king of `color` that castles, if the side has a right to.
    #[inline(always)]
    pub(crate) fn castling_king(&self, color: Color) -> Square {
        self.input.castling_kings[color.index()]
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board().piece_at(square)
    }

    /// Whether some castling right belongs to a king off the e-file or a rook off the corners.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        CastlingRights::EACH.into_iter().any(|(_, color, side)| {
            self.state().castling_rights.has(color, side)
                && (self.castling_king(color).file() != File::E
                    || self.input.setup.castling_rooks.square(color, side)
                        != CastlingRooks::STANDARD.square(color, side))
        })
    }

    /// What the generator looks at.
    #[inline(always)]
    pub(crate) fn input(&self) -> &GeneratorInput {
        &self.input
    }

    pub(crate) fn stem(&self) -> Stem {
        self.input.stem()
    }
}
