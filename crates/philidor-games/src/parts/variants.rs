//! Games of variants: which they are, and who reads them.
//!
//! ```text
//! a game  →  as chess  →  good, or bad
//!                └ refused because of its rules, and its tag `Variant` has a known name  →  once more, by those rules
//! ```
//!
//! Nearly all games are chess, and reading those costs nothing more.

use std::io;

use philidor::GamePosition;

use philidor_pgn::{Doubt, Flow, GameResult, Limits, PgnErrorKind, Reader, TagValue, Visitor};
use philidor_variants::AnyPosition;

use super::left_out::LeftOut;
use super::replay::Replay;

/// The position in which games of variants are played.
pub type VariantPosition = AnyPosition;

/// Something about a game of chess, or the same about a game of a variant.
#[derive(Clone, Copy)]
pub enum ByRules<C, V> {
    /// Of chess.
    Chess(C),
    /// Of a variant.
    Variant(V),
}

/// A game that has been read.
pub(crate) type Game<'a> = ByRules<&'a Replay, &'a Replay<VariantPosition>>;

/// A game that is kept.
pub(crate) type OwnGame = ByRules<Replay, Replay<VariantPosition>>;

/// Does the same with a game of either rules.
macro_rules! with_game {
    ($game:expr, $replay:ident => $result:expr) => {
        match $game {
            $crate::parts::variants::ByRules::Chess($replay) => $result,
            $crate::parts::variants::ByRules::Variant($replay) => $result,
        }
    };
}
pub(crate) use with_game;

impl OwnGame {
    pub(crate) const fn borrowed(&self) -> Game<'_> {
        match self {
            ByRules::Chess(game) => ByRules::Chess(game),
            ByRules::Variant(game) => ByRules::Variant(game),
        }
    }
}

impl<'a> Game<'a> {
    /// The value of a tag, if the game has it.
    pub(crate) fn tag(self, name: &str) -> Option<&'a str> {
        with_game!(self, game => game.tag(name))
    }

    pub(crate) fn result(self) -> GameResult {
        with_game!(self, game => game.result)
    }

    pub(crate) fn left_out(self) -> LeftOut {
        with_game!(self, game => game.left_out)
    }

    /// The number of half-moves.
    pub(crate) fn plies(self) -> usize {
        with_game!(self, game => game.moves().len())
    }

    /// Doubts about the result, from the tag `Result` and from the last position.
    pub(crate) fn doubts(self) -> Vec<Doubt> {
        with_game!(self, game => game.doubts().collect())
    }

    /// The game, if it is chess.
    ///
    /// # Errors
    ///
    /// Which variant it is, and why that is wrong: `for which EPD has no place`.
    pub(crate) fn chess(self, why: &str) -> io::Result<&'a Replay> {
        match self {
            ByRules::Chess(game) => Ok(game),
            ByRules::Variant(game) => Err(refused(&game.start(), why)),
        }
    }
}

/// The error for a game of a variant where there can be none.
pub(crate) fn refused(start: &VariantPosition, why: &str) -> io::Error {
    let variant = GamePosition::variant(start).unwrap_or("a variant");
    io::Error::other(format!("the game is {variant}, {why}"))
}

/// The visitors that read games of chess and those of variants, and which one has read the last game.
pub(crate) struct Visitors<C, V> {
    pub(crate) chess: C,
    /// Made when it is needed.
    pub(crate) variants: Option<V>,
    make: fn() -> V,
    pub(crate) is_variant: bool,
}

impl<C, V> Visitors<C, V> {
    pub(crate) const fn new(chess: C, make: fn() -> V) -> Visitors<C, V> {
        Visitors { chess, variants: None, make, is_variant: false }
    }

    /// The visitor that reads games of variants.
    pub(crate) fn of_variants(&mut self) -> &mut V {
        self.variants.get_or_insert_with(self.make)
    }

    /// The visitor that has read the last game.
    pub(crate) fn reader(&mut self) -> ByRules<&mut C, &mut V> {
        if self.is_variant { ByRules::Variant(self.of_variants()) } else { ByRules::Chess(&mut self.chess) }
    }
}

/// Whether a fault may come from reading a game of a variant as chess. Such a game is refused, or loses a tag, since
/// its `FEN` may come before its `Variant`.
pub(crate) const fn may_come_from_rules(kind: &PgnErrorKind) -> bool {
    VariantPosition::HAS_VARIANTS && matches!(kind, PgnErrorKind::Variant | PgnErrorKind::Position(_))
}

/// Whether a value of the tag `Variant` names a variant that can be read and is not chess.
pub(crate) fn is_name_of_variant(value: &[u8]) -> bool {
    VariantPosition::from_tags(Some(value), None).is_ok_and(|start| GamePosition::variant(&start).is_some())
}

/// Whether the game with which a text begins names such a variant.
pub(crate) fn names_variant(text: &[u8], limits: Limits) -> bool {
    /// One of several such tags is enough: the reader of the game then decides which one counts.
    struct Variant(bool);

    impl Visitor for Variant {
        fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
            if name == b"Variant" {
                self.0 |= is_name_of_variant(value.raw());
            }
            Ok(())
        }

        fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
            Ok(Flow::Skip)
        }
    }

    let mut variant = Variant(false);
    if VariantPosition::HAS_VARIANTS {
        // The caller knows what is wrong with the game; a lenient reader continues with the tags after it.
        let _ = Reader::with_limits(text, limits.lenient()).read_game(&mut variant);
    }
    variant.0
}
