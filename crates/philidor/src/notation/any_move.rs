//! A move in whatever notation a person or a program wrote.

use alloc::string::String;
use core::fmt;

use super::characters::{decode, shown};
use super::{SanError, UciError};

/// How many characters of a text that is not a move are kept.
const SHOWN: usize = 40;

/// The error for a text that is a legal move in no notation; from
/// [`Position::parse_move`](crate::Position::parse_move).
///
/// ```
/// use philidor::{MoveTextFault, Position};
/// let error = Position::default().parse_move("e1g1").expect_err("bishop and knight are in the way");
/// assert_eq!(error.to_string(), "`e1g1`: illegal: pieces stand in the way of O-O");
/// assert!(matches!(error.fault, MoveTextFault::Uci(_)));
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveTextError {
    /// The text; of a long one 40 characters and an ellipsis.
    pub text: String,
    /// Why the text is not a legal move.
    pub fault: MoveTextFault,
}

/// Why a text is a legal move in no notation. See [`MoveTextError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveTextFault {
    /// As SAN, which most people mean.
    San(SanError),
    /// The text is a move of UCI that is not legal.
    Uci(UciError),
}

impl MoveTextError {
    /// The error for a text.
    pub(super) fn new(text: &[u8], fault: MoveTextFault) -> MoveTextError {
        let all = decode(text);
        let mut text: String = all.chars().take(SHOWN).collect();
        if text.len() < all.len() {
            text.push('…');
        }
        MoveTextError { text, fault }
    }
}

impl fmt::Display for MoveTextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveTextFault::San(error) => error.fmt(f),
            MoveTextFault::Uci(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", shown(self.text.as_bytes()), self.fault)
    }
}

impl core::error::Error for MoveTextError {}
