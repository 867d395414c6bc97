//! How games ended, and counts of them.

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Winner {
    /// White won.
    White,
    /// Neither side won.
    Draw,
    /// Black won.
    Black,
}

/// Counts of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
    /// The sum of the ratings of both players of the games that have two.
    pub ratings: u64,
}

impl Tally {
    /// A game in which both ratings have this sum, 0 if a player has none.
    #[must_use]
    pub fn of(winner: Winner, rating_sum: u16) -> Tally {
        let is = |other| u64::from(winner == other);
        let ratings = u64::from(rating_sum);
        Tally { white: is(Winner::White), draws: is(Winner::Draw), black: is(Winner::Black), ratings }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.white.saturating_add(self.draws).saturating_add(self.black)
    }

    /// Adds others.
    pub fn add(&mut self, other: &Tally) {
        self.white = self.white.saturating_add(other.white);
        self.draws = self.draws.saturating_add(other.draws);
        self.black = self.black.saturating_add(other.black);
        self.ratings = self.ratings.saturating_add(other.ratings);
    }
}
