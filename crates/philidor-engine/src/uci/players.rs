//! Who plays: the bot, and beside it a player of variants.

use crate::any_game::AnyGame;
use crate::bot::Bot;
use crate::bot::control::Control;
use crate::bot::limits::Limits;
use crate::bot::options::OptionError;
use crate::bot::report::{Listener, SearchResult};
#[cfg(feature = "variants")]
use crate::variants::VariantBot;

/// The option that chooses the rules.
pub(super) const VARIANT: &str = "UCI_Variant";

/// A bot, and a player of variants.
pub(super) struct Players<B> {
    pub(super) bot: B,
    #[cfg(feature = "variants")]
    pub(super) variants: Option<Box<dyn VariantBot>>,
    /// Whether a variant is played: otherwise its player gets no new games, which may cost memory.
    #[cfg(feature = "variants")]
    pub(super) plays_variants: bool,
}

impl<B: Bot> Players<B> {
    pub(super) fn new(bot: B) -> Players<B> {
        Players {
            bot,
            #[cfg(feature = "variants")]
            variants: None,
            #[cfg(feature = "variants")]
            plays_variants: false,
        }
    }

    pub(super) fn new_game(&mut self) {
        self.bot.new_game();
        #[cfg(feature = "variants")]
        if let Some(variants) = self.variants.as_mut().filter(|_| self.plays_variants) {
            variants.new_game();
        }
    }

    /// Sets an option of the bot, and of the player of variants if it has it, too.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if name != VARIANT {
            self.bot.set_option(name, value)?;
        }
        #[cfg(feature = "variants")]
        if name == VARIANT {
            self.plays_variants = !value.eq_ignore_ascii_case("chess");
        }
        #[cfg(feature = "variants")]
        if let Some(Err(error @ OptionError::Value { .. })) =
            self.variants.as_mut().map(|variants| variants.set_option(name, value))
        {
            return Err(error);
        }
        Ok(())
    }

    pub(super) fn search(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        match game {
            AnyGame::Chess(game) => self.bot.search(game, limits, control, listener),
            #[cfg(feature = "variants")]
            AnyGame::Variant(game) => match &mut self.variants {
                Some(variants) => variants.search(game, limits, control, listener),
                None => SearchResult::default(),
            },
        }
    }
}
