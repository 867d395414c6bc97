//! Anything that plays variants.

use philidor_variants::{Playable as _, VariantGame, VariantMove};

use crate::bot::control::Control;
use crate::bot::limits::Limits;
use crate::bot::options::OptionError;
use crate::bot::report::{Listener, SearchResult};

/// A player of variants: what [`Bot`](crate::Bot) is for chess. The game says which variant is played.
///
/// Moves in limits, reports and results are the words of moves: [`VariantMove::word`].
pub trait VariantBot: Send {
    /// Chooses a move within limits, and reports meanwhile what it finds; as [`Bot::search`](crate::Bot::search) does.
    fn search(
        &mut self,
        game: &VariantGame,
        limits: &Limits,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> SearchResult;

    /// A new game begins: anything learned about the last one can be forgotten.
    fn new_game(&mut self) {}

    /// Sets an option. Called between searches only.
    ///
    /// # Errors
    ///
    /// If there is no such option, or it does not accept the value. Nothing changes then.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let _ = value;
        Err(OptionError::Unknown { name: name.to_owned() })
    }
}

/// A closure as a player of variants; [`from_fn`] makes one.
#[derive(Clone, Debug)]
pub struct VariantClosure<F>(F);

/// Makes a player of variants of a closure, which is asked only if there is a legal move.
///
/// ```
/// use philidor_engine::variants::{VariantBot, from_fn};
/// use philidor_engine::{Control, Limits, Report};
/// use philidor_variants::{AnyPosition, Playable, Variant, VariantGame};
///
/// let mut last = from_fn(|game| *game.position().legal_moves().last().expect("a legal move"));
/// let game = VariantGame::new(AnyPosition::start(Variant::Horde));
/// let answer = last.search(&game, &Limits::new(), &Control::new(), &mut |_: &Report| {});
/// assert!(answer.best.is_some());
/// ```
pub fn from_fn<F: FnMut(&VariantGame) -> VariantMove + Send>(choose: F) -> VariantClosure<F> {
    VariantClosure(choose)
}

impl<F: FnMut(&VariantGame) -> VariantMove + Send> VariantBot for VariantClosure<F> {
    fn search(
        &mut self,
        game: &VariantGame,
        limits: &Limits,
        control: &Control,
        _: &mut dyn Listener,
    ) -> SearchResult {
        let best = (!game.position().legal_moves().is_empty()).then(|| (self.0)(game).word());
        let best = best.filter(|&mv| limits.allows(mv)).or_else(|| limits.moves.first().copied());
        if limits.infinite || limits.ponder {
            control.wait();
        }
        SearchResult { best, ..SearchResult::default() }
    }
}
