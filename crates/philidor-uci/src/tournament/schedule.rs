//! Which game comes when.
//!
//! A match consists of stages, and a stage of meetings of two contenders, each with the same number of pairs of games.
//! A gauntlet and a round robin are one stage; a Swiss tournament has one for each round, paired when the round before
//! is over. Within a stage games come pair by pair, so that all meetings advance together:
//!
//! ```text
//! number   0    1    2    3    4    5    6    7
//! pair     1    1    1    1    2    2    2    2
//! meeting  A-B  A-B  A-C  A-C  A-B  A-B  A-C  A-C
//! White    A    B    A    C    A    B    A    C
//! ```

/// Who meets whom. See [`Tournament`](super::Tournament).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Schedule {
    /// The first contender meets each of the others.
    #[default]
    Gauntlet,
    /// Every contender meets every other.
    RoundRobin,
    /// In each round contenders with about the same number of points meet, if possible none twice. If their number is
    /// odd, one of the last has a bye in each round, and gets all points of a meeting.
    Swiss {
        /// How many rounds there are.
        rounds: usize,
    },
}

impl Schedule {
    /// How many stages there are.
    pub(super) const fn stages(self) -> usize {
        match self {
            Schedule::Gauntlet | Schedule::RoundRobin => 1,
            Schedule::Swiss { rounds } => rounds,
        }
    }

    /// The meetings of the only stage; `None` if each round is paired anew.
    pub(super) fn meetings(self, contenders: usize) -> Option<Vec<[usize; 2]>> {
        match self {
            Schedule::Gauntlet => Some((1..contenders).map(|other| [0, other]).collect()),
            Schedule::RoundRobin => {
                let of = |first| (first + 1..contenders).map(move |other| [first, other]);
                Some((0..contenders).flat_map(of).collect())
            }
            Schedule::Swiss { .. } => None,
        }
    }

    /// Whether a meeting can be one of this schedule, in this order of its contenders.
    pub(super) const fn allows(self, [first, other]: [usize; 2]) -> bool {
        match self {
            Schedule::Gauntlet => first == 0 && other != 0,
            Schedule::RoundRobin => first < other,
            Schedule::Swiss { .. } => first != other,
        }
    }

    /// How many meetings all stages have.
    pub(super) const fn meetings_in_all(self, contenders: usize) -> usize {
        match self {
            Schedule::Gauntlet => contenders.saturating_sub(1),
            Schedule::RoundRobin => contenders * contenders.saturating_sub(1) / 2,
            Schedule::Swiss { rounds } => rounds.saturating_mul(contenders / 2),
        }
    }
}

/// Meetings that are played at the same time.
#[derive(Clone, Debug, Default)]
pub(super) struct Stage {
    pub(super) meetings: Vec<[usize; 2]>,
    /// The number of its first pair, and how many there are for each meeting.
    pub(super) first_pair: usize,
    pub(super) pairs: usize,
}

impl Stage {
    pub(super) fn games(&self) -> usize {
        self.pairs.saturating_mul(2).saturating_mul(self.meetings.len())
    }

    /// The game with a number, from 0.
    pub(super) fn turn(&self, number: usize) -> Option<Turn> {
        let pairs = number / 2;
        let players = *self.meetings.get(pairs.checked_rem(self.meetings.len())?)?;
        let pair = self.first_pair + pairs / self.meetings.len();
        Some(Turn { pair, players, is_reversed: number % 2 == 1 })
    }

    pub(super) fn has_pair(&self, pair: usize) -> bool {
        pair.checked_sub(self.first_pair).is_some_and(|pair| pair < self.pairs)
    }
}

/// A game in the schedule. See [`Event`](super::Event).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Turn {
    /// The pair, from 0. Both games of a pair have the same opening, and so have all meetings.
    pub pair: usize,
    /// Who meets, by their numbers among the contenders, from 0. The first one has White in the first game of a pair.
    pub players: [usize; 2],
    /// Whether it is the second game of the pair, in which the first player has Black.
    pub is_reversed: bool,
}

impl Turn {
    /// As the tag Round has it: `12.1` is the first game of the twelfth pair.
    #[must_use]
    pub fn round(&self) -> String {
        format!("{}.{}", self.pair + 1, 1 + u8::from(self.is_reversed))
    }

    /// Pair and game of a tag.
    pub(super) fn read_round(text: &str) -> Option<(usize, bool)> {
        let (pair, game) = text.split_once('.')?;
        let pair: usize = pair.parse().ok()?;
        let is_reversed = match game {
            "1" => false,
            "2" => true,
            _ => return None,
        };
        Some((pair.checked_sub(1)?, is_reversed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_read_back() {
        let meetings = Schedule::Gauntlet.meetings(4).expect("one stage");
        let stage = Stage { meetings, first_pair: 0, pairs: 2 };
        for number in 0..12 {
            let turn = stage.turn(number).expect("a game");
            assert_eq!(Turn::read_round(&turn.round()), Some((turn.pair, turn.is_reversed)));
        }
        assert_eq!(stage.turn(9), Some(Turn { pair: 1, players: [0, 2], is_reversed: true }));
        for text in ["", "0.1", "1", "1.3", "x.1", "-1.1"] {
            assert_eq!(Turn::read_round(text), None, "{text}");
        }
    }

    #[test]
    fn everyone_meets_everyone_once_in_a_round_robin() {
        let meetings = Schedule::RoundRobin.meetings(4).expect("one stage");
        assert_eq!(meetings, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(Schedule::RoundRobin.meetings_in_all(4), 6);
        assert!(meetings.into_iter().all(|meeting| Schedule::RoundRobin.allows(meeting)));
        let later = Stage { meetings: vec![[0, 1]], first_pair: 6, pairs: 3 };
        assert_eq!([5, 6, 8, 9].map(|pair| later.has_pair(pair)), [false, true, true, false]);
    }
}
