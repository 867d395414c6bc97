//! What somebody wants of a game, part by part, while it is read.
//!
//! ```text
//! begin_game  ( comment | tag )*  begin_moves  ( comment | san | nag | begin_variation … end_variation )*
//!             [result  comment*]  end_game
//! ```
//!
//! Everything is borrowed from the file and nothing is made of it: who wants text decodes it, who wants moves plays
//! them. A visitor may leave out all moves or a variation, and it may refuse the game with a reason, which the reader
//! reports with the place.

use super::error::PgnErrorKind;
use super::result::GameResult;
use super::text::TagValue;

/// Whether to read what begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Flow {
    /// Read it.
    Read,
    /// Pass over it.
    Skip,
}

/// The parts of games, in the order in which they stand. All methods do nothing and read everything by default.
///
/// A game that has an error ends with it: neither [`end_game`](Visitor::end_game) nor anything else of it follows.
///
/// ```
/// use philidor::pgn::{Flow, PgnErrorKind, Reader, Visitor};
///
/// /// Counts the moves of main lines.
/// struct Moves(usize);
///
/// impl Visitor for Moves {
///     fn san(&mut self, _san: &[u8]) -> Result<(), PgnErrorKind> {
///         self.0 += 1;
///         Ok(())
///     }
///
///     fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
///         Ok(Flow::Skip)
///     }
/// }
///
/// let mut moves = Moves(0);
/// let mut reader = Reader::new(b"1. e4 e5 (1... c5 2. Nf3) 2. Nf3 * 1. d4 *");
/// while let Some(game) = reader.read_game(&mut moves) {
///     game?;
/// }
/// assert_eq!(moves.0, 4);
/// # Ok::<(), philidor::pgn::PgnError>(())
/// ```
#[allow(unused_variables, reason = "the names say what an implementation gets")]
pub trait Visitor {
    /// A game begins.
    ///
    /// # Errors
    ///
    /// As all errors of a visitor: the reader reports them with the place and goes on at the next game.
    #[inline(always)]
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// A tag: its name, and its value between the quotes.
    ///
    /// # Errors
    ///
    /// If the game is refused.
    #[inline(always)]
    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// The tags are over. If the moves are passed over, [`result`](Visitor::result) and
    /// [`end_game`](Visitor::end_game) still follow, and no error of the moves is found.
    ///
    /// # Errors
    ///
    /// If the game is refused.
    #[inline(always)]
    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(Flow::Read)
    }

    /// A move, or what stands in its place: no number, no `!` or `?`.
    ///
    /// # Errors
    ///
    /// If the game is refused, as for a move that is not legal.
    #[inline(always)]
    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// A numeric annotation glyph, `$n`. Also `!`, `?`, `!!`, `??`, `!?` and `?!`, which are 1 to 6.
    ///
    /// # Errors
    ///
    /// If the game is refused.
    #[inline(always)]
    fn nag(&mut self, nag: u8) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// A comment, without its braces or its semicolon. Those between two games belong to the former, and come behind its
    /// result unless its moves are passed over; those before the first game come before its tags, and those between two
    /// tags between them.
    ///
    /// # Errors
    ///
    /// If the game is refused.
    #[inline(always)]
    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// A variation begins: an alternative to the last move. If it is passed over, so are all variations in it, no error
    /// of theirs is found, and no [`end_variation`](Visitor::end_variation) follows.
    ///
    /// # Errors
    ///
    /// If the game is refused.
    #[inline(always)]
    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(Flow::Read)
    }

    /// The innermost variation ends.
    ///
    /// # Errors
    ///
    /// If the game is refused.
    #[inline(always)]
    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// The termination marker. It may be missing; markers in variations are not reported.
    ///
    /// # Errors
    ///
    /// If the game is refused.
    #[inline(always)]
    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// The game is over and was read without an error.
    ///
    /// # Errors
    ///
    /// If the game is refused.
    #[inline(always)]
    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        Ok(())
    }
}

/// Wants nothing: whether games have the form of games.
impl Visitor for () {}
