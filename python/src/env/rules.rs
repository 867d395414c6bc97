//! How the games of an environment are played: what is agreed on before the first of them.

use philidor::{Color, Draw, Game, Outcome, Position, Win};

use crate::encoding::{MoveCode, Planes};

/// What happens after the end of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Autoreset {
    /// The same step begins the next game; the last observation of the old one is returned separately.
    SameStep,
    /// The next step begins a new game, whatever its action.
    NextStep,
    /// The caller resets.
    Disabled,
}

/// What holds for all boards of an environment.
pub(crate) struct Rules {
    pub(crate) code: &'static MoveCode,
    /// What is observed; without it nothing is.
    pub(crate) planes: Option<Planes>,
    /// Whether the side to move claims each draw that it may claim.
    pub(crate) claims: bool,
    /// Whether an action that is not legal loses the game; otherwise it is refused.
    pub(crate) illegal_loses: bool,
    pub(crate) autoreset: Autoreset,
    /// A game that is not over after this many half-moves is truncated.
    pub(crate) max_plies: usize,
    /// Whether random moves answer those of the caller.
    pub(crate) has_opponent: bool,
    /// The side of the caller, if there is an opponent; `None` draws one at random for each game.
    pub(crate) side: Option<Color>,
    /// Where games begin: one of these, at random. There is at least one.
    pub(crate) starts: Vec<Position>,
}

/// Why games of an environment end, each at its number; 0 stands for a game in progress.
pub(crate) const REASONS: [&str; 11] = [
    "",
    "checkmate",
    "stalemate",
    "insufficient material",
    "dead position",
    "fivefold repetition",
    "75 moves",
    "threefold repetition",
    "50 moves",
    "illegal action",
    "truncation",
];

/// The number of the reason for a truncation.
pub(crate) const TRUNCATION: u8 = 10;

/// The number of a reason.
pub(crate) fn reason(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win { by: Win::Forfeit, .. } => 9,
        Outcome::Win { .. } => 1,
        Outcome::Draw(Draw::Stalemate) => 2,
        Outcome::Draw(Draw::InsufficientMaterial) => 3,
        Outcome::Draw(Draw::DeadPosition) => 4,
        Outcome::Draw(Draw::FivefoldRepetition) => 5,
        Outcome::Draw(Draw::SeventyFiveMoves) => 6,
        Outcome::Draw(Draw::ThreefoldRepetition) => 7,
        Outcome::Draw(Draw::FiftyMoves) => 8,
        _ => TRUNCATION,
    }
}

impl Rules {
    /// How many numbers an observation has.
    pub(super) fn width(&self) -> usize {
        self.planes.map_or(0, |planes| planes.count() * 64)
    }

    /// How a game has ended by now, a claim of the side to move included.
    pub(super) fn outcome(&self, game: &Game) -> Option<Outcome> {
        outcome(self.claims, game)
    }
}

/// The same, by whether the side to move claims.
pub(super) fn outcome(claims: bool, game: &Game) -> Option<Outcome> {
    game.outcome().or_else(|| {
        let claim = claims.then(|| game.claimable_draw()).flatten();
        claim.map(|claim| Outcome::Draw(claim.into()))
    })
}
