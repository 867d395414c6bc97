//! The games that an entry mentions: those of the highest rating, and the latest.

use std::cmp::Reverse;

/// How many of the games with the highest rating are mentioned.
pub const TOP: usize = 2;
/// How many of the latest games are mentioned.
pub const RECENT: usize = 2;

/// A game that an entry mentions. The latest is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// Its number among all games.
    pub number: Reverse<u64>,
    /// The sum of both ratings, 0 if a player has none.
    pub rating_sum: u16,
}

/// The mentioned games of an entry, latest first.
#[derive(Clone, Copy, Debug)]
pub struct Mentions {
    length: u8,
    all: [Mention; 2 * (TOP + RECENT)],
}

impl PartialEq for Mentions {
    fn eq(&self, other: &Mentions) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Mentions {}

impl Mentions {
    /// One game.
    #[must_use]
    pub fn of(mention: Mention) -> Mentions {
        Mentions { length: 1, all: [mention; 2 * (TOP + RECENT)] }
    }

    /// The games.
    #[must_use]
    pub fn as_slice(&self) -> &[Mention] {
        self.all.get(..usize::from(self.length)).unwrap_or_default()
    }

    /// Adds games, and keeps the first of all.
    pub(crate) fn add(&mut self, others: &Mentions) {
        others.as_slice().iter().for_each(|&other| self.push(other));
        self.cut();
    }

    /// Puts a game after the others, if there is room.
    pub(crate) fn push(&mut self, mention: Mention) {
        if let Some(place) = self.all.get_mut(usize::from(self.length)) {
            *place = mention;
            self.length += 1;
        }
    }

    /// Keeps the first ones by number, and the first ones by rating.
    fn cut(&mut self) {
        let length = usize::from(self.length);
        let all = self.all.get_mut(..length).unwrap_or_default();
        all.sort_unstable();
        if length <= RECENT {
            return;
        }
        let mut ratings = [(0, Reverse(0)); 2 * (TOP + RECENT)];
        let ratings = ratings.get_mut(..length).unwrap_or_default();
        for (rating, mention) in ratings.iter_mut().zip(all.iter()) {
            *rating = (mention.rating_sum, Reverse(mention.number.0));
        }
        // The highest rating, and among equal ones the latest game, come first.
        ratings.sort_unstable_by_key(|&(rating, Reverse(number))| (Reverse(rating), Reverse(number)));
        let least = ratings.get(TOP - 1).copied().map(|(rating, Reverse(number))| (rating, number));
        let mut kept = 0;
        for at in 0..length {
            let Some(&mention) = all.get(at) else { break };
            if at < RECENT || least.is_none_or(|least| (mention.rating_sum, mention.number.0) >= least) {
                if let Some(place) = all.get_mut(kept) {
                    *place = mention;
                }
                kept += 1;
            }
        }
        self.length = kept as u8;
    }
}
