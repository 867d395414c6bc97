//! The work `exchange`: as the engine asks it, without pins, at a level or not.

use philidor::search_support::{Exchange, Level, Work};
use philidor::{Move, Position};

/// The moves of positions, as work at a level.
pub(crate) struct AtLevel<'a>(pub(crate) &'a [(Position, Vec<Move>)]);

impl Work for AtLevel<'_> {
    type Output = u128;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u128 {
        let exchange = Exchange::default().without_pins();
        let mut good = 0;
        for (position, moves) in self.0 {
            for &mv in moves {
                good += u128::from(level.exchange_at_least(&exchange, position, mv, 0));
            }
        }
        good
    }
}

/// By the method of `Exchange`.
pub(crate) fn by_methods(captures: &[(Position, Vec<Move>)]) -> u128 {
    let exchange = Exchange::default().without_pins();
    let good = |(position, moves): &(Position, Vec<Move>)| {
        moves.iter().filter(|mv| exchange.at_least(position, **mv, 0)).count() as u128
    };
    captures.iter().map(good).sum()
}
