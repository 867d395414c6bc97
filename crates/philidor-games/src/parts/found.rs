//! A game in a chunk of a file, and what is wrong with it if it is kept all the same.

use philidor::{MoveFault, SanError, SanErrorKind};
use philidor_pgn::{PgnError, PgnErrorKind};

/// The tag that says why a game is not whole.
pub(crate) const FAULT: &str = "Fault";

/// A game in a chunk, good or kept in spite of a fault.
pub(crate) struct Found<'a> {
    /// In PGN from its first tag, or the comments before the first game, to the comments after its result; otherwise
    /// its line or its record.
    pub(crate) text: &'a [u8],
    /// Where it begins in the chunk, in bytes.
    pub(crate) start: usize,
    /// Its number in the chunk, from 1, counting bad games.
    pub(crate) number: u64,
    /// What is wrong with it, if it is kept all the same.
    pub(crate) fault: Option<&'a PgnError>,
    /// What is wrong with its variations that were cut.
    pub(crate) cuts: &'a [PgnError],
}

impl Found<'_> {
    /// The fault that ended the game, or else the first that cost it a part; `None` if nothing was lost.
    pub(crate) fn mark(&self) -> Option<String> {
        let lost = || self.cuts.iter().find(|cut| !leaves_whole(cut));
        self.fault.or_else(lost).map(ToString::to_string)
    }

    /// Whether nothing is wrong with it.
    pub(crate) fn is_whole(&self) -> bool {
        self.fault.is_none() && self.cuts.is_empty()
    }
}

/// Whether a game is whole in spite of a remark, since all that it is about is a result marker, a null move, a tag
/// given twice, or a symbol among the moves, but not a word that may have been meant as one.
pub(crate) fn leaves_whole(remark: &PgnError) -> bool {
    match &remark.kind {
        PgnErrorKind::Symbol => !remark.text.as_bytes().first().is_some_and(u8::is_ascii_alphabetic),
        PgnErrorKind::BadNag | PgnErrorKind::LikeResult | PgnErrorKind::RepeatedTag(_) => true,
        PgnErrorKind::MissingBlank | PgnErrorKind::MendedFen { .. } => true,
        PgnErrorKind::MissingResult | PgnErrorKind::ResultOfTag(_) => true,
        PgnErrorKind::San(error) if is_misspelled_castling(error) => true,
        kind => is_null_move(kind),
    }
}

/// Whether a fault is a castling that is written as a king's move.
pub(crate) const fn is_misspelled_castling(error: &SanError) -> bool {
    matches!(error.kind, SanErrorKind::Illegal(MoveFault::CastlingMisspelled { .. }))
}

/// Whether a remark is about a null move.
pub(crate) fn is_null_move(kind: &PgnErrorKind) -> bool {
    matches!(kind, PgnErrorKind::San(error) if error.kind == SanErrorKind::Illegal(MoveFault::NullMove))
}
