//! Who thinks in this process: a bot, or a player of variants.

use crate::any_game::AnyGame;
use crate::bot::Bot;
use crate::bot::control::Control;
use crate::bot::limits::Limits;
use crate::bot::options::OptionError;
use crate::bot::report::{Listener, SearchResult};
#[cfg(feature = "variants")]
use crate::variants::VariantBot;

/// A bot, or a player of variants.
pub(super) enum AnyBot {
    Chess(Box<dyn Bot>),
    #[cfg(feature = "variants")]
    Variants(Box<dyn VariantBot>),
}

/// Evaluates the same expression for either.
macro_rules! either {
    ($value:expr, $bot:ident => $result:expr) => {
        match $value {
            AnyBot::Chess($bot) => $result,
            #[cfg(feature = "variants")]
            AnyBot::Variants($bot) => $result,
        }
    };
}

impl AnyBot {
    pub(super) fn new_game(&mut self) {
        either!(self, bot => bot.new_game());
    }

    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        either!(self, bot => bot.set_option(name, value))
    }

    pub(super) fn notices(&mut self) -> Vec<String> {
        match self {
            AnyBot::Chess(bot) => bot.notices(),
            #[cfg(feature = "variants")]
            AnyBot::Variants(_) => Vec::new(),
        }
    }

    /// Searches a game; the answer to one that it does not play is empty.
    pub(super) fn search(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        match (self, game) {
            (AnyBot::Chess(bot), AnyGame::Chess(game)) => bot.search(game, limits, control, listener),
            #[cfg(feature = "variants")]
            (AnyBot::Variants(bot), AnyGame::Variant(game)) => bot.search(game, limits, control, listener),
            #[cfg(feature = "variants")]
            _ => SearchResult::default(),
        }
    }
}
