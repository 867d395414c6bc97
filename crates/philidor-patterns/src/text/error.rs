//! What is wrong with the text of a pattern, and where.

use std::fmt;

use philidor::PositionError;

/// The error for a text that is not a pattern: what, and where.
///
/// ```
/// use philidor_patterns::Pattern;
/// let error = "white to move and N on f9".parse::<Pattern>().expect_err("there are eight ranks");
/// assert_eq!((error.offset, error.text.as_str()), (23, "f9"));
/// assert_eq!(error.to_string(), "at byte 23: `f9` is not a square, a file, a rank, a1-c3, or several with commas");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsePatternError {
    /// Where, in bytes from the beginning.
    pub offset: usize,
    /// What stands there; empty at the end.
    pub text: String,
    /// What is wrong.
    pub kind: ParsePatternErrorKind,
}

/// What is wrong with the text of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePatternErrorKind {
    /// A pattern should be there.
    NotAPattern,
    /// Something after a whole pattern.
    Rest,
    /// A parenthesis without the other one.
    Parenthesis,
    /// One of a few words should be there.
    NotTheWord(&'static str),
    /// A number should be there.
    NotANumber,
    /// A comparison should be there.
    NotAComparison,
    /// Material is exactly this, at least or at most.
    NotABound,
    /// Pieces should be there.
    NotPieces,
    /// Pawns should be among the pieces.
    NoPawns,
    /// Squares should be there.
    NotSquares,
    /// A board should be there.
    NotABoard,
    /// A board with pawns alone should be there.
    NotPawns,
    /// A FEN that is not a position.
    Position(Box<PositionError>),
    /// Material should be there.
    NotMaterial,
    /// An imbalance should be there.
    NotAnImbalance,
    /// A move should be there.
    NotAMove,
    /// A move with a check mark.
    CheckMark,
    /// A part of a move that was said before.
    Twice,
    /// A result should be there.
    NotAResult,
    /// More parentheses or prefixes inside each other than any pattern needs, or too many parts in all.
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
            ParsePatternErrorKind::NotAComparison => "not a comparison, = != < <= > or >=",
            ParsePatternErrorKind::NotABound => "not a comparison of material, = >= or <=",
            ParsePatternErrorKind::NotPieces => "not pieces, letters of KQRBNPkqrbnp, A or a",
            ParsePatternErrorKind::NoPawns => "without pawns, which alone can be this",
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
            ParsePatternErrorKind::Twice => "said of this move before",
            ParsePatternErrorKind::NotAResult => "not a result, 1-0, 0-1, 1/2-1/2 or *",
            ParsePatternErrorKind::TooLarge => "more than a pattern may have",
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

/// Longer texts are cut in messages.
const SHOWN: usize = 80;

fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

impl std::error::Error for ParsePatternError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ParsePatternErrorKind::Position(error) => Some(error),
            _ => None,
        }
    }
}
