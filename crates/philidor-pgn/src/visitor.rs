//! Visiting the parts of a game while it is read.
//!
//! ```text
//! begin_game  ( comment | tag )*  begin_moves  ( comment | before_move san | nag | begin_variation … end_variation )*
//!             [result  comment*]  end_game
//! ```
//!
//! Everything is borrowed from the file and left undecoded: a visitor that needs text decodes it, one that needs moves
//! plays them. A visitor may skip all moves or a variation, and it may reject the game with a reason, which the reader
//! reports with the place.

use philidor::GameResult;

use super::error::PgnErrorKind;
use super::text::TagValue;

/// Whether to read the part that begins. See [`Visitor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Flow {
    /// Read it.
    Read,
    /// Skip it. After the moves of a game, its [`result`](Visitor::result) and [`end_game`](Visitor::end_game) still
    /// follow; after a variation, no [`end_variation`](Visitor::end_variation) does.
    Skip,
}

/// Called with the parts of games, in the order of the file. By default all methods do nothing and read everything.
///
/// The position that the tags `Variant` and `FEN` of a game describe is made by
/// [`GamePosition::from_tags`](philidor::GamePosition::from_tags).
///
/// An error ends its game: neither [`end_game`](Visitor::end_game) nor any other part of it follows.
///
/// ```
/// use philidor_pgn::{Flow, PgnErrorKind, Reader, Visitor};
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
/// # Ok::<(), philidor_pgn::PgnError>(())
/// ```
#[allow(unused_variables, reason = "the names document the parameters of an implementation")]
pub trait Visitor {
    /// A game begins.
    ///
    /// # Errors
    ///
    /// As with all errors of a visitor, the reader reports it with the place and continues with the next game.
    #[inline(always)]
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// A tag: its name, and its value between the quotes. `FEN`, `SetUp`, `Variant` and the seven of the roster have
    /// these names in whatever case they are written. If one about the start is refused, a
    /// [lenient](super::Limits::lenient) reader reports the last `Variant` and an earlier `FEN` again: the last one
    /// counts.
    ///
    /// # Errors
    ///
    /// If the game is rejected.
    #[inline(always)]
    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// The tags are over. If the moves are skipped, [`result`](Visitor::result) and [`end_game`](Visitor::end_game)
    /// still follow, and errors among the moves are not found.
    ///
    /// # Errors
    ///
    /// If the game is rejected.
    #[inline(always)]
    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(Flow::Read)
    }

    /// What stands right before a move: blanks, and its number, if it has one. Readers do not ask whether it is right.
    #[inline(always)]
    fn before_move(&mut self, text: &[u8]) {}

    /// A move, or the text in its place, without a number, `!` or `?`.
    ///
    /// # Errors
    ///
    /// If the game is rejected, as for a move that is not legal. A [lenient](super::Limits::lenient) reader may then
    /// ask again, with a part of the text, or read on without it: a text that is refused leaves no trace.
    #[inline(always)]
    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// A numeric annotation glyph, `$n`. Also `!`, `?`, `!!`, `??`, `!?` and `?!`, which are 1 to 6.
    ///
    /// # Errors
    ///
    /// If the game is rejected.
    #[inline(always)]
    fn nag(&mut self, nag: u8) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// A comment, without its braces or its semicolon. Those between two games belong to the former, and come after its
    /// result unless its moves are skipped; those before the first game come before its tags, and those between two
    /// tags between them.
    ///
    /// # Errors
    ///
    /// If the game is rejected.
    #[inline(always)]
    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// A variation begins: an alternative to the last move. If it is skipped, so are all variations in it, their errors
    /// are not found, and no [`end_variation`](Visitor::end_variation) follows.
    ///
    /// # Errors
    ///
    /// If the game is rejected.
    #[inline(always)]
    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(Flow::Read)
    }

    /// The innermost variation ends.
    ///
    /// # Errors
    ///
    /// If the game is rejected.
    #[inline(always)]
    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// There is a fault in a variation: [`san`](Visitor::san) refused a move there, or a byte has no meaning. With
    /// `Ok`, the rest of this variation is skipped, [`end_variation`](Visitor::end_variation) is called if it had
    /// begun, and the game resumes outside of it; the reader keeps the fault for
    /// [`take_cuts`](super::Reader::take_cuts). With an error, as by default, the game is bad.
    ///
    /// # Errors
    ///
    /// If the game is rejected.
    #[inline(always)]
    fn fault_in_variation(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        Err(fault)
    }

    /// A null move of the main line that [`san`](Visitor::san) has refused, in a [lenient](super::Limits::lenient)
    /// reader. With `Ok` it counts as played, and the reader keeps a remark for
    /// [`take_cuts`](super::Reader::take_cuts); with an error, as by default, the game is bad.
    ///
    /// # Errors
    ///
    /// If the game is rejected: in check there is no null move.
    #[inline(always)]
    fn null_move(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        Err(fault)
    }

    /// The termination marker. It may be missing; markers in variations are not reported.
    ///
    /// # Errors
    ///
    /// If the game is rejected.
    #[inline(always)]
    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// The game was read to its end without an error.
    ///
    /// # Errors
    ///
    /// If the game is rejected.
    #[inline(always)]
    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        Ok(())
    }
}

/// Ignores everything: checks only the form of games.
impl Visitor for () {}
