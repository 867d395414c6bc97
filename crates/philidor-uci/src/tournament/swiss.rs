//! The pairing of a round of a Swiss tournament.
//!
//! The contenders are ranked by points, then by their order. The highest meets the next one that it has not met; if
//! that leaves someone without such an opponent, the one after, and so on. Where no pairing avoids a second meeting, as
//! few contenders as possible meet again: the highest of those still without an opponent come first, and nobody meets
//! the same opponent a third time while another pairing exists.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::matching::Matching;

/// What is known before a round.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairing {
    /// The points of each contender, in any unit.
    pub(super) points: Vec<u64>,
    /// How often two have met, in both orders.
    pub(super) met: HashMap<[usize; 2], u64>,
    /// How often each contender has had a bye.
    pub(super) byes: Vec<usize>,
}

impl Pairing {
    /// The pairings of the next round, and who has a bye.
    pub(super) fn pairings(&self) -> (Vec<[usize; 2]>, Option<usize>) {
        let mut ranking: Vec<usize> = (0..self.points.len()).collect();
        ranking.sort_by_key(|&one| (Reverse(self.points[one]), one));
        if ranking.len().is_multiple_of(2) {
            return (self.paired(ranking), None);
        }
        // The last of those that have had the fewest byes, unless others would have to meet again.
        let mut places: Vec<usize> = (0..ranking.len()).collect();
        places.sort_by_key(|&place| (self.byes[ranking[place]], Reverse(place)));
        let without = |place: usize| [&ranking[..place], &ranking[place + 1..]].concat();
        let is_new = |place: &usize| self.first_meetings(&without(*place), 0, 0).is_some();
        let place = places.iter().copied().find(is_new).unwrap_or(places[0]);
        (self.paired(without(place)), Some(ranking[place]))
    }

    /// The pairings of an even number of contenders.
    fn paired(&self, mut ranking: Vec<usize>) -> Vec<[usize; 2]> {
        let mut pairings = Vec::new();
        let pairs = ranking.iter().flat_map(|&one| ranking.iter().map(move |&other| [one, other]));
        let met =
            pairs.filter(|[one, other]| one < other).map(|pair| self.met.get(&pair).map_or(0, |&met| met));
        for times in met.min().unwrap_or_default().. {
            // As few as possible are left to meet once more.
            let found =
                (0..=ranking.len()).step_by(2).find_map(|left| self.first_meetings(&ranking, times, left));
            pairings.extend(found.unwrap_or_default());
            ranking.retain(|one| !pairings.iter().flatten().any(|paired| paired == one));
            if ranking.is_empty() {
                break;
            }
        }
        pairings
    }

    /// Pairs of contenders that have met at most `times` times; `left` contenders stay without a pair.
    fn first_meetings(&self, ranking: &[usize], times: u64, left: usize) -> Option<Vec<[usize; 2]>> {
        // Who is left is paired with one of the last places, which stand for no contender.
        let allows = |one: usize, other: usize| match (ranking.get(one), ranking.get(other)) {
            (Some(&one), Some(&other)) => self.met.get(&[one, other]).is_none_or(|&met| met <= times),
            (one, other) => one.is_some() || other.is_some(),
        };
        let places = ranking.len() + left;
        let mut matching = Matching::perfect(places, allows)?;
        let mut pairings = Vec::new();
        for (first, &one) in ranking.iter().enumerate() {
            if !matching.is_settled(first) {
                let mut others = first + 1..places;
                let other =
                    others.find(|&other| !matching.is_settled(other) && matching.settle(first, other))?;
                pairings.extend(ranking.get(other).map(|&other| [one, other]));
            }
        }
        Some(pairings)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    impl Pairing {
        fn meet(&mut self, one: usize, other: usize) {
            for pair in [[one, other], [other, one]] {
                *self.met.entry(pair).or_default() += 1;
            }
        }
    }

    /// The first of the two contenders wins.
    fn played(contenders: usize, rounds: usize) -> (Pairing, Vec<Vec<[usize; 2]>>) {
        let mut pairing =
            Pairing { points: vec![0; contenders], met: HashMap::new(), byes: vec![0; contenders] };
        let mut all = Vec::new();
        for _ in 0..rounds {
            let (pairings, bye) = pairing.pairings();
            for &[one, other] in &pairings {
                pairing.points[one.min(other)] += 1;
                pairing.meet(one, other);
            }
            if let Some(bye) = bye {
                pairing.points[bye] += 1;
                pairing.byes[bye] += 1;
            }
            all.push(pairings);
        }
        (pairing, all)
    }

    #[test]
    fn no_two_meet_twice_as_long_as_that_is_possible() {
        for (contenders, rounds) in [(2, 1), (4, 3), (8, 5), (7, 5), (16, 4), (40, 12)] {
            let (pairing, all) = played(contenders, rounds);
            let pairings: Vec<[usize; 2]> = all.concat();
            let distinct: HashSet<[usize; 2]> = pairings.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
            assert_eq!((pairings.len(), distinct.len()), (contenders / 2 * rounds, pairings.len()));
            assert!(pairing.byes.iter().all(|&byes| byes <= 1), "{:?}", pairing.byes);
        }
        // Two have met in the first round, and meet again.
        assert_eq!(played(2, 3).1, [[[0, 1]]; 3]);
    }

    #[test]
    fn those_with_equal_points_meet_and_the_best_wins() {
        let (pairing, all) = played(8, 3);
        assert_eq!(all[0], [[0, 1], [2, 3], [4, 5], [6, 7]]);
        assert_eq!(all[1], [[0, 2], [4, 6], [1, 3], [5, 7]]);
        assert_eq!((pairing.points[0], pairing.points[7]), (3, 0));
        assert_eq!(pairing.points.iter().filter(|&&points| points == 3).count(), 1);
    }

    /// The search through pairings, one after the other, gave up after 100,000 of them.
    #[test]
    fn a_pairing_that_is_hard_to_find_is_found() {
        let contenders = 40;
        let mut pairing =
            Pairing { points: vec![0; contenders], byes: vec![0; contenders], ..Pairing::default() };
        // The last three have met all but each other and the first two.
        for last in 37..contenders {
            (2..37).for_each(|other| pairing.meet(last, other));
        }
        let (pairings, _) = pairing.pairings();
        assert_eq!(pairings.len(), 20);
        assert!(pairings.iter().all(|pair| !pairing.met.contains_key(pair)), "{pairings:?}");
    }

    #[test]
    fn as_few_as_possible_meet_again() {
        let mut pairing = Pairing { points: vec![0; 6], byes: vec![0; 6], ..Pairing::default() };
        // The last three have met everyone.
        for last in 3..6 {
            (0..last).for_each(|other| pairing.meet(last, other));
        }
        assert_eq!(pairing.pairings().0, [[0, 1], [2, 3], [4, 5]]);
        // Who has had a bye has another one rather than that two meet again.
        let mut pairing = Pairing { points: vec![0; 3], byes: vec![1, 0, 0], ..Pairing::default() };
        pairing.meet(0, 1);
        pairing.meet(0, 2);
        assert_eq!(pairing.pairings(), (vec![[1, 2]], Some(0)));
    }

    /// After everyone has met everyone, no two meet a third time before all have met twice.
    #[test]
    fn rounds_without_end_stay_even() {
        for contenders in [4, 5, 6, 7] {
            let rounds = if contenders % 2 == 0 { contenders - 1 } else { contenders };
            let (pairing, _) = played(contenders, rounds * 3);
            let least = pairing.met.values().min().copied();
            assert!(pairing.met.values().max().copied() <= least.map(|least| least + 2), "{:?}", pairing.met);
        }
    }
}
