//! What writing an analysis asks of a position, of chess or of a variant, besides what readers of games ask.

use philidor::pgn::GamePosition;
use philidor::{CastlingMode, Game, Move, Position};
#[cfg(feature = "variants")]
use philidor_variants::{AnyPosition, Playable};

#[cfg(feature = "variants")]
use crate::command::variant;
use crate::terminal::drawing::{Drawing, Glyphs};
use crate::terminal::paint::Paint;

/// A position that an engine analyzes.
pub(in crate::command) trait Analyzable:
    GamePosition<Move: From<Move>> + Copy + Send + Sync
{
    /// The name of the variant in UCI; `None` for chess.
    fn uci_variant(&self) -> Option<&'static str>;

    /// A legal move in UCI.
    fn uci(&self, mv: Self::Move, mode: CastlingMode) -> String;

    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<String>;

    /// The board.
    fn drawing(&self, glyphs: Glyphs, paint: Paint) -> Drawing;

    /// What the board does not show: its name, and what it is.
    fn beside_board(&self) -> Option<(&'static str, String)> {
        None
    }
}

impl Analyzable for Position {
    fn uci_variant(&self) -> Option<&'static str> {
        None
    }

    fn uci(&self, mv: Move, mode: CastlingMode) -> String {
        Position::uci(self, mv, mode).to_string()
    }

    fn outcome(&self) -> Option<String> {
        Game::from_position(*self).outcome().map(|outcome| outcome.to_string())
    }

    fn drawing(&self, glyphs: Glyphs, paint: Paint) -> Drawing {
        Drawing::of(self, glyphs, paint)
    }
}

#[cfg(feature = "variants")]
impl Analyzable for AnyPosition {
    fn uci_variant(&self) -> Option<&'static str> {
        Some(AnyPosition::variant(self).uci_name())
    }

    fn uci(&self, mv: Self::Move, mode: CastlingMode) -> String {
        Playable::uci(self, mv, mode)
    }

    fn outcome(&self) -> Option<String> {
        Playable::outcome(self).map(|outcome| outcome.to_string())
    }

    fn drawing(&self, glyphs: Glyphs, paint: Paint) -> Drawing {
        variant::drawing(self, glyphs, paint)
    }

    fn beside_board(&self) -> Option<(&'static str, String)> {
        variant::beside_board(self)
    }
}
