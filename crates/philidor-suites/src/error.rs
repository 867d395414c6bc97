//! Why a line of a suite cannot be read.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt;

pub(crate) const MAX_DEPTH: u32 = 255;

/// How many characters of a line a message repeats.
const MAX_QUOTE: usize = 60;

/// How many characters of the reason for refusing a position are kept.
const MAX_REASON: usize = 400;

/// A text with at most this many characters, and an ellipsis if there are more.
fn cut(text: &str, longest: usize) -> Cow<'_, str> {
    match text.char_indices().nth(longest) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Why a line of a suite cannot be read. Texts are those of the line, cut where they are long.
///
/// ```
/// use philidor_suites::{LineError, Suite};
/// let suite = Suite::read(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D999 1");
/// assert_eq!(suite.lines[0].entry, Err(LineError::DepthTooLarge("D999 1".into())));
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineError {
    /// This byte, the first of the line being 1, is not UTF-8.
    NotUtf8(usize),
    /// The quotes that open in this column, the first being 1, are not closed.
    OpenQuotes(usize),
    /// This is neither a FEN nor the name of a position.
    NotAPosition(String),
    /// The position is refused, for this reason.
    Refused(String),
    /// This is neither a count, such as `D1 20`, nor a name, such as `id startpos`.
    UnknownOperation(String),
    /// This is not a count of a block, such as `perft 1 20`.
    NotACount(String),
    /// The depth of this is larger than 255.
    DepthTooLarge(String),
    /// The count of this has more than 128 bits.
    CountTooLarge(String),
    /// The line has no count, such as `;D1 20`.
    NoCount,
    /// The block has no position, such as `epd FEN`.
    BlockWithoutPosition,
    /// The block has no count, such as `perft 1 20`.
    BlockWithoutCount,
}

/// A suite has a line that cannot be read.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SuiteError {
    /// The number of the line, the first being 1.
    pub line: usize,
    /// Why it cannot be read.
    pub error: LineError,
}

impl LineError {
    /// With a part of a line in it, cut if need be.
    pub(crate) fn about(kind: fn(String) -> LineError, part: &str) -> LineError {
        kind(cut(part, MAX_QUOTE).into_owned())
    }

    pub(crate) fn refused(reason: &str) -> LineError {
        LineError::Refused(cut(reason, MAX_REASON).into_owned())
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::NotUtf8(byte) => write!(f, "byte {byte} is not UTF-8"),
            LineError::OpenQuotes(column) => {
                write!(f, "the quotes that open in column {column} are not closed")
            }
            LineError::NotAPosition(text) => {
                write!(f, "`{text}` is neither a FEN nor the name of a position")
            }
            LineError::Refused(reason) => f.write_str(reason),
            LineError::UnknownOperation(part) => {
                write!(f, "`{part}` is neither a count, such as `D1 20`, nor a name, such as `id startpos`")
            }
            LineError::NotACount(part) => write!(f, "`{part}` is not a count, such as `perft 1 20`"),
            LineError::DepthTooLarge(part) => {
                write!(f, "the depth of `{part}` is larger than {}", MAX_DEPTH)
            }
            LineError::CountTooLarge(part) => write!(f, "the count of `{part}` has more than 128 bits"),
            LineError::NoCount => f.write_str("there is no count, such as `;D1 20`"),
            LineError::BlockWithoutPosition => f.write_str("this block has no position, such as `epd FEN`"),
            LineError::BlockWithoutCount => f.write_str("this block has no count, such as `perft 1 20`"),
        }
    }
}

impl core::error::Error for LineError {}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

impl core::error::Error for SuiteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}
