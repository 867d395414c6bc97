//! What is known of each move of the root.

use philidor::Move;

use super::value::{INFINITE, MATE_BOUND, value_at};
use crate::bot::report::Bound;
use crate::bot::score::Score;
use crate::parts::endgame_tables::{EndgameValue, RankedMove};

#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// 0 for moves that no endgame table calls worse than another. Moves of a higher rank come after all of these,
    /// whatever their values.
    pub(crate) rank: u32,
    /// What endgame tables say of it, if they are certain.
    pub(crate) of_tables: Option<EndgameValue>,
    /// Its value, if it was exact or the best so far; otherwise lower than any.
    pub(crate) value: i32,
    /// Its value one depth earlier.
    pub(crate) before: i32,
    /// The last value that was known, of whatever depth.
    pub(crate) last: i32,
    /// Whether that is exact, or a bound because the search failed high or low.
    pub(crate) bound: Bound,
    /// The nodes spent on it in the whole search.
    pub(crate) nodes: u64,
    /// The principal variation that begins with it.
    pub(crate) pv: Vec<Move>,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove::ranked(RankedMove { mv, rank: 0, value: None })
    }

    pub(crate) fn ranked(RankedMove { mv, rank, value }: RankedMove) -> RootMove {
        let pv = vec![mv];
        RootMove {
            mv,
            rank,
            of_tables: value,
            value: -INFINITE,
            before: -INFINITE,
            last: 0,
            bound: Bound::Exact,
            nodes: 0,
            pv,
        }
    }

    /// What root moves are sorted by: the best first.
    pub(crate) const fn order(&self) -> (u32, i32) {
        (self.rank, -self.value)
    }

    /// The last value as a score: what the endgame tables say, or a mate that agrees with them; without them the value
    /// itself.
    pub(crate) fn score(&self) -> Score {
        Score::from_value(self.certain().map_or(self.last, |of_tables| value_at(of_tables, 0)))
    }

    /// Whether that score is exact.
    pub(crate) fn bound(&self) -> Bound {
        self.certain().map_or(self.bound, |_| Bound::Exact)
    }

    /// What the endgame tables say, unless the search has found a mate that agrees with them.
    fn certain(&self) -> Option<EndgameValue> {
        self.of_tables.filter(|of_tables| match of_tables {
            EndgameValue::Win => self.last < MATE_BOUND,
            EndgameValue::Draw => true,
            EndgameValue::Loss => self.last > -MATE_BOUND,
        })
    }
}

#[cfg(test)]
mod tests {
    use philidor::Position;

    use super::*;

    #[test]
    fn a_mate_counts_only_if_it_agrees_with_the_tables() {
        let mv = Position::default().legal_moves()[0];
        let (mates, mated) = (Score::mates_in(9), Score::mated_in(8));
        let scores = |value| {
            [mates, Score::centipawns(40), mated].map(|last| {
                let ranked = RankedMove { mv, rank: 0, value };
                RootMove { last: last.value(), ..RootMove::ranked(ranked) }.score()
            })
        };
        let (win, loss) = (Score::from_value(MATE_BOUND - 1), Score::from_value(1 - MATE_BOUND));
        assert_eq!(scores(Some(EndgameValue::Win)), [mates, win, win]);
        assert_eq!(scores(Some(EndgameValue::Draw)), [Score::DRAW; 3]);
        assert_eq!(scores(Some(EndgameValue::Loss)), [loss, loss, mated]);
        assert_eq!(scores(None), [mates, Score::centipawns(40), mated]);
    }
}
