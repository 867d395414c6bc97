//! The trait below chess and its variants: what games, notation and tools ask of a position.
//!
//! ```text
//! Game   Checker   TreeBuilder   GameTree   Exporter   servers, bindings
//!    └───────┴──────────┴─ GamePosition ─┴─────┘
//!               ┌───────────────┴───────────────┐
//!           Position      positions of variants, and of your own
//! ```
//!
//! Generators and searches stand on [`MoveGenerator`](crate::MoveGenerator) instead, which has lists without a heap and
//! sets of moves. [`Position`] keeps its own methods, so that chess needs no import.

use alloc::vec::Vec;
use core::fmt;

use super::any_move::{MoveTextError, MoveTextFault};
use super::characters::decode;
use super::fen::PositionError;
use super::san::{San, SanError};
use super::uci::{CastlingMode, Uci, UciError, UciErrorKind};
use crate::position::{Board, IllegalMove, Position, State, Undo};
use crate::types::{CastlingRooks, Color, Draw, Move, MoveDigest, MoveList, Outcome};

/// A position in which games are played: [`Position`], one of `philidor-variants`, or one of your own with other rules.
///
/// [`Game`](crate::Game) and the readers, trees and writers of `philidor-pgn` work with any of them. `philidor-hunt`
/// hunts in chess and in the variants of `philidor-variants`.
///
/// `Default` is the start of games that have neither a tag `Variant` nor a `FEN`, and `Display` writes the FEN.
///
/// Here is standard chess in which no one castles:
///
/// ```
/// use core::fmt;
/// use philidor::{Board, CastlingRooks, Game, GamePosition, Move, MoveFault, Outcome, Position, San, SanError};
/// use philidor::{StartError, State, Undo, UciError};
///
/// #[derive(Clone, Debug, Default, PartialEq, Eq)]
/// struct NoCastling(Position);
///
/// impl fmt::Display for NoCastling {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         self.0.fmt(f)
///     }
/// }
///
/// const REFUSED: MoveFault = MoveFault::Refused("illegal: no one castles in this game");
///
/// impl GamePosition for NoCastling {
///     type Undo = Undo;
///
///     fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<NoCastling, StartError> {
///         match variant {
///             None | Some(b"No Castling") => Ok(NoCastling(Position::from_tags(None, fen)?)),
///             Some(_) => Err(StartError::Variant),
///         }
///     }
///
///     fn variant(&self) -> Option<&'static str> {
///         Some("No Castling")
///     }
///
///     fn legal_moves_into(&self, list: &mut Vec<Move>) {
///         list.clear();
///         list.extend(self.0.legal_moves().into_iter().filter(|mv| mv.castling_side().is_none()));
///     }
///
///     fn parse_san(&self, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
///         let mv = self.0.parse_san(text)?;
///         if mv.castling_side().is_some() { Err(REFUSED.into()) } else { Ok(mv) }
///     }
///
///     fn parse_uci(&self, text: impl AsRef<[u8]>) -> Result<Move, UciError> {
///         let mv = self.0.parse_uci(text)?;
///         if mv.castling_side().is_some() { Err(REFUSED.into()) } else { Ok(mv) }
///     }
///     // The rest is as in standard chess.
/// #   fn board(&self) -> &Board { self.0.board() }
/// #   fn state(&self) -> &State { self.0.state() }
/// #   fn castling_rooks(&self) -> CastlingRooks { self.0.castling_rooks() }
/// #   fn key(&self) -> u64 { self.0.key() }
/// #   fn to_san(&self, mv: Move) -> San { self.0.to_san(mv) }
/// #   fn null_move(&self) -> Option<Move> { self.0.null_move() }
/// #   fn play_unchecked(&mut self, mv: Move) -> Undo { self.0.play_unchecked(mv) }
/// #   fn undo(&mut self, mv: Move, undo: Undo) { self.0.undo(mv, undo) }
/// #   fn is_check(&self) -> bool { self.0.is_check() }
/// #   fn outcome(&self) -> Option<Outcome> { self.0.outcome() }
/// #   fn has_insufficient_material(&self, color: philidor::Color) -> bool { self.0.has_insufficient_material(color) }
/// }
///
/// let mut game = Game::from_position(NoCastling::default());
/// for san in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"] {
///     game.play_san(san)?;
/// }
/// assert_eq!(game.play_san("O-O").expect_err("castling").to_string(), "illegal: no one castles in this game");
/// # Ok::<(), SanError>(())
/// ```
pub trait GamePosition: Clone + Default + Eq + fmt::Debug + fmt::Display {
    /// What [`undo`](GamePosition::undo) needs besides the move.
    type Undo: Clone + fmt::Debug;

    /// Whether there are other games than standard chess and Chess960. If not, the tag `Variant` may name only these,
    /// and [`from_tags`](GamePosition::from_tags) is called with each `FEN` alone.
    const HAS_VARIANTS: bool = true;

    /// The start of a game with these values of the tags `Variant` and `FEN`, as they are in the file, if it has them.
    /// The tags of a file may be in any order: a `FEN` before its `Variant` is first tried without it, and an error
    /// then counts only if no `Variant` follows. Errors of such a `FEN` are reported at the first move.
    ///
    /// # Errors
    ///
    /// [`StartError`] says which of the two is wrong, and why.
    fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<Self, StartError>;

    /// The value of the tag `Variant` that [`from_tags`](GamePosition::from_tags) needs to make this start from its
    /// `FEN`; `None` if it needs none. Trees without such a tag are written with it.
    #[must_use]
    fn variant(&self) -> Option<&'static str> {
        None
    }

    /// The pieces on the squares.
    #[must_use]
    fn board(&self) -> &Board;

    /// Rights, en-passant square, clocks, side to move.
    #[must_use]
    fn state(&self) -> &State;

    /// The home squares of the rooks that castle.
    #[must_use]
    fn castling_rooks(&self) -> CastlingRooks;

    /// The side to move.
    #[must_use]
    fn side_to_move(&self) -> Color {
        self.state().side_to_move
    }

    /// The number of the move, which grows after Black's.
    #[must_use]
    fn fullmove_number(&self) -> u32 {
        self.state().fullmove_number
    }

    /// How castling is written in UCI if nothing but the start is known, as in [`CastlingMode::detect`].
    #[must_use]
    fn castling_mode(&self) -> CastlingMode {
        CastlingMode::Standard
    }

    /// The Zobrist key: equal for positions that are the same under the rule of repetition.
    #[must_use]
    fn key(&self) -> u64;

    /// Whether 50 moves without capture or pawn move are a draw. A position then never returns after a capture or a
    /// pawn move. Both are false where captured pieces return from a pocket.
    #[must_use]
    fn counts_moves(&self) -> bool {
        true
    }

    /// Replaces the contents of a list by all legal moves, so that its memory is used again.
    fn legal_moves_into(&self, list: &mut Vec<Move>);

    /// All legal moves.
    #[must_use]
    fn legal_moves(&self) -> Vec<Move> {
        let mut list = Vec::with_capacity(64);
        self.legal_moves_into(&mut list);
        list
    }

    /// Whether there is a legal move.
    #[must_use]
    fn has_legal_move(&self) -> bool {
        !self.legal_moves().is_empty()
    }

    /// The legal move that sixteen bits stand for, if any.
    #[must_use]
    fn decode(&self, digest: MoveDigest) -> Option<Move> {
        self.legal_moves().into_iter().find(|mv| mv.digest() == digest)
    }

    /// Whether a move, what takes it back included, is legal here. The score does not matter.
    #[must_use]
    fn is_legal(&self, mv: Move) -> bool {
        self.decode(mv.digest()).is_some_and(|legal| legal.raw() as u32 == mv.raw() as u32)
    }

    /// The move that passes the turn; `None` if the rules of annotators do not allow one, as in check.
    #[must_use]
    fn null_move(&self) -> Option<Move>;

    /// Plays a move if it is legal.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] returns the move; the position is unchanged.
    fn play(&mut self, mv: Move) -> Result<Self::Undo, IllegalMove> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMove(mv)) }
    }

    /// Plays a move that is legal, or the null move, unchecked.
    fn play_unchecked(&mut self, mv: Move) -> Self::Undo;

    /// Takes the last move back.
    fn undo(&mut self, mv: Move, undo: Self::Undo);

    /// The position after a move that is legal, or after the null move, unchecked.
    #[must_use]
    fn after(&self, mv: Move) -> Self {
        let mut child = self.clone();
        child.play_unchecked(mv);
        child
    }

    /// The legal move that a text in standard algebraic notation means, as in [`Position::parse_san`].
    ///
    /// # Errors
    ///
    /// The text is not exactly one legal move. For the null move, which readers then may still allow, the error is
    /// [`MoveFault::NullMove`](crate::MoveFault::NullMove).
    fn parse_san(&self, text: impl AsRef<[u8]>) -> Result<Move, SanError>;

    /// The legal move that a text is, written as [`to_san`](GamePosition::to_san) writes it; only the mark of check or
    /// of the end may be missing.
    ///
    /// # Errors
    ///
    /// Those of [`parse_san`](GamePosition::parse_san), and
    /// [`SanErrorKind::Misspelled`](crate::SanErrorKind::Misspelled).
    fn parse_san_strictly(&self, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
        let text = text.as_ref();
        let mv = self.parse_san(text)?;
        self.to_san(mv).check(text).map(|()| mv)
    }

    /// The legal move that a text in UCI notation stands for.
    ///
    /// # Errors
    ///
    /// The text is not a move, or not a legal one.
    fn parse_uci(&self, text: impl AsRef<[u8]>) -> Result<Move, UciError>;

    /// The legal move that a text stands for, in SAN, in UCI, or in long algebraic notation, all read leniently.
    ///
    /// # Errors
    ///
    /// [`MoveTextError`] has the text, and what is wrong with the text as UCI if it is written so, or else as SAN.
    fn parse_move(&self, text: impl AsRef<[u8]>) -> Result<Move, MoveTextError> {
        let text = text.as_ref();
        // The reader of SAN takes the long form, too.
        let as_uci = |san| match self.parse_uci(text) {
            Ok(mv) => Ok(mv),
            Err(error @ UciError { kind: UciErrorKind::Illegal(_) }) => Err(MoveTextFault::Uci(error)),
            Err(_) => Err(MoveTextFault::San(san)),
        };
        self.parse_san(text).or_else(as_uci).map_err(|fault| MoveTextError::new(text, fault))
    }

    /// A legal move, or the null move, as it is written in games.
    #[must_use]
    fn to_san(&self, mv: Move) -> San;

    /// A move in UCI notation, castling in the form that the position itself shows.
    #[must_use]
    fn to_uci(&self, mv: Move) -> Uci {
        self.to_uci_in(mv, self.castling_mode())
    }

    /// A move in UCI notation, castling in a given form.
    #[must_use]
    fn to_uci_in(&self, mv: Move, mode: CastlingMode) -> Uci {
        let rook = |side| self.castling_rooks().square(self.side_to_move(), side);
        Uci::new(mv, mv.castling_side().filter(|_| mode == CastlingMode::Chess960).map(rook))
    }

    /// Whether the side to move is in check.
    #[must_use]
    fn is_check(&self) -> bool;

    /// How the game ends here by the rules, as far as a position shows, as in [`Position::outcome`].
    #[must_use]
    fn outcome(&self) -> Option<Outcome>;

    /// How the game ends here because no move is left or a goal is reached. Ends that need a count or a proof
    /// (insufficient material, dead positions, 75 moves) are left out.
    #[must_use]
    fn end_on_board(&self) -> Option<Outcome> {
        use Draw::{DeadPosition, InsufficientMaterial, SeventyFiveMoves};
        let is_seen = |outcome: &Outcome| match outcome {
            Outcome::Draw(by) => !matches!(by, InsufficientMaterial | DeadPosition | SeventyFiveMoves),
            _ => true,
        };
        self.outcome().filter(is_seen)
    }

    /// Whether a side can no longer win, whatever the other side does, as far as the rules decide it.
    #[must_use]
    fn has_insufficient_material(&self, color: Color) -> bool;
}

/// Why no game starts with these tags; from [`GamePosition::from_tags`].
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartError {
    /// The tag `Variant` names a game that is not known.
    Variant,
    /// The `FEN` is not a position of the game.
    Position(PositionError),
    /// A reason of a position type of your own.
    Refused(&'static str),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Variant => f.write_str("the tag Variant names a game that is not known"),
            StartError::Position(error) => error.fmt(f),
            StartError::Refused(reason) => f.write_str(reason),
        }
    }
}

impl core::error::Error for StartError {}

impl From<PositionError> for StartError {
    fn from(error: PositionError) -> StartError {
        StartError::Position(error)
    }
}

impl GamePosition for Position {
    type Undo = Undo;

    const HAS_VARIANTS: bool = false;

    fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<Position, StartError> {
        CastlingMode::from_variant(variant.unwrap_or_default()).ok_or(StartError::Variant)?;
        fen.map_or_else(|| Ok(Position::default()), |fen| Ok(decode(fen).parse::<Position>()?))
    }

    #[inline(always)]
    fn board(&self) -> &Board {
        Position::board(self)
    }

    #[inline(always)]
    fn state(&self) -> &State {
        Position::state(self)
    }

    #[inline(always)]
    fn side_to_move(&self) -> Color {
        Position::side_to_move(self)
    }

    #[inline(always)]
    fn fullmove_number(&self) -> u32 {
        Position::fullmove_number(self)
    }

    #[inline(always)]
    fn castling_rooks(&self) -> CastlingRooks {
        Position::castling_rooks(self)
    }

    fn castling_mode(&self) -> CastlingMode {
        CastlingMode::detect(self)
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        Position::key(self)
    }

    fn legal_moves_into(&self, list: &mut Vec<Move>) {
        let mut moves = MoveList::new();
        Position::legal_moves_into(self, &mut moves);
        list.clear();
        list.extend_from_slice(&moves);
    }

    #[inline(always)]
    fn has_legal_move(&self) -> bool {
        Position::has_legal_move(self)
    }

    #[inline(always)]
    fn decode(&self, digest: MoveDigest) -> Option<Move> {
        Position::decode(self, digest)
    }

    #[inline(always)]
    fn is_legal(&self, mv: Move) -> bool {
        Position::is_legal(self, mv)
    }

    #[inline(always)]
    fn after(&self, mv: Move) -> Position {
        Position::after(self, mv)
    }

    #[inline(always)]
    fn null_move(&self) -> Option<Move> {
        Position::null_move(self)
    }

    #[inline(always)]
    fn play_unchecked(&mut self, mv: Move) -> Undo {
        Position::play_unchecked(self, mv)
    }

    #[inline(always)]
    fn undo(&mut self, mv: Move, undo: Undo) {
        Position::undo(self, mv, undo);
    }

    #[inline(always)]
    fn parse_san(&self, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
        Position::parse_san(self, text)
    }

    #[inline(always)]
    fn parse_uci(&self, text: impl AsRef<[u8]>) -> Result<Move, UciError> {
        Position::parse_uci(self, text)
    }

    #[inline(always)]
    fn to_san(&self, mv: Move) -> San {
        Position::to_san(self, mv)
    }

    #[inline(always)]
    fn is_check(&self) -> bool {
        Position::is_check(self)
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        Position::outcome(self)
    }

    fn end_on_board(&self) -> Option<Outcome> {
        if Position::has_legal_move(self) { None } else { Position::outcome(self) }
    }

    #[inline(always)]
    fn has_insufficient_material(&self, color: Color) -> bool {
        Position::has_insufficient_material(self, color)
    }
}

impl Position {
    /// The legal move that a text stands for, in SAN, in UCI, or in long algebraic notation, all read leniently.
    ///
    /// # Errors
    ///
    /// [`MoveTextError`] has the text, and what is wrong with the text as UCI if it is written so, or else as SAN.
    ///
    /// ```
    /// use philidor::Position;
    /// let position = Position::default();
    /// let knight = position.parse_uci("g1f3")?;
    /// for text in ["Nf3", "g1f3", "Ng1-f3", "Ngf3"] {
    ///     assert_eq!(position.parse_move(text)?, knight);
    /// }
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn parse_move(&self, text: impl AsRef<[u8]>) -> Result<Move, MoveTextError> {
        GamePosition::parse_move(self, text)
    }
}
