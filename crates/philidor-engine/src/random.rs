//! Random numbers that are the same for the same seed on every machine (SplitMix64: Steele, Lea and Flood, 2014).

/// Random numbers from a seed, for openings, orders and first weights.
///
/// ```
/// use philidor_engine::Random;
///
/// let mut order = [1, 2, 3, 4, 5];
/// Random::new(7).shuffle(&mut order);
/// let mut again = [1, 2, 3, 4, 5];
/// Random::new(7).shuffle(&mut again);
/// assert_eq!(order, again);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The seed of one of many sources: a game, an epoch, a pair. Those of neighboring numbers are far apart.
    ///
    /// ```
    /// use philidor_engine::Random;
    /// assert_ne!(Random::seed_of(7, 1), Random::seed_of(7, 2));
    /// ```
    #[must_use]
    pub const fn seed_of(seed: u64, number: u64) -> u64 {
        seed ^ number.wrapping_mul(0xd134_2543_de82_ef95)
    }

    /// The seed of the numbers that are still to come.
    ///
    /// ```
    /// use philidor_engine::Random;
    ///
    /// let mut random = Random::new(7);
    /// random.next_number();
    /// let mut same = Random::new(random.state());
    /// assert_eq!(same.next_number(), random.next_number());
    /// ```
    #[must_use]
    pub const fn state(&self) -> u64 {
        self.0
    }

    /// The next number.
    pub fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `count`, which is not 0. Every number is equally likely, but for one part in 2⁶⁴ / `count`.
    pub fn below(&mut self, count: usize) -> usize {
        // The high word of a product is below its second factor.
        ((u128::from(self.next_number()) * count as u128) >> 64) as usize
    }

    /// A number between `-bound` and `bound`.
    pub fn within(&mut self, bound: f32) -> f32 {
        let unit = (self.next_number() >> 40) as f32 / (1 << 24) as f32;
        (2.0 * unit - 1.0) * bound
    }

    /// Puts values into a random order.
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for at in (1..values.len()).rev() {
            values.swap(at, self.below(at + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_that_were_published() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next_number(), 6_457_827_717_110_365_317);
        assert!((0..100).all(|_| random.below(3) < 3));
    }
}
