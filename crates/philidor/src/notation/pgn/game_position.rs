//! What readers of games need from a position, so that games with any rules share the same code.
//!
//! ```text
//! Checker  TreeBuilder  GameTree  Exporter        over
//!                  └── GamePosition ──┐
//!                            Position   a position of your own
//! ```
//!
//! Readers, tags, comments and layout know nothing of it. [`Position`] is the default everywhere, and keeps its own
//! methods.

use core::fmt;

use super::error::PgnErrorKind;
use super::result::GameResult;
use crate::notation::characters::decode;
use crate::notation::{CastlingMode, San, SanError};
use crate::position::{Position, Undo};
use crate::types::{Color, Move};

/// A position in which games of PGN are played: [`Position`], or one of your own with other rules.
///
/// `Default` is the start of games that have neither a tag `Variant` nor a `FEN`, and `Display` writes the value of the
/// tag `FEN`.
///
/// Here is standard chess in which no one castles:
///
/// ```
/// use core::fmt;
/// use philidor::pgn::{GamePosition, GameResult, GameTree, PgnErrorKind};
/// use philidor::{Color, Move, MoveFault, Position, San, SanError, Undo};
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
/// impl GamePosition for NoCastling {
///     type Move = Move;
///     type Undo = Undo;
///     const NO_MOVE: Move = Move::invalid();
///     const HAS_VARIANTS: bool = true;
///
///     fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<NoCastling, PgnErrorKind> {
///         match variant {
///             None | Some(b"No Castling") => Ok(NoCastling(Position::from_tags(None, fen)?)),
///             Some(_) => Err(PgnErrorKind::Variant),
///         }
///     }
///
///     fn variant(&self) -> Option<&'static str> {
///         Some("No Castling")
///     }
///
///     fn parse_san(&self, text: &[u8]) -> Result<Move, SanError> {
///         let castling = MoveFault::Refused("illegal: no one castles in this game");
///         let mv = self.0.parse_san(text)?;
///         if mv.castling_side().is_some() { Err(castling.into()) } else { Ok(mv) }
///     }
///
///     fn legal(&self, mv: Move) -> Option<Move> {
///         GamePosition::legal(&self.0, mv).filter(|mv| mv.castling_side().is_none())
///     }
///     // The rest is as in standard chess.
/// #   fn to_san(&self, mv: Move) -> San { self.0.to_san(mv) }
/// #   fn null_move(&self) -> Option<Move> { self.0.null_move() }
/// #   fn play_unchecked(&mut self, mv: Move) -> Undo { self.0.play_unchecked(mv) }
/// #   fn undo(&mut self, mv: Move, undo: Undo) { self.0.undo(mv, undo) }
/// #   fn side_to_move(&self) -> Color { self.0.side_to_move() }
/// #   fn fullmove_number(&self) -> u32 { self.0.fullmove_number() }
/// #   fn result_on_board(&self) -> Option<GameResult> { self.0.result_on_board() }
/// }
///
/// let game: GameTree<NoCastling> = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *".parse()?;
/// assert!(game.to_string().starts_with("[Result \"*\"]\n[Variant \"No Castling\"]\n\n1. e4 e5 2. Nf3"));
/// let error = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *".parse::<GameTree<NoCastling>>().expect_err("castling");
/// assert_eq!(error.to_string(), "line 1, column 34: `O-O`: illegal: no one castles in this game");
/// # Ok::<(), philidor::pgn::PgnError>(())
/// ```
pub trait GamePosition: Clone + Default + Eq + fmt::Debug + fmt::Display {
    /// A move of such positions.
    type Move: Copy + Eq + fmt::Debug + fmt::Display;

    /// What [`undo`](GamePosition::undo) needs besides the move.
    type Undo: Clone + fmt::Debug;

    /// Any move: a placeholder for the root of a tree, where no move was played. It is never used.
    const NO_MOVE: Self::Move;

    /// Whether there are other games than standard chess and Chess960. If not, the tag `Variant` may name only these,
    /// and [`from_tags`](GamePosition::from_tags) is called with each `FEN` alone.
    const HAS_VARIANTS: bool;

    /// The start of a game with these values of the tags `Variant` and `FEN`, as they are in the file, if it has them.
    /// The tags of a file may be in any order: a `FEN` before its `Variant` is first tried without it, and an error
    /// then counts only if no `Variant` follows. Errors of such a `FEN` are reported at the first move.
    ///
    /// # Errors
    ///
    /// [`PgnErrorKind::Variant`] for a game that is not known, [`PgnErrorKind::Position`] for a `FEN` that is not one
    /// of its positions, or [`PgnErrorKind::Refused`].
    fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<Self, PgnErrorKind>;

    /// The value of the tag `Variant` that [`from_tags`](GamePosition::from_tags) needs to make this start from its
    /// `FEN`; `None` if it needs none. Trees without such a tag are written with it.
    #[must_use]
    fn variant(&self) -> Option<&'static str> {
        None
    }

    /// How castling is written in UCI if nothing but the start is known, as in [`CastlingMode::detect`].
    #[must_use]
    fn castling_mode(&self) -> CastlingMode {
        CastlingMode::Standard
    }

    /// The legal move that a text means, as in [`Position::parse_san`].
    ///
    /// # Errors
    ///
    /// The text is not exactly one legal move. For the null move, which readers then may still allow, the error is
    /// [`MoveFault::NullMove`](crate::MoveFault::NullMove).
    fn parse_san(&self, text: &[u8]) -> Result<Self::Move, SanError>;

    /// A legal move, or the null move, as it is written in games.
    #[must_use]
    fn to_san(&self, mv: Self::Move) -> San;

    /// The move that passes the turn; `None` if the rules of annotators do not allow one, as in check.
    #[must_use]
    fn null_move(&self) -> Option<Self::Move>;

    /// The same move in the form in which it can be played here, if it is legal or the null move of this position.
    #[must_use]
    fn legal(&self, mv: Self::Move) -> Option<Self::Move>;

    /// Whether two moves of the same position are the same, whatever else their encodings hold.
    #[must_use]
    fn is_same_move(one: Self::Move, other: Self::Move) -> bool {
        one == other
    }

    /// Plays a move that is legal, or the null move.
    fn play_unchecked(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes the last move back.
    fn undo(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The side to move.
    #[must_use]
    fn side_to_move(&self) -> Color;

    /// The number of the move, which grows after Black's.
    #[must_use]
    fn fullmove_number(&self) -> u32;

    /// Whether the side to move is in check; `None` if these rules do not say, so that no mark of check is doubted.
    #[must_use]
    fn is_in_check(&self) -> Option<bool> {
        None
    }

    /// The result, if the game ends here because of what is on the board. It is called after a game, not after each
    /// move.
    #[must_use]
    fn result_on_board(&self) -> Option<GameResult>;

    /// What that end is called, as in `an exploded king is 1-0, but …`; `None` for mate, and for stalemate that is a
    /// draw.
    #[must_use]
    fn name_of_end(&self) -> Option<&'static str> {
        None
    }
}

impl GamePosition for Position {
    type Move = Move;
    type Undo = Undo;

    const NO_MOVE: Move = Move::invalid();
    const HAS_VARIANTS: bool = false;

    fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<Position, PgnErrorKind> {
        CastlingMode::from_variant(variant.unwrap_or_default()).ok_or(PgnErrorKind::Variant)?;
        fen.map_or_else(|| Ok(Position::default()), |fen| Ok(decode(fen).parse::<Position>()?))
    }

    fn castling_mode(&self) -> CastlingMode {
        CastlingMode::detect(self)
    }

    fn parse_san(&self, text: &[u8]) -> Result<Move, SanError> {
        Position::parse_san(self, text)
    }

    fn to_san(&self, mv: Move) -> San {
        Position::to_san(self, mv)
    }

    fn null_move(&self) -> Option<Move> {
        Position::null_move(self)
    }

    fn legal(&self, mv: Move) -> Option<Move> {
        if mv.is_null() { Position::null_move(self) } else { self.decode(mv.digest()) }
    }

    fn is_same_move(one: Move, other: Move) -> bool {
        one.digest() == other.digest()
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
    fn side_to_move(&self) -> Color {
        Position::side_to_move(self)
    }

    #[inline(always)]
    fn fullmove_number(&self) -> u32 {
        Position::fullmove_number(self)
    }

    fn is_in_check(&self) -> Option<bool> {
        Some(Position::is_check(self))
    }

    fn result_on_board(&self) -> Option<GameResult> {
        if self.has_legal_move() {
            return None;
        }
        Some(match (self.is_check(), self.side_to_move()) {
            (false, _) => GameResult::Draw,
            (true, Color::White) => GameResult::BlackWins,
            (true, Color::Black) => GameResult::WhiteWins,
        })
    }
}
