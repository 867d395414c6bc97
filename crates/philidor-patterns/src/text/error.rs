//! What is wrong with the text of a pattern, and where.

use std::fmt;

use philidor::PositionError;

/// An invalid pattern: what is wrong, and where.
///
/// ```
/// use philidor_patterns::Pattern;
/// let error = "white to move and N on f9".parse::<Pattern>().expect_err("there are eight ranks");
/// assert_eq!((error.offset, error.text.as_str()), (23, "f9"));
/// assert_eq!(error.to_string(), "at byte 23: `f9` is not a square, a file, a rank, a1-c3, or several with commas");
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsePatternError {
    /// Where, in bytes from the beginning.
    pub offset: usize,
    /// The word there; empty at the end.
    pub text: String,
    /// What is wrong.
    pub kind: ParsePatternErrorKind,
}

/// What is wrong with the text of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePatternErrorKind {
    /// Not a pattern.
    NotAPattern,
    /// A whole pattern, and then something else.
    Rest,
    /// An unmatched parenthesis.
    Parenthesis,
    /// None of the words that are possible.
    NotTheWord(&'static str),
    /// Not a number.
    NotANumber,
    /// A number outside those that can be there, from the first to the second.
    OutOfRange(i64, i64),
    /// Not a comparison.
    NotAComparison,
    /// Not a comparison of material.
    NotABound,
    /// Not pieces.
    NotPieces,
    /// Pieces without pawns, which a quality of pawns needs.
    NoPawns,
    /// Not squares.
    NotSquares,
    /// Not a board.
    NotABoard,
    /// Not a board of pawns alone.
    NotPawns,
    /// A FEN whose position is invalid.
    Position(Box<PositionError>),
    /// Not material.
    NotMaterial,
    /// Not an imbalance.
    NotAnImbalance,
    /// Not a move.
    NotAMove,
    /// A move with a check mark.
    CheckMark,
    /// What no game has: a move from a square to itself, a promotion to a king, move 0.
    Impossible,
    /// A part of a move that is given twice.
    Twice,
    /// Not a result.
    NotAResult,
    /// Too many nested parentheses or prefixes, or too many parts in all.
    TooLarge,
}

impl fmt::Display for ParsePatternErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            ParsePatternErrorKind::NotAPattern => "not a pattern",
            ParsePatternErrorKind::Rest => "neither `and`, `or`, `then`, `next`, `for` nor the end",
            ParsePatternErrorKind::Parenthesis => "not the closing parenthesis",
            ParsePatternErrorKind::NotTheWord(words) => return write!(f, "not {words}"),
            ParsePatternErrorKind::NotANumber => "not a number",
            ParsePatternErrorKind::OutOfRange(least, most) => {
                return write!(f, "not a number from {least} to {most}");
            }
            ParsePatternErrorKind::NotAComparison => "not a comparison, = != < <= > or >=",
            ParsePatternErrorKind::NotABound => "not a comparison of material, = >= or <=",
            ParsePatternErrorKind::NotPieces => "not pieces, letters of KQRBNPkqrbnp, A or a",
            ParsePatternErrorKind::NoPawns => "without pawns; only pawns can be this",
            ParsePatternErrorKind::NotSquares => {
                "not a square, a file, a rank, a1-c3, or several with commas"
            }
            ParsePatternErrorKind::NotABoard => "not a board of eight ranks with eight squares",
            ParsePatternErrorKind::NotPawns => "not a board of pawns alone",
            ParsePatternErrorKind::Position(error) => return write!(f, "not a position: {error}"),
            ParsePatternErrorKind::NotMaterial => "not material, such as KRPvKR",
            ParsePatternErrorKind::NotAnImbalance => "not an imbalance, such as PPvN",
            ParsePatternErrorKind::NotAMove => "not a move, such as Nf3, exd5 or O-O",
            ParsePatternErrorKind::CheckMark => {
                "a move with a check mark; write `plays Qf7 next check` or `plays Qf7 next mate`"
            }
            ParsePatternErrorKind::Impossible => "possible in no game",
            ParsePatternErrorKind::Twice => "given twice for this move",
            ParsePatternErrorKind::NotAResult => "not a result, 1-0, 0-1, 1/2-1/2 or *",
            ParsePatternErrorKind::TooLarge => "beyond the largest pattern allowed",
        };
        f.write_str(text)
    }
}

impl fmt::Display for ParsePatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParsePatternError { offset, text, kind } = self;
        match (text.as_str(), kind) {
            ("", kind) => write!(f, "at the end: {kind}"),
            (text, kind) => write!(f, "at byte {offset}: `{}` is {kind}", shown(text)),
        }
    }
}

/// The most characters of a text in a message.
const MAX_SHOWN: usize = 80;

fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(MAX_SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

philidor::debug_is_the_sentence!(ParsePatternError);

impl std::error::Error for ParsePatternError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ParsePatternErrorKind::Position(error) => Some(error),
            _ => None,
        }
    }
}
