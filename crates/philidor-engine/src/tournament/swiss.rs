//! The pairing of a round of a Swiss tournament.
//!
//! The contenders are ranked by points, then by their order. The highest meets the next one that it has not met; if
//! that leaves someone without an opponent, the one after, and so on. If no pairing avoids a second meeting, or none is
//! found soon, the ranking is paired from the top.

use std::collections::HashSet;

/// How many pairings are tried for a round.
const MAX_TRIES: u32 = 100_000;

/// What is known before a round.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairing {
    /// The points of each contender, in any unit.
    pub(super) points: Vec<u64>,
    /// Who has met, in both orders.
    pub(super) met: HashSet<[usize; 2]>,
    /// How often each contender has had a bye.
    pub(super) byes: Vec<usize>,
}

impl Pairing {
    /// The pairings of the next round, and who has a bye.
    pub(super) fn pairings(&self) -> (Vec<[usize; 2]>, Option<usize>) {
        let mut ranking: Vec<usize> = (0..self.points.len()).collect();
        ranking.sort_by_key(|&one| (std::cmp::Reverse(self.points[one]), one));
        if ranking.len().is_multiple_of(2) {
            return (self.paired(&ranking), None);
        }
        // The last of those that have had the fewest byes.
        let least = self.byes.iter().min().copied().unwrap_or_default();
        let place = ranking.iter().rposition(|&one| self.byes[one] == least).unwrap_or_default();
        let bye = ranking.remove(place);
        (self.paired(&ranking), Some(bye))
    }

    fn paired(&self, ranking: &[usize]) -> Vec<[usize; 2]> {
        let (mut pairings, mut tries) = (Vec::new(), 0);
        if self.pair(ranking, &mut pairings, &mut tries) {
            return pairings;
        }
        ranking.chunks_exact(2).map(|two| [two[0], two[1]]).collect()
    }

    /// Pairs those that are left, and returns whether that is possible.
    fn pair(&self, left: &[usize], pairings: &mut Vec<[usize; 2]>, tries: &mut u32) -> bool {
        let Some((&first, others)) = left.split_first() else { return true };
        for (place, &other) in others.iter().enumerate() {
            *tries += 1;
            if *tries > MAX_TRIES {
                return false;
            }
            if self.met.contains(&[first, other]) {
                continue;
            }
            pairings.push([first, other]);
            let rest = [&others[..place], &others[place + 1..]].concat();
            if self.pair(&rest, pairings, tries) {
                return true;
            }
            pairings.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of the two contenders wins.
    fn played(contenders: usize, rounds: usize) -> (Pairing, Vec<Vec<[usize; 2]>>) {
        let mut pairing =
            Pairing { points: vec![0; contenders], met: HashSet::new(), byes: vec![0; contenders] };
        let mut all = Vec::new();
        for _ in 0..rounds {
            let (pairings, bye) = pairing.pairings();
            for &[one, other] in &pairings {
                pairing.points[one.min(other)] += 1;
                pairing.met.extend([[one, other], [other, one]]);
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
}
