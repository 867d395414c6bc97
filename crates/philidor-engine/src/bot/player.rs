//! A bot, as anything that plays chess.

use philidor::{Game, Move};

use super::clock::Clock;
use super::control::Control;
use super::limits::SearchLimits;
use super::options::{OptionError, UciOption};
use super::report::{Listener, SearchResult};

/// A player.
///
/// ```
/// use philidor::{Game, Move};
/// use philidor_engine::{Bot, Clock};
///
/// /// Plays the first move that it sees.
/// struct First;
///
/// impl Bot for First {
///     fn think(&mut self, game: &Game, _: &Clock) -> Move {
///         game.position().legal_moves()[0]
///     }
/// }
///
/// let mut game = Game::new();
/// let mv = First.think(&game, &Clock::default());
/// game.play(mv).expect("legal");
/// ```
pub trait Bot: Send {
    /// Chooses a move.
    ///
    /// Called only if there is a legal move; the answer has to be one. `game` has all moves up to now, so a bot can see
    /// repetitions. Nothing stops it while it thinks: it has to watch the clock itself.
    fn think(&mut self, game: &Game, clock: &Clock) -> Move;

    /// The name, as other programs show it. Asked once, before anything else; one line.
    fn name(&self) -> String {
        "a bot".to_owned()
    }

    /// The author. Asked with the name; one line.
    fn author(&self) -> String {
        "its author".to_owned()
    }

    /// A new game begins: anything learned about the last one can be forgotten.
    ///
    /// Called between searches, if at all: a bot has to play without it.
    fn new_game(&mut self) {}

    /// The options that can be set. The list never changes: it is read once and shown to users.
    fn options(&self) -> Vec<UciOption> {
        Vec::new()
    }

    /// Sets an option. Called between searches only.
    ///
    /// # Errors
    ///
    /// If there is no such option, or it does not accept the value. Nothing changes then.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let _ = value;
        Err(OptionError::Unknown { name: name.to_owned() })
    }

    /// What people should know, each text once: how many endgame tables an option has found, or that a file is damaged.
    /// One line each; asked after an option is set, and after each search.
    fn notices(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Chooses a move within limits, and reports meanwhile what it finds.
    ///
    /// A bot that searches implements this, and [`Bot::think`] in terms of it; for others the default calls
    /// [`Bot::think`]. An implementation
    ///
    /// * answers with a legal move, one of [`SearchLimits::moves`] if there are any, or with none if there is none;
    /// * ends soon after `control` is stopped, and never before with [`SearchLimits::infinite`], nor with
    ///   [`SearchLimits::ponder`] before the control reports a hit ([`Control::wait`]);
    /// * calls `listener` as often as it likes, from one thread at a time.
    fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        let _ = listener;
        let best = game.position().has_legal_move().then(|| self.think(game, &limits.clock()));
        let best = best.filter(|&mv| limits.allows(mv)).or_else(|| limits.moves.first().copied());
        if limits.infinite || limits.ponder {
            control.wait();
        }
        SearchResult { best, ..SearchResult::default() }
    }
}

/// A pointer to a bot is a bot.
macro_rules! bot_behind {
    ($pointer:ty) => {
        impl<B: Bot + ?Sized> Bot for $pointer {
            fn think(&mut self, game: &Game, clock: &Clock) -> Move {
                (**self).think(game, clock)
            }

            fn name(&self) -> String {
                (**self).name()
            }

            fn author(&self) -> String {
                (**self).author()
            }

            fn new_game(&mut self) {
                (**self).new_game();
            }

            fn options(&self) -> Vec<UciOption> {
                (**self).options()
            }

            fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
                (**self).set_option(name, value)
            }

            fn notices(&mut self) -> Vec<String> {
                (**self).notices()
            }

            fn search(
                &mut self,
                game: &Game,
                limits: &SearchLimits,
                control: &Control,
                listener: &mut dyn Listener,
            ) -> SearchResult {
                (**self).search(game, limits, control, listener)
            }
        }
    };
}

bot_behind!(Box<B>);
bot_behind!(&mut B);
