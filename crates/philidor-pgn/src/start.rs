//! The start of a game and the form of its castling, from its tags.

use alloc::vec::Vec;

use philidor::{CastlingMode, GamePosition, StartError};

use super::error::PgnErrorKind;
use super::text::TagValue;

/// The information in a tag about the start.
pub(super) enum StartTag<P> {
    /// `FEN`: the position; `None` if a `Variant` may follow by whose rules it can be read.
    Fen(Option<P>),
    /// `Variant`: how castling is written, and the position if the tag changes it.
    Variant(CastlingMode, Option<P>),
    /// Nothing.
    Other,
}

/// The information in a tag of standard chess about the start.
#[inline(always)]
pub(super) fn from_tag<P: GamePosition>(
    name: &[u8],
    value: TagValue<'_>,
) -> Result<StartTag<P>, PgnErrorKind> {
    match name {
        b"FEN" => Ok(StartTag::Fen(Some(P::from_tags(None, Some(value.raw()))?))),
        b"Variant" => {
            let mode = CastlingMode::from_variant(value.raw()).ok_or(PgnErrorKind::Variant)?;
            Ok(StartTag::Variant(mode, None))
        }
        _ => Ok(StartTag::Other),
    }
}

/// The tags about the start of a game of any rules, which may come in any order. Standard chess keeps nothing here.
#[derive(Clone, Debug, Default)]
pub(super) struct StartTags {
    variant: Option<Vec<u8>>,
    fen: Option<Vec<u8>>,
    /// What is wrong with the FEN, as far as is known.
    fault: Option<PgnErrorKind>,
}

impl StartTags {
    /// Begins another game.
    #[inline(always)]
    pub(super) fn clear<P: GamePosition>(&mut self) {
        if P::HAS_VARIANTS {
            *self = StartTags::default();
        }
    }

    /// The information in a tag, which depends on those before it.
    #[inline(always)]
    pub(super) fn read<P: GamePosition>(
        &mut self,
        name: &[u8],
        value: TagValue<'_>,
    ) -> Result<StartTag<P>, PgnErrorKind> {
        match name {
            _ if !P::HAS_VARIANTS => from_tag(name, value),
            b"FEN" => self.read_fen(value.raw()).map(StartTag::Fen),
            b"Variant" => self.read_variant(value.raw()),
            _ => Ok(StartTag::Other),
        }
    }

    fn read_fen<P: GamePosition>(&mut self, fen: &[u8]) -> Result<Option<P>, PgnErrorKind> {
        match P::from_tags(self.variant.as_deref(), Some(fen)) {
            Err(fault) if self.variant.is_some() => {
                // Nothing is left of it, nor of the one before.
                (self.fen, self.fault) = (None, None);
                Err(fault.into())
            }
            start => {
                self.fen = Some(fen.to_vec());
                Ok(self.judge(start))
            }
        }
    }

    fn read_variant<P: GamePosition>(&mut self, variant: &[u8]) -> Result<StartTag<P>, PgnErrorKind> {
        let usual = P::from_tags(Some(variant), None)?;
        let start = self.fen.as_deref().map(|fen| P::from_tags(Some(variant), Some(fen)));
        self.variant = Some(variant.to_vec());
        let mode = CastlingMode::from_variant(variant).unwrap_or_default();
        // Without the FEN, if it is left out, the game begins at the start of its variant.
        Ok(StartTag::Variant(mode, start.and_then(|start| self.judge(start)).or(Some(usual))))
    }

    /// Keeps what is wrong with a start: the next tag may mend it.
    fn judge<P>(&mut self, start: Result<P, StartError>) -> Option<P> {
        let (start, fault) = match start {
            Ok(start) => (Some(start), None),
            Err(fault) => (None, Some(fault.into())),
        };
        self.fault = fault;
        start
    }

    /// The tag `FEN`, if there was one that is a position of its variant.
    pub(super) fn fen(&self) -> Option<&[u8]> {
        self.fen.as_deref().filter(|_| self.fault.is_none())
    }

    /// Ends the tags, and returns what is still wrong with the FEN.
    #[inline(always)]
    pub(super) fn end(&mut self) -> Result<(), PgnErrorKind> {
        self.fault.take().map_or(Ok(()), Err)
    }
}

/// How castling is written according to two sources: Chess960 if either says so.
pub(super) const fn either(this: CastlingMode, that: CastlingMode) -> CastlingMode {
    if matches!(this, CastlingMode::Chess960) { this } else { that }
}
