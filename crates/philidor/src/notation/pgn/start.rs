//! The start of a game and the form of its castling, from its tags.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::error::PgnErrorKind;
use super::game_position::GamePosition;
use super::text::TagValue;
use crate::notation::CastlingMode;
use crate::notation::characters::decode;
use crate::position::Setup;

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
                Err(fault)
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
    fn judge<P>(&mut self, start: Result<P, PgnErrorKind>) -> Option<P> {
        let (start, fault) = match start {
            Ok(start) => (Some(start), None),
            Err(fault) => (None, Some(fault)),
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

/// Rewrites a FEN in its standard form; `None` if it already has that form. Missing last fields are filled in as in
/// python-chess.
///
/// ```text
/// 4k3/8/8/8/8/8/8/4K3_B_-_-      blanks of web addresses, a large letter, no counters
/// 4k3/8/8/8/8/8/8/4K3 b - - - -; counters that are unknown, a mark at the end
/// ```
pub(super) fn completed(fen: &[u8]) -> Option<Vec<u8>> {
    const FIELDS: [&[u8]; 6] = [b"", b"w", b"-", b"-", b"0", b"1"];
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'_';
    let mut given: Vec<&[u8]> = fen.split(is_blank).filter(|field| !field.is_empty()).collect();
    if let Some(last) = given.last_mut() {
        *last = last.strip_suffix(b";").or(last.strip_suffix(b",")).unwrap_or(last);
    }
    if given.is_empty() {
        return None;
    }
    for (place, usual) in FIELDS.into_iter().enumerate() {
        match given.get_mut(place) {
            None => given.push(usual),
            Some(side) if place == 1 && side.eq_ignore_ascii_case(b"w") => *side = b"w",
            Some(side) if place == 1 && side.eq_ignore_ascii_case(b"b") => *side = b"b",
            Some(counter) if place >= 4 && matches!(*counter, b"-" | b"?") => *counter = usual,
            Some(_) => {}
        }
    }
    Some(given.join(&b' ')).filter(|completed| completed != fen)
}

/// The board and the side to move of a FEN, with `- - 0 1` for all that follows; `None` if it has no side.
pub(super) fn without_rest(fen: &[u8]) -> Option<Vec<u8>> {
    let completed = completed(fen);
    let mut fields = completed.as_deref().unwrap_or(fen).split(|&byte| byte == b' ');
    let (board, side) = (fields.next()?, fields.next()?);
    matches!(side, b"w" | b"b").then(|| [board, side, b"-", b"-", b"0", b"1"].join(&b' '))
}

/// A FEN without the castling rights and the en-passant square that are impossible; `None` if it has none, or cannot be
/// read. What a variant adds is kept: pockets, marks of promoted pieces, and counts of checks.
pub(super) fn repaired(fen: &[u8]) -> Option<Vec<u8>> {
    let blank = |byte: &u8| byte.is_ascii_whitespace();
    let mut fields: Vec<&[u8]> = fen.split(blank).filter(|field| !field.is_empty()).collect();
    let [board, color, castling, square, ..] = fields[..] else { return None };
    let board = board.split(|&byte| byte == b'[').next().unwrap_or_default();
    let ranks: Vec<&[u8]> = board.split(|&byte| byte == b'/').take(8).collect();
    let pieces: Vec<u8> = ranks.join(&b'/').into_iter().filter(|&byte| byte != b'~').collect();
    let chess = [&pieces[..], color, castling, square, b"0", b"1"].join(&b' ');
    let setup: Setup = decode(&chess).parse().ok()?;
    let repaired = setup.without_impossible_castling_rights().without_impossible_en_passant();
    if repaired == setup {
        return None;
    }
    let text = repaired.to_string();
    for (field, repaired) in fields.iter_mut().zip(text.split(' ')).skip(2).take(2) {
        *field = repaired.as_bytes();
    }
    Some(fields.join(&b' '))
}

/// How castling is written according to two sources: Chess960 if either says so.
pub(super) const fn either(this: CastlingMode, that: CastlingMode) -> CastlingMode {
    if matches!(this, CastlingMode::Chess960) { this } else { that }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_variant_adds_is_kept() {
        for (fen, expected) in [
            ("r3k2r/8/8/8/8/8/8/4K3 w KQkq - 7 9", Some("r3k2r/8/8/8/8/8/8/4K3 w kq - 7 9")),
            ("r3k2r/8/8/8/8/8/8/Q~3K3[Qp] w KQkq - 0 1", Some("r3k2r/8/8/8/8/8/8/Q~3K3[Qp] w kq - 0 1")),
            ("r3k2r/8/8/8/8/8/8/4K3/Qp w KQkq - 0 1", Some("r3k2r/8/8/8/8/8/8/4K3/Qp w kq - 0 1")),
            ("4k3/8/8/8/8/8/8/4K3 w K e6 3+3 0 1", Some("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1")),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+0", None),
            ("4k3/8/8 w K - 0 1", None),
        ] {
            let expected = expected.map(|text| text.as_bytes().to_vec());
            assert_eq!(repaired(fen.as_bytes()), expected, "{fen}");
        }
    }
}
