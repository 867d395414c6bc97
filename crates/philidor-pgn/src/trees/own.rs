//! The tags that belong to the game itself, `Result`, `SetUp` and `FEN`, where a file says something that the game does
//! not.
//!
//! ```text
//! [Result "1-0"]  1. e4 0-1              another result than the marker
//! [Result "Black forfeits"]  1. e4 0-1   no marker at all
//! [SetUp "1"]  [FEN "rnbqkbnr/…"]        the start position, which needs no tag
//! [FEN "… w KQkq - 0 1 +1+0"]           another spelling of a variant's FEN than the one that is written
//! ```
//!
//! Everywhere else these tags follow from the game and are written with it.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use philidor::{GamePosition, GameResult};

use super::tags::{InvalidTag, on_one_line};
use super::tree::GameTree;
use crate::text::own_tag;

impl<P: GamePosition> GameTree<P> {
    /// Keeps a tag that [`Tags`](super::Tags) refuses because it belongs to the game, as it is in a file: `Result`
    /// until the game gets another result, `SetUp`, and whether there is a `FEN`, whose value follows from the start.
    /// In games of variants the value stays as it is while it describes the start: their FENs have several spellings.
    ///
    /// # Errors
    ///
    /// [`InvalidTag`] for any other name.
    ///
    /// ```
    /// use philidor_pgn::{GameResult, GameTree};
    /// let mut game = GameTree::default();
    /// game.result = GameResult::WhiteWins;
    /// game.keep_tag("Result", "1-0 (time)")?;
    /// assert!(game.to_string().contains("[Result \"1-0 (time)\"]"));
    /// game.result = GameResult::Draw;
    /// assert!(game.to_string().contains("[Result \"1/2-1/2\"]"));
    /// # Ok::<(), philidor_pgn::InvalidTag>(())
    /// ```
    pub fn keep_tag(&mut self, name: &str, value: &str) -> Result<(), InvalidTag> {
        match own_tag(name.as_bytes()) {
            Some("Result") => self.own.result = Some((result_text(value), self.result)),
            Some("SetUp") => self.own.setup = Some(on_one_line(value).into_owned()),
            Some("FEN") => {
                self.own.has_fen = true;
                self.own.fen = P::HAS_VARIANTS.then(|| on_one_line(value).into_owned());
            }
            _ => return Err(InvalidTag(name.into())),
        }
        Ok(())
    }

    /// The value of the tag `Result` as it is written: that of a file, if it was kept, or else the marker.
    ///
    /// ```
    /// use philidor_pgn::{GameResult, GameTree};
    /// let game: GameTree = "[Result \"1-0\"] 1. e4 0-1".parse()?;
    /// assert_eq!((game.result_tag(), game.result), ("1-0", GameResult::BlackWins));
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn result_tag(&self) -> &str {
        let kept = self.own.result.as_ref().filter(|(_, result)| *result == self.result);
        kept.map_or(self.result.as_str(), |(text, _)| text)
    }

    /// The value of the tag `SetUp` as it is written, if it is.
    pub(super) fn setup_tag(&self) -> Option<&str> {
        self.own.setup.as_deref().or(self.has_fen_tag().then_some("1"))
    }

    /// The value of the tag `FEN` as it is written, if it is.
    pub(super) fn fen_tag(&self) -> Option<String> {
        self.has_fen_tag().then(|| self.kept_fen().map_or_else(|| format!("{}", self.start()), String::from))
    }

    /// The value of the tag `FEN` as it is in a file of a variant, if it describes the start.
    fn kept_fen(&self) -> Option<&str> {
        let start = self.start();
        let variant = start.variant()?.as_bytes();
        let is_start = |fen: &&str| {
            P::from_tags(Some(variant), Some(fen.as_bytes())).is_ok_and(|described| described == *start)
        };
        self.own.fen.as_deref().filter(is_start)
    }

    fn has_fen_tag(&self) -> bool {
        self.own.has_fen || !self.has_usual_start()
    }

    /// Whether the game starts where games of its variant do.
    fn has_usual_start(&self) -> bool {
        let start = self.start();
        match start.variant() {
            None => *start == P::default(),
            Some(name) => P::from_tags(Some(name.as_bytes()), None).is_ok_and(|usual| usual == *start),
        }
    }

    /// The value of the tag `Variant` as it is written, if it is: that of the tags, or else that of the start.
    fn variant_tag(&self) -> Option<&str> {
        self.tags.get("Variant").or(self.start().variant())
    }

    /// Whether a value of the tag `Variant` names the rules of the game: with any other, the written game could not be
    /// read back.
    ///
    /// ```
    /// let game = philidor_pgn::GameTree::default();
    /// assert!(game.is_of_variant("Fischer random"));
    /// assert!(!game.is_of_variant("Atomic"));
    /// ```
    #[must_use]
    pub fn is_of_variant(&self, name: &str) -> bool {
        P::from_tags(Some(name.as_bytes()), None).is_ok_and(|usual| usual.variant() == self.start().variant())
    }

    /// The tag `Variant` if the start needs it and the tags lack it.
    pub(super) fn missing_variant_tag(&self) -> Option<&'static str> {
        self.start().variant().filter(|_| self.tags.get("Variant").is_none())
    }

    /// Whether the tags of two games are written alike.
    pub(super) fn has_same_tags(&self, other: &GameTree<P>) -> bool {
        let is_kept = |tag: &(&str, &str)| tag.0 != "Variant";
        self.tags.iter().filter(is_kept).eq(other.tags.iter().filter(is_kept))
            && self.variant_tag() == other.variant_tag()
            && self.result_tag() == other.result_tag()
            && self.setup_tag() == other.setup_tag()
            && self.fen_tag() == other.fen_tag()
    }

    /// For the builder: the result of the marker, which leaves the tag `Result` as it is.
    pub(super) fn set_marker(&mut self, marker: GameResult) {
        self.result = marker;
        if let Some((_, result)) = &mut self.own.result {
            *result = marker;
        }
    }

    /// For the builder: the tag `Result`, whose result counts until there is a marker.
    pub(super) fn set_result_tag(&mut self, value: &str) {
        self.result = GameResult::from_bytes(value.as_bytes()).unwrap_or_default();
        self.own.result = Some((result_text(value), self.result));
    }
}

/// A value of the tag `Result`, on one line; nearly always it is one of four.
fn result_text(value: &str) -> Cow<'static, str> {
    match GameResult::from_bytes(value.as_bytes()) {
        // Other programs do not read `½-½`.
        Some(result) if result.as_str() == value || !value.is_ascii() => Cow::Borrowed(result.as_str()),
        _ => Cow::Owned(on_one_line(value).into_owned()),
    }
}
