//! What is wrong with a game, and where.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use philidor::characters::{decode, shown};
use philidor::{GameResult, PositionError, SanError, SanErrorKind, StartError};

use super::place::Place;

/// A game that was not read to its end, and the first reason why.
///
/// ```
/// use philidor_pgn::check;
/// let text = b"[Event \"?\"]\n\n1. e4 e5\n2. Ke3 1-0\n\n[Event \"?\"]\n\n1. d4 *\n";
/// let mut errors = Vec::new();
/// let counts = check(text, |error| errors.push(error));
/// assert_eq!((counts.games, counts.moves, counts.bad_games), (2, 3, 1));
/// assert_eq!((errors[0].line, errors[0].column, errors[0].game_line), (4, 4, 1));
/// assert_eq!(errors[0].to_string(), "line 4, column 4: `Ke3`: illegal: the king cannot move to e3");
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PgnError {
    /// What is wrong.
    pub kind: PgnErrorKind,
    /// Where, in bytes from the start of the file.
    pub offset: u64,
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in UTF-8 characters; in Latin-1 nearly every byte counts as one.
    pub column: u64,
    /// The offending text; empty where something is missing.
    pub text: Excerpt,
    /// Where the game begins, in bytes from the start of the file.
    pub game_offset: u64,
    /// The line in which the game begins, from 1.
    pub game_line: u64,
    /// Where the game ends and the search for the next one begins, in bytes from the start of the file. After a game
    /// that is too long, reading continues later: see [`Lost`](super::Lost).
    pub next_offset: u64,
    /// The line of that place, from 1.
    pub next_line: u64,
}

impl PgnError {
    /// What is wrong, with the offending text but without the place, for callers that report the place in their own
    /// way.
    ///
    /// ```
    /// use philidor_pgn::check;
    /// check(b"1. e4 e5 2. Ke3 1-0", |error| {
    ///     let line = format!("games.pgn:{}:{}: {}", error.line, error.column, error.reason());
    ///     assert_eq!(line, "games.pgn:1:13: `Ke3`: illegal: the king cannot move to e3");
    /// });
    /// ```
    #[must_use]
    pub const fn reason(&self) -> Reason<'_> {
        Reason(self)
    }

    /// The same error, for a reader whose bytes began at some place in a file, not at its start.
    ///
    /// ```
    /// use philidor_pgn::{Place, Reader, check};
    /// let file = b"[Event \"?\"]\n\n*\n\n[Event \"?\"]\n\ne5 *\n";
    /// let (first, second) = file.split_at(16);
    /// let mut errors = Vec::new();
    /// check(second, |error| errors.push(error.shifted(Place::default().after(first))));
    /// check(file, |error| assert_eq!(error, errors[0]));
    /// assert_eq!((errors[0].offset, errors[0].line, errors[0].column), (29, 7, 1));
    /// ```
    #[must_use]
    pub fn shifted(mut self, start: Place) -> PgnError {
        if self.line == 1 {
            self.column += start.column - 1;
        }
        self.line += start.line - 1;
        self.game_line += start.line - 1;
        self.next_line += start.line - 1;
        self.offset += start.offset;
        self.game_offset += start.offset;
        self.next_offset += start.offset;
        self
    }
}

/// What is wrong with a game. See [`PgnError`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// A bracket that is not followed by a name and a quoted value.
    TagSyntax,
    /// The value of a tag does not end on its line.
    UnclosedTag,
    /// A comment has no closing brace, or none before the next game.
    UnclosedComment,
    /// The game ends inside a variation.
    UnclosedVariation,
    /// A closing parenthesis without an opening one.
    UnopenedVariation,
    /// A variation before the first move, where there is nothing to replace.
    VariationWithoutMove,
    /// `$` without a number from 0 to 255. Every reader leaves out a larger number, with a remark.
    BadNag,
    /// A symbol that is not a move and has no number as a glyph. Every reader leaves it out, with a remark; a
    /// [lenient](super::Limits::lenient) one also a word that names no square.
    Symbol,
    /// A move and other text without a blank between them: a [lenient](super::Limits::lenient) reader reads both.
    MissingBlank,
    /// Text in place of a move that looks like a result: `0.5-0.5`, `1:0`, `0-0` at the end of a game.
    LikeResult,
    /// A byte without a meaning where it stands.
    Stray,
    /// Text in UTF-16, which is not supported.
    Utf16,
    /// The game ends without `1-0`, `0-1`, `1/2-1/2` or `*`.
    MissingResult,
    /// The text in place of a move is not a legal move.
    San(SanError),
    /// The tag `FEN` is not a valid position.
    Position(Box<PositionError>),
    /// A FEN that a [lenient](super::Limits::lenient) reader mends. A field that is missing, cannot be read or is
    /// impossible has the usual value, of `w - - 0 1`.
    MendedFen {
        /// What is wrong with the FEN of the tag.
        fault: Box<PgnErrorKind>,
        /// The FEN at which the game begins.
        fen: Box<str>,
    },
    /// The tag `Variant` names a game with other rules. Lenient readers refuse it, too, unless another one follows.
    Variant,
    /// The game has more than this many bytes, [`Limits::game`](super::Limits::game).
    GameTooLong(usize),
    /// A line has more than this many bytes, [`Limits::line`](super::Limits::line).
    LineTooLong(usize),
    /// A comment has more than this many bytes, [`Limits::comment`](super::Limits::comment).
    CommentTooLong(usize),
    /// The game has more than this many tags, [`Limits::tags`](super::Limits::tags).
    TooManyTags(usize),
    /// The game has more than this many moves, [`Limits::moves`](super::Limits::moves).
    TooManyMoves(usize),
    /// More than this many variations are inside each other, [`Limits::nesting`](super::Limits::nesting).
    NestingTooDeep(usize),
    /// A result inside a variation. Only a [lenient](super::Limits::lenient) reader remarks on it; no reader refuses
    /// it.
    ResultInVariation,
    /// A tag that is given twice in its game with different values, of which this is the text of the other one. Every
    /// reader uses the last one and remarks on those before it, but for `FEN` and `Variant`: a second one is refused,
    /// unless the reader is [lenient](super::Limits::lenient), which uses the last one that it does not leave out.
    RepeatedTag(Box<str>),
    /// The game has no termination marker, and this result is that of its tag `Result`. Only a
    /// [lenient](super::Limits::lenient) reader says so; for others it is
    /// [`MissingResult`](PgnErrorKind::MissingResult).
    ResultOfTag(GameResult),
    /// The text that should hold one game holds none.
    NoGame,
    /// The text that should hold one game holds a second one.
    SecondGame,
    /// Why a [`Visitor`](super::Visitor) of your own refuses the game.
    Refused(&'static str),
}

impl From<SanError> for PgnErrorKind {
    fn from(error: SanError) -> PgnErrorKind {
        PgnErrorKind::San(error)
    }
}

impl From<StartError> for PgnErrorKind {
    fn from(error: StartError) -> PgnErrorKind {
        match error {
            StartError::Variant => PgnErrorKind::Variant,
            StartError::Position(error) => error.into(),
            StartError::Refused(reason) => PgnErrorKind::Refused(reason),
            _ => PgnErrorKind::Refused("no game starts with these tags"),
        }
    }
}

impl From<PositionError> for PgnErrorKind {
    fn from(error: PositionError) -> PgnErrorKind {
        PgnErrorKind::Position(Box::new(error))
    }
}

impl PgnErrorKind {
    /// Whether a lenient reader may mend the FEN with this fault, which is not one of the board. If the reader mends
    /// it, the remark is [`MendedFen`](PgnErrorKind::MendedFen).
    ///
    /// ```
    /// use philidor_pgn::PgnErrorKind;
    /// use philidor::{Fen, PositionError};
    /// let fault = |fen: &str| fen.parse::<Fen>().map_err(|error| PgnErrorKind::from(PositionError::Fen(error)));
    /// assert!(fault("4k3/8/8/8/8/8/8/4K3 b").is_err_and(|fault| fault.is_mendable_fen()));
    /// assert!(fault("4k3/8/8/8 b - - 0 1").is_err_and(|fault| !fault.is_mendable_fen()));
    /// ```
    #[must_use]
    pub fn is_mendable_fen(&self) -> bool {
        matches!(self, PgnErrorKind::Position(error) if error.spares_board())
    }

    /// Whether a game with the fault can be kept up to it: its tags have been read, and the moves before the fault.
    ///
    /// ```
    /// use philidor_pgn::Reader;
    /// let leaves_moves = |text: &str| {
    ///     let game = Reader::new(text.as_bytes()).read_game(&mut philidor_pgn::TreeBuilder::new());
    ///     game.and_then(Result::err).map(|error| error.kind.leaves_moves())
    /// };
    /// assert_eq!(leaves_moves("1. e4 Ke2 *"), Some(true));
    /// assert_eq!(leaves_moves("[FEN \"x\"]\n\n1. e4 *"), Some(false));
    /// ```
    #[must_use]
    pub const fn leaves_moves(&self) -> bool {
        matches!(
            self,
            PgnErrorKind::San(_)
                | PgnErrorKind::MissingResult
                | PgnErrorKind::UnclosedComment
                | PgnErrorKind::UnclosedVariation
                | PgnErrorKind::UnopenedVariation
                | PgnErrorKind::VariationWithoutMove
                | PgnErrorKind::BadNag
                | PgnErrorKind::LikeResult
                | PgnErrorKind::Stray
                | PgnErrorKind::GameTooLong(_)
                | PgnErrorKind::TooManyMoves(_)
        )
    }
}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PgnErrorKind::TagSyntax => "not a tag: a name and a value in quotes are expected",
            PgnErrorKind::UnclosedTag => "the value of the tag does not end on its line",
            PgnErrorKind::UnclosedComment => "the comment has no closing brace",
            PgnErrorKind::UnclosedVariation => "the game ends inside a variation",
            PgnErrorKind::UnopenedVariation => "there is no open variation to close",
            PgnErrorKind::VariationWithoutMove => "there is no move before the variation",
            PgnErrorKind::BadNag => "not a number from 0 to 255 after $",
            PgnErrorKind::Symbol => "not a move",
            PgnErrorKind::MissingBlank => "there is no blank after the move",
            PgnErrorKind::LikeResult => "looks like a result, but those of PGN are 1-0, 0-1, 1/2-1/2 and *",
            PgnErrorKind::Stray => "has no meaning here",
            PgnErrorKind::Utf16 => "text in UTF-16, which is not supported",
            PgnErrorKind::MissingResult | PgnErrorKind::ResultOfTag(_) => {
                "the game ends without 1-0, 0-1, 1/2-1/2 or *"
            }
            // Not the offset in the token or the tag: the error has a place in the file.
            PgnErrorKind::San(SanError { kind: SanErrorKind::Syntax { .. }, .. }) => "not a move",
            PgnErrorKind::San(error) => return error.fmt(f),
            PgnErrorKind::Position(error) => {
                return match &**error {
                    PositionError::Fen(error) => error.reason().fmt(f),
                    other => other.fmt(f),
                };
            }
            PgnErrorKind::MendedFen { fault, fen } => {
                return write!(f, "{fault}; the game begins at `{fen}`");
            }
            PgnErrorKind::Variant => "a variant with other rules",
            PgnErrorKind::GameTooLong(most) => return write!(f, "the game has more than {most} bytes"),
            PgnErrorKind::LineTooLong(most) => return write!(f, "the line has more than {most} bytes"),
            PgnErrorKind::CommentTooLong(most) => {
                return write!(f, "the comment has more than {most} bytes");
            }
            PgnErrorKind::TooManyTags(most) => return write!(f, "the game has more than {most} tags"),
            PgnErrorKind::TooManyMoves(most) => return write!(f, "the game has more than {most} moves"),
            PgnErrorKind::NestingTooDeep(most) => {
                return write!(f, "more than {most} variations inside each other");
            }
            PgnErrorKind::ResultInVariation => "a result inside a variation",
            PgnErrorKind::RepeatedTag(other) => {
                return write!(f, "the tag is given twice with different values, also as `{other}`");
            }
            PgnErrorKind::NoGame => "there is no game",
            PgnErrorKind::SecondGame => "one game was expected, and here begins a second",
            PgnErrorKind::Refused(reason) => reason,
        })
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.reason())
    }
}

/// What is wrong with a game, without the place; made by [`PgnError::reason`].
#[derive(Clone, Copy, Debug)]
pub struct Reason<'a>(&'a PgnError);

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PgnError { text, kind, .. } = self.0;
        if !text.is_empty() {
            write!(f, "`{text}`: ")?;
        }
        kind.fmt(f)
    }
}

impl core::error::Error for PgnError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            PgnErrorKind::San(error) => Some(error),
            PgnErrorKind::Position(error) => Some(error),
            _ => None,
        }
    }
}

/// The first bytes of the offending text, at most 40 and from one line.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Excerpt {
    bytes: [u8; Excerpt::MAX_BYTES],
    len: u8,
}

impl Excerpt {
    const MAX_BYTES: usize = 40;

    /// The start of a text, up to the end of its line. No character of UTF-8 is cut.
    pub(crate) fn of(text: &[u8]) -> Excerpt {
        let line = text.split(|&byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
        let len = cut(line, Excerpt::MAX_BYTES).len();
        let mut excerpt = Excerpt { bytes: [0; Excerpt::MAX_BYTES], len: len as u8 };
        for (place, &byte) in excerpt.bytes.iter_mut().zip(line.get(..len).unwrap_or_default()) {
            *place = byte;
        }
        excerpt
    }

    /// The bytes as in the file.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.len)).unwrap_or_default()
    }

    /// Whether the text is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl fmt::Display for Excerpt {
    /// The text as UTF-8 or, if it is invalid, as Windows-1252. Control characters are escaped, and other characters
    /// that cannot be seen have their numbers: `Nf3<U+200B>`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(self.as_bytes()))
    }
}

/// The start of a text, at most this many bytes. No character of UTF-8 is cut.
fn cut(text: &[u8], most: usize) -> &[u8] {
    let mut len = text.len().min(most);
    // The first byte left out must not continue a character; characters have at most four bytes.
    for _ in 0..3 {
        let cuts = text.get(len).is_some_and(|byte| byte & 0xc0 == 0x80);
        len -= usize::from(cuts && len > 0);
    }
    text.get(..len).unwrap_or(text)
}

/// The start of a text of a file in a message, with an ellipsis if it has more than this many bytes.
pub(super) fn shown_start(text: &[u8], most: usize) -> String {
    let start = cut(text, most);
    let ellipsis = if start.len() < text.len() { "…" } else { "" };
    shown(start) + ellipsis
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*decode(self.as_bytes()), f)
    }
}
