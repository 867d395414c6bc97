//! Which game comes when.
//!
//! ```text
//! number   0    1    2    3    4    5    6    7
//! pair     1    1    1    1    2    2    2    2
//! against  B    B    C    C    B    B    C    C
//! White    A    B    A    C    A    B    A    C
//! ```

/// A game in the schedule: the first contender plays one of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Turn {
    /// The pair, from 0. Both games of a pair have the same opening, for all opponents.
    pub pair: usize,
    /// Which opponent, from 0.
    pub opponent: usize,
    /// Whether it is the second game of the pair, in which the first contender has Black.
    pub is_reversed: bool,
}

impl Turn {
    /// The game with a number, from 0.
    pub(super) const fn from_number(number: usize, opponents: usize) -> Turn {
        let pairs = number / 2;
        Turn { pair: pairs / opponents, opponent: pairs % opponents, is_reversed: number % 2 == 1 }
    }

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
        for number in 0..12 {
            let turn = Turn::from_number(number, 3);
            assert_eq!(Turn::read_round(&turn.round()), Some((turn.pair, turn.is_reversed)));
        }
        assert_eq!(Turn::from_number(7, 2), Turn { pair: 1, opponent: 1, is_reversed: true });
        for text in ["", "0.1", "1", "1.3", "x.1", "-1.1"] {
            assert_eq!(Turn::read_round(text), None, "{text}");
        }
    }
}
